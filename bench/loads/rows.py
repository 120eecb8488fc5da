"""Measurements, their promises, and statistics."""

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A measurement, its promise, and a comment if the number needs one."""

    name: str
    value: float
    unit: str = ""
    most: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the promise is kept. A promise of 0 means there is none."""
        if self.most is None:
            return ""
        return "kept" if self.value < self.most or self.value == self.most == 0 else "MISSED"

    @property
    def promise(self) -> str:
        """The promise in words."""
        if self.most is None:
            return ""
        return f"under {self.most:g}" if self.most else "none"


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this percentage of the values does not exceed."""
    if len(values) < 2:
        return float(values[0]) if values else 0.0
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1]


def slope(times: Sequence[float], values: Sequence[float]) -> float:
    """The trend of the values: the median of the slopes between any two (Theil and Sen).

    Unlike a least-squares fit, it is robust against outliers.
    """
    pairs = itertools.combinations(zip(times, values, strict=True), 2)
    slopes = [(y - x) / (b - a) for (a, x), (b, y) in pairs if b != a]
    return statistics.median(slopes) if slopes else 0.0


def blocks(values: Sequence[float], length: int) -> list[float]:
    """The median of each complete block of this size; the remainder at the end is not used."""
    starts = range(0, len(values) - length + 1, length)
    return [statistics.median(values[start : start + length]) for start in starts]
