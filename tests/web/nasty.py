"""Games with forbidden behaviour, loaded by processes that tests start."""

import contextlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plyground


class Odd(Exception):  # noqa: N818
    """An error whose message fails."""

    def __str__(self) -> str:
        raise self


def _raise(error: BaseException) -> None:
    raise error


def _recurse(depth: int) -> None:
    _recurse(depth + 1)


def _scribble() -> None:
    for number in range(3, 30):
        with contextlib.suppress(OSError):
            os.write(number, b'["answer", [1]]\n7\n{}\nnonsense\n')


def _print() -> None:
    for file in (sys.stdout, sys.stderr):
        for _ in range(5000):
            print("x" * 1000, file=file)


def _write() -> None:
    for number in (1, 2):
        for _ in range(5000):
            os.write(number, b"x" * 1000)


def _fork() -> None:
    if os.fork() == 0:
        time.sleep(60)


def _hang() -> None:
    Path(__file__).with_suffix(".hanging").touch()  # a test may wait for this
    time.sleep(60)


def _spin() -> None:
    while True:
        pass


MOVES: dict[str, Callable[[], object]] = {
    "good": lambda: None,
    "hang": _hang,
    "spin": _spin,
    "exit": lambda: os._exit(3),
    "leave": lambda: sys.exit("enough"),
    "interrupt": lambda: _raise(KeyboardInterrupt()),
    "fail": lambda: dict[str, int]()["nothing"],
    "odd": lambda: _raise(Odd()),
    "wrong": lambda: _raise(ValueError("Not on a Sunday.")),
    "print": _print,
    "write": _write,
    "garbage": _scribble,
    "shut": lambda: os.closerange(0, 30),
    "memory": lambda: bytearray(3 << 30),
    "recurse": lambda: _recurse(0),
    "fork": _fork,
    "nan": lambda: None,
    "null": lambda: None,
    "large": lambda: None,
}


class Nasty:
    """A game that can fail in many ways."""

    name = "nasty"
    title = f"Nasty in {os.getpid()}, {os.environ.get('DATABASE_URL')}"

    def __init__(self, last: str = "none", turn: str = "black") -> None:
        self.last = last
        self.turn = turn

    def moves(self) -> list[str]:
        return [*MOVES]

    def play(self, move: str) -> "Nasty":
        MOVES[move]()
        return type(self)(move, "white" if self.turn == "black" else "black")

    def result(self) -> Any:
        return ("black", "a \0 and a \\u0000") if self.last == "null" else None

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


class Sleeper(Nasty):
    """A game in which looking ahead never returns."""

    name = "sleeper"
    title: Any = 5  # not a text

    def moves(self) -> list[str]:
        return ["good", "hang"]


if __name__.startswith("plyground_game_"):  # not in a test's own process when it reads this file
    plyground.register(Nasty)
    plyground.register(Sleeper)
