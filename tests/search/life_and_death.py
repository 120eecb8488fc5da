"""Eye shapes and small problems of life and death in Go, proven by a slow, exhaustive solver.

    python -m tests.search.life_and_death       # what ownership says about all of them

A group of Black encloses a few points. White surrounds it and lives. The solver knows the rules of
capture and nothing of eyes: it plays out every sequence inside the enclosed points.
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import plyground

Cell = tuple[int, int]
SIZE = 9
EMPTY, BLACK, WHITE = ".", "x", "o"
State = tuple[str, ...]  # what stands on each enclosed point


def around(cell: Cell) -> list[Cell]:
    """The adjacent points on the board."""
    column, row = cell
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [(c, r) for c, r in near if 0 <= c < SIZE and 0 <= r < SIZE]


@dataclass(frozen=True)
class Problem:
    """Enclosed points, what stands on them, and who moves first."""

    cells: tuple[Cell, ...]
    inside: State
    turn: str

    @cached_property
    def wall(self) -> set[Cell]:
        """Black's stones around the points, connected along the diagonals."""
        steps = list(itertools.product((-1, 0, 1), repeat=2))
        near = {(c + dc, r + dr) for c, r in self.cells for dc, dr in steps}
        return {(c, r) for c, r in near if 0 <= c < SIZE and 0 <= r < SIZE} - set(self.cells)

    @cached_property
    def board(self) -> dict[Cell, str]:
        """The whole board. White owns the rest, with two eyes far apart."""
        every = [(column, row) for column in range(SIZE) for row in range(SIZE)]
        board = dict.fromkeys(every, WHITE)
        board |= dict.fromkeys(self.wall, BLACK)
        board |= dict(zip(self.cells, self.inside, strict=True))
        steps = list(itertools.product((-1, 0, 1), repeat=2))
        safe = [
            (c, r)
            for c, r in every
            if all(board.get((c + dc, r + dr), WHITE) == WHITE for dc, dr in steps)
        ]
        first, last = safe[0], safe[-1]
        assert abs(first[0] - last[0]) + abs(first[1] - last[1]) > 2
        board[first] = board[last] = EMPTY
        return board

    @property
    def text(self) -> str:
        """The position as text."""
        rows = ["".join(self.board[column, row] for column in range(SIZE)) for row in range(SIZE)]
        short = ["".join(_short(row)) for row in rows]
        return f"{'/'.join(short)} {'b' if self.turn == BLACK else 'w'}"

    def lives(self) -> bool:
        """Whether Black's group cannot be captured, by exhaustive play."""
        return (self.inside, self.turn) not in Solver(self).captured

    def belief(self, playouts: int) -> float:
        """The owner of the group according to `ownership`: from Black (1) to White (-1)."""
        position = plyground.game("go", size=SIZE, komi=7.5).position(self.text)
        owners = plyground.ownership(position, playouts=playouts)
        column, row = min(self.wall)
        return owners[f"{'ABCDEFGHJ'[column]}{SIZE - row}"]


def _short(row: str) -> Iterator[str]:
    for kind, group in itertools.groupby(row):
        count = len(list(group))
        yield str(count) if kind == EMPTY else kind * count


class Solver:
    """All states of the enclosed points from which White can capture the wall.

    A capture has to be forced: a fight that repeats, or a seki, is no capture.
    """

    def __init__(self, problem: Problem) -> None:
        self._cells, self._wall = problem.cells, problem.wall
        self.captured: set[tuple[State, str]] = set()
        replies = {
            (state, turn): list(self._replies(state, turn))
            for state in itertools.product((EMPTY, BLACK, WHITE), repeat=len(self._cells))
            for turn in (BLACK, WHITE)
        }
        changed = True
        while changed:
            changed = False
            for (state, turn), after in replies.items():
                if (state, turn) in self.captured:
                    continue
                judge = any if turn == WHITE else all
                if judge(one is None or one in self.captured for one in after):
                    self.captured.add((state, turn))
                    changed = True

    def _replies(self, state: State, turn: str) -> Iterator[tuple[State, str] | None]:
        """The states after every move and after a pass; None if the wall was captured."""
        foe = WHITE if turn == BLACK else BLACK
        yield state, foe
        for at, kind in enumerate(state):
            if kind != EMPTY:
                continue
            board = dict(zip(self._cells, (*state[:at], turn, *state[at + 1 :]), strict=True))
            board |= dict.fromkeys(self._wall, BLACK)
            taken = self._breathless(board, foe)
            for cell in taken:
                board[cell] = EMPTY
            if taken & self._wall:
                yield None
            elif not self._breathless(board, turn):
                yield tuple(board[cell] for cell in self._cells), foe

    def _breathless(self, board: dict[Cell, str], color: str) -> set[Cell]:
        """The stones of a colour whose groups have no liberty inside; White's outside live."""
        left = {cell for cell, kind in board.items() if kind == color}
        dead: set[Cell] = set()
        while left:
            group, queue, breathes = set[Cell](), [left.pop()], False
            while queue:
                cell = queue.pop()
                group.add(cell)
                for near in around(cell):
                    breathes = breathes or board.get(near) == EMPTY
                    if near in left:
                        left.remove(near)
                        queue.append(near)
            dead |= set() if breathes else group
        return dead


def shapes(size: int) -> list[tuple[Cell, ...]]:
    """All connected shapes of this many points, without their reflections and turns."""
    found: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            _canonical((*shape, near))
            for shape in found
            for column, row in shape
            for near in (
                (column + 1, row),
                (column - 1, row),
                (column, row + 1),
                (column, row - 1),
            )
            if near not in shape
        }
    return sorted(found)


def _canonical(shape: tuple[Cell, ...]) -> tuple[Cell, ...]:
    ways = []
    for mirror, quarter in itertools.product((1, -1), range(4)):
        turned = [(mirror * column, row) for column, row in shape]
        for _ in range(quarter):
            turned = [(-row, column) for column, row in turned]
        left, top = min(c for c, _ in turned), min(r for _, r in turned)
        ways.append(tuple(sorted((column - left, row - top) for column, row in turned)))
    return min(ways)


def moved(shape: tuple[Cell, ...], by: int) -> tuple[Cell, ...]:
    """The shape away from the edge (2), or in the corner (0)."""
    return tuple((column + by, row + by) for column, row in shape)


def eye_shapes() -> list[Problem]:
    """Empty shapes of two to five points in the middle and in the corner, either side first."""
    return [
        Problem(moved(shape, by), (EMPTY,) * size, turn)
        for size in (2, 3, 4, 5)
        for shape in shapes(size)
        for by in (2, 0)
        for turn in (BLACK, WHITE)
    ]


def fights() -> list[Problem]:
    """Shapes of four to six points with stones of both sides inside, drawn once and for all."""
    dice = random.Random(22)
    found: dict[str, Problem] = {}
    while len(found) < 60:
        shape = dice.choice(shapes(dice.choice((4, 5, 6))))
        stones = dice.choices((EMPTY, WHITE, BLACK), (6, 4, 1), k=len(shape))
        problem = Problem(moved(shape, dice.choice((0, 2))), tuple(stones), dice.choice("xo"))
        if WHITE in stones and _is_legal(problem):
            found[problem.text] = problem
    return list(found.values())


def _is_legal(problem: Problem) -> bool:
    try:
        plyground.game("go", size=SIZE).position(problem.text)
    except ValueError:
        return False
    return True


def errors(problems: list[Problem], playouts: int = 1000) -> list[tuple[Problem, bool, float]]:
    """The problems that `ownership` judges wrongly: the truth, and what it believes."""
    judged = [(problem, problem.lives(), problem.belief(playouts)) for problem in problems]
    return [one for one in judged if one[1] != (one[2] > 0)]


def _main() -> None:
    for name, problems in (("eye shapes", eye_shapes()), ("fights", fights())):
        wrong = errors(problems)
        print(f"{name}: {len(problems) - len(wrong)} of {len(problems)} right")
        for problem, lives, belief in wrong:
            print(f"  {problem.text}  lives={lives}, ownership {belief:+.2f}")


if __name__ == "__main__":
    _main()
