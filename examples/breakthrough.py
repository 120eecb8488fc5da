"""Breakthrough on bitboards: plyground play breakthrough --load examples/breakthrough.py"""

from dataclasses import dataclass

import plyground

SIZE = 6
SQUARES = [f"{'abcdef'[x]}{SIZE - y}" for y in range(SIZE) for x in range(SIZE)]  # as read
# Each pawn's steps, as (move, bit left, bit reached, whether it can capture); Black goes up.
STEPS = {side: [
    (SQUARES[y * SIZE + x] + SQUARES[(y + ahead) * SIZE + x + dx],
     1 << y * SIZE + x, 1 << (y + ahead) * SIZE + x + dx, dx != 0)
    for y in range(SIZE) for x in range(SIZE) for dx in (-1, 0, 1)
    if 0 <= y + ahead < SIZE and 0 <= x + dx < SIZE]
    for side, ahead in (("black", -1), ("white", 1))}  # fmt: skip
BITS = {side: {move: (left, to) for move, left, to, _ in steps} for side, steps in STEPS.items()}
GOAL = {"black": (1 << SIZE) - 1, "white": (1 << SIZE) - 1 << SIZE * (SIZE - 1)}
TWO = 2 * SIZE


@plyground.register
@dataclass(frozen=True)
class Breakthrough:
    """Pawns step forward, straight or diagonally, and capture diagonally. Reach the last row."""

    name = "breakthrough"
    kinds = {"p": "pawn"}
    symmetric = False  # the colours go different ways
    own: int = (1 << TWO) - 1 << SIZE * (SIZE - 2)  # the pawns of the side to move
    other: int = (1 << TWO) - 1
    turn: str = "black"

    def moves(self) -> list[str]:
        own, other = self.own, self.other
        return [move for move, left, to, slants in STEPS[self.turn]
                if own & left and not own & to and (slants or not other & to)]  # fmt: skip

    def play(self, move: str) -> "Breakthrough":
        left, to = BITS[self.turn][move]
        turn = "white" if self.turn == "black" else "black"
        return Breakthrough(self.other & ~to, self.own ^ left | to, turn)

    def result(self) -> tuple[str, str] | None:
        before = "white" if self.turn == "black" else "black"
        if self.other & GOAL[before]:
            return before, "a pawn has reached the last row"
        return None if self.own else (before, "all pawns are captured")

    def board(self) -> list[str]:
        own, other = "Pp" if self.turn == "black" else "pP"
        text = "".join(own if self.own >> at & 1 else other if self.other >> at & 1 else "."
                       for at in range(SIZE * SIZE))  # fmt: skip
        return [text[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)]

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str) -> "Breakthrough":
        rows, turn = plyground.read_board(text, SIZE, SIZE, "Pp")
        own, other = (sum(1 << at for at, piece in enumerate("".join(rows)) if piece == side)
                      for side in ("Pp" if turn == "black" else "pP"))  # fmt: skip
        return cls(own, other, turn)
