"""Ratings of the networks of a run."""

import random
from typing import Any

import pytest

from plyground.matches.stats import expected_share
from plyground.train.elo import Games, games_of, rate_all


def simulated(first: float, second: float, pairs: int, seed: int) -> list[tuple[float, float]]:
    dice, share = random.Random(seed), expected_share(first - second)
    return [(float(dice.random() < share), float(dice.random() < share)) for _ in range(pairs)]


def test_ratings_are_near_the_true_ones() -> None:
    true = {"run@0000": 0.0, "run@0005": 150.0, "run@0010": 250.0}
    names = list(true)
    games: list[Games] = [
        (first, second, simulated(true[first], true[second], 200, seed))
        for seed, (first, second) in enumerate(
            [(names[1], names[0]), (names[2], names[0]), (names[2], names[1])]
        )
    ]
    found = {each["player"]: each for each in rate_all(games, "run@0000")}
    assert found["run@0000"]["elo"] == 0
    for name in names[1:]:
        assert found[name]["low"] < true[name] < found[name]["high"]
        assert abs(found[name]["elo"] - true[name]) < 60


def test_player_that_lost_nothing_has_a_rating_that_grows_with_its_games() -> None:
    few = rate_all([("b", "a", [(1.0, 1.0)] * 5)], "a")
    many = rate_all([("b", "a", [(1.0, 1.0)] * 50)], "a")
    assert [each["player"] for each in few] == ["b", "a"]
    assert 200 < few[0]["elo"] < many[0]["elo"]


def test_games_are_those_of_the_log() -> None:
    log: list[dict[str, Any]] = [
        {"generation": 5, "scores": [{"opponent": "run@0000", "pairs": [[1.0, 0.5], [0.0]]}]},
        {"generation": 6, "scores": []},
        {"generation": 7},  # by an earlier version
    ]
    games = games_of(log, {5: "run@0005", 6: "run@0006", 7: "run@0007"})
    assert games == [("run@0005", "run@0000", [[1.0, 0.5], [0.0]])]
    assert [each["player"] for each in rate_all(games, "run@0000")] == ["run@0005", "run@0000"]
    assert rate_all([], "run@0000") == []


def test_pair_of_points_that_no_game_brings_is_refused() -> None:
    with pytest.raises(ValueError, match="point"):
        rate_all([("b", "a", [(3.0, 1.0)])], "a")
