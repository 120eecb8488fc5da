"""Benchmarks of the strong search in Go."""

import time
from collections.abc import Iterator

from plyground.bench.strong import Measured, gain_of_threads, rate
from plyground.engine.registry import game
from plyground.engine.simulate import light_playouts

SIZE = 9
LIGHT = 100_000  # light playouts


def strong(seconds: float) -> Iterator[Measured]:
    """Playouts of the tree search, light playouts, and the gain of a second thread."""
    start = game("go", size=SIZE).start()
    board = f"{SIZE}x{SIZE}"
    yield Measured(f"go Monte Carlo {board}", rate(start, "mcts", seconds), "playouts/s", 20e3)
    begin = time.process_time()
    light_playouts(start, LIGHT, 1)
    light = LIGHT / (time.process_time() - begin)
    yield Measured(f"go {board}, light playouts", light, "playouts/s", 75e3)
    yield gain_of_threads(start, "mcts", seconds)
