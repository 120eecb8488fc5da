"""The counts of move sequences that cpp/games/*/perft.txt promise."""

import copy
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import plyground
from plyground import _core
from tests.conftest import scaled
from tests.games.test_oracles import ORACLES, Referee

GAMES = Path(__file__).parents[2] / "cpp" / "games"

MOST_LEAVES = scaled(5_000_000)  # a larger count is left to `make test-deep`


@dataclass(frozen=True)
class Line:
    """A line of a perft.txt: the position, and its leaves at depth 1, 2 and so on."""

    game: str
    options: str
    position: str
    passes: bool
    leaves: tuple[int, ...]
    source: str

    @property
    def name(self) -> str:
        return f"{self.game}-{self.options}-{'passes' if self.passes else 'no-passes'}"

    @property
    def depth_of_referee(self) -> int:
        """The depth to which the referee has counted, by the source; 0 if it does not say."""
        noted = re.search(r"to depth (\d+) by the referee", self.source)
        return int(noted[1]) if noted else 0

    def start(self) -> plyground.Position:
        game = plyground.game(self.game, **read_options(self.options))
        return game.start() if self.position == "start" else game.position(self.position)


def read_options(text: str) -> dict[str, object]:
    """`size=9,komi=7` as the arguments of plyground.game(); `-` stands for none."""
    options: dict[str, object] = {}
    for item in text.split(",") if text != "-" else []:
        name, value = item.split("=")
        options[name] = value
    return options


def read_line(game: str, text: str) -> Line:
    options, position, passes, leaves, source = (field.strip() for field in text.split("|"))
    counts = tuple(int(count) for count in leaves.split())
    return Line(game, options, position, {"yes": True, "no": False}[passes], counts, source)


def read_lines() -> list[Line]:
    return [
        read_line(file.parent.name, text)
        for file in sorted(GAMES.glob("*/perft.txt"))
        for text in file.read_text(encoding="utf-8").splitlines()
        if text and not text.startswith("#")
    ]


LINES = read_lines()

# The known counts of each game; no file may lose one.
KNOWN: tuple[tuple[str, str, bool, str], ...] = (
    (
        "othello",
        "size=8",
        True,
        "4 12 56 244 1396 8200 55092 390216 3005288 24571284 212258800 1939886636",
    ),
    ("othello", "size=6", True, "4 12 56 244 1364 7604 47740 308716 2114912"),
    ("go", "size=3", False, "9 72 504 2976 14720 56176 168112"),
    ("go", "size=4", False, "16 240 3360 43576 521800"),
    ("go", "size=9", False, "81 6480 511920 39929136"),
    ("go", "size=9", True, "82 6643 531522 42002809"),
    ("robogo", "size=3,line=3,pass=no", True, "9 72 504 2976 14720 52000 146224"),
    ("robogo", "size=4,line=4,pass=yes", True, "17 273 4112 57984 764016"),
    ("robogo", "size=9,line=5,pass=no", True, "81 6480 511920 39929136"),
    (
        "dobutsu",
        "try=official,hand=merged",
        True,
        "4 17 123 976 8122 71677 635117 5684459 50503579",
    ),
    (
        "dobutsu",
        "try=entry,hand=distinct",
        True,
        "4 17 123 976 8122 72100 653010 6051039 55735397",
    ),
)


@pytest.mark.parametrize(
    ("game", "options", "passes", "leaves"), KNOWN, ids=lambda value: str(value)[:30]
)
def test_every_known_sequence_is_in_a_file(
    game: str, options: str, passes: bool, leaves: str
) -> None:
    wanted = plyground.game(game, **read_options(options)).start()
    kept = [
        line.leaves
        for line in LINES
        if line.game == game and line.passes == passes and line.start() == wanted
    ]
    assert kept == [tuple(int(count) for count in leaves.split())]


def test_dash_means_no_options() -> None:
    line = read_line("othello", "- | start | yes | 4 12 | the rules")
    assert line.start() == plyground.game("othello").start()
    assert line.leaves == (4, 12)


@pytest.mark.parametrize("text", ["", "size", "size=8,", "-,size=8"])
def test_bad_options_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unpack"):
        read_options(text)


def test_every_game_of_the_core_has_counts() -> None:
    assert {line.game for line in LINES} == {game.name for game in _core.games()}


def test_every_line_says_where_its_counts_come_from() -> None:
    assert [line for line in LINES if not line.source] == []


def counts() -> list[object]:
    """A parameter for each depth of each line; large counts are deep tests."""
    return [
        pytest.param(
            line,
            depth,
            leaves,
            id=f"{line.name}-{depth}",
            marks=[pytest.mark.deep] if leaves > MOST_LEAVES else [],
        )
        for line in LINES
        for depth, leaves in enumerate(line.leaves, start=1)
    ]


@pytest.mark.parametrize(("line", "depth", "leaves"), counts())
def test_perft_matches_the_known_counts(line: Line, depth: int, leaves: int) -> None:
    assert plyground.perft(line.start(), depth, passes=line.passes) == leaves


def referee_counts() -> list[object]:
    """A parameter for each depth that the referees can count; slow ones are deep tests.

    Every line has its first depth here, and the second if the count is not large.
    """
    return [
        pytest.param(
            line,
            depth,
            leaves,
            id=f"{line.name}-{depth}",
            marks=[] if is_quick else [pytest.mark.deep],
        )
        for line in LINES
        for depth, leaves in enumerate(line.leaves, start=1)
        if (is_quick := depth == 1 or leaves < (10_000 if depth == 2 else 1_000))
        or depth <= line.depth_of_referee
    ]


def count_slowly(referee: Referee, depth: int, passes: bool, finished_counts: bool) -> int:
    """Perft by a referee, which lists the moves of every position anew."""
    moves = referee.moves()
    if finished_counts and not moves:
        return 1
    if not passes:
        moves = [move for move in moves if move != "pass"]
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        after = copy.deepcopy(referee)
        after.play(move)
        leaves += count_slowly(after, depth - 1, passes, finished_counts)
    return leaves


@pytest.mark.parametrize(("line", "depth", "leaves"), referee_counts())
def test_the_referee_counts_the_same(line: Line, depth: int, leaves: int) -> None:
    text = None if line.position == "start" else line.position
    referee = ORACLES[line.game](text, **line.start().game.values)
    # By convention a finished game of Othello, and of no other, is a leaf at every depth.
    assert count_slowly(referee, depth, line.passes, line.game == "othello") == leaves


def test_the_empty_sequence_counts_once() -> None:
    for line in LINES:
        assert plyground.perft(line.start(), 0, passes=line.passes) == 1


def test_divide_adds_up_to_perft() -> None:
    start = plyground.game("go", size=4).start()
    assert sum(plyground.divide(start, 4, passes=False).values()) == 43576
