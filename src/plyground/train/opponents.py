"""Matches of a run's players against its earlier generations and fixed opponents."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict

from plyground import matches
from plyground.engine.network import SETTING
from plyground.engine.stop import Stop
from plyground.matches.stats import Pair, estimate
from plyground.train.run_folder import Run
from plyground.train.run_settings import RunSettings


class Score(TypedDict):
    """The score of a generation against an opponent."""

    opponent: str
    games: int
    share: float
    low: float
    high: float
    pairs: list[list[float]]  # its points in each pair of games from the same opening


def score_of(opponent: str, pairs: Sequence[Pair]) -> Score | None:
    """A score from its pairs of games; None without games."""
    if not pairs:
        return None
    found = estimate(pairs)
    return {
        "opponent": opponent,
        "games": 2 * len(pairs),
        "share": round(found.share, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "pairs": [list(pair) for pair in pairs],
    }


class Opponents:
    """Plays the matches of a run."""

    def __init__(
        self, run: Run[Any], workers: int, load: tuple[Path, ...], stop: Stop | None = None
    ) -> None:
        self._folder, self._name = run.folder / "networks", run.name
        self._settings: RunSettings = run.settings
        self._path = run.network_path
        self._workers, self._load, self._stop = workers, load, stop

    def measure(self, generation: int, past: Sequence[int] = ()) -> list[Score]:
        """The scores of a generation against earlier ones, and against the fixed opponents."""
        others = [(self._label(each), self._spec(each)) for each in past]
        others += [(each, each) for each in self._settings.opponents.split()]
        games = self._settings.measure_games
        found = (score_of(name, self._pairs(generation, spec, games)) for name, spec in others)
        return [score for score in found if score is not None]

    def is_measured(self, generation: int) -> bool:
        """Whether a generation plays for the log."""
        return generation % self._settings.measure_every == 0

    def _label(self, generation: int) -> str:
        return self._path(generation).stem

    def _spec(self, generation: int) -> str:
        return self._settings.player_spec(self._label(generation))

    def _pairs(self, generation: int, opponent: str, games: int) -> list[Pair]:
        match = matches.Match(
            self._settings.rules,
            self._spec(generation),
            opponent,
            games,
            seed=self._settings.seed + generation,
        )
        with self._found():
            summary = matches.run(
                match, concurrency=self._workers, load=self._load, stop=self._stop
            )
        return list(summary.pairs())

    @contextlib.contextmanager
    def _found(self) -> Iterator[None]:
        """Lets players find the files of this run, in other processes too."""
        before = os.environ.get(SETTING)
        os.environ[SETTING] = os.pathsep.join([str(self._folder), *([before] if before else [])])
        try:
            yield
        finally:
            del os.environ[SETTING]
            if before is not None:
                os.environ[SETTING] = before
