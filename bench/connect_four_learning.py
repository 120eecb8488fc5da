"""Measures a network trained on Connect Four against the exact solver.

`python bench/connect_four_learning.py make FILE --positions 1000` writes positions of 8 to 24
random plies with at least one move that loses value, each with the exact value of every move.
`python bench/connect_four_learning.py keep FILE SPEC` counts how often a player keeps the value.
`python bench/connect_four_learning.py games SPEC --games 100` lets the player begin against an
opponent that picks at random among the optimal moves.
"""

import argparse
import functools
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import plyground
from plyground.lab.bradley_terry import clopper_pearson

RANK = {"win": 1, "draw": 0, "loss": -1}


@functools.cache
def value(moves: tuple[str, ...]) -> int:
    """The exact value after these moves, for the side to move: 1 wins, 0 draws, -1 loses."""
    position = plyground.game("connect_four").start().play_all(" ".join(moves))
    result = position.result()
    if result is not None:
        return 0 if result.winner is None else (1 if result.winner == position.turn else -1)
    solution = plyground.solve(position, memory=8)
    return RANK[solution.verdict]


def values(position: plyground.Position) -> dict[str, int]:
    """The value of every move for the side to move."""
    played = tuple(position.played)
    return {
        move: -value(min((*played, move), mirrored((*played, move)))) for move in position.moves()
    }


def mirrored(moves: tuple[str, ...]) -> tuple[str, ...]:
    """The same game, mirrored."""
    return tuple("gfedcba"["abcdefg".index(move)] for move in moves)


def make_position(seed: int) -> dict[str, object] | None:
    """A position with its values; None if the game ended, or no move loses value."""
    dice = random.Random(seed)
    position = plyground.game("connect_four").start()
    for _ in range(dice.randint(8, 24)):
        if position.result() is not None:
            return None
        position = position.play(dice.choice(position.moves()))
    if position.result() is not None:
        return None
    worth = values(position)
    if len(set(worth.values())) < 2:
        return None
    return {"moves": " ".join(position.played), "values": worth}


def make(file: Path, count: int, seed: int, workers: int) -> None:
    """Writes the positions, one per line."""
    kept = 0
    with ProcessPoolExecutor(workers) as pool, file.open("w", encoding="utf-8") as out:
        for row in pool.map(make_position, range(seed, seed + 20 * count), chunksize=4):
            if row is None:
                continue
            out.write(json.dumps(row) + "\n")
            out.flush()
            kept += 1
            if kept == count:
                pool.shutdown(cancel_futures=True)
                return


def kept(file: Path, spec: str, most: int) -> tuple[int, int]:
    """How often the player's move keeps the value, and the number of positions."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()][:most]
    game, right = plyground.game("connect_four"), 0
    for row in rows:
        move = plyground.search(game.start().play_all(row["moves"]), spec).move
        right += row["values"][move] == max(row["values"].values())
    return right, len(rows)


def keep(file: Path, spec: str, most: int) -> None:
    """Prints how often the player keeps the value, and the cost of a move."""
    begin = time.process_time()
    right, count = kept(file, spec, most)
    seconds = (time.process_time() - begin) / count
    low, high = clopper_pearson(count, right / count, 0.95)
    print(f"{right} of {count} keep the value: {right / count:.1%} ({low:.1%} to {high:.1%})")
    print(f"{seconds * 1000:.1f} ms of CPU a move")


def play(spec: str, seed: int) -> float:
    """The share of the point in one game as first player against random optimal play."""
    dice = random.Random(seed)
    position = plyground.game("connect_four").start()
    while position.result() is None:
        if position.turn == "black":
            move = plyground.search(position, f"{spec},seed={seed}").move
            assert move is not None
        else:
            worth = values(position)
            best = max(worth.values())
            move = dice.choice([each for each, its in worth.items() if its == best])
        position = position.play(move)
    result = position.result()
    assert result is not None
    return 0.5 if result.winner is None else float(result.winner == "black")


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "keep", "games"))
    parser.add_argument("words", nargs="+")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.what == "make":
        make(Path(given.words[0]), given.positions, given.seed, given.workers)
    elif given.what == "keep":
        keep(Path(given.words[0]), given.words[1], given.positions)
    else:
        shares = [play(given.words[0], given.seed + number) for number in range(given.games)]
        print(f"{shares.count(1.0)} won, {shares.count(0.5)} drawn, {shares.count(0.0)} lost")


if __name__ == "__main__":
    main()
