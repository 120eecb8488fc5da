"""Ratings: closed forms, other computations, open ends, and unknown values."""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import expit

from plyground.lab.ratings import Pairing, Ratings, rate
from plyground.matches import stats
from plyground.matches.stats import Estimate
from tests.conftest import scaled
from tests.lab.simulated import round_robin

ELO = 400 / math.log(10)
POINTS = st.sampled_from([0.0, 0.5, 1.0])
MAYBE = st.tuples(POINTS | st.none(), POINTS | st.none())
NAMES = st.sampled_from("ABCDE")
OPENINGS = st.none() | st.integers(0, 3)
MET = st.tuples(NAMES, NAMES, MAYBE, OPENINGS).filter(lambda met: met[0] != met[1])
PAIRINGS = st.lists(MET.map(lambda met: Pairing(*met)), max_size=25)
FEW = settings(max_examples=scaled(30))  # each solves many linear programs


def pairings(first: str, second: str, *points: tuple[float | None, float | None]) -> list[Pairing]:
    return [Pairing(first, second, pair) for pair in points]


def gap(ratings: Ratings, first: str, second: str) -> float:
    found = ratings.difference(first, second).elo
    assert found is not None
    return found


@given(st.lists(MAYBE, min_size=1, max_size=40))
def test_two_players_without_a_first_move_are_a_match(
    points: list[tuple[float | None, float | None]],
) -> None:
    played = pairings("A", "B", *points)
    pairs = [pairing.played for pairing in played if pairing.played]
    found = rate(played, anchor="B", first_move=False)["A"].estimate
    match = stats.estimate(pairs)
    assert (found.low, found.high) == pytest.approx((match.low, match.high), abs=1e-5)
    assert found.share == pytest.approx(match.share, abs=1e-5)
    assert found.superiority == pytest.approx(match.superiority, abs=1e-5)


def widths(found: Ratings) -> list[float]:
    """The widths of a difference and of the first move, in Elo."""
    assert found.first_move is not None
    known = found.difference("A", "B"), found.first_move
    return [(each.elo_high or math.inf) - (each.elo_low or -math.inf) for each in known]


def test_openings_that_all_play_count_once() -> None:
    """Black wins from one half of the openings, White from the other, whatever the players."""
    met = [("A", "B"), ("B", "C"), ("C", "A")]
    kinds: list[tuple[float, float]] = [(1, 0), (0, 1)] * 20
    apart = [Pairing(*names, points) for names in met for points in kinds]
    named = [Pairing(*names, points, k) for names in met for k, points in enumerate(kinds)]
    unlike = [Pairing(*names, kinds[k], (names, k)) for names in met for k in range(40)]
    assert widths(rate(unlike)) == widths(rate(apart))
    before, after = widths(rate(apart)), widths(rate(named))
    assert after[0] == pytest.approx(before[0])  # both players got a point from each
    assert after[1] == pytest.approx(math.sqrt(3) * before[1], rel=0.05)  # 40 openings, not 120


def test_a_player_that_openings_suit_is_less_sure() -> None:
    """A wins both games from half of the openings, and loses both from the rest, against all."""
    kinds: list[tuple[float, float]] = [(1, 1), (0, 0)] * 10
    named = [Pairing("A", name, points, k) for name in "BCD" for k, points in enumerate(kinds)]
    apart = [Pairing("A", name, points) for name in "BCD" for points in kinds]
    wide, narrow = (widths(rate(each))[0] for each in (named, apart))
    assert wide == pytest.approx(narrow, rel=0.05)  # only one meeting connects these two
    shares = [rate(each)["A"].estimate for each in (named, apart)]  # relative to the mean of all
    assert shares[0].high - shares[0].low > 1.3 * (shares[1].high - shares[1].low)


def test_two_players_with_a_first_move_have_a_closed_form() -> None:
    played = pairings("A", "B", *[(1, 1)] * 6, *[(1, 0)] * 9, *[(0, 0)] * 3, *[(0.5, 1)] * 2)
    found = rate(played, anchor="B")
    black, white = stats.elo(16 / 20), stats.elo(8 / 20)
    assert black is not None
    assert white is not None
    assert found["A"].elo == pytest.approx((black + white) / 2, abs=1e-4)
    assert found.first_move is not None
    assert found.first_move.elo == pytest.approx((black - white) / 2, abs=1e-4)


def test_three_players_whose_odds_multiply() -> None:
    played = [
        *pairings("A", "B", *[(1, 1)] * 10, *[(0, 0)] * 5),
        *pairings("B", "C", *[(1, 1)] * 10, *[(0, 0)] * 5),
        *pairings("A", "C", *[(1, 1)] * 12, *[(0, 0)] * 3),
    ]
    found = rate(played, first_move=False)
    step = 400 * math.log10(2)
    assert [rating.player for rating in found.ratings] == ["A", "B", "C"]
    assert [rating.elo for rating in found.ratings] == pytest.approx([step, 0, -step], abs=1e-4)
    named = rate(played, first_move=False, anchor="C")
    assert [rating.elo for rating in named.ratings] == pytest.approx([2 * step, step, 0], abs=1e-4)
    assert all(matchup.p > 0.999 for matchup in found.matchups())


def test_opponents_of_opponents_count() -> None:
    played = [
        *pairings("A", "B", *[(1, 0), (1, 1), (0.5, 1)] * 5),
        *pairings("B", "C", *[(1, 0), (1, 1), (0.5, 1)] * 5),
    ]
    found = rate(played, first_move=False)
    assert gap(found, "A", "C") == pytest.approx(gap(found, "A", "B") + gap(found, "B", "C"))
    near, far = found.difference("A", "B"), found.difference("A", "C")
    assert width(far) > 1.3 * width(near)  # indirect comparisons are less certain


def width(estimate: Estimate) -> float:
    assert estimate.elo_low is not None
    assert estimate.elo_high is not None
    return estimate.elo_high - estimate.elo_low


@pytest.mark.parametrize("first_move", [True, False])
def test_scipy_finds_the_same_optimum(first_move: bool) -> None:
    played = round_robin(np.random.default_rng(4), [0, 80, 130, 300], 12, first_move=70, draws=0.3)
    games = [
        (int(pair.first), int(pair.second), side, points)
        for pair in played
        for side, points in zip((1, -1), pair.points, strict=True)
        if points is not None
    ]

    def loss(values: Sequence[float]) -> float:
        strengths, move = [0.0, *values[:3]], values[3] if first_move else 0.0
        total = 0.0
        for first, second, side, points in games:
            share = expit(strengths[first] - strengths[second] + side * move)
            total -= points * math.log(share) + (1 - points) * math.log(1 - share)
        return total

    best = minimize(loss, [0.0] * 4, tol=1e-10)
    found = rate(played, anchor="0", first_move=first_move)
    for number in range(1, 4):
        assert found[str(number)].elo == pytest.approx(ELO * best.x[number - 1], abs=0.05)
    if found.first_move is not None:
        assert found.first_move.elo == pytest.approx(ELO * best.x[3], abs=0.05)


@pytest.mark.parametrize("shared", [0.6, 0.0, -0.8])
def test_intervals_are_as_wide_as_the_pair_bootstrap_says(shared: float) -> None:
    dice = np.random.default_rng(7)
    played = round_robin(dice, [0, 60, 120], 80, draws=0.3, shared=shared)
    again = []
    for _ in range(60):
        chosen = [played[place] for place in dice.integers(len(played), size=len(played))]
        again.append(gap(rate(chosen), "2", "0"))
    reach = 2 * 1.96 * float(np.std(again))
    assert width(rate(played).difference("2", "0")) == pytest.approx(reach, rel=0.3)


def test_a_player_that_won_every_game_gets_a_lower_bound() -> None:
    for first_move in (True, False):
        found = rate(pairings("A", "B", *[(1, 1)] * 10), anchor="B", first_move=first_move)
        assert str(found["A"]) == "A: at least +277 Elo"
        assert found["A"].elo is None
        assert str(found.difference("B", "A")) == "at most -277 Elo"
        assert "A has no upper end: it lost no point." in found.sentences()


def test_a_player_that_beat_everyone_is_bounded_by_the_best_opponent() -> None:
    played = [
        *pairings("B", "C", *[(1, 0), (1, 0.5)] * 10),
        *pairings("A", "B", *[(1, 1)] * 10),
        *pairings("A", "C", *[(1, 1)] * 10),
        *pairings("D", "C", *[(0, 0)] * 10),
    ]
    found = rate(played, first_move=False)
    assert found.group == ("B", "C")
    assert [rating.player for rating in found.ratings] == ["A", "B", "C", "D"]
    best, worst = found["A"].estimate, found["D"].estimate
    assert best.elo_high is None
    assert best.elo_low is not None
    assert 350 < best.elo_low < 450  # 40 games against B and C, all won
    assert worst.elo_low is None
    assert worst.elo_high is not None
    assert -340 < worst.elo_high < -277
    # A distant pair, A and D, makes no other rating less certain.
    alone = rate(pairings("B", "C", *[(1, 0), (1, 0.5)] * 10), first_move=False)
    assert found["B"].elo == pytest.approx(alone["B"].elo, abs=0.01)
    assert width(found["B"].estimate) < 1.6 * width(alone["B"].estimate)


def test_two_players_that_lost_every_game_to_one_can_not_be_compared() -> None:
    played = pairings("B", "A", *[(1, 1)] * 10) + pairings("B", "C", *[(1, 1)] * 10)
    found = rate(played, anchor="A", first_move=False)
    assert found["B"].estimate.elo_low is not None
    assert str(found["C"]) == "C: Elo unknown"
    assert found.superiority("A", "C") == 0.5
    assert found.p_value("A", "C") == 1
    assert "C can't be compared with A." in found.sentences()


def test_where_black_always_wins_strength_is_unknown_and_the_first_move_great() -> None:
    found = rate(pairings("A", "B", *[(1, 0)] * 20), anchor="B")
    assert str(found["A"]) == "A: Elo unknown"
    assert found.first_move is not None
    assert found.first_move.elo_high is None
    assert found.first_move.elo_low == pytest.approx(stats.elo(0.025 ** (1 / 40)), abs=1)
    even = rate(pairings("A", "B", *[(1, 0)] * 20), anchor="B", first_move=False)
    assert even["A"].elo == pytest.approx(0)
    assert width(even["A"].estimate) < 140


def test_winning_every_game_as_black_leaves_no_upper_bound() -> None:
    found = rate(pairings("A", "B", *[(1, 1), (1, 0)] * 10), anchor="B")
    estimate = found["A"].estimate
    assert estimate.elo_low is not None
    assert estimate.elo_low > 0
    assert estimate.elo_high is None
    assert found["A"].elo is None
    assert "A has no upper end: no game limits it." in found.sentences()


def test_groups_that_never_met_are_rated_apart() -> None:
    played = pairings("A", "B", (1, 0), (0.5, 1)) + pairings("C", "D", (1, 0), (1, 0), (0, 0.5))
    found = rate(played, first_move=False)
    assert found.apart == (("A", "B"), ("C", "D"))
    assert found.group == ("C", "D")  # as many players, more games
    assert str(found["A"]) == "A: Elo unknown"
    assert found["C"].elo is not None
    assert found.superiority("A", "C") == 0.5
    assert gap(found, "A", "B") > 0  # each group is known separately
    assert any("have not met" in sentence for sentence in found.sentences())


def test_one_game_gives_a_lower_bound() -> None:
    found = rate(pairings("A", "B", (1, None)), anchor="B", first_move=False)
    assert str(found["A"]) == "A: at least -636 Elo"  # a share of 2.5 % or more
    with_move = rate(pairings("A", "B", (1, None)), anchor="B")
    # it may all be the first-move advantage
    assert str(with_move["A"]) == "A: Elo unknown"


def test_no_games_give_no_ratings() -> None:
    found = rate([])
    assert (found.ratings, found.group, found.draws) == ((), (), 0)
    assert found.sentences() == ["No games were played."]
    waiting = rate([], players=["A", "B"])
    assert [str(rating) for rating in waiting.ratings] == [
        "A: +0 Elo, from +0 to +0",
        "B: Elo unknown",
    ]
    assert rate(pairings("A", "B", (None, None)), anchor="B")["A"].elo is None


def test_drawn_games_give_equal_ratings() -> None:
    found = rate(pairings("A", "B", *[(0.5, 0.5)] * 10), anchor="B")
    assert found["A"].elo == pytest.approx(0)
    assert 0 < width(found["A"].estimate) < 300
    assert found.draws == 1
    assert found.superiority("A", "B") == pytest.approx(0.5)
    assert found.first_move is not None
    assert found.first_move.elo == pytest.approx(0)


def test_rows_are_plain() -> None:
    rows = rate(pairings("A", "B", (1, 0.5), (0, 1)), anchor="B").rows()
    assert [row["player"] for row in rows] == ["A", "B"]
    assert rows[0]["games"] == 4
    assert (rows[0]["wins"], rows[0]["draws"], rows[0]["losses"]) == (2, 1, 1)
    assert rows[0]["low"] < rows[0]["elo"] < rows[0]["high"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Pairing("A", "A", (1, 0)), "two players"),
        (lambda: Pairing("A", "B", (2, 0)), r"0, 0\.5 or 1"),
        (lambda: Pairing("A", "B", (1, 0, 1)), "two games, not 3"),  # type: ignore[arg-type]
        (lambda: rate([Pairing("A", "B", (1, 0))], anchor="C"), "the players are: A, B"),
        (lambda: rate([], confidence=1), "between 0 and 1"),
        (lambda: rate([Pairing("A", "B", (1, 0))])["C"], "the players are: A, B"),
        (lambda: rate([Pairing("A", "B", (1, 0))]).superiority("A", "C"), "the players are: A, B"),
    ],
)
def test_wrong_arguments_are_reported(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=words):
        make()


def reachable(played: Iterable[Pairing], start: str) -> set[str]:
    """The players from whom a player took points, directly or through others."""
    took: set[tuple[str, str]] = set()
    for pair in played:
        for points in pair.played:
            took |= {(pair.first, pair.second)} if points > 0 else set()
            took |= {(pair.second, pair.first)} if points < 1 else set()
    found, size = {start}, 0
    while len(found) > size:
        size = len(found)
        found |= {loser for winner, loser in took if winner in found}
    return found


@pytest.mark.parametrize("count", [3, 3000])
def test_players_worlds_apart_are_no_error(count: int) -> None:
    chain = [pair for a, b in pairwise("ABCDEFG") for pair in pairings(a, b, *[(1, 1)] * count)]
    found = rate([*chain, *pairings("A", "G", (1, 1))], anchor="D")
    assert "".join(rating.player for rating in found.ratings) == "ABCDEFG"
    assert all(matchup.p > 0.5 for matchup in found.matchups())
    assert found["A"].estimate.elo_low is not None
    assert found["G"].estimate.elo_high is not None
    assert found.superiority("A", "G") > 0.99
    assert found.p_value("A", "G") < 0.1


@FEW
@given(PAIRINGS)
def test_ends_are_open_just_where_no_chain_of_points_closes_them(played: list[Pairing]) -> None:
    found = rate(played, players="ABCDE", anchor="A", first_move=False)
    for name in "BCDE":
        estimate = found[name].estimate
        assert (estimate.elo_low is not None) == ("A" in reachable(played, name))
        assert (estimate.elo_high is not None) == (name in reachable(played, "A"))


@FEW
@given(PAIRINGS, st.booleans())
def test_ratings_lie_within_their_intervals(played: list[Pairing], first_move: bool) -> None:
    found = rate(played, first_move=first_move)
    estimates = [rating.estimate for rating in found.ratings]
    if found.first_move is not None:
        estimates.append(found.first_move)
    for estimate in estimates:
        assert 0 <= estimate.low <= estimate.share + 1e-9
        assert estimate.share <= estimate.high + 1e-9 <= 1 + 2e-9
        assert all(value is None or math.isfinite(value) for value in estimate.as_json().values())
    matrix = np.array(found.superiorities()).reshape((len(found.ratings),) * 2)
    assert matrix + matrix.T == pytest.approx(np.ones_like(matrix), abs=1e-6)
    for one, two in pairwise(rating.player for rating in found.ratings):
        here, there = found.difference(one, two), found.difference(two, one)
        assert here.low == pytest.approx(1 - there.high, abs=1e-6)
        assert found.p_value(one, two) == pytest.approx(found.p_value(two, one), abs=1e-6)
        assert 0 <= found.p_value(one, two) <= 1
    assert all(0 <= matchup.p <= 1 for matchup in found.matchups())


@FEW
@given(PAIRINGS)
def test_order_of_games_and_players_does_not_matter(played: list[Pairing]) -> None:
    turned = []
    for pair in played:
        black, white = (None if points is None else 1 - points for points in pair.points)
        turned.append(Pairing(pair.second, pair.first, (white, black), pair.opening))
    before = rate(played, players="ABCDE", anchor="A")
    after = rate(turned[::-1], players="EDCBA", anchor="A")
    for name in "BCDE":
        one, two = before[name].estimate, after[name].estimate
        assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-5)
