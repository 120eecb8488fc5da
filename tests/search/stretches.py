"""The slow referee of heuristics about lines: it looks at every stretch of points, one by one."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.oracles.boards import Board, Point, other, read_position

Direction = tuple[int, int]

STRAIGHT: tuple[Direction, ...] = ((1, 0), (0, 1))
ALL_WAYS: tuple[Direction, ...] = (*STRAIGHT, (1, 1), (1, -1))


@dataclass
class Table:
    """A board, and the definition of a line on it."""

    text: str
    line: int
    ways: tuple[Direction, ...] = ALL_WAYS
    exact_for: tuple[str, ...] = ()  # the sides for which longer lines do not count
    size: int = field(init=False)
    board: Board = field(init=False)
    turn: str = field(init=False)

    def __post_init__(self) -> None:
        self.size = self.text.count("/") + 1
        self.board, self.turn, _ = read_position(self.text, self.size)

    def stretches(self, length: int) -> Iterator[tuple[list[Point], Point, Point]]:
        """Every stretch with this many points, and the points before and after it."""
        span = range(1, self.size + 1)
        for (column, row), (right, up) in itertools.product(
            itertools.product(span, span), self.ways
        ):
            points = [(column + i * right, row + i * up) for i in range(-1, length + 1)]
            if all(c in span and r in span for c, r in points[1:-1]):
                yield points[1:-1], points[0], points[-1]

    def is_empty(self, point: Point) -> bool:
        return all(1 <= at <= self.size for at in point) and point not in self.board

    def lacking(self, side: str, length: int) -> Iterator[tuple[list[Point], Point, Point]]:
        """Every stretch without an enemy stone: its empty points, and the points around it."""
        for points, before, after in self.stretches(length):
            holders = [self.board.get(point) for point in points]
            if other(side) not in holders:
                yield [point for point in points if point not in self.board], before, after

    def windows(self, side: str) -> list[list[Point]]:
        """The empty points of every stretch in which the side can still make a line."""
        return [
            empty
            for empty, before, after in self.lacking(side, self.line)
            if side not in self.exact_for
            or side not in (self.board.get(before), self.board.get(after))
        ]

    def window_counts(self, side: str) -> Counter[int]:
        """How many windows lack how many stones."""
        return Counter(len(empty) for empty in self.windows(side))

    def completing(self, side: str) -> set[Point]:
        return {empty[0] for empty in self.windows(side) if len(empty) == 1}

    def open_stretches(self, side: str, missing: int) -> int:
        """Stretches one shorter than a line, with empty ends, that lack this many stones."""
        return sum(
            len(empty) == missing and self.is_empty(before) and self.is_empty(after)
            for empty, before, after in self.lacking(side, self.line - 1)
        )

    def runs(self, side: str) -> list[tuple[int, int]]:
        """Every maximal run, by its length and its number of empty ends."""
        found = []
        for (column, row), (right, up) in itertools.product(self.board, self.ways):
            before = (column - right, row - up)
            if self.board[column, row] != side or self.board.get(before) == side:
                continue
            length = 1
            while self.board.get((column + length * right, row + length * up)) == side:
                length += 1
            after = (column + length * right, row + length * up)
            found.append((length, self.is_empty(before) + self.is_empty(after)))
        return found


def nearest_first(moves: list[Point], board: Board, size: int) -> list[tuple[int, Point]]:
    """Moves with their distance to the nearest stone, or to the centre of an empty board."""
    # Rows count from the bottom: of four points in the middle the lower right one is the centre.
    stones = list(board) or [(size // 2 + 1, (size + 1) // 2)]
    ranked = [(min(max(abs(c - x), abs(r - y)) for x, y in stones), (c, r)) for c, r in moves]
    return sorted(ranked, key=lambda pair: pair[0])


def colours_exchanged(text: str) -> str:
    board, turn, *words = text.split(" ")
    return " ".join(
        [board.translate(str.maketrans("xo", "ox")), "w" if turn == "b" else "b", *words]
    )


def turned(text: str) -> str:
    """The board turned by a quarter; words that name points must be absent."""
    board, *rest = text.split(" ")
    rows = [re.sub("[0-9]+", lambda run: "." * int(run.group()), row) for row in board.split("/")]
    columns = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return " ".join([packed("/".join(columns)), *rest])


def mirrored(text: str) -> str:
    """The board upside down."""
    board, *rest = text.split(" ")
    return " ".join(["/".join(reversed(board.split("/"))), *rest])


def packed(rows: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run.group())), rows)
