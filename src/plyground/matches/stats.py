"""Statistics of matches: score, Elo, and confidence intervals.

Games are counted in pairs, two games from one opening with colours changed, because the two are not
independent: an opening that favours Black gives both players a point. `docs/how-to/matches.md`
explains the statistics. Nothing here depends on a game; every function is pure.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Pair = Sequence[float]  # the first player's points in the games of one opening: 1, 0.5 or 0 each

_PRIOR = 2.0  # the prior for the scatter: that of 8 independent even games


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost.

    >>> Tally.of([1, 0.5, 0, 1])
    Tally(wins=2, draws=1, losses=1)
    >>> (Tally(2, 1, 1) + Tally(0, 0, 4)).share
    0.3125
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> "Tally":
        """Counts the results of single games."""
        counts = Counter(points)
        if wrong := set(counts) - {0, 0.5, 1}:
            raise ValueError(f"A game is worth 0, 0.5 or 1 point, not {min(wrong):g}.")
        return cls(counts[1], counts[0.5], counts[0])

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """The share of the points; one half if no game was played."""
        return self.points / self.games if self.games else 0.5

    def __str__(self) -> str:
        return f"+{self.wins} ={self.draws} -{self.losses}"


def elo(share: float) -> float | None:
    """The Elo difference with this expected share of the points.

    None for no points and for all points, which no finite difference explains.

    >>> elo(0.5), round(elo(0.75)), elo(1.0)
    (0.0, 191, None)
    """
    if not 0 <= share <= 1:
        raise ValueError(f"A share is a number from 0 to 1, not {share:g}.")
    return None if share in (0, 1) else 400 * math.log10(share / (1 - share))


def expected_share(difference: float) -> float:
    """The expected share of the points for a player with this Elo advantage.

    >>> expected_share(0), round(expected_share(400), 3)
    (0.5, 0.909)
    """
    if difference < 0:
        return 1 - expected_share(-difference)
    return 1 / (1 + 10 ** (-difference / 400))


def pentanomial(pairs: Iterable[Pair]) -> list[int]:
    """The numbers of complete pairs with 0, 0.5, 1, 1.5 and 2 points.

    >>> pentanomial([(1, 1), (1, 0), (0.5, 1), (0, 1), (1,)])
    [0, 0, 2, 1, 1]
    """
    counts = Counter(round(2 * sum(pair)) for pair in pairs if len(pair) == 2)
    return [counts[doubled] for doubled in range(5)]


def scatter(pairs: Sequence[Pair]) -> float:
    """How much the pairs' points vary, compared with independent games without draws.

    1 means as much as those. Draws, and openings that decide the game, reduce it; openings that
    suit one of the players increase it. With few games it stays near 1, which is conservative.

    >>> scatter([]), round(scatter([(1, 0), (0, 1), (0.5, 0.5)] * 20), 2)
    (1.0, 0.06)
    """
    games = sum(map(len, pairs))
    if not games:
        return 1.0
    share = sum(map(sum, pairs)) / games
    seen = sum((sum(pair) - len(pair) * share) ** 2 for pair in pairs)
    if len(pairs) > 1:
        seen *= len(pairs) / (len(pairs) - 1)  # their own mean is always closer than the true one
    return (seen + _PRIOR) / (games * share * (1 - share) + _PRIOR)


def effective_games(pairs: Sequence[Pair]) -> float:
    """The number of independent games without draws that would give as much information.

    >>> effective_games([(1, 1)] * 10)
    20.0
    """
    return sum(map(len, pairs)) / scatter(pairs)


def interval(pairs: Sequence[Pair], confidence: float = 0.95) -> tuple[float, float]:
    """The confidence interval of the true share of the points.

    This is Clopper and Pearson's interval for the effective number of games. It is valid for few
    games and at the ends: no loss in 20 games means at least 83 %, not 100 %.

    >>> [round(end, 3) for end in interval([(1, 1)] * 10)]
    [0.832, 1.0]
    >>> interval([])
    (0.0, 1.0)
    """
    if not 0 < confidence < 1:
        raise ValueError(f"A confidence is a number between 0 and 1, not {confidence:g}.")
    games = sum(map(len, pairs))
    if not games:
        return 0.0, 1.0
    share = sum(map(sum, pairs)) / games
    effective = effective_games(pairs)
    won, lost = effective * share, effective * (1 - share)
    tail = (1 - confidence) / 2
    low = _beta_quantile(tail, won, lost + 1) if won > 0 else 0.0
    high = 1 - _beta_quantile(tail, lost, won + 1) if lost > 0 else 1.0
    return low, high


def superiority(pairs: Sequence[Pair]) -> float:
    """The likelihood that the first player is the stronger one, from 0 to 1.

    The part of the share's posterior distribution above one half, with Jeffreys' prior.

    >>> superiority([]), round(superiority([(1, 0.5), (1, 0)]), 2)
    (0.5, 0.71)
    """
    games = sum(map(len, pairs))
    if not games:
        return 0.5
    share = sum(map(sum, pairs)) / games
    effective = effective_games(pairs)
    won, lost = effective * share + 0.5, effective * (1 - share) + 0.5
    return beta_below(0.5, lost, won)


@dataclass(frozen=True)
class Estimate:
    """The first player's strength from pairs of games, as shares and Elo; None is an open end.

    >>> print(estimate([(1, 1)] * 10))
    at least +277 Elo
    >>> print(estimate([(1, 0.5), (1, 0), (1, 1)] * 10))
    +191 Elo, from +114 to +272
    """

    share: float
    low: float
    high: float
    superiority: float

    @property
    def elo(self) -> float | None:
        """The likeliest difference; None if all or no points were won."""
        return elo(self.share)

    @property
    def elo_low(self) -> float | None:
        """The lower end of the interval; None if it has none."""
        return elo(self.low)

    @property
    def elo_high(self) -> float | None:
        """The upper end of the interval; None if it has none."""
        return elo(self.high)

    def as_json(self) -> dict[str, float | None]:
        """Plain data; an open end is null."""
        return {
            "share": self.share,
            "share_low": self.low,
            "share_high": self.high,
            "elo": self.elo,
            "elo_low": self.elo_low,
            "elo_high": self.elo_high,
            "superiority": self.superiority,
        }

    def __str__(self) -> str:
        if self.elo_low is None and self.elo_high is None:
            return "Elo unknown"
        if self.elo_high is None:
            return f"at least {self.elo_low:+.0f} Elo"
        if self.elo_low is None:
            return f"at most {self.elo_high:+.0f} Elo"
        return f"{self.elo:+.0f} Elo, from {self.elo_low:+.0f} to {self.elo_high:+.0f}"


def estimate(pairs: Sequence[Pair], confidence: float = 0.95) -> Estimate:
    """The estimate of the first player's strength from pairs of games.

    >>> estimate([(1, 0), (0.5, 1)]).share
    0.625
    """
    games = sum(map(len, pairs))
    share = sum(map(sum, pairs)) / games if games else 0.5
    return Estimate(share, *interval(pairs, confidence), superiority(pairs))


def beta_below(x: float, a: float, b: float) -> float:
    """The part of the beta distribution with these parameters that lies below x.

    >>> round(beta_below(0.5, 3, 3), 12), round(beta_below(0.25, 1, 3), 12)
    (0.5, 0.578125)
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1 - beta_below(1 - x, b, a)
    front = a * math.log(x) + b * math.log1p(-x)
    front += math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(front) / (a * _continued_fraction(x, a, b))


def _continued_fraction(x: float, a: float, b: float) -> float:
    """The fraction 1 + t1/(1 + t2/(1 + ...)) of the incomplete beta function.

    `top` and `bottom` are ratios of the numerators and denominators of consecutive convergents.
    """
    value, top, bottom = 1.0, 1.0, 0.0
    for step in range(1, 10_000):  # about sqrt(a + b) are needed
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        top, bottom = 1 + term / top, 1 / (1 + term * bottom)
        value *= top * bottom
        if abs(top * bottom - 1) < 1e-15:
            break
    return value


def _beta_quantile(part: float, a: float, b: float) -> float:
    """The quantile of the beta distribution for this probability, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(45):
        middle = (low + high) / 2
        if beta_below(middle, a, b) < part:
            low = middle
        else:
            high = middle
    return (low + high) / 2
