"""Reports of sequential tests: the path to the decision."""

from collections.abc import Iterator

from plyground.lab.report.charts import Axis, Curve, curves
from plyground.lab.report.document import Block, Bullets, Figure, Heading, Table, counted, number
from plyground.lab.report.games import Contest, games, meetings, points_of
from plyground.lab.report.openings import openings
from plyground.lab.report.scales import signed
from plyground.lab.scientific import np
from plyground.lab.sprt import Array, Sprt, State, ratios
from plyground.lab.store import Record, Written
from plyground.matches.stats import pentanomial

MAX_POINTS = 400  # points of the drawn path


def heard(study: Written) -> list[Record]:
    """The pairs in plan order, up to the first that is missing."""
    found = []
    for place, record in enumerate(study.records):
        if record["pair"] != place:
            break
        found.append(record)
    return found


def way(study: Written) -> tuple[State, Array]:
    """The state of the test, now or at its decision; and the log ratios from the beginning.

    The same as `Sprt.run`, for all pairs at once.
    """
    test = Sprt(**study.head["test"])
    kinds = [pentanomial([pair]) for pair in points_of(heard(study))]
    counts = np.cumsum(np.array([[0] * 5, *kinds]), axis=0)
    heights = ratios(counts, test.elo0, test.elo1)
    low, high = test.bounds
    ends = np.flatnonzero((heights <= low) | (heights >= high))
    last = int(ends[0]) if len(ends) else len(heights) - 1
    return test.state(counts[last].tolist()), heights[: last + 1]


def sequence_blocks(study: Written) -> Iterator[Block]:
    """The report of a sequential test."""
    state, heights = way(study)
    first, second, _ = study.head["meetings"][0]
    yield Heading("Conclusions")
    yield Bullets(list(_conclusions(study, state, first, second)))
    yield Heading("The test")
    yield _path(state, heights)
    counts = (*map(number, state.counts), number(state.pairs))
    low, high = state.test.bounds
    rows = [(*counts, f"{state.llr:.2f}", f"{low:.2f}", f"{high:.2f}")]
    header = ("0", "½", "1", "1½", "2", "all", "log ratio", "rejected at", "accepted at")
    yield Table(f"Pairs by the points of {first}", header, rows, left=0)
    seen = Contest(study.head, study.records)
    yield from meetings(seen)
    yield from games(seen)
    yield from openings(seen.met)


def _conclusions(study: Written, state: State, first: str, second: str) -> Iterator[str]:
    test = state.test
    yield (
        f"The claim: {first} is stronger than {second} by {test.elo1:g} Elo or more, and not by"
        f" {test.elo0:g} or less. If it is {test.elo0:g} or less, about {test.alpha:.2g} of such"
        f" tests accept the claim; if it is {test.elo1:g} or more, about {test.beta:.2g} reject it;"
        " in between either may happen."
    )
    yield f"The test: {state}."
    if state.verdict is None and study.is_finished:
        yield "All games were played and the test has not decided: neither hypothesis is shown."
    if late := len(study.records) - state.pairs:
        yield (
            f"The test has not heard {counted(late, 'pair')} that were played: it hears pairs in"
            " the order of the plan, until it has decided."
        )
    yield (
        "If the test has decided, the score below is biased, because the test ended by it. For"
        " an estimate, play a match of a fixed length."
    )


def _path(state: State, heights: Array) -> Figure:
    """The log ratio after every pair, or after some if there are very many."""
    step = max(1, len(heights) // MAX_POINTS)
    places = sorted({*range(0, len(heights), step), len(heights) - 1})
    points = [(float(place), float(heights[place])) for place in places]
    low, high = state.test.bounds
    levels = [
        (high, f"accepted: more than {signed(state.test.elo0)} Elo"),
        (low, f"rejected: less than {signed(state.test.elo1)} Elo"),
    ]
    svg = curves(
        "The course of the test",
        f"The state of the test: {state}.",
        [Curve("", points)],
        (Axis("pairs of games"), Axis("log likelihood ratio")),
        levels,
    )
    return Figure(svg, "The test ends where the line first meets one of the bounds.")
