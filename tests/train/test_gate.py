"""The gate rejects weaker networks, and accepts most of the clearly stronger ones."""

import random

import pytest

from plyground.matches.stats import expected_share
from plyground.train.contests import passes


def simulated(elo: float, pairs: int, seed: int) -> bool:
    """Whether a network of this strength passes in one simulated match."""
    dice, share = random.Random(seed), expected_share(elo)
    games = [tuple(float(dice.random() < share) for _ in range(2)) for _ in range(pairs)]
    return passes(games)


@pytest.mark.parametrize(
    ("elo", "low", "high"), [(-100, 0.0, 0.005), (-30, 0.0, 0.05), (0, 0.04, 0.16), (150, 0.95, 1)]
)
def test_gate_passes_by_strength(elo: float, low: float, high: float) -> None:
    passed = sum(simulated(elo, 50, seed) for seed in range(1000)) / 1000
    assert low <= passed <= high


def test_nothing_passes_without_games() -> None:
    assert not passes([])
