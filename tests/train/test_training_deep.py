"""Whole trainings with PyTorch: learning, repetition, kill -9, equality with the core."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import plyground
from plyground.engine.network import load_network
from plyground.engine.network_file import write_network
from plyground.engine.stop import Stop
from plyground.train.fitting import Learner
from plyground.train.model import PolicyValueNet, export_weights
from plyground.train.progress import Progress
from plyground.train.running import Trainer
from plyground.train.self_play import SelfPlayer
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.lab.test_cluster import scheduler, worker
from tests.matches.test_command import wait_for
from tests.project import ROOT

pytestmark = pytest.mark.deep
TINY: dict[str, Any] = {
    "games": 24,
    "visits": 8,
    "quick_visits": 4,
    "blocks": 2,
    "channels": 16,
    "batch": 64,
}


def trained(folder: Path, settings: TrainSettings, generations: int) -> TrainingRun:
    run = TrainingRun.open(folder, settings)
    Trainer(run, workers=2).run(generations=generations)
    return run


@pytest.mark.parametrize("name", ["go", "othello", "gomoku", "dobutsu", "connect_four"])
@pytest.mark.parametrize(("blocks", "channels"), [(1, 8), (4, 32), (3, 64)])
def test_core_and_pytorch_agree(tmp_path: Path, name: str, blocks: int, channels: int) -> None:
    game = plyground.game(name, **({"size": 9} if name in ("go", "gomoku") else {}))
    settings = TrainSettings(name, dict(game.values), blocks=blocks, channels=channels)
    learner = Learner(settings)
    shake(learner.average)
    write_network(tmp_path / "net.plynet", learner.export({}))
    network = load_network(tmp_path / "net.plynet")
    positions = [some_position(game, seed) for seed in range(16)]
    planes = np.stack([position.planes() for position in positions])
    value, policy, score, owners = network.core.evaluate(planes)
    with torch.no_grad():
        answer = learner.average(torch.from_numpy(planes.transpose(0, 3, 1, 2).copy()))
    # The file has half precision, so both are compared after the same rounding: see `shake`.
    assert np.allclose(value, torch.softmax(answer["value"], 1).numpy(), atol=2e-3)
    assert np.allclose(policy, answer["policy"].numpy(), atol=2e-2)
    if score is not None and owners is not None:
        assert np.allclose(score, answer["score"].numpy(), atol=2e-2)
        assert np.allclose(
            owners.reshape(len(owners), -1), torch.tanh(answer["owners"]).numpy(), atol=1e-2
        )


def some_position(game: plyground.Game, seed: int) -> plyground.Position:
    dice, position = random.Random(seed), game.start()
    for _ in range(dice.randrange(12)):
        if position.result() is None:
            position = position.play(dice.choice(position.moves()))
    return position


def shake(net: PolicyValueNet) -> None:
    """Gives every layer nonzero weights, because some start at zero."""
    torch.manual_seed(5)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    net.train()
    for _ in range(3):  # gives the normalisation data
        net(torch.rand(32, net.shape.planes, 9, 9))
    net.eval()


def test_seeded_run_repeats_exactly(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", {"columns": 4, "rows": 4}, seed=7, **TINY)
    runs = [trained(tmp_path / name, settings, 2) for name in ("one", "two")]
    for generation in (1, 2):
        first, second = (sorted(map(json.dumps, run.games(generation))) for run in runs)
        assert first == second
    weights = [load_weights(run.network_path(2)) for run in runs]
    assert weights[0] == weights[1]


def load_weights(path: Path) -> bytes:
    from plyground.engine.network_file import read_network

    return read_network(path).weights


def test_tic_tac_toe_is_learned_to_perfection(tmp_path: Path) -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    settings = TrainSettings("tictactoe", games=60, visits=24, blocks=2, channels=16, batch=64)
    run = TrainingRun.open(tmp_path / "run", settings)
    Trainer(run, workers=2, load=(ROOT / "examples" / "tictactoe.py",)).run(generations=30)
    judge = load_network(run.network_path(30))
    os.environ["PLYGROUND_NETWORKS"] = str(run.folder / "networks")
    try:
        for seed in range(30):
            assert losses_against_random(judge.name, seed) == 0
    finally:
        del os.environ["PLYGROUND_NETWORKS"]


def losses_against_random(name: str, seed: int) -> int:
    dice, position = random.Random(seed), plyground.game("tictactoe").start()
    mine = "black" if seed % 2 else "white"
    while position.result() is None:
        if position.turn == mine:
            move = plyground.search(position, f"mcts:net={name},playouts=40,solver=off").move
            assert move is not None
        else:
            move = dice.choice(position.moves())
        position = position.play(move)
    result = position.result()
    assert result is not None
    return int(result.winner is not None and result.winner != mine)


@pytest.mark.parametrize("kills", [12, pytest.param(100, marks=pytest.mark.endurance)])
def test_killed_run_loses_no_finished_game(tmp_path: Path, kills: int) -> None:
    command = [
        *(sys.executable, "-m", "plyground", "train", "connect_four", "--set", "columns=4,rows=4"),
        *("--name", "run", "--out", str(tmp_path), "--generations", "4000"),
        *("--with", "games=40,visits=8,quick_visits=4,blocks=1,channels=8,batch=64"),
    ]
    dice = random.Random(3)
    seen: dict[Path, list[bytes]] = {}

    def games() -> dict[Path, list[bytes]]:
        return {path: whole_lines(path) for path in tmp_path.glob("run/games/*.jsonl")}

    for number in range(kills):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        if number % 4:  # the other runs end early
            wait_for(lambda known=seen: games() != known, 120)  # type: ignore[misc]
        time.sleep(dice.uniform(0, 1.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        now = games()
        for path, lines in seen.items():
            assert now[path][: len(lines)] == lines
        seen = now
    assert sum(map(len, seen.values())) > 40
    settings = TrainSettings.of_file(tmp_path / "run" / "settings.json")
    run = TrainingRun.open(tmp_path / "run", settings)
    Trainer(run).run(generations=len(run.log()) + 1)
    for path, lines in seen.items():
        assert whole_lines(path)[: len(lines)] == lines
    assert [row["generation"] for row in run.log()] == list(range(1, len(run.log()) + 1))


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_ends_a_run_that_goes_on_later(
    tmp_path: Path, sent: signal.Signals, status: int
) -> None:
    command = [
        *(sys.executable, "-m", "plyground", "train", "connect_four", "--set", "columns=4,rows=4"),
        *("--name", "run", "--out", str(tmp_path), "--generations", "1"),
        *("--with", "games=4000,visits=8,quick_visits=4,blocks=1,channels=8,batch=64"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    path = tmp_path / "run" / "games" / "0001.jsonl"
    wait_for(lambda: path.exists() and path.stat().st_size > 2000, 120)
    process.send_signal(sent)
    out, error = process.communicate(timeout=60)
    assert process.returncode == status, error
    assert "0 generations in" in out
    assert "Traceback" not in error
    games = whole_lines(path)
    run = TrainingRun.open(
        tmp_path / "run", TrainSettings.of_file(tmp_path / "run" / "settings.json")
    )
    assert len(run.games(1)) == len(games) > 5
    stop = Stop()
    Trainer(
        run, stop=stop, on_progress=lambda at: stop.set() if at.games > len(games) else None
    ).run()
    assert whole_lines(path)[: len(games)] == games
    assert len(run.games(1)) > len(games)


def test_damaged_state_is_named(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", {"columns": 4, "rows": 4}, **TINY)
    run = trained(tmp_path / "run", settings, 1)
    path = run.folder / "learner-0001.pt"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(
        ValueError, match=r"can't continue without \S+learner-0001.pt: it is damaged"
    ):
        trained(tmp_path / "run", settings, 2)


def test_networks_that_play_are_averages(tmp_path: Path) -> None:
    """An average changes less than the weights; without averaging both are the same."""
    shares = []
    for average in (0, 50):
        settings = TrainSettings("connect_four", average=average, **TINY)
        run = trained(tmp_path / str(average), settings, 2)
        learner = Learner(settings)
        run.restore(2, learner.restore)
        new = learner.export({}).weights
        plain = np.frombuffer(export_weights(learner.net.eval()), "<f2").astype(float)
        shares.append(float(np.abs(np.frombuffer(new, "<f2").astype(float) - plain).max()))
    assert shares[0] == 0
    assert shares[1] > 0


def test_8_bit_integers_keep_values_and_moves(tmp_path: Path) -> None:
    settings = TrainSettings(
        "connect_four", games=150, visits=16, channels=32, measure_past=0, random_starts=0.5
    )
    run = trained(tmp_path / "run", settings, 4)
    exact, whole = (
        load_network(run.network_path(4), numbers=numbers) for numbers in ("float", "int8")
    )
    assert whole.core.uses_integers
    assert not exact.core.uses_integers
    positions = [
        settings.rules.start().play_all(" ".join(game["moves"].split()[: len(game["rows"]) // 2]))
        for game in run.games(4)
    ]
    shares, moves = [], []
    for network in (exact, whole):
        value, policy, _, _ = network.evaluate(positions)
        shares.append(value @ np.array([1, 0.5, 0]))
        moves.append(policy.argmax(axis=1))
    assert np.abs(shares[0] - shares[1]).max() < 0.02
    assert (moves[0] == moves[1]).mean() >= 0.97


def test_lost_worker_of_a_cluster_loses_no_finished_game(tmp_path: Path) -> None:
    settings = TrainSettings("connect_four", {"columns": 5, "rows": 4}, **{**TINY, "games": 200})
    run = TrainingRun.open(tmp_path / "run", settings)
    kept: list[bytes] = []
    with ExitStack() as stack:
        address = stack.enter_context(scheduler(tmp_path))
        victim = stack.enter_context(worker(address, tmp_path / "one"))
        stack.enter_context(worker(address, tmp_path / "two"))

        def kill(at: Progress) -> None:
            if at.generation == 1 and 24 <= at.games < 200 and victim.poll() is None:
                kept.extend(whole_lines(run.games_path(1)))
                victim.kill()

        Trainer(run, cluster=address, on_progress=kill).run(generations=1)
        stack.enter_context(worker(address, tmp_path / "three"))  # another one arrives
        Trainer(run, cluster=address).run(generations=2)
    assert victim.returncode == -signal.SIGKILL
    assert whole_lines(run.games_path(1))[: len(kept)] == kept != []
    there = run.games(1)
    assert sorted(game["number"] for game in there) == list(range(200))
    here = SelfPlayer(settings, run.network_path(0))
    for game in there[:5]:
        assert game == here.play(1, game["number"])
    assert [row["generation"] for row in run.log()] == [1, 2]


def test_networks_get_their_elo(tmp_path: Path) -> None:
    settings = TrainSettings(
        "connect_four",
        {"columns": 5, "rows": 4},
        opponents="random mcts:playouts=10",
        measure_every=2,
        measure_games=4,
        **TINY,
    )
    rows = trained(tmp_path / "run", settings, 4).log()
    assert [bool(row["elo"]) for row in rows] == [False, True, False, True]
    players = {each["player"]: each for each in rows[3]["elo"]}
    networks = {f"run@000{generation}" for generation in (0, 2, 4)}
    assert players.keys() == networks | {"random", "mcts:playouts=10"}
    assert players["run@0000"]["elo"] == 0
    assert all(each["low"] <= each["elo"] <= each["high"] for each in players.values())


def whole_lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
