"""The folder of a training run: cut and damaged files, a full disk, other processes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground.train.self_play import GameRecord, SelfPlayer
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.net.networks import random_network
from tests.project import ROOT

SETTINGS = TrainSettings("connect_four", games=4, visits=12, quick_visits=4)


@pytest.fixture
def run(tmp_path: Path) -> TrainingRun:
    return TrainingRun.open(tmp_path / "run", SETTINGS)


def some_games(folder: Path, count: int = 3) -> list[GameRecord]:
    its = SelfPlayer(SETTINGS, random_network(folder / "net.plynet", SETTINGS.rules))
    return [game for number in range(count) if (game := its.play(1, number)) is not None]


def row_of(generation: int) -> dict[str, Any]:
    return {
        "generation": generation,
        "best": generation,
        "games": 4,
        "positions": 50,
        "seconds": 1.5,
    }


def test_cut_game_is_dropped_and_damaged_line_is_named(tmp_path: Path, run: TrainingRun) -> None:
    games = some_games(tmp_path)
    run.add_games(1, games)
    path = run.games_path(1)
    content = path.read_bytes()
    for cut in range(len(content) - 40, len(content)):
        path.write_bytes(content[:cut])
        assert run.games(1) == games[:2]
        assert path.read_bytes().endswith(b"\n")
    for damage in (content.replace(b'"moves"', b'"mowes"', 1), b"\xff\xfe\n" + content, b"7\n"):
        path.write_bytes(damage)
        with pytest.raises(ValueError, match=r"0001.jsonl is damaged in line 1; remove the line"):
            run.games(1)


def test_cut_line_of_the_log_is_dropped_and_the_next_one_is_whole(run: TrainingRun) -> None:
    run.finish_generation(b"one", row_of(1))
    run.finish_generation(b"two", row_of(2))
    path = run.folder / "log.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert [row["generation"] for row in run.log()] == [1]
    run.finish_generation(b"two", row_of(2))
    assert [row["generation"] for row in run.log()] == [1, 2]


@pytest.mark.parametrize("line", ["nothing", "[]", "{}", '{"generation": null}'])
def test_damaged_log_is_named(run: TrainingRun, line: str) -> None:
    (run.folder / "log.jsonl").write_text(f"{json.dumps(row_of(1))}\n{line}\n")
    with pytest.raises(ValueError, match=r"log.jsonl is damaged in line 2; remove the line"):
        run.log()


def test_missing_state_is_named(run: TrainingRun) -> None:
    with pytest.raises(
        ValueError, match=r"can't continue without \S+learner-0003.pt: No such file"
    ):
        run.restore(3, lambda _: None)


FULL_DISK = """
import resource, sys
from pathlib import Path
from plyground.train.store import TrainingRun
from tests.train.test_store import SETTINGS, row_of, some_games
folder = Path(sys.argv[1])
run = TrainingRun.open(folder / "run", SETTINGS)
run.add_games(1, some_games(folder, 1))
more = some_games(folder, 4)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
for write in (
    lambda: run.add_games(1, more),
    lambda: run.finish_generation(b"x" * 5000, row_of(1)),
):
    try:
        write()
    except ValueError as error:
        print(error)
"""


def test_full_disk_is_a_sentence_and_loses_no_finished_game(
    tmp_path: Path, run: TrainingRun
) -> None:
    """A file size limit simulates a full disk."""
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all(
        "can't be written: File too large. The finished work is saved" in each for each in lines
    )
    assert run.games(1) == some_games(tmp_path, 1)
    assert run.log() == []
    assert [path.name for path in run.folder.glob(".*")] == []


def test_one_process_at_a_time(run: TrainingRun) -> None:
    with run.lock(), pytest.raises(ValueError, match="Another process"):
        run.lock()
    run.lock().close()
