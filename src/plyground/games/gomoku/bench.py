"""Benchmarks of the strong search in Gomoku."""

from collections.abc import Iterator

from plyground.bench.strong import Measured, rate
from plyground.engine.registry import game


def strong(seconds: float) -> Iterator[Measured]:
    """Playouts."""
    start = game("gomoku").start()
    yield Measured("gomoku Monte Carlo", rate(start, "mcts", seconds), "playouts/s", 60e3)
