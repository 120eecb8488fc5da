"""Files of opening books: text with one position per line.

    plyground book 1
    game: robogo size=7 line=4
    search: search:nodes=500000
    lines: 4

    : d4 560, c3 540
    d4 : d5 450, e5 430

Before the colon are the moves that lead to a position, after it the moves searched there. A value
is the winning chance of the side to move in thousandths, or `win`, `draw` or `loss` if it is
proven; `win/7` is a win in 7 plies. A line that begins with `#` is a comment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from plyground.engine import registry
from plyground.engine.checked_file import write_whole
from plyground.engine.game import Game
from plyground.engine.options import show

FIRST_LINE = "plyground book 1"
MOST_BYTES = 20_000_000

_VALUE = re.compile(r"([0-9]{1,4})|(win|draw|loss)(?:/([0-9]{1,4}))?")
_CHANCES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class BookMove:
    """A move of a book: the winning chance after it, for the side that plays it.

    `mate` is, as in a search report, plies to a proven win or, below 0, a proven loss.
    """

    move: str
    chance: float
    proven: bool = False
    mate: int | None = None


@dataclass
class Contents:
    """A file's contents: the game, how it was searched, and the moves of each position."""

    game: Game
    search: str
    lines: int
    positions: dict[tuple[str, ...], tuple[BookMove, ...]] = field(default_factory=dict)


def write_book(path: Path, book: Contents) -> None:
    """Writes the file whole or not at all."""
    options = [f"{name}={show(value)}" for name, value in book.game.changed.items()]
    head = [
        FIRST_LINE,
        " ".join(["game:", book.game.name, *options]),
        f"search: {book.search}",
        f"lines: {book.lines}",
        "",
    ]
    rows = [
        f"{' '.join((*moves, ':'))} {', '.join(map(_written, found))}"
        for moves, found in book.positions.items()
    ]
    write_whole(path, ("\n".join([*head, *rows]) + "\n").encode())


def _written(move: BookMove) -> str:
    return f"{move.move} {value_text(move)}"


def value_text(move: BookMove) -> str:
    """The value as the file has it.

    >>> value_text(BookMove("d4", 0.5604)), value_text(BookMove("d4", 0.0, True, -8))
    ('560', 'loss/8')
    """
    if not move.proven:
        return str(round(1000 * move.chance))
    word = next(word for word, chance in _CHANCES.items() if chance == move.chance)
    return word if move.mate is None else f"{word}/{abs(move.mate)}"


def read_book(path: Path) -> Contents:
    """The contents; a ValueError says which line is wrong. Whether moves are legal is not checked.

    A reader plays the moves anyway, and says then what is wrong with them.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"The book {path} is larger than {MOST_BYTES // 10**6} MB.")
        text = path.read_bytes().decode()
    except OSError as error:
        raise ValueError(f"The book {path} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"The book {path} is not text in UTF-8.") from None
    rows = text.splitlines()
    if not rows or rows[0] != FIRST_LINE:
        raise ValueError(f"{path} is not a book of Plyground: its first line is another.")
    head: dict[str, str] = {}
    positions: dict[tuple[str, ...], tuple[BookMove, ...]] = {}
    for number, row in enumerate(rows[1:], 2):
        try:
            _read_row(row, head, positions)
        except ValueError as wrong:
            raise ValueError(f"The book {path}, line {number}: {wrong}") from None
    return _contents(path, head, positions)


def _read_row(
    row: str,
    head: dict[str, str],
    positions: dict[tuple[str, ...], tuple[BookMove, ...]],
) -> None:
    if not row.strip() or row.startswith("#"):
        return
    before, colon, after = row.partition(":")
    if not colon:
        raise ValueError("A colon is missing.")
    if before in ("game", "search", "lines") and before not in head and not positions:
        head[before] = after.strip()
        return
    moves = tuple(before.split())
    if moves in positions:
        raise ValueError("This position came before.")
    positions[moves] = tuple(_read_move(part.split()) for part in after.split(","))


def _read_move(words: list[str]) -> BookMove:
    value = _VALUE.fullmatch(words[1]) if len(words) == 2 else None
    if value is None or int(value[1] or 0) > 1000:
        raise ValueError(
            "A move is followed by its chance in thousandths, or win, draw or loss,"
            f" as in 'd4 560', not {' '.join(words)[:40]!r}."
        )
    if value[1]:
        return BookMove(words[0], int(value[1]) / 1000)
    chance, plies = _CHANCES[value[2]], int(value[3] or 0)
    mate = (plies if chance else -plies) if plies and chance != 0.5 else None
    return BookMove(words[0], chance, True, mate)


def _contents(
    path: Path,
    head: Mapping[str, str],
    positions: dict[tuple[str, ...], tuple[BookMove, ...]],
) -> Contents:
    if missing := [name for name in ("game", "search", "lines") if not head.get(name)]:
        raise ValueError(f"The book {path} lacks the line {missing[0]!r} at its beginning.")
    name, *options = head["game"].split()
    lines = head["lines"]
    if not re.fullmatch(r"[1-9][0-9]?", lines):
        raise ValueError(f"The book {path}: lines is a number from 1 to 99, not {lines[:20]!r}.")
    try:
        game = registry.game(name, **dict(option.split("=", 1) for option in options))
    except ValueError as wrong:
        raise ValueError(f"The book {path}: {wrong}") from None
    return Contents(game, head["search"], int(lines), positions)
