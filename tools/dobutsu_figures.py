"""Computes figures from the tablebase of Dobutsu shogi, and writes them into docs.

    python tools/dobutsu_figures.py [--tablebase FILE] [--threads N] [--page]

docs/figures/dobutsu.json gets the figures, docs/figures/dobutsu-lines.jsonl.xz the lines,
and docs/explanation/dobutsu.md its tables (see dobutsu_page.py); `--page` writes only the tables,
from the files. Counts are exact and include every reachable position; the other figures are from a
sample.
"""

import argparse
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import dobutsu_page
import plyground
from dobutsu_puzzles import mirrored
from plyground import _core
from plyground.engine import tablebase
from plyground.engine.game import Position
from plyground.engine.report import WON
from plyground.engine.tablebase import Tablebase
from plyground.engine.tablebase import file as table_file
from plyground.records.journal import lines_of
from plyground.records.record import Evaluation, Record

FOLDER = Path(__file__).parents[1] / "docs" / "figures"
FIGURES = FOLDER / "dobutsu.json"
LINES = FOLDER / "dobutsu-lines.jsonl.xz"
GAME = plyground.game("dobutsu")
SAMPLE = 200_000
SEED = 8
# For one side: on the board, and in hand. A hen is never in a hand.
TERMS = (
    "chick",
    "elephant",
    "giraffe",
    "hen",
    "chick in hand",
    "elephant in hand",
    "giraffe in hand",
)
_LETTERS = {"C": 0, "E": 1, "G": 2, "H": 3}
_HELD = {"C": 4, "E": 5, "G": 6}
_ROUNDS = 12  # iterations of Newton's method; it needs half as many


@dataclass(frozen=True)
class World:
    """The values as an array, and the reachable positions."""

    values: np.ndarray[Any, np.dtype[np.uint8]]
    reached: np.ndarray[Any, np.dtype[np.uint8]]
    over: int
    by_value: tuple[int, ...]

    def is_reached(self, number: int) -> bool:
        """Whether the position can be reached from the start."""
        return bool(self.reached[number >> 3] >> (number & 7) & 1)


def look_at_all(table: Tablebase, threads: int) -> World:
    """Finds the reachable positions, as the solver does, and counts them by value."""
    builder = _core.tablebase_builder("dobutsu")
    while builder.phase == "reaching":
        builder.work(threads, 1.0)
    values = np.frombuffer(table_file.map_unpacked(table.path)[1], dtype=np.uint8)
    np.frombuffer(builder.values(), dtype=np.uint8)[:] = values
    counts = builder.count(threads)
    reached = np.array(np.frombuffer(builder.memory()[2], dtype=np.uint8))
    return World(values, reached, counts.over, tuple(counts.by_value))


def sample(table: Tablebase, world: World, size: int, seed: int) -> list[str]:
    """The texts of this many reachable positions, all equally likely."""
    rng = np.random.default_rng(seed)
    texts: list[str] = []
    while len(texts) < size:
        number = int(rng.integers(len(world.values)))
        if not world.is_reached(number):
            continue
        text = table.text(number)
        if _both_in_the_middle(text) and text > mirrored(text):
            continue  # its mirror image also has a number: one of them is enough
        texts.append(text)
    return texts


def _both_in_the_middle(text: str) -> bool:
    rows = text.partition("[")[0].replace("+", "").split("/")
    columns = {lion: _column(row, lion) for row in rows for lion in "Ll" if lion in row}
    return columns["L"] == columns["l"] == 1


def _column(row: str, piece: str) -> int:
    before = row[: row.index(piece)]
    return sum(int(char) if char.isdecimal() else 1 for char in before)


def terms(text: str) -> list[int]:
    """Black's surplus of each kind of piece.

    >>> terms("gl1/1+C1/3/ELG[Ce] b")
    [0, 1, 0, 1, 1, -1, 0]
    """
    board, _, rest = text.partition("[")
    board = board.replace("+C", "H").replace("+c", "h")
    found = [0] * len(TERMS)
    for letters, places in ((board, _LETTERS), (rest.partition("]")[0], _HELD)):
        for char in letters:
            if char.upper() in places:
                found[places[char.upper()]] += 1 if char.isupper() else -1
    return found


def owned(text: str) -> int:
    """How many of the six pieces except lions are Black's.

    >>> owned("gl1/1+C1/3/ELG[Ce] b")
    4
    """
    return sum(char in "CEG" for char in text)


@dataclass
class Tally:
    """The statistics of a sample of positions."""

    size: int = 0
    legal: int = 0
    by_pieces: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    winning_moves: Counter[int] = field(default_factory=Counter)  # counts of pieces
    only: dict[int, Counter[bool]] = field(default_factory=lambda: defaultdict(Counter))
    only_kinds: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)  # moves of a won or drawn position
    passing: Counter[tuple[str, str]] = field(default_factory=Counter)
    rows: list[list[int]] = field(default_factory=list)
    points: list[float] = field(default_factory=list)

    def add(self, table: Tablebase, text: str) -> None:
        """Adds one position, with Black to move."""
        position = GAME.position(text)
        moves = table.moves(position)
        best = moves[0][1]
        value = word(best)
        self.size += 1
        self.legal += len(moves)
        self.by_pieces[owned(text)][value] += 1
        self.rows.append(terms(text))
        self.points.append({"win": 1.0, "draw": 0.5, "loss": 0.0}[value])
        after_pass = table.value(GAME.position(text[:-1] + "w"))
        assert after_pass is not None, "all pieces are there, and nobody has entered"
        self.passing[value, word(-after_pass)] += 1
        good = [move for move, worth in moves if word(worth) == value]
        if value != "loss":
            self.kept[f"{value}s"] += len(good)
            self.kept[f"moves of {value}s"] += len(moves)
        if value == "win":
            self.winning_moves[len(good)] += 1
            self.only[best][len(good) == 1] += 1
            if len(good) == 1:
                self.only_kinds[kind(position, good[0])] += 1


def word(value: int) -> str:
    """The word for a value.

    >>> word(3), word(0), word(-2)
    ('win', 'draw', 'loss')
    """
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def kind(position: Position, move: str) -> str:
    """The kind of a move."""
    view = position.view()
    parts = next(one for one in view["moves"] if one["text"] == move)
    if parts["kind"] != "move":
        return parts["kind"]
    pieces = {piece["at"]: piece["kind"] for piece in view["pieces"]}
    return "step of the lion" if pieces[parts["from"] or ""] == "lion" else "step of another piece"


def fit(rows: list[list[int]], points: list[float]) -> list[float]:
    """The log-odds that each kind of piece adds; the turn comes first."""
    x = np.column_stack([np.ones(len(rows)), np.array(rows, dtype=float)])
    y = np.array(points)
    weights = np.zeros(x.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (y - chance)
        bend = (x * (chance * (1 - chance))[:, None]).T @ x
        weights = weights + np.linalg.solve(bend, slope)
    return [round(float(weight), 3) for weight in weights]


def of_sample(tally: Tally) -> dict[str, Any]:
    """A sample's statistics as plain data."""
    weights = fit(tally.rows, tally.points)
    words = ("win", "draw", "loss")
    return {
        "positions": tally.size,
        "seed": SEED,
        "legal_moves": tally.legal,
        "by_pieces": {
            str(count): {one: tally.by_pieces[count][one] for one in words}
            for count in sorted(tally.by_pieces)
        },
        "winning_moves": {str(n): tally.winning_moves[n] for n in sorted(tally.winning_moves)},
        "only": {
            str(plies): {"positions": tally.only[plies].total(), "only": tally.only[plies][True]}
            for plies in sorted(tally.only)
        },
        "only_kinds": dict(tally.only_kinds.most_common()),
        "kept": dict(sorted(tally.kept.items())),
        "passing": {one: {two: tally.passing[one, two] for two in words} for one in words},
        "turn": weights[0],
        "pieces": dict(zip(TERMS, weights[1:], strict=True)),
    }


@dataclass(frozen=True)
class BestLine:
    """A line to show: its name, its first position (None: the start) and best play from there."""

    name: str
    position: str | None
    moves: tuple[str, ...]

    @property
    def begin(self) -> Position:
        """The first position."""
        return GAME.start() if self.position is None else GAME.position(self.position)

    def record(self, table: Tablebase) -> Record:
        """The line as a record, with the value of every move."""
        record = Record(GAME, self.position, info={"event": self.name})
        for move in self.moves:
            value = dict(table.moves(record.position))[move]
            sign = (value > 0) - (value < 0)
            thought = Evaluation(sign * WON, 0.5 + 0.5 * sign, value or None, exact=True)
            record.play(move, evaluation=thought)
        record.result = record.position.result()
        return record

    def line_figures(self, table: Tablebase) -> dict[str, Any]:
        """Its figures: length, ending, and how often the winner has only one move."""
        position, turns, only = self.begin, 0, 0
        winner = position.play_all(self.moves).result()
        assert winner is not None, "best play ends"
        for move in self.moves:
            if position.turn == winner.winner:
                turns += 1
                only += sum(value > 0 for _, value in table.moves(position)) == 1
            position = position.play(move)
        return {
            "name": self.name,
            "position": self.position,
            "plies": len(self.moves),
            "winner": winner.winner,
            "code": winner.code,
            "winner_turns": turns,
            "only_moves": only,
        }


def lines(table: Tablebase, world: World) -> list[BestLine]:
    """Best play from the start, and from a position with the longest win."""
    start = GAME.start()
    longest = max(value for value, count in enumerate(world.by_value) if count)
    numbers = np.flatnonzero(world.values == longest)
    text = next(table.text(int(n)) for n in numbers if world.is_reached(int(n)))
    return [
        BestLine("Best play from the start", None, table.line(start)),
        BestLine("The longest win", text, table.line(GAME.position(text))),
    ]


def first_moves(table: Tablebase) -> list[dict[str, Any]]:
    """Every first move, its value, and the number of winning replies."""
    start = GAME.start()
    found = []
    for move, value in table.moves(start):
        replies = table.moves(start.play(move))
        wins = [reply for reply, worth in replies if worth > 0]
        found.append({"move": move, "value": value, "replies": len(replies), "winning": wins})
    return found


def figures(
    table: Tablebase, world: World, best_lines: list[BestLine], size: int = SAMPLE
) -> dict[str, Any]:
    """All figures as plain data."""
    tally = Tally()
    for text in sample(table, world, size, SEED):
        tally.add(table, text)
    by_value = {str(value): count for value, count in enumerate(world.by_value) if count}
    return {
        "over": world.over,
        "by_value": by_value,
        "first_moves": first_moves(table),
        "lines": [one.line_figures(table) for one in best_lines],
        "sample": of_sample(tally),
    }


def compute(table: Tablebase, threads: int) -> None:
    """Writes figures and lines."""
    world = look_at_all(table, threads)
    best_lines = lines(table, world)
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(figures(table, world, best_lines), indent=1)
    FIGURES.write_text(text + "\n", encoding="utf-8")
    records = [line for one in best_lines for line in lines_of(one.record(table))]
    dobutsu_page.write_packed(LINES, records)


def main() -> None:
    """Computes the figures, and writes the files and the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tablebase", type=Path, help="the table, if it is not the usual one")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--page", action="store_true", help="only write the page, from the figures")
    given = parser.parse_args()
    if not given.page:
        tablebase.use(given.tablebase)
        table = tablebase.find("dobutsu")
        if table is None:
            parser.error("There is no table; make tablebase builds it.")
        compute(table, given.threads)
    dobutsu_page.write(FIGURES, LINES)


if __name__ == "__main__":
    main()
