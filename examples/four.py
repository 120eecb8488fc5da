"""Connect Four on bitboards. Train a player: plyground train four --load examples/four.py"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

import plyground

COLUMNS = "abcdefg"
BITS = np.array([[1 << (7 * x + y) for x in range(7)] for y in range(5, -1, -1)])  # as read


@plyground.register
@dataclass(frozen=True)
class Four:
    """Take turns to drop discs into columns. Four in a line win; a full board is a draw."""

    name = "four"
    title = "Four in a Row"
    shape = "holes"
    symmetries = "mirror"
    own: int = 0  # the discs of the side to move
    taken: int = 0  # those of both; a column has seven bits, the lowest first
    turn: str = "black"

    def moves(self) -> list[str]:
        return [name for x, name in enumerate(COLUMNS) if not self.taken >> (7 * x + 5) & 1]

    def play(self, move: str) -> "Four":
        taken = self.taken | (self.taken + (1 << 7 * COLUMNS.index(move)))
        return Four(self.own ^ self.taken, taken, "white" if self.turn == "black" else "black")

    def result(self) -> tuple[str, str] | None:
        discs = self.own ^ self.taken  # of the side that has just moved
        for step in (1, 6, 7, 8):
            pairs = discs & discs >> step
            if pairs & pairs >> 2 * step:
                return "white" if self.turn == "black" else "black", "four in a line"
        return None if self.moves() else ("draw", "the board is full")

    def key(self) -> int:
        return self.own * 0x9E3779B97F4A7C15 + self.taken * 0xBF58476D1CE4E5B9

    def target(self, move: str) -> str:
        column = self.taken >> 7 * COLUMNS.index(move) & 63
        return f"{move}{column.bit_length() + 1}"

    def board(self) -> list[str]:
        mine, yours = "xo" if self.turn == "black" else "ox"
        rows = [["." if not self.taken & bit else mine if self.own & bit else yours
                 for bit in row] for row in BITS.tolist()]  # fmt: skip
        return ["".join(row) for row in rows]

    def planes(self) -> npt.NDArray[np.float32]:
        seen = [(self.own & BITS) != 0, ((self.own ^ self.taken) & BITS) != 0, BITS > 0]
        return np.stack(seen, axis=2).astype(np.float32)

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> "Four":
        rows, turn = plyground.read_board(text, rows=6, columns=7)
        discs = {side: sum(bit for row, bits in zip(rows, BITS.tolist(), strict=True)
                           for piece, bit in zip(row, bits, strict=True) if piece == side)
                 for side in "xo"}  # fmt: skip
        return cls(discs["x" if turn == "black" else "o"], discs["x"] + discs["o"], turn)
