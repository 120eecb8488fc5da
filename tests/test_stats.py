"""Elo and intervals: known values, both ends, few games, and the coverage of intervals."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.matches import stats
from plyground.matches.stats import Pair
from tests.conftest import scaled

POINTS = st.sampled_from([0.0, 0.5, 1.0])
PAIRS = st.lists(st.lists(POINTS, min_size=1, max_size=2).map(tuple), max_size=60)


@pytest.mark.parametrize(
    ("share", "difference"),
    [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (10 / 11, 400), (0.25, -190.85), (100 / 101, 800)],
)
def test_elo_is_that_of_the_logistic_curve(share: float, difference: float) -> None:
    assert stats.elo(share) == pytest.approx(difference, abs=0.01)
    assert stats.expected_share(difference) == pytest.approx(share, abs=1e-4)


def test_no_points_and_all_points_have_no_finite_elo() -> None:
    assert stats.elo(0) is None
    assert stats.elo(1) is None


def test_far_differences_are_no_error() -> None:
    assert stats.expected_share(1e6) == 1
    assert stats.expected_share(-1e6) == 0


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        stats.elo(share)


def test_a_game_brings_nothing_else_than_0_a_half_or_1() -> None:
    assert stats.Tally.of([1, 0.5, 0, 0]) == stats.Tally(1, 1, 2)
    with pytest.raises(ValueError, match=r"0, 0\.5 or 1"):
        stats.Tally.of([2])


def test_tallies_add_up_and_an_empty_one_is_even() -> None:
    both = stats.Tally(3, 2, 1) + stats.Tally(10, 20, 30)
    assert both == stats.Tally(13, 22, 31)
    assert (both.games, both.points, both.share) == (66, 24, 24 / 66)
    assert str(both) == "+13 =22 -31"
    assert (stats.Tally().games, stats.Tally().points, stats.Tally().share) == (0, 0, 0.5)


@pytest.mark.parametrize("confidence", [0, 1, -0.5, 1.5, math.nan])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.interval([(1, 0)], confidence)


def test_the_beta_distribution_begins_at_0_and_ends_at_1() -> None:
    assert [stats.beta_below(x, 2, 3) for x in (-1, 0, 1, 2)] == [0, 0, 1, 1]


def test_found_figures_are_immutable() -> None:
    with pytest.raises(AttributeError):
        stats.Tally(1, 2, 3).wins = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        stats.estimate([(1, 0)]).share = 1.0  # type: ignore[misc]


def binomial_tail(successes: int, n: int, p: Fraction) -> float:
    """The probability of this many successes or more, exactly."""
    return float(sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(successes, n + 1)))


@pytest.mark.parametrize("n", [1, 2, 7, 30, 200])
@pytest.mark.parametrize("p", [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])
def test_the_beta_distribution_agrees_with_exact_binomials(n: int, p: Fraction) -> None:
    for successes in {1, (n + 1) // 2, n}:
        exact = binomial_tail(successes, n, p)
        assert stats.beta_below(float(p), successes, n - successes + 1) == pytest.approx(exact)


def test_the_beta_distribution_of_very_many_games_is_nearly_normal() -> None:
    n = 1_000_000
    deviation = math.sqrt(0.25 / n)
    expected = NormalDist().cdf(-1.5)
    assert stats.beta_below(0.5 - 1.5 * deviation, n / 2, n / 2) == pytest.approx(
        expected, rel=0.01
    )


@pytest.mark.parametrize(
    ("games", "low"), [(2, 0.1581), (4, 0.3976), (10, 0.6915), (20, 0.8316), (100, 0.9638)]
)
def test_with_all_points_the_interval_is_clopper_and_pearsons(games: int, low: float) -> None:
    won: list[Pair] = [(1, 1)] * (games // 2)
    assert stats.interval(won)[0] == pytest.approx(low, abs=1e-4)
    assert stats.interval(won)[1] == 1
    assert low == pytest.approx(0.025 ** (1 / games), abs=1e-4)
    lost: list[Pair] = [(0, 0)] * (games // 2)
    assert stats.interval(lost)[0] == 0
    assert stats.interval(lost)[1] == pytest.approx(1 - low, abs=1e-4)


def test_a_perfect_score_gives_a_lower_bound_of_elo() -> None:
    all_won = stats.estimate([(1, 1)] * 10)
    assert (all_won.elo, all_won.elo_high) == (None, None)
    assert str(all_won) == "at least +277 Elo"
    assert str(stats.estimate([(0, 0)] * 10)) == "at most -277 Elo"
    assert stats.estimate([(0, 0)] * 10).as_json()["elo_low"] is None


def test_no_games_give_no_estimate() -> None:
    nothing = stats.estimate([])
    assert (nothing.low, nothing.high, nothing.superiority) == (0, 1, 0.5)
    assert str(nothing) == "Elo unknown"


def test_an_even_match_of_single_games_has_the_binomial_interval() -> None:
    dice = random.Random(5)
    games: list[Pair] = [(float(dice.random() < 0.5),) for _ in range(400)]
    share = sum(map(sum, games)) / 400
    low, high = stats.interval(games)
    assert (high - low) / 2 == pytest.approx(1.96 * math.sqrt(share * (1 - share) / 400), rel=0.04)


def test_pairs_that_split_say_more_about_an_even_match_than_games_that_do_not() -> None:
    split: list[Pair] = [(1, 0)] * 50
    swept: list[Pair] = [(1, 1), (0, 0)] * 25
    width = {name: high - low for name, (low, high) in widths(split=split, swept=swept).items()}
    assert width["split"] < 0.1
    assert width["swept"] > 0.25  # as wide as 50 games, not 100


def widths(**matches: list[Pair]) -> dict[str, tuple[float, float]]:
    return {name: stats.interval(pairs) for name, pairs in matches.items()}


def test_pentanomial_counts_whole_pairs() -> None:
    pairs: list[Pair] = [(0, 0), (0.5, 0), (0, 1), (0.5, 0.5), (1, 0.5), (1, 1), (1,)]
    assert stats.pentanomial(pairs) == [1, 1, 2, 1, 1]


@given(PAIRS)
def test_the_share_is_always_inside_and_the_mirror_image_mirrors(pairs: list[Pair]) -> None:
    found = stats.estimate(pairs)
    assert 0 <= found.low <= found.share <= found.high <= 1
    assert 0 < found.superiority < 1
    mirrored = stats.estimate([tuple(1 - points for points in pair) for pair in pairs])
    assert mirrored.low == pytest.approx(1 - found.high, abs=1e-9)
    assert mirrored.superiority == pytest.approx(1 - found.superiority, abs=1e-9)
    for value in found.as_json().values():
        assert value is None or math.isfinite(value)


@given(PAIRS, st.floats(0.5, 0.94))
def test_more_confidence_is_a_wider_interval(pairs: list[Pair], less: float) -> None:
    low, high = stats.interval(pairs)
    narrow_low, narrow_high = stats.interval(pairs, less)
    assert low <= narrow_low + 1e-12
    assert narrow_high <= high + 1e-12


def test_more_games_are_a_narrower_interval() -> None:
    pairs: list[Pair] = [(1, 0), (1, 0.5), (0.5, 0), (1, 1)]
    found = [stats.interval(pairs * times) for times in (1, 2, 8, 64, 512)]
    sizes = [high - low for low, high in found]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 0.04


def independent(share: float, draws: float) -> Callable[[random.Random], Pair]:
    """Two independent games."""

    def play(dice: random.Random) -> Pair:
        return one(dice), one(dice)

    def one(dice: random.Random) -> float:
        if dice.random() < draws:
            return 0.5
        return float(dice.random() < (share - draws / 2) / (1 - draws))

    return play


def sharp(share: float, decided: float) -> Callable[[random.Random], Pair]:
    """Openings that often decide both games for Black."""
    rest = (share - decided / 2) / (1 - decided)

    def play(dice: random.Random) -> Pair:
        if dice.random() < decided:
            return 1.0, 0.0
        return float(dice.random() < rest), float(dice.random() < rest)

    return play


def repeated(share: float) -> Callable[[random.Random], Pair]:
    """Openings that favour a player: half of the pairs go completely to one of them."""

    def play(dice: random.Random) -> Pair:
        points = float(dice.random() < share)
        return points, points if dice.random() < 0.5 else float(dice.random() < share)

    return play


@pytest.mark.parametrize("pairs", [3, 10, 40])
@pytest.mark.parametrize(
    ("share", "play"),
    [
        (0.5, independent(0.5, 0)),
        (0.5, independent(0.5, 0.6)),
        (0.75, independent(0.75, 0.2)),
        (0.95, independent(0.95, 0.05)),
        (0.995, independent(0.995, 0)),
        (0.02, independent(0.02, 0)),
        (0.5, sharp(0.5, 0.8)),
        (0.6, sharp(0.6, 0.5)),
        (0.6, repeated(0.6)),
        (0.9, repeated(0.9)),
    ],
)
def test_intervals_cover_the_true_value_in_95_percent(
    share: float, play: Callable[[random.Random], Pair], pairs: int
) -> None:
    dice = random.Random(f"{share} {pairs}")
    trials, inside = scaled(300), 0
    known: dict[tuple[int, ...], tuple[float, float]] = {}
    for _ in range(trials):
        played = [play(dice) for _ in range(pairs)]
        counts = tuple(stats.pentanomial(played))
        if counts not in known:
            known[counts] = stats.interval(played)
        low, high = known[counts]
        inside += low <= share <= high
    slack = 3 * math.sqrt(0.95 * 0.05 / trials)
    assert inside / trials >= 0.95 - slack


def test_likelihood_of_superiority_is_calibrated() -> None:
    """For players of random strength: if it says 80 %, the first is stronger in 80 of 100 cases."""
    dice = random.Random(2)
    expected, true = 0.0, 0
    for _ in range(scaled(1500)):
        share = dice.betavariate(2, 2)
        likelihood = stats.superiority([independent(share, 0)(dice) for _ in range(4)])
        if 0.6 <= likelihood <= 0.95:
            expected += likelihood - (share > 0.5)
            true += 1
    assert abs(expected / true) < 0.06
