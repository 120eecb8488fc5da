"""Self-play without PyTorch: records that replay legally, seeds, the folder of a run."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground.cli.train import read_changes
from plyground.engine import registry, tablebase
from plyground.engine.game_guide import guide_of
from plyground.engine.network import load_network
from plyground.train.self_play import (
    EXACT,
    FULL,
    QUICK,
    GameRecord,
    SelfPlayer,
    make_plan,
    read_record,
    seed_of,
    unpack_policy,
    winner_of,
)
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.net.networks import random_network
from tests.project import ROOT
from tests.web.tablebases import FIRST, write

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
            if row[0] in (FULL, EXACT):
                full += 1
                policy = unpack_policy(row[3])
                assert len(policy) == len(position.moves())
                assert abs(sum(policy) - 65535) <= len(policy)
                assert 0 <= row[1] <= 1
            position = position.play(move)
        result = position.result()
        if result is not None or record["rows"][-1][0] != EXACT:
            assert record["winner"] == (result.winner if result else None)
    assert full > 0


SMALL_BOARD = {"columns": 5, "rows": 4}


@pytest.mark.parametrize("root", ["gumbel", "puct"])
def test_exact_values_are_those_of_the_solver(tmp_path: Path, root: str) -> None:
    settings = TrainSettings("connect_four", SMALL_BOARD, root=root, random_starts=0.5, **SMALL)
    its, seen = player(tmp_path, settings), 0
    for number in range(12):
        record = its.play(1, number)
        assert record is not None
        moves = record["moves"].split()
        for ply, row in enumerate(record["rows"]):
            if row[0] == EXACT:
                seen += 1
                position = settings.rules.start().play_all(" ".join(moves[:ply]))
                verdict = plyground.solve(position).verdict
                assert row[1] == {"win": 1, "draw": 0.5, "loss": 0}[verdict]
                assert record["winner"] == winner_of(position.turn, row[1])
        assert [row[0] for row in record["rows"]].count(EXACT) <= 1  # the game ends there
    assert seen > 6


def test_game_goes_on_after_a_proof_if_it_is_to(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", SMALL_BOARD, stop_proven=False, **SMALL)
    its = player(tmp_path, settings)
    for number in range(6):
        record = its.play(1, number)
        assert record is not None
        assert settings.rules.start().play_all(record["moves"]).result() is not None


def test_values_of_the_tablebase_take_the_place_of_those_of_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this tablebase the first position wins and almost all others are drawn."""
    monkeypatch.setenv(tablebase.SETTING, "")
    tablebase.use(write(tmp_path / "dobutsu.values", FIRST))
    settings = TrainSettings(
        "dobutsu",
        tablebase=True,
        random_starts=0,
        random_plies=0,
        full_share=1.0,
        most_plies=12,
        **SMALL,
    )
    record = player(tmp_path, settings).play(1, 0)
    tablebase.look_again()
    assert record is not None
    assert record["rows"][0][:2] == (EXACT, 1.0)
    assert (EXACT, 0.5) in [row[:2] for row in record["rows"][1:]]


def test_puct_recommends_the_only_defence_and_ignores_noise(tmp_path: Path) -> None:
    settings = TrainSettings(
        "connect_four",
        root="puct",
        noise=0.9,
        random_starts=0,
        visits=200,
        random_plies=0,
        full_share=1.0,
    )
    network = load_network(random_network(tmp_path / "net.plynet", settings.rules))
    position = settings.rules.start().play_all("a b a b a")  # White loses unless it plays a
    for seed in range(5):
        row = network.play_alone(position, make_plan(settings, seed))[0]
        assert row.policy[position.moves().index("a")] > 0.99
        assert row.move == "a"


def test_visits_that_only_the_noise_explains_are_left_out(tmp_path: Path) -> None:
    """A policy of only noise: forced visits try all moves, and the recommendation drops some."""
    policies = {}
    for forced in (0.0, 4.0):
        settings = TrainSettings(
            "connect_four",
            root="puct",
            noise=1.0,
            random_starts=0,
            forced_visits=forced,
            visits=60,
            full_share=1.0,
            random_plies=0,
        )
        network = load_network(random_network(tmp_path / "net.plynet", settings.rules))
        plans = [make_plan(settings, seed) for seed in range(20)]
        rows = [network.play_alone(settings.rules.start(), plan)[0] for plan in plans]
        policies[forced] = [sum(share > 0 for share in row.policy) for row in rows]
        assert all(abs(sum(row.policy) - 1) < 1e-4 for row in rows)
    assert sum(policies[4.0]) < sum(policies[0.0])


def test_random_starts_are_legal_and_end_no_game(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", random_starts=1.0, start_plies=30, **SMALL)
    its, longest = player(tmp_path, settings), 0
    for number in range(20):
        record = its.play(1, number)
        assert record is not None
        drawn = [row[0] for row in record["rows"]].index
        begun = min(drawn(kind) for kind in (QUICK, FULL, EXACT) if kind in kinds_of(record))
        longest = max(longest, begun)
        assert begun <= 30
    assert longest > 6


@pytest.mark.parametrize(("chance", "least"), [(0.0, 0), (1.0, 12)])
def test_openings_are_drawn_from_the_policy_and_chance(
    tmp_path: Path, chance: float, least: int
) -> None:
    """The policy is certain of one move; with pure chance every column occurs."""
    settings = TrainSettings(
        "connect_four", random_starts=0, random_plies=1, chance=chance, visits=1, most_plies=1
    )
    start = settings.rules.start()
    network = load_network(random_network(tmp_path / "net.plynet", settings.rules, spread=2.0))
    (favourite, sure), *_ = network.answer(start).moves
    assert sure > 0.9999
    games = [network.play_alone(start, make_plan(settings, seed)) for seed in range(400)]
    drawn = [rows[0].move for rows in games if not rows[0].searched]
    assert 150 < len(drawn) < 250
    counts = {move: drawn.count(move) for move in "abcdefg"}
    assert min(counts.values()) >= least
    assert (counts[favourite] == len(drawn)) == (chance == 0)


def test_decided_games_have_few_full_searches(tmp_path: Path) -> None:
    """With such a large komi White has won before the first move, and playouts show it."""
    counts = []
    for decided in (0.0, 0.5):
        settings = TrainSettings(
            "go", {"size": 4, "komi": 40.5}, mix=0, decided=decided, most_plies=40, **SMALL
        )
        its = player(tmp_path, settings)
        games = [its.play(1, number) for number in range(4)]
        counts.append(sum(row[0] == FULL for game in games if game for row in game["rows"]))
    assert counts[1] < 0.5 * counts[0]


def test_settings_of_a_game_are_the_usual_ones_its_guides_and_then_the_changes() -> None:
    guide = guide_of("connect_four").training
    game = plyground.game("connect_four")
    assert TrainSettings.for_game(game, {}).visits == guide["visits"] != TrainSettings("go").visits
    assert TrainSettings.for_game(game, {"visits": 9}).visits == 9
    for name in registry.native():
        TrainSettings.for_game(plyground.game(name), {})


def kinds_of(record: GameRecord) -> set[int]:
    return {row[0] for row in record["rows"]}


def test_rescaled_values_change_the_recommendation(tmp_path: Path) -> None:
    found = []
    kinds: list[dict[str, Any]] = [
        {},
        {"value_scale": 0.1},
        {"value_scale": 0.1, "rescale_values": True},
    ]
    for changes in kinds:
        settings = TrainSettings("connect_four", **SMALL, **changes)
        record = player(tmp_path, settings).play(1, 0)
        assert record is not None
        found.append(record["rows"])
    assert found[0] != found[1] != found[2] != found[0]


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
    with pytest.raises(ValueError, match="was started with visits=12, not 13"):
        TrainingRun.open(tmp_path / "run", dataclasses.replace(settings, visits=13))


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


def test_every_setting_is_described() -> None:
    text = (ROOT / "docs" / "explanation" / "learning.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    described = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    fields = {field.name for field in dataclasses.fields(TrainSettings)}
    assert fields - {"game", "options"} <= described


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="channels is a multiple of 8, not 12"):
        TrainSettings("go", channels=12).check()
    with pytest.raises(ValueError, match="visits can be from 1"):
        TrainSettings("go", visits=0).check()
    with pytest.raises(ValueError, match="no game"):
        TrainSettings("chess").check()
    with pytest.raises(ValueError, match="root can be gumbel or puct, not 'ucb'"):
        TrainSettings("go", root="ucb").check()
