"""Sparse tablebases for tests: all draws, except for the values a test sets."""

import functools
import hashlib
import mmap
import zlib
from collections.abc import Mapping
from pathlib import Path

import plyground
from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.tablebase import file

GAME = "dobutsu"
_BASE = 125  # values, and digits of numbers that values can encode


@functools.cache
def _numbers(digit: int) -> bytes:
    """A tablebase whose values encode one digit of each position's number."""
    size = _core.tablebase_size(GAME)
    block = _BASE**digit
    most = min(_BASE, -(-size // block))
    tile = b"".join(bytes([value + 1]) * block for value in range(most))
    return (tile * -(-size // len(tile)))[:size]


def number_of(moves: str) -> int:
    """The number of the position after these moves."""
    position = plyground.game(GAME).start().play_all(moves)
    found = 0
    for digit in range(4):
        value = _core.Tablebase(GAME, _numbers(digit)).value(core_state(position))
        assert value is not None, moves
        found += (abs(value) - 1) * _BASE**digit
    return found


def write(path: Path, values: Mapping[str, int]) -> Path:
    """Writes a tablebase in which these positions, named by their moves, have these values.

    A value is the number of plies in which the side to move wins (odd) or loses (even).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w+b") as handle:
        handle.truncate(file.PAGE + _core.tablebase_size(GAME))
        for moves, value in values.items():
            handle.seek(file.PAGE + number_of(moves))
            handle.write(bytes([value]))
    put_head(path)
    return path


def put_head(path: Path) -> None:
    """Gives a file of values the right head."""
    with path.open("r+b") as handle:
        with mmap.mmap(handle.fileno(), 0) as mapped, memoryview(mapped)[file.PAGE :] as values:
            digest, size = hashlib.sha256(values).digest(), len(values)
        head = file.Head(file.UNPACKED, GAME, size, digest, file.BLOCK).to_bytes()
        handle.write(head + zlib.crc32(head).to_bytes(4, "little"))


# First a win, a draw and two losses; after the first move a win; everything else is drawn.
FIRST = {"b2b3": 75, "b1a2": 0, "c1c2": 2, "b1c2": 11, "c1c2 a4a3": 4}
