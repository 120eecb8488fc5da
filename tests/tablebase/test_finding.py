"""Where tablebases are found, and what happens to unusable files."""

import errno
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import plyground
from plyground import _core
from plyground.engine import tablebase
from plyground.engine.tablebase import file
from tests.web import tablebases

GAME = "dobutsu"
SIZE = _core.tablebase_size(GAME)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("packed") / "dobutsu.table"
    file.write_packed(path, GAME, bytes(SIZE), threads=2)
    return path.read_bytes()


def put(path: Path, raw: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(raw)
    return path


def sparse(path: Path) -> Path:
    """An unpacked tablebase of draws, which takes no disk space."""
    return tablebases.write(path, {})


def move_by_search() -> str | None:
    return plyground.search(plyground.game(GAME).start(), "search:nodes=2000").move


def test_without_a_file_there_is_no_table_and_no_problem() -> None:
    assert tablebase.find(GAME) is None
    assert tablebase.problem(GAME) is None
    assert tablebase.find("othello") is None
    report = plyground.search(plyground.game(GAME).start(), "search:nodes=2000")
    assert report.nodes > 0


def test_a_packed_table_is_unpacked_once(packed: bytes) -> None:
    put(tablebase.path_of(GAME), packed)
    found = tablebase.find(GAME)
    assert found is not None
    assert (found.game, found.path) == (GAME, tablebase.folder() / "dobutsu.values")
    assert found.value(plyground.game(GAME).start()) == 0
    written = found.path.stat().st_mtime_ns
    assert tablebase.find(GAME) is found
    tablebase.look_again()
    again = tablebase.find(GAME)
    assert again is not None
    assert again is not found
    assert again.path.stat().st_mtime_ns == written


def test_the_unpacked_file_is_enough() -> None:
    path = sparse(tablebase.folder() / "dobutsu.values")
    found = tablebase.find(GAME)
    assert found is not None
    assert found.path == path


def test_new_and_deleted_files_are_noticed() -> None:
    assert tablebase.find(GAME) is None
    path = sparse(tablebase.folder() / "dobutsu.values")
    assert tablebase.find(GAME) is not None
    path.unlink()
    assert tablebase.find(GAME) is None


def test_unpacked_values_of_another_table_are_replaced(packed: bytes) -> None:
    path = sparse(tablebase.folder() / "dobutsu.values")
    put(tablebase.path_of(GAME), packed)
    assert tablebase.find(GAME) is not None
    file.check_whole(path)


def test_damaged_unpacked_values_are_unpacked_again(packed: bytes) -> None:
    put(tablebase.folder() / "dobutsu.values", b"nonsense")
    put(tablebase.path_of(GAME), packed)
    assert tablebase.find(GAME) is not None
    assert tablebase.problem(GAME) is None


@pytest.mark.parametrize("length", [0, 60, 100, 5000])
def test_bad_file_is_ignored(packed: bytes, length: int) -> None:
    put(tablebase.path_of(GAME), packed[:length])
    assert tablebase.find(GAME) is None
    assert str(tablebase.path_of(GAME)) in (tablebase.problem(GAME) or "")
    assert move_by_search() in plyground.game(GAME).start().moves()


def test_tablebase_that_can_not_be_unpacked_stays_in_memory(
    packed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(file, "write_unpacked", full)
    path = put(tablebase.path_of(GAME), packed)
    found = tablebase.find(GAME)
    assert found is not None
    assert found.path == path
    assert found.value(plyground.game(GAME).start()) == 0
    assert "No space left on device" in (tablebase.problem(GAME) or "")
    assert tablebase.find(GAME) is found


@pytest.mark.parametrize("name", ["mine.table", "mine.values"])
def test_other_files_beside_a_packed_one_are_not_overwritten(
    packed: bytes, tmp_path: Path, name: str
) -> None:
    path = put(tmp_path / name, packed)
    beside = tmp_path / "mine.values"
    if beside != path:
        put(beside, b"my precious data")
    before = beside.read_bytes()
    tablebase.use(path)
    found = tablebase.find(GAME)
    assert found is not None
    assert found.value(plyground.game(GAME).start()) == 0
    assert beside.read_bytes() == before
    assert "is another kind of file" in (tablebase.problem(GAME) or "")


def test_lack_of_memory_is_reported(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(_: Path) -> None:
        raise MemoryError

    monkeypatch.setattr(file, "unpack", none_left)
    put(tablebase.path_of(GAME), packed)
    assert tablebase.find(GAME) is None
    assert "not enough memory" in (tablebase.problem(GAME) or "")


def test_a_file_can_be_named(packed: bytes, tmp_path: Path) -> None:
    for path in (put(tmp_path / "mine.table", packed), sparse(tmp_path / "other.values")):
        tablebase.use(path)
        found = tablebase.find(GAME)
        assert found is not None
        assert found.path == path.with_suffix(".values")
    tablebase.use(None)
    assert tablebase.find(GAME) is None


def test_damaged_named_file_is_refused(packed: bytes, tmp_path: Path) -> None:
    short = put(tmp_path / "short.table", packed[:5000])
    for path, sentence in (
        (short, "is truncated"),
        (tmp_path, "is a folder"),
        (tmp_path / "nowhere", "There is no file"),
        (Path("/"), "is a folder"),
    ):
        with pytest.raises(ValueError, match=sentence):
            tablebase.use(path)
    assert tablebase.find(GAME) is None
    assert tablebase.problem(GAME) is None


def test_a_named_file_that_goes_away_is_a_problem(tmp_path: Path) -> None:
    path = sparse(tmp_path / "mine.values")
    tablebase.use(path)
    path.unlink()
    assert tablebase.find(GAME) is None
    assert "There is no file" in (tablebase.problem(GAME) or "")


def test_processes_that_are_started_use_the_named_file_too(tmp_path: Path) -> None:
    path = sparse(tmp_path / "mine.values")
    tablebase.use(path)
    code = "from plyground.engine import tablebase; print(tablebase.find('dobutsu').path)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(path)


def test_many_threads_find_and_ask_at_once(packed: bytes) -> None:
    put(tablebase.path_of(GAME), packed)
    dice = random.Random(3)
    numbers = [dice.randrange(SIZE) for _ in range(400)]
    game = plyground.game(GAME)

    def ask(number: int) -> tuple[object, ...]:
        table = tablebase.find(GAME)
        assert table is not None
        position = game.position(table.text(number))
        return table.value(position), table.moves(position), table.line(position, 5), id(table)

    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(ask, numbers))
    assert together == [ask(number) for number in numbers]
