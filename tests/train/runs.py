"""Training runs without PyTorch: random networks that really play, and an invented log."""

import json
from pathlib import Path
from typing import Any

from plyground.train.self_play import SelfPlayer
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from tests.net.networks import random_network

TIC_TAC_TOE = TrainSettings(
    "gomoku", {"size": 3, "line": 3}, games=4, visits=8, quick_visits=4, blocks=1, channels=8
)


def make_run(
    folder: Path, settings: TrainSettings = TIC_TAC_TOE, generations: int = 2
) -> TrainingRun:
    """A run whose networks play, although they learn nothing."""
    run = TrainingRun.open(folder, settings)
    random_network(run.network_path(0), settings.rules)
    for number in range(1, generations + 1):
        add_generation(run, number)
    return run


def add_generation(run: TrainingRun, number: int, **changes: Any) -> None:
    """Adds the next generation: games of the previous network, a network, and a line in the log."""
    player = SelfPlayer(run.settings, run.network_path(number - 1))
    games = [player.play(number, each) for each in range(run.settings.games)]
    run.add_games(number, [game for game in games if game is not None])
    random_network(run.network_path(number), run.settings.rules, seed=number + 1)
    row = {**log_row(number, run.settings.games), **changes}
    with (run.folder / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def log_row(number: int, games: int = 4) -> dict[str, Any]:
    """A log's row for a generation."""
    score = {"opponent": "random", "games": 20, "share": 0.7, "low": 0.5, "high": 0.85}
    return {
        "generation": number,
        "best": number,
        "gate": None,
        "scores": [score] if number % 2 == 0 else [],
        "games": games,
        "positions": 10 * games,
        "window": 100,
        "black": games // 2,
        "white": games // 4,
        "plies": 7.5,
        "losses": {"policy": 2 / number, "value": 1.0, "score": 0.0, "owners": 0.0, "steps": 3},
        "self_play_seconds": 3.0,
        "seconds": 36.0,
    }
