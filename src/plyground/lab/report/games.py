"""Reports of studies that play games: ratings, differences, and how certain these are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import Any

from plyground.lab.comparisons import Comparison, compare, misfits, sentences
from plyground.lab.margins import Margin, margin
from plyground.lab.ratings import Rating, Ratings, rate
from plyground.lab.record_rows import pairings_of
from plyground.lab.report import ladder
from plyground.lab.report.charts import PERCENT, Axis, Cell, Mark, dots, heat_map
from plyground.lab.report.document import (
    Block,
    Bullets,
    Figure,
    Heading,
    Table,
    Text,
    counted,
    likely,
    number,
    p_text,
    percent,
    versus,
)
from plyground.lab.report.openings import openings
from plyground.lab.report.scales import signed
from plyground.lab.report.weights import short_names, weights
from plyground.lab.store import Record, Written
from plyground.matches.stats import Estimate, Tally, estimate

MAX_CROSS = 12  # the largest number of players in a cross table
MAX_MARKS, MAX_MEETINGS = 60, 30  # rows of charts
MAX_SENTENCES = 10  # differences described in a sentence
_RISK = 0.05

# the player of the first meeting that is rated 0
_ANCHORED = {"ablation": 0, "gauntlet": 0, "ladder": 1}


@dataclass(frozen=True)
class Contest:
    """The pairs of games of a study, in plan order."""

    head: Mapping[str, Any]
    records: Sequence[Record]

    @cached_property
    def meetings(self) -> list[tuple[str, str]]:
        """The meetings of the plan."""
        return [(first, second) for first, second, _ in self.head["meetings"]]

    @cached_property
    def met(self) -> dict[tuple[str, str], list[Record]]:
        """The records of every meeting that has some."""
        found: dict[tuple[str, str], list[Record]] = {meeting: [] for meeting in self.meetings}
        for record in self.records:
            found[record["first"], record["second"]].append(record)
        return {meeting: own for meeting, own in found.items() if own}

    @cached_property
    def known(self) -> dict[tuple[str, str], Estimate]:
        """The first player's share of the points in every meeting."""
        return {meeting: estimate(points_of(own)) for meeting, own in self.met.items()}

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings of all players, relative to the study's reference player."""
        side = _ANCHORED.get(self.head["kind"])
        anchor = None if side is None else self.meetings[0][side]
        played = pairings_of(self.records)
        return rate(played, anchor=anchor, players=tuple(self.head["players"]))

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The comparisons of the plan: the meetings, or all weightings of a grid."""
        rows = dict.fromkeys(first for first, _ in self.meetings)
        if self.head["kind"] == "grid" and not rows.keys() & {name for _, name in self.meetings}:
            return compare(self.ratings, combinations(rows, 2))
        return compare(self.ratings, self.meetings)


def points_of(records: Sequence[Record]) -> list[tuple[float, ...]]:
    """The first player's points, pair by pair."""
    return [tuple(float(game["points"]) for game in record["games"]) for record in records]


def contest_blocks(study: Written) -> Iterator[Block]:
    """The report of a round robin, gauntlet, ladder, ablation or grid."""
    seen = Contest(study.head, study.records)
    yield Heading("Conclusions")
    is_ladder = seen.head["kind"] == "ladder"
    band = ladder.band_of(seen.head.get("band")) if is_ladder else None
    steps = ladder.conclusions(seen.known, band) if band else ()
    yield Bullets([*steps, *_conclusions(seen)])
    if is_ladder:
        yield from ladder.steps(seen.known, band)
    yield from _standings(seen)
    yield from weights(seen.head, seen.ratings)
    yield from meetings(seen)
    yield from _comparisons(seen)
    yield from games(seen)
    yield from openings(seen.met)


def _conclusions(seen: Contest) -> Iterator[str]:
    summary, *standing = sentences(seen.comparisons, _RISK)
    stand = sum(one.corrected < _RISK for one in seen.comparisons)
    yield summary
    yield from standing[: min(stand, MAX_SENTENCES)]
    if stand > MAX_SENTENCES:
        more = stand - MAX_SENTENCES
        yield f"{more} more differences are significant; see the comparisons below."
    yield from standing[stand:]
    for one in misfits(seen.ratings, _RISK):
        yield (
            f"{one.first} scored {percent(one.share)} against {one.second}; the ratings expect"
            f" {percent(one.expected)}. One number for each player does not describe this"
            " result."
        )
    yield from seen.ratings.sentences()


def _standings(seen: Contest) -> Iterator[Block]:
    ratings = list(seen.ratings.ratings)
    title = "Ratings"
    if seen.head["kind"] == "ablation":
        everything = seen.meetings[0][0]
        title = f"Differences to {everything}"
        ratings = [one for one in reversed(ratings) if one.player != everything]
    if seen.head["kind"] == "ladder":
        ratings.sort(key=lambda one: -list(seen.head["players"]).index(one.player))
    yield Heading(title)
    shown = ratings[:MAX_MARKS]
    names, key = short_names(seen.head)
    marks = [elo_mark(names.get(one.player, one.player), one.estimate) for one in shown]
    about = "; ".join(map(str, shown))
    caption = f"Elo with 95% intervals; an arrow is an end that the games do not bound.{key}"
    if seen.head["kind"] == "ablation":
        caption += " The largest loss comes first."
    yield Figure(dots(title, about, marks, Axis("Elo", signed), 0), caption)
    header = ("player", "Elo", "from", "to", "games", "won", "drawn", "lost", "share")
    yield Table(title, header, [_standing(one) for one in ratings])


def elo_mark(label: str, known: Estimate) -> Mark:
    """A difference in Elo for a chart."""
    return Mark(label, elo_of(known), known.elo_low, known.elo_high, elo_text(known))


def elo_of(known: Estimate) -> float | None:
    """The likeliest difference, if both of its ends are bounded."""
    return None if known.elo_low is None or known.elo_high is None else known.elo


def elo_text(known: Estimate) -> str:
    """A difference in a few characters.

    >>> elo_text(estimate([(1, 1)] * 10)), elo_text(estimate([(1, 0), (1, 1)] * 10))
    ('≥ +277', '+191')
    """
    if known.elo_low is None and known.elo_high is None:
        return "unknown"
    if known.elo_high is None:
        return f"≥ {_end(known.elo_low)}"
    return f"≤ {_end(known.elo_high)}" if known.elo_low is None else _end(known.elo)


def _end(value: float | None) -> str:
    return "open" if value is None else f"{round(value):+d}"  # never -0


def _standing(one: Rating) -> Sequence[str]:
    known, tally = one.estimate, one.tally
    counts = (tally.games, tally.wins, tally.draws, tally.losses)
    share = percent(tally.share) if tally.games else "—"
    ends = (_end(known.elo_low), _end(known.elo_high))
    return (one.player, elo_text(known), *ends, *map(number, counts), share)


def meetings(seen: Contest) -> Iterator[Block]:
    """The results of all meetings, as a cross table if everyone met."""
    yield Heading("Results")
    names = [one.player for one in seen.ratings.ratings]
    if seen.head["kind"] in ("round_robin", "grid") and 2 < len(names) <= MAX_CROSS:
        header = ("player", *(f"{place}" for place, _ in enumerate(names, 1)), "points")
        rows = [_cross_row(seen, names, place) for place in range(len(names))]
        yield _cross_map(seen, names)
        yield Table("Points of the row's player, of so many games", header, rows)
    short, key = short_names(seen.head)
    marks = [
        Mark(
            versus(short.get(first, first), short.get(second, second)),
            *(one.share, one.low, one.high, percent(one.share)),
        )
        for (first, second), one in seen.known.items()
    ]
    about = "; ".join(f"{mark.label}: {mark.value_text}" for mark in marks)
    caption = f"The first player's share of the points in each meeting, with 95% intervals.{key}"
    # steps of a ladder were already shown
    if len(marks) <= MAX_MEETINGS and seen.head["kind"] != "ladder":
        yield Figure(dots("Shares of the points", about, marks, PERCENT, 0.5), caption)
    header = ("first", "second", "games", "won", "drawn", "lost", "share", "95% interval")
    header += ("as black", "as white", "first is better")
    rows = [_meeting_row(*meeting, own, seen.known[meeting]) for meeting, own in seen.met.items()]
    yield Table("Meetings, seen by the first player", header, rows, left=2)


def _cross_map(seen: Contest, names: Sequence[str]) -> Figure:
    """The cross table in colours, the strongest player first."""
    tallies = [[_against(seen, name, other) for other in names] for name in names]
    cells = [
        [Cell(2 * one.share - 1, f"{one.share:.0%}") if one.games else None for one in row]
        for row in tallies
    ]
    rows = [f"{place}. {name}" for place, name in enumerate(names, 1)]
    columns = [f"{place}" for place, _ in enumerate(names, 1)]
    about = "Rows and columns are players, the strongest first: the share of the row's player."
    return Figure(
        heat_map("Cross table: shares of the points", about, rows, columns, cells),
        "The score of the row's player against the column's: blue is more than half, orange less.",
    )


def _against(seen: Contest, name: str, other: str) -> Tally:
    won = [each for pair in points_of(seen.met.get((name, other), ())) for each in pair]
    won += [1 - each for pair in points_of(seen.met.get((other, name), ())) for each in pair]
    return Tally.of(won)


def _cross_row(seen: Contest, names: Sequence[str], place: int) -> Sequence[str]:
    name, total = names[place], Tally()
    cells = []
    for other in names:
        tally = _against(seen, name, other)
        total += tally
        cells.append(f"{tally.points:g}/{tally.games}" if tally.games else "")
    return (f"{place + 1}. {name}", *cells, f"{total.points:g}/{total.games}")


def _meeting_row(first: str, second: str, own: Sequence[Record], known: Estimate) -> Sequence[str]:
    points = points_of(own)
    tally = Tally.of(each for pair in points for each in pair)
    black, white = (percent(fmean(pair[color] for pair in points)) for color in (0, 1))
    return (
        *(first, second),
        *map(number, (tally.games, tally.wins, tally.draws, tally.losses)),
        percent(known.share),
        f"{percent(known.low)} to {percent(known.high)}",
        *(black, white),
        likely(known.superiority),
    )


def _comparisons(seen: Contest) -> Iterator[Block]:
    yield Heading("Comparisons")
    yield Text(
        "Differences by all games of all players. p is how likely so large a difference is between"
        " equal players, corrected by Holm's method for how many were compared; what stands has"
        " less than 5%."
    )
    header = ("stronger", "weaker", "difference", "likelihood", "p", "p, corrected", "stands")
    rows = [
        (
            *(one.first, one.second, str(one.difference)),
            likely(one.difference.superiority),
            *(p_text(one.p), p_text(one.corrected)),
            "yes" if one.corrected < _RISK else "no",
        )
        for one in seen.comparisons
    ]
    yield Table(
        "The clearest difference first; its likelihood of superiority", header, rows, left=2
    )
    names = [one.player for one in seen.ratings.ratings]
    if 2 < len(names) <= MAX_CROSS:
        numbered = ("player", *(f"{place}" for place, _ in enumerate(names, 1)))
        chances = [
            (f"{place}. {name}", *("" if own == place - 1 else likely(one) for own, one in row))
            for place, (name, row) in enumerate(
                zip(names, map(enumerate, seen.ratings.superiorities()), strict=True), 1
            )
        ]
        yield Table("Likelihood that the row's player is stronger, one by one", numbered, chances)


def games(seen: Contest) -> Iterator[Block]:
    """Other facts about the games: the first move, draws, endings, lengths, margins, effort."""
    yield Heading("The games")
    played = [game for record in seen.records for game in record["games"]]
    black = estimate(_black_by_opening(seen.records))
    drawn = sum(game["points"] == 0.5 for game in played)
    plies = [game["plies"] for game in played]
    sentences = [
        f"Black got {_share(black)} of the points.",
        f"{drawn} of {len(played)} games ({percent(drawn / len(played))}) were drawn.",
        f"A game had {fmean(plies):.1f} plies on average, from {min(plies)} to {max(plies)}.",
    ]
    if disputed := sum("disputed" in game for game in played):
        sentences.append(f"In {counted(disputed, 'game')} a player and the rules disagreed.")
    yield Bullets(sentences)
    counts = Counter(str(game["ending"]).replace("_", " ") for game in played).items()
    rows = sorted(counts, key=lambda one: (-one[1], one[0]))
    share = [(end, number(count), percent(count / len(played))) for end, count in rows]
    yield Table("How games ended", ("ending", "games", "share"), share)
    yield from _margins(seen)
    yield Table(
        "Resources of the players",
        ("player", "nodes a move", "CPU seconds a move", "moves"),
        [_effort(seen.records, name) for name in seen.head["players"]],
    )


def _black_by_opening(records: Sequence[Record]) -> list[list[float]]:
    """Black's points by opening. All meetings played the same openings, so these are the sample."""
    found: dict[int, list[float]] = {}
    for record in records:
        ((one, two),) = points_of([record])
        found.setdefault(record["pair"], []).extend((one, 1 - two))
    return list(found.values())


def _share(known: Estimate) -> str:
    return f"{percent(known.share)} (95% interval: {percent(known.low)} to {percent(known.high)})"


def _margins(seen: Contest) -> Iterator[Block]:
    """The margins of the games, if they are counted."""
    found = {meeting: _margin(own) for meeting, own in seen.met.items()}
    if not any(one.pairs for one in found.values()):
        return
    marks = [
        Mark(versus(*meeting), one.mean, one.low, one.high, f"{one.mean:+.1f}")
        for meeting, one in found.items()
        if one.mean is not None
    ]
    about = "; ".join(f"{mark.label}: {mark.value_text}" for mark in marks)
    caption = "The first player's mean margin, with 95% intervals; an arrow: not known."
    if len(marks) <= MAX_MEETINGS:
        yield Figure(dots("Margins", about, marks, Axis("margin", signed), 0), caption)
    rows = [
        (*meeting, str(one), f"{one.pairs} of {len(seen.met[meeting])}")
        for meeting, one in found.items()
    ]
    header = ("first", "second", "mean margin", "pairs")
    yield Table("Margins, in pairs whose games were both counted", header, rows, left=2)


def _margin(records: Sequence[Record]) -> Margin:
    pairs = [[game["margin"] for game in record["games"]] for record in records]
    return margin([pair for pair in pairs if None not in pair])


def _effort(records: Sequence[Record], name: str) -> Sequence[str]:
    nodes, seconds, moves = 0, 0.0, 0
    for record in records:
        for place in ("first", "second"):
            if record[place] == name:
                for game in record["games"]:
                    nodes += game["nodes"][place]
                    seconds += game["spent"][place]["cpu_seconds"]
                    moves += game["spent"][place]["moves"]
    if not moves:
        return (name, "—", "—", "0")
    return (name, number(round(nodes / moves)), number(seconds / moves), number(moves))
