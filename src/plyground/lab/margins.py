"""Score margins, such as discs in Othello: their mean and its confidence interval.

Points show who wins; margins show by how much, and often need fewer games. Two games from one
opening are one observation, because they are not independent. Every function is pure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from plyground.lab.scientific import stdtr, stdtrit


@dataclass(frozen=True)
class Margin:
    """The first player's mean margin per game, with Student's interval over pairs.

    `low`, `high` and `p` are None if the spread is unknown: fewer than two pairs, or all equal. `p`
    is the probability of a mean this large, in either direction, between equal players.
    """

    mean: float | None
    low: float | None
    high: float | None
    p: float | None
    pairs: int

    def as_json(self) -> dict[str, float | int | None]:
        """Plain data; unknown values are null."""
        return dict(vars(self))

    def __str__(self) -> str:
        if self.mean is None:
            return "no pairs of games"
        if self.low is None or self.high is None:
            why = "one pair" if self.pairs == 1 else f"all {self.pairs} pairs alike"
            return f"{self.mean:+.1f}, spread unknown ({why})"
        return f"{self.mean:+.1f}, from {self.low:+.1f} to {self.high:+.1f}"


def margin(pairs: Sequence[Sequence[float]], confidence: float = 0.95) -> Margin:
    """The mean of the first player's margins; incomplete pairs are left out.

    >>> print(margin([(10, -4), (2, 6), (-3, 5)]))
    +2.7, from -1.1 to +6.5
    >>> print(margin([(10, -4)]))
    +3.0, spread unknown (one pair)
    """
    if not 0 < confidence < 1:
        raise ValueError(f"A confidence is a number between 0 and 1, not {confidence:g}.")
    means = [fmean(pair) for pair in pairs if len(pair) == 2]
    if wrong := [mean for mean in means if not math.isfinite(mean)]:
        raise ValueError(f"A margin is a finite number, not {wrong[0]:g}.")
    if len(means) < 2 or min(means) == max(means):
        return Margin(fmean(means) if means else None, None, None, None, len(means))
    mean, error = fmean(means), stdev(means) / math.sqrt(len(means))
    freedom = len(means) - 1
    reach = error * float(stdtrit(freedom, (1 + confidence) / 2))
    p = 2 * float(stdtr(freedom, -abs(mean) / error))
    return Margin(mean, mean - reach, mean + reach, p, len(means))
