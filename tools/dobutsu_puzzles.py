"""Finds puzzles of Dobutsu shogi: wins in n plies, with a single winning move each turn.

    python tools/dobutsu_puzzles.py [--tablebase FILE] [--seed N]

It plays games from the start, with some random moves and some from the tablebase, so that every
position is reachable. It takes positions with Black to move and only one winning move. After a
reply that resists longest (in short puzzles, after each of them), again only one move may win. This
holds up to the last move, where any win counts (in long puzzles, up to the last five plies). Most
puzzles begin with a drop or a quiet move. No two are mirror images. `plyground.puzzles` reads what
it writes.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import plyground
from plyground.engine import tablebase
from plyground.engine.game import Position
from plyground.engine.tablebase import Tablebase
from plyground.puzzles.puzzle_file import Puzzle, write_line

OUT = Path(__file__).parents[1] / "src" / "plyground" / "puzzles" / "dobutsu.txt"
WANTED = {3: 12, 5: 12, 7: 12, 9: 10, 11: 8, 13: 4, 15: 3, 17: 2, 19: 2, 21: 1}
STRICT = 7  # plies up to which a single move must win after every longest-resisting reply
LONG = 11  # plies above which several moves may win near the end
END = 5  # the plies of that end
HEAD = """\
# Puzzles of Dobutsu shogi, computed by our table (tools/dobutsu_puzzles.py).
# Black is to move and wins in so many plies; at every turn one move alone wins
# (from 13 plies on: until 5 remain).
# A line has columns with tabs between: the side to move, the claim, the plies to find
# and all plies of the line, options, the position, best play of both sides,
# and a game from the start that reaches the position and repeats none.
"""
_OPENING = 8  # plies of a game before its positions are examined
_LONGEST = 50  # plies of a game
# the smallest number of moves that do not lose at once; otherwise the puzzle is trivial
_CHOICE = 5
_CAPTURES = 0.2  # the largest number of a kind that may begin with a capture


@dataclass(frozen=True)
class Found:
    """A position for a puzzle, best play, and the kind of its first move."""

    position: Position
    plies: int
    line: tuple[str, ...]
    kind: str

    @property
    def pattern(self) -> tuple[object, ...]:
        """A key that no two puzzles share: the plies, the move, and the squares of the lions."""
        lions = sorted(
            (piece["owner"], piece["at"])
            for piece in self.position.view()["pieces"]
            if piece["kind"] == "lion"
        )
        return self.plies, self.line[0], *lions


def mirrored(text: str) -> str:
    """A position text with left and right exchanged.

    >>> mirrored("gle/1c1/1C1/EL+C[-] b")
    'elg/1c1/1C1/+CLE[-] b'
    """
    board, bracket, rest = text.partition("[")
    rows = []
    for row in board.split("/"):
        cells = row.replace("+C", "H").replace("+c", "h")[::-1]
        rows.append(cells.replace("H", "+C").replace("h", "+c"))
    return "/".join(rows) + bracket + rest


def games(table: Tablebase, rng: random.Random) -> Iterator[list[Position]]:
    """Endless games, each as its positions: varied, at the strength of a fair player."""
    start = plyground.game("dobutsu").start()
    while True:
        position, seen, care = start, [], rng.uniform(0.4, 0.9)
        while position.ply < _LONGEST and position.result() is None:
            moves = table.moves(position)
            best = moves[0][1]
            good = [
                move
                for move, value in moves
                if (value > 0) - (value < 0) == (best > 0) - (best < 0)
            ]
            fair = [move for move, value in moves if value != -2] or good
            position = position.play(rng.choice(good if rng.random() < care else fair))
            seen.append(position)
        yield seen


def forced(
    table: Tablebase, position: Position, *, every: bool, until: int = 1
) -> tuple[str, ...] | None:
    """Best play with only one winning move at every turn of the winner; None if there is none.

    `every`: this must hold after each of the longest-resisting replies. `until`: when no more than
    this many plies remain, several moves may win.
    """
    moves = table.moves(position)
    move, value = moves[0]
    if 0 < value <= until:
        return table.line(position, value)
    if value <= 0 or (len(moves) > 1 and moves[1][1] > 0):
        return None
    after = position.play(move)
    replies = table.moves(after)
    found = None
    for reply, worth in replies:
        if worth != replies[0][1]:
            break
        rest = forced(table, after.play(reply), every=every, until=until)
        if rest is None and every:
            return None
        if rest is not None:
            found = found or (move, reply, *rest)
            if not every:
                break
    return found


def puzzle(table: Tablebase, position: Position) -> Found | None:
    """The puzzle of a position, if it has one."""
    if position.turn != "black" or position.result() is not None:
        return None
    value = table.value(position)
    if value is None or value not in WANTED:
        return None
    moves = table.moves(position)
    if sum(value < -2 or value == 0 for _, value in moves) < _CHOICE:
        return None
    alone = plyground.game("dobutsu").position(position.to_text())  # without its history
    line = forced(table, alone, every=value <= STRICT, until=END if value > LONG else 1)
    if line is None:
        return None
    kind = next(move["kind"] for move in position.view()["moves"] if move["text"] == line[0])
    return Found(position, value, line, kind)


@dataclass
class Collection:
    """The puzzles so far, with a target number of each kind."""

    found: list[Found] = field(default_factory=list)
    _seen: set[object] = field(default_factory=set)
    _kinds: Counter[tuple[int, str]] = field(default_factory=Counter)

    def wants(self, plies: int) -> bool:
        """Whether there is room for one more of this length."""
        return sum(one.plies == plies for one in self.found) < WANTED[plies]

    @property
    def is_full(self) -> bool:
        """Whether there are enough puzzles."""
        return not any(self.wants(plies) for plies in WANTED)

    def take(self, one: Found) -> bool:
        """Takes a puzzle, unless there are enough like it."""
        text = one.position.to_text()
        board = min(text, mirrored(text))
        room = max(1, round(WANTED[one.plies] * (_CAPTURES if one.kind == "capture" else 0.5)))
        crowded = self._kinds[one.plies, one.kind] >= room and WANTED[one.plies] > 2
        if not self.wants(one.plies) or crowded or {board, one.pattern} & self._seen:
            return False
        self._seen |= {board, one.pattern}
        self._kinds[one.plies, one.kind] += 1
        self.found.append(one)
        return True


def search(table: Tablebase, seed: int, most: int) -> list[Found]:
    """Plays games until there are enough puzzles, or up to this many games."""
    collection = Collection()
    dice = random.Random(seed)  # noqa: S311 - for games
    for number, seen in enumerate(games(table, dice)):
        if collection.is_full or number == most:
            break
        for position in seen[_OPENING:]:
            one = puzzle(table, position)
            if one is not None and collection.take(one):
                break  # one from a game is enough
    return sorted(collection.found, key=lambda one: (one.plies, one.position.to_text()))


def straight(played: Sequence[str]) -> list[str]:
    """A path from the start to the same position without repeated positions.

    >>> straight("b1a2 b4a3 a2b1 a3b4 b1c2".split())
    ['b1c2']
    """
    position = plyground.game("dobutsu").start()
    texts, way = [position.to_text()], list[str]()
    for move in played:
        position = position.play(move)
        text = position.to_text()
        if text in texts:
            kept = texts.index(text)
            del texts[kept + 1 :], way[kept:]
        else:
            texts.append(text)
            way.append(move)
    return way


def line_of(one: Found) -> str:
    """The line of the file for a puzzle."""
    asked = one.plies if one.plies <= LONG else one.plies - END - 1
    played = tuple(straight(one.position.played))
    text = one.position.to_text()
    return write_line(Puzzle("dobutsu", "black", "only", asked, text, one.line, played))


def main() -> None:
    """Writes the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tablebase", type=Path, help="the table, if it is not the usual one")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--games", type=int, default=150_000, help="at most so many are played")
    given = parser.parse_args()
    tablebase.use(given.tablebase)
    table = tablebase.find("dobutsu")
    if table is None:
        parser.error("There is no table; make tablebase builds it.")
    found = search(table, given.seed, given.games)
    lines = [line_of(one) for one in found]
    OUT.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    counts = Counter(one.plies for one in found)
    print(*(f"win in {plies}: {count}" for plies, count in sorted(counts.items())), sep="\n")
    print(Counter(one.kind for one in found))


if __name__ == "__main__":
    main()
