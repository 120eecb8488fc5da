"""The sequential probability ratio test between two players: it plays until one claim is accepted.

This is the generalised sequential probability ratio test on pairs of games, which have five
possible results (hence "pentanomial"). Claims are in logistic Elo, as in `matches.stats`: a share
of the points, regardless of draws. `docs/explanation/lab-statistics.md` has the formulas.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.lab.scientific import NDArray, np
from plyground.matches.stats import Pair, expected_share, pentanomial

Array = NDArray[np.float64]
Verdict = Literal["accepted", "rejected"]

_SHARES = np.arange(5) / 4  # the first player's share of a pair's points
_TRACE = 1e-3  # prior pairs of each kind: a result that was not seen yet is not impossible


@dataclass(frozen=True)
class Sprt:
    """The claim "stronger by `elo1`" against "by no more than `elo0`", and the errors allowed.

    If the truth is `elo0` or less, the test accepts the claim with a probability of about `alpha`.
    If it is `elo1` or more, the test rejects it with a probability of about `beta`. In between,
    either may happen. So an accepted claim shows more than `elo0`, and a rejected one less than
    `elo1`.

    >>> test = Sprt(elo0=0, elo1=50)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> print(test.state([2, 0, 20, 0, 4]))
    undecided after 26 pairs: 0.10 on the way from -2.94 to 2.94
    >>> print(test.state([2, 0, 20, 0, 24]))
    accepted after 46 pairs: more than +0 Elo
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(
                f"A claim is larger than its alternative; {self.elo1:g} Elo is not larger than"
                f" {self.elo0:g}."
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < risk < 0.5:
                raise ValueError(f"The risk {name} is a number between 0 and 0.5, not {risk:g}.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the logarithm of the likelihood ratio: reject, accept."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def state(self, counts: Sequence[int]) -> "State":
        """The state of the test after these numbers of pairs with 0, 0.5, 1, 1.5 and 2 points.

        This uses only the sum. To find out whether the test ended earlier, check after every pair,
        as `run` does.
        """
        if len(counts) != 5 or min(counts) < 0:
            raise ValueError(f"Five kinds of pairs are counted, from 0 on, not {list(counts)}.")
        return State(self, tuple(counts), float(ratios(np.array(counts), self.elo0, self.elo1)))

    def run(self, pairs: Iterable[Pair]) -> "State":
        """Adds pairs one by one, in plan order, until one decides the test.

        >>> Sprt(0, 100).run([(1, 1)] * 100).pairs
        12
        """
        counts = [0] * 5
        state = self.state(counts)
        for pair in pairs:
            for kind, count in enumerate(pentanomial([pair])):
                counts[kind] += count
            state = self.state(counts)
            if state.verdict:
                break
        return state


@dataclass(frozen=True)
class State:
    """The state of a test: `llr`, the log likelihood ratio, moves between two bounds."""

    test: Sprt
    counts: tuple[int, ...]
    llr: float

    @property
    def pairs(self) -> int:
        """The number of pairs counted."""
        return sum(self.counts)

    @property
    def verdict(self) -> Verdict | None:
        """Whether the claim is accepted or rejected; None while it is undecided."""
        low, high = self.test.bounds
        if self.llr >= high:
            return "accepted"
        return "rejected" if self.llr <= low else None

    def as_json(self) -> dict[str, float | int | str | None]:
        """Plain data."""
        low, high = self.test.bounds
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "llr": self.llr,
            "low": low,
            "high": high,
            "pairs": self.pairs,
            "verdict": self.verdict,
        }

    def __str__(self) -> str:
        low, high = self.test.bounds
        if self.verdict is None:
            return (
                f"undecided after {self.pairs} pairs: {self.llr:.2f} on the way from {low:.2f}"
                f" to {high:.2f}"
            )
        shown = f"more than {self.test.elo0:+g} Elo"
        if self.verdict == "rejected":
            shown = f"less than {self.test.elo1:+g} Elo"
        return f"{self.verdict} after {self.pairs} pairs: {shown}"


def ratios(counts: Array, elo0: float, elo1: float) -> Array:
    """The logarithms of the likelihood ratios for rows of five counts.

    The likelihood of a claim is that of the best-fitting distribution over the five kinds with the
    claimed mean.

    >>> ratios(np.array([[0, 0, 0, 0, 0], [3, 0, 2, 0, 3]]), -10, 10).round(9).tolist()
    [0.0, 0.0]
    """
    seen = np.asarray(counts, dtype=float) + _TRACE
    logs = [_log_weights(seen, expected_share(elo)) for elo in (elo0, elo1)]
    # The prior must have no effect: without data the ratio is 0, also for one-sided claims.
    return np.asarray(((seen - _TRACE) * (logs[0] - logs[1])).sum(axis=-1), dtype=float)


def _log_weights(seen: Array, mean: float) -> Array:
    """The log ratio of the observed distribution to the best one with this mean.

    Lagrange's multiplier is the value at which the distribution has the right mean. It lies between
    the values at which a weight would vanish, and bisection finds it.
    """
    away = _SHARES - mean
    low = np.full(seen.shape[:-1], -1 / (1 - mean))
    high = np.full(seen.shape[:-1], 1 / mean)
    for _ in range(60):
        middle = (low + high) / 2
        with np.errstate(divide="ignore"):
            slope = (seen * away / (1 + middle[..., None] * away)).sum(axis=-1)
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
    return np.asarray(np.log1p(((low + high) / 2)[..., None] * away), dtype=float)
