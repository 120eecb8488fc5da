"""Names of threats: counted by hand, and compared with a plain count of lines."""

import pytest

import plyground
from plyground.engine.report import Report
from plyground.engine.search import search
from plyground.session.advice import hint_words
from plyground.session.threats import threat_of, threats_along

GOMOKU = plyground.game("gomoku")
ROBOGO = plyground.game("robogo")


@pytest.mark.parametrize(
    ("rows", "move", "threat"),
    [
        ("2xx3/7/7/7/7/7/7", "e7", "three"),
        ("2xx3/7/7/7/7/7/7", "a7", ""),  # the edge is too near
        ("oxxx3/7/7/7/7/7/7", "e7", "four"),
        ("1xxx3/7/7/7/7/7/7", "e7", "open_four"),
        ("oxxx3/4x2/4x2/7/7/7/7", "e7", "four"),
        ("7/oxxx3/4x2/4x2/7/7/7", "e6", "four_three"),
        ("oxxx3/4x2/4x2/4x2/7/7/7", "e7", "two_fours"),
        ("7/2xx3/4x2/4x2/7/7/7", "e6", "two_threes"),
        ("7/7/7/xxxxo2/7/7/7", "f4", ""),
        ("xx1xx2/7/7/7/7/7/7", "c7", ""),  # five: the game is over
    ],
)
def test_a_move_is_named_by_what_it_makes(rows: str, move: str, threat: str) -> None:
    position = plyground.game("gomoku", size=7).position(f"{rows} b")
    assert threat_of(position, move) == threat


def test_threats_that_were_there_before_do_not_count() -> None:
    position = GOMOKU.start().play_all("h8 a1 i8 a2 j8 a3")
    assert threat_of(position, "c3") == ""
    assert threat_of(position, "k8") == "open_four"


def test_robogo_knows_only_rows_and_columns() -> None:
    position = ROBOGO.start().play_all("D4 A1 E5 A9 F4 J1")
    assert threat_of(position, "G7") == ""
    assert threat_of(position, "E4") == "three"


def test_other_lengths_of_a_line_have_no_names() -> None:
    position = plyground.game("robogo", size=7, line=4).start().play_all("D4 A1 E4 A7")
    assert threat_of(position, "F4") == ""
    assert threat_of(plyground.game("othello").start(), "f5") == ""


def forced() -> tuple[plyground.Position, Report]:
    position = GOMOKU.start().play_all("h8 a1 i8 a2 h9 c15 h10 h11")
    report = search(position, "search:nodes=100000")
    assert report.mate is not None
    assert report.mate > 5
    return position, report


def test_a_hint_shows_the_whole_forced_win_with_the_replies() -> None:
    position, report = forced()
    words = hint_words(position, report)
    threats = threats_along(position, report.pv)
    assert f"The win by force: {report.pv[0]} (" in words
    assert "Expected:" not in words
    for place in range(1, len(report.pv), 2):
        assert threats[place - 1]
        assert f") {report.pv[place]}" in words
    assert words.rstrip(".").endswith(report.pv[-1])
