"""A heat map of openings: the score from each one."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from plyground.lab.report.charts import Cell, heat_map
from plyground.lab.report.document import Block, Figure, Heading, Table, versus
from plyground.lab.store import Record

MAX_OPENINGS, MAX_MEETINGS = 40, 12

Met = Mapping[tuple[str, str], Sequence[Record]]


def openings(met: Met) -> Iterator[Block]:
    """The results by opening, if there are few enough to show."""
    found = {record["pair"]: record for own in met.values() for record in own}
    numbers = sorted(found)
    if not 1 < len(numbers) <= MAX_OPENINGS or len(met) > MAX_MEETINGS:
        return
    by_pair = {(meeting, record["pair"]): record for meeting, own in met.items() for record in own}
    rows = [_name(found[pair]) for pair in numbers]
    columns = [*(versus(*meeting) for meeting in met), "black"]
    cells = [
        [
            *(_result(by_pair.get((meeting, pair))) for meeting in met),
            _black([by_pair[meeting, pair] for meeting in met if (meeting, pair) in by_pair]),
        ]
        for pair in numbers
    ]
    yield Heading("Openings")
    about = "Rows are openings, columns are meetings; the last column is black's share of all."
    svg = heat_map("Results by opening", about, rows, columns, cells)
    texts = [
        (row, *(cell.text if cell else "" for cell in fields))
        for row, fields in zip(rows, cells, strict=True)
    ]
    yield Figure(
        svg,
        "Points of the first player in the two games from each opening: blue is more than half,"
        " orange less. The last column is black's share from that opening, of all players.",
        Table("Points of the first player by opening", ("opening", *columns), texts),
    )


def _name(record: Record) -> str:
    opening = record["opening"]
    moves = " ".join(opening["moves"]) or ("a position" if opening["position"] else "the start")
    return f"{record['pair'] + 1}. {moves}"


def _result(record: Record | None) -> Cell | None:
    if record is None:
        return None
    points = sum(game["points"] for game in record["games"])
    return Cell(points - 1, f"{points:g}")


def _black(records: Sequence[Record]) -> Cell:
    """Black's share of all games from an opening."""
    share = fmean(
        points
        for record in records
        for points in (record["games"][0]["points"], 1 - record["games"][1]["points"])
    )
    return Cell(2 * share - 1, f"{share:.0%}")
