"""Benchmarks of rules and searches, per second of processor time on one thread."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from plyground import _core
from plyground.engine.game import Position
from plyground.engine.game_guide import RulesSpeed, load_plugin, native_guides
from plyground.engine.registry import game
from plyground.engine.search import search
from plyground.engine.simulate import perft, random_game, random_games
from plyground.extras import needed_for

REPEATS = 3
AT_LEAST = 0.2  # seconds to repeat a search


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
        """The measured speed divided by the target."""
        return self.per_second / self.target


def promises() -> Iterator[tuple[str, RulesSpeed]]:
    """The promised speeds of the rules, from the games' guides."""
    for name, guide in native_guides().items():
        for promise in guide.bench.rules:
            yield name, promise


def measure_rules(repeats: int = REPEATS) -> Iterator[Rate]:
    """Measures every promise in turn, as the median of a few runs."""
    for name, promise in promises():
        yield measure(name, promise, repeats)


def measure(name: str, promise: RulesSpeed, repeats: int = REPEATS) -> Rate:
    """Measures one promise, as the median of a few runs."""
    position = game(name, **promise.options).start()
    rates = sorted(_rate(promise, position) for _ in range(repeats))
    middle = rates[len(rates) // 2]
    return Rate(name, promise.work, promise.unit, middle, promise.target, position.memory_bytes)


def _rate(promise: RulesSpeed, position: Position) -> float:
    begin = time.thread_time()
    done = _done(promise, position)
    return done / (time.thread_time() - begin)


def _done(promise: RulesSpeed, position: Position) -> int:
    if promise.unit == "leaves/s":
        return perft(position, promise.amount)
    played = random_games(position, promise.amount, seed=1)
    return played.games if promise.unit == "games/s" else played.plies


def signature() -> Iterator[tuple[str, int]]:
    """The node count of one fixed search per game.

    >>> [name for name, _ in signature()][:5]
    ['robogo', 'gomoku', 'go', 'othello', 'dobutsu']
    """
    for name, guide in native_guides().items():
        if not guide.bench.signature:
            continue
        position = game(name, **guide.bench.signature_options).start()
        for move in random_game(position, seed=1, max_plies=6).played:
            position = position.play(move)
        yield name, search(position, guide.bench.signature).nodes


def measure_search(against: str | None = None) -> Iterator[dict[str, Any]]:
    """Measures the textbook searches and, on request, another library's in the same run."""
    if against not in (None, "openspiel"):
        raise ValueError(f"The search can be measured against openspiel, not {against!r}.")
    for name, guide in native_guides().items():
        for row in guide.bench.searches:
            position = game(name, **row.options).start().play_all(row.moves)
            spec = row.spec
            yield _searched(
                f"{row.work}, {spec.partition(',')[0]}",
                lambda: search(position, spec).nodes,  # noqa: B023 - called at once
            )
    if against == "openspiel":
        yield _searched("openspiel: othello, coin parity, alpha_beta_search, depth 8", _openspiel)


def suite(name: str) -> Any:
    """The function that solves the positions of a suite, such as `ffo`, from a game's guide."""
    for guide in native_guides().values():
        if name in guide.bench.suites:
            return load_plugin(guide.bench.suites[name])
    raise ValueError(f"There is no suite called {name!r}.")


def _searched(work: str, run: Callable[[], int]) -> dict[str, Any]:
    begin = time.process_time()
    nodes = run()
    repeats = 1
    while time.process_time() - begin < AT_LEAST:  # too short a time cannot be measured
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
    """OpenSpiel's own alpha-beta in Python, with coin parity; returns the number of nodes."""
    with needed_for("openspiel"):
        import pyspiel
        from open_spiel.python.algorithms import minimax
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
    """The build of the core that is measured.

    >>> build() in ("baseline", "avx2")
    True
    """
    return _core.BUILD
