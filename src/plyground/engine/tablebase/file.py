"""The files of a tablebase: packed for storage and transfer, unpacked for mapping into memory.

docs/explanation/tablebase.md describes both formats byte by byte. A bad file raises ValueError with
a sentence.
"""

import contextlib
import hashlib
import mmap
import os
import struct
import threading
import time
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from plyground import _core

VERSION = 1
PAGE = 4096  # the head of an unpacked file fills one page, so that the values begin on the next
BLOCK = 1 << 22  # values in a packed block
LEVEL = 6  # of zlib: higher levels take long and gain little

PACKED, UNPACKED = b"plyground packed", b"plyground values"
_HEAD = struct.Struct("<16sIIQ16s32s")  # magic, version, block size, values, game, SHA-256
_BLOCK = struct.Struct("<II")  # packed size, CRC-32 of the packed bytes
_CRC = struct.Struct("<I")
_HOUR = 3600

Values = bytes | bytearray | memoryview | mmap.mmap


@dataclass(frozen=True)
class Head:
    """The head of a file."""

    magic: bytes
    game: str
    size: int  # of the values, in bytes
    sha256: bytes
    block: int

    def to_bytes(self) -> bytes:
        """The bytes at the beginning of the file."""
        name = self.game.encode("ascii")
        return _HEAD.pack(self.magic, VERSION, self.block, self.size, name, self.sha256)


def read_head(path: Path) -> Head:
    """The head of a file; ValueError if it is not a tablebase of a supported version."""
    with _opened(path) as file:
        return _read_head(path, file)


def _read_head(path: Path, file: BinaryIO) -> Head:
    raw = file.read(_HEAD.size)
    magic = raw[:16]
    if magic not in (PACKED, UNPACKED):
        raise ValueError(f"{path} is not a tablebase.")
    if len(raw) < _HEAD.size:
        raise ValueError(_cut_short(path))
    _, version, block, size, name, sha256 = _HEAD.unpack(raw)
    if version != VERSION:
        age = "older" if version < VERSION else "newer"
        raise ValueError(
            f"{path} has the {age} format {version}; this version of Plyground reads {VERSION}."
        )
    game = name.rstrip(b"\0").decode("ascii", "replace")
    _check_game(path, game, size)
    if block != BLOCK:
        raise ValueError(_damaged(path))
    return Head(magic, game, size, sha256, block)


def _check_game(path: Path, game: str, size: int) -> None:
    try:
        expected = _core.tablebase_size(game)
    except ValueError:
        raise ValueError(f"{path} is a tablebase of {game!r}, a game without tablebases.") from None
    if size != expected:
        raise ValueError(f"{path} has {size} values; a tablebase of {game} has {expected}.")


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Opens the file; errors become a ValueError with a sentence."""
    try:
        with path.open("rb") as file:
            yield file
    except FileNotFoundError:
        raise ValueError(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise ValueError(f"{path} is a folder, not a tablebase.") from None
    except OSError as error:
        raise ValueError(f"{path} can't be read: {error.strerror or error}.") from None


def _cut_short(path: Path) -> str:
    return f"{path} is truncated; copy it or build it again."


def _damaged(path: Path) -> str:
    return f"{path} is damaged; copy it or build it again."


def write_packed(path: Path, game: str, values: Values, *, threads: int = 1) -> None:
    """Packs the values into a file, which is written atomically."""
    with memoryview(values) as view, ThreadPoolExecutor(threads + 1) as pool:
        digest = pool.submit(lambda: hashlib.sha256(view).digest())
        parts = [view[at : at + BLOCK] for at in range(0, len(view), BLOCK)]
        packed = list(pool.map(lambda part: zlib.compress(part, LEVEL), parts))
        head = Head(PACKED, game, len(view), digest.result(), BLOCK).to_bytes()
        for part in parts:
            part.release()
    rows = b"".join(_BLOCK.pack(len(block), zlib.crc32(block)) for block in packed)
    write_whole(path, [head, rows, _CRC.pack(zlib.crc32(head + rows)), *packed])


def unpack(path: Path) -> tuple[Head, bytearray]:
    """The values of a packed file, checked against its checksums."""
    with _opened(path) as file:
        head = _read_head(path, file)
        if head.magic != PACKED:
            raise ValueError(f"{path} is not packed.")
        count = -(-head.size // head.block)
        rows = file.read(count * _BLOCK.size)
        crc = file.read(_CRC.size)
        if len(crc) < _CRC.size:
            raise ValueError(_cut_short(path))
        if _CRC.unpack(crc)[0] != zlib.crc32(head.to_bytes() + rows):
            raise ValueError(_damaged(path))
        values = bytearray(head.size)
        digest = hashlib.sha256()
        for number, (size, crc_of_block) in enumerate(_BLOCK.iter_unpack(rows)):
            at = number * head.block
            room = min(head.block, head.size - at)
            block = _unpack_block(path, file.read(size), size, crc_of_block, room)
            values[at : at + len(block)] = block
            digest.update(block)
        if file.read(1) or digest.digest() != head.sha256:
            raise ValueError(_damaged(path))
    return head, values


def _unpack_block(path: Path, packed: bytes, size: int, crc: int, room: int) -> bytes:
    """At most this many values: a small file must not fill the memory."""
    if len(packed) < size:
        raise ValueError(_cut_short(path))
    unpacking = zlib.decompressobj()
    try:
        block = unpacking.decompress(packed, room + 1) if zlib.crc32(packed) == crc else b""
    except zlib.error:
        block = b""
    if len(block) != room or not unpacking.eof:
        raise ValueError(_damaged(path))
    return block


def may_replace(path: Path) -> bool:
    """Whether values may be written here: no file exists yet, or it holds values."""
    try:
        with path.open("rb") as file:
            return file.read(len(UNPACKED)) in (UNPACKED, b"")
    except FileNotFoundError:
        return True
    except OSError:
        return False


def write_unpacked(path: Path, head: Head, values: Values) -> None:
    """Writes the values so that they can be mapped into memory."""
    begin = Head(UNPACKED, head.game, head.size, head.sha256, head.block).to_bytes()
    page = (begin + _CRC.pack(zlib.crc32(begin))).ljust(PAGE, b"\0")
    write_whole(path, [page, values])


def map_unpacked(path: Path) -> tuple[Head, memoryview]:
    """Maps the values of an unpacked file. They are read once to compare their checksum."""
    with _opened(path) as file:
        head = _read_head(path, file)
        if head.magic != UNPACKED:
            raise ValueError(f"{path} is packed.")
        size = os.fstat(file.fileno()).st_size
        if size < PAGE + head.size:
            raise ValueError(_cut_short(path))
        page = file.read(PAGE - _HEAD.size)
        if size != PAGE + head.size or page[:4] != _CRC.pack(zlib.crc32(head.to_bytes())):
            raise ValueError(_damaged(path))
        # Read for the checksum, not mapped: a file that is cut short meanwhile is an error then.
        digest = hashlib.sha256()
        while block := file.read(BLOCK):
            digest.update(block)
        if digest.digest() != head.sha256 or os.fstat(file.fileno()).st_size != size:
            raise ValueError(_damaged(path))
        mapped = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        values = memoryview(mapped)[PAGE:]
    return head, values


def check_whole(path: Path) -> None:
    """Reads a file to its end; ValueError with a sentence if a checksum is wrong."""
    if read_head(path).magic == PACKED:
        unpack(path)
    else:
        map_unpacked(path)


def write_whole(path: Path, parts: Iterable[Values], *, wait: bool = True) -> None:
    """Writes a file atomically.

    Without `wait` the file is not safe if the machine itself crashes.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    begun = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        with begun.open("wb") as file:
            for part in parts:
                file.write(part)
            if wait:
                file.flush()
                os.fsync(file.fileno())
        begun.replace(path)
    except BaseException:
        begun.unlink(missing_ok=True)
        raise


def _sweep(path: Path) -> None:
    """Removes temporary files that killed processes have left; a recent one may still be in use."""
    for left in path.parent.glob(f"{path.name}.*.new"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime > _HOUR:
                left.unlink()
