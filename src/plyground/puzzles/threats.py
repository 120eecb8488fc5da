"""A threat search for games of lines in which stones are never captured.

It answers exactly which moves complete a line within a number of plies against every defence. An
extra stone never harms its owner in these games. So a move is useful only if its owner would win
two plies sooner if the other side passed. A reply can help only if it takes a point that this win
uses, or brings the defender's own lines close enough to interfere. docs/how-to/puzzles.md has the
argument.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

Zone = frozenset[int]
_Stretches = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


@cache
def _stretches(width: int, height: int, line: int, directions: int) -> _Stretches:
    """Every stretch of points that can be a line, and the stretches of each point."""
    found: list[tuple[int, ...]] = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))[:directions]:
        for y in range(height):
            for x in range(width):
                ends = (x + dx * (line - 1), y + dy * (line - 1))
                if 0 <= ends[0] < width and 0 <= ends[1] < height:
                    found.append(tuple((y + dy * i) * width + x + dx * i for i in range(line)))
    of: list[list[int]] = [[] for _ in range(width * height)]
    for number, points in enumerate(found):
        for point in points:
            of[point].append(number)
    return tuple(found), tuple(map(tuple, of))


class Board:
    """A board with the stones of two sides, 0 and 1, counted in every stretch.

    >>> board = Board(5, 5, 4)
    >>> for point in (6, 7):
    ...     board.put(point, 0)
    >>> sorted(board.winning_moves(0, 3)), board.winning_moves(1, 3)
    ([8], {})
    """

    def __init__(self, width: int, height: int, line: int, directions: int = 4) -> None:
        self._line = line
        self._points, self._of = _stretches(width, height, line, directions)
        self._stones: list[int | None] = [None] * (width * height)
        self._counts = ([0] * len(self._points), [0] * len(self._points))
        self._known: dict[tuple[object, ...], Zone | None] = {}

    def put(self, point: int, side: int) -> None:
        """Places a stone."""
        self._stones[point] = side
        counts = self._counts[side]
        for stretch in self._of[point]:
            counts[stretch] += 1

    def _take(self, point: int) -> None:
        side = self._stones[point]
        assert side is not None
        self._stones[point] = None
        counts = self._counts[side]
        for stretch in self._of[point]:
            counts[stretch] -= 1

    def _open(self, side: int, least: int) -> Iterator[int]:
        """The stretches without an enemy stone that have this many stones of a side."""
        enemy = self._counts[1 - side]
        for stretch, count in enumerate(self._counts[side]):
            if count >= least and not enemy[stretch]:
                yield stretch

    def _empty(self, stretch: int) -> list[int]:
        return [point for point in self._points[stretch] if self._stones[point] is None]

    def _completing(self, side: int) -> set[int]:
        """The points where a side completes a line."""
        return {point for one in self._open(side, self._line - 1) for point in self._empty(one)}

    def _near(self, side: int, stones: int) -> set[int]:
        """The empty points of open stretches with at least this many stones of a side."""
        return {point for one in self._open(side, max(stones, 0)) for point in self._empty(one)}

    def _fours(self, side: int) -> dict[int, set[int]]:
        """For every point that leaves a line one stone short: the points that then complete it."""
        found: dict[int, set[int]] = defaultdict(set)
        for stretch in self._open(side, self._line - 2):
            empty = self._empty(stretch)
            if len(empty) == 2:
                found[empty[0]].add(empty[1])
                found[empty[1]].add(empty[0])
        return found

    def winning_moves(self, side: int, plies: int) -> dict[int, int]:
        """The moves that win within this many plies against every reply, with their plies."""
        found: dict[int, int] = {}
        for point, stone in enumerate(self._stones):
            if stone is None:
                for within in range(1, plies + 1, 2):
                    if self.wins_by(point, side, within):
                        found[point] = within
                        break
        return found

    def plies(self, side: int, most: int) -> int | None:
        """The number of plies in which the side to move wins, if at most this many."""
        return next((n for n in range(1, most + 1, 2) if self._wins(side, n) is not None), None)

    def wins_by(self, point: int, side: int, plies: int) -> bool:
        """Whether a move wins within this many plies."""
        if point in self._completing(side):
            return True
        if plies == 1 or self._completing(1 - side) - {point}:
            return False
        self.put(point, side)
        ends = len(self._completing(side))
        self._take(point)
        if ends >= 2 or plies == 3:  # two threats cannot both be stopped
            return ends >= 2
        return self._by(point, side, plies, self._fours(side)) is not None

    def _wins(self, side: int, plies: int) -> Zone | None:
        """The points used by a win within this many plies; None if the side to move has none."""
        key = (tuple(self._stones), side, plies)
        if key not in self._known:
            if len(self._known) > 400_000:
                self._known.clear()
            self._known[key] = self._search(side, plies)
        return self._known[key]

    def _search(self, side: int, plies: int) -> Zone | None:
        if done := self._completing(side):
            return frozenset([min(done)])
        if plies == 1:
            return None
        must = self._completing(1 - side)
        if len(must) > 1:
            return None
        fours = self._fours(side)
        for point, ends in fours.items():  # two ends cannot both be stopped
            if len(ends) >= 2 and must <= {point}:
                return frozenset([point, *sorted(ends)[:2]])
        if plies == 3:
            return None
        if (sooner := self._wins(side, plies - 2)) is not None:
            return sooner
        for point in self._candidates(side, plies, must, fours):
            if (zone := self._by(point, side, plies, fours)) is not None:
                return zone
        return None

    def _candidates(self, side: int, plies: int, must: set[int], fours: Iterable[int]) -> list[int]:
        """The moves that may win in exactly this many plies: they extend a line, or stop lines."""
        if must:
            return list(must)
        own = self._near(side, self._line - (plies + 1) // 2)
        stops = self._near(1 - side, self._line - (plies - 3) // 2) if plies > 5 else set[int]()
        first = sorted(fours)
        return first + sorted((own | stops) - set(first))

    def _by(self, point: int, side: int, plies: int, fours: dict[int, set[int]]) -> Zone | None:
        """The points used by a win that begins with this move; None if it does not win.

        The move itself completes no line.
        """
        self.put(point, side)
        try:
            if point not in fours:
                return self._quietly(point, side, plies)
            ends = sorted(fours[point])[:2]
            if len(ends) == 2:
                return frozenset([point, *ends])
            self.put(ends[0], 1 - side)
            zone = self._wins(side, plies - 2)
            self._take(ends[0])
            return None if zone is None else zone | {point, ends[0]}
        finally:
            self._take(point)

    def _quietly(self, point: int, side: int, plies: int) -> Zone | None:
        """The same for a move, already made, that makes no immediate threat."""
        if self._completing(1 - side) or (zone := self._wins(side, plies - 2)) is None:
            return None
        used, tried = set(zone) | {point}, {point}
        interfering = self._near(1 - side, self._line - 1 - (plies - 3) // 2)
        while replies := ((zone | interfering) - tried):
            reply = min(replies, key=lambda one: (one not in zone, one))
            tried.add(reply)
            if self._stones[reply] is not None:
                continue
            self.put(reply, 1 - side)
            after = self._wins(side, plies - 2)
            self._take(reply)
            if after is None:
                return None
            used |= after | {reply}
        return frozenset(used)
