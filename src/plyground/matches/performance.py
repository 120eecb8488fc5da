"""A player's strength from games against opponents of known strength, by Bradley and Terry's model.

One virtual draw against the average opponent keeps the estimate finite if all games were won or
lost. An opponent's own uncertainty flattens the curve of its games, as in Glicko's system.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.matches.stats import expected_share

_STEP = 2.0  # Elo points between two candidates
_REACH = 1600.0  # around the opponents
_FLATTENING = 3 * (math.log(10) / 400 / math.pi) ** 2


@dataclass(frozen=True)
class Played:
    """The score, from 0 to 1, against an opponent with this Elo and standard deviation.

    `weight` is the part of a full game that it counts.
    """

    elo: float
    score: float
    deviation: float = 0.0
    weight: float = 1.0


@dataclass(frozen=True)
class Performance:
    """The likeliest Elo, and its 95 % interval.

    >>> print(Performance(250.2, 100, 400))
    +250, from +100 to +400
    """

    elo: float
    low: float
    high: float

    @property
    def deviation(self) -> float:
        """The standard deviation of a normal distribution with this interval."""
        return (self.high - self.low) / (2 * 1.96)

    def __str__(self) -> str:
        return f"{self.elo:+.0f}, from {self.low:+.0f} to {self.high:+.0f}"


def performance(games: Sequence[Played]) -> Performance | None:
    """The strength that explains these games best; None without games.

    >>> even = performance([Played(300, 1), Played(300, 0)] * 20)
    >>> even.elo, 180 < even.low < 300 < even.high < 420
    (300.0, True)
    """
    if not games:
        return None
    average = sum(one.elo for one in games) / len(games)
    known = [*games, Played(average, 0.5)]
    low = min(one.elo for one in known) - _REACH
    count = round((max(one.elo for one in known) + _REACH - low) / _STEP) + 1
    candidates = [low + place * _STEP for place in range(count)]
    logs = [sum(_log_likelihood(elo, one) for one in known) for elo in candidates]
    best = max(logs)
    shares = [math.exp(value - best) for value in logs]
    return Performance(
        candidates[logs.index(best)],
        _quantile(candidates, shares, 0.025),
        _quantile(candidates, shares, 0.975),
    )


def _log_likelihood(elo: float, one: Played) -> float:
    flat = 1 / math.sqrt(1 + _FLATTENING * one.deviation**2)
    difference = flat * (elo - one.elo)
    won, lost = math.log(expected_share(difference)), math.log(expected_share(-difference))
    return one.weight * (one.score * won + (1 - one.score) * lost)


def _quantile(candidates: Sequence[float], shares: Sequence[float], part: float) -> float:
    left = part * sum(shares)
    for candidate, share in zip(candidates, shares, strict=True):
        left -= share
        if left <= 0:
            return candidate
    return candidates[-1]
