"""Plays two players against each other: both colours from every opening, and says how sure it is.

    python bench/match.py othello search:seconds=0.1 original-othello --games 100
    python bench/match.py go search:seconds=1 "gtp:gnugo --mode gtp --level 10 --chinese-rules" \
        --set size=9,komi=7.5

A player is a spec, or `gtp:` and the command of a program that speaks GTP. Openings are random
moves, the same for both games of a pair; those in which a short search
already sees a win are left out. Draws count half. `search` and `mcts` resign when
they have seen no chance three times in a row, the others when that is proven.
"""

import argparse
import json
import math
import os
import random
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

import plyground
from plyground import Memory, Position

Options = dict[str, str]


class Player(Protocol):
    """Answers with a move; None resigns."""

    cpu_seconds: float
    moves: int

    def choose(self, position: Position) -> str | None:
        """The move to play here."""

    def close(self) -> None:
        """Ends the player."""


class Ours:
    """A player by spec. It keeps its memory for the length of a game, and knows when to give up."""

    HOPELESS = 0.01  # a winning chance, three times in a row

    def __init__(self, spec: str) -> None:
        self.spec, self.memory = spec, Memory()
        self.cpu_seconds, self.moves = 0.0, 0
        self.hopeless = 0

    def choose(self, position: Position) -> str | None:
        """The move of the search."""
        begin = time.process_time()
        report = plyground.search(position, self.spec, memory=self.memory)
        self.cpu_seconds += time.process_time() - begin
        self.moves += 1
        # The evaluations of the originals know no chances; only a proof tells them that they lose.
        knows = self.spec.startswith(("search", "mcts")) or report.exact
        lost = knows and report.win_chance < self.HOPELESS
        self.hopeless = self.hopeless + 1 if lost else 0
        return None if self.hopeless >= 3 else report.move

    def close(self) -> None:
        """Nothing to end."""


class Gtp:
    """A program that speaks GTP; it is told every move of the game once."""

    def __init__(self, command: str, options: Options) -> None:
        words = shlex.split(command)
        # Debian keeps games in a folder of their own, which is often not on the path.
        program = shutil.which(words[0]) or shutil.which(words[0], path="/usr/games") or words[0]
        self.process = subprocess.Popen(
            [program, *words[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.cpu_seconds, self.moves = 0.0, 0
        self.told: list[str] = []
        self.ask(f"boardsize {options.get('size', '8')}")
        self.ask("clear_board")
        if "komi" in options:
            self.ask(f"komi {options['komi']}")

    def ask(self, command: str) -> str:
        """The answer to a command, or an error with it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines: list[str] = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            if not line:
                raise RuntimeError(f"The program ended at the command {command!r}.")
            if line.strip():
                lines.append(line.rstrip())
        if not lines[0].startswith("="):
            raise RuntimeError(f"{command!r} was answered with {lines[0]!r}.")
        return "\n".join([lines[0][1:].strip(), *lines[1:]])

    def tell(self, position: Position) -> None:
        """Plays on the program's board what it does not know yet."""
        played = position.played
        colors = colors_of(position)
        for color, move in list(zip(colors, played, strict=True))[len(self.told) :]:
            self.ask(f"play {color} {move}")
        self.told = list(played)

    def choose(self, position: Position) -> str | None:
        """The program's move."""
        self.tell(position)
        begin = self.used()
        answer = self.ask(f"genmove {position.turn}").lower()
        self.cpu_seconds += self.used() - begin
        self.moves += 1
        if answer == "resign":
            return None
        self.told.append(answer)
        return answer

    def used(self) -> float:
        """Seconds of processor time that the program has used."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """Ends the program."""
        self.process.kill()
        self.process.wait()


def colors_of(position: Position) -> list[str]:
    """Who played each move; passes are moves as well."""
    start = position.game.start().turn
    other = "white" if start == "black" else "black"
    return [start if ply % 2 == 0 else other for ply in range(len(position.played))]


def make_player(text: str, options: Options) -> Player:
    """A player from its text."""
    kind, _, rest = text.partition(":")
    return Gtp(rest, options) if kind == "gtp" else Ours(text)


@dataclass(frozen=True)
class Played:
    """One game as the first player saw it."""

    points: float
    first_is_black: bool
    moves: list[str]
    ending: str
    first_cpu: float  # a move
    second_cpu: float


def opening(game: plyground.Game, plies: int, seed: int) -> Position:
    """A position after so many random moves, from which the game goes on."""
    dice = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(plies):
            if position.result():
                break
            moves = [move for move in position.moves() if move != "pass"] or position.moves()
            position = position.play(dice.choice(moves))
        if not position.result() and not is_decided(position):
            return position


def is_decided(position: Position) -> bool:
    """Whether a short search already sees who wins: such an opening would prove nothing."""
    return plyground.search(position, "search:nodes=100000,method=alphabeta").mate is not None


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    game: str
    first: str
    second: str
    options: Options = field(default_factory=dict)
    opening_plies: int = 4
    seed: int = 1
    max_plies: int = 600

    def play(self, number: int) -> Played:
        """The game of this number: two games share an opening, with colours changed."""
        game = plyground.game(self.game, **self.options)
        position = opening(game, self.opening_plies, self.seed * 1_000_003 + number // 2)
        first_is_black = number % 2 == 0
        options = {name: str(value) for name, value in game.values.items()}
        first, second = make_player(self.first, options), make_player(self.second, options)
        try:
            position, resigned = self.play_on(position, first, second, first_is_black)
            points, ending = self.judge(position, resigned, first_is_black, second)
        finally:
            first.close()
            second.close()
        return Played(
            points,
            first_is_black,
            list(position.played),
            ending,
            first.cpu_seconds / max(1, first.moves),
            second.cpu_seconds / max(1, second.moves),
        )

    def play_on(
        self, position: Position, first: Player, second: Player, first_is_black: bool
    ) -> tuple[Position, str | None]:
        """Plays to the end; the second value is the colour that resigned, if one did."""
        while not position.result() and position.ply < self.max_plies:
            mover = first if (position.turn == "black") == first_is_black else second
            move = mover.choose(position)
            if move is None:
                return position, position.turn
            position = position.play(move)
        return position, None

    def judge(
        self, position: Position, resigned: str | None, first_is_black: bool, second: Player
    ) -> tuple[float, str]:
        """The first player's points, and how the game ended."""
        mine = "black" if first_is_black else "white"
        if resigned:
            return float(resigned != mine), f"{resigned} resigns"
        if self.game == "go" and isinstance(second, Gtp):
            # Dead stones may be left on the board: the opponent's own count takes them off.
            second.tell(position)
            score = second.ask("final_score")
            winner = {"B": "black", "W": "white"}.get(score[:1])
            return (0.5 if winner is None else float(winner == mine)), f"{score} (their count)"
        result = position.result()
        if result is None:
            return 0.5, "not finished"
        points = 0.5 if result.winner is None else float(result.winner == mine)
        return points, str(result)


@dataclass
class Tally:
    """The score so far."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: float) -> None:
        """Counts one game."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0

    @property
    def games(self) -> int:
        """How many."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The share of the points; draws count half."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence (Wilson), draws taken as half games."""
        n, z = max(1, self.games), 1.96
        middle = self.share + z * z / (2 * n)
        spread = z * math.sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)

    def __str__(self) -> str:
        low, high = self.interval()
        return (
            f"{self.share:.1%} of {self.games} games (+{self.wins} ={self.draws} -{self.losses},"
            f" 95 % from {low:.1%} to {high:.1%})"
        )


def run(match: Match, games: int, jobs: int = 1) -> Iterator[Played]:
    """Plays the games, several at a time if wished."""
    if jobs == 1:
        yield from map(match.play, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(match.play, range(games))


def read_options(text: str) -> Options:
    """`size=9,komi=7.5` as a dictionary."""
    return dict(pair.split("=", 1) for pair in text.split(",")) if text else {}


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--set", default="", help="the game's options: size=9,komi=7.5")
    parser.add_argument("--opening", type=int, default=4, help="random plies before the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--json", action="store_true", help="print a line of JSON a game")
    given = parser.parse_args()
    match = Match(
        given.game, given.first, given.second, read_options(given.set), given.opening, given.seed
    )
    tally, first_cpu, second_cpu = Tally(), 0.0, 0.0
    for played in run(match, given.games, given.jobs):
        tally.add(played.points)
        first_cpu += played.first_cpu
        second_cpu += played.second_cpu
        if given.json:
            print(json.dumps(asdict(played)), flush=True)
        else:
            colour = "black" if played.first_is_black else "white"
            print(f"{tally.games:4} {colour} {played.points:g} {played.ending}", flush=True)
    print(f"{match.game}: {match.first} against {match.second}: {tally}", file=sys.stderr)
    n = max(1, tally.games)
    print(f"CPU seconds a move: {first_cpu / n:.3f}, {second_cpu / n:.3f}", file=sys.stderr)


if __name__ == "__main__":
    main()
