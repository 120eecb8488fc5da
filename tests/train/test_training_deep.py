"""Whole trainings with PyTorch: learning, repeating, kill -9, equality with the core."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import plyground
from plyground.engine.network import load_network
from plyground.engine.network_file import write_network
from plyground.train.fitting import Learner
from plyground.train.model import PolicyValueNet
from plyground.train.running import Trainer
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
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
    shake(learner.net)
    write_network(tmp_path / "net.plynet", learner.export({}))
    network = load_network(tmp_path / "net.plynet")
    positions = [some_position(game, seed) for seed in range(16)]
    planes = np.stack([position.planes() for position in positions])
    value, policy, score, owners = network.core.evaluate(planes)
    with torch.no_grad():
        answer = learner.net(torch.from_numpy(planes.transpose(0, 3, 1, 2).copy()))
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
    """Gives every layer weights that matter: some begin at zero."""
    torch.manual_seed(5)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.05 * torch.randn_like(parameter))
    net.train()
    for _ in range(3):  # the normalisation sees something
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


def test_killed_run_loses_no_finished_game(tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "plyground", "train", "connect_four", "--set", "columns=4,rows=4"),
        *("--name", "run", "--out", str(tmp_path), "--generations", "40"),
        *("--with", "games=40,visits=8,quick_visits=4,blocks=1,channels=8,batch=64"),
    ]
    dice = random.Random(3)
    seen: dict[Path, list[bytes]] = {}
    for _ in range(12):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(dice.uniform(2.0, 5.0))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        now = {path: whole_lines(path) for path in tmp_path.glob("run/games/*.jsonl")}
        for path, lines in seen.items():
            assert now[path][: len(lines)] == lines
        seen = now
    assert sum(map(len, seen.values())) > 40


def whole_lines(path: Path) -> list[bytes]:
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
