"""Building a tablebase with a fake builder: steps, stops, faults."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground import _core
from plyground.engine.stop import Stop
from plyground.engine.tablebase import Tablebase, build, figures, part
from plyground.engine.tablebase.build import Progress, Stopped
from plyground.engine.tablebase.verify import Verified

GAME = "dobutsu"


class Counts:
    def __init__(self, known: figures.Counts) -> None:
        self.over = known.over
        self.by_value = [known.by_value.get(value, 0) for value in range(256)]


class Maker:
    """A builder that needs this many steps; its memory is small, and holds the number done."""

    stretches = 4
    made = 0
    right = True

    def __init__(self) -> None:
        type(self).made += 1
        self.place = bytearray(1)
        self.numbers = bytearray(b"numbers")

    @property
    def phase(self) -> str:
        return "solving"

    @property
    def share(self) -> float:
        return self.place[0] / self.stretches

    def work(self, threads: int, seconds: float) -> bool:
        assert (threads, seconds) == (2, 0.25)
        self.place[0] += 1
        return self.place[0] >= self.stretches

    def count(self, threads: int) -> Counts:
        assert threads == 2
        return Counts(figures.known(GAME) if self.right else figures.Counts(1, {1: 1}))

    def values(self) -> bytearray:
        return bytearray(_core.tablebase_size(GAME))

    def memory(self) -> list[memoryview]:
        return [memoryview(self.place), memoryview(self.numbers)]


@pytest.fixture(autouse=True)
def maker(monkeypatch: pytest.MonkeyPatch) -> type[Maker]:
    class Own(Maker):
        pass

    monkeypatch.setattr(_core, "tablebase_builder", lambda _: Own())
    monkeypatch.setattr(build, "verify", checked)
    monkeypatch.setattr(build, "write_packed", written)
    return Own


def written(path: Path, game: str, values: bytearray, *, threads: int) -> None:
    """Instead of packing, which takes a second."""
    assert (game, len(values), threads) == (GAME, _core.tablebase_size(GAME), 2)
    path.write_bytes(b"packed")


def checked(table: Tablebase, *, samples: int, depth: int) -> Verified:
    assert (table.game, depth) == (GAME, 0)
    return Verified(samples, 0, 0)


def make(out: Path, reports: list[Progress], stop_at: float = 2.0) -> build.Built:
    stop = Stop()

    def tell(now: Progress) -> None:
        reports.append(now)
        if now.share >= stop_at:
            stop.set()

    return build.build(GAME, out, threads=2, on_progress=tell, stop=stop)


def test_the_table_is_written_and_nothing_else_left(tmp_path: Path) -> None:
    reports: list[Progress] = []
    out = tmp_path / "deep" / "dobutsu.table"
    built = make(out, reports)
    assert [now.share for now in reports] == [0, 0.25, 0.5, 0.75, 1, 1]
    assert [now.phase for now in reports[-2:]] == ["counting", "packing"]
    assert built.counts == figures.known(GAME)
    assert (built.game, built.path, built.start) == (GAME, out, 0)
    assert built.checked > 0
    assert [file.name for file in out.parent.iterdir()] == ["dobutsu.table"]


def test_stopped_build_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "dobutsu.table"
    with pytest.raises(Stopped, match=r"The work is saved in .*dobutsu\.table\.part"):
        make(out, [], stop_at=0.5)
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["dobutsu.table.part"]
    reports: list[Progress] = []
    make(out, reports)
    assert reports[0].note == f"Continuing from {part.part_of(out)}."
    assert [now.share for now in reports[:2]] == [0.5, 0.75]
    assert not part.part_of(out).exists()


def test_stop_near_the_end_prevents_the_write(tmp_path: Path) -> None:
    out = tmp_path / "dobutsu.table"
    with pytest.raises(Stopped, match="The work is saved in"):
        make(out, [], stop_at=0.75)
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped, match="The work is saved in"):
        build.build(GAME, out, threads=2, on_progress=lambda _: None, stop=stop)
    assert not out.exists()
    assert make(out, []).path.exists()


def test_stop_on_a_full_disk_reports_lost_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(build, "save", full)
    with pytest.raises(Stopped, match=r"\(No space left on device\), so the work is lost"):
        make(tmp_path / "dobutsu.table", [], stop_at=0.5)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda _: b"", "is not an unfinished tablebase"),
        (lambda raw: raw[:-1], "is truncated"),
        (lambda raw: raw[:-5] + b"x" + raw[-4:], "is damaged"),
        (lambda raw: raw[:16] + b"\0" + raw[17:], "is of another version"),
        (lambda raw: raw[:20] + b"othello" + raw[27:], "is of another version"),
    ],
)
def test_an_unusable_part_file_is_reported_and_building_restarts(
    tmp_path: Path, maker: type[Maker], damage: Callable[[bytes], bytes], sentence: str
) -> None:
    out = tmp_path / "dobutsu.table"
    with pytest.raises(Stopped):
        make(out, [], stop_at=0.5)
    begun = part.part_of(out)
    begun.write_bytes(damage(begun.read_bytes()))
    before, reports = maker.made, list[Progress]()
    make(out, reports)
    assert reports[0].note == f"{begun} {sentence}; the build starts again."
    assert reports[0].share == 0
    assert maker.made == before + 2


def test_progress_is_saved_regularly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Path] = []
    monkeypatch.setattr(build, "_SAVE_AFTER", 0.0)
    monkeypatch.setattr(build, "save", lambda path, *_: kept.append(path))
    make(tmp_path / "dobutsu.table", [])
    assert kept == [tmp_path / "dobutsu.table.part"] * 3


def test_full_disk_does_not_end_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(build, "_SAVE_AFTER", 0.0)
    monkeypatch.setattr(build, "save", full)
    assert make(tmp_path / "dobutsu.table", []).path.exists()


def test_a_table_with_other_counts_is_not_written(tmp_path: Path, maker: type[Maker]) -> None:
    maker.right = False
    out = tmp_path / "dobutsu.table"
    with pytest.raises(ValueError, match="is wrong: it has 1 wins, 0 losses and 0 draws"):
        make(out, [])
    assert not out.exists()


def test_impossible_targets_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Stop()
    for game, out, threads, sentence in (
        ("othello", tmp_path / "x", 2, "too large to be solved as a whole"),
        (GAME, tmp_path, 2, "is a folder"),
        (GAME, Path(os.devnull), 2, "is not a regular file"),
        (GAME, tmp_path / "x", 0, "threads can be"),
    ):
        with pytest.raises(ValueError, match=sentence):
            build.build(game, out, threads=threads, on_progress=print, stop=stop)
    monkeypatch.setattr(build, "_ROOM", 1 << 60)
    with pytest.raises(ValueError, match="There is not enough space"):
        make(tmp_path / "x", [])
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(ValueError, match="Nothing can be written"):
        make(tmp_path / "x", [])


def test_the_known_counts_are_those_of_the_literature() -> None:
    known = figures.known(GAME)
    assert known.reachable == 246_803_167
    assert (known.over, known.open) == (147_317_599, 99_485_568)
    assert (known.wins, known.losses, known.draws) == (56_474_473, 40_328_395, 2_682_700)
    assert known.longest == 173
    assert max(known.by_value) == 173
    text = known.to_text()
    assert text.splitlines()[:2] == ["over 147317599", "0 2682700"]
