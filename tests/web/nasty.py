"""A game whose moves do what no game should. It is loaded by processes that tests start."""

import os
import sys
import time
from typing import Any

import plyground

MOVES = {
    "good": lambda: None,
    "slow": lambda: None,
    "hang": lambda: time.sleep(60),
    "spin": lambda: [None for _ in iter(int, 1)],
    "exit": lambda: os._exit(3),
    "leave": lambda: sys.exit("enough"),
    "interrupt": lambda: _raise(KeyboardInterrupt()),
    "fail": lambda: {}["nothing"],
    "odd": lambda: _raise(Odd()),
    "wrong": lambda: _raise(ValueError("Not on a Sunday.")),
    "print": lambda: [print("x" * 1000, file=file) for file in STREAMS for _ in range(5000)],
    "write": lambda: [os.write(1, b"x" * 1000) + os.write(2, b"x" * 1000) for _ in range(5000)],
    "garbage": lambda: [_scribble(number) for number in range(3, 30)],
    "shut": lambda: os.closerange(0, 30),
    "memory": lambda: bytearray(3 << 30),
    "recurse": lambda: _recurse(),
    "fork": lambda: os.fork() or time.sleep(60),
    "nan": lambda: None,
    "null": lambda: None,
    "large": lambda: None,
}
STREAMS = (sys.stdout, sys.stderr)


class Odd(Exception):  # noqa: N818
    """An error that can't be told."""

    def __str__(self) -> str:
        raise self


def _raise(error: BaseException) -> None:
    raise error


def _recurse() -> None:
    _recurse()


def _scribble(number: int) -> None:
    try:
        os.write(number, b'["answer", [1]]\n7\n{}\nnonsense\n')
    except OSError:
        pass


@plyground.register
class Nasty:
    """It may go wrong in many ways."""

    name = "nasty"
    title = f"Nasty in {os.getpid()}, {os.environ.get('DATABASE_URL')}"

    def __init__(self, last: str = "none", turn: str = "black") -> None:
        self.last = last
        self.turn = turn

    def moves(self) -> list[str]:
        if self.last == "slow" and THINKS:
            time.sleep(60)
        return [*MOVES]

    def play(self, move: str) -> "Nasty":
        MOVES[move]()
        return Nasty(move, "white" if self.turn == "black" else "black")

    def result(self) -> Any:
        return ("black", "a \0 and a \ud800") if self.last == "null" else None

    def score(self) -> tuple[float, float]:
        return (float("nan") if self.last == "nan" else 0.0), 0.0

    def marks(self) -> list[tuple[str, list[str]]]:
        return [("x" * 9_000_000, ["a1"])] if self.last == "large" else []

    def to_text(self) -> str:
        return f"{self.last} {self.turn}"

    @classmethod
    def from_text(cls, text: str) -> "Nasty":
        return cls(*text.split())

    def board(self) -> list[str]:
        return ["."]


# Only the process that thinks is slow: nobody has asked it to draw the position before.
THINKS = "plyground.sitting.session" in sys.modules and not hasattr(sys, "ps1")
