"""Captures in Go: known shapes, and a full search in a game whose goal is the capture."""

import random
from dataclasses import dataclass, replace

import pytest

from plyground import puzzles
from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.python_game import PythonSource
from plyground.engine.search import search
from plyground.puzzles import again
from plyground.puzzles.captures import Hunt, Tired, look
from plyground.puzzles.make import PuzzleRequest, make
from plyground.puzzles.puzzle_file import read_line, write_line

SIZE = 7
GO = registry.game("go", size=SIZE)
ALL = puzzles.puzzles("go")


@dataclass(frozen=True)
class Chase:
    """The first player wins by capturing a stone, the other side if that takes too long."""

    name = "chase"
    position: Position
    prey: str
    hunter: str
    left: int

    @property
    def turn(self) -> str:
        return self.position.turn

    def moves(self) -> list[str]:
        return self.position.moves()

    def play(self, move: str) -> "Chase":
        return Chase(self.position.play(move), self.prey, self.hunter, self.left - 1)

    def result(self) -> str | None:
        stands = any(piece["at"] == self.prey for piece in self.position.view()["pieces"])
        if not stands:
            return self.hunter
        other = "white" if self.hunter == "black" else "black"
        return other if self.left == 0 or self.position.result() is not None else None

    def board(self) -> list[str]:
        return ["."]

    def to_text(self) -> str:
        size = self.position.game.values["size"]
        return f"{self.left} {self.prey} {size} {self.position.to_text()}"

    @classmethod
    def start(cls) -> "Chase":
        return cls.from_text("1 A3 3 ox1/1x1/3 b")

    @classmethod
    def from_text(cls, text: str) -> "Chase":
        left, target, size, rest = text.split(" ", 3)
        position = registry.game("go", size=int(size)).position(rest)
        return cls(position, target, position.turn, int(left))


CHASE = Game(PythonSource(Chase), {})


def chased(position: Position, target: str, plies: int) -> dict[str, bool]:
    """Whether each move captures within this many plies, by the textbook's alpha-beta."""
    start = CHASE.position(Chase(position, target, position.turn, plies).to_text())
    found = {}
    for move in start.moves():
        after = start.play(move)
        result = after.result()
        if result is None:
            report = search(after, f"alphabeta:depth={plies - 1}")
            found[move] = report.mate is not None and report.mate < 0
            assert report.mate is not None
        else:
            found[move] = result.winner == position.turn
    return found


# size, text, target, plies, the line
SHAPES = {
    "net": (7, "7/7/2x4/2xo3/3xx2/7/7 b", "D4", "E5 D5 D6 E4 F4"),
    "snapback": (5, "ooo2/2xoo/1o1xx/2x2/xx3 b", "D4", "D5 E5 D5"),
    "edge": (9, "9/9/9/9/2x6/xxo6/oo7/x8/9 w", "A4", "B5 A5 A6"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_known_shapes_are_captured(shape: str) -> None:
    size, text, target, line = SHAPES[shape]
    position = registry.game("go", size=size).position(text)
    hunt, moves = Hunt(position, target), tuple(line.split())
    assert hunt.plies(position, 7) == len(moves)
    assert hunt.right(position, len(moves)) == [moves[0]]
    assert hunt.forced(position, len(moves)) == moves


def test_a_ladder_leads_to_the_edge() -> None:
    position = GO.position("7/7/3xo2/4xx1/7/7/7 b")
    hunt = Hunt(position, "E5")
    assert [hunt.captures(position, plies) for plies in (1, 3, 5, 7)] == [False, False, False, True]
    assert hunt.right(position, 7) == ["E6"]
    broken = GO.position("7/5o1/3xo2/4xx1/7/7/7 b")  # a stone in the way
    assert Hunt(broken, "E5").plies(broken, 7) is None


def test_full_search_agrees() -> None:
    assert_agreed(seed=10, games=12, size=4, plies=3)


@pytest.mark.deep
@pytest.mark.parametrize(("seed", "size", "plies"), [(1, 5, 3), (2, 4, 5), (3, 5, 3), (4, 4, 5)])
def test_full_search_agrees_on_more_positions(seed: int, size: int, plies: int) -> None:
    assert_agreed(seed=seed, games=25, size=size, plies=plies)


def assert_agreed(seed: int, games: int, size: int, plies: int) -> None:
    """Compares random positions, every legal move, and every possible target."""
    dice, small, captured = random.Random(seed), registry.game("go", size=size), 0
    for _ in range(games):
        position = small.start()
        for _ in range(dice.randint(size * size // 3, size * size * 2 // 3)):
            position = position.play(dice.choice(position.moves()[:-1] or ["pass"]))
        position = small.position(position.to_text())
        for aid in position.aids():
            if aid["kind"] == "liberties" and aid["owner"] != position.turn:
                hunt = Hunt(position, aid["at"][0])
                found = chased(position, aid["at"][0], plies)
                right = [move for move, works in found.items() if works]
                assert sorted(hunt.right(position, plies)) == sorted(right), position
                assert hunt.captures(position, plies) == bool(right)
                captured += bool(right)
    assert captured >= 5


def test_stones_with_two_eyes_are_never_captured() -> None:
    alive = GO.position("1o1ox2/oooox2/xxxxx2/7/7/7/7 b")
    hunt = Hunt(alive, "B7")
    assert hunt.plies(alive, 7) is None
    assert hunt.right(alive, 7) == []


def test_search_effort_is_bounded() -> None:
    open_ = GO.position("7/7/2o4/2x4/7/7/7 b")
    with pytest.raises(Tired):
        Hunt(open_, "C5", effort=50).plies(open_, 7)


def test_only_groups_on_the_board_are_targets() -> None:
    position = GO.position("7/7/2o4/2x4/7/7/7 b")
    for target in ("C4", "A1", "Z9", ""):
        with pytest.raises(ValueError, match="There is no"):
            Hunt(position, target)


def test_captures_are_made_in_both_lengths_and_proven_again() -> None:
    found = list(make(PuzzleRequest(GO, 2, seed=2)))
    assert sorted(one.plies for one in found) == [3, 5]
    for one in found:
        assert again.prove(one) == "proven: no other move captures within the same number of plies"
        assert read_line("go", write_line(one)) == one


def test_wrong_capture_puzzles_are_reported() -> None:
    one = next(row for row in ALL if row.plies == 3)
    other = next(move for move in puzzles.begin(one).moves() if move != one.line[0])
    wrong = {
        "There is no opposing stone at": replace(one, target=one.line[0]),
        "There is no point 'Z9'": replace(one, target="Z9"),
        "does not end with the capture": replace(one, line=one.line[:1], asked=1),
        "A capture puzzle must include its whole line": replace(one, asked=1),
        "can't be played": replace(one, line=(one.line[0], *one.line)),
        "In 3 plies ": replace(one, line=(other, "pass", one.line[0])),
    }
    for sentence, puzzle in wrong.items():
        with pytest.raises(again.Fault) as fault:
            again.prove(puzzle)
        assert sentence in str(fault.value) or "does not end with" in str(fault.value), sentence


def test_every_puzzle_is_found_again_where_it_was_found() -> None:
    for one in [row for row in ALL if row.plies == 3][::4]:
        position = registry.game("go", **one.options).start().play_all(one.played)
        found = {row.target: row for row in look(position, 3, lambda plies: plies == 3)}
        assert found[one.target] == one
