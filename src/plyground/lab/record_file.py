"""The file with the records of a study: `records.jsonl`, or compressed, `records.jsonl.xz`.

All code that opens a study's records uses `records_file` to select the file and `open_records` to
read its lines. Only the plain file is appended to.
"""

import contextlib
import lzma
import os
import shutil
import time
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Self

from plyground.matches.file import lock

RECORDS, PACKED = "records.jsonl", "records.jsonl.xz"

# Text is not aligned to words (pb, lp), and its letters depend on the one before (lc).
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
_TRIES = 4
_BLOCK = 1 << 20  # bytes to compare at a time


def records_file(folder: Path) -> Path:
    """The record file of a study; the plain name if the folder has neither.

    If both exist, the plain one holds at least as many records. It is skipped only if it is empty,
    because opening a file for writing creates it.
    """
    plain, packed = folder / RECORDS, folder / PACKED
    return packed if _size(plain) <= 0 <= _size(packed) else plain


def _size(path: Path) -> int:
    """The size of a file in bytes; negative if there is none."""
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return -1


def is_packed(path: Path) -> bool:
    """Whether a file of records is the packed one, by its name."""
    return path.name == PACKED


@contextlib.contextmanager
def open_records(path: Path) -> Iterator[BufferedIOBase]:
    """The plain bytes of a file of records; a ValueError if a packed one is damaged."""
    if not is_packed(path):
        with path.open("rb") as file:
            yield file
        return
    try:
        with lzma.open(path, "rb") as unpacked:
            yield unpacked
    except (lzma.LZMAError, EOFError):
        raise ValueError(f"{path} is damaged and can't be unpacked; it is left as it is.") from None


def is_running(folder: Path) -> bool:
    """Whether a program is now writing to the study; False if the system cannot tell."""
    try:
        import fcntl
    except ImportError:
        return False
    with contextlib.suppress(OSError), records_file(folder).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


class HeldFile:
    """A study's record file, locked against other programs until it is closed."""

    def __init__(self, path: Path, held: IO[bytes]) -> None:
        self.path, self._held = path, held

    def pack(self) -> None:
        """Replaces the plain file by a packed one. The plain one is removed last."""
        if not is_packed(self.path):
            self._become(PACKED, _compress)

    def unpack(self) -> None:
        """Replaces the packed file by a plain one. The packed one is removed last."""
        packed = self.path.with_name(PACKED)
        if is_packed(self.path):
            self._become(RECORDS, _decompress)
        elif packed.is_file():  # an earlier call was interrupted
            self._refuse_others(packed)
            packed.unlink()

    def _become(self, name: str, convert: Callable[[Path, Path], None]) -> None:
        """If this is interrupted at any time, a complete file with all records remains."""
        target = self.path.with_name(name)
        self._refuse_others(target)
        half = target.with_name(f"{name}.part")
        held = lock(half, _refusal(self.path.parent))  # the lock stays when the file is renamed
        try:
            convert(self.path, half)
            half.replace(target)
        except BaseException:
            held.close()
            half.unlink(missing_ok=True)
            raise
        before, self.path = self.path, target
        self._held, released = held, self._held
        with released:
            before.unlink()

    def _refuse_others(self, target: Path) -> None:
        """Refuses to lose records that are in no other file."""
        if target.is_file() and not _begins_with(self.path, target):
            raise ValueError(
                f"{target} holds other records than {self.path.name}; move one of the two away."
            )

    def is_current(self) -> bool:
        """Whether this is still the study's record file."""
        with contextlib.suppress(FileNotFoundError):
            same = os.path.samestat(os.fstat(self._held.fileno()), self.path.stat())
            return same and records_file(self.path.parent) == self.path
        return False

    def close(self) -> None:
        """Lets others write to it."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def hold(folder: Path) -> HeldFile:
    """The record file of a study, locked; a new one if there is none.

    A program that checks whether the study is running holds the file for a moment, and a program
    that packs it replaces it. So this tries several times.
    """
    refusal = _refusal(folder)
    for _ in range(_TRIES):
        with contextlib.suppress(ValueError, FileNotFoundError):
            path = records_file(folder)
            found = HeldFile(path, lock(path, refusal, mode="r+b" if is_packed(path) else "ab"))
            if found.is_current():
                return found
            found.close()
        time.sleep(0.1)
    raise ValueError(refusal)


def _refusal(folder: Path) -> str:
    return f"Another program is running the study in {folder}."


def _compress(plain: Path, packed: Path) -> None:
    """The same bytes for the same records: the file contains neither a time nor a name."""
    with plain.open("rb") as source, packed.open("wb") as target:
        with lzma.open(target, "wb", filters=_FILTERS) as file:
            shutil.copyfileobj(source, file)
        _write_through(target)
    with plain.open("rb") as source, lzma.open(packed, "rb") as file:
        if not _is_beginning(source, file) or file.read(1):
            raise ValueError(f"{plain} has changed while it was packed; it is left as it is.")


def _decompress(packed: Path, plain: Path) -> None:
    with open_records(packed) as source, plain.open("wb") as target:
        shutil.copyfileobj(source, target)
        _write_through(target)


def _write_through(file: IO[bytes]) -> None:
    """Writes to the disk, before the file with the same content is removed."""
    file.flush()
    os.fsync(file.fileno())


def _begins_with(path: Path, other: Path) -> bool:
    """Whether a record file begins with the whole content of another one."""
    with open_records(path) as whole, open_records(other) as beginning:
        return _is_beginning(beginning, whole)


def _is_beginning(beginning: BufferedIOBase, whole: BufferedIOBase) -> bool:
    while block := beginning.read(_BLOCK):
        if whole.read(len(block)) != block:
            return False
    return True
