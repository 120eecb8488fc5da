"""GTP's clocks: main time, then Canadian overtime or byo-yomi.

Canadian overtime gives a period for several moves. In byo-yomi each move may take a period, and a
player has several periods to lose.
"""

import math
from dataclasses import dataclass
from typing import Literal

from plyground.engine.view import Turn
from plyground.players.player import Clock

Kind = Literal["none", "absolute", "canadian", "byoyomi"]
_LONGEST = 86_400.0  # a search accepts no longer limits
_SHARE = 0.9  # the share of a period to use, because answers take time too


@dataclass
class _Left:
    """A side's time; `count` is 0 in main time, else the moves or periods of its overtime."""

    seconds: float
    count: int = 0


class Clocks:
    """Both sides' clocks. The server subtracts its own moves, unless `time_left` corrects them.

    >>> clocks = Clocks()
    >>> clocks.set("canadian", 0, 10, 5)
    >>> clocks.clock("black")
    Clock(left=inf, increment=0.0, move=1.8)
    """

    def __init__(self) -> None:
        self.set("none")

    def set(self, kind: Kind, main: float = 0, period: float = 0, count: int = 0) -> None:
        """Gives both sides their full time again."""
        self._kind, self._main, self._period, self._count = kind, main, period, count
        self.restart()

    def restart(self) -> None:
        """Starts a new game."""
        in_main = self._main > 0 or self._kind == "absolute"
        seconds, count = (self._main, 0) if in_main else (self._period, self._count)
        self._left: dict[Turn, _Left] = {
            "black": _Left(seconds, count),
            "white": _Left(seconds, count),
        }

    def tell(self, colour: Turn, seconds: float, count: int) -> None:
        """Sets the time left as the controller reports it; a count of 0 means main time."""
        if self._kind == "none":
            self._kind = "canadian" if count else "absolute"
        self._left[colour] = _Left(seconds, count)

    def spend(self, colour: Turn, seconds: float) -> None:
        """Subtracts the time of a move."""
        left = self._left[colour]
        left.seconds -= seconds
        if left.count and self._kind == "canadian":
            left.count -= 1
            if left.count == 0:
                self._left[colour] = _Left(self._period, self._count)
        elif left.count:
            lost = math.floor(-left.seconds / self._period) + 1 if left.seconds < 0 else 0
            self._left[colour] = _Left(self._period, max(1, left.count - lost))
        elif left.seconds <= 0 and self._period:
            self._left[colour] = _Left(max(0.0, self._period + left.seconds), self._count)

    def clock(self, colour: Turn) -> Clock | None:
        """The clock for this side's next move, or None if its time is unlimited."""
        if self._kind == "none":
            return None
        left = self._left[colour]
        moves = left.count if self._kind == "canadian" else 1
        if left.count:
            return Clock(move=_bounded(_SHARE * left.seconds / moves))
        extra = self._period / max(1, self._count if self._kind == "canadian" else 1)
        return Clock(left=_bounded(left.seconds + extra), increment=_bounded(extra, 0))


def _bounded(seconds: float, least: float = 0.01) -> float:
    return min(_LONGEST, max(least, seconds))
