"""Every legal move of every game has a unique index in a network's policy."""

import pytest

import plyground
from plyground.engine.actions import squares_of
from plyground.engine.policy_layout import layout_of
from plyground.engine.simulate import random_game

CASES: tuple[tuple[str, dict[str, int]], ...] = (
    ("robogo", {"size": 7}),
    ("gomoku", {"size": 9}),
    ("go", {"size": 5}),
    ("othello", {}),
    ("dobutsu", {}),
    ("connect_four", {"columns": 5, "rows": 4}),
)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_every_legal_move_has_a_place(name: str, options: dict[str, int]) -> None:
    game = plyground.game(name, **options)
    layout = layout_of(game)
    assert len(layout.texts) == layout.planes * len(squares_of(game)) + layout.extras
    assert all(layout.texts[slot] == text for text, slot in layout.slots.items())
    for seed in range(5):
        position = game.start()
        for move in random_game(position, seed).played:
            assert all(each in layout.slots for each in position.moves())
            position = position.play(move)


def test_moves_are_found_on_their_squares() -> None:
    dobutsu = layout_of(plyground.game("dobutsu"))
    squares = squares_of(plyground.game("dobutsu"))
    assert squares[dobutsu.slots["b2b3"] % 12] == "b3"
    assert squares[dobutsu.slots["C*a4"] % 12] == "a4"
    assert dobutsu.extras == 0
    go = layout_of(plyground.game("go", size=9))
    assert (go.planes, go.extras, go.slots["A9"], go.slots["pass"]) == (1, 1, 0, 81)
