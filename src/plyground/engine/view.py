"""The view of a position for front ends, and the simplest front end: a board in ASCII."""

import sys
from typing import Literal, TypeAlias

# The web describes its answers by these types; before Python 3.12, pydantic cannot read others.
if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict

Turn: TypeAlias = Literal["black", "white"]
ShapeName: TypeAlias = Literal["squares", "points", "holes", "hexagons", "pits"]
Symmetry: TypeAlias = Literal["none", "mirror", "square"]


def other(turn: Turn) -> Turn:
    """The opponent's side.

    >>> other("black")
    'white'
    """
    return "white" if turn == "black" else "black"


class PieceView(TypedDict):
    """A piece on the board; `at` is a column label followed by a row label.

    A kind that begins with a number is a stack of that many: `3 stone`.
    """

    at: str
    owner: Turn
    kind: str


class HandView(TypedDict):
    """Equal pieces in one hand."""

    owner: Turn
    kind: str
    count: int


class MoveView(TypedDict):
    """A move in parts: what a click or a drag means. `from` and `to` are labels or None."""

    text: str
    kind: str
    to: str | None
    piece: str | None


# `from` is a Python keyword, so this key needs the functional form of TypedDict.
MoveFrom = TypedDict("MoveFrom", {"from": str | None})


class FullMoveView(MoveView, MoveFrom):
    """A move with all its parts: kind is place, move, capture, drop or pass."""


class MarkView(TypedDict):
    """Points worth showing: star, ko, line, dead, forbidden, try; gap: no cell is there."""

    kind: str
    at: list[str]


class AidView(TypedDict):
    """A fact for beginners to draw over the board; its kind defines what the parts mean.

    liberties   a group's stones, its liberties, and their number; 1 is atari
    win         where the owner's next stone wins if it is its turn, nothing, how many
    threat      a four's or an open three's stones, where to complete or extend it, and how many
                stones the line still lacks: 1 or 2
    flips       a move of the side to move, the discs it flips, how many
    mobility    where the owner could move if it were its turn, nothing, how many
    attacked    the squares the owner's pieces reach, the enemy's pieces among them, how many
    """

    kind: str
    owner: Turn | None
    at: list[str]
    points: list[str]
    count: int


class ScoreView(TypedDict):
    """A running score and what it counts."""

    black: float
    white: float
    unit: str


class ResultView(TypedDict):
    """How the game ended."""

    winner: Turn | None
    margin: float | None
    code: str
    reason: str


class View(TypedDict):
    """A position as plain data, ready for JSON.

    The label of the square in row r from the top and column c is `columns[c] + rows[r]`.
    """

    game: str
    shape: ShapeName
    columns: list[str]
    rows: list[str]
    pieces: list[PieceView]
    hands: list[HandView]
    moves: list[FullMoveView]
    last_move: FullMoveView | None
    marks: list[MarkView]
    turn: Turn
    ply: int
    result: ResultView | None
    scores: ScoreView | None


_PLAIN = {"stone", "disc"}


def letter(kind: str, owner: str) -> str:
    """One ASCII character for a piece: x and o for stones and discs, else its first letter.

    >>> letter("stone", "white"), letter("lion", "black"), letter("lion", "white")
    ('o', 'L', 'l')
    """
    if kind in _PLAIN:
        return "x" if owner == "black" else "o"
    return kind[0].upper() if owner == "black" else kind[0].lower()


def stack(kind: str) -> tuple[int | None, str]:
    """The number of pieces that a kind names, and the kind of each.

    >>> stack("3 stone"), stack("stone")
    ((3, 'stone'), (None, 'stone'))
    """
    number, space, one = kind.partition(" ")
    return (int(number), one) if space and number.isdecimal() else (None, kind)


def cell_text(kind: str, owner: str) -> str:
    """A piece in ASCII; of a stack, its number as well.

    >>> cell_text("stone", "white"), cell_text("12 stone", "white"), cell_text("4 seed", "black")
    ('o', 'o12', 'S4')
    """
    count, one = stack(kind)
    return letter(one, owner) + ("" if count is None else str(count))


def indent(view: View, row: str) -> int:
    """The number of half cells by which a row is moved to the right."""
    return view["rows"].index(row) if view["shape"] == "hexagons" else 0


def gaps(view: View) -> set[str]:
    """The labels at which the board has no cell."""
    return {at for mark in view["marks"] if mark["kind"] == "gap" for at in mark["at"]}


def ascii_board(view: View) -> str:
    """The board in ASCII, with the last move in brackets, then the hands and the side to move."""
    cells = {piece["at"]: cell_text(piece["kind"], piece["owner"]) for piece in view["pieces"]}
    cells |= dict.fromkeys(gaps(view), " ")
    wide = max(1, *map(len, cells.values())) if cells else 1
    last = view["last_move"]
    margin = max(map(len, view["rows"]))
    header = " " * (margin + 2) + " ".join(f"{column:<{wide}}" for column in view["columns"])
    lines = [header.rstrip()]
    for row in view["rows"]:
        line = " " * (1 + indent(view, row))
        for column in view["columns"]:
            is_last = last is not None and last["to"] == column + row
            if is_last:
                line = line[:-1] + "("
            line += f"{cells.get(column + row, '.') + (')' if is_last else ' '):<{wide + 1}}"
        lines.append(f"{row:>{margin}} {line.rstrip()}")
    return "\n".join([*lines, *_hand_lines(view), _next_line(view)])


def _hand_lines(view: View) -> list[str]:
    lines = []
    owners: tuple[Turn, Turn] = ("black", "white")
    for owner in owners:
        held = [hand for hand in view["hands"] if hand["owner"] == owner]
        if held:
            words = [
                hand["kind"] + (f" x{hand['count']}" if hand["count"] > 1 else "") for hand in held
            ]
            lines.append(f"{owner} holds: {', '.join(words)}")
    return lines


def _next_line(view: View) -> str:
    result = view["result"]
    if result is None:
        return f"{view['turn']} to move"
    outcome = f"{result['winner']} wins" if result["winner"] else "draw"
    return f"{outcome}: {result['reason']}"
