"""The planes contain what a position's text says, seen from either side."""

import pytest

import plyground
from plyground import Game, Position

pytest.importorskip("numpy", reason="numpy comes with the extras")

import numpy as np

from plyground.adapters.planes import FULL, Planes
from plyground.engine.view import Turn
from tests.games.cases import every_game, games, sample

LETTERS = {"stone": "x", "disc": "x", "chick": "C", "elephant": "E", "giraffe": "G"} | {
    "lion": "L",
    "hen": "+C",
}


def board_of(position: Position, side: Turn) -> str:
    """The board part of the text, from the planes only."""
    planes = Planes(position.game)
    seen = planes.of(position, side)
    rows = []
    for row in range(planes.shape[0]):
        line = ""
        for column in range(planes.shape[1]):
            here = [name for name, n in zip(planes.names, seen[row, column], strict=True) if n]
            pieces = [n for n in here if n.startswith(("own ", "other ")) and "hand" not in n]
            assert len(pieces) <= 1
            line += letter(pieces[0], side) if pieces else "."
        rows.append(line)
    return plyground.board_text(rows, "black").removesuffix(" b")


def letter(plane: str, side: Turn) -> str:
    owner, kind = plane.split()
    is_black = (owner == "own") == (side == "black")
    shown = LETTERS[kind]
    return shown if is_black else {"x": "o"}.get(shown, shown.lower())


@every_game
def test_both_sides_see_the_board_of_the_text(game: Game) -> None:
    for position in sample(game):
        text = position.to_text().split()[0].partition("[")[0]
        assert board_of(position, "black") == board_of(position, "white") == text


@pytest.mark.parametrize("game", games([("dobutsu", {})]))
def test_hands_are_numbers_everywhere(game: Game) -> None:
    planes = Planes(game)
    position = game.position("1l1/3/3/1L1[CCEg] b")
    seen = planes.of(position, "white")
    held = {name: seen[:, :, at] for at, name in enumerate(planes.names) if "hand" in name}
    assert list(held) == [
        *("own chick in hand", "own elephant in hand", "own giraffe in hand"),
        *("other chick in hand", "other elephant in hand", "other giraffe in hand"),
    ]
    counts = [0, 0, 1, 2, 1, 0]
    assert [set(plane.flat) for plane in held.values()] == [{count} for count in counts]
    assert set(planes.most[:, :, 10:16].flat) == {FULL}
    assert set(planes.most[:, :, :10].flat) == {1}


def test_the_side_the_last_move_and_a_pass_are_seen() -> None:
    go = plyground.game("go", size=5)
    planes = Planes(go)
    assert planes.names[-3:] == ("black", "last move", "passed")
    after = go.start().play("B5")
    black, white = planes.of(after, "black"), planes.of(after, "white")
    assert black[:, :, -3].all()
    assert not white[:, :, -3].any()
    assert np.argwhere(black[:, :, -2]).tolist() == [[0, 1]]
    assert not black[:, :, -1].any()
    passed = planes.of(after.play("pass"), "black")
    assert not passed[:, :, -2].any()
    assert passed[:, :, -1].all()


def test_games_without_passes_have_no_pass_plane() -> None:
    assert "passed" not in Planes(plyground.game("gomoku")).names
