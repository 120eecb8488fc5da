"""Plays levels against their neighbours on every board, and reports how certain their order is.

`make ladder` measures the default boards and stores the results. Use this for other boards, and
while you change rows: its openings and seeds differ from the ladder's.

    python bench/levels.py                              # every board, every step up to level 6
    python bench/levels.py othello go9 --games 100 --steps 1-6
    python bench/levels.py dobutsu --pair level:1 alphabeta:depth=2

Every opening of a few random moves is played with both colours; draws count half. Levels 7 and 8
take longer, so their steps take minutes: use `--steps 6-8`.
"""

import argparse
import math
import random
import sys
import time

import plyground
from plyground import Game, Position
from plyground.players.level import LevelPlayer
from plyground.players.player import EnginePlayer, Player

BOARDS: dict[str, tuple[str, dict[str, object]]] = {
    "othello": ("othello", {}),
    "othello6": ("othello", {"size": 6}),
    "gomoku": ("gomoku", {}),
    "gomoku9": ("gomoku", {"size": 9}),
    "renju": ("gomoku", {"rule": "renju"}),
    "robogo": ("robogo", {}),
    "robogo19": ("robogo", {"size": 19}),
    "dobutsu": ("dobutsu", {}),
    "go9": ("go", {"size": 9}),
    "go13": ("go", {"size": 13}),
    "go19": ("go", {"size": 19}),
}
OPENING = 4  # random plies
MOST_PLIES = 500


def make(text: str, seed: int) -> Player:
    """A player for one game; levels get a seed, so that a run is repeatable."""
    if text.startswith("level:"):
        return LevelPlayer(f"{text},seed={seed}")
    return EnginePlayer(f"random:seed={seed}" if text == "random" else text)


def opening(game: Game, seed: int) -> Position:
    """A position after a few random moves that a short search does not consider decided."""
    dice = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(OPENING):
            stones = [move for move in position.moves() if move != "pass"]
            if position.result() or not stones:
                break
            position = position.play(dice.choice(stones))
        if position.result() is None:
            # nothing is decided after four stones, and alpha-beta judges them badly
            if game.name == "go":
                return position
            report = plyground.search(position, "search:nodes=20000")
            if report.mate is None and 0.1 < report.win_chance < 0.9:
                return position


def play(game: Game, first: str, second: str, number: int) -> float:
    """The first player's points in the game with this number."""
    position = opening(game, number // 2)
    with make(first, number) as one, make(second, number) as two:
        one_is_black = number % 2 == 0
        while not (result := position.result()) and position.ply < MOST_PLIES:
            mover = one if (position.turn == "black") == one_is_black else two
            move = mover.choose(position).move
            if move is None:
                return float(mover is two)
            position = position.play(move)
    if result is None or result.winner is None:
        return 0.5
    return float((result.winner == "black") == one_is_black)


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % interval of the true share (Wilson), with draws as half games."""
    z = 1.96
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def match(board: str, first: str, second: str, games: int) -> str:
    """A row of the table."""
    name, options = BOARDS[board]
    game = plyground.game(name, **options)
    begin = time.process_time()
    points = sum(play(game, first, second, number) for number in range(games))
    share = points / games
    low, high = interval(share, games)
    seconds = (time.process_time() - begin) / games
    return (
        f"| {board} | {first} v {second} | {share:.0%} | {low:.0%} to {high:.0%} | {games} |"
        f" {seconds:.2f} |"
    )


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("boards", nargs="*", help=f"of: {', '.join(BOARDS)}; all unless given")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--steps", default="1-6", help="from the first to the last level")
    parser.add_argument("--pair", nargs=2, metavar="PLAYER", help="these two instead")
    given = parser.parse_args()
    if unknown := set(given.boards) - set(BOARDS):
        sys.exit(f"There is no board {unknown.pop()!r}; the boards are: {', '.join(BOARDS)}.")
    low, _, high = given.steps.partition("-")
    pairs = [(f"level:{n + 1}", f"level:{n}") for n in range(int(low), int(high or low))]
    print("| board | players | share | 95 % | games | CPU s a game |\n|---|---|---|---|---|---|")
    for board in given.boards or BOARDS:
        for first, second in [tuple(given.pair)] if given.pair else pairs:
            print(match(board, first, second, given.games), flush=True)


if __name__ == "__main__":
    main()
