"""Splits files of several games, so that a bad game does not affect the others."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from plyground.records.record import Malformed, Record


class Piece(NamedTuple):
    """The text of one game, and where it begins in the file."""

    line: int
    text: str
    column: int = 1


Split = Callable[[str], Iterable[Piece]]


def lines_of(text: str) -> Iterator[Piece]:
    r"""One game per line.

    >>> list(lines_of("f5d6 # well\n\n# none\nd3"))
    [Piece(line=1, text='f5d6 # well', column=1), Piece(line=4, text='d3', column=1)]
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and line.lstrip()[0] not in "#%":
            yield Piece(number, line)


def journals_of(text: str) -> Iterator[Piece]:
    """Records in JSON lines: each begins with its head."""
    return cut(text, (_is_head(line) for line in text.split("\n")))


def _is_head(line: str) -> bool:
    if '"record"' not in line:
        return False
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(event, dict) and "record" in event


def cut(text: str, begins: Iterable[bool]) -> Iterator[Piece]:
    """Groups lines into games; each line comes with whether it begins a game."""
    first, held = 1, list[str]()
    for number, (line, new) in enumerate(zip(text.split("\n"), begins, strict=True), 1):
        if new and "".join(held).strip():
            yield Piece(first, "\n".join(held))
            first, held = number, []
        held.append(line)
    yield Piece(first, "\n".join(held))


def read_pieces(
    pieces: Iterable[Piece], read: Callable[[str], list[Record]], *, numbered: bool
) -> tuple[list[Record], list[Malformed]]:
    """The records of the good games, and the errors of the others."""
    records: list[Record] = []
    wrongs: list[Malformed] = []
    given = list(pieces)
    for number, piece in enumerate(given, 1):
        try:
            records += read(piece.text)
        except Malformed as wrong:
            which = f"game {number} of {len(given)}, " if numbered and len(given) > 1 else ""
            wrongs.append(Malformed(which + _moved(wrong.place, piece), wrong.reason))
    return records, wrongs


def _moved(place: str, piece: Piece) -> str:
    """A position in the file, from the position in the piece."""
    found = re.search(r"line (\d+)(?:, column (\d+))?", place)
    if found is None:
        return f"line {piece.line}, {place}"
    line, column = int(found.group(1)), found.group(2)
    moved = f"line {line + piece.line - 1}"
    if column:
        moved += f", column {int(column) + (piece.column - 1 if line == 1 else 0)}"
    return place[: found.start()] + moved + place[found.end() :]
