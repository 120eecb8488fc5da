"""Capture puzzles: whether stones can be captured within a number of plies against any defence.

The rules are the game's own. A move is left out only for two reasons, both of which hold even if
the defender only passes. A move of the attacker takes at most one liberty, so stones with more
liberties than the attacker has moves left cannot be captured. If the numbers are equal, each move
must take a liberty. The attacker never passes either, because the defender's pass would then end
the game.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.results import IllegalMove
from plyground.puzzles.puzzle_file import Puzzle

STONES = 2  # the smallest number of stones to capture
_TRIED = 7  # the longest-resisting replies to check; one must again leave a single right move
_EFFORT = 100_000  # positions per question, when making puzzles
_PASS = "pass"  # noqa: S105 - a move
_GAPS = re.compile("[0-9]+")


class Tired(Exception):  # noqa: N818 - an answer, not a mistake
    """The question needs more positions than allowed."""


class Group(NamedTuple):
    """Stones that are connected, and their liberties."""

    stones: list[str]
    liberties: list[str]


def suits(game: Game) -> bool:
    """Whether a game's puzzles are captures.

    >>> import plyground
    >>> suits(plyground.game("go")), suits(plyground.game("robogo"))
    (True, False)
    """
    return guide_of(game.name).capture_puzzles


def _dots(gap: re.Match[str]) -> str:
    return "." * int(gap[0])


class Hunt:
    """The side to move tries to capture the stones at a target; ValueError if there are none.

    >>> import plyground
    >>> corner = plyground.game("go", size=3).position("ox1/1x1/3 b")
    >>> hunt = Hunt(corner, "A3")
    >>> hunt.group(corner), hunt.plies(corner, 5), hunt.right(corner, 1)
    (Group(stones=['A3'], liberties=['A2']), 1, ['A2'])
    """

    def __init__(self, position: Position, target: str, effort: int | None = None) -> None:
        view = position.view()
        columns, rows = view["columns"], view["rows"]
        self._wide = len(columns) + 1
        labels = {
            column + row: (y + 1) * self._wide + x
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
        }
        if target not in labels:
            raise ValueError(f"There is no point {target[:20]!r} on this board.")
        self._labels = labels
        self._names = {number: label for label, number in labels.items()}
        self._target = labels[target]
        self._prey = "o" if position.turn == "black" else "x"
        self._left = effort
        self._killers: dict[int, str] = {}
        if not self.stands(position):
            raise ValueError(f"There is no opposing stone at {target}.")

    def _board(self, position: Position) -> str:
        """A letter for each point, with a border around: x, o, or a dot."""
        rows = position.to_text().partition(" ")[0]
        border = "/" * self._wide
        return border + _GAPS.sub(_dots, rows) + border

    def stands(self, position: Position) -> bool:
        """Whether the target is still on the board."""
        row, column = divmod(self._target, self._wide)
        letters = position.to_text().split("/", row)[row - 1]  # faster than reading the whole board
        return _GAPS.sub(_dots, letters)[column] == self._prey

    def group(self, position: Position) -> Group | None:
        """The stones connected to the target; None if it was captured."""
        board = self._board(position)
        if board[self._target] != self._prey:
            return None
        stones, liberties = [self._target], dict[int, None]()
        for stone in stones:
            for near in (stone - self._wide, stone - 1, stone + 1, stone + self._wide):
                if board[near] == self._prey and near not in stones:
                    stones.append(near)
                elif board[near] == ".":
                    liberties[near] = None
        return Group([self._names[one] for one in stones], [self._names[one] for one in liberties])

    def captures(self, position: Position, plies: int) -> bool:
        """Whether the side to move captures within this many plies, an odd number."""
        group = self.group(position)
        if group is None:  # its owner has removed it, if the rules allow suicide
            return True
        return any(
            self.works(position, move, plies) for move in self._tries(position, group, plies)
        )

    def works(self, position: Position, move: str, plies: int) -> bool:
        """Whether a move captures within this many plies, including itself."""
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise Tired
        try:
            after = position.play(move)
        except IllegalMove:
            return False
        group = self.group(after)
        if group is None:
            return True
        if plies < 3 or len(group.liberties) > (plies - 1) // 2:
            return False
        return self.saving(after, plies - 1, group) is None

    def saving(self, after: Position, plies: int, group: Group | None = None) -> str | None:
        """A reply after which the stones survive this many plies, including itself; or None.

        It returns the first that it finds, which is often a pass.
        """
        liberties = group.liberties if group else []
        legal = after.moves()
        if not legal:
            return ""  # the game is over
        first = [_PASS, self._killers.get(plies, _PASS), *liberties]
        order = dict.fromkeys([*(move for move in first if move in legal), *legal])
        for reply in order:
            if not self.captures(after.play(reply), plies - 1):
                self._killers[plies] = reply
                return reply
        return None

    def _tries(self, position: Position, group: Group, plies: int) -> Iterator[str]:
        """The moves that may capture within this many plies; those that take a liberty first."""
        own = (plies + 1) // 2
        if len(group.liberties) > own:
            return
        yield from group.liberties
        if len(group.liberties) < own:
            known = {*group.liberties, _PASS}
            yield from (move for move in position.moves() if move not in known)

    def plies(self, position: Position, most: int) -> int | None:
        """The number of plies in which the side to move captures, if at most this many."""
        return next((n for n in range(1, most + 1, 2) if self.captures(position, n)), None)

    def right(self, position: Position, plies: int, enough: int | None = None) -> list[str]:
        """The moves that capture within this many plies; the search ends after enough of them."""
        group = self.group(position)
        found: list[str] = []
        for move in self._tries(position, group, plies) if group else ():
            if self.works(position, move, plies):
                found.append(move)
                if len(found) == enough:
                    break
        return found

    def forced(self, position: Position, plies: int) -> tuple[str, ...] | None:
        """Best play to the capture with one right move at every turn except the last; or None."""
        if plies == 1:
            return tuple(self.right(position, 1)[:1]) or None
        right = self.right(position, plies, enough=2)
        if len(right) != 1:
            return None
        after = position.play(right[0])
        for reply in self._longest(after, plies - 2)[:_TRIED]:
            rest = self.forced(after.play(reply), plies - 2)
            if rest is not None:
                return (right[0], reply, *rest)
        return None

    def _longest(self, after: Position, left: int) -> list[str]:
        """The replies after which the capture takes this many plies, the most natural first."""
        rows = self.likely(after)
        return [move for move in rows if self.plies(after.play(move), left) == left]

    def likely(self, after: Position) -> list[str]:
        """All replies: at a liberty, then captures, then nearby moves, the pass last."""
        group = self.group(after) or Group([], [])
        kinds = {move["text"]: move["kind"] for move in after.view()["moves"]}

        def place(move: str) -> tuple[bool, bool, bool, int]:
            is_liberty, is_capture = move in group.liberties, kinds[move] == "capture"
            distance = (
                0
                if move == _PASS
                else min((self._distance(move, one) for one in group.stones), default=0)
            )
            return (move == _PASS, not is_liberty, not is_capture, distance)

        return sorted(kinds, key=place)

    def _distance(self, one: str, other: str) -> int:
        """The distance between two points."""
        (row, column), (second, third) = (
            divmod(self._labels[label], self._wide) for label in (one, other)
        )
        return abs(row - second) + abs(column - third)

    def refutation(self, after: Position, plies: int) -> str | None:
        """Like `saving`, but the most natural reply."""
        for reply in self.likely(after):
            if not self.captures(after.play(reply), plies - 1):
                return reply
        return None


def look(position: Position, most: int, wanted: Callable[[int], bool]) -> list[Puzzle]:
    """The puzzles of a position with a suitable length, the longest first."""
    if position.result() is not None or position.last_move == _PASS:
        return []
    alone = position.game.position(position.to_text())  # without its history
    found = []
    for aid in alone.aids():
        is_prey = aid["kind"] == "liberties" and aid["owner"] != alone.turn
        if not is_prey or len(aid["at"]) < STONES or not 2 <= aid["count"] <= (most + 1) // 2:
            continue
        line = _line(alone, aid["at"][0], most, wanted)
        if line is not None:
            game, played = position.game, position.played if position.origin is None else ()
            found.append(
                Puzzle(
                    game.name,
                    alone.turn,
                    "capture",
                    len(line),
                    alone.to_text(),
                    line,
                    played,
                    game.changed,
                    aid["at"][0],
                )
            )
    return sorted(found, key=lambda one: -one.plies)


def _line(
    alone: Position, target: str, most: int, wanted: Callable[[int], bool]
) -> tuple[str, ...] | None:
    """Best play to a capture of suitable length, with one right move at each turn."""
    hunt = Hunt(alone, target, _EFFORT)
    try:
        plies = hunt.plies(alone, most)
        if plies is None or plies < 3 or not wanted(plies):
            return None
        return hunt.forced(alone, plies)
    except Tired:
        return None
