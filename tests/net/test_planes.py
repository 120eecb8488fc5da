"""Every plane of every native game matches a slow description."""

import random
from collections.abc import Iterator

import pytest

import plyground
from plyground import Game, Position, _core

pytest.importorskip("numpy", reason="numpy comes with the extras")

import numpy as np

from plyground.engine.actions import squares_of
from tests.conftest import scaled
from tests.games.cases import NATIVE, games, name_of, native_games, run_python, sample
from tests.games.random_positions import TEXTS
from tests.net.plane_referees import REFEREES
from tests.oracles import boards, go

MORE: list[tuple[str, dict[str, object]]] = [
    ("go", {"size": 5, "komi": -3, "scoring": "territory", "max_moves": 20}),
    ("go", {"size": 4, "komi": 100.5, "ko": "simple", "suicide": "yes"}),
    ("robogo", {"size": 5, "line": 9, "ko": "simple"}),
    ("gomoku", {"size": 15, "rule": "renju"}),
]
every_option = pytest.mark.parametrize("game", games(NATIVE + MORE))


def positions(game: Game) -> Iterator[Position]:
    """Positions of random games, and boards that random play seldom reaches."""
    yield from sample(game)
    dice = random.Random(f"planes {name_of(game)}")
    for _ in range(scaled(40)):
        yield game.position(TEXTS[game.name](dice, game.values))


def expected(position: Position) -> dict[str, list[float]]:
    """The referee's planes, as rows of numbers in board order."""
    squares = squares_of(position.game)
    planes = REFEREES[position.game.name](position)
    assert all(set(plane) <= set(squares) for plane in planes.values())
    return {name: [plane.get(at, 0.0) for at in squares] for name, plane in planes.items()}


def test_every_native_game_has_a_referee() -> None:
    assert set(REFEREES) == {game.name for game in _core.games()}


@every_option
def test_planes_hold_what_their_names_say(game: Game) -> None:
    for position in positions(game):
        planes, wanted = position.planes(), expected(position)
        assert position.plane_names == tuple(wanted), position
        assert planes.shape == (len(position.rows), len(position.columns), len(wanted))
        assert planes.dtype == np.float32
        for at, (name, numbers) in enumerate(wanted.items()):
            found = planes[:, :, at].ravel()
            assert found.tolist() == np.array(numbers, np.float32).tolist(), (name, position)


@native_games
def test_the_names_are_the_same_in_every_position(game: Game) -> None:
    assert len({position.plane_names for position in sample(game)}) == 1
    assert len(set(game.start().plane_names)) == len(game.start().plane_names)


def test_planes_belong_to_the_caller() -> None:
    start = plyground.game("othello").start()
    start.planes()[:] = 7
    assert start.planes().max() == 1


def test_a_strange_text_does_not_drown_the_other_numbers() -> None:
    go = plyground.game("go", size=5, scoring="territory")
    planes = go.position("5/5/2x2/5/5 w prisoners=999999999,0").planes()
    assert np.abs(planes).max() == 5


def test_the_planes_of_a_ko() -> None:
    position = plyground.game("go", size=4).start().play_all("b4 c4 a3 d3 b2 c2 c3 b3")
    assert position.to_text() == "1xo1/xo1o/1xo1/4 b ko=C3"
    planes = dict(zip(position.plane_names, np.moveaxis(position.planes(), 2, 0), strict=True))
    assert np.argwhere(planes["ko"]).tolist() == [[1, 2]]
    assert np.argwhere(planes["other group with 1 liberty"]).tolist() == [[1, 1]]
    assert planes["komi"].min() == planes["komi"].max() == np.float32(-6.5 / 4)


def test_a_missing_numpy_is_one_clear_sentence() -> None:
    code = """
import sys
sys.modules["numpy"] = None
import plyground
start = plyground.game("othello").start()
print(start.plane_names[0], start.symmetry)
try:
    start.planes()
except ModuleNotFoundError as error:
    print(error)
"""
    assert run_python(code).splitlines() == [
        "own disc square",
        'Reading planes needs numpy, which is not installed: pip install "plyground[networks]".',
    ]


def test_planes_alone_import_numpy() -> None:
    code = """
import sys, plyground
plyground.game("go").start().play("d4").view()
print("numpy" in sys.modules)
plyground.game("go").start().planes()
print("numpy" in sys.modules)
"""
    assert run_python(code).split() == ["False", "True"]


# Other training targets


@native_games
def test_the_extra_targets_are_those_of_games_that_count(game: Game) -> None:
    counts = game.name in ("go", "othello")
    assert game.start().extra_targets == (("score", "ownership") if counts else ())


def ends(game: Game, count: int) -> Iterator[Position]:
    for seed in range(scaled(count)):
        yield plyground.random_game(game.start(), seed)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_owners_of_othello_are_the_discs_and_make_the_margin(size: int) -> None:
    game = plyground.game("othello", size=size)
    seen_empty = 0
    for end in ends(game, 200 if size == 4 else 40):
        owners = dict(zip(squares_of(game), end.final_ownership(), strict=True))
        result = end.result()
        assert result is not None
        winner = {"black": 1, "white": -1, None: 0}[result.winner]
        assert sum(owners.values()) == winner * (result.margin or 0)
        discs = {piece["at"]: piece["owner"] for piece in end.pieces()}
        for square, owner in owners.items():
            is_empty = square not in discs
            seen_empty += is_empty
            assert owner == (winner if is_empty else {"black": 1, "white": -1}[discs[square]])
    assert seen_empty or size > 4


@pytest.mark.parametrize("scoring", ["area", "territory"])
@pytest.mark.parametrize("size", [3, 5, 9])
def test_the_owners_of_go_are_those_of_the_count(size: int, scoring: str) -> None:
    game = plyground.game("go", size=size, scoring=scoring, komi=0, ko="simple", max_moves=60)
    dice = random.Random(f"owners {size}")
    for end in ends(game, 20):
        marked = dice.sample(end.pieces(), min(2, len(end.pieces())))
        for position in (end, end.mark_dead(piece["at"] for piece in marked)):
            oracle = go.Oracle(position.to_text(), **game.values)
            alive = boards.without(oracle.board, oracle.dead)
            sides = [
                alive.get(point) or go.surrounded_by(alive, point, size)
                for point in boards.all_points(size)
            ]
            owners = position.final_ownership()
            assert owners == [{"black": 1, "white": -1, None: 0}[side] for side in sides]
            if scoring == "area":
                black, white = oracle.score()
                assert sum(owners) == black - white


def test_nobody_owns_anything_before_the_end() -> None:
    with pytest.raises(ValueError, match=r"^The owners of the squares are known only when"):
        plyground.game("go").start().final_ownership()


def test_games_that_count_nothing_have_no_owners() -> None:
    end = plyground.random_game(plyground.game("gomoku", size=3, line=3).start(), 1)
    with pytest.raises(ValueError, match=r"^This game does not count squares"):
        end.final_ownership()
