"""Hex on bitboards: plyground play hex --load examples/hex.py"""

from dataclasses import dataclass

import plyground

SIZES = range(3, 12)
CELLS = {  # the bit of each cell; a row has one bit more than cells, so that rows do not touch
    n: {f"{'abcdefghijk'[x]}{n - y}": 1 << y * (n + 1) + x for y in range(n) for x in range(n)}
    for n in SIZES
}
TOP = {n: (1 << n) - 1 for n in SIZES}
LEFT = {n: sum(1 << y * (n + 1) for y in range(n)) for n in SIZES}


@plyground.register
@dataclass(frozen=True)
class Hex:
    """Take turns to place stones. Black joins top and bottom, White left and right. No draws."""

    name = "hex"
    shape = "hexagons"
    symmetric = False  # the sides join different edges
    options = (plyground.Option("size", "The side of the board.", "int", 7, low=3, high=11),)
    size: int = 7
    own: int = 0  # the stones of the side to move
    other: int = 0
    turn: str = "black"

    def moves(self) -> list[str]:
        taken = self.own | self.other
        return [cell for cell, bit in CELLS[self.size].items() if not taken & bit]

    def play(self, move: str) -> "Hex":
        own = self.own | CELLS[self.size][move]
        return Hex(self.size, self.other, own, "white" if self.turn == "black" else "black")

    def result(self) -> tuple[str, str] | None:
        """Follows the chains of the side that has just moved, from edge to edge."""
        n, stones, winner = self.size, self.other, "white" if self.turn == "black" else "black"
        begin, end = (TOP[n], TOP[n] << (n - 1) * (n + 1)) if winner == "black" else (
            LEFT[n], LEFT[n] << (n - 1))  # fmt: skip
        chain, seen = begin & stones, 0
        while chain != seen:
            seen = chain
            near = chain | chain << 1 | chain << n | chain << n + 1
            chain = stones & (near | chain >> 1 | chain >> n | chain >> n + 1)
        return (winner, "the edges are joined") if chain & end else None

    def board(self) -> list[str]:
        own, other = "xo" if self.turn == "black" else "ox"
        text = "".join(own if self.own & bit else other if self.other & bit else "."
                       for bit in CELLS[self.size].values())  # fmt: skip
        return [text[at : at + self.size] for at in range(0, self.size**2, self.size)]

    def to_text(self) -> str:
        return plyground.board_text(self.board(), self.turn)

    @classmethod
    def from_text(cls, text: str, size: int) -> "Hex":
        rows, turn = plyground.read_board(text, size, size)
        cells = list(zip("".join(rows), CELLS[size].values(), strict=True))
        own, other = (sum(bit for stone, bit in cells if stone == side)
                      for side in ("xo" if turn == "black" else "ox"))  # fmt: skip
        return cls(size, own, other, turn)
