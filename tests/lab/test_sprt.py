"""The sequential test: known ratios, another computation, its bounds, and its error rates."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binom

from plyground.lab.sprt import Sprt, ratios
from plyground.matches.stats import expected_share, pentanomial
from tests.conftest import scaled
from tests.lab.simulated import throw_games

COUNTS = st.lists(st.integers(0, 60), min_size=5, max_size=5)


def test_bounds_are_those_of_wald() -> None:
    assert Sprt(alpha=0.05, beta=0.05).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    low, high = Sprt(alpha=0.01, beta=0.1).bounds
    assert (math.exp(low), math.exp(high)) == pytest.approx((0.1 / 0.99, 0.9 / 0.01))


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 20), (-30, 10), (50, 200)])
def test_with_all_points_won_the_ratio_is_that_of_the_shares(elo0: float, elo1: float) -> None:
    grown = math.log(expected_share(elo1) / expected_share(elo0))
    assert Sprt(elo0, elo1).state([0, 0, 0, 0, 30]).llr == pytest.approx(30 * grown, rel=1e-3)
    lost = math.log(expected_share(-elo1) / expected_share(-elo0))
    assert Sprt(elo0, elo1).state([30, 0, 0, 0, 0]).llr == pytest.approx(30 * lost, rel=1e-3)


def test_with_all_points_shared_the_ratio_is_what_the_claim_leaves_for_that() -> None:
    """With a mean of s, at most 2 - 2s of all pairs can be shared."""
    left = math.log(2 - 2 * expected_share(40))
    assert Sprt(0, 40).state([0, 0, 30, 0, 0]).llr == pytest.approx(30 * left, rel=1e-3)


def test_many_pairs_have_the_normal_ratio() -> None:
    counts = np.array([900, 1900, 4200, 2100, 900])
    shares = np.arange(5) / 4
    mean = counts @ shares / counts.sum()
    variance = counts @ (shares - mean) ** 2 / counts.sum()
    low, high = expected_share(-2), expected_share(4)
    normal = counts.sum() * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert ratios(counts, -2, 4) == pytest.approx(normal, rel=0.01)


@pytest.mark.parametrize("counts", [[3, 1, 12, 5, 9], [0, 4, 10, 0, 2], [7, 0, 1, 0, 7]])
def test_scipy_finds_the_same_likelihoods(counts: list[int]) -> None:
    def best(mean: float) -> float:
        found = minimize(
            lambda p: -(np.array(counts) @ np.log(p)),
            np.full(5, 0.2),
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ np.arange(5) / 4 - mean},
            ],
            tol=1e-12,
        )
        return float(-found.fun)

    expected = best(expected_share(80)) - best(expected_share(10))
    assert ratios(np.array(counts), 10, 80) == pytest.approx(expected, abs=0.01)


@given(COUNTS, st.floats(-200, 200), st.floats(1, 200))
def test_mirrored_results_change_the_sign(counts: list[int], elo0: float, more: float) -> None:
    forward = Sprt(elo0, elo0 + more).state(counts)
    backward = Sprt(-elo0 - more, -elo0).state(counts[::-1])
    assert forward.llr == pytest.approx(-backward.llr, abs=1e-6)
    assert math.isfinite(forward.llr)


@given(COUNTS, st.integers(0, 3))
def test_a_better_pair_never_speaks_against_the_claim(counts: list[int], kind: int) -> None:
    worse, better = list(counts), list(counts)
    worse[kind] += 1
    better[kind + 1] += 1
    test = Sprt(-10, 40)
    assert test.state(better).llr >= test.state(worse).llr - 1e-6


def test_no_pairs_leave_the_test_undecided() -> None:
    state = Sprt(50, 90).state([0] * 5)
    assert (state.llr, state.verdict, state.pairs) == (0, None, 0)
    assert str(state) == "undecided after 0 pairs: 0.00 on the way from -2.94 to 2.94"


def test_sprt_ends_at_its_first_crossing() -> None:
    won, lost = [(1.0, 1.0)] * 30, [(0.0, 0.0)] * 300
    state = Sprt(0, 100).run([*won, *lost])
    assert (state.verdict, state.pairs) == ("accepted", 12)
    assert str(state) == "accepted after 12 pairs: more than +0 Elo"
    state = Sprt(0, 100).run([*lost, *won])
    assert state.verdict == "rejected"
    assert str(state).endswith("pairs: less than +100 Elo")
    assert Sprt(0, 100).run([*won[:5], (1.0,), *lost[:2]]).pairs == 7  # half a pair does not count
    assert state.as_json()["verdict"] == "rejected"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Sprt(5, 5), "5 Elo is not larger than 5"),
        (lambda: Sprt(0, math.inf), "inf Elo"),
        (lambda: Sprt(alpha=0), "alpha is a number between 0 and 0.5"),
        (lambda: Sprt(beta=0.5), "beta"),
        (lambda: Sprt().state([1, 2, 3]), "Five kinds"),
        (lambda: Sprt().state([1, 2, 3, 4, -1]), "Five kinds"),
    ],
)
def test_wrong_arguments_are_reported(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


def accepted(test: Sprt, kinds: list[float], trials: int) -> int:
    """The number of tests, of this many, that accept the claim, with pairs of the five kinds."""
    dice = np.random.default_rng(11)
    counts, found = np.zeros((trials, 5)), 0
    low, high = test.bounds
    while len(counts):
        counts += dice.multinomial(1, kinds, size=len(counts))
        llr = ratios(counts, test.elo0, test.elo1)
        found += int((llr >= high).sum())
        counts = counts[(llr > low) & (llr < high)]
    return found


def kinds(share: float, draws: float, shared: float) -> list[float]:
    """The probabilities of the five kinds for this share of the points, by simulation."""
    dice = np.random.default_rng(5)
    thrown = pentanomial(throw_games(dice, (share, share), 40_000, draws, shared))
    chances = np.array(thrown) / sum(thrown)
    missing = share - chances @ np.arange(5) / 4
    chances[[0, 4]] += [-missing, missing]  # the simulation misses the share slightly
    return [float(chance) for chance in chances]


PLAY = {"no draws": (0.0, 0.0), "draws": (0.7, 0.0), "one colour wins": (0.2, -0.6)}


def check_errors(test: Sprt, draws: float, shared: float, trials: int, excess: float) -> None:
    """Both error rates hold, up to what Wald's bounds neglect because steps are finite."""
    allowed = binom.isf(1e-4, trials, 0.05 * excess)
    wrongly = accepted(test, kinds(expected_share(test.elo0), draws, shared), trials)
    rightly = accepted(test, kinds(expected_share(test.elo1), draws, shared), trials)
    assert (wrongly <= allowed, trials - rightly <= allowed) == (True, True), (wrongly, rightly)


@pytest.mark.parametrize("play", PLAY.values(), ids=PLAY)
def test_error_rates_are_kept(play: tuple[float, float]) -> None:
    check_errors(Sprt(0, 100), *play, trials=scaled(300), excess=1.3)


@pytest.mark.deep
@pytest.mark.parametrize("claim", [(0, 50), (0, 100), (-20, 20), (0, 200), (100, 200)], ids=str)
@pytest.mark.parametrize("play", PLAY.values(), ids=PLAY)
def test_error_rates_are_kept_in_many_tests(
    claim: tuple[float, float], play: tuple[float, float]
) -> None:
    check_errors(Sprt(*claim), *play, trials=scaled(1000), excess=1.3)
