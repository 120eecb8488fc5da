"""Reports of searches: nodes or CPU seconds by depth, their growth, and the savings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any

from plyground.lab.report.charts import Axis, Curve, curves
from plyground.lab.report.document import (
    Block,
    Bullets,
    Figure,
    Heading,
    Table,
    Text,
    number,
    percent,
)
from plyground.lab.report.preface import settings
from plyground.lab.store import Record, Written
from plyground.lab.toml_reader import is_number

MAX_GROWTHS = 4  # charts over an option
MAX_CASES = 12  # that get a separate part

Depth = int | None
Grid = dict[tuple[Depth, str], float]  # the amounts for a player and a depth


@dataclass(frozen=True)
class Searches:
    """The searches of a study; `amounts` has the amounts by case, depth and player."""

    head: Mapping[str, Any]
    records: Sequence[Record]

    @property
    def is_timed(self) -> bool:
        """Whether the study measures seconds instead of nodes."""
        return bool(self.head["kind"] == "timing")

    @property
    def unit(self) -> str:
        """The unit of the measurement."""
        return "CPU seconds" if self.is_timed else "nodes"

    @property
    def players(self) -> list[str]:
        """All players by name."""
        return list(self.head["players"])

    @cached_property
    def groups(self) -> dict[tuple[int, Depth, str], list[Record]]:
        """The repeats of every search."""
        found: dict[tuple[int, Depth, str], list[Record]] = {}
        for record in self.records:
            key = (record["case"], record["depth"], record["player"])
            found.setdefault(key, []).append(record)
        return found

    def amount(self, record: Record) -> float:
        """The amount of a search."""
        return float(record["spent"]["cpu_seconds"] if self.is_timed else record["nodes"])

    def grid(self, case: int) -> Grid:
        """The median of the repeats for a case."""
        return {
            (depth, player): median(map(self.amount, own))
            for (number_, depth, player), own in self.groups.items()
            if number_ == case
        }

    def name(self, case: int) -> str:
        """The title of a case, or what distinguishes it."""
        given = self.head["cases"][case]
        if given["title"]:
            return str(given["title"])
        first = self.head["cases"][0]["options"]
        every = {
            name: value
            for name, value in given["options"].items()
            if any(each["options"].get(name) != first.get(name) for each in self.head["cases"])
        }
        moves = " ".join(given["opening"]["moves"])
        details = ", ".join(filter(None, (settings(every), moves)))
        return details or (f"case {case + 1}" if given["opening"]["position"] else "the start")


def _unrest(seen: Searches) -> str:
    """The spread of the repeats of a search, as an error estimate of a time."""
    times = [sorted(map(seen.amount, own)) for own in seen.groups.values() if len(own) > 1]
    factors = [own[-1] / own[0] for own in times if own[0] > 0]
    if not factors:
        return ""
    return (
        " Of the repeats of a search the slowest took"
        f" {number(median(factors))} times as long as the fastest, in the median of all searches,"
        f" and {number(max(factors))} times at most."
    )


def search_blocks(study: Written) -> Iterator[Block]:
    """The report of a node count or a timing."""
    seen = Searches(study.head, study.records)
    cases = sorted({case for case, _, _ in seen.groups})
    if seen.is_timed:
        yield Text(
            "Times are CPU seconds, the median of all repeats; they belong to the machine and to"
            f" what else it did.{_unrest(seen)}"
        )
    if len(cases) > 1:
        yield from _together(seen, cases)
    for case in cases[:MAX_CASES]:
        yield Heading(seen.name(case) if len(cases) > 1 else _what(seen))
        yield from _part(seen, seen.grid(case), is_one=len(cases) > 1)
    if len(cases) > MAX_CASES:
        yield Text(f"The first {MAX_CASES} of {len(cases)} cases are shown one by one.")
    yield Heading("Every search")
    yield from _details(seen)


def _what(seen: Searches) -> str:
    return "CPU seconds" if seen.is_timed else "Nodes"


def _depths(grid: Grid) -> list[Depth]:
    return sorted({depth for depth, _ in grid}, key=lambda depth: depth or 0)


def _part(seen: Searches, grid: Grid, of: str = "", is_one: bool = False) -> Iterator[Block]:
    """A table, its growth, and the savings of the later players relative to the first.

    If there are many cases, each gets fewer charts.
    """
    depths, players = _depths(grid), [name for name in seen.players if _has(grid, name)]
    rows = [
        (_depth(depth), *(number(grid.get((depth, name))) for name in players)) for depth in depths
    ]
    yield Table(f"{_what(seen)}{of} by depth", ("depth", *players), rows)
    if len(depths) > 1 and None not in depths:
        yield _growth(seen, grid, players)
        table, *charts = _factors(seen, grid, players)
        yield from [table] if is_one else [table, *charts]
    if len(players) > 1:
        rows = [
            (_depth(depth), *(_part_of(grid, depth, name, players[0]) for name in players[1:]))
            for depth in depths
        ]
        header = ("depth", *players[1:])
        yield Table(f"Share of the {seen.unit} that {players[0]} takes", header, rows)


def _has(grid: Grid, player: str) -> bool:
    return any(name == player for _, name in grid)


def _depth(depth: Depth) -> str:
    return "the spec's" if depth is None else str(depth)


def _part_of(grid: Grid, depth: Depth, player: str, base: str) -> str:
    whole, own = grid.get((depth, base)), grid.get((depth, player))
    if not whole or own is None:
        return "—"
    if own >= 2 * whole:
        return f"{number(own / whole)} times"
    return percent(own / whole) if own >= whole / 1000 else f"1/{whole / own:,.0f}" if own else "0%"


def _growth(seen: Searches, grid: Grid, players: Sequence[str]) -> Figure:
    lines = [
        Curve(
            name,
            [
                (float(d), grid[d, name])
                for d in _depths(grid)
                if d is not None and (d, name) in grid
            ],
        )
        for name in players
    ]
    title = f"{_what(seen)} by depth"
    axes = (Axis("depth"), Axis(seen.unit, is_log=True))
    caption = "On a logarithmic axis a straight line is growth by the same factor at every ply."
    return Figure(curves(title, _description(lines), lines, axes), caption)


def _factors(seen: Searches, grid: Grid, players: Sequence[str]) -> Iterator[Block]:
    """Effective branching factors: the factor by which another ply multiplies the work."""
    depths = [depth for depth in _depths(grid) if depth is not None]
    steps = list(pairwise(depths))
    if len(depths) > 2:
        steps.append((depths[0], depths[-1]))
    rows = [
        (f"{low} to {high}", *(_factor(grid, name, low, high) for name in players))
        for low, high in steps
    ]
    yield Table(f"Effective branching factors, in {seen.unit}", ("depths", *players), rows)
    lines = [Curve(name, list(_by_depth(grid, name, depths))) for name in players]
    if len(depths) > 2 and any(line.points for line in lines):
        title = f"Effective branching factors by depth, in {seen.unit}"
        axes = (Axis("depth"), Axis("factor a ply"))
        caption = "By what another ply multiplies the work, since the depth measured before."
        yield Figure(curves(title, _description(lines), lines, axes), caption)


def _by_depth(grid: Grid, player: str, depths: Sequence[int]) -> Iterator[tuple[float, float]]:
    for low, high in pairwise(depths):
        found = branching(grid.get((low, player)), grid.get((high, player)), high - low)
        if found is not None:
            yield float(high), found


def _description(lines: Sequence[Curve]) -> str:
    """Lines in words."""
    return "; ".join(
        f"{line.name}: " + ", ".join(f"depth {x:g} {number(y)}" for x, y in line.points)
        for line in lines
    )


def _factor(grid: Grid, player: str, low: int, high: int) -> str:
    return number(branching(grid.get((low, player)), grid.get((high, player)), high - low))


def branching(less: float | None, more: float | None, plies: int) -> float | None:
    """The factor per step that leads from one amount to the other.

    >>> branching(10, 90, 2), branching(0, 90, 2)
    (3.0, None)
    """
    return (more / less) ** (1 / plies) if less and more else None


def _together(seen: Searches, cases: Sequence[int]) -> Iterator[Block]:
    """The cases compared with each other, and added up if all have the same depths."""
    grids = {case: seen.grid(case) for case in cases}
    shared = set.intersection(*(set(grid) for grid in grids.values()))
    yield Heading("All cases")
    if not shared:
        yield Text("The cases have no depth in common, so they are not added up.")
    else:
        total = {key: sum(grid[key] for grid in grids.values()) for key in shared}
        yield from _part(seen, total, f" of all {len(cases)} cases")
    lines = [
        Curve(
            name,
            [
                (float(place), _deepest(grids[case], name))
                for place, case in enumerate(cases)
                if _has(grids[case], name)
            ],
        )
        for name in seen.players
    ]
    names = [seen.name(case) for case in cases]
    title = f"{_what(seen)} by case"
    key = "; ".join(f"{place}: {name}" for place, name in enumerate(names, 1))
    caption = f"Each case at its greatest depth. {key}."
    axes = (Axis("case", names=names), Axis(seen.unit, is_log=True))
    yield Figure(curves(title, key, lines, axes), caption)
    yield from list(_by_option(seen, grids))[:MAX_GROWTHS]


def _by_option(seen: Searches, grids: Mapping[int, Grid]) -> Iterator[Figure]:
    """Growth over a numeric option, among cases that differ in nothing else."""
    options = {case: seen.head["cases"][case]["options"] for case in grids}
    first = next(iter(options.values()))
    for across in first:
        groups: dict[str, dict[float, int]] = {}
        for case, own in options.items():
            if is_number(own[across]):
                others = (each for each in own if each != across and _varies(options, each))
                rest = settings({name: own[name] for name in others})
                groups.setdefault(rest, {}).setdefault(float(own[across]), case)
        for rest, found in groups.items():
            if len(found) > 2:
                yield _over_option(seen, grids, across, rest, found)


def _varies(options: Mapping[int, Mapping[str, Any]], name: str) -> bool:
    return len({repr(own[name]) for own in options.values()}) > 1


def _over_option(
    seen: Searches, grids: Mapping[int, Grid], across: str, rest: str, found: Mapping[float, int]
) -> Figure:
    shared = set.intersection(*({depth for depth, _ in grids[case]} for case in found.values()))
    depth = max(shared, key=lambda each: each or 0, default=None)
    lines = [
        Curve(
            name,
            [
                (value, grids[case][depth, name])
                for value, case in sorted(found.items())
                if (depth, name) in grids[case]
            ],
        )
        for name in seen.players
    ]
    where = ", ".join(filter(None, (rest, f"depth {depth}" if depth else "")))
    title = f"{_what(seen)} by {across}" + (f" ({where})" if where else "")
    about = "; ".join(
        f"{line.name}: " + ", ".join(f"{across} {x:g} {number(y)}" for x, y in line.points)
        for line in lines
    )
    axes = (Axis(across), Axis(seen.unit, is_log=True))
    return Figure(curves(title, about, lines, axes), "Cases whose other options are the same.")


def _deepest(grid: Grid, player: str) -> float:
    return grid[max((key for key in grid if key[1] == player), key=lambda key: key[0] or 0)]


def _details(seen: Searches) -> Iterator[Block]:
    header = ("case", "player", "depth", "reached", "nodes", "CPU seconds", "from", "to", "repeats")
    rows, unsteady = [], 0
    for (case, depth, player), own in seen.groups.items():
        times = [float(record["spent"]["cpu_seconds"]) for record in own]
        nodes = [record["nodes"] for record in own]
        unsteady += len(set(nodes)) > 1
        rows.append(
            (
                *(seen.name(case), player, _depth(depth), number(own[0]["reached"])),
                *map(number, (median(nodes), median(times), min(times), max(times), len(own))),
            )
        )
    yield Table("Medians of the repeats; seconds belong to the machine", header, rows, left=2)
    if unsteady:
        yield Bullets([f"{unsteady} searches took different numbers of nodes in their repeats."])
