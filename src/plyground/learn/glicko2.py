"""Glicko-2: a rating with its uncertainty, updated after each rating period.

Mark Glickman, "Example of the Glicko-2 system" (2022); the step numbers are his. A rating period
without games only makes the rating less certain.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

TAU = 0.5  # how fast the volatility may change
_SCALE = 173.7178  # points on the scale of Glicko-2
_CENTRE = 1500.0
_MOST_DEVIATION = 350.0  # of a new player
_CLOSE = 1e-6
_NORMAL_95 = 1.96  # standard deviations


@dataclass(frozen=True)
class Rating:
    """A rating, its standard deviation, and the volatility of the player.

    >>> print(Rating())
    1500 ± 686
    """

    rating: float = _CENTRE
    deviation: float = _MOST_DEVIATION
    volatility: float = 0.06

    @property
    def spread(self) -> float:
        """Half the width of the 95 % interval."""
        return _NORMAL_95 * self.deviation

    def __str__(self) -> str:
        return f"{self.rating:.0f} ± {self.spread:.0f}"


@dataclass(frozen=True)
class Outcome:
    """A game against an opponent with this rating: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def updated(player: Rating, outcomes: Sequence[Outcome], tau: float = TAU) -> Rating:
    """The rating after a period with these games.

    >>> better = updated(Rating(), [Outcome(Rating(1700, 100), 1)])
    >>> better.rating > 1500, better.deviation < 350
    (True, True)
    """
    mu, phi = (player.rating - _CENTRE) / _SCALE, player.deviation / _SCALE  # step 2
    if not outcomes:
        wider = math.hypot(phi, player.volatility) * _SCALE
        return replace(player, deviation=min(_MOST_DEVIATION, wider))
    information = surprise = 0.0
    for outcome in outcomes:
        weight = _g(outcome.opponent.deviation / _SCALE)
        expected = _expected(mu, (outcome.opponent.rating - _CENTRE) / _SCALE, weight)
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (outcome.score - expected)
    variance = 1 / information  # step 3
    volatility = _volatility(player.volatility, phi, variance, variance * surprise, tau)
    before = math.hypot(phi, volatility)  # step 6
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)  # step 7
    return Rating(_CENTRE + _SCALE * (mu + after**2 * surprise), _SCALE * after, volatility)


def rested(player: Rating, periods: float) -> Rating:
    """The rating after periods without games: the deviation grows, up to that of a new player.

    >>> rested(Rating(1500, 50), 30).deviation > 50
    True
    """
    drift = player.volatility * _SCALE * math.sqrt(max(0.0, periods))
    deviation = min(_MOST_DEVIATION, math.hypot(player.deviation, drift))
    return replace(player, deviation=deviation)


def _g(deviation: float) -> float:
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _expected(mu: float, other: float, weight: float) -> float:
    return 1 / (1 + math.exp(-weight * (mu - other)))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * tau) < 0:
            steps += 1
        high = a - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
