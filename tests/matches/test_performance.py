"""The strength that results show, against opponents of known strength."""

import pytest

from plyground.matches.performance import Played, performance
from plyground.matches.stats import expected_share


def test_no_games_show_nothing() -> None:
    assert performance([]) is None


def test_the_estimate_explains_the_share_of_the_points() -> None:
    """Three points of four against an opponent at 500 are 191 Elo more."""
    found = performance([Played(500, 1), Played(500, 1), Played(500, 1), Played(500, 0)] * 25)
    assert found is not None
    assert expected_share(found.elo - 500) == pytest.approx(0.75, abs=0.01)
    assert found.low < found.elo < found.high
    assert found.high - found.low == pytest.approx(4 * 40, abs=20)  # 1.96 * 2 standard errors


def test_wins_alone_have_a_finite_estimate() -> None:
    few, many = (performance([Played(300, 1)] * count) for count in (2, 20))
    assert few is not None
    assert many is not None
    assert 300 < few.elo < many.elo < 1500
    assert few.low < 400


def test_games_that_count_half_say_less() -> None:
    games = [Played(300, 1), Played(300, 0)] * 10
    whole, half = (
        performance(games),
        performance([Played(*(300, g.score), weight=0.5) for g in games]),
    )
    assert whole is not None
    assert half is not None
    assert half.deviation > 1.2 * whole.deviation


def test_an_uncertain_opponent_widens_the_interval() -> None:
    sure = performance([Played(300, 1), Played(300, 0)] * 10)
    unsure = performance([Played(300, 1, 400), Played(300, 0, 400)] * 10)
    assert sure is not None
    assert unsure is not None
    assert unsure.deviation > sure.deviation
