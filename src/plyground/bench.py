"""How fast the rules are, per second of processor time on one thread."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from plyground import _core
from plyground.game import Position
from plyground.registry import game
from plyground.simulate import perft, random_games

REPEATS = 3


@dataclass(frozen=True)
class Rate:
    """One measured speed. `target` is what the project promises, in the same unit.

    >>> Rate("othello", "perft 11", "leaves/s", 2e8, 1.5e8, 24).ratio
    1.3333333333333333
    """

    game: str
    work: str
    unit: str
    per_second: float
    target: float
    position_bytes: int

    @property
    def ratio(self) -> float:
        """How often the target fits into what was measured."""
        return self.per_second / self.target


def _leaves(position: Position, depth: int) -> int:
    return perft(position, depth)


def _games(position: Position, count: int) -> int:
    return random_games(position, count, seed=1).games


def _moves(position: Position, count: int) -> int:
    return random_games(position, count, seed=1).plies


@dataclass(frozen=True)
class _Task:
    game: str
    options: dict[str, object]
    work: str
    unit: str
    target: float
    run: Callable[[Position], int]


_TASKS = [
    _Task("othello", {}, "perft 11", "leaves/s", 150e6, partial(_leaves, depth=11)),
    _Task("othello", {}, "random games", "games/s", 200e3, partial(_games, count=100_000)),
    _Task("go", {"size": 9}, "random moves 9x9", "moves/s", 5e6, partial(_moves, count=30_000)),
    _Task("gomoku", {}, "random moves 15x15", "moves/s", 20e6, partial(_moves, count=100_000)),
    _Task("dobutsu", {}, "perft 9", "leaves/s", 50e6, partial(_leaves, depth=9)),
    _Task("robogo", {}, "random moves 9x9", "moves/s", 5e6, partial(_moves, count=100_000)),
]


def measure_rules(repeats: int = REPEATS) -> Iterator[Rate]:
    """Measures every promise in turn, the middle of a few runs each."""
    for task in _TASKS:
        position = game(task.game, **task.options).start()
        rates = sorted(_rate(task, position) for _ in range(repeats))
        size = position._state.position_bytes  # noqa: SLF001 - of the same package
        middle = rates[len(rates) // 2]
        yield Rate(task.game, task.work, task.unit, middle, task.target, size)


def _rate(task: _Task, position: Position) -> float:
    begin = time.thread_time()
    done = task.run(position)
    return done / (time.thread_time() - begin)


def build() -> str:
    """Which build of the core is measured.

    >>> build() in ("baseline", "avx2")
    True
    """
    return _core.BUILD
