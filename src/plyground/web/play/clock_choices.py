"""The clocks offered for a new game, and clocks in words."""

import math

from django.utils.translation import gettext as _

from plyground.web.contract.games import ClockSettings

CLOCKS = ("1+0", "3+2", "5+3", "10+5", "30+0")
OWN = "own"
MOST_MINUTES = 600
MOST_INCREMENT = 600


def usual(text: str) -> ClockSettings:
    """One of `CLOCKS`, minutes+seconds.

    >>> usual("3+2")
    {'seconds': 180.0, 'increment': 2.0}
    """
    minutes, _plus, increment = text.partition("+")
    return {"seconds": 60.0 * float(minutes), "increment": float(increment)}


def offered() -> list[tuple[str, str]]:
    """Every available clock, with its text."""
    clocks = [(text, words(usual(text))) for text in CLOCKS]
    return [("none", _("No clock")), *clocks, (OWN, _("Custom clock"))]


def words(clock: ClockSettings) -> str:
    """A clock in a few words."""
    values = {"minutes": f"{clock['seconds'] / 60:.3g}", "seconds": f"{clock['increment']:g}"}
    return _("%(minutes)s min + %(seconds)s s a move") % values


def number(text: str, low: float, high: float) -> float | None:
    """A typed number, with a point or a comma; None if it is not in the range.

    >>> number("0,5", 0.1, 600), number("nan", 0.1, 600)
    (0.5, None)
    """
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and low <= value <= high else None
