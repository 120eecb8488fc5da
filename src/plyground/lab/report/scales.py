"""Scales of charts: from numbers to coordinates, and ticks at round numbers."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_TWO_DECADES = 200  # slightly more: up to here powers of ten alone give too few ticks

_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


@dataclass(frozen=True)
class Scale:
    """Numbers from `low` to `high`, drawn from `begin` to `end`.

    >>> Scale(0, 10, 100, 200).at(5), Scale(1, 100, 0, 50, is_log=True).at(10)
    (150.0, 25.0)
    """

    low: float
    high: float
    begin: float
    end: float
    is_log: bool = False

    def at(self, value: float) -> float:
        """The coordinate of a number; a number outside is drawn at the edge."""
        low, high, value = map(self._even, (self.low, self.high, value))
        part = min(1.0, max(0.0, (value - low) / (high - low)))
        return self.begin + part * (self.end - self.begin)

    def _even(self, value: float) -> float:
        return math.log10(value) if self.is_log else value

    def ticks(self, most: int = 6) -> list[float]:
        """Round numbers in the range, approximately this many.

        >>> Scale(-37, 148, 0, 1).ticks(), Scale(30, 70_000, 0, 1, is_log=True).ticks()
        ([0, 50, 100], [100, 1000, 10000])
        """
        return self._log_ticks(most) if self.is_log else self._even_ticks(most)

    def _even_ticks(self, most: int) -> list[float]:
        rough = (self.high - self.low) / most
        unit = 10 ** math.floor(math.log10(rough))
        step = next(unit * each for each in (1, 2, 5, 10) if unit * each >= rough)
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [_rounded(place * step) for place in range(first, last + 1)]

    def _log_ticks(self, most: int) -> list[float]:
        if self.high / self.low < 10:
            return self._even_ticks(most)
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        few = self.high / self.low < _TWO_DECADES
        ticks = [_rounded(10.0**decade * each) for decade in decades for each in (1, 2, 5)]
        if not few:
            ticks = [
                _rounded(10.0**decade) for decade in decades[:: 1 + len(decades) // (most + 2)]
            ]
        return [tick for tick in ticks if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]


def scale_of(
    values: Iterable[float], begin: float, end: float, is_log: bool = False, room: float = 0.05
) -> Scale:
    """A scale for all of these, with some room at both ends.

    >>> scale_of([5, 5], 0, 1).ticks(2), scale_of([], 0, 1).ticks(2)
    ([4.5, 5, 5.5], [0, 1])
    """
    kept = sorted(value for value in values if math.isfinite(value) and (value > 0 or not is_log))
    low, high = (kept[0], kept[-1]) if kept else (1.0, 10.0) if is_log else (0.0, 1.0)
    if is_log:
        pad = max((high / low) ** room, 1.2)
        return Scale(low / pad, high * pad, begin, end, is_log=True)
    pad = (high - low) * room or max(abs(high) * 0.1, 0.5)
    return Scale(low - pad, high + pad, begin, end)


def short(value: float) -> str:
    """A number for an axis.

    >>> short(1200), short(2_000_000), short(0.001), short(-50), short(0)
    ('1.2k', '2M', '0.001', '-50', '0')
    """
    for size, letter in _UNITS:
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.6f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.4g}"


def share(value: float) -> str:
    """A share for an axis.

    >>> share(0.5)
    '50%'
    """
    return f"{100 * value:.3g}%"


def signed(value: float) -> str:
    """A difference for an axis.

    >>> signed(50), signed(-50), signed(0)
    ('+50', '-50', '0')
    """
    return f"{value:+g}" if value else "0"


def _rounded(value: float) -> float:
    """Without the rounding errors of binary fractions."""
    clean = float(f"{value:.12g}")
    return int(clean) if clean.is_integer() else clean
