"""Games written in Python: the required methods, and defaults for the optional ones.

An author writes a class whose instances are positions that never change:

    name                        the name of the game, in lower case
    turn                        "black" or "white"
    moves()                     the legal moves as texts, while the game goes on
    play(move)                  the position after a legal move; the core asks moves() first
    result()                    None, or "black", "white" or "draw"; or a tuple with the
                                winner, the reason in words and, if it counts, the margin
    to_text(), from_text(text)  the position as one line of text, and back (a class method
                                that answers garbage with a ValueError)
    board()                     rows from the top: "x" and "o" for stones, "." for empty; other
                                letters are the pieces that `kinds` names, capitals black's; " "
                                is no cell at all. In a row that is a list, a cell can have a
                                number after its letter: "x3" is a stack of three

and may add

    title, rules                by default made from the name and the class's docstring
    start()                     a class method, where the class can't be called without arguments
    options                     Option rows; start() and from_text() then get them by name
    key()                       a 64-bit integer, where hashing the text is too slow
    repetition = "draws"        the third occurrence of a position ends the game in a draw
    shape = "points"            stones on crossings instead of squares; "holes": discs in holes;
                                "hexagons": each row starts half a cell to the right of the one
                                above; "pits": round pits
    first_row = "top"           row 1 is at the top
    kinds = {"k": "king"}       what the letters of board() mean
    target(move)                the square a move goes to, where its text does not say so
    explain(move)               why a move is not legal, in a sentence
    score()                     black's and white's running score and, in words, what it counts
    hands()                     pieces off the board, as (owner, kind, count)
    marks()                     squares worth showing, as (kind, labels)
    aids()                      facts for beginners, as (kind, owner or None, labels it is about,
                                labels that explain it, count); see AidView in view.py
    evaluate()                  Black's advantage, for searches: 1 wins with a chance of 73 %
    method = "mcts"             how levels and hints search: by playouts, or "alphabeta" by
                                evaluate(). Without it, a measurement decides; see favourite.py
    planes()                    how a network sees the position: a numpy array of float32 with rows,
                                columns and planes, as the side to move sees the board. Without it
                                there are planes for the pieces and hands, and for the turn
    plane_names                 what each of these planes holds
    symmetries = "mirror"       left and right can be exchanged, board and moves alike; "square":
                                the board can be turned as well. By default "none"
    actions                     every move's text in a fixed order, a list or a class method that
                                is given the options; see actions.py
    guide                       a GameGuide: what the levels, pages and notations should know
    symmetric = False           the colours are not alike, so `plyground check` should not compare
"""

import hashlib
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast, get_args

from plyground import _core
from plyground.engine.favourite import check_method, favours_playouts, moves_again
from plyground.engine.options import Option, RuleSet, Value
from plyground.engine.planes import plane_names, planes_in_bytes, read_symmetry
from plyground.engine.sampling import sample_games
from plyground.engine.view import ShapeName

_MASK = (1 << 64) - 1
SHAPES = get_args(ShapeName)
GAP = " "  # a cell that the board does not have
_LABELS = re.compile(r"[A-Za-z]\d+")


class PythonPosition(Protocol):
    """The methods that every game written in Python has."""

    turn: str

    def moves(self) -> Sequence[str]:
        """The legal moves, while the game goes on."""

    def play(self, move: str) -> "PythonPosition":
        """The position after a legal move."""

    def result(self) -> str | tuple[object, ...] | None:
        """None, a winner or "draw", or a tuple of winner, reason and margin."""

    def to_text(self) -> str:
        """The position as one line of text."""

    def board(self) -> Sequence[str]:
        """Rows from the top."""


def board_text(rows: Sequence[str], turn: str) -> str:
    """The standard text of a position: rows joined by `/`, empty squares counted, and the turn.

    >>> board_text(["x.o", "...", "..x"], "white")
    'x1o/3/2x w'
    """
    packed = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    return f"{packed} {turn[0]}"


def read_board(text: str, rows: int, columns: int, pieces: str = "xo") -> tuple[list[str], str]:
    """Rows and turn from a standard text; a ValueError says what is wrong with it.

    >>> read_board("x1o/3/2x w", 3, 3)
    (['x.o', '...', '..x'], 'white')
    """
    board, _, turn = text.strip().partition(" ")
    if turn not in ("b", "w"):
        raise ValueError(f"A position ends with the side to move, 'b' or 'w', not {turn[:12]!r}.")
    if len(text) > 4096 or not set(board) <= {*pieces, *string.digits, "/"}:
        raise ValueError(f"A board is written with {', '.join(pieces)}, numbers and '/'.")
    unpacked = [
        re.sub(r"\d+", lambda run: "." * min(int(run[0][:4]), 99), row) for row in board.split("/")
    ]
    if len(unpacked) != rows or any(len(row) != columns for row in unpacked):
        raise ValueError(f"This board has {rows} rows of {columns} points.")
    return unpacked, "black" if turn == "b" else "white"


class PythonSource:
    """A class written in Python as a source of positions."""

    def __init__(self, cls: type[Any]) -> None:
        self.cls = cls
        self.name: str = _attribute(cls, "name", str)
        self.title: str = getattr(cls, "title", self.name.replace("_", " ").title())
        self.rules: str = getattr(cls, "rules", "") or " ".join((cls.__doc__ or "").split())
        self.options: tuple[Option, ...] = tuple(getattr(cls, "options", ()))
        self.rule_sets: dict[str, RuleSet] = {}  # for native games only
        self.guide: object = getattr(cls, "guide", None)
        self.shape = _read_shape(cls)
        self._method = check_method(getattr(cls, "method", None))
        for method in ("moves", "play", "result", "to_text", "from_text", "board"):
            if not callable(getattr(cls, method, None)):
                raise ValueError(f"The game {self.name!r} lacks the method {method}().")
        self._rules: dict[tuple[Value, ...], _core.PythonRules] = {}
        self._favours_playouts: dict[tuple[Value, ...], bool] = {}
        self._moves_again: dict[tuple[Value, ...], bool] = {}

    def start(self, values: Mapping[str, Value]) -> _core.State:
        """The first position."""
        return self._state(values, self.first(values))

    def parse(self, values: Mapping[str, Value], text: str) -> _core.State:
        """The position that a text describes."""
        return self._state(values, self.read(values, text))

    def first(self, values: Mapping[str, Value]) -> Any:
        """The author's first position."""
        return _first(self.cls, values)

    def read(self, values: Mapping[str, Value], text: str) -> Any:
        """The author's position for a text."""
        # No position contains a lone surrogate, and no message that quotes one could be printed.
        return self.cls.from_text(text.encode("utf-8", "replace").decode(), **values)

    def favours_monte_carlo(self, values: Mapping[str, Value], state: _core.State) -> bool:  # noqa: ARG002
        """Whether playouts are better than the author's evaluation; measured once."""
        chosen = tuple(values.values())
        if chosen not in self._favours_playouts:
            self._favours_playouts[chosen] = favours_playouts(
                self.start(values), has_evaluation=self.has_evaluation, method=self._method
            )
        return self._favours_playouts[chosen]

    def may_move_again(self, values: Mapping[str, Value]) -> bool:
        """Whether a side moved twice in a row in one of some random games."""
        chosen = tuple(values.values())
        if chosen not in self._moves_again:
            self._moves_again[chosen] = moves_again(self.start(values))
        return self._moves_again[chosen]

    @property
    def has_evaluation(self) -> bool:
        """Whether the author's class has an evaluation."""
        return hasattr(self.cls, "evaluate")

    def _state(self, values: Mapping[str, Value], position: Any) -> _core.State:
        chosen = tuple(values.values())
        if chosen not in self._rules:
            self._rules[chosen] = _rules(Answers(self.cls, dict(values)))
        return _core.python_state(self._rules[chosen], position)


class Answers:
    """Answers the core's questions about a position: the author's own answer, or a default."""

    def __init__(self, cls: type[Any], values: Mapping[str, Value]) -> None:
        self.cls = cls
        self.values = values
        self._planes = 0  # how many planes the author gives, once known

    def key(self, position: Any) -> int:
        """A 64-bit key; by default a hash of the text that is the same in every process."""
        if hasattr(position, "key"):
            return int(position.key()) & _MASK
        digest = hashlib.blake2b(position.to_text().encode(), digest_size=8).digest()
        return int.from_bytes(digest, "little")

    def read(self, position: Any, text: str) -> str | tuple[str, dict[str, str]]:
        """The legal move that a text means, or why it is refused."""
        word = text.strip()
        over = position.result() is not None
        moves = [] if over else [str(move) for move in position.moves()]
        for move in moves:
            if word == move:
                return move
        for move in moves:
            if word.casefold() == move.casefold():
                return move
        if hasattr(position, "explain") and not over:
            reason = position.explain(word)
            if reason is not None:
                return ("cannot_reach", {"sentence": str(reason)})
        return self._guess_refusal(position, word)

    def shape(self, position: Any) -> tuple[bool, list[str], list[str], bool]:
        """Whether the board has points, the labels of columns and rows, whether it has holes."""
        rows = position.board()
        columns = list(string.ascii_lowercase[: len(rows[0])])
        numbers = [str(row + 1) for row in range(len(rows))]
        if getattr(self.cls, "first_row", "bottom") != "top":
            numbers.reverse()
        kind = getattr(self.cls, "shape", "squares")
        return kind in ("points", "hexagons"), columns, numbers, kind == "holes"

    def pieces(self, position: Any) -> list[tuple[str, str, str]]:
        """The pieces on the board with owner and kind."""
        return [(at, *self._piece(letter)) for at, letter in self._squares(position).items()]

    def hands(self, position: Any) -> list[tuple[str, str, int]]:
        """The pieces in hand, as (owner, kind, count)."""
        return list(position.hands()) if hasattr(position, "hands") else []

    def marks(self, position: Any) -> list[tuple[str, list[str]]]:
        """Points worth showing, as (kind, labels); cells that the board does not have are gaps."""
        own = list(position.marks()) if hasattr(position, "marks") else []
        gaps = [at for at, cell in self._cells(position) if cell == GAP]
        return [*own, ("gap", gaps)] if gaps else own

    def aids(self, position: Any) -> list[tuple[str, str | None, list[str], list[str], int]]:
        """Facts for beginners, as (kind, owner, at, points, count)."""
        return list(position.aids()) if hasattr(position, "aids") else []

    def parts(self, position: Any, move: str) -> tuple[str, str, str, str]:
        """From, to, kind and piece of a move; by default taken from the labels in its text."""
        if move == "pass":
            return "", "", "pass", ""
        labels = _LABELS.findall(move)
        if hasattr(position, "target"):
            labels = [*labels[:-1], position.target(move)]
        squares = self._squares(position)
        if len(labels) < 2:
            at = labels[-1] if labels else ""
            if at in squares:  # it takes what is there
                return "", at, "capture", ""
            return "", at, "place", self._piece("x" if position.turn == "black" else "o")[1]
        source, target = labels[0], labels[-1]
        piece = self._piece(squares[source])[1] if source in squares else ""
        return source, target, "capture" if target in squares else "move", piece

    def score(self, position: Any) -> tuple[float, float, str] | None:
        """Black's and White's running score and its unit, if there is one."""
        score = position.score() if hasattr(position, "score") else None
        if score is None:
            return None
        black, white, *unit = score
        return float(black), float(white), str(unit[0]) if unit else "points"

    def symmetry(self) -> str:
        """The symmetry under which the game does not change."""
        return read_symmetry(self.cls)

    def look(self) -> tuple[list[str] | None, list[str], list[str]]:
        """The names of the author's own planes, if any; or the kinds on the board and in hand."""
        first = _first(self.cls, self.values)
        if hasattr(self.cls, "planes"):
            names = plane_names(first)
            self._planes = len(names)
            return names, [], []
        return None, *self.kinds_seen()

    def kinds_seen(self) -> tuple[list[str], list[str]]:
        """The kinds of pieces on the board and in hand, as far as random games show them."""
        first = _first(self.cls, self.values)
        start = _core.python_state(_rules(Answers(self.cls, self.values)), first)
        seen = sample_games(start, getattr(self.cls, "kinds", {}).values())
        return list(seen.on_board), list(seen.in_hand)

    def planes(self, position: Any) -> bytes:
        """The author's own planes, as the core reads them; `look` comes first."""
        return planes_in_bytes(position, self._planes)

    def _piece(self, cell: str) -> tuple[str, str]:
        """Owner and kind; the kind of several pieces begins with their number."""
        letter, count = cell[0], cell[1:]
        kinds = {"x": "stone", "o": "stone", **getattr(self.cls, "kinds", {})}
        number = f"{count} " if count else ""
        if letter in "xo":
            return "black" if letter == "x" else "white", number + kinds[letter]
        owner = "black" if letter.isupper() else "white"
        kind = kinds.get(letter, kinds.get(letter.lower(), letter.lower()))
        return owner, number + kind

    def _cells(self, position: Any) -> list[tuple[str, str]]:
        """Every cell of the board with its label."""
        _, columns, numbers, _ = self.shape(position)
        return [
            (column + number, cell)
            for number, row in zip(numbers, position.board(), strict=True)
            for column, cell in zip(columns, row, strict=True)
        ]

    def _squares(self, position: Any) -> dict[str, str]:
        return {at: cell for at, cell in self._cells(position) if cell not in (".", GAP)}

    def _guess_refusal(self, position: Any, word: str) -> tuple[str, dict[str, str]]:
        """The refusal code that fits best if the author's class has no `explain`."""
        if word.casefold() == "pass":
            return "must_not_pass", {}
        labels = _LABELS.findall(word.lower())
        if not labels or "".join(labels) != re.sub(r"[^a-z0-9]", "", word.lower()):
            first = _first(self.cls, self.values)
            known = word.casefold() in {move.casefold() for move in first.moves()}
            return ("cannot_reach", {"move": word}) if known else ("unreadable", {})
        _, columns, numbers, _ = self.shape(position)
        for label in labels:
            if label[0] not in columns or label[1:] not in numbers:
                return "off_board", {"point": label[:8]}
        if len(labels) == 1 and labels[0] in self._squares(position):
            return "occupied", {"point": labels[0]}
        return "cannot_reach", {"move": word[:24]}


def _rules(answers: Answers) -> _core.PythonRules:
    return _core.PythonRules(answers, getattr(answers.cls, "repetition", None) == "draws")


def _first(cls: type[Any], values: Mapping[str, Value]) -> Any:
    return getattr(cls, "start", cls)(**values)


def _read_shape(cls: type[Any]) -> ShapeName:
    shape = getattr(cls, "shape", "squares")
    if shape not in SHAPES:
        known = ", ".join(SHAPES)
        raise ValueError(f"The shape of a board is one of {known}, not {str(shape)[:40]!r}.")
    return cast(ShapeName, shape)


def _attribute(cls: type[Any], name: str, kind: type) -> Any:
    value = getattr(cls, name, None)
    if not isinstance(value, kind) or not value:
        raise ValueError(f"The class {cls.__name__} needs an attribute {name}, a {kind.__name__}.")
    return value
