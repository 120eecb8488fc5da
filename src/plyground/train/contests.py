"""Matches between the networks of a run, and against fixed opponents."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from plyground import matches
from plyground.engine.network import SETTING
from plyground.engine.stop import Stop
from plyground.matches.stats import Pair, estimate, superiority
from plyground.train.elo import Elo, games_of, rate_all
from plyground.train.store import TrainingRun

Log = Sequence[Mapping[str, Any]]
SURE = 0.9  # how likely a new network has to be the better one


class Score(TypedDict):
    """How a network did against an opponent."""

    opponent: str
    games: int
    share: float
    low: float
    high: float
    pairs: list[list[float]]  # its points in each two games from the same opening


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
        "pairs": [list(pair) for pair in pairs],
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

    def is_measured(self, generation: int) -> bool:
        """Whether a generation plays for the log."""
        settings = self._run.settings
        has_opponents = bool(settings.opponents) or settings.measure_past > 0
        return has_opponents and generation % settings.measure_every == 0

    def measure(self, generation: int, log: Log) -> tuple[list[Score], list[Elo]]:
        """How the network of a generation does against others, and what this makes of all.

        The others are the opponents of the settings, and the last networks that were measured.
        """
        settings = self._run.settings
        earlier = [0, *(row["generation"] for row in log if self.is_measured(row["generation"]))]
        past = earlier[-settings.measure_past :] if settings.measure_past else []
        scores = []
        for name, spec in [
            *((self._name(each), self._spec(each)) for each in past),
            *((each, each) for each in settings.opponents.split()),
        ]:
            score = _score(name, self._pairs(generation, spec, settings.measure_games))
            if score is not None:
                scores.append(score)
        new = {"generation": generation, "scores": scores}
        names = {row["generation"]: self._name(row["generation"]) for row in [*log, new]}
        return scores, rate_all(games_of([*log, new], names), self._name(0))

    def _name(self, generation: int) -> str:
        return self._run.network_path(generation).stem

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
        specialist = "on" if settings.specialist else "off"
        return (
            f"mcts:net={self._name(generation)},playouts={settings.visits},specialist={specialist},"
            f"numbers={settings.numbers}"
        )

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
