"""Nim: heaps of stones as columns. Play it: plyground play nim --load examples/nim.py"""

from dataclasses import dataclass

import plyground


@plyground.register
@dataclass(frozen=True)
class Nim:
    """Choose a stone: you take it and all stones above it. Whoever takes the last stone wins."""

    name = "nim"
    options = (plyground.Option("most", "The largest heap's height.", "int", 7, low=3, high=15),)
    heaps: tuple[int, ...]
    most: int
    turn: str = "black"

    @classmethod
    def start(cls, most: int) -> "Nim":
        return cls((max(1, most - 4), max(2, most - 2), most), most)

    def moves(self) -> list[str]:
        return [f"{heap}{stone}" for heap, height in zip("abc", self.heaps, strict=True)
                for stone in range(1, height + 1)]  # fmt: skip

    def play(self, move: str) -> "Nim":
        heaps, left = list(self.heaps), int(move[1:]) - 1
        heaps["abc".index(move[0])] = left
        return Nim(tuple(heaps), self.most, "white" if self.turn == "black" else "black")

    def result(self) -> tuple[str, str] | None:
        if any(self.heaps):
            return None
        return "white" if self.turn == "black" else "black", "the last stone is taken"

    def board(self) -> list[str]:
        heights = range(self.most, 0, -1)
        return ["".join("x" if heap >= y else "." for heap in self.heaps) for y in heights]

    def to_text(self) -> str:
        return f"{'-'.join(map(str, self.heaps))} {self.turn[0]}"

    @classmethod
    def from_text(cls, text: str, most: int) -> "Nim":
        heaps, _, turn = text.partition(" ")
        sizes = [int(heap) for heap in heaps.split("-") if heap.isdecimal() and len(heap) < 3]
        if len(sizes) != 3 or max(sizes) > most or turn not in ("b", "w"):
            raise ValueError(f"A position is like '3-5-7 b', with three heaps of at most {most}.")
        return cls(tuple(sizes), most, "black" if turn == "b" else "white")
