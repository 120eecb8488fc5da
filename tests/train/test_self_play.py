"""Self-play without PyTorch: records that replay legally, seeds, the folder of a run."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.cli.train import read_changes
from plyground.train.self_play import FULL, SelfPlayer, read_record, seed_of, unpack_policy
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.net.networks import random_network
from tests.project import ROOT

SMALL: dict[str, Any] = {"games": 4, "visits": 12, "quick_visits": 4}
GAMES: tuple[tuple[str, dict[str, int]], ...] = (
    ("gomoku", {"size": 5, "line": 4}),
    ("go", {"size": 4}),
    ("othello", {"size": 4}),
    ("dobutsu", {}),
    ("connect_four", {"columns": 5, "rows": 4}),
    ("robogo", {"size": 4, "line": 3}),
)


def player(folder: Path, settings: TrainSettings) -> SelfPlayer:
    return SelfPlayer(settings, random_network(folder / "net.plynet", settings.rules))


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_records_replay_legally(tmp_path: Path, name: str, options: dict[str, int]) -> None:
    settings = TrainSettings(name, options, most_plies=60, **SMALL).check()
    its, full = player(tmp_path, settings), 0
    for number in range(4):
        record = its.play(1, number)
        assert record is not None
        assert read_record(json.loads(json.dumps(record))) == record
        position = settings.rules.start()
        for move, row in zip(record["moves"].split(), record["rows"], strict=True):
            if row[0] == FULL:
                full += 1
                policy = unpack_policy(row[3])
                assert len(policy) == len(position.moves())
                assert abs(sum(policy) - 65535) <= len(policy)
                assert 0 <= row[1] <= 1
            position = position.play(move)
        result = position.result()
        assert record["winner"] == (result.winner if result else None)
    assert full > 0


def test_game_depends_on_its_seed_alone(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", **SMALL)
    its = player(tmp_path, settings)
    assert its.play(1, 3) == its.play(1, 3)
    assert its.play(1, 3) != its.play(1, 4)
    assert seed_of(settings, 1, 3) != seed_of(settings, 3, 1)


def test_game_written_in_python_plays_against_itself(tmp_path: Path) -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    record = player(tmp_path, TrainSettings("tictactoe", **SMALL)).play(1, 0)
    assert record is not None
    assert plyground.game("tictactoe").start().play_all(record["moves"]).result() is not None


def test_run_goes_on_only_with_its_own_settings(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", **SMALL)
    TrainingRun.open(tmp_path / "run", settings)
    assert TrainingRun.open(tmp_path / "run", settings).settings == settings
    with pytest.raises(ValueError, match="was begun with visits=12, not 13"):
        TrainingRun.open(tmp_path / "run", dataclasses.replace(settings, visits=13))


def test_cut_line_is_dropped_and_damaged_line_is_named(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", **SMALL)
    run = TrainingRun.open(tmp_path / "run", settings)
    its = player(tmp_path, settings)
    games = [game for number in range(3) if (game := its.play(1, number)) is not None]
    run.add_games(1, games)
    path = run.games_path(1)
    content = path.read_bytes()
    for cut in range(len(content) - 40, len(content)):
        path.write_bytes(content[:cut])
        assert run.games(1) == games[:2]
        assert path.read_bytes().endswith(b"\n")
    path.write_bytes(content.replace(b'"moves"', b'"mowes"', 1))
    with pytest.raises(ValueError, match="is damaged in line 1"):
        run.games(1)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    run = TrainingRun.open(tmp_path / "run", TrainSettings("connect_four"))
    with run.lock(), pytest.raises(ValueError, match="Another process"):
        run.lock()
    run.lock().close()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["visit=3"], "has no setting 'visit=3'"),
        (["visits=many"], "visits can be a whole number"),
        (["symmetries=perhaps"], "symmetries can be yes or no"),
    ],
)
def test_bad_settings_get_a_sentence(changes: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_changes(changes)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="channels is a multiple of 8, not 12"):
        TrainSettings("go", channels=12).check()
    with pytest.raises(ValueError, match="visits can be from 1"):
        TrainSettings("go", visits=0).check()
    with pytest.raises(ValueError, match="no game"):
        TrainSettings("chess").check()
