"""The file of an unfinished tablebase, from which building continues.

It holds a head, the sizes of the builder's arrays, the arrays, and a CRC-32 of everything before.
"""

import os
import struct
import zlib
from pathlib import Path

from plyground import _core
from plyground.engine.tablebase.file import write_whole

MAGIC = b"plyground unmade"
VERSION = 1  # increase it when the core changes its method
_HEAD = struct.Struct("<16sI16sI")  # magic, version, game, number of arrays
_SIZE = struct.Struct("<Q")
_CRC = struct.Struct("<I")


def part_of(out: Path) -> Path:
    """The file for the unfinished work on a tablebase.

    >>> part_of(Path("dobutsu.table")).name
    'dobutsu.table.part'
    """
    return out.with_name(f"{out.name}.part")


def save(path: Path, game: str, builder: _core.TablebaseBuilder) -> None:
    """Saves the current progress.

    The checksum detects a torn file, so there is no need to wait for the disk.
    """
    arrays = builder.memory()
    head = _head(game, arrays)
    crc = zlib.crc32(head)
    for array in arrays:
        crc = zlib.crc32(array, crc)
    write_whole(path, [head, *arrays, _CRC.pack(crc)], wait=False)


def take_up(path: Path, game: str) -> tuple[_core.TablebaseBuilder, str]:
    """A builder that continues from a file, or a new one; and a sentence about the file, if any."""
    builder = _core.tablebase_builder(game)
    try:
        wrong = _read_into(builder, path, game)
    except FileNotFoundError:
        return builder, ""
    except OSError as error:
        wrong = f"can't be read ({error.strerror or error})"
    if not wrong:
        return builder, f"Continuing from {path}."
    return _core.tablebase_builder(game), f"{path} {wrong}; the build starts again."


def _head(game: str, arrays: list[memoryview]) -> bytes:
    sizes = b"".join(_SIZE.pack(array.nbytes) for array in arrays)
    return _HEAD.pack(MAGIC, VERSION, game.encode("ascii"), len(arrays)) + sizes


def _read_into(builder: _core.TablebaseBuilder, path: Path, game: str) -> str:
    """Fills the builder's memory.

    Returns what is wrong with the file, if anything; then the builder is unusable.
    """
    arrays = builder.memory()
    wanted = _head(game, arrays)
    with path.open("rb") as file:
        head = file.read(len(wanted))
        if not head.startswith(MAGIC):
            return "is not an unfinished tablebase"
        if head != wanted:
            return "is of another version"
        size = len(head) + sum(array.nbytes for array in arrays) + _CRC.size
        if os.fstat(file.fileno()).st_size != size:
            return "is truncated"
        crc = zlib.crc32(head)
        for array in arrays:
            file.readinto(array)
            crc = zlib.crc32(array, crc)
        return "" if file.read() == _CRC.pack(crc) else "is damaged"
