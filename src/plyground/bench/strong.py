"""How fast the strong searches are: playouts, nodes, several threads, endings, the first Robogo."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from plyground.game import Position
from plyground.registry import game
from plyground.report import Report
from plyground.search import Memory, search
from plyground.simulate import random_game


@dataclass(frozen=True)
class Measured:
    """One measurement: the figure, what the project promises, and whether less is better."""

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
    """Rates per second of processor time on one thread, then the gain of a second thread."""
    yield from _playouts(seconds)
    yield from _midgame(seconds)
    yield from _threads(seconds)
    yield from _first_robogo()


_PLAYOUTS: list[tuple[str, dict[str, object], float]] = [
    ("othello", {}, 80e3),
    ("gomoku", {}, 60e3),
    ("go", {"size": 9}, 20e3),
]
_LIGHT = 100_000


def _playouts(seconds: float) -> Iterator[Measured]:
    for name, options, target in _PLAYOUTS:
        position = game(name, **options).start()
        begin = time.process_time()
        report = search(position, f"mcts:seconds={seconds}")
        rate = report.nodes / (time.process_time() - begin)
        label = f"{name} Monte Carlo{' 9x9' if name == 'go' else ''}"
        yield Measured(label, rate, "playouts/s", target)
    begin = time.process_time()
    state = game("go", size=9).start()._state  # noqa: SLF001 - of the same package
    state.light_playouts(_LIGHT, 1)
    rate = _LIGHT / (time.process_time() - begin)
    yield Measured("go 9x9, light playouts", rate, "playouts/s", 75e3)


def _midgame_position() -> Position:
    """Twenty empty-headed moves into a game: as good a place to search as any."""
    return random_game(game("othello").start(), seed=3, max_plies=20)


def _midgame(seconds: float) -> Iterator[Measured]:
    begin = time.process_time()
    report = search(_midgame_position(), f"search:seconds={seconds}")
    rate = report.nodes / (time.process_time() - begin)
    yield Measured("othello midgame search", rate, "nodes/s", 5e6)


def _threads(seconds: float) -> Iterator[Measured]:
    """One thread and two in turn, so that a busy machine is busy for both."""
    rates: dict[str, list[float]] = {}
    for _ in range(3):
        for threads in (1, 2):
            for kind, position, spec in (
                ("search", _midgame_position(), f"search:seconds={seconds}"),
                ("mcts", game("go", size=9).start(), f"mcts:seconds={seconds}"),
            ):
                report = search(position, f"{spec},threads={threads}")
                rates.setdefault(f"{kind} {threads}", []).append(report.nodes_per_second)
    for kind in ("search", "mcts"):
        gain = sum(rates[f"{kind} 2"]) / sum(rates[f"{kind} 1"])
        yield Measured(f"{kind}: two threads against one, nodes/s", gain, "times", 1.6)
    times = [(_time_to_depth(1), _time_to_depth(2)) for _ in range(3)]
    gain = sum(one for one, _ in times) / sum(two for _, two in times)
    yield Measured("search: time to depth, one thread against two", gain, "times", 1.0)


def _time_to_depth(threads: int) -> float:
    """Wall seconds for several positions to a depth, with a table that is already there."""
    total, memory = 0.0, Memory()
    for seed in range(6):
        position = random_game(game("othello").start(), seed=seed, max_plies=12)
        begin = time.perf_counter()
        search(position, f"search:depth=17,threads={threads}", memory=memory)
        if seed > 0:  # the first one warms up
            total += time.perf_counter() - begin
    return total


# Board, line and depth of the first Robogo's own timing table, and the seconds it took.
_FIRST_ROBOGO = [
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


def _first_robogo() -> Iterator[Measured]:
    for size, line, depth, took in _FIRST_ROBOGO:
        begin = time.process_time()
        search(first_robogo(size, line), f"search:depth={depth}")
        spent = time.process_time() - begin
        work = f"robogo {size}x{size} line {line} depth {depth} (the original: {took} s)"
        yield Measured(work, spent, "s", 1.0, less_is_better=True)


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
    text = resources.files("plyground.bench").joinpath("ffo.txt").read_text(encoding="utf-8")
    for row in text.splitlines():
        if row and not row.startswith("#"):
            number, empties, score, best, board, turn = row.split()
            yield Ending(
                int(number), int(empties), float(score), tuple(best.split(",")), f"{board} {turn}"
            )


@dataclass(frozen=True)
class Solved:
    """How one of them was solved."""

    ending: Ending
    report: Report
    cpu_seconds: float

    @property
    def right(self) -> bool:
        """Whether score and move are those of the suite."""
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
