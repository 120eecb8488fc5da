"""Groups of squares for an evaluation by patterns, as cells of a board: row and column.

A game's guide makes its own shapes with these functions; `usual_shapes` suit any board. Shapes need
not consider the board's symmetries: every image of a shape is used, with the same weights.
"""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = tuple[Cell, ...]

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along rows, columns and both diagonals
_MOST_WEIGHTS = 20_000  # of one shape
_LARGE = 100  # squares; a larger board uses the same weights everywhere
_WALKS = 16


@dataclass(frozen=True)
class PatternGuide:
    """How an evaluation by patterns looks at a game.

    `fixed` shapes stand where their cells say. `sliding` shapes stand everywhere on the board, with
    the same weights. Without any shapes, the usual ones are used.
    """

    fixed: tuple[Cells, ...] = ()
    sliding: tuple[Cells, ...] = ()
    stages: int = 1  # stages of the game, by the number of pieces; each has separate weights
    # whether the colours are equivalent: the side to move sees the same, as either colour
    alike: bool = False
    # training settings that suit the game
    training: dict[str, int | float] = field(default_factory=dict)


def usual_shapes(rows: int, columns: int, contents: int) -> PatternGuide:
    """Shapes for any board: lines, rectangles and winding chains of adjacent squares.

    `contents` is the number of different contents of a square, including empty.

    >>> guide = usual_shapes(3, 3, 3)
    >>> len(guide.fixed[0]), guide.sliding
    (9, ())
    >>> len(usual_shapes(15, 15, 3).sliding)
    7
    """
    longest = int(math.log(_MOST_WEIGHTS) / math.log(contents))
    if rows * columns > _LARGE:
        reach = min(longest, 7, rows, columns)
        lines = [line((0, 0), step, reach) for step in STEPS]
        blocks = [rectangle(*size) for size in ((2, 3), (3, 2), (3, 3)) if _fits(size, longest)]
        return PatternGuide(sliding=(*lines, *blocks))
    whole = [rectangle(rows, columns)] if rows * columns <= longest else []
    sizes = [size for size in ((2, 3), (3, 2), (3, 3)) if _fits(size, longest)] or [(1, 3), (3, 1)]
    found = [
        *whole,
        *windows(rows, columns, min(longest, 8)),
        *(cells for size in sizes for cells in placed(rectangle(*size), rows, columns)),
        *walks(rows, columns, min(longest, 8, rows * columns), _WALKS),
    ]
    return PatternGuide(fixed=tuple(dict.fromkeys(found)))


def _fits(size: tuple[int, int], longest: int) -> bool:
    return size[0] * size[1] <= longest


def line(first: Cell, step: Cell, length: int) -> Cells:
    """Cells in a line.

    >>> line((0, 2), (1, -1), 3)
    ((0, 2), (1, 1), (2, 0))
    """
    return tuple((first[0] + at * step[0], first[1] + at * step[1]) for at in range(length))


def rectangle(rows: int, columns: int) -> Cells:
    """The cells of a rectangle in the corner, row by row."""
    return tuple(itertools.product(range(rows), range(columns)))


def placed(cells: Cells, rows: int, columns: int) -> Iterator[Cells]:
    """The shape in every place of the board where it fits.

    >>> len(list(placed(rectangle(3, 3), 8, 8)))
    36
    """
    for row, column in itertools.product(range(-rows, rows), range(-columns, columns)):
        moved = tuple((row + r, column + c) for r, c in cells)
        if all(0 <= r < rows and 0 <= c < columns for r, c in moved):
            yield moved


def windows(rows: int, columns: int, longest: int) -> Iterator[Cells]:
    """Every line of at least three cells; stretches of `longest` cells cover longer lines."""
    for step in STEPS:
        for first in itertools.product(range(rows), range(columns)):
            whole = _whole_line(first, step, rows, columns)
            if len(whole) < 3 or whole[0] != first:
                continue
            for begin in range(max(1, len(whole) - longest + 1)):
                yield whole[begin : begin + longest]


def _whole_line(through: Cell, step: Cell, rows: int, columns: int) -> Cells:
    """The line from edge to edge."""
    reach = max(rows, columns)
    return tuple(
        (row, column)
        for row, column in line(
            (through[0] - reach * step[0], through[1] - reach * step[1]), step, 2 * reach
        )
        if 0 <= row < rows and 0 <= column < columns
    )


def walks(rows: int, columns: int, length: int, count: int) -> Iterator[Cells]:
    """Random groups of connected cells; the same groups in every call.

    >>> [len(cells) for cells in walks(6, 7, 8, 3)]
    [8, 8, 8]
    """
    dice = random.Random(f"{rows} {columns} {length}")  # noqa: S311 - nothing secret
    for _ in range(count):
        cells = [(dice.randrange(rows), dice.randrange(columns))]
        while len(cells) < length:
            row, column = dice.choice(cells)
            at = (row + dice.choice((-1, 0, 1)), column + dice.choice((-1, 0, 1)))
            if at not in cells and 0 <= at[0] < rows and 0 <= at[1] < columns:
                cells.append(at)
        yield tuple(sorted(cells))
