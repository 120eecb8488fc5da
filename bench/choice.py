"""Measures the cost of a player's choice beyond the search itself, at a small depth.

    python bench/choice.py

Searches and choices alternate; times are microseconds of processor time, medians of several runs.
"""

import statistics
import time
from collections.abc import Callable

import plyground
from plyground.players.player import EnginePlayer

GAMES = ("othello", "dobutsu", "gomoku", "robogo")
SPECS = ("alphabeta:depth=1", "search:depth=1")
PROMISED = 1.5  # times the search
_RUNS = 9
_TIMES = 500


def microseconds(work: Callable[[], object]) -> float:
    """The processor time of one call."""
    begin = time.process_time()
    for _ in range(_TIMES):
        work()
    return (time.process_time() - begin) / _TIMES * 1e6


def compared(game: str, spec: str) -> tuple[float, float]:
    """Times a search and a choice in the first position."""
    start, memory = plyground.game(game).start(), plyground.Memory()
    with EnginePlayer(spec) as player:
        rows = [
            (
                microseconds(lambda: plyground.search(start, spec, memory=memory)),
                microseconds(lambda: player.choose(start, stop=plyground.Stop())),
            )
            for _ in range(_RUNS)
        ]
    return statistics.median(row[0] for row in rows), statistics.median(row[1] for row in rows)


def main() -> None:
    """Prints a table."""
    print(f"{'':28} search  choose  ratio (promised: below {PROMISED})")
    for game in GAMES:
        for spec in SPECS:
            search, choose = compared(game, spec)
            print(f"{game:8} {spec:18} {search:7.1f} {choose:7.1f}  {choose / search:5.2f}")


if __name__ == "__main__":
    main()
