"""Matches of a table of patterns against the opponents of its run."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from plyground import matches
from plyground.engine.network import SETTING
from plyground.engine.stop import Stop
from plyground.matches.stats import estimate
from plyground.train.pattern_run import PatternRun


class Score(TypedDict):
    """How a table did against an opponent."""

    opponent: str
    games: int
    share: float
    low: float
    high: float


def measure(
    run: PatternRun, generation: int, workers: int, load: tuple[Path, ...], stop: Stop
) -> list[Score]:
    """How the table of a generation does against the opponents of the settings."""
    settings = run.wanted
    player = settings.player_spec(run.network_path(generation).stem)
    found: list[Score] = []
    for opponent in settings.opponents.split():
        match = matches.Match(
            settings.rules,
            player,
            opponent,
            settings.measure_games,
            seed=settings.seed + generation,
        )
        with _found_in(run.folder / "networks"):
            pairs = matches.run(match, concurrency=workers, load=load, stop=stop).pairs()
        if not pairs:
            continue
        its = estimate(pairs)
        share, low, high = (round(part, 4) for part in (its.share, its.low, its.high))
        found.append(
            {
                "opponent": opponent,
                "games": 2 * len(pairs),
                "share": share,
                "low": low,
                "high": high,
            }
        )
    return found


@contextlib.contextmanager
def _found_in(folder: Path) -> Iterator[None]:
    """Lets players find what is in the folder, in other processes too."""
    before = os.environ.get(SETTING)
    os.environ[SETTING] = os.pathsep.join([str(folder), *([before] if before else [])])
    try:
        yield
    finally:
        del os.environ[SETTING]
        if before is not None:
            os.environ[SETTING] = before
