"""How fast rules and searches are, per second of processor time on one thread."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from plyground import _core
from plyground.game import Position
from plyground.registry import game
from plyground.search import search
from plyground.simulate import perft, random_game, random_games

REPEATS = 3
AT_LEAST = 0.2  # seconds that a search is repeated for


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


# Small searches whose node counts tell whether anything about rules, order or heuristics changed.
_SIGNATURE = {
    "robogo": "alphabeta:depth=3,order=on",
    "gomoku": "alphabeta:depth=2,order=on",
    "go": "alphabeta:depth=2,order=on",
    "othello": "alphabeta:depth=6,order=on",
    "dobutsu": "alphabeta:depth=7,order=on",
}
_SMALLER: dict[str, dict[str, object]] = {"go": {"size": 9}}


def signature() -> Iterator[tuple[str, int]]:
    """The node count of one fixed search a game.

    >>> [name for name, _ in signature()]
    ['robogo', 'gomoku', 'go', 'othello', 'dobutsu']
    """
    for name, spec in _SIGNATURE.items():
        position = game(name, **_SMALLER.get(name, {})).start()
        for move in random_game(position, seed=1, max_plies=6).played:
            position = position.play(move)
        yield name, search(position, spec).nodes


_SEARCHES: list[tuple[str, str, dict[str, object], str]] = [
    ("othello, coin parity", "othello", {}, "alphabeta:depth=8,eval=coins"),
    (
        "dobutsu, minimax",
        "dobutsu",
        {"try": "entry", "hand": "distinct"},
        "minimax:depth=9,eval=pieces,repetition=off",
    ),
    (
        "robogo 5x5 line 4, the original's settings",
        "robogo",
        {"size": 5, "line": 4, "captures": "no", "pass": "no"},
        "alphabeta:depth=5,eval=line,order=on",
    ),
]


def measure_search(against: str | None = None) -> Iterator[dict[str, Any]]:
    """Measures the textbook searches, and another library's in the same run if asked."""
    if against not in (None, "openspiel"):
        raise ValueError(f"The search can be measured against openspiel, not {against!r}.")
    for work, name, options, spec in _SEARCHES:
        position = game(name, **options).start()
        if name == "robogo":  # the reply to black's second stone, as its authors timed it
            position = position.play_all("D2 C3 B4")
        yield _searched(f"{work}, {spec.partition(',')[0]}", lambda: search(position, spec).nodes)  # noqa: B023
    if against == "openspiel":
        yield _searched("openspiel: othello, coin parity, alpha_beta_search, depth 8", _openspiel)


def _searched(work: str, run: Callable[[], int]) -> dict[str, Any]:
    begin = time.process_time()
    nodes = run()
    repeats = 1
    while time.process_time() - begin < AT_LEAST:  # too short a time can't be measured
        repeats += 1
        run()
    seconds = (time.process_time() - begin) / repeats
    return {
        "work": work,
        "nodes": nodes,
        "cpu_seconds": seconds,
        "nodes_per_second": nodes / seconds if seconds else 0.0,
    }


def _openspiel() -> int:
    """OpenSpiel's own alpha-beta in Python, with coin parity; returns the nodes it visits."""
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        raise ValueError(
            "OpenSpiel is not installed; `pip install plyground[openspiel]` brings it."
        ) from None
    nodes = 0
    plain = minimax._alpha_beta  # noqa: SLF001 - it calls itself by this name, so this counts every call

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return plain(*arguments, **named)

    def coins(state: Any) -> float:
        board = str(state)
        return float(board.count("x") - board.count("o"))

    minimax._alpha_beta = counting  # noqa: SLF001
    try:
        minimax.alpha_beta_search(
            pyspiel.load_game("othello"),
            value_function=coins,
            maximum_depth=8,
            maximizing_player_id=0,
        )
    finally:
        minimax._alpha_beta = plain  # noqa: SLF001
    return nodes


def build() -> str:
    """Which build of the core is measured.

    >>> build() in ("baseline", "avx2")
    True
    """
    return _core.BUILD
