"""Benchmarks of the strong search in Othello: playouts, nodes, several threads."""

import time
from collections.abc import Iterator

from plyground.bench.strong import Measured, gain_of_threads, rate
from plyground.engine.game import Position
from plyground.engine.registry import game
from plyground.engine.search import Memory, search
from plyground.engine.simulate import random_game

_ROUNDS = 3


def strong(seconds: float) -> Iterator[Measured]:
    """Playouts from the start, nodes of a midgame, the gain of a second thread."""
    start, midgame = game("othello").start(), _midgame()
    yield Measured("othello Monte Carlo", rate(start, "mcts", seconds), "playouts/s", 80e3)
    yield Measured("othello midgame search", rate(midgame, "search", seconds), "nodes/s", 12e6)
    yield gain_of_threads(midgame, "search", seconds)
    times = [(time_to_depth(1), time_to_depth(2)) for _ in range(_ROUNDS)]
    gain = sum(one for one, _ in times) / sum(two for _, two in times)
    yield Measured("search: time to depth, one thread against two", gain, "times", 1.0)


def _midgame() -> Position:
    """A midgame position after twenty random moves."""
    return random_game(game("othello").start(), seed=3, max_plies=20)


def time_to_depth(threads: int) -> float:
    """Wall seconds for several positions to a depth, with an existing table."""
    total, memory = 0.0, Memory()
    for seed in range(6):
        position = random_game(game("othello").start(), seed=seed, max_plies=12)
        begin = time.perf_counter()
        search(position, f"search:depth=17,threads={threads}", memory=memory)
        if seed > 0:  # the first one is a warm-up
            total += time.perf_counter() - begin
    return total
