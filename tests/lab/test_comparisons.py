"""Multiple comparisons, and margins: known answers, plain words, and error rates."""

import importlib
import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from plyground.lab.comparisons import Comparison, compare, holm, misfits, sentences
from plyground.lab.margins import margin
from plyground.lab.ratings import Pairing, rate
from plyground.matches.stats import estimate
from tests.conftest import scaled
from tests.lab.simulated import round_robin

STRONG = [Pairing("A", "B", points) for points in [(1, 1), (1, 0.5), (1, 0)] * 20]
EVEN = [Pairing("B", "C", points) for points in [(1, 0), (0, 1), (0.5, 0.5)] * 5]


def test_holm_correction_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.5, 0.9]) == [1, 1]
    with pytest.raises(ValueError, match=r"from 0 to 1, not 1\.5"):
        holm([0.1, 1.5])
    with pytest.raises(ValueError, match=r"from 0 to 1, not -0\.5"):
        holm([0.1, -0.5, 2])


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_lies_between_no_correction_and_bonferroni(values: list[float]) -> None:
    found = holm(values)
    for value, corrected in zip(values, found, strict=True):
        assert value <= corrected <= min(1, len(values) * value)
    order = sorted(range(len(values)), key=values.__getitem__)
    assert [found[place] for place in order] == sorted(found)


def test_clear_difference_is_significant_and_an_unclear_one_is_not_called_equal() -> None:
    found = compare(rate([*STRONG, *EVEN], first_move=False))
    assert (found[0].first, found[0].second) == ("A", "B")
    assert found[0].p < found[0].corrected < 1e-4
    assert {(one.first, one.second) for one in found[:2]} == {("A", "B"), ("A", "C")}
    words = sentences(found)
    assert words[0] == (
        "3 differences were tested. Each alone, 2 of 3 would be significant at 5%; by chance"
        " alone there would be about 0.15. After Holm's correction for testing 3, 2 of 3 are"
        " significant."
    )
    assert words[1].startswith("A is stronger than B (+")
    assert "does not make the players equal" in words[-1]
    assert found[0].as_row()["corrected"] == found[0].corrected
    assert sentences([]) == ["Nothing was compared."]


def test_only_comparisons_named_in_advance_are_corrected_for() -> None:
    ratings = rate([*STRONG, *EVEN], first_move=False)
    (found,) = compare(ratings, [("B", "A")])
    assert (found.first, found.second, found.p) == ("A", "B", found.corrected)
    with pytest.raises(ValueError, match="no player 'D'"):
        compare(ratings, [("A", "D")])


def compared(*values: float) -> list[Comparison]:
    """Comparisons of A and B with these p-values, corrected or not."""
    better = estimate([(1, 1)] * 10)
    return [Comparison("A", "B", better, value, value) for value in values]


def test_p_value_equal_to_the_risk_is_not_significant() -> None:
    summary, advice = sentences(compared(0.05))
    assert summary == (
        "1 difference was tested. Each alone, 0 of 1 would be significant at 5%; by chance alone"
        " there would be about 0.05. After Holm's correction for testing 1, 0 of 1 are significant."
    )
    assert advice.startswith("The other differences are not significant")
    with pytest.raises(AttributeError):
        compared(0.05)[0].p = 0.01  # type: ignore[misc]


def test_no_others_are_mentioned_if_all_differences_are_significant() -> None:
    summary, *standing = sentences(compared(0.01, 0.049))
    assert summary.startswith("2 differences were tested. Each alone, 2 of 2 ")
    assert standing == ["A is stronger than B (at least +277 Elo)."] * 2
    assert len(sentences(compared(0.01, 0.049), risk=0.02)) == 3


def test_equal_players_keep_their_order() -> None:
    ratings = rate([Pairing("B", "C", (1, 0)), Pairing("C", "B", (1, 0))], first_move=False)
    assert ratings.difference("C", "B").share == 0.5
    for pair in (("B", "C"), ("C", "B")):
        (found,) = compare(ratings, [pair])
        assert (found.first, found.second) == pair


def test_difference_is_significant_if_its_interval_excludes_zero() -> None:
    dice = np.random.default_rng(8)
    seen = set()
    for strength in (0, 40, 80, 120, 160, 240):
        ratings = rate(round_robin(dice, [0, strength], 15), first_move=False)
        estimate, p = ratings.difference("1", "0"), ratings.p_value("1", "0")
        seen.add(p < 0.05)
        assert (p < 0.05) == (not estimate.low <= 0.5 <= estimate.high)
    assert seen == {True, False}


def test_equal_players_seldom_differ_significantly() -> None:
    """At most one in twenty tournaments of equal players has a significant difference."""
    dice = np.random.default_rng(6)
    trials = scaled(60)
    wrong = sum(
        bool(compare(rate(round_robin(dice, [0] * 4, 8)))[0].corrected < 0.05)
        for _ in range(trials)
    )
    assert wrong <= scipy_stats.binom.isf(1e-4, trials, 0.05)


def test_players_beating_each_other_in_a_circle_are_misfits() -> None:
    circle = [("A", "B"), ("B", "C"), ("C", "A")]
    played = [Pairing(*names, points) for names in circle for points in [(1, 1), (1, 0)] * 10]
    ratings = rate(played)
    assert [rating.elo for rating in ratings.ratings] == pytest.approx([0, 0, 0], abs=1e-4)
    assert len(misfits(ratings)) == 3
    assert {round(matchup.expected, 6) for matchup in misfits(ratings)} == {0.5}
    clearest = min(holm([matchup.p for matchup in ratings.matchups()]))
    assert misfits(ratings, risk=clearest) == []
    assert misfits(rate([*STRONG, *EVEN])) == []
    assert misfits(rate([])) == []


def test_margins_have_students_interval() -> None:
    pairs = [(10.0, -4.0), (2.0, 6.0), (-3.0, 5.0), (8.0, 1.0), (7.0,)]
    means = [3, 4, 1, 4.5]
    found = margin(pairs)
    known = scipy_stats.ttest_1samp(means, 0)
    ends = known.confidence_interval(0.95)
    assert found.mean == pytest.approx(3.125)
    assert found.pairs == 4
    assert (found.low, found.high) == pytest.approx((ends.low, ends.high))
    assert found.p == pytest.approx(known.pvalue)
    assert str(found) == f"+3.1, from {ends.low:+.1f} to {ends.high:+.1f}"


def test_margins_whose_spread_is_unknown_have_no_interval() -> None:
    assert str(margin([])) == "no pairs of games"
    assert str(margin([(4, 2)])) == "+3.0, spread unknown (one pair)"
    alike = margin([(4, 2)] * 50)
    assert str(alike) == "+3.0, spread unknown (all 50 pairs alike)"
    assert (alike.low, alike.p) == (None, None)
    assert alike.as_json() == {"mean": 3, "low": None, "high": None, "p": None, "pairs": 50}


def test_wrong_margins_are_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        margin([(math.inf, 0)])
    with pytest.raises(ValueError, match="between 0 and 1"):
        margin([], confidence=95)


def test_the_true_margin_lies_inside_95_times_in_a_hundred() -> None:
    """For skewed, bounded margins such as those of games that are often lost completely."""
    dice = np.random.default_rng(9)
    trials, inside = scaled(400), 0
    margins = 64 * dice.beta(2, 0.8, size=(trials, 20, 2)) - 32
    for pairs in margins.tolist():
        found = margin(pairs)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= 64 * 2 / 2.8 - 32 <= found.high
    assert trials - inside <= scipy_stats.binom.isf(1e-4, trials, 0.05)


def test_without_scipy_the_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    monkeypatch.delitem(sys.modules, "plyground.lab.scientific")
    with pytest.raises(
        ModuleNotFoundError, match=r'needs scipy, .*: pip install "plyground\[lab\]"'
    ):
        importlib.import_module("plyground.lab.scientific")
