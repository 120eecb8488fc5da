"""How well a network that learned Connect Four by itself plays, measured against the solver.

`python bench/connect_four_learning.py make FILE --positions 1000` writes positions of 8 to 24
random plies with at least one move that loses value, each with the exact value of every move.
`python bench/connect_four_learning.py keep FILE SPEC...` counts how often players keep the value.
`python bench/connect_four_learning.py games SPEC --games 100` lets the player begin against an
opponent that picks at random among the optimal moves.

The solver judges; no player may ask it, so every SPEC gets `specialist=off`. A player of the game
written in Python is measured on the same positions with `--game four --load examples/four.py`.
"""

import argparse
import atexit
import functools
import json
import random
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import plyground
from plyground.lab.bradley_terry import clopper_pearson

ROOT = Path(__file__).parents[1]
COMPILE = ("c++", "-O3", "-march=native", "-std=c++20", "-I", str(ROOT / "cpp"))
SIGNS = {"+": 1, "0": 0, "-": -1}
PROVEN = {"d": "-------"}  # tests/search/test_connect_four_solver.py takes minutes for that


@functools.cache
def judge() -> subprocess.Popen[str]:
    """The judge's process, one for each of ours."""
    folder = Path(tempfile.mkdtemp(prefix="connect-four-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source, program = Path(__file__).with_name("connect_four_judge.cpp"), folder / "judge"
    subprocess.run([*COMPILE, str(source), "-o", str(program)], check=True)
    return subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


@functools.cache
def asked(moves: str) -> str:
    """What the judge says of each column."""
    mirrored = moves.translate(str.maketrans("abcdefg", "gfedcba"))
    if mirrored < moves:
        return asked(mirrored)[::-1]
    its = judge()
    assert its.stdin is not None
    assert its.stdout is not None
    its.stdin.write(f"{moves}\n")
    return its.stdout.readline().strip()


def values_after(moves: str) -> dict[str, int]:
    """The exact value of every move for the side to move: 1 wins, 0 draws, -1 loses."""
    answer = PROVEN.get(moves) or asked(moves)
    return {
        column: SIGNS[sign] for column, sign in zip("abcdefg", answer, strict=True) if sign != "."
    }


def values(position: plyground.Position) -> dict[str, int]:
    """The same after the moves of a position."""
    return values_after(" ".join(position.played))


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
    """Writes the positions, a line each."""
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


def unaided(spec: str) -> str:
    """The player without the game's exact solver."""
    if "specialist=on" in spec:
        raise SystemExit("The player may not ask the solver that judges it.")
    return spec if "specialist=off" in spec else f"{spec},specialist=off"


def kept(file: Path, spec: str, most: int, game: plyground.Game | None = None) -> tuple[int, int]:
    """How often the player's move keeps the value, and of how many positions."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()][:most]
    game, right = game or plyground.game("connect_four"), 0
    for row in rows:
        move = plyground.search(game.start().play_all(row["moves"]), unaided(spec)).move
        right += row["values"][move] == max(row["values"].values())
    return right, len(rows)


def keep(file: Path, spec: str, most: int, game: plyground.Game) -> None:
    """Prints how often the player keeps the value, and what a move costs."""
    begin = time.process_time()
    right, count = kept(file, spec, most, game)
    seconds = (time.process_time() - begin) / count
    low, high = clopper_pearson(count, right / count, 0.95)
    print(
        f"{unaided(spec)}: {right} of {count} keep the value,"
        f" {right / count:.1%} ({low:.1%} to {high:.1%}); {seconds * 1000:.1f} ms of CPU a move",
        flush=True,
    )


def play(spec: str, seed: int, game: plyground.Game) -> float:
    """The share of the point in one game as first player against random optimal play."""
    dice = random.Random(seed)
    position = plyground.game("connect_four").start()
    mine = game.start()
    while position.result() is None:
        if position.turn == "black":
            move = plyground.search(mine, f"{unaided(spec)},seed={seed}").move
            assert move is not None
        else:
            worth = values(position)
            best = max(worth.values())
            move = dice.choice([each for each, its in worth.items() if its == best])
        position, mine = position.play(move), mine.play(move)
    result = position.result()
    assert result is not None
    return 0.5 if result.winner is None else float(result.winner == "black")


def main() -> None:
    """Does what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "keep", "games"))
    parser.add_argument("words", nargs="+")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--game", default="connect_four", help="what the players play")
    parser.add_argument("--load", type=Path, help="the file of a game in Python")
    given = parser.parse_args()
    if given.load:
        plyground.load(given.load)
    game = plyground.game(given.game)
    if given.what == "make":
        make(Path(given.words[0]), given.positions, given.seed, given.workers)
    elif given.what == "keep":
        for spec in given.words[1:]:
            keep(Path(given.words[0]), spec, given.positions, game)
    else:
        seeds = range(given.seed, given.seed + given.games)
        shares = [play(given.words[0], seed, game) for seed in seeds]
        print(f"{shares.count(1.0)} won, {shares.count(0.5)} drawn, {shares.count(0.0)} lost")


if __name__ == "__main__":
    main()
