"""Othello's learned evaluation against a slow reading of its file, and unusable files."""

import random
import struct
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import plyground
from plyground import Position
from tests.conftest import scaled
from tests.oracles.othello import DIRECTIONS, Oracle

Square = tuple[int, int]  # column and row

FILE = Path(plyground.__file__).parent / "games" / "othello" / "weights.bin"
STAGES = 20
EXTRAS = (4, 40)
UNIT = 128
# The squares of each kind, in the order of the file.
KINDS = tuple(
    tuple((ord(name[0]) - ord("a"), int(name[1]) - 1) for name in names.split())
    for names in (
        "a1 b1 c1 a2 b2 c2 a3 b3 c3",
        "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
        "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
        "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
        "a2 b2 c2 d2 e2 f2 g2 h2",
        "a3 b3 c3 d3 e3 f3 g3 h3",
        "a4 b4 c4 d4 e4 f4 g4 h4",
        "a1 b2 c3 d4 e5 f6 g7 h8",
        "b1 c2 d3 e4 f5 g6 h7",
        "c1 d2 e3 f4 g5 h6",
        "d1 e2 f3 g4 h5",
    )
)


def images(kind: tuple[Square, ...]) -> list[tuple[Square, ...]]:
    """The kind in all places of the board, each set of squares once."""
    found: dict[frozenset[Square], tuple[Square, ...]] = {}
    for down, right, swap in product((False, True), repeat=3):
        image = [(7 - x if right else x, 7 - y if down else y) for x, y in kind]
        squares = tuple((y, x) if swap else (x, y) for x, y in image)
        found.setdefault(frozenset(squares), squares)
    return list(found.values())


def mirrored(kind: tuple[Square, ...]) -> tuple[int, ...] | None:
    """How the digits are permuted if a symmetry of the board maps the kind onto itself."""
    for down, right, swap in product((False, True), repeat=3):
        image = [(7 - x if right else x, 7 - y if down else y) for x, y in kind]
        squares = [(y, x) if swap else (x, y) for x, y in image]
        if set(squares) == set(kind) and squares != list(kind):
            return tuple(kind.index(square) for square in squares)
    return None


def alike(kind: tuple[Square, ...]) -> list[tuple[int, int]]:
    """For each content the index of its weight among those of the kind, and the sign."""
    mirror = mirrored(kind)
    numbers: dict[tuple[int, ...], int] = {}
    rows = []
    for content in product((0, 1, 2), repeat=len(kind)):
        digits = content[::-1]  # the first square is the lowest digit
        shapes = [digits]
        if mirror:
            shapes.append(tuple(digits[at] for at in mirror))
        opposite = [tuple((0, 2, 1)[digit] for digit in shape) for shape in shapes]
        if set(shapes) & set(opposite):
            rows.append((0, 0))
            continue
        known = next((shape for shape in shapes + opposite if shape in numbers), None)
        if known is None:
            numbers[digits] = len(numbers)
            known = digits
        rows.append((numbers[known], -1 if known in opposite else 1))
    return rows


@cache
def folded() -> list[list[tuple[int, int]]]:
    return [alike(kind) for kind in KINDS]


@cache
def stages() -> list[list[int]]:
    """Every weight of every stage, from the file, with zeros unpacked."""
    words = struct.iter_unpack("<h", FILE.read_bytes()[12:-8])
    weights: list[int] = []
    for (word,) in words:
        if word:
            weights.append(word)
        else:
            weights.extend([0] * (next(words)[0] & 0xFFFF))
    size = len(weights) // STAGES
    return [weights[size * stage : size * (stage + 1)] for stage in range(STAGES)]


def extras(board: Oracle) -> list[int]:
    """The moves of the side to move, those of the other side, and the open squares of both."""
    own, enemy = board.turn, "white" if board.turn == "black" else "black"
    mark = {"black": "x", "white": "o"}

    def beside(side: str) -> int:
        return sum(
            board.board[x, y] == "."
            and any(
                board.board.get((x + right, y + down)) == mark[side] for right, down in DIRECTIONS
            )
            for x, y in board.board
        )

    return [len(board._placements(own)), len(board._placements(enemy)), beside(enemy), beside(own)]


def slow_value(text: str) -> float:
    """The value of a position by the file, for the side to move."""
    board = Oracle(text, size=8)
    digit = {".": 0, "x": 1, "o": 2} if board.turn == "black" else {".": 0, "x": 2, "o": 1}
    empties = sum(cell == "." for cell in board.board.values())
    weights = stages()[min(max(empties - 1, 0) // 3, STAGES - 1)]
    total, first = 0, 0
    for kind, places in zip(KINDS, folded(), strict=True):
        for squares in images(kind):
            content = sum(digit[board.board[square]] * 3**at for at, square in enumerate(squares))
            number, sign = places[content]
            total += sign * weights[first + number]
        first += max(number for number, sign in places if sign) + 1
    for row, number in enumerate(extras(board)):
        total += weights[first + EXTRAS[1] * row + min(number, EXTRAS[1] - 1)]
    assert first + EXTRAS[0] * EXTRAS[1] == len(weights)
    return total / UNIT


def positions(count: int) -> list[Position]:
    start = plyground.game("othello").start()
    games = (
        plyground.random_game(start, seed=seed, max_plies=random.Random(seed).randrange(58))
        for seed in range(count)
    )
    return [position for position in games if position.result() is None]


def test_the_evaluation_is_what_its_file_says() -> None:
    for position in positions(scaled(60)):
        (value,) = [term.value for term in position.explain_score() if term.name == "patterns"]
        own = value if position.turn == "black" else -value
        assert own == slow_value(position.to_text()), position


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_shallow_searches_by_quicker_means_have_the_same_values(depth: int) -> None:
    """The specialist's own search of the last plies, and the textbook's."""
    for position in positions(scaled(20)):
        if len(position.pieces()) > 45:
            continue
        quick = plyground.search(position, f"search:depth={depth},probcut=off,reductions=off")
        assert quick.score == plyground.search(position, f"alphabeta:depth={depth}").score, position


def test_cuts_by_shallow_searches_save_nodes() -> None:
    nodes = {"on": 0, "off": 0}
    for position in positions(12)[:6]:
        for switch in nodes:
            spec = f"search:depth=7,reductions=off,probcut={switch}"
            nodes[switch] += plyground.search(position, spec).nodes
    assert nodes["on"] < 0.7 * nodes["off"]


def evaluated_with(folder: Path) -> subprocess.CompletedProcess[str]:
    """Evaluates in a separate process, because the weights are read only once."""
    program = (
        "import sys, plyground; from plyground import _core; _core.set_data_folder(sys.argv[1]);"
        "plyground.game('othello').start().explain_score()"
    )
    command = [sys.executable, "-c", program, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda content: content[:5000] + b"\x00" + content[5001:], "its checksum is wrong"),
        (lambda content: content[:-1], "its checksum is wrong"),
        (lambda _content: b"", "it is not a weights file"),
        (None, "it can't be opened"),
    ],
)
def test_weights_that_cannot_be_read_are_refused_with_a_sentence(
    tmp_path: Path, change: Callable[[bytes], bytes] | None, reason: str
) -> None:
    folder = tmp_path / "games" / "othello"
    folder.mkdir(parents=True)
    if change is not None:
        content = FILE.read_bytes()
        assert content[5000] != 0
        (folder / "weights.bin").write_bytes(change(content))
    done = evaluated_with(tmp_path)
    assert done.returncode == 1
    assert f"can't be used: {reason}. Install Plyground again." in done.stderr
    assert "ValueError" in done.stderr
