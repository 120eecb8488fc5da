"""The part of a position that only needs the core, not its game."""

from typing import TYPE_CHECKING

from plyground import _core
from plyground.engine.planes import array_of
from plyground.engine.results import Score, Term
from plyground.engine.view import AidView, FullMoveView, PieceView, Symmetry, Turn

if TYPE_CHECKING:
    from plyground.engine.planes import Planes


class BasePosition:
    """The properties of any position. `Position` adds the game, playing and views."""

    __slots__ = ("_state",)

    def __init__(self, state: _core.State) -> None:
        self._state = state

    @property
    def turn(self) -> Turn:
        """The side to move, "black" or "white"; black is the first player in every game.

        >>> import plyground
        >>> plyground.game("go", handicap=2).start().turn
        'white'
        """
        turn: Turn = self._state.turn  # type: ignore[assignment]
        return turn

    @property
    def key(self) -> int:
        """A 64-bit hash of the position's text; the same in every process.

        >>> import plyground
        >>> start = plyground.game("gomoku").start()
        >>> start.play_all("h8 a1 b2").key == start.play_all("b2 a1 h8").key
        True
        """
        return self._state.key

    @property
    def ply(self) -> int:
        """How many moves have been played since the first position of this history.

        >>> import plyground
        >>> plyground.game("gomoku").start().play_all("h8 h9").ply
        2
        """
        return self._state.ply

    @property
    def last_move(self) -> str | None:
        """The move that led here, or None.

        >>> import plyground
        >>> plyground.game("dobutsu").start().play("b2b3").last_move
        'b2b3'
        """
        return self._state.last_move()

    @property
    def played(self) -> tuple[str, ...]:
        """All moves since the first position of this history.

        >>> import plyground
        >>> plyground.game("dobutsu").start().play_all("c1c2 b3b2").played
        ('c1c2', 'b3b2')
        """
        return tuple(self._state.played())

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels of the columns, from left to right.

        >>> import plyground
        >>> plyground.game("dobutsu").start().columns
        ('a', 'b', 'c')
        """
        return tuple(self._state.shape().columns)

    @property
    def rows(self) -> tuple[str, ...]:
        """The labels of the rows, from top to bottom.

        >>> import plyground
        >>> plyground.game("dobutsu").start().rows
        ('4', '3', '2', '1')
        """
        return tuple(self._state.shape().rows)

    def coordinates(self) -> dict[str, tuple[int, int]]:
        """Column and row of every square or point by its name, counted from the top left.

        >>> import plyground
        >>> plyground.game("dobutsu").start().coordinates()["b4"]
        (1, 0)
        """
        shape = self._state.shape()
        return {
            column + row: (x, y)
            for y, row in enumerate(shape.rows)
            for x, column in enumerate(shape.columns)
        }

    @property
    def counts_margin(self) -> bool:
        """Whether the game is decided by counting, so that a win has a margin.

        >>> import plyground
        >>> [plyground.game(name).start().counts_margin for name in ("othello", "gomoku")]
        [True, False]
        """
        return self._state.counts_margin

    @property
    def runs_python(self) -> bool:
        """Whether the rules are written in Python, where a node can cost any amount of time.

        >>> import plyground
        >>> plyground.game("go").start().runs_python
        False
        """
        return self._state.runs_python

    @property
    def repetition(self) -> str:
        """What happens if a position repeats: "allowed", "draws", "simple_ko" or "superko".

        "allowed" means nothing; "draws" ends the game at the third occurrence; the two kinds of ko
        forbid moves.

        >>> import plyground
        >>> [plyground.game(name).start().repetition for name in ("gomoku", "dobutsu", "go")]
        ['allowed', 'draws', 'superko']
        """
        return self._state.repetition

    @property
    def win_scale(self) -> float:
        """The score with a winning chance of 73%: the scale of `Line.win_chance`.

        >>> import plyground
        >>> plyground.game("othello").start().win_scale > 0
        True
        """
        return self._state.win_scale

    @property
    def memory_bytes(self) -> int:
        """How many bytes the core needs for one position, without its history.

        >>> import plyground
        >>> plyground.game("othello").start().memory_bytes < 100
        True
        """
        return self._state.position_bytes

    def moves(self) -> list[str]:
        """Every legal move; none if the game is over.

        >>> import plyground
        >>> plyground.game("dobutsu").start().moves()
        ['b2b3', 'b1a2', 'b1c2', 'c1c2']
        """
        return self._state.moves()

    def winning_sets(self) -> list[list[str]]:
        """Sets of points: a side wins only by filling one of them.

        Empty if the game has no such sets, or if pieces can leave the board again.

        >>> import plyground
        >>> gomoku = plyground.game("gomoku", size=3, line=3).start()
        >>> len(gomoku.winning_sets()), gomoku.winning_sets()[0]
        (8, ['a3', 'b3', 'c3'])
        """
        return self._state.winning_sets()

    def ordered_moves(self) -> list[str]:
        """Every legal move, in the order in which the game's move ordering tries them.

        >>> import plyground
        >>> start = plyground.game("gomoku", size=5, line=4).start()
        >>> start.moves()[0], start.ordered_moves()[0]
        ('a5', 'c3')
        """
        return self._state.ordered_moves()

    def move_views(self) -> list[FullMoveView]:
        """Every legal move in parts, in the order of `moves()`.

        >>> import plyground
        >>> plyground.game("dobutsu").start().move_views()[0]
        {'text': 'b2b3', 'from': 'b2', 'to': 'b3', 'kind': 'capture', 'piece': 'chick'}
        """
        moves, parts = self._state.moves(), self._state.move_parts()
        return [
            {
                "text": text,
                "from": part.source or None,
                "to": part.to or None,
                "kind": part.kind,
                "piece": part.piece or None,
            }
            for text, part in zip(moves, parts, strict=True)
        ]

    def last_move_view(self) -> FullMoveView | None:
        """The move that led here in parts, or None.

        >>> import plyground
        >>> after = plyground.game("go", size=5).start().play("c3")
        >>> after.last_move_view()
        {'text': 'C3', 'from': None, 'to': 'C3', 'kind': 'place', 'piece': 'stone'}
        """
        last, parts = self._state.last_move(), self._state.last_parts()
        return _move_view(last, parts) if last and parts else None

    def pieces(self) -> list[PieceView]:
        """The pieces on the board.

        >>> import plyground
        >>> plyground.game("robogo").start().play("e5").pieces()
        [{'at': 'E5', 'owner': 'black', 'kind': 'stone'}]
        """
        return [
            {"at": piece.at, "owner": piece.owner, "kind": piece.kind}  # type: ignore[typeddict-item]
            for piece in self._state.pieces()
        ]

    def score(self) -> Score | None:
        """The running score, if the game has one: discs, points, the longest line.

        >>> import plyground
        >>> plyground.game("robogo").start().play_all("e5 a1 e6").score()
        Score(black=2.0, white=1.0, unit='in a row')
        """
        score = self._state.score()
        return None if score is None else Score(score.black, score.white, score.unit)

    def explain_score(self) -> list[Term]:
        """The value of each heuristic of the game for Black, before weighting.

        >>> import plyground
        >>> [term.name for term in plyground.game("dobutsu").start().explain_score()][:1]
        ['outlook']
        """
        return [
            Term(term.name, term.sentence, term.value, term.weight) for term in self._state.terms()
        ]

    def aids(self) -> list[AidView]:
        """Facts for beginners that a front end may draw; none if the game is over.

        >>> import plyground
        >>> corner = plyground.game("go", size=3).start().play_all("a1 a2")
        >>> corner.aids()[1]
        {'kind': 'liberties', 'owner': 'black', 'at': ['A1'], 'points': ['B1'], 'count': 1}
        """
        return [
            {
                "kind": aid.kind,
                "owner": aid.owner,  # type: ignore[typeddict-item]
                "at": aid.at,
                "points": aid.points,
                "count": aid.count,
            }
            for aid in self._state.aids()
        ]

    def planes(self) -> "Planes":
        """The input of a network: an array of rows, columns and planes, of 32-bit floats.

        The planes take the side to move's point of view: "own" pieces are its pieces. Needs numpy.

        >>> import plyground
        >>> start = plyground.game("othello", size=4).start()
        >>> start.planes().shape
        (4, 4, 4)
        >>> start.planes()[:, :, 0].tolist()[1]
        [0.0, 0.0, 1.0, 0.0]
        """
        return array_of(self._state.planes(), self._state.planes_shape())

    @property
    def plane_names(self) -> tuple[str, ...]:
        """What each plane holds.

        >>> import plyground
        >>> plyground.game("othello").start().plane_names
        ('own disc', 'other disc', 'legal move', 'board')
        """
        return tuple(self._state.plane_names())

    @property
    def symmetry(self) -> Symmetry:
        """How the board may be turned without changing the game: "none", "mirror" or "square".

        "mirror" exchanges left and right, "square" is all of a square's turns and reflections.

        >>> import plyground
        >>> plyground.game("dobutsu").start().symmetry
        'mirror'
        """
        symmetry: Symmetry = self._state.symmetry  # type: ignore[assignment]
        return symmetry

    @property
    def extra_targets(self) -> tuple[str, ...]:
        """What a network can learn from a finished game besides the winner.

        "score" is the margin of `result()`, "ownership" is the result of `final_ownership()`.

        >>> import plyground
        >>> [plyground.game(name).start().extra_targets for name in ("go", "gomoku")]
        [('score', 'ownership'), ()]
        """
        has = {"score": self._state.counts_margin, "ownership": self._state.has_owners}
        return tuple(target for target, is_there in has.items() if is_there)

    def final_ownership(self) -> list[int]:
        """The owner of each square in a finished game: 1 Black, -1 White, 0 nobody.

        The squares are in reading order, row by row from the top left. In Go this is the count of
        the board, without the stones marked as dead.

        >>> import plyground
        >>> plyground.game("go", size=3).position("xx1/3/1oo b passes=2").final_ownership()
        [1, 1, 0, 0, 0, 0, 0, -1, -1]
        """
        return self._state.owners()

    def to_text(self) -> str:
        """The position as one line of text; `game.position()` reads it back.

        >>> import plyground
        >>> plyground.game("dobutsu").start().to_text()
        'gle/1c1/1C1/ELG[-] b'
        """
        return self._state.to_text()


def core_state(position: BasePosition) -> _core.State:
    """The core's object for a position. Only modules of `plyground.engine` use it."""
    if not isinstance(position, BasePosition):
        raise ValueError(f"A position is expected here, not {type(position).__name__}.")
    return position._state  # noqa: SLF001 - the only way to it


def _move_view(text: str, parts: _core.MoveParts) -> FullMoveView:
    return {
        "text": text,
        "from": parts.source or None,
        "to": parts.to or None,
        "kind": parts.kind,
        "piece": parts.piece or None,
    }
