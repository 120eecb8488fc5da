"""The matches of a network's training: its Elo, and the gate."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.engine.stop import Stop
from plyground.matches.stats import Pair, superiority
from plyground.train.elo import games_of, rate_all
from plyground.train.opponents import Opponents, Score, score_of
from plyground.train.progress import Elo
from plyground.train.store import TrainingRun

Log = Sequence[Mapping[str, Any]]
SURE = 0.9  # the required likelihood that a new network is better


def passes(pairs: Sequence[Pair]) -> bool:
    """Whether a new network replaces the best one, by its pairs of games against it."""
    return bool(pairs) and superiority(pairs) >= SURE


class Contests(Opponents):
    """The matches of a network's training: against earlier networks too, and for the gate."""

    def __init__(
        self, run: TrainingRun, workers: int, load: tuple[Path, ...], stop: Stop | None = None
    ) -> None:
        super().__init__(run, workers, load, stop)
        self._gate_games, self._most_past = run.settings.gate_games, run.settings.measure_past

    def gate(self, new: int, best: int) -> tuple[bool, Score | None]:
        """Whether a generation's network is likely to be better than the best, and its score.

        Without gating every network is.
        """
        if not self._gate_games:
            return True, None
        opponent = self._spec(best)
        pairs = self._pairs(new, opponent, self._gate_games)
        return passes(pairs), score_of(opponent, pairs)

    def measured(self, generation: int, log: Log) -> tuple[list[Score], list[Elo]]:
        """The scores of a generation's network against others, and the ratings of all.

        The others are the opponents of the settings, and the last networks that were measured.
        """
        if not self.is_measured(generation) or not (self._settings.opponents or self._most_past):
            return [], []
        earlier = [0, *(row["generation"] for row in log if self.is_measured(row["generation"]))]
        past = earlier[-self._most_past :] if self._most_past else []
        scores = self.measure(generation, past)
        new = {"generation": generation, "scores": scores}
        names = {row["generation"]: self._label(row["generation"]) for row in [*log, new]}
        return scores, rate_all(games_of([*log, new], names), self._label(0))
