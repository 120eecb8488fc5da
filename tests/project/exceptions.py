"""Raises every kind of exception that leaves the core, and prints what arrives in Python.

A separate program: the tests run it with a core that another compiler has built.
"""

import resource
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import plyground
from plyground import Position, _core


@dataclass(frozen=True)
class Strange:
    """A game that fails in the way its fault names."""

    title = "Strange"
    fault = "none"
    turn = "black"

    def moves(self) -> list[str]:
        if self.fault == "many moves":
            return [f"a{number}" for number in range(70_000)]
        return ["a1"]

    def play(self, move: str) -> "Strange":
        raise KeyError(move)

    def result(self) -> Any:
        return {"wrong type": 7, "wrong color": "green"}.get(self.fault)

    def board(self) -> list[str]:
        return ["."]

    def to_text(self) -> str:
        return "1 b"

    @classmethod
    def from_text(cls, text: str) -> "Strange":
        raise ValueError(text)


def strange(fault: str) -> Position:
    """A position of that game."""
    name = f"strange_{fault.replace(' ', '_')}"
    plyground.register(type(name, (Strange,), {"name": name, "fault": fault}))
    return plyground.game(name).start()


def main() -> None:
    """Prints a line for each: the action, and the exception's type and message."""
    start = plyground.game("othello").start()
    tries: dict[str, Callable[[], object]] = {
        "std::invalid_argument": lambda: plyground.game("othello").position("garbage"),
        "std::invalid_argument from a method": lambda: start.mark_dead(()),
        "std::bad_alloc": lambda: plyground.search(start, "search:depth=1,table=60000"),
        "nanobind::python_error": lambda: plyground.perft(strange("raises"), 2),
        "nanobind::type_error": lambda: plyground.perft(strange("wrong type"), 1),
        "nanobind::value_error": lambda: plyground.perft(strange("wrong color"), 1),
        "nanobind::value_error of moves": lambda: plyground.perft(strange("many moves"), 1),
        "a wrong argument": lambda: _core.start(5, {}),  # type: ignore[arg-type]
    }
    resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))  # less than that table needs
    print(_core.BUILD)
    for name, attempt in tries.items():
        try:
            attempt()
        except Exception as error:  # noqa: BLE001 - that is what the test checks
            print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0]}")
        else:
            sys.exit(f"{name} was not raised")


if __name__ == "__main__":
    main()
