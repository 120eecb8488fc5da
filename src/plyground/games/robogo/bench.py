"""Benchmarks of the strong search against the timings of the first Robogo."""

import time
from collections.abc import Iterator

from plyground.bench.strong import Measured
from plyground.engine.game import Position
from plyground.engine.registry import game
from plyground.engine.search import search

# Board, line and depth of the first Robogo's own timing table, and the seconds it took.
TIMED = [
    (4, 3, 8, 20),
    (4, 3, 7, 8),
    (4, 3, 6, 2),
    (4, 4, 6, 38),
    (4, 4, 5, 5),
    (5, 4, 5, 61),
    (6, 4, 5, 128),
    (7, 4, 5, 600),
    (7, 4, 4, 150),
    (8, 4, 4, 262),
    (9, 4, 4, 322),
    (9, 5, 4, 331),
    (9, 5, 5, 600),
]


def first_robogo(size: int, line: int) -> Position:
    """The position its authors timed: black at (3,3) and (1,1), white's answer between.

    >>> first_robogo(5, 4).turn
    'white'
    """
    start = game("robogo", size=size, line=line, captures="no", **{"pass": "no"}).start()
    labels = "ABCDEFGHJ"
    stones = [(3, 3), (2, 2), (1, 1)]
    return start.play_all([f"{labels[column]}{size - row}" for row, column in stones])


def strong(_seconds: float) -> Iterator[Measured]:
    """Each row of the table."""
    for size, line, depth, took in TIMED:
        begin = time.process_time()
        search(first_robogo(size, line), f"search:depth={depth}")
        spent = time.process_time() - begin
        work = f"robogo {size}x{size} line {line} depth {depth} (the original: {took} s)"
        yield Measured(work, spent, "s", 1.0, less_is_better=True)
