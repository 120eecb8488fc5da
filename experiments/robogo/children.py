"""Children from a generator or a list, nearest first or row by row: what it matters.

Document A's search was Python: alpha-beta over children that a generator made one at a time, those
nearest to the stones first. The core makes lists, so the question is asked here, of a plain
alpha-beta in Python over Plyground's positions.

    python experiments/robogo/children.py            # measures, and writes children.json.xz
    python experiments/robogo/children.py --show     # the table of what was measured
"""

import argparse
import json
import lzma
import math
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import plyground
from plyground.engine.game import Position

FILE = Path(__file__).with_suffix(".json.xz")
CASES = ((4, 3, 6), (4, 4, 6), (5, 4, 4), (5, 4, 5), (6, 4, 4), (7, 4, 4), (9, 5, 3), (9, 5, 4))
REPEATS = 3
WIN = 10_000

Point = tuple[int, int]  # row from the top and column, counted from 0
Order = Callable[[int, set[Point]], Iterator[Point]]


def name_of(size: int, point: Point) -> str:
    """A point as moves write it.

    >>> name_of(9, (3, 3)), name_of(9, (8, 8))
    ('D6', 'J1')
    """
    return "ABCDEFGHJKLMNOPQRST"[point[1]] + str(size - point[0])


def _around(size: int, point: Point) -> list[Point]:
    row, column = point
    return [
        (r, c)
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
    ]


def _rings(size: int, stones: set[Point], most: int) -> Iterator[Point]:
    reached, ring = set(stones), set(stones)
    for _ in range(most):
        ring = {near for point in ring for near in _around(size, point)} - reached
        yield from sorted(ring)
        reached |= ring


def nearest(size: int, stones: set[Point]) -> Iterator[Point]:
    """Points that touch stones, then those farther off, to a third of the width: the original's.

    >>> list(nearest(4, {(0, 0)}))
    [(0, 1), (1, 0), (1, 1)]
    """
    return _rings(size, stones, max(1, size // 3))


def nearest_of_all(size: int, stones: set[Point]) -> Iterator[Point]:
    """The same order, but no point is left out."""
    return _rings(size, stones, size)


def rows_near(size: int, stones: set[Point]) -> Iterator[Point]:
    """The points of `nearest`, row by row."""
    return iter(sorted(nearest(size, stones)))


def rows(size: int, stones: set[Point]) -> Iterator[Point]:
    """All empty points, row by row."""
    every = ((row, column) for row in range(size) for column in range(size))
    return (point for point in every if point not in stones)


ORDERS: dict[str, Order] = {
    "nearest first": nearest,
    "near points by rows": rows_near,
    "nearest first, all points": nearest_of_all,
    "all points by rows": rows,
}
# The same trees in the core.
CORE = {
    "nearest first": "alphabeta:eval=line,order=on",
    "all points by rows": "alphabeta:eval=line",
}


class Search:
    """Alpha-beta by the book; black takes the largest value, white the smallest."""

    def __init__(self, size: int, order: Order, *, lazy: bool) -> None:
        self._size, self._order, self._lazy = size, order, lazy
        self.nodes = 0
        self.made = 0  # children, visited or not

    def value(self, position: Position, stones: set[Point], depth: int) -> float:
        """What the position is worth to black."""
        return self._value(position, stones, depth, 0, -math.inf, math.inf)

    def _value(
        self,
        position: Position,
        stones: set[Point],
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
    ) -> float:
        self.nodes += 1
        if result := position.result():
            sign = {"black": 1, "white": -1, None: 0}[result.winner]
            return sign * (WIN - ply)
        if ply == depth:
            score = position.score()
            assert score is not None
            return score.black - score.white
        is_black = position.turn == "black"
        best = -math.inf if is_black else math.inf
        for point, child in self._children(position, stones):
            stones.add(point)
            value = self._value(child, stones, depth, ply + 1, alpha, beta)
            stones.remove(point)
            if is_black:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    def _children(self, position: Position, stones: set[Point]) -> Iterable[tuple[Point, Position]]:
        children = self._make(position, stones)
        return children if self._lazy else list(children)

    def _make(self, position: Position, stones: set[Point]) -> Iterator[tuple[Point, Position]]:
        # The generator goes on when the stone of its last child is off the board again.
        for point in self._order(self._size, stones):
            self.made += 1
            yield point, position.play(name_of(self._size, point))


@dataclass(frozen=True)
class Measured:
    """One way to search one case."""

    size: int
    line: int
    depth: int
    order: str
    children: str
    nodes: int
    made: int
    value: float
    cpu_seconds: float


def position_of(size: int, line: int) -> tuple[Position, set[Point]]:
    """Document A's position: black (3,3), white's reply (2,2), black (1,1); white to move."""
    stones = [(3, 3), (2, 2), (1, 1)]
    game = plyground.game("robogo", size=size, line=line, captures="no", pass_="no")
    return game.start().play_all([name_of(size, point) for point in stones]), set(stones)


def measure(size: int, line: int, depth: int, order: str, *, lazy: bool) -> Measured:
    """Searches several times; the median of the times counts, all else is the same."""
    times = []
    for _ in range(REPEATS):
        position, stones = position_of(size, line)
        search = Search(size, ORDERS[order], lazy=lazy)
        begin = time.process_time()
        value = search.value(position, stones, depth)
        times.append(time.process_time() - begin)
    if order in CORE:
        core = plyground.search(position, CORE[order], depth=depth)
        if core.nodes != search.nodes:
            raise ValueError(f"The core takes {core.nodes} nodes, this search {search.nodes}.")
    how = "generator" if lazy else "list"
    seconds = round(median(times), 4)
    return Measured(size, line, depth, order, how, search.nodes, search.made, value, seconds)


def table(found: list[Measured]) -> str:
    """Markdown: a row for a case and an order, the two ways to make children beside each other."""
    lines = [
        "| board | K | depth | order | nodes | made: generator | list | CPU s: generator | list |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for lazy, listed in zip(found[::2], found[1::2], strict=True):
        lines.append(
            f"| {lazy.size}x{lazy.size} | {lazy.line} | {lazy.depth} | {lazy.order} "
            f"| {lazy.nodes:,} | {lazy.made:,} | {listed.made:,} "
            f"| {lazy.cpu_seconds:.3f} | {listed.cpu_seconds:.3f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measures all cases, or shows what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", action="store_true", help="only show what was measured")
    if parser.parse_args().show:
        known = json.loads(lzma.decompress(FILE.read_bytes()))["measured"]
        print(table([Measured(**each) for each in known]))
        return
    found = [
        measure(*case, order, lazy=lazy)
        for case in CASES
        for order in ORDERS
        for lazy in (True, False)
    ]
    machine = f"{platform.system()} {platform.machine()}"
    head = {"python": platform.python_version(), "system": machine, "repeats": REPEATS}
    lines = ",\n".join(f"    {json.dumps(asdict(each))}" for each in found)
    text = f'{{\n  "head": {json.dumps(head)},\n  "measured": [\n{lines}\n  ]\n}}\n'
    FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(table(found))


if __name__ == "__main__":
    main()
