"""The symmetries of the board, as permutations.

A lesson from one position holds for all its images. A permutation is a tuple with the target of
each index; squares are counted in reading order, moves by `Actions`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from plyground.engine.actions import LABEL, Actions, squares_of
from plyground.engine.game import Position

Turning: TypeAlias = Callable[[int, int], tuple[int, int]]  # of a row and a column


@dataclass(frozen=True)
class Image:
    """One symmetry of the board: the target of each square, and of each move."""

    squares: tuple[int, ...]
    actions: tuple[int, ...]


def images(actions: Actions) -> list[Image]:
    """Every image of a game's board that its symmetry allows; the unchanged board comes first.

    >>> import plyground
    >>> [len(images(Actions(plyground.game(name)))) for name in ("go", "connect_four")]
    [8, 2]
    >>> images(Actions(plyground.game("connect_four", columns=4)))[1].actions
    (3, 2, 1, 0)
    """
    return [
        Image(squares, _turned_actions(actions, squares))
        for squares in square_images(actions.game.start())
    ]


def square_images(start: Position) -> list[tuple[int, ...]]:
    """The images of a board without its moves: the target of each square."""
    rows, columns = len(start.rows), len(start.columns)
    found = []
    for turning in _turnings(start.symmetry, rows, columns):
        turned = [turning(row, column) for row in range(rows) for column in range(columns)]
        found.append(tuple(row * columns + column for row, column in turned))
    return found


def _turnings(symmetry: str, rows: int, columns: int) -> list[Turning]:
    """The maps of the board onto itself.

    Those that exchange rows and columns need a square board.
    """
    last, right = rows - 1, columns - 1
    mirrors: list[Turning] = [
        lambda row, column: (row, column),
        lambda row, column: (row, right - column),
        lambda row, column: (last - row, column),
        lambda row, column: (last - row, right - column),
    ]
    if symmetry != "square":
        return mirrors[: 2 if symmetry == "mirror" else 1]
    return mirrors + [_transposed(mirror) for mirror in mirrors] * (rows == columns)


def _transposed(turning: Turning) -> Turning:
    return lambda row, column: turning(column, row)


def _turned_actions(actions: Actions, squares: tuple[int, ...]) -> tuple[int, ...]:
    labels = squares_of(actions.game)
    to = {label: labels[squares[at]] for at, label in enumerate(labels)}
    to |= _turned_columns(actions, squares)
    numbers = []
    for number in range(actions.count):
        text = actions.move(number)
        image = to.get(text) or LABEL.sub(lambda label: to.get(label[0], label[0]), text)
        try:
            numbers.append(actions.number(image))
        except ValueError:
            raise ValueError(
                f"The symmetries of {actions.game.name} make {image!r} of its move {text!r}, which"
                " is no move of the game."
            ) from None
    return tuple(numbers)


def _turned_columns(actions: Actions, squares: tuple[int, ...]) -> dict[str, str]:
    """For moves that name only a column: their targets."""
    columns = actions.game.start().columns
    named = {actions.move(number) for number in range(actions.count)} & set(columns)
    width = len(columns)
    if named and squares[0] // width != squares[width - 1] // width:
        raise ValueError(
            f"The moves of {actions.game.name} name columns, which can't become rows:"
            " its symmetries can be 'mirror', not 'square'."
        )
    return {label: columns[squares[at] % width] for at, label in enumerate(columns)}
