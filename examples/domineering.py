"""A whole game with options. Try it: plyground play domineering --load examples/domineering.py"""

import re
from dataclasses import dataclass
from string import ascii_lowercase as letters

import plyground

PAIR = re.compile(r"\.(?=\.)")  # two empty squares in a row, wherever they begin


@plyground.register
@dataclass(frozen=True)
class Domineering:
    """Place a domino on two empty squares: Black vertically, White horizontally. A player without
    a place loses. A move names the lower or left square of the domino."""

    name = "domineering"
    symmetric = False  # the sides move differently
    options = (
        plyground.Option("columns", "The number of columns.", "int", 8, low=2, high=12),
        plyground.Option("rows", "The number of rows.", "int", 8, low=2, high=12),
    )
    rows: tuple[str, ...]  # from the bottom
    turn: str = "black"

    @classmethod
    def start(cls, columns: int, rows: int) -> "Domineering":
        return cls(("." * columns,) * rows)

    def moves(self) -> list[str]:
        upright = self.turn == "black"
        lines = ["".join(line) for line in zip(*self.rows, strict=True)] if upright else self.rows
        room = [(i, at.start()) for i, line in enumerate(lines) for at in PAIR.finditer(line)]
        return [f"{letters[i]}{at + 1}" if upright else f"{letters[at]}{i + 1}" for i, at in room]

    def play(self, move: str) -> "Domineering":
        x, y, rows = letters.index(move[0]), int(move[1:]) - 1, list(self.rows)
        if self.turn == "white":
            rows[y] = rows[y][:x] + "oo" + rows[y][x + 2 :]
            return Domineering(tuple(rows), "black")
        for half in (y, y + 1):
            rows[half] = rows[half][:x] + "x" + rows[half][x + 1 :]
        return Domineering(tuple(rows), "white")

    def result(self) -> tuple[str, str] | None:
        winner = "white" if self.turn == "black" else "black"
        return None if self.moves() else (winner, f"no room for {self.turn}")

    def board(self) -> list[str]:
        return list(reversed(self.rows))

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str, columns: int, rows: int) -> "Domineering":
        board, turn = plyground.read_board(text, rows, columns)
        return cls(tuple(reversed(board)), turn)
