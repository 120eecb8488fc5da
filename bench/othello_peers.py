"""Othello against another program, from balanced random openings, with the CPU time of both.

    python bench/othello_peers.py "nboard:/path/to/ntest?depth=12" --player search:nodes=250000
    python bench/othello_peers.py search:nodes=100000,probcut=off --games 60 --out games.jsonl

Every opening is played twice, with colours exchanged. It is balanced: in our own search neither
side leads by more than `--most` discs. Choose limits for the players so that the printed CPU time
per move is equal. Limits in seconds are wall time, so they mislead on a busy machine. Build other
programs by hand, from their own sources.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import plyground
from plyground import Position
from plyground.matches import Match, Summary, run


def balanced(plies: int, most: float, seed: int) -> Iterator[Position]:
    """Random positions after this many plies in which neither side leads clearly."""
    start = plyground.game("othello").start()
    judge = "search:nodes=30000"
    while True:
        seed += 1
        position = plyground.random_game(start, seed=seed, max_plies=plies)
        if position.result() is None and abs(plyground.search(position, judge).score) <= most:
            yield position


def write_openings(path: Path, count: int, plies: int, most: float, seed: int) -> None:
    """Writes one opening per line, as moves from the start."""
    drawn: set[str] = set()
    for position in balanced(plies, most, 100_000 * seed):
        drawn.add(" ".join(position.played))
        if len(drawn) == count:
            break
    path.write_text("\n".join(sorted(drawn)) + "\n", encoding="utf-8")


def show(summary: Summary) -> None:
    """Prints the score so far, with its interval and the CPU time per move."""
    tally, found = summary.tally(), summary.estimate()
    cpu = [1000 * summary.effort(place).cpu_seconds_a_move for place in (0, 1)]
    print(
        f"{tally.games} games: {tally.share:.1%} ({found.low:.1%} to {found.high:.1%}), {tally};"
        f" CPU a move {cpu[0]:.1f} and {cpu[1]:.1f} ms",
        flush=True,
    )


def show_tenth(summary: Summary) -> None:
    """Show the score after every tenth game."""
    if summary.rows and len(summary.rows) % 10 == 0:
        show(summary)


def main() -> int:
    """Plays the match and prints the score; returns 1 if games could not be played."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("opponent", help="another program or player, as in plyground match")
    parser.add_argument("--player", default="search:nodes=250000")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=10, help="of an opening")
    parser.add_argument("--most", type=float, default=4.0, help="discs that a side may lead by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the file of the games; a match goes on from it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        openings = Path(folder) / "openings.txt"
        pairs = (given.games + 1) // 2
        write_openings(openings, pairs, given.plies, given.most, given.seed)
        match = Match(
            plyground.game("othello"),
            given.player,
            given.opponent,
            given.games,
            str(openings),
            given.seed,
        )
        summary = run(match, out=given.out, on_game=show_tenth)
    show(summary)
    for failure in summary.failures:
        print(f"game {failure.number} could not be played: {failure.sentence}", file=sys.stderr)
    return 1 if summary.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
