"""Records in the notations of other programs. `docs/reference/notation.md` has the details.

>>> import plyground.records.notation as notation
>>> record = notation.read("f5d6c3")[0]
>>> record.game, record.moves
(game('othello'), ('f5', 'd6', 'c3'))
"""

import functools
from collections.abc import Iterable
from itertools import islice
from pathlib import PurePath

from plyground.engine.game import Game
from plyground.engine.game_guide import load_plugin, native_guides
from plyground.records.notation import lines, sgf
from plyground.records.notation.apart import journals_of, lines_of, read_pieces
from plyground.records.notation.encodings import decode, decode_as
from plyground.records.notation.format import Format
from plyground.records.notation.lost import losses
from plyground.records.record import Malformed, Record

__all__ = [
    "MAX_BYTES",
    "Format",
    "find_format",
    "formats",
    "holds_more",
    "losses",
    "read",
    "read_good",
    "write",
]

MAX_BYTES = 8_000_000

_OWN = (
    Format(
        "jsonl",
        ("jsonl",),
        None,
        "Plyground's own records: everything, as JSON lines.",
        lines.read_json,
        lines.write_json,
        lines.is_json,
        journals_of,
        rank=1,
    ),
    Format(
        "moves",
        ("moves",),
        None,
        "One line for each game: name, options, position and moves.",
        lines.read_moves,
        lines.write_moves,
        lines.is_moves,
        rank=4,
    ),
)


@functools.cache
def _formats() -> dict[str, Format]:
    """The notations of all games, SGF, and those in the games' guides."""
    plugins = [plugin for guide in native_guides().values() for plugin in guide.formats]
    rows: list[Format] = [*_OWN, sgf.make_format(), *map(load_plugin, plugins)]
    return {row.name: row for row in sorted(rows, key=lambda row: row.rank)}


def formats() -> dict[str, Format]:
    """Every notation by name.

    >>> formats()["sgf"].games
    ('go', 'othello', 'gomoku', 'robogo')
    """
    return dict(_formats())


def find_format(name: str) -> Format:
    """The notation with this name, or of a file with this name.

    >>> find_format("game.sgf").name
    'sgf'
    """
    if name in _formats():
        return _formats()[name]
    ending = PurePath(name).suffix.lstrip(".").lower()
    for row in _formats().values():
        if ending in row.extensions:
            return row
    known = ", ".join(_formats())
    raise ValueError(f"There is no notation for {name!r}; the notations are: {known}.")


def read(
    data: bytes | str,
    format: str | None = None,  # noqa: A002 - the word people look for
    *,
    game: Game | None = None,
    name: str = "",
    encoding: str | None = None,
) -> list[Record]:
    """The records in a text or in the bytes of a file.

    The notation is the one named, or that of the file name, or the one that the text looks like. If
    a game is given, it decides what the text leaves open and overrides its options. If an encoding
    is given, it overrides the file's own. Malformed says what is wrong, and where.

    >>> [record.moves for record in read("(;GM[1]SZ[9];B[ee];W[cc])")]
    [('E5', 'C7')]
    """
    row, text = _text(data, format, game, name, encoding)
    return row.read(text, game) if row else _read_likely(text, game)


def holds_more(data: bytes | str, most: int, *, game: Game | None = None, name: str = "") -> bool:
    r"""Whether a text holds more than this many games. It splits without reading, so it is quick.

    >>> holds_more("f5d6\nd3", 2), holds_more("f5d6\nd3", 1)
    (False, True)
    """
    row, text = _text(data, None, game, name, None)
    rows = [row] if row else _likely(text, game)
    return all(sum(1 for _ in islice(row.split(text), most + 1)) > most for row in rows)


def read_good(
    data: bytes | str,
    format: str | None = None,  # noqa: A002
    *,
    game: Game | None = None,
    name: str = "",
    encoding: str | None = None,
) -> tuple[list[Record], list[Malformed]]:
    """The same, but an unreadable game is reported and does not affect the others.

    >>> records, wrongs = read_good("(;SZ[9];B[ee];W[ee])(;SZ[9];B[ee])")
    >>> len(records), str(wrongs[0])
    (1, 'game 1 of 2, line 1, column 15: There is already a piece on E5.')
    """
    row, text = _text(data, format, game, name, encoding)
    row = row or _likely(text, game)[0]
    pieces = row.split(text)
    return read_pieces(
        pieces, lambda piece: row.read(piece, game), numbered=row.split is not lines_of
    )


def _text(
    data: bytes | str,
    format: str | None,  # noqa: A002
    game: Game | None,
    name: str,
    encoding: str | None,
) -> tuple[Format | None, str]:
    """The notation, if it is determined, and the text of a file."""
    if len(data) > MAX_BYTES:
        raise Malformed(
            "the file", f"The file is too large; the limit is {MAX_BYTES // 1_000_000} MB."
        )
    row = find_format(format) if format else _by_name(name)
    if row is not None and game is not None and not row.holds(game):
        raise ValueError(_cannot_hold(row, game))
    if isinstance(data, bytes):
        fallback = row.encoding if row else "cp1252"
        data = decode_as(data, encoding) if encoding else decode(data, fallback)
    return row, data.removeprefix("\ufeff")


def _likely(text: str, game: Game | None) -> list[Format]:
    """The notations that the text looks like."""
    likely = [row for row in _formats().values() if row.is_like(text)]
    likely = [row for row in likely if game is None or row.holds(game)]
    if not likely:
        raise Malformed("line 1", f"This looks like none of the notations {', '.join(_formats())}.")
    return likely


def _read_likely(text: str, game: Game | None) -> list[Record]:
    """Reads with the first notation that the text looks like and that can read it."""
    first_wrong: Malformed | None = None
    for row in _likely(text, game):
        try:
            return row.read(text, game)
        except Malformed as wrong:
            first_wrong = first_wrong or wrong
    assert first_wrong is not None, "at least one has tried"
    raise first_wrong


def write(records: Iterable[Record], format: str) -> str:  # noqa: A002
    """The records in a notation; ValueError if it cannot hold their game.

    Parts of a record that it cannot hold are left out: `losses` lists them.

    >>> write(read("f5d6c3"), "othello").split()
    ['f5d6c3']
    """
    row, given = find_format(format), list(records)
    for record in given:
        if not row.holds(record.game):
            raise ValueError(_cannot_hold(row, record.game))
    return row.write(given)


def _by_name(name: str) -> Format | None:
    try:
        return find_format(PurePath(name).name) if name else None
    except ValueError:
        return None


def _cannot_hold(row: Format, game: Game) -> str:
    others = [other.name for other in _formats().values() if other.holds(game)]
    return f"{row.name} can't hold a game of {game.title}; these can: {', '.join(others)}."
