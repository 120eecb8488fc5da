"""Reports of heuristic weights: ratings over one weight, or over two as a heat map."""

import itertools
from collections.abc import Iterator, Mapping
from statistics import fmean
from typing import Any

from plyground.lab.ratings import Ratings
from plyground.lab.report.charts import Axis, Cell, Curve, curves, heat_map
from plyground.lab.report.document import (
    Block,
    Figure,
    Heading,
    Table,
    Text,
    number,
    percent,
)
from plyground.lab.report.scales import short, signed
from plyground.matches.stats import Estimate

MAX_NAME = 20  # the length of a name in a chart
MAX_MAPS = 6  # of a grid with more than two weights


def weights(head: Mapping[str, Any], ratings: Ratings) -> Iterator[Block]:
    """The ratings of a grid over its weights."""
    if head["kind"] != "grid":
        return
    found = _weightings(head)
    terms = dict.fromkeys(term for each in found.values() for term in each)
    values = {term: sorted({each.get(term, 0.0) for each in found.values()}) for term in terms}
    varied = [term for term in values if len(values[term]) > 1]
    known = {
        tuple(each.get(term, 0.0) for term in varied): ratings[name].estimate
        for name, each in found.items()
    }
    if len(varied) == 1:
        yield Heading("The weight")
        yield _line(varied[0], known)
    elif len(varied) > 1 and _is_grid(known, [values[term] for term in varied]):
        yield Heading("The grid")
        if len(varied) > 2:
            yield _one_by_one(varied, values, known)
        yield from _maps(varied, values, known)


def short_names(head: Mapping[str, Any]) -> tuple[dict[str, str], str]:
    """Weightings by their weights alone, for charts; and the names of the heuristics.

    If the weightings are short already, or have different heuristics, they stay unchanged.
    """
    found = {} if head["kind"] != "grid" else _weightings(head)
    kinds = {tuple(each) for each in found.values()}
    if len(kinds) != 1 or max(map(len, found)) <= MAX_NAME:
        return {}, ""
    (terms,) = kinds
    short_of = {name: " : ".join(f"{w:g}" for w in each.values()) for name, each in found.items()}
    return short_of, f" Names are the weights of {' : '.join(terms)}."


def _weightings(head: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    return {
        name: read
        for name, spec in head["players"].items()
        if spec.endswith(f"eval={name}") and (read := read_weights(name)) is not None
    }


def read_weights(name: str) -> dict[str, float] | None:
    """The weights in a weighting's name; None for other names.

    >>> read_weights("corners*2.5+coins"), read_weights("level 3")
    ({'corners': 2.5, 'coins': 1.0}, None)
    """
    found = {}
    for part in name.split("+"):
        term, _, weight = part.partition("*")
        try:
            found[term] = float(weight or 1)
        except ValueError:
            return None
        if not term.replace("_", "").isalnum():
            return None
    return found


def _is_grid(known: Mapping[tuple[float, ...], Estimate], values: list[list[float]]) -> bool:
    """Whether every combination is present."""
    return len(values) < 6 and set(known) == set(itertools.product(*values))


def _line(term: str, known: Mapping[tuple[float, ...], Estimate]) -> Figure:
    bounded = [
        (weight, one.elo, (one.elo_low, one.elo_high))
        for (weight,), one in sorted(known.items(), key=lambda one: one[0])
        if one.elo is not None and one.elo_low is not None and one.elo_high is not None
    ]
    points = [(weight, elo) for weight, elo, _ in bounded]
    bars = [bar for _, _, bar in bounded]
    axes = (Axis(f"weight of {term}"), Axis("Elo", signed))
    about = "; ".join(f"{weight:g}: {elo:+.0f} Elo" for weight, elo in points)
    return Figure(
        curves(
            f"Ratings by the weight of {term}", about, [Curve("", points, bars)], axes, [(0, "")]
        ),
        "Ratings with 95% intervals; those without both ends are in the table only.",
        Table(
            f"Elo by the weight of {term}",
            ("weight", "Elo", "from", "to"),
            [
                (f"{weight:g}", *(f"{round(one):+d}" for one in (elo, *ends)))
                for weight, elo, ends in bounded
            ],
        ),
    )


def _one_by_one(
    varied: list[str],
    values: Mapping[str, list[float]],
    known: Mapping[tuple[float, ...], Estimate],
) -> Table:
    """Each weight by itself, with the others unrestricted, if a map cannot show them all."""
    rows = []
    for place, term in enumerate(varied):
        for weight in values[term]:
            own = [one.share for weights, one in known.items() if weights[place] == weight]
            rows.append((term, f"{weight:g}", number(len(own)), percent(fmean(own))))
    return Table(
        "The mean share expected against 0 Elo, of all weightings with this weight; not tested",
        ("heuristic", "weight", "weightings", "mean share"),
        rows,
    )


def _maps(
    varied: list[str],
    values: Mapping[str, list[float]],
    known: Mapping[tuple[float, ...], Estimate],
) -> Iterator[Block]:
    down, across, *others = varied
    slices = list(itertools.product(*(values[term] for term in others)))
    for rest in slices[:MAX_MAPS]:
        cells = [
            [_cell(known[(row, column, *rest)]) for column in values[across]]
            for row in values[down]
        ]
        where = ", ".join(f"{term} {one:g}" for term, one in zip(others, rest, strict=True))
        title = f"Ratings by {down} and {across}" + (f" for {where}" if where else "")
        rows = [f"{down} {short(each)}" for each in values[down]]
        columns = [f"{across} {short(each)}" for each in values[across]]
        yield Figure(
            heat_map(title, "Ratings in Elo, row by row.", rows, columns, cells),
            f"{title}, in Elo: blue is above the mean, orange below; the intervals are in the"
            " table.",
            Table(
                title,
                ("weight", *columns),
                [
                    (row, *(cell.text for cell in fields))
                    for row, fields in zip(rows, cells, strict=True)
                ],
            ),
        )

    if len(slices) > MAX_MAPS:
        yield Text(
            f"The first {MAX_MAPS} of {len(slices)} maps are shown; the table of ratings has all"
            " weightings."
        )


def _cell(known: Estimate) -> Cell:
    """The colour shows the expected share of the points.

    A few Elo are invisible, hundreds fill the scale.
    """
    low, high = known.elo_low, known.elo_high
    if low is None and high is None:
        return Cell(0, "?")
    if high is None:
        return Cell(1, f"≥{low:+.0f}")
    if low is None:
        return Cell(-1, f"≤{high:+.0f}")
    return Cell(2 * known.share - 1, f"{round(known.elo or 0):+d}")
