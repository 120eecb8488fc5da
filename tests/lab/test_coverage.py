"""How often the truth lies inside a rating's interval, in thousands of simulated tournaments."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import binom

from plyground.lab.ratings import rate
from plyground.matches.stats import Estimate
from tests.conftest import scaled
from tests.lab.simulated import round_robin, same_openings

pytestmark = pytest.mark.deep  # thousands of tournaments


@dataclass(frozen=True)
class Case:
    """A tournament: strengths, pairs per matchup, and a model of its games."""

    elos: tuple[float, ...]
    count: int
    first_move: float = 0
    draws: float = 0
    shared: float = 0
    fitted: bool = True

    def misses(self, trials: int) -> dict[str, int]:
        """How often intervals missed the truth, each counted once per tournament."""
        dice = np.random.default_rng(list(map(ord, str(self))))
        found = dict.fromkeys(("first", "last", "difference", "first move"), 0)
        for _ in range(trials):
            played = round_robin(
                dice,
                self.elos,
                self.count,
                first_move=self.first_move,
                draws=self.draws,
                shared=self.shared,
            )
            ratings = rate(played, first_move=self.fitted)
            level = float(np.mean([self.elos[int(name)] for name in ratings.group]))
            for name, place in (("first", 0), ("last", len(self.elos) - 1)):
                truth = self.elos[place] - level
                found[name] += not inside(ratings[str(place)].estimate, truth)
            apart = ratings.difference(str(len(self.elos) - 1), "0")
            found["difference"] += not inside(apart, self.elos[-1] - self.elos[0])
            if ratings.first_move is not None:
                found["first move"] += not inside(ratings.first_move, self.first_move)
        return found


def inside(estimate: Estimate, truth: float) -> bool:
    low, high = estimate.elo_low, estimate.elo_high
    return (low is None or low <= truth + 1e-9) and (high is None or truth - 1e-9 <= high)


CASES = {
    "even": Case((0, 50, 100, 150), 10),
    "two, and a first move that decides": Case((0, 200), 10, first_move=300, draws=0.3),
    "far apart": Case((0, 200, 400, 800), 5, first_move=100),
}
MORE = {
    "no first move": Case((0, 50, 100, 150), 10, fitted=False),
    "three pairs": Case((0, 50, 100, 150), 3, first_move=100),
    "many pairs, many draws": Case((0, 50, 100), 60, first_move=100, draws=0.7),
    "openings that suit players": Case((0, 50, 100, 150), 10, draws=0.4, shared=0.6),
    "openings that suit a colour": Case((0, 50, 100, 150), 10, draws=0.4, shared=-0.8),
    "a match of strangers": Case((0, 400), 10, fitted=False),
    "nearly always won": Case((0, 0, 700), 8, fitted=False),
    "black nearly always wins": Case((0, 100), 20, first_move=500),
    "two worlds": Case((0, 0, 1000, 1000), 4, first_move=50),
    "many players": Case((0, 30, 60, 90, 120, 150, 180, 210), 3, draws=0.2),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_intervals_cover_the_true_value_in_95_percent(case: Case) -> None:
    trials = scaled(120)
    allowed = binom.isf(1e-4, trials, 0.05)  # a correct interval fails here once in 10,000 runs
    misses = case.misses(trials)
    assert all(count <= allowed for count in misses.values()), misses


@pytest.mark.deep
@pytest.mark.parametrize("case", (CASES | MORE).values(), ids=CASES | MORE)
def test_intervals_cover_the_true_value_in_many_tournaments(case: Case) -> None:
    trials = scaled(1000)
    allowed = binom.isf(1e-4, trials, 0.055)  # half a percent for approximations
    misses = case.misses(trials)
    assert all(count <= allowed for count in misses.values()), misses


@pytest.mark.parametrize(("colour", "style"), [(300, 0), (0, 200), (300, 200)])
def test_intervals_cover_the_true_value_with_shared_openings(colour: int, style: int) -> None:
    dice, trials = np.random.default_rng([colour, style]), scaled(200)
    misses = dict.fromkeys(("player", "difference", "first move"), 0)
    for _ in range(trials):
        ratings = rate(same_openings(dice, 4, 30, colour=colour, style=style))
        assert ratings.first_move is not None
        misses["player"] += not inside(ratings["0"].estimate, 0)
        misses["difference"] += not inside(ratings.difference("0", "3"), 0)
        misses["first move"] += not inside(ratings.first_move, 0)
    allowed = binom.isf(1e-4, trials, 0.07)  # two percent for variances from 30 openings
    assert all(count <= allowed for count in misses.values()), misses


def test_intervals_are_not_wider_than_they_need_be() -> None:
    """Compared with the real variation of the estimates over tournaments of the same players."""
    dice = np.random.default_rng(3)
    elos, estimates, widths = (0, 40, 80), [], []
    for _ in range(scaled(80)):
        found = rate(round_robin(dice, elos, 40, first_move=60, draws=0.4))["2"]
        assert found.elo is not None
        assert found.estimate.elo_low is not None
        assert found.estimate.elo_high is not None
        estimates.append(found.elo)
        widths.append(found.estimate.elo_high - found.estimate.elo_low)
    assert np.mean(widths) < 1.35 * 2 * 1.96 * np.std(estimates)
