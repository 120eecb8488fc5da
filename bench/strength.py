"""Plays the matches that the project promises to win, and checks the promises.

    python bench/strength.py                    # all of them, some hours on one core
    python bench/strength.py --only dobutsu     # those with this word in their names
    python bench/strength.py --games 20 --jobs 2
    python bench/strength.py --out matches      # keep the games there, and continue with them

The external opponents come with Debian's packages `gnugo` and `grhino`. `plyground match` plays any
other match.
"""

import argparse
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

import plyground
from plyground.matches import Match, Summary, run

Options = dict[str, str]


@dataclass(frozen=True)
class Promise:
    """A match and its promised share of the points."""

    game: str
    opponent: str
    share: float
    player: str = "search:seconds=0.1,tablebase=off"
    options: Options = field(default_factory=dict)
    opening: int = 4

    def __str__(self) -> str:
        return f"{self.game}: {self.player} against {self.opponent}"

    def match(self, games: int, seed: int) -> Match:
        """The settings of the match."""
        game = plyground.game(self.game, **self.options)
        return Match(game, self.player, self.opponent, games, f"random:{self.opening}", seed)

    def file_name(self) -> str:
        """A name for its file of games."""
        return f"{re.sub(r'[^a-z0-9]+', '-', str(self).lower())}.jsonl"


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


def keep(promise: Promise, games: int, jobs: int, seed: int, folder: Path | None) -> bool:
    """Plays the match and prints the result."""

    def show(summary: Summary) -> None:
        if sys.stderr.isatty():
            print(f"\r{promise}: {len(summary.rows)}", end="\r", file=sys.stderr)

    out = folder / promise.file_name() if folder else None
    summary = run(promise.match(games, seed), concurrency=jobs, out=out, on_game=show)
    tally, found = summary.tally(), summary.estimate()
    kept = summary.is_finished and tally.share >= promise.share
    word = "kept  " if kept else "MISSED"
    cpu = [summary.effort(place).cpu_seconds_a_move for place in (0, 1)]
    print(
        f"{word} {promise}: {tally.share:.1%} of {tally.games} games ({tally},"
        f" 95 % from {found.low:.1%} to {found.high:.1%}), promised {promise.share:.0%};"
        f" CPU-s a move {cpu[0]:.3f} and {cpu[1]:.3f}",
        flush=True,
    )
    for failure in summary.failures:
        print(f"  game {failure.number} could not be played: {failure.sentence}", flush=True)
    return kept


def main() -> int:
    """Plays the requested matches; returns 1 if a promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--only", default="", help="a word of the matches to play")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for the files of the matches")
    given = parser.parse_args()
    chosen = [promise for promise in PROMISES if given.only in str(promise)]
    results = [keep(promise, given.games, given.jobs, given.seed, given.out) for promise in chosen]
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
