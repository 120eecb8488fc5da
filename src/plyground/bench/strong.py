"""Benchmarks of the strong searches. Each game's guide lists its own."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

from plyground.engine.game import Position
from plyground.engine.game_guide import load_plugin, native_guides
from plyground.engine.search import search

_ROUNDS = 3
_GAIN = 1.6  # the expected factor in nodes with a second thread


@dataclass(frozen=True)
class Measured:
    """One measurement: the figure, the project's promise, and whether less is better."""

    work: str
    figure: float
    unit: str
    target: float
    less_is_better: bool = False

    @property
    def kept(self) -> bool:
        """Whether the promise holds.

        >>> Measured("othello playouts", 9e4, "1/s", 8e4).kept
        True
        """
        return self.figure <= self.target if self.less_is_better else self.figure >= self.target


def measure_strong(seconds: float = 2.0) -> Iterator[Measured]:
    """Rates per second of processor time on one thread, and the gain of a second thread."""
    for guide in native_guides().values():
        if guide.bench.strong:
            yield from load_plugin(guide.bench.strong)(seconds)


def rate(position: Position, spec: str, seconds: float) -> float:
    """Nodes, or playouts, per second of processor time."""
    begin = time.process_time()
    report = search(position, f"{spec}:seconds={seconds}")
    return report.nodes / (time.process_time() - begin)


def gain_of_threads(position: Position, spec: str, seconds: float) -> Measured:
    """Alternates one thread and two, so that other load on the machine affects both."""
    rates: dict[int, float] = {1: 0.0, 2: 0.0}
    for _ in range(_ROUNDS):
        for threads in rates:
            report = search(position, f"{spec}:seconds={seconds},threads={threads}")
            rates[threads] += report.nodes_per_second
    gain = rates[2] / rates[1]
    return Measured(f"{spec}: two threads against one, nodes/s", gain, "times", _GAIN)
