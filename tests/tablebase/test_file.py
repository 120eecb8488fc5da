"""The files of a tablebase: a round trip, and a sentence for each error."""

import errno
import hashlib
import os
import struct
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground import _core
from plyground.engine.tablebase import file

GAME = "dobutsu"
SIZE = _core.tablebase_size(GAME)
MARKS = {0: 1, 1 << 22: 2, 99_999_999: 173, SIZE - 1: 78}
BLOCKS = -(-SIZE // file.BLOCK)
ROWS = 80  # where the list of blocks begins
CRC = ROWS + 8 * BLOCKS


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A packed tablebase of draws, with a few other values."""
    values = bytearray(SIZE)
    for number, value in MARKS.items():
        values[number] = value
    path = tmp_path_factory.mktemp("packed") / "dobutsu.table"
    file.write_packed(path, GAME, values, threads=2)
    return path.read_bytes()


@pytest.fixture
def table(tmp_path: Path, packed: bytes) -> Path:
    path = tmp_path / "dobutsu.table"
    path.write_bytes(packed)
    return path


def changed(raw: bytes, at: int, new: bytes) -> bytes:
    return raw[:at] + new + raw[at + len(new) :]


def flipped(raw: bytes, at: int) -> bytes:
    return changed(raw, at, bytes([raw[at] ^ 1]))


def sealed(raw: bytes) -> bytes:
    """With a checksum that fits a changed head."""
    return changed(raw, CRC, struct.pack("<I", zlib.crc32(raw[:CRC])))


def test_a_packed_file_is_unpacked_and_mapped(table: Path, tmp_path: Path) -> None:
    head, values = file.unpack(table)
    assert (head.game, head.size, len(values)) == (GAME, SIZE, SIZE)
    assert {number: values[number] for number in MARKS} == MARKS
    assert values.count(0) == SIZE - len(MARKS)
    out = tmp_path / "dobutsu.values"
    file.write_unpacked(out, head, values)
    assert out.stat().st_size == file.PAGE + SIZE
    header, mapped = file.map_unpacked(out)
    assert header.sha256 == head.sha256
    assert mapped == values
    assert mapped.readonly
    file.check_whole(out)
    file.check_whole(table)
    with out.open("r+b") as handle:
        handle.seek(file.PAGE + 12_345)
        handle.write(b"\x01")
    with pytest.raises(ValueError, match="is damaged"):
        file.check_whole(out)


def test_the_head_is_as_documented(packed: bytes) -> None:
    assert packed[:16] == b"plyground packed"
    assert struct.unpack_from("<IIQ", packed, 16) == (1, 1 << 22, SIZE)
    assert packed[32:48] == b"dobutsu".ljust(16, b"\0")
    sizes = [struct.unpack_from("<II", packed, ROWS + 8 * number) for number in range(BLOCKS)]
    assert struct.unpack_from("<I", packed, CRC)[0] == zlib.crc32(packed[:CRC])
    assert len(packed) == CRC + 4 + sum(size for size, _ in sizes)
    assert zlib.crc32(packed[CRC + 4 : CRC + 4 + sizes[0][0]]) == sizes[0][1]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda _: b"", "is not a tablebase"),
        (lambda raw: b"GIF89a" + raw[6:], "is not a tablebase"),
        (lambda raw: raw[:40], "is truncated"),
        (lambda raw: raw[: CRC + 2], "is truncated"),
        (lambda raw: raw[: CRC + 4], "is truncated"),
        (lambda raw: raw[: len(raw) // 2], "is truncated"),
        (lambda raw: raw[:-1], "is truncated"),
        (lambda raw: raw + b"\0", "is damaged"),
        (lambda raw: changed(raw, 16, struct.pack("<I", 0)), "has the older format 0"),
        (lambda raw: changed(raw, 16, struct.pack("<I", 2)), "has the newer format 2"),
        (lambda raw: changed(raw, 20, struct.pack("<I", 0)), "is damaged"),
        (
            lambda raw: changed(raw, 24, struct.pack("<Q", 7)),
            "has 7 values; a tablebase of dobutsu",
        ),
        (
            lambda raw: changed(raw, 32, b"othello"),
            "is a tablebase of 'othello', a game without tablebases",
        ),
        (lambda raw: changed(raw, 32, b"\xff\xfe"), "a game without tablebases"),
        (lambda raw: flipped(raw, 50), "is damaged"),
        (lambda raw: sealed(flipped(raw, 50)), "is damaged"),
        (lambda raw: flipped(raw, ROWS + 5), "is damaged"),
        (lambda raw: sealed(flipped(raw, ROWS + 5)), "is damaged"),
        (lambda raw: flipped(raw, CRC), "is damaged"),
        (lambda raw: flipped(raw, CRC + 20), "is damaged"),
        (lambda raw: flipped(raw, len(raw) - 1), "is damaged"),
    ],
)
def test_damaged_packed_file_is_refused(
    table: Path, packed: bytes, damage: Callable[[bytes], bytes], sentence: str
) -> None:
    table.write_bytes(damage(packed))
    with pytest.raises(ValueError, match=sentence) as refused:
        file.unpack(table)
    assert str(table) in str(refused.value)


def test_a_small_file_does_not_fill_the_memory(
    table: Path, packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first block would unpack to a hundred megabytes."""
    squeezer = zlib.compressobj(1)
    bomb = b"".join(squeezer.compress(bytes(1 << 20)) for _ in range(100)) + squeezer.flush()
    head = changed(packed[: CRC + 4], ROWS, struct.pack("<II", len(bomb), zlib.crc32(bomb)))
    table.write_bytes(sealed(head) + bomb)
    most = []
    unpack = file._unpack_block

    def watched(*given: Any) -> bytes:
        tracemalloc.start()
        try:
            return unpack(*given)
        finally:
            most.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()

    monkeypatch.setattr(file, "_unpack_block", watched)
    with pytest.raises(ValueError, match="is damaged"):
        file.unpack(table)
    assert most[0] < 4 * file.BLOCK


def test_damaged_unpacked_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dobutsu.values"
    zeros = hashlib.sha256(bytes(SIZE)).digest()
    head = file.Head(file.UNPACKED, GAME, SIZE, zeros, file.BLOCK)

    def write(size: int, at: int = 0, new: bytes = b"") -> None:
        file.write_unpacked(path, head, b"")
        with path.open("r+b") as handle:
            handle.truncate(size)
            handle.seek(at)
            handle.write(new)

    write(file.PAGE + SIZE)
    assert len(file.map_unpacked(path)[1]) == SIZE
    for size, at, new, sentence in (
        (file.PAGE + SIZE - 1, 0, b"", "is truncated"),
        (file.PAGE + SIZE + 1, 0, b"", "is damaged"),
        (file.PAGE + SIZE, 60, b"x", "is damaged"),
        (file.PAGE + SIZE, file.PAGE + 12_345, b"x", "is damaged"),
        (file.PAGE + SIZE, 16, b"\0", "has the older format 0"),
        (file.PAGE + SIZE, 0, b"x", "is not a tablebase"),
    ):
        write(size, at, new)
        with pytest.raises(ValueError, match=sentence):
            file.map_unpacked(path)


def test_packed_and_unpacked_files_are_distinguished(table: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is packed"):
        file.map_unpacked(table)
    head = file.read_head(table)
    file.write_unpacked(tmp_path / "x.values", head, b"")
    with pytest.raises(ValueError, match="is not packed"):
        file.unpack(tmp_path / "x.values")


def test_folder_missing_and_unreadable_files_are_reported(
    tmp_path: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="is a folder, not a tablebase"):
        file.read_head(tmp_path)
    with pytest.raises(ValueError, match=r"There is no file .*nowhere"):
        file.read_head(tmp_path / "nowhere")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ValueError, match="can't be read: Permission denied"):
        file.read_head(table)


def test_file_is_written_atomically(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "x.table"
    file.write_whole(path, [b"old"])

    def parts() -> Iterator[bytes]:
        yield b"new"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        file.write_whole(path, parts())
    assert path.read_bytes() == b"old"
    assert [left.name for left in path.parent.iterdir()] == ["x.table"]


def test_leftovers_of_a_killed_process_are_removed_after_an_hour(tmp_path: Path) -> None:
    old, young = tmp_path / "x.table.1-1.new", tmp_path / "x.table.2-2.new"
    for left in (old, young):
        left.write_bytes(b"half")
    os.utime(old, (time.time() - 4000, time.time() - 4000))
    file.write_whole(tmp_path / "x.table", [b"whole"])
    assert sorted(left.name for left in tmp_path.iterdir()) == ["x.table", "x.table.2-2.new"]
