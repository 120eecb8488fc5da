"""Reports of ladders: how each player scores against the next lower one."""

from collections.abc import Iterator, Mapping, Sequence

from plyground.lab.report.charts import PERCENT, Mark, dots
from plyground.lab.report.document import Block, Figure, Heading, Table, percent, versus
from plyground.matches.stats import Estimate

Band = tuple[float, float]  # shares of the points
Known = Mapping[tuple[str, str], Estimate]  # the upper and the lower player, and its share

_VERDICTS = ("in", "below", "above", "undecided")


def band_of(given: Sequence[float] | None) -> Band | None:
    """The band of a study's head, which is in percent, if the study has one.

    >>> band_of([60, 80])
    (0.6, 0.8)
    """
    if given is None:
        return None
    low, high = given
    return low / 100, high / 100


def verdict(known: Estimate, band: Band) -> str:
    """The verdict on a step: certain if its whole interval agrees, else undecided.

    >>> from plyground.matches.stats import estimate
    >>> verdict(estimate([(1, 1), (1, 0)] * 100), (0.65, 0.85))
    'in'
    >>> verdict(estimate([(1, 1), (1, 0)] * 5), (0.65, 0.85))
    'undecided'
    >>> verdict(estimate([(1, 1)] * 100), (0.65, 0.85))
    'above'
    """
    low, high = band
    if known.high < low:
        return "below"
    if known.low > high:
        return "above"
    return "in" if low <= known.low and known.high <= high else "undecided"


def conclusions(known: Known, band: Band) -> Iterator[str]:
    """The steps in the band, below it, above it, and undecided."""
    where = f"{_share(band[0])} to {_share(band[1])}"
    yield (
        f"A step should bring {where} of the points. It is said to be in that band, below or above"
        " it where its whole 95% interval is."
    )
    found: dict[str, list[str]] = {each: [] for each in _VERDICTS}
    for (upper, lower), one in known.items():
        found[verdict(one, band)].append(f"{upper} over {lower} ({percent(one.share)})")
    names = {"in": "In the band", "below": "Below it", "above": "Above it"}
    for each in ("in", "below", "above"):
        if found[each]:
            yield f"{names[each]}: {', '.join(found[each])}."
    if found["undecided"]:
        yield f"Undecided by these games: {', '.join(found['undecided'])}."


def steps(known: Known, band: Band | None) -> Iterator[Block]:
    """The share of every step with its interval, the highest on top, with the band shaded."""
    yield Heading("Steps")
    title = "Shares of the points, step by step"
    downward = list(known.items())[::-1]
    marks = [
        Mark(versus(*step), one.share, one.low, one.high, percent(one.share))
        for step, one in downward
    ]
    about = "; ".join(f"{mark.label}: {mark.value_text}" for mark in marks)
    caption = "What each player scores against the one below, with 95% intervals"
    if band is None:  # the table of meetings has the same numbers
        yield Figure(dots(title, about, marks, PERCENT, 0.5), f"{caption}.")
        return
    yield Figure(
        dots(title, about, marks, PERCENT, band=band),
        f"{caption}; the band of {_share(band[0])} to {_share(band[1])} is shaded.",
    )
    rows = [
        (
            *step,
            percent(one.share),
            f"{percent(one.low)} to {percent(one.high)}",
            _where(one, band),
            verdict(one, band),
        )
        for step, one in downward
    ]
    header = ("upper", "lower", "share", "95% interval", "the share is", "for sure")
    yield Table("Steps and the band", header, rows, left=2)


def _where(known: Estimate, band: Band) -> str:
    """The place of the likeliest share, whatever its interval."""
    if known.share < band[0]:
        return "below"
    return "above" if known.share > band[1] else "in"


def _share(value: float) -> str:
    return f"{100 * value:g}%"
