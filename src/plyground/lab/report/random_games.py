"""Reports of random games: length, captures, and the value of the first move."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median, quantiles, stdev
from typing import Any

from plyground.lab.report.charts import Axis, Cell, Curve, Mark, curves, dots, heat_map
from plyground.lab.report.document import (
    Block,
    Bullets,
    Figure,
    Heading,
    Table,
    counted,
    number,
    percent,
)
from plyground.lab.report.preface import settings
from plyground.lab.report.scales import share
from plyground.lab.store import Record, Written
from plyground.matches.stats import Estimate, estimate

MAX_MARKS = 60
MAX_SENTENCES = 8  # cases described in a sentence each
_Two = tuple[float, float]
_Z = 1.959964  # the 95 % quantile of a normal distribution, in standard deviations


@dataclass(frozen=True)
class Sample:
    """The random games of one case."""

    options: Mapping[str, Any]
    records: Sequence[Record]

    def count(self, name: str) -> int:
        """How many games Black or White won, or were drawn or unfinished."""
        return sum(int(record[name]) for record in self.records)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.count("games")

    @cached_property
    def plies(self) -> list[int]:
        """The length of every game."""
        return [one for record in self.records for one in record["plies"]]

    @cached_property
    def captures(self) -> list[int]:
        """The captures of every game; empty if they are not counted."""
        return [one for record in self.records for one in record["captures"] or ()]

    @cached_property
    def black(self) -> Estimate:
        """Black's share of the points in the finished games."""
        won, drawn, lost = (self.count(name) for name in ("black", "draw", "white"))
        return estimate([(1.0,)] * won + [(0.5,)] * drawn + [(0.0,)] * lost)


def random_games_blocks(study: Written) -> Iterator[Block]:
    """The report of random games."""
    cases = study.head["cases"]
    found = [
        Sample(case["options"], own)
        for number_, case in enumerate(cases)
        if (own := [record for record in study.records if record["case"] == number_])
    ]
    varied = [
        name
        for name in cases[0]["options"]
        if any(case["options"].get(name) != cases[0]["options"][name] for case in cases)
    ]
    names = [settings({name: one.options.get(name) for name in varied}) for one in found]
    labels = [name or "all games" for name in names]
    yield Heading("Conclusions")
    yield Bullets(list(_conclusions(labels, found)))
    yield from _first_player(labels, found, varied)
    yield from _amounts("Length", "plies", labels, [one.plies for one in found])
    yield from _growth("plies", found, [one.plies for one in found], varied)
    if any(one.captures for one in found):
        yield from _amounts("Captures", "captures", labels, [one.captures for one in found])
        yield from _growth("captures", found, [one.captures for one in found], varied)


def _conclusions(labels: Sequence[str], found: Sequence[Sample]) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    for label, one in zip(labels, found, strict=True):
        low, high = one.black.low, one.black.high
        better = "black seems better off" if low > 0.5 else "white seems better off"
        conclusion = (
            better if low > 0.5 or high < 0.5 else "neither colour is shown to be better off"
        )
        if len(found) <= MAX_SENTENCES:
            yield f"{label}: {conclusion} ({percent(low)} to {percent(high)} for black)."
        places.setdefault(conclusion, []).append(label)
    if len(found) > MAX_SENTENCES:
        for conclusion, where in places.items():
            yield f"In {len(where)} of {len(found)} cases {conclusion}: {'; '.join(where)}."
    if len(found) > 1:
        yield (
            f"These are {len(found)} intervals of 95% each: about one in twenty does not"
            " contain the true value."
        )
    if unfinished := sum(one.count("unfinished") for one in found):
        yield f"{counted(unfinished, 'game')} did not end and count for neither side."


def _first_player(
    labels: Sequence[str], found: Sequence[Sample], varied: Sequence[str]
) -> Iterator[Block]:
    title = "The first player's share"
    yield Heading(title)
    marks = [
        Mark(label, one.black.share, one.black.low, one.black.high, percent(one.black.share))
        for label, one in zip(labels, found, strict=True)
    ]
    about = "; ".join(f"{mark.label}: {mark.value_text}" for mark in marks[:MAX_MARKS])
    axis = Axis("black's share of the points", share)
    svg = dots(title, about, marks[:MAX_MARKS], axis, 0.5)
    yield Figure(svg, "Black's share of the points with 95% intervals.")
    if len(varied) == 2:
        yield _map(title, found, varied)
    header = ("case", "games", "black", "white", "drawn", "unfinished", "share", "95% interval")
    rows = [
        (
            label,
            *map(number, (one.games, *map(one.count, ("black", "white", "draw", "unfinished")))),
            percent(one.black.share),
            f"{percent(one.black.low)} to {percent(one.black.high)}",
        )
        for label, one in zip(labels, found, strict=True)
    ]
    yield Table("Who won", header, rows)


def _map(title: str, found: Sequence[Sample], varied: Sequence[str]) -> Figure:
    down, across = varied
    rows = list(dict.fromkeys(one.options[down] for one in found))
    columns = list(dict.fromkeys(one.options[across] for one in found))
    shares = {(one.options[down], one.options[across]): one.black.share for one in found}
    cells = [
        [
            Cell(2 * shares[row, column] - 1, f"{shares[row, column]:.0%}")
            if (row, column) in shares
            else None
            for column in columns
        ]
        for row in rows
    ]
    svg = heat_map(
        f"{title} by {down} and {across}",
        "Black's share of the points, row by row.",
        [settings({down: row}) for row in rows],
        [settings({across: column}) for column in columns],
        cells,
    )
    return Figure(svg, "Black's share: blue is more than half, orange less.")


def _amounts(
    title: str, unit: str, labels: Sequence[str], values: Sequence[Sequence[int]]
) -> Iterator[Block]:
    """The length of the games, or the captures: means and spreads."""
    yield Heading(title)
    spread_of = ("deviation", "least", "quarter", "median", "three quarters", "most")
    header = ("case", f"mean {unit}", "95% interval", *spread_of)
    rows = []
    for label, own in zip(labels, values, strict=True):
        if not own:
            continue
        low, high = interval_of_mean(own)
        quarters = quantiles(own, n=4) if len(own) > 1 else [own[0]] * 3
        spread = stdev(own) if len(own) > 1 else None
        ends = "—" if low is None or high is None else f"{low:.1f} to {high:.1f}"
        rest = (spread, min(own), quarters[0], median(own), quarters[2], max(own))
        rows.append((label, f"{fmean(own):.1f}", ends, *map(number, rest)))
    yield Table(f"{title} of random games", header, rows)


def interval_of_mean(values: Sequence[int]) -> tuple[float | None, float | None]:
    """The 95% confidence interval of the mean of all such games; open for a single game.

    >>> [round(end, 2) for end in interval_of_mean([1, 3] * 50)]
    [1.8, 2.2]
    """
    if len(values) < 2:
        return None, None
    mean, reach = fmean(values), _Z * stdev(values) / math.sqrt(len(values))
    return mean - reach, mean + reach


def _growth(
    unit: str, found: Sequence[Sample], values: Sequence[Sequence[int]], varied: Sequence[str]
) -> Iterator[Block]:
    """Means over the first numeric option that varies; one line per choice of the others."""
    numeric = [name for name in varied if all(_is_number(one.options.get(name)) for one in found)]
    if not numeric or not any(len(own) > 1 for own in values) or len(found) > MAX_MARKS:
        return
    across, lines = numeric[0], dict[str, list[tuple[_Two, _Two]]]()
    for one, own in zip(found, values, strict=True):
        rest = settings({name: one.options[name] for name in varied if name != across})
        low, high = interval_of_mean(own)
        if low is not None and high is not None:
            point = (float(one.options[across]), fmean(own))
            lines.setdefault(rest, []).append((point, (low, high)))
    drawn = [
        Curve(name, [point for point, _ in sorted(own)], [bar for _, bar in sorted(own)])
        for name, own in lines.items()
    ]
    about = "; ".join(
        f"{line.name} ".lstrip() + ", ".join(f"{x:g}: {y:.1f}" for x, y in line.points)
        for line in drawn
    )
    axes = (Axis(across), Axis(f"mean {unit}"))
    yield Figure(
        curves(f"Mean {unit} by {across}", about, drawn, axes), f"Mean {unit} with 95% intervals."
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
