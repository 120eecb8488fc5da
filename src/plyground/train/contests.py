"""Matches between the networks of a run, and against fixed opponents."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from plyground import matches
from plyground.engine.network import SETTING
from plyground.engine.stop import Stop
from plyground.matches.stats import Pair, estimate, superiority
from plyground.train.store import TrainingRun

SURE = 0.9  # how likely a new network has to be the better one


class Score(TypedDict):
    """How a network did against an opponent."""

    opponent: str
    games: int
    share: float
    low: float
    high: float


def passes(pairs: Sequence[Pair]) -> bool:
    """Whether a new network takes the place of the best one, by its pairs of games against it."""
    return bool(pairs) and superiority(pairs) >= SURE


def _score(opponent: str, pairs: Sequence[Pair]) -> Score | None:
    if not pairs:
        return None
    found = estimate(pairs)
    return {
        "opponent": opponent,
        "games": 2 * len(pairs),
        "share": round(found.share, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
    }


class Contests:
    """Plays the matches of a run."""

    def __init__(self, run: TrainingRun, workers: int, load: tuple[Path, ...], stop: Stop) -> None:
        self._run, self._workers, self._load, self._stop = run, workers, load, stop

    def gate(self, new: int, best: int) -> tuple[bool, Score | None]:
        """Whether the network of a generation is likely to be better than the best, and its score.

        Without gating every network is.
        """
        games = self._run.settings.gate_games
        if not games:
            return True, None
        opponent = self._spec(best)
        pairs = self._pairs(new, opponent, games)
        return passes(pairs), _score(opponent, pairs)

    def measure(self, generation: int) -> list[Score]:
        """How the network of a generation does against the opponents of the settings."""
        settings = self._run.settings
        opponents = settings.opponents.split()
        found = [
            _score(each, self._pairs(generation, each, settings.measure_games))
            for each in opponents
        ]
        return [score for score in found if score is not None]

    def _pairs(self, generation: int, opponent: str, games: int) -> list[Pair]:
        match = matches.Match(
            self._run.settings.rules,
            self._spec(generation),
            opponent,
            games,
            seed=self._run.settings.seed + generation,
        )
        with self._networks():
            summary = matches.run(
                match, concurrency=self._workers, load=self._load, stop=self._stop
            )
        return list(summary.pairs())

    def _spec(self, generation: int) -> str:
        settings = self._run.settings
        name = self._run.network_path(generation).stem
        specialist = "on" if settings.specialist else "off"
        return f"mcts:net={name},playouts={settings.visits},specialist={specialist}"

    @contextlib.contextmanager
    def _networks(self) -> Iterator[None]:
        """Lets players find the networks of this run, in other processes too."""
        before = os.environ.get(SETTING)
        folders = [str(self._run.folder / "networks"), *([before] if before else [])]
        os.environ[SETTING] = os.pathsep.join(folders)
        try:
            yield
        finally:
            del os.environ[SETTING]
            if before is not None:
                os.environ[SETTING] = before
