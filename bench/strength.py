"""Every match the project has promised to win, with what was promised.

    python bench/strength.py                    # all of them, a core for some hours
    python bench/strength.py --only dobutsu     # those whose name has the word
    python bench/strength.py --games 20 --jobs 2

Debian's packages `gnugo` and `grhino` bring the opponents from outside.
"""

import argparse
import sys
from dataclasses import dataclass, field

from match import Match, Options, Tally, run


@dataclass(frozen=True)
class Promise:
    """A match and the share of the points that it should bring."""

    game: str
    opponent: str
    share: float
    player: str = "search:seconds=0.1"
    options: Options = field(default_factory=dict)
    opening: int = 4

    def __str__(self) -> str:
        return f"{self.game}: {self.player} against {self.opponent}"


NINE = {"size": "9", "komi": "7.5"}
GNUGO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
PROMISES = [
    Promise("robogo", "alphabeta:depth=2,eval=line", 0.90),
    Promise("gomoku", "alphabeta:depth=2,eval=runs", 0.90),
    Promise("go", "alphabeta:depth=2", 0.90, options=NINE),
    Promise("othello", "alphabeta:depth=2,eval=corners*10+coins*4+mobility*5+stability*7", 0.90),
    Promise("dobutsu", "alphabeta:depth=2,eval=pieces", 0.90),
    Promise("gomoku", "original-gomoku", 0.95),
    Promise("dobutsu", "original-dobutsu", 0.90),
    Promise("othello", "original-othello", 0.90),
    Promise("robogo", "original-robogo", 0.75),
    Promise("othello", "gtp:gtp-rhino", 0.80, player="search:seconds=1"),
    Promise("go", GNUGO, 0.50, player="search:seconds=1", options=NINE, opening=2),
]


def keep(promise: Promise, games: int, jobs: int, seed: int) -> bool:
    """Plays the match and tells how it went."""
    match = Match(
        promise.game,
        promise.player,
        promise.opponent,
        promise.options,
        promise.opening,
        seed,
    )
    tally, cpu = Tally(), [0.0, 0.0]
    for played in run(match, games, jobs):
        tally.add(played.points)
        cpu = [cpu[0] + played.first_cpu, cpu[1] + played.second_cpu]
        if sys.stderr.isatty():
            print(f"\r{promise}: {tally.games}", end="\r", file=sys.stderr)
    kept = tally.share >= promise.share
    spent = f"CPU-s a move {cpu[0] / games:.3f} and {cpu[1] / games:.3f}"
    word = "kept  " if kept else "MISSED"
    print(f"{word} {promise}: {tally}, promised {promise.share:.0%}; {spent}", flush=True)
    return kept


def main() -> int:
    """Plays what was asked for; 1 if a promise was missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", default="", help="a word of the matches to play")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chosen = [promise for promise in PROMISES if given.only in str(promise)]
    results = [keep(promise, given.games, given.jobs, given.seed) for promise in chosen]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
