"""Multiple comparisons: which differences remain significant when there are many.

Of twenty comparisons of equal players one will look significant at 5 %. Holm's correction keeps the
chance of even one such mistake below 5 %, however the comparisons depend on each other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from plyground.lab.ratings import Matchup, Ratings
from plyground.matches.stats import Estimate


def holm(values: Sequence[float]) -> list[float]:
    """P-values, corrected by Holm's method for multiple comparisons.

    >>> [round(p, 6) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    if wrong := [value for value in values if not 0 <= value <= 1]:
        raise ValueError(f"A p-value is a number from 0 to 1, not {wrong[0]:g}.")
    corrected, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = largest
    return corrected


@dataclass(frozen=True)
class Comparison:
    """Two players, the stronger one first: their difference, its p-value, and Holm's."""

    first: str
    second: str
    difference: Estimate
    p: float
    corrected: float

    def as_row(self) -> dict[str, Any]:
        """Plain data for a row of a table, for example in pandas."""
        return {
            "first": self.first,
            "second": self.second,
            **self.difference.as_json(),
            "p": self.p,
            "corrected": self.corrected,
        }

    def __str__(self) -> str:
        return f"{self.first} is stronger than {self.second} ({self.difference})"


def compare(ratings: Ratings, pairs: Iterable[tuple[str, str]] | None = None) -> list[Comparison]:
    """Compares these pairs of players, or all; the clearest difference comes first.

    Choose the comparisons in advance: the fewer they are, the more each can show. Choosing them
    after seeing the results makes the correction worthless.
    """
    names = [rating.player for rating in ratings.ratings]
    wanted = list(combinations(names, 2)) if pairs is None else list(pairs)
    values = [ratings.p_value(*pair) for pair in wanted]
    found = [
        _compared(ratings, *pair, p, corrected)
        for pair, p, corrected in zip(wanted, values, holm(values), strict=True)
    ]
    return sorted(found, key=lambda comparison: comparison.p)


def _compared(ratings: Ratings, first: str, second: str, p: float, corrected: float) -> Comparison:
    difference = ratings.difference(first, second)
    if difference.share < 0.5:
        first, second, difference = second, first, ratings.difference(second, first)
    return Comparison(first, second, difference, p, corrected)


def sentences(comparisons: Sequence[Comparison], risk: float = 0.05) -> list[str]:
    """The significant differences in plain words, and how many looked significant before."""
    if not comparisons:
        return ["Nothing was compared."]
    total = len(comparisons)
    alone = sum(comparison.p < risk for comparison in comparisons)
    standing = [comparison for comparison in comparisons if comparison.corrected < risk]
    counted = "1 difference was" if total == 1 else f"{total} differences were"
    summary = (
        f"{counted} tested. Each alone, {alone} of {total} would be significant at {risk:.0%};"
        f" by chance alone there would be about {total * risk:.2g}. After Holm's correction for"
        f" testing {total}, {len(standing)} of {total} are significant."
    )
    found = [summary, *(f"{comparison}." for comparison in standing)]
    if len(standing) < total:
        found.append(
            "The other differences are not significant. That does not make the players equal:"
            " there may be too few games."
        )
    return found


def misfits(ratings: Ratings, risk: float = 0.05) -> list[Matchup]:
    """Results that ratings cannot explain, after Holm's correction.

    One number per player cannot show that a style suits a particular opponent; this can.
    """
    met = ratings.matchups()
    corrected = holm([matchup.p for matchup in met])
    found = [(p, matchup) for p, matchup in zip(corrected, met, strict=True) if p < risk]
    return [matchup for _, matchup in sorted(found, key=lambda one: one[0])]
