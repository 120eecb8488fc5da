"""Othello endgames of the FFO test suite, solved exactly."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground.engine.game import Position
from plyground.engine.registry import game
from plyground.engine.report import Report
from plyground.engine.search import search


@dataclass(frozen=True)
class Ending:
    """A position of the suite, with its exact score and best moves."""

    number: int
    empties: int
    score: float
    best: tuple[str, ...]
    text: str

    @property
    def position(self) -> Position:
        """The position itself."""
        return game("othello").position(self.text)


def endings() -> Iterator[Ending]:
    """The endgame suite of the French federation's forum, numbers 40 to 59.

    >>> [ending.number for ending in endings()][:2]
    [40, 41]
    """
    text = Path(__file__).with_name("ffo.txt").read_text(encoding="utf-8")
    for row in text.splitlines():
        if row and not row.startswith("#"):
            number, empties, score, best, board, turn = row.split()
            yield Ending(
                int(number), int(empties), float(score), tuple(best.split(",")), f"{board} {turn}"
            )


@dataclass(frozen=True)
class Solved:
    """The solution of one of them."""

    ending: Ending
    report: Report
    cpu_seconds: float

    @property
    def right(self) -> bool:
        """Whether score and move agree with the suite."""
        return (
            self.report.exact
            and self.report.score == self.ending.score
            and self.report.move in self.ending.best
        )


def solve_endings(first: int = 40, last: int = 44) -> Iterator[Solved]:
    """Solves the suite's positions exactly, one after the other."""
    for ending in endings():
        if first <= ending.number <= last:
            begin = time.process_time()
            report = search(ending.position, "search:seconds=3600")
            yield Solved(ending, report, time.process_time() - begin)
