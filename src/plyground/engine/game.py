"""Games and positions: the same interface for native games and those written in Python."""

import re
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from types import MappingProxyType
from typing import Protocol, cast

from plyground import _core
from plyground.engine import messages
from plyground.engine.base_position import BasePosition, core_state
from plyground.engine.options import (
    RULES,
    Option,
    RuleSet,
    Value,
    defaults_under,
    read_values,
    show,
)
from plyground.engine.results import IllegalMove, Refusal, Result
from plyground.engine.view import ShapeName, Symmetry, Turn, View, ascii_board


class Source(Protocol):
    """The source of a game's positions: the core, or a class written in Python."""

    name: str
    title: str
    rules: str
    options: tuple[Option, ...]

    @property
    def rule_sets(self) -> Mapping[str, RuleSet]:
        """The rules that the option `rules` can name, if there is such an option."""

    @property
    def shape(self) -> ShapeName | None:
        """The shape of the board; None: as the core says."""

    def start(self, values: Mapping[str, Value]) -> _core.State:
        """The first position."""

    def parse(self, values: Mapping[str, Value], text: str) -> _core.State:
        """The position that a text describes; a ValueError says what is wrong with it."""

    def favours_monte_carlo(self, values: Mapping[str, Value], state: _core.State) -> bool:
        """Whether the default search is Monte Carlo tree search."""

    def may_move_again(self, values: Mapping[str, Value]) -> bool:
        """Whether a side can have several moves in a row."""


class Game:
    """A game with its options set. Two games are equal if their names and options are equal.

    >>> import plyground
    >>> go = plyground.game("go", size=9, komi=7)
    >>> go
    game('go', size=9, komi=7)
    >>> go.title, go.values["size"], go.values["ko"]
    ('Go', 9, 'positional')
    >>> [option.name for option in go.options][:3]
    ['size', 'komi', 'scoring']
    """

    def __init__(self, source: Source, given: Mapping[str, object]) -> None:
        self._source = source
        rule_sets = source.rule_sets if _names_rules(source, given) else {}
        self._values = MappingProxyType(read_values(source.name, source.options, given, rule_sets))
        self._usual = defaults_under(source.options, rule_sets, self._values)
        self.start()  # report conflicting options now, not at the first move

    @property
    def name(self) -> str:
        """The name of the game in specs and files."""
        return self._source.name

    @property
    def title(self) -> str:
        """The name of the game for people."""
        return self._source.title

    @property
    def rules(self) -> str:
        """The rules of the game in one paragraph."""
        return self._source.rules

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the game, with types, ranges and defaults."""
        return self._source.options

    @property
    def values(self) -> Mapping[str, Value]:
        """The values of all options, defaults included."""
        return self._values

    @property
    def symmetry(self) -> Symmetry:
        """The symmetry of the board that leaves the game unchanged: "none", "mirror" or "square".

        >>> import plyground
        >>> [plyground.game(name).symmetry for name in ("go", "connect_four")]
        ['square', 'mirror']
        """
        return self.start().symmetry

    def start(self) -> "Position":
        """The first position.

        >>> import plyground
        >>> plyground.game("othello").start().to_text()
        '8/8/8/3ox3/3xo3/8/8/8 b'
        """
        return Position(self, self._source.start(self.values), None)

    def position(self, text: str) -> "Position":
        """The position that a text describes, with a new history.

        >>> import plyground
        >>> plyground.game("othello", size=4).position("4/1ox1/1xo1/4 w").turn
        'white'
        """
        if not isinstance(text, str):
            raise ValueError(f"A position is a string, not {type(text).__name__}.")
        state = self._source.parse(self.values, text)
        return Position(self, state, state.to_text())

    @property
    def changed(self) -> dict[str, Value]:
        """The options that differ from their defaults: those of the named rules, if there are any.

        >>> import plyground
        >>> plyground.game("gomoku", size=15, rule="renju").changed
        {'rule': 'renju'}
        >>> plyground.game("go", rules="chinese").changed
        {'rules': 'chinese'}
        """
        return {o.name: self.values[o.name] for o in self.options if self._differs(o)}

    def _differs(self, option: Option) -> bool:
        value = self.values[option.name]
        return value != (option.default if option.name == RULES else self._usual[option.name])

    @property
    def rule_sets(self) -> Mapping[str, RuleSet]:
        """The rules that the option `rules` can name.

        >>> import plyground
        >>> list(plyground.game("go").rule_sets)[:3]
        ['chinese', 'japanese', 'korean']
        """
        return self._source.rule_sets

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.name == other.name and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.values.items())))

    def __repr__(self) -> str:
        options = [
            f"{name}{'_' * iskeyword(name)}={show_python(value)}"
            for name, value in self.changed.items()
        ]
        return f"game({', '.join([repr(self.name), *options])})"


def _names_rules(source: Source, given: Mapping[str, object]) -> bool:
    """Whether the options name rules; only then the game's guide is needed."""
    usual = next((option.default for option in source.options if option.name == RULES), None)
    return usual is not None and given.get(RULES, usual) != usual


def show_python(value: Value) -> str:
    """The value as a Python literal, without unnecessary zeros.

    >>> show_python(7.0), show_python("area")
    ('7', "'area'")
    """
    return show(value) if isinstance(value, float) else repr(value)


class Position(BasePosition):
    """An immutable position of a game, with the past that repetition and superko need.

    >>> import plyground
    >>> start = plyground.game("othello").start()
    >>> start.turn, start.ply, start.last_move, sorted(start.moves())
    ('black', 0, None, ['c4', 'd3', 'e6', 'f5'])
    >>> after = start.play("f5")
    >>> after.turn, after.ply, after.last_move, start.ply
    ('white', 1, 'f5', 0)
    """

    __slots__ = ("_game", "_origin")

    def __init__(self, game: Game, state: _core.State, origin: str | None) -> None:
        super().__init__(state)
        self._game = game
        # the text of the first position in this history; None: the game's start
        self._origin = origin

    @property
    def game(self) -> Game:
        """The game with its options.

        >>> import plyground
        >>> plyground.game("go", size=9).start().game
        game('go', size=9)
        """
        return self._game

    @property
    def origin(self) -> str | None:
        """The text of this history's first position; None if that is the game's start.

        >>> import plyground
        >>> gomoku = plyground.game("gomoku", size=3, line=3)
        >>> gomoku.position("x2/3/3 w").play("b2").origin, gomoku.start().origin
        ('x2/3/3 w', None)
        """
        return self._origin

    @property
    def favours_monte_carlo(self) -> bool:
        """Whether the default search is Monte Carlo tree search; otherwise it is alpha-beta.

        >>> import plyground
        >>> [plyground.game(name).start().favours_monte_carlo for name in ("go", "othello")]
        [True, False]
        """
        return self._game._source.favours_monte_carlo(self._game.values, self._state)  # noqa: SLF001

    @property
    def may_move_again(self) -> bool:
        """Whether in this game a side can have several moves in a row, other than after a pass.

        >>> import plyground
        >>> plyground.game("othello").start().may_move_again
        False
        """
        return self._game._source.may_move_again(self._game.values)  # noqa: SLF001

    def play(self, move: str) -> "Position":
        """The position after a move; this one does not change. IllegalMove says what is wrong.

        >>> import plyground
        >>> plyground.game("go", size=5).start().play("c3").to_text()
        '5/5/2x2/5/5 w'
        """
        after = self._state.play(_checked(move))
        if isinstance(after, _core.Refusal):
            raise IllegalMove(self._refusal(after))
        return Position(self._game, after, self._origin)

    def play_all(self, moves: str | Iterable[str]) -> "Position":
        """The position after several moves: a list, or a text with spaces or commas between.

        For Othello, moves may also be written without spaces and without passes.

        >>> import plyground
        >>> plyground.game("othello").start().play_all("f5d6c3").turn
        'white'
        """
        position = self
        for move in _split_moves(moves):
            for step in position._steps(_checked(move)):
                position = position.play(step)
        return position

    def explain(self, move: str) -> Refusal | None:
        """Why a move is illegal, or None if it is legal.

        >>> import plyground
        >>> print(plyground.game("robogo").start().play("e5").explain("e5"))
        There is already a piece on E5.
        """
        refusal = self._state.explain(_checked(move))
        return None if refusal is None else self._refusal(refusal)

    def result(self) -> Result | None:
        """The result of the game, or None while it goes on.

        >>> import plyground
        >>> game = plyground.game("gomoku").start()
        >>> print(game.play_all("g7 j8 h7 i9 i7 h10 j7 k9 f7").result())
        black wins: five in a row
        """
        result = self._state.result()
        if result is None:
            return None
        winner = cast(Turn | None, result.winner)
        reason = self._state.result_words() if result.ending == "custom" else ""
        if not reason:
            reason = messages.result_reason(result.ending, winner, result.margin, result.line)
        return Result(winner, result.margin, result.ending, reason)

    def mark_dead(self, points: Iterable[str]) -> "Position":
        """Go: the same position with exactly these groups marked as dead for the count.

        One point marks its whole group. An empty list removes all marks; so does a move.

        >>> import plyground
        >>> go = plyground.game("go", size=3, komi=0)
        >>> end = go.position("3/xxx/1o1 b passes=2")
        >>> end.score()
        Score(black=6.0, white=1.0, unit='points')
        >>> end.mark_dead(["B1"]).score()
        Score(black=9.0, white=0.0, unit='points')
        """
        given = [points] if isinstance(points, str) else points
        names = [_checked(point) for point in given]
        return Position(self.game, self._state.with_dead(names), self._origin)

    def view(self) -> View:
        """The position as plain data for any front end.

        >>> import plyground
        >>> view = plyground.game("dobutsu").start().view()
        >>> view["shape"], view["columns"], view["rows"]
        ('squares', ['a', 'b', 'c'], ['4', '3', '2', '1'])
        >>> view["moves"][0]
        {'text': 'b2b3', 'from': 'b2', 'to': 'b3', 'kind': 'capture', 'piece': 'chick'}
        """
        state = self._state
        shape, score, result = state.shape(), state.score(), self.result()
        return {
            "game": self.game.name,
            "shape": self._game._source.shape or _shape_name(shape),  # noqa: SLF001
            "columns": shape.columns,
            "rows": shape.rows,
            "pieces": self.pieces(),
            "hands": [
                {"owner": hand.owner, "kind": hand.kind, "count": hand.count}  # type: ignore[typeddict-item]
                for hand in state.hands()
            ],
            "moves": self.move_views(),
            "last_move": self.last_move_view(),
            "marks": [{"kind": mark.kind, "at": mark.at} for mark in state.marks()],
            "turn": self.turn,
            "ply": self.ply,
            "result": None
            if result is None
            else {
                "winner": result.winner,
                "margin": result.margin,
                "code": result.code,
                "reason": result.reason,
            },
            "scores": None
            if score is None
            else {"black": score.black, "white": score.white, "unit": score.unit},
        }

    def ascii(self) -> str:
        """The board in ASCII, the last move in brackets.

        >>> import plyground
        >>> print(plyground.game("othello", size=4).start().play("b1").ascii())
           a b c d
        1  .(x). .
        2  . x x .
        3  . x o .
        4  . . . .
        white to move
        """
        return ascii_board(self.view())

    def _steps(self, move: str) -> list[str]:
        """The moves that a word stands for: several without spaces, or one after a forced pass."""
        refusal = self._state.explain(move)
        if refusal is not None and refusal.code == "must_pass":
            return ["pass", move]
        if refusal is not None and refusal.code == "unreadable" and _RUN_TOGETHER.fullmatch(move):
            return self._split_run(_POINT.findall(move))
        return [move]

    def _split_run(self, points: list[str]) -> list[str]:
        steps: list[str] = []
        position = self
        for point in points:
            for step in position._steps(point):
                position = position.play(step)
                steps.append(step)
        return steps

    def _refusal(self, refusal: _core.Refusal) -> Refusal:
        args = dict(refusal.args)
        if refusal.code == "unreadable" and "example" not in args:
            args["example"] = next(iter(self.game.start().moves()), "pass")
        return Refusal(refusal.code, args, messages.refusal_sentence(refusal.code, args))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.to_text() == other.to_text()

    def __hash__(self) -> int:
        return hash((self.game.name, self.key))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.to_text()!r})"

    def __str__(self) -> str:
        return self.ascii()

    def _repr_svg_(self) -> str:
        """A picture of the board, which notebooks show."""
        from plyground.engine.board_picture import board_svg

        return board_svg(self.view())

    def __reduce__(self) -> tuple[object, tuple[Game, str | None, tuple[str, ...], list[str]]]:
        dead = [point for mark in self._state.marks() if mark.kind == "dead" for point in mark.at]
        return _restore, (self.game, self._origin, self.played, dead)


_POINT = re.compile(r"[A-Za-z]\d+")
_RUN_TOGETHER = re.compile(r"([A-Za-z]\d+){2,}")


def _shape_name(shape: _core.Shape) -> ShapeName:
    return "points" if shape.points else "holes" if shape.holes else "squares"


def _checked(text: object) -> str:
    if not isinstance(text, str):
        raise ValueError(f"A move is a string, not {type(text).__name__}.")
    # The core works on UTF-8, which cannot encode a lone surrogate; no move contains one.
    return text.encode("utf-8", "replace").decode()


def _split_moves(moves: str | Iterable[str]) -> list[str]:
    return moves.replace(",", " ").split() if isinstance(moves, str) else list(moves)


def _restore(game: Game, origin: str | None, played: tuple[str, ...], dead: list[str]) -> Position:
    """Plays a pickled history again, so that ko and repetition keep their past."""
    position = game.start() if origin is None else game.position(origin)
    for move in played:
        position = position.play(move)
    marked = any(mark.kind == "dead" for mark in core_state(position).marks())
    return position.mark_dead(dead) if dead or marked else position
