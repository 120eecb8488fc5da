"""Packed studies: read like plain ones, continued if something is missing, and never lost."""

import errno
import json
import lzma
import os
import random
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import IO, Any

import pytest

from plyground.lab import (
    Experiment,
    Study,
    pack,
    pairings,
    read_study,
    record_file,
    rows,
    run,
    unpack,
)
from plyground.lab.browse import overview, stamp_of
from plyground.lab.record_file import PACKED, RECORDS, is_running, records_file
from plyground.lab.report import write
from plyground.lab.store import find_studies
from plyground.lab.work import run_task
from plyground.matches.file import lock
from tests.lab.studies import ROUND_ROBIN, do_all, records
from tests.lab.test_running import SPRT, status

SMALL = Experiment.of(ROUND_ROBIN)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "small"
    do_all(folder)
    return folder


@pytest.fixture
def plain(finished: Path, tmp_path: Path) -> Path:
    """A finished study for packing."""
    return Path(shutil.copytree(finished, tmp_path / "study"))


@pytest.fixture
def packed(plain: Path) -> Path:
    pack(plain)
    return plain


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def half_done(finished: Path, folder: Path, count: int) -> Path:
    """A packed study with this many finished tasks; it was stopped in the middle of a line."""
    given = (finished / RECORDS).read_bytes().splitlines(keepends=True)
    folder.mkdir()
    (folder / RECORDS).write_bytes(b"".join([*given[: 1 + count], b'{"number":']))
    shutil.copy(finished / "experiment.toml", folder)
    pack(folder)
    return folder


# Packing and unpacking


def test_a_packed_study_is_read_like_a_plain_one(
    finished: Path, plain: Path, tmp_path: Path
) -> None:
    assert pack(plain) == plain / PACKED
    assert sorted(content(plain)) == ["experiment.toml", PACKED]
    assert (plain / PACKED).stat().st_size < (finished / RECORDS).stat().st_size / 2
    one, two = read_study(finished), read_study(plain)
    assert (one.head, one.records, one.versions) == (two.head, two.records, two.versions)
    assert rows(plain) == rows(finished)
    assert pairings(plain) == pairings(finished)
    assert find_studies(tmp_path) == [plain]
    known = overview(plain)
    assert (known.state, known.standing) == ("finished", overview(finished).standing)
    assert stamp_of(plain) not in (None, stamp_of(finished))
    page = tmp_path / "report.html"
    made = [[file.read_bytes() for file in write(each, page)] for each in (finished, plain)]
    assert made[0] == made[1]


def test_unpacking_gives_the_same_bytes_back(finished: Path, packed: Path) -> None:
    assert unpack(packed) == packed / RECORDS
    assert content(packed) == content(finished)


def test_packing_or_unpacking_twice_changes_nothing(packed: Path) -> None:
    before = content(packed)
    assert pack(packed) == packed / PACKED
    assert content(packed) == before
    unpack(packed)
    before = content(packed)
    assert unpack(packed) == packed / RECORDS
    assert content(packed) == before


def test_the_same_records_give_the_same_file(plain: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(plain, tmp_path / "elsewhere"))
    os.utime(other / RECORDS, (1, 1))
    assert pack(plain).read_bytes() == pack(other).read_bytes()
    assert (plain / PACKED).read_bytes()[:6] == b"\xfd7zXZ\0", "a format without name and date"


def test_a_study_that_runs_is_not_packed(plain: Path) -> None:
    before = content(plain)
    with Study(plain, SMALL), pytest.raises(ValueError, match="Another program is running the st"):
        pack(plain)
    assert content(plain) == before


def test_a_folder_without_a_study_stays_as_it_is(tmp_path: Path) -> None:
    for command in (pack, unpack):
        with pytest.raises(ValueError, match=r"it has no records\.jsonl"):
            command(tmp_path)
    assert content(tmp_path) == {}
    (tmp_path / RECORDS).write_text("my own notes\n")
    with pytest.raises(ValueError, match="line 1: This is not a JSON object"):
        pack(tmp_path)
    assert content(tmp_path) == {RECORDS: b"my own notes\n"}


def test_the_commands_say_what_they_made(
    plain: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Path(shutil.copytree(plain, tmp_path / "other"))
    assert status("pack", plain, other) == 0
    size = (plain / PACKED).stat().st_size
    assert capsys.readouterr().out.splitlines() == [
        f"{folder / PACKED}: {size:,} bytes" for folder in (plain, other)
    ]
    assert status("unpack", plain, "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert output == [{"file": str(plain / RECORDS), "bytes": (plain / RECORDS).stat().st_size}]
    assert status("pack", tmp_path) == 2
    assert capsys.readouterr().err.count("\n") == 1


# Continuing


def test_running_a_finished_packed_study_leaves_it_packed(packed: Path) -> None:
    before = content(packed)
    assert not is_running(packed)
    with Study(packed, SMALL) as study:
        assert is_running(packed)
        assert run(study).done == 6
        with pytest.raises(ValueError, match="Another program is running the study in"):
            Study(packed, SMALL)
    assert content(packed) == before


def test_a_study_with_tasks_missing_is_unpacked_and_continued(
    finished: Path, tmp_path: Path
) -> None:
    folder = half_done(finished, tmp_path / "half", 2)
    assert sorted(content(folder)) == ["experiment.toml", PACKED]
    assert (overview(folder).state, overview(folder).done) == ("stopped", 2)
    with Study(folder, SMALL) as study:
        assert is_running(folder)
        assert len(study.done) == 2
        for task in study.plan.missing(study.done):
            study.add(run_task(task))
    assert sorted(content(folder)) == ["experiment.toml", RECORDS]
    assert records(folder) == records(finished)
    assert len(read_study(folder).versions) == 2
    assert not is_running(folder)


def test_another_experiment_is_refused_before_anything_is_unpacked(
    finished: Path, tmp_path: Path
) -> None:
    folder = half_done(finished, tmp_path / "half", 2)
    before = content(folder)
    with pytest.raises(ValueError, match="its seed is 5, not 6"):
        Study(folder, Experiment.of(ROUND_ROBIN.replace("seed = 5", "seed = 6")))
    assert content(folder) == before


def test_a_sequential_test_that_has_decided_stays_packed(tmp_path: Path) -> None:
    experiment = Experiment.of(SPRT)
    with Study(tmp_path, experiment) as study:
        for task in islice(study.plan.missing(study.done), 30):
            study.add(run_task(task))
        assert len(study.done) < len(study.plan.ids)
    pack(tmp_path)
    before = content(tmp_path)
    with Study(tmp_path, experiment) as study:
        assert run(study).verdict is not None
    assert content(tmp_path) == before


# Both files


def test_plain_file_is_preferred_to_a_packed_one(packed: Path) -> None:
    given = lzma.decompress((packed / PACKED).read_bytes())
    (packed / RECORDS).write_bytes(given)
    assert records_file(packed) == packed / RECORDS
    assert find_studies(packed.parent) == [packed]
    assert pack(packed) == packed / PACKED
    assert sorted(content(packed)) == ["experiment.toml", PACKED]


def test_an_empty_plain_file_hides_nothing(packed: Path) -> None:
    (packed / RECORDS).touch()
    assert overview(packed).done == 6
    with Study(packed, SMALL) as study:
        assert len(study.done) == 6
    unpack(packed)
    assert sorted(content(packed)) == ["experiment.toml", RECORDS]


def test_a_packed_file_with_other_records_is_not_overwritten(packed: Path) -> None:
    given = lzma.decompress((packed / PACKED).read_bytes())
    (packed / RECORDS).write_bytes(given.replace(b'"date":"2', b'"date":"3', 1))
    before = content(packed)
    for change in (pack, unpack):
        with pytest.raises(ValueError, match=r"xz holds other records than records\.jsonl; move o"):
            change(packed)
    assert content(packed) == before


@pytest.mark.parametrize("is_early", [True, False], ids=["opened before", "opened after"])
def test_a_study_that_is_packed_while_it_is_opened_stays_whole(
    plain: Path, monkeypatch: pytest.MonkeyPatch, is_early: bool
) -> None:
    def late_lock(path: Path, refusal: str, **how: Any) -> IO[bytes]:
        monkeypatch.undo()
        assert path == plain / RECORDS
        if is_early:
            file = path.open("ab")
            pack(plain)
            return file
        pack(plain)
        return lock(path, refusal, **how)

    monkeypatch.setattr(record_file, "lock", late_lock)
    with Study(plain, SMALL) as study:
        assert len(study.done) == 6
        assert records_file(plain) == plain / PACKED
        assert is_running(plain)


# Damage and interruptions


def damages(data: bytes) -> dict[str, bytes]:
    dice = random.Random(4)
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 0x10
    return {
        "empty": b"",
        "text": b"my own notes\n",
        "head": data[:5],
        "cut": data[: len(data) // 2],
        "short": data[:-1],
        "no sum": data[:-8],
        "flipped": bytes(flipped),
        "wrong sum": data[:-8] + bytes(8),
        "more": data + b"more",
        **{f"cut {place}": data[:place] for place in dice.sample(range(1, len(data)), 5)},
    }


def test_damage_is_reported_and_nothing_is_lost(
    packed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    uses: list[Callable[[Path], object]] = [read_study, rows, pack, unpack]
    uses.append(lambda folder: Study(folder, SMALL))
    for name, data in damages((packed / PACKED).read_bytes()).items():
        (packed / PACKED).write_bytes(data)
        before = content(packed)
        for use in uses:
            with pytest.raises(ValueError, match=r"records\.jsonl\.xz( is |, line )") as refused:
                use(packed)
            assert str(refused.value).endswith("."), name
        assert content(packed) == before, name
        assert overview(packed).state == "broken"
    assert status("report", packed) == 2
    assert capsys.readouterr().err.endswith("can't be unpacked; it is left as it is.\n")


def test_a_wrong_packed_line_is_reported(packed: Path) -> None:
    lines = lzma.decompress((packed / PACKED).read_bytes()).splitlines(keepends=True)
    (packed / PACKED).write_bytes(lzma.compress(b"".join([*lines[:3], b"[1]\n", *lines[3:]])))
    with pytest.raises(ValueError, match=r"records\.jsonl\.xz, line 4: This is not a JSON object"):
        read_study(packed)


STEPS = ("fsync", "replace", "unlink")


def fail(monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException) -> None:
    """Makes packing fail at a step; the steps after a reported error may still run."""

    def failing(*_: object, **__: object) -> None:
        monkeypatch.undo()
        raise error

    monkeypatch.setattr(os if step == "fsync" else Path, step, failing)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("change", [pack, unpack], ids=["pack", "unpack"])
def test_interrupted_packing_leaves_all_records(
    finished: Path,
    plain: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], Path],
    step: str,
) -> None:
    wanted = read_study(finished).records
    if change is unpack:
        pack(plain)
    before = content(plain)
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    for error, raised in ((KeyboardInterrupt(), KeyboardInterrupt), (full, ValueError)):
        fail(monkeypatch, step, error)
        with pytest.raises(raised):
            change(plain)
        left = content(plain)
        assert left == before or (step == "unlink" and {**left, **before} == left)
        assert not [name for name in left if name.endswith(".part")]
        assert read_study(plain).records == wanted
        assert not is_running(plain)
    change(plain)
    assert read_study(plain).records == wanted
    assert len(content(plain)) == 2


def test_leftovers_of_a_killed_program_are_overwritten(plain: Path) -> None:
    (plain / f"{PACKED}.part").write_bytes(b"half")
    pack(plain)
    assert len(read_study(plain).records) == 6
    (plain / f"{RECORDS}.part").write_bytes(b"half a line, and longer than what comes" * 1000)
    unpack(plain)
    assert sorted(content(plain)) == ["experiment.toml", RECORDS]
    assert len(read_study(plain).records) == 6


def test_a_file_that_changes_while_it_is_packed_is_kept(
    plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On systems without locks."""

    def fsync(_: int) -> None:
        with (plain / RECORDS).open("ab") as file:
            file.write(b'{"note":{}}\n')

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(ValueError, match="has changed while it was packed; it is left as it is"):
        pack(plain)
    assert sorted(content(plain)) == ["experiment.toml", RECORDS]
