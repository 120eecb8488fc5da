"""Reports of tuning: the proposed weights, and whether they predict results better."""

from collections.abc import Iterator, Mapping
from typing import Any

from plyground.lab.report.charts import Axis, Curve, Mark, curves, dots
from plyground.lab.report.document import (
    Block,
    Bullets,
    Figure,
    Heading,
    Table,
    Text,
    counted,
    number,
    percent,
)
from plyground.lab.report.games import Contest, games, meetings
from plyground.lab.report.openings import openings
from plyground.lab.report.scales import share
from plyground.lab.store import Written
from plyground.lab.tuning_fit import Lesson, Weight, learn
from plyground.lab.tuning_rows import rows_of


def tuning_blocks(study: Written) -> Iterator[Block]:
    """The report of a study that tunes weights."""
    asked = study.head["tuning"]
    seen = Contest(study.head, study.records)
    try:
        lesson = learn(rows_of(study), asked)
    except ValueError as nothing:
        yield Heading("Conclusions")
        yield Text(str(nothing), is_warning=True)
    else:
        yield Heading("Conclusions")
        yield Bullets(list(_conclusions(lesson, asked)))
        yield from _weights(lesson, asked)
        yield from _foresight(lesson)
    yield from meetings(seen)
    yield from games(seen)
    yield from openings(seen.met)


def evaluation(lesson: Lesson, asked: Mapping[str, Any]) -> str:
    """The proposal as a spec; a weight of 1 is not written, one of 0 is left out."""
    weights = {**lesson.weights, **asked["held"]}
    return "+".join(
        name if weight == 1 else f"{name}*{weight:g}" for name, weight in weights.items() if weight
    )


def _conclusions(lesson: Lesson, asked: Mapping[str, Any]) -> Iterator[str]:
    mean, low, high = lesson.gain
    verdict = "better than" if low > 0 else "worse than" if high < 0 else "not clearly better than"
    yield (
        "On games they have not seen, weights fitted to the other games predict results"
        f" {verdict} the current ones: the log loss of a position falls by {mean:.4f} (95%"
        f" interval: {low:+.4f} to {high:+.4f})."
    )
    moved = [
        one.name for one in lesson.table if one.is_known and not one.low < one.present < one.high
    ]
    if moved:
        yield f"The interval does not contain the current weight of: {', '.join(moved)}."
    else:
        yield "The interval of every weight contains the current weight."
    if silent := [one.name for one in lesson.table if not one.is_known]:
        yield f"Always the same in these games, so they could not be fitted: {', '.join(silent)}."
    yield f"The proposal: eval={evaluation(lesson, asked)}"
    yield (
        "Better predictions do not always mean better play. Use a sequential test of the"
        " proposal against the current weights."
    )


def _weights(lesson: Lesson, asked: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading("The weights")
    yield Text(
        f"From {counted(lesson.positions, 'position')} of {counted(lesson.games, 'different game')}"
        f" and {counted(lesson.openings, 'opening')}, by logistic regression with a ridge of"
        f" {asked['ridge']:g}; what black, the side to move and the single players have beyond the"
        " heuristics is fitted along. The proposal is in the unit of the present evaluation, a"
        f" point of which changes the log odds by {lesson.unit:.3g} in these games. Importance is"
        " what one standard deviation of the heuristic does to the log odds. Errors are by opening."
    )
    rows = [_row(one) for one in lesson.table]
    rows += [(name, number(weight), "held", "", "", "") for name, weight in asked["held"].items()]
    header = ("heuristic", "present", "proposed", "from", "to", "importance")
    yield Table("Weights, with 95% intervals", header, rows)
    known = [one for one in lesson.table if one.is_known]
    marks = [
        Mark(one.name, one.importance, *_reach(one), signed_short(one.importance)) for one in known
    ]
    about = "; ".join(f"{one.name}: {one.importance:+.2f}" for one in known)
    axis = Axis("log odds for one standard deviation", signed_short)
    yield Figure(
        dots("Importance of the heuristics", about, marks, axis, 0),
        "The importance of each heuristic in addition to the others, with 95% intervals.",
    )


def _row(one: Weight) -> tuple[str, ...]:
    if not one.is_known:
        return one.name, number(one.present), "—", "—", "—", "—"
    found = (one.proposed, one.low, one.high)
    return (
        one.name,
        number(one.present),
        *(f"{each:.3g}" for each in found),
        signed_short(one.importance),
    )


def _reach(one: Weight) -> tuple[float, float]:
    """The interval of the weight, converted to importance: both have the same unit."""
    scale = one.importance / one.proposed if one.proposed else 0.0
    low, high = one.low * scale, one.high * scale
    return min(low, high), max(low, high)


def signed_short(value: float) -> str:
    """With its sign and two places.

    >>> signed_short(0.5), signed_short(-1.234)
    ('+0.50', '-1.23')
    """
    return f"{value:+.2f}"


def _foresight(lesson: Lesson) -> Iterator[Block]:
    yield Heading("What they foretell")
    losses = (lesson.blind_loss, lesson.present_loss, lesson.proposed_loss)
    names = ("players and side to move", "and the current weights", "and learned weights")
    yield Table(
        "Mean log loss of positions whose openings were left out of the fit",
        ("known", "log loss"),
        [(name, f"{loss:.4f}") for name, loss in zip(names, losses, strict=True)],
    )
    points = [(one.expected, one.seen) for one in lesson.bins]
    bars = [(one.low, one.high) for one in lesson.bins]
    lines = [Curve("learned weights", points, bars), Curve("as it should be", [(0, 0), (1, 1)])]
    about = "; ".join(f"{percent(x)} expected: {percent(y)}" for x, y in points)
    yield Figure(
        curves(
            "Expected and observed results",
            about,
            lines,
            (Axis("black's expected share", share), Axis("black's share of the points", share)),
        ),
        "A tenth of the positions in each dot, held out of the fit, with 95% intervals by opening.",
        Table(
            "Expected and observed results",
            ("expected", "seen", "from", "to", "positions"),
            [
                (*map(percent, (one.expected, one.seen, one.low, one.high)), number(one.positions))
                for one in lesson.bins
            ],
        ),
    )
