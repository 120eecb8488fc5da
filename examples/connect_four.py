"""A whole game with options. Try it: plyground play connect_four --load examples/connect_four.py"""

from dataclasses import dataclass
from string import ascii_lowercase as letters

import plyground


@plyground.register
@dataclass(frozen=True)
class ConnectFour:
    """Drop discs into columns in turn. Four in a row, any way, win; a full board is a draw."""

    name = "connect_four"
    options = (
        plyground.Option("columns", "Columns of the board.", "int", 7, low=4, high=12),
        plyground.Option("rows", "Rows of the board.", "int", 6, low=4, high=12),
    )
    columns: tuple[str, ...]  # each from the bottom up
    turn: str = "black"

    @classmethod
    def start(cls, columns: int, rows: int) -> "ConnectFour":
        return cls(("." * rows,) * columns)

    def moves(self) -> list[str]:
        return [letters[at] for at, column in enumerate(self.columns) if "." in column]

    def target(self, move: str) -> str:
        return f"{move}{self.columns[letters.index(move)].index('.') + 1}"

    def play(self, move: str) -> "ConnectFour":
        at, columns = letters.index(move), list(self.columns)
        disc, turn = ("x", "white") if self.turn == "black" else ("o", "black")
        columns[at] = columns[at].replace(".", disc, 1)
        return ConnectFour(tuple(columns), turn)

    def result(self) -> tuple[str, str] | None:
        squares = "|".join(self.columns)
        right = len(self.columns[0]) + 1  # the distance of neighbours in a row
        for step in (1, right - 1, right, right + 1):
            lines = "|".join(squares[at::step] for at in range(step))
            if "xxxx" in lines or "oooo" in lines:
                return "black" if "xxxx" in lines else "white", "four in a row"
        return None if "." in squares else ("draw", "the board is full")

    def board(self) -> list[str]:
        return ["".join(row) for row in zip(*self.columns, strict=True)][::-1]

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str, columns: int, rows: int) -> "ConnectFour":
        board, turn = plyground.read_board(text, rows, columns)
        upright = tuple("".join(column)[::-1] for column in zip(*board, strict=True))
        if any(".x" in column or ".o" in column for column in upright):
            raise ValueError("A disc hangs in the air.")
        return cls(upright, turn)
