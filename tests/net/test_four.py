"""The training example in Python has the same rules and planes as the native Connect Four."""

import numpy as np
import pytest

import plyground
from plyground.engine.simulate import random_game
from tests.project import ROOT


@pytest.fixture(scope="module")
def four() -> plyground.Game:
    plyground.load(ROOT / "examples" / "four.py")
    return plyground.game("four")


def test_example_agrees_with_the_native_game(four: plyground.Game) -> None:
    native = plyground.game("connect_four")
    for seed in range(30):
        ours, theirs = four.start(), native.start()
        for move in random_game(theirs, seed).played:
            assert ours.moves() == theirs.moves()
            assert (ours.planes() == theirs.planes()).all()
            assert ours.planes().dtype == np.float32
            assert four.position(ours.to_text()).to_text() == theirs.to_text()
            ours, theirs = ours.play(move), theirs.play(move)
        results = ours.result(), theirs.result()
        assert results[0] is not None
        assert results[1] is not None
        assert results[0].winner == results[1].winner
    assert four.symmetry == native.symmetry == "mirror"
