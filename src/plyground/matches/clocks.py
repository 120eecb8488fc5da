"""Time controls: seconds per move, or a clock with an increment."""

import re
from dataclasses import dataclass

from plyground.players.player import Clock, Forfeit

TOLERANCE = 0.2  # seconds of overhead that the machine may add to a move
_NUMBER = r"[0-9]{1,5}(?:\.[0-9]{1,6})?"
_LONGEST = 86_400


@dataclass(frozen=True)
class TimeControl:
    """Seconds per move, or else seconds for the game and the increment after every move.

    >>> print(read_time("0.5"), read_time("60+1"))
    0.5 60+1
    """

    move: float | None = None
    base: float = 0.0
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{self.base:g}+{self.increment:g}" if self.move is None else f"{self.move:g}"


def read_time(text: str) -> TimeControl:
    """The time control of a text: `0.5` is seconds per move, `60+1` is a clock.

    >>> read_time("1m")
    Traceback (most recent call last):
        ...
    ValueError: A time is seconds a move, such as 0.5, or a clock, such as 60+1, not '1m'.
    """
    match = re.fullmatch(rf"({_NUMBER})(?:\+({_NUMBER}))?", text.strip())
    if match is None or not 0 < float(match[1]) <= _LONGEST:
        raise ValueError(
            f"A time is seconds a move, such as 0.5, or a clock, such as 60+1, not {text[:40]!r}."
        )
    if match[2] is None:
        return TimeControl(move=float(match[1]))
    return TimeControl(None, float(match[1]), float(match[2]))


class Watch:
    """One player's time in one game.

    >>> watch = Watch(read_time("10+1"))
    >>> watch.spend(4)
    7.0
    """

    def __init__(self, control: TimeControl | None, tolerance: float = TOLERANCE) -> None:
        self._control = control
        self._tolerance = tolerance
        self._left = control.base if control else 0.0

    def clock(self) -> Clock | None:
        """The player's clock before its move; None without a time limit."""
        if self._control is None:
            return None
        if self._control.move is not None:
            return Clock(move=self._control.move)
        return Clock(self._left, self._control.increment)

    def spend(self, seconds: float) -> float | None:
        """Subtracts the time of a move and returns the rest; raises Forfeit if the time ran out."""
        if self._control is None:
            return None
        allowed = self._left if self._control.move is None else self._control.move
        if seconds > allowed + self._tolerance:
            raise Forfeit("time", f"it took {seconds:.2f} s and had {allowed:.2f} s")
        if self._control.move is not None:
            return None
        self._left = max(0.0, self._left - seconds) + self._control.increment
        return self._left
