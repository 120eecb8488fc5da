"""Measures the value of a training setting: pairs of short runs with equal CPU time, and matches.

`python bench/training_switch.py GAME SETTINGS SETTINGS [--common SETTINGS] [--cpu 300] [--seeds 2]
[--games 100] [--playouts 32] [--positions FILE]`

`python bench/training_switch.py connect_four average=100 average=0` measures the benefit of
averaged weights. For each seed both runs train until they have used up the CPU time, with one
process for self-play; then their last networks play a match. With positions of Connect Four (from
`bench/connect_four_learning.py make`) it also reports how often each network keeps their value.
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from connect_four_learning import kept

import plyground
from plyground import matches
from plyground.cli.train import read_changes
from plyground.engine.network import SETTING
from plyground.engine.stop import Stop
from plyground.matches.stats import Pair, estimate
from plyground.train.progress import Progress
from plyground.train.running import Trainer, cpu_seconds
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun


def train(run: TrainingRun, budget: float) -> str:
    """Trains until the CPU time is used up, and returns the name of the last network."""
    stop, begin = Stop(), cpu_seconds()

    def look(progress: Progress) -> None:
        is_new = progress.phase == "self-play" and progress.games == 0
        if is_new and cpu_seconds() - begin >= budget:
            stop.set()

    Trainer(run, on_progress=look, stop=stop).run()
    log = run.log()
    spent = sum(row["cpu_seconds"] for row in log)
    playing = sum(row["self_play_seconds"] for row in log) / sum(row["seconds"] for row in log)
    last = log[-1]
    print(
        f"  {run.name}: {len(log)} generations, {sum(row['games'] for row in log)} games,"
        f" {spent:.0f} CPU-s ({playing:.0%} of the time self-play);"
        f" losses {last['losses']['policy']:.3f} policy, {last['losses']['value']:.3f} value",
        flush=True,
    )
    return run.network_path(last["generation"]).stem


def meet(
    game: plyground.Game, names: list[str], games: int, playouts: int, seed: int
) -> list[Pair]:
    """The points of the first network in pairs of games."""
    first, second = (f"mcts:net={name},playouts={playouts},specialist=off" for name in names)
    match = matches.Match(game, first, second, games, seed=seed)
    return list(matches.run(match).pairs())


def compare(given: argparse.Namespace, folder: Path) -> None:
    """Trains the pairs, and prints the results."""
    game = plyground.game(given.game)
    pairs: list[Pair] = []
    for seed in range(given.seed, given.seed + given.seeds):
        names = []
        for label, its in zip("ab", (given.first, given.second), strict=True):
            words = [each for each in (given.common, its) if each]
            changes = {"seed": seed, "measure_past": 0, **read_changes(words)}
            settings = TrainSettings.for_game(game, changes)
            run = TrainingRun.open(folder / f"{label}{seed}", settings)
            names.append(train(run, given.cpu))
            paths = [os.environ.get(SETTING, ""), str(run.folder / "networks")]
            os.environ[SETTING] = os.pathsep.join(filter(None, paths))
        for name in names if given.positions else []:
            for playouts in (1, given.playouts):
                spec = f"mcts:net={name},playouts={playouts},specialist=off,root=gumbel"
                right, all_of_them = kept(given.positions, spec, 100_000)
                print(f"  {name} keeps the value of {right / all_of_them:.1%} at {playouts}")
        pairs += meet(game, names, given.games, given.playouts, seed)
        found = estimate(pairs)
        print(
            f"{given.first or 'nothing'} against {given.second or 'nothing'}: {found.share:.1%}"
            f" of {2 * len(pairs)} games ({found.low:.1%} to {found.high:.1%}); {found}",
            flush=True,
        )


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("first", help="settings as NAME=VALUE,NAME=VALUE")
    parser.add_argument("second")
    parser.add_argument("--common", default="", help="settings of both")
    parser.add_argument("--cpu", type=float, default=300)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="after each pair of runs")
    parser.add_argument("--playouts", type=int, default=32)
    parser.add_argument("--positions", type=Path)
    parser.add_argument("--out", type=Path, help="keep the runs there")
    given = parser.parse_args()
    begin = time.monotonic()
    if given.out:
        compare(given, given.out)
    else:
        with tempfile.TemporaryDirectory() as folder:
            compare(given, Path(folder))
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
