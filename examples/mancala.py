"""Mancala (Kalah): sow seeds around the board. plyground play mancala --load examples/mancala.py"""

import re
from dataclasses import dataclass

import plyground

PITS, SEEDS = 6, 4
STORE = 2 * PITS + 1  # places 0 to 5 and 6: the mover's pits and store; 7 to 13: the opponent's
NAMES = {side: [column + row for column in columns] for side, columns, row in
         (("black", "abcdef", "1"), ("white", "fedcba", "2"))}  # fmt: skip
FIRST = (SEEDS,) * PITS + (0,)


@plyground.register
@dataclass(frozen=True)
class Mancala:
    """Sow a pit's seeds one by one. End in your store to move again, or in an empty pit of yours to
    take the seeds opposite. When a side is empty, the game ends, and more seeds win."""

    name = "mancala"
    shape = "pits"
    kinds = {"s": "seed"}
    pits: tuple[int, ...] = FIRST + FIRST
    turn: str = "black"

    def moves(self) -> list[str]:
        return [pit for pit, seeds in zip(NAMES[self.turn], self.pits, strict=False) if seeds]

    def play(self, move: str) -> "Mancala":
        pits = list(self.pits)
        at = NAMES[self.turn].index(move)
        seeds, pits[at] = pits[at], 0
        while seeds:
            at = (at + 1) % STORE  # never the opponent's store
            pits[at] += 1
            seeds -= 1
        if at < PITS and pits[at] == 1 and pits[12 - at]:
            pits[PITS] += 1 + pits[12 - at]
            pits[at] = pits[12 - at] = 0
        if at == PITS and any(pits[:PITS]):
            return Mancala(tuple(pits), self.turn)
        return Mancala((*pits[7:], *pits[:7]), "white" if self.turn == "black" else "black")

    def result(self) -> tuple[str, str, float] | None:
        if any(self.pits[:PITS]) and any(self.pits[7:STORE]):
            return None
        lead = sum(self.pits[:7]) - sum(self.pits[7:])
        lead = lead if self.turn == "black" else -lead
        winner = "draw" if not lead else "black" if lead > 0 else "white"
        return winner, "a side of the board is empty", abs(lead)

    def score(self) -> tuple[int, int, str]:
        own, other = self.pits[PITS], self.pits[STORE]
        return (own, other, "seeds") if self.turn == "black" else (other, own, "seeds")

    def board(self) -> list[list[str]]:
        cells = [f"s{seeds}" if seeds else "." for seeds in self.pits]
        own, other = cells[:PITS], cells[7:STORE]
        white, black = (other, own) if self.turn == "black" else (own, other)
        return [white[::-1], [cell.upper() for cell in black]]

    def to_text(self) -> str:
        return "-".join(map(str, self.pits)) + " " + self.turn[0]

    @classmethod
    def from_text(cls, text: str) -> "Mancala":
        match = re.fullmatch(r"((?:\d\d?-){13}\d\d?) ([bw])", text, re.ASCII)
        pits = tuple(map(int, match[1].split("-"))) if match else ()
        if match is None or sum(pits) != 2 * PITS * SEEDS:
            raise ValueError("A position is 14 numbers of seeds, 48 in all, and the side to move.")
        return cls(pits, "black" if match[2] == "b" else "white")
