"""The images of a board: permutations of squares and moves that change nothing else."""

import re
import textwrap
from pathlib import Path

import pytest

import plyground
from plyground import Game, Position
from plyground.engine import registry
from plyground.engine.actions import Actions, squares_of
from plyground.engine.symmetry import Image, images
from tests.conftest import scaled
from tests.games.cases import EVERY_GAME, WRITTEN_IN_PYTHON, games, native_games

pytest.importorskip("numpy", reason="numpy comes with the extras")

import numpy as np
from numpy.typing import NDArray

COUNTS = {"none": 1, "mirror": 2, "square": 8}


def turned_text(position: Position, image: Image) -> str:
    """The text of a first position on the turned board."""
    board, rest = re.fullmatch(r"([^ \[]*)(.*)", position.to_text()).groups()  # type: ignore[union-attr]
    spread = re.sub(r"\d+", lambda run: "." * int(run[0]), board)
    cells = re.findall(r"\+?[a-zA-Z.]", spread.replace("/", ""))
    turned = [""] * len(cells)
    for at, to in enumerate(image.squares):
        turned[to] = cells[at]
    width = len(position.columns)
    rows = ["".join(turned[at : at + width]) for at in range(0, len(turned), width)]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows)) + rest


def turned_planes(position: Position, image: Image) -> NDArray[np.float32]:
    planes = position.planes()
    flat = planes.reshape(-1, planes.shape[2])
    turned = np.empty_like(flat)
    turned[list(image.squares)] = flat
    return turned.reshape(planes.shape)


def turned_numbers(numbers: list[int], image: Image) -> list[int]:
    return sorted(image.actions[number] for number in numbers)


@native_games
def test_an_image_of_a_game_is_a_game(game: Game) -> None:
    """Every move of a random game, turned, on a turned board: moves, planes and result agree."""
    actions = Actions(game)
    for seed in range(scaled(2)):
        played = plyground.random_game(game.start(), seed, max_plies=200).played
        for image in images(actions):
            here, there = game.start(), game.position(turned_text(game.start(), image))
            for move in played:
                assert np.array_equal(there.planes(), turned_planes(here, image)), (here, there)
                legal = turned_numbers(actions.legal(here), image)
                assert actions.legal(there) == legal, (here, there)
                turned = actions.move(image.actions[actions.number(move)])
                here, there = here.play(move), there.play(turned)
            assert np.array_equal(there.planes(), turned_planes(here, image))
            assert here.result() == there.result()
            if here.result() and here.extra_targets:
                owners = np.zeros(len(image.squares), int)
                owners[list(image.squares)] = here.final_ownership()
                assert there.final_ownership() == owners.tolist()


@pytest.mark.parametrize("game", EVERY_GAME)
def test_images_are_permutations_and_all_different(game: Game) -> None:
    actions = Actions(game)
    found = images(actions)
    assert len(found) == COUNTS[game.symmetry] == len({image.squares for image in found})
    squares = len(squares_of(game))
    assert found[0] == Image(tuple(range(squares)), tuple(range(actions.count)))
    for image in found:
        assert sorted(image.squares) == list(range(squares))
        assert sorted(image.actions) == list(range(actions.count))


@native_games
def test_two_images_after_each_other_are_an_image(game: Game) -> None:
    found = images(Actions(game))
    for one in found:
        for other in found:
            squares = tuple(other.squares[at] for at in one.squares)
            numbers = tuple(other.actions[at] for at in one.actions)
            assert Image(squares, numbers) in found


def moves_of(game: Game, image: Image, *moves: str) -> list[str]:
    actions = Actions(game)
    return [actions.move(image.actions[actions.number(move)]) for move in moves]


def test_the_mirror_of_dobutsu_turns_every_kind_of_move() -> None:
    game = plyground.game("dobutsu")
    _, mirror = images(Actions(game))
    assert moves_of(game, mirror, "a1b2", "c3c4+", "E*a2") == ["c1b2", "a3a4+", "E*c2"]


def test_the_images_of_a_point_of_go() -> None:
    game = plyground.game("go", size=9)
    corners = {tuple(moves_of(game, image, "B9", "pass")) for image in images(Actions(game))}
    points = ("B9", "A8", "H9", "J8", "A2", "B1", "H1", "J2")
    assert corners == {(point, "pass") for point in points}


# Games in Python

BLANK = """
import plyground

@plyground.register
class Blank:
    "Say a move; the third one ends the game."

    name = "blank"
    turn = "black"
    symmetries = {symmetries!r}

    def __init__(self, said=0):
        self.said = said

    def moves(self):
        return {moves}

    def play(self, move):
        return Blank(self.said + 1)

    def result(self):
        return "draw" if self.said == 3 else None

    def to_text(self):
        return str(self.said)

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def board(self):
        return {board}
"""


def blank(folder: Path, symmetries: str, moves: list[str], board: list[str]) -> Game:
    file = folder / "blank.py"
    code = textwrap.dedent(BLANK).format(symmetries=symmetries, moves=moves, board=board)
    file.write_text(code, encoding="utf-8")
    plyground.load(file)
    return plyground.game("blank")


@pytest.mark.parametrize("game", games(WRITTEN_IN_PYTHON))
def test_a_game_in_python_has_no_images_unless_it_says_so(game: Game) -> None:
    assert (game.symmetry, len(images(Actions(game)))) == ("none", 1)


@pytest.mark.usefixtures("fresh")
class TestGamesInPython:
    """What an author may declare."""

    @pytest.fixture
    def fresh(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "_registry", registry.Registry())

    @pytest.mark.parametrize(
        ("board", "corners"),
        [
            (["..", ".."], ["a2", "b2", "a1", "b1"] * 2),
            (["...", "..."], ["a2", "c2", "a1", "c1"]),
        ],
    )
    def test_a_board_is_turned_only_onto_itself(
        self, tmp_path: Path, board: list[str], corners: list[str]
    ) -> None:
        game = blank(tmp_path, "square", ["a2", "pass"], board)
        found = [moves_of(game, image, "a2", "pass") for image in images(Actions(game))]
        assert found == [[corner, "pass"] for corner in corners]

    def test_columns_are_exchanged_by_a_mirror(self, tmp_path: Path) -> None:
        game = blank(tmp_path, "mirror", ["a", "b", "c", "d"], ["...", "..."])
        _, mirror = images(Actions(game))
        assert moves_of(game, mirror, "a", "b", "c", "d") == ["c", "b", "a", "d"]

    def test_columns_can_not_become_rows(self, tmp_path: Path) -> None:
        game = blank(tmp_path, "square", ["a", "b"], ["..", ".."])
        with pytest.raises(ValueError, match=r"name columns, .* can be 'mirror', not 'square'\."):
            images(Actions(game))

    def test_an_image_that_is_no_move_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "blank.py"
        code = BLANK.format(symmetries="mirror", moves=["a1"], board=["..."])
        file.write_text(code.replace("    turn =", "    actions = ['a1']\n    turn ="), "utf-8")
        plyground.load(file)
        with pytest.raises(ValueError, match="make 'c1' of its move 'a1', which is no move"):
            images(Actions(plyground.game("blank")))

    def test_unknown_symmetries_are_refused(self, tmp_path: Path) -> None:
        game = blank(tmp_path, "round", ["a1"], ["..."])
        with pytest.raises(ValueError, match="can be 'none', 'mirror' or 'square', not 'round'"):
            images(Actions(game))
