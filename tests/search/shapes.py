"""The slow referee of Gomoku's shapes: it puts stone after stone on a line."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

from tests.oracles.boards import Point, other
from tests.search.stretches import ALL_WAYS, Direction, Table

_HEADER = Path(__file__).parents[2] / "cpp/games/gomoku/shape_weights.hpp"
(
    NONE,
    CLOSED_ONE,
    OPEN_ONE,
    CLOSED_TWO,
    OPEN_TWO,
    GOOD_TWO,
    CLOSED_THREE,
    OPEN_THREE,
    GOOD_THREE,
    FOUR,
    OPEN_FOUR,
    FIVE,
) = range(12)


def read_weights() -> dict[str, list[int]]:
    """Every table of the header, by its name."""
    text = _HEADER.read_text(encoding="utf-8")
    tables = re.findall(r"(\w+)\{([-\d,\s]+)\};", text)
    single = re.findall(r"(\w+) = (-?\d+);", text)
    return {
        name: [int(word) for word in re.findall(r"-?\d+", row)] for name, row in tables + single
    }


WEIGHTS = read_weights()


@cache
def shape(cells: str, *, exactly: bool) -> int:
    """What the stone in the middle makes: x is an own stone, a dot empty, # closed."""
    middle = len(cells) // 2
    before = len(cells[: middle + 1]) - len(cells[: middle + 1].rstrip("x"))
    after = len(cells[middle:]) - len(cells[middle:].lstrip("x"))
    run = before + after - 1
    if run == 5 or (run > 5 and not exactly):
        return FIVE
    ways = Counter(
        shape(cells[:at] + "x" + cells[at + 1 :], exactly=exactly)
        for at, cell in enumerate(cells)
        if cell == "."
    )
    if ways[FIVE]:
        return OPEN_FOUR if ways[FIVE] > 1 else FOUR
    if ways[OPEN_FOUR]:
        return GOOD_THREE if ways[OPEN_FOUR] > 1 else OPEN_THREE
    if ways[FOUR]:
        return CLOSED_THREE
    if threes := ways[OPEN_THREE] + ways[GOOD_THREE]:
        return GOOD_TWO if threes > 2 else OPEN_TWO
    if ways[CLOSED_THREE]:
        return CLOSED_TWO
    if ways[OPEN_TWO] + ways[GOOD_TWO]:
        return OPEN_ONE
    return CLOSED_ONE if ways[CLOSED_TWO] else NONE


def _cell(table: Table, side: str, point: Point) -> str:
    if table.is_empty(point):
        return "."
    return "x" if table.board.get(point) == side else "#"


def _shape_at(table: Table, side: str, point: Point, way: Direction) -> int:
    exactly = side in table.exact_for
    reach = 5 if exactly else 4
    cells = [
        _cell(table, side, (point[0] + i * way[0], point[1] + i * way[1]))
        for i in range(-reach, reach + 1)
    ]
    cells[reach] = "x"
    return shape("".join(cells), exactly=exactly)


def _threat(best: int, second: int) -> int:
    if best == FIVE:
        return 11
    if best == OPEN_FOUR or second == FOUR:
        return 10
    if best == FOUR:
        return 9 if second >= OPEN_THREE else 8 if second >= OPEN_TWO else 7
    if best >= OPEN_THREE:
        return 6 if second >= OPEN_THREE else 5 if second >= OPEN_TWO else 4
    if best == CLOSED_THREE:
        return 3
    if second in (OPEN_TWO, GOOD_TWO):
        return 2
    return 1 if best >= OPEN_TWO else 0


def slow_shapes(table: Table) -> float:
    """Black's advantage by the shapes of every empty point."""
    mover = table.turn
    total = WEIGHTS["has_the_move"][0]
    span = range(1, table.size + 1)
    empty = [(c, r) for c in span for r in span if (c, r) not in table.board]
    for side, state, sign in ((mover, "to_move", 1), (other(mover), "waiting", -1)):
        threats = set()
        for point in empty:
            found = sorted((_shape_at(table, side, point, way) for way in ALL_WAYS), reverse=True)
            best, second = found[:2]
            total += sign * WEIGHTS[state][best * (best + 1) // 2 + second]
            threats.add(_threat(best, second))
        total += sign * sum(WEIGHTS[f"threat_{state}"][threat] for threat in threats)
    return (total if mover == "black" else -total) / 1000
