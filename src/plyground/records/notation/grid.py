"""Converts boards of stones between our texts and the coordinates of other notations."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from plyground.engine.game import Game
from plyground.engine.view import Turn

EMPTY = "."

_RUN = re.compile(r"\d+")


@dataclass
class Grid:
    """A position text in parts: `x`, `o` or `.` per point, rows from the top; the other words.

    >>> grid = Grid.of("x2/3/1o1 w passes=1")
    >>> grid.rows, grid.turn, grid.words
    (['x..', '...', '.o.'], 'white', ['passes=1'])
    >>> grid.to_text()
    'x2/3/1o1 w passes=1'
    """

    rows: list[str]
    turn: Turn
    words: list[str]

    @classmethod
    def of(cls, text: str) -> "Grid":
        """Splits the text of a position."""
        board, turn, *words = text.split(" ")
        rows = [_RUN.sub(lambda run: EMPTY * int(run.group()), row) for row in board.split("/")]
        return cls(rows, "black" if turn == "b" else "white", words)

    def to_text(self) -> str:
        """Joins the parts again."""
        rows = (re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in self.rows)
        return " ".join(["/".join(rows), self.turn[0], *self.words])

    def put(self, points: Iterable[tuple[int, int]], what: str) -> None:
        """Writes `x`, `o` or `.` on points, given as column and row from the top left."""
        rows = [list(row) for row in self.rows]
        for column, row in points:
            rows[row][column] = what
        self.rows = ["".join(row) for row in rows]

    def points(self, what: str) -> list[tuple[int, int]]:
        """The points with `x`, `o` or `.`."""
        return [
            (column, row)
            for row, line in enumerate(self.rows)
            for column, sign in enumerate(line)
            if sign == what
        ]

    def without(self, *names: str) -> None:
        """Removes the words with these names."""
        self.words = [word for word in self.words if word.partition("=")[0] not in names]


@lru_cache(maxsize=64)
def labels(game: Game) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A game's labels of the columns from the left and of the rows from the top."""
    view = game.start().view()
    return tuple(view["columns"]), tuple(view["rows"])


def point_label(game: Game, column: int, row: int) -> str:
    """A game's label of a point.

    >>> from plyground.engine.registry import game
    >>> point_label(game("go", size=9), 8, 0), point_label(game("othello"), 0, 0)
    ('J9', 'a1')
    """
    columns, rows = labels(game)
    return columns[column] + rows[row]


def point_of(game: Game, label: str) -> tuple[int, int]:
    """Column and row from the top left of a point of the game.

    >>> from plyground.engine.registry import game
    >>> point_of(game("gomoku"), "h8")
    (7, 7)
    """
    columns, rows = labels(game)
    return columns.index(label[:1]), rows.index(label[1:])
