"""Measures play in Dobutsu shogi without the tablebase: against its values, or against a program.

    python bench/dobutsu.py keep                       # how often a move keeps the value
    python bench/dobutsu.py keep --player "uci:..." --seconds 0.1
    python bench/dobutsu.py speed                      # nodes a second
    python bench/dobutsu.py match --fairy FOLDER       # against Fairy-Stockfish at equal time

`keep` needs the tablebase (`make tablebase`, or `--tablebase FILE`). It samples positions that were
not used for tuning: decided ones, wins of more than 20 plies, and draws. All positions that can be
set up are equally likely, except those in which the lion can be captured at once. A move keeps the
value if a win stays a win, and a draw a draw; lost positions do not count.

`match` needs the npm package `fairy-stockfish-nnue.wasm` in FOLDER:

    npm install --prefix FOLDER fairy-stockfish-nnue.wasm
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import plyground
from plyground import Position, _core
from plyground.engine import tablebase
from plyground.engine.tablebase import Tablebase
from plyground.matches import Match, Rules, read_time, run
from plyground.players.kinds import make_player
from plyground.players.player import Clock, Player

GAME = plyground.game("dobutsu")
PLAYER = "search:tablebase=off,resign=off"
LONG = 20  # plies
PROMISES = {"decided": 0.995, "long wins": 0.95, "draws": 0.98}
NODES_A_SECOND = 3e6
SHARE = 0.55
PATIENCE = 10.0  # seconds; a busy machine should not cost a player the game


def interval(kept: int, tried: int) -> tuple[float, float]:
    """Wilson's interval, which contains the true share with 95 % confidence."""
    square, share = 1.96**2, kept / tried
    middle = share + square / (2 * tried)
    reach = math.sqrt(square * (share * (1 - share) + square / (4 * tried)) / tried)
    return (middle - reach) / (1 + square / tried), (middle + reach) / (1 + square / tried)


@dataclass
class Kept:
    """How often the value was kept, and the cost."""

    kept: int = 0
    tried: int = 0
    wins_kept: int = 0
    wins: int = 0
    cpu_seconds: float = 0.0

    def note(self, value: int, *, kept: bool, cpu_seconds: float) -> None:
        """Adds one position."""
        self.tried += 1
        self.kept += kept
        self.wins += value > 0
        self.wins_kept += kept and value > 0
        self.cpu_seconds += cpu_seconds

    def __str__(self) -> str:
        share = self.kept / self.tried
        low, high = interval(self.kept, self.tried)
        wins = f", {self.wins_kept} of {self.wins} wins" if 0 < self.wins < self.tried else ""
        return (
            f"{share:.2%} ({self.kept} of {self.tried}{wins}; 95 % from {low:.2%} to {high:.2%});"
            f" {1000 * self.cpu_seconds / self.tried:.0f} CPU-ms a position"
        )


def kind_of(value: int, kind: str) -> bool:
    """Whether a position of this value belongs to the sample."""
    if kind == "draws":
        return value == 0
    return value > LONG if kind == "long wins" else value != 0


def sample(table: Tablebase, kind: str, count: int, seed: int) -> Iterator[tuple[Position, int]]:
    """This many positions of a kind, with their values."""
    dice = random.Random(f"{kind} {seed}")
    numbers = _core.tablebase_size(GAME.name)
    while count > 0:
        position = GAME.position(table.text(dice.randrange(numbers)))
        value = table.value(position)
        if value is not None and kind_of(value, kind):
            count -= 1
            yield position, value


def sign(value: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw."""
    return (value > 0) - (value < 0)


def judge(table: Tablebase, player: Player, kind: str, given: argparse.Namespace) -> Kept:
    """Lets a player choose a move in every position of a sample."""
    found = Kept()
    clock = Clock(move=given.seconds)
    for position, value in sample(table, kind, given.positions, given.seed):
        player.new_game()
        before = player.cpu_seconds
        move = player.choose(position, clock=clock).move
        cost = player.cpu_seconds - before
        values = dict(table.moves(position))
        assert move is not None
        found.note(value, kept=sign(values[move]) == sign(value), cpu_seconds=cost)
    return found


def keep(given: argparse.Namespace) -> bool:
    """Prints how often the value was kept in each sample; returns whether all promises hold."""
    if given.tablebase:
        tablebase.use(given.tablebase)
    table = tablebase.find(GAME.name)
    if table is None:
        sys.exit("There is no tablebase to judge by; `make tablebase` builds it.")
    good = True
    with make_player(given.player, GAME) as player:
        for kind, promise in PROMISES.items():
            found = judge(table, player, kind, given)
            good = good and found.kept >= promise * found.tried
            print(f"{kind}: {found}, promised {promise:.1%}", flush=True)
    return good


def speed(given: argparse.Namespace) -> bool:
    """Prints nodes per second of processor time, over positions of random games."""
    dice = random.Random(given.seed)
    nodes, cpu, searched = 0, 0.0, 0
    while searched < 20:
        position = GAME.start()
        for _ in range(dice.randrange(4, 30)):
            if position.result() is None:
                position = position.play(dice.choice(position.moves()))
        if position.result() is not None:
            continue
        begin = time.process_time()
        report = plyground.search(position, given.player, seconds=5 * given.seconds)
        if report.mate is None:
            searched += 1
            nodes += report.nodes
            cpu += time.process_time() - begin
    print(f"{nodes / cpu / 1e6:.2f} M nodes/s, promised {NODES_A_SECOND / 1e6:.0f} M")
    return nodes / cpu >= NODES_A_SECOND


def match(given: argparse.Namespace) -> bool:
    """Plays against Fairy-Stockfish, with both colours from every random opening."""
    if given.fairy is None:
        sys.exit("Say with --fairy where the npm package fairy-stockfish-nnue.wasm is installed.")
    script = given.fairy / "node_modules" / "fairy-stockfish-nnue.wasm" / "uci.js"
    fairy = f"uci:node --no-experimental-fetch {script.absolute()}"
    played = run(
        Match(
            GAME,
            given.player,
            fairy,
            given.games,
            f"random:{given.opening}",
            given.seed,
            read_time(str(given.seconds)),
            Rules(tolerance=PATIENCE),
        ),
        out=given.out,
    )
    tally, found = played.tally(), played.estimate()
    cpu = [played.effort(place).cpu_seconds_a_move for place in (0, 1)]
    print(
        f"{tally.share:.1%} of {tally.games} games ({tally}, 95 % from {found.low:.1%} to"
        f" {found.high:.1%}), promised {SHARE:.0%}; CPU-s a move {cpu[0]:.3f} and {cpu[1]:.3f}"
    )
    for failure in played.failures:
        print(f"  game {failure.number} could not be played: {failure.sentence}")
    return played.is_finished and tally.share >= SHARE


def main() -> int:
    """Runs the requested measurement; returns 1 if a promise is broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    works = {"keep": keep, "speed": speed, "match": match}
    parser.add_argument("work", choices=works)
    parser.add_argument("--player", default=PLAYER)
    parser.add_argument("--seconds", type=float, default=0.1, help="a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tablebase", type=Path, help="the judge; else that of the data folder")
    parser.add_argument("--positions", type=int, default=1000, help="of each kind")
    parser.add_argument("--fairy", type=Path, help="the folder of the npm package")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opening", type=int, default=4, help="random plies to begin with")
    parser.add_argument("--out", type=Path, help="the file of the match")
    given = parser.parse_args()
    return 0 if works[given.work](given) else 1


if __name__ == "__main__":
    raise SystemExit(main())
