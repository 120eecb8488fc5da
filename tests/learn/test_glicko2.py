"""Glicko-2, against the example that its author published."""

import pytest

from plyground.learn.glicko2 import Outcome, Rating, rested, updated

PLAYER = Rating(1500, 200, 0.06)
GAMES = [
    Outcome(Rating(1400, 30), 1),
    Outcome(Rating(1550, 100), 0),
    Outcome(Rating(1700, 300), 0),
]


def test_the_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system", with tau 0.5: 1464.06, 151.52, 0.05999."""
    found = updated(PLAYER, GAMES)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprising_result_raises_the_volatility() -> None:
    steady = Rating(1500, 50, 0.06)
    upset = updated(steady, [Outcome(Rating(2500, 50), 1)] * 5)
    assert upset.volatility > steady.volatility
    assert upset.rating > 1550


def test_a_period_without_games_only_widens_the_interval() -> None:
    found = updated(PLAYER, [])
    assert (found.rating, found.volatility) == (PLAYER.rating, PLAYER.volatility)
    assert PLAYER.deviation < found.deviation < 210
    assert rested(PLAYER, 10_000).deviation == 350


def test_many_games_leave_a_rating_that_can_still_move() -> None:
    player = Rating()
    for _ in range(200):
        player = updated(player, [Outcome(Rating(1500, 50), 0.5)])
    assert 40 < player.deviation < 80
    assert updated(player, [Outcome(Rating(1500, 50), 1)]).rating > player.rating + 5


def test_half_a_point_is_worth_less_than_a_win_and_more_than_a_loss() -> None:
    puzzle = Rating(1500, 100)
    lost, half, won = (updated(Rating(), [Outcome(puzzle, score)]) for score in (0, 0.5, 1))
    assert lost.rating < half.rating < won.rating
    assert half.rating == pytest.approx(1500)
