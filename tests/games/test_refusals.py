"""Every reason to refuse a move: its code, its sentence, and the order of the reasons."""

from typing import NamedTuple

import pytest

import plyground
from plyground.engine.messages import REFUSALS

CODES = (
    *(
        "column_full",
        "off_board",
        "occupied",
        "suicide",
        "ko",
        "no_flip",
        "not_your_turn",
        "not_your_piece",
    ),
    *("not_in_hand", "cannot_reach", "must_pass", "must_not_pass", "forbidden_overline"),
    *("forbidden_double_four", "forbidden_double_three", "game_over", "unreadable"),
)

# Turns only matter between players; the rules always move for the side to move.
NOT_BY_RULES = {"not_your_turn"}


class Case(NamedTuple):
    """A refused move, and the expected refusal."""

    game: str
    options: dict[str, object]
    text: str
    move: str
    code: str
    sentence: str


OTHELLO = "8/8/8/3ox3/3xo3/8/8/8 b"
DOBUTSU = "gle/1c1/1C1/ELG[-] b"
RENJU: dict[str, object] = {"rule": "renju", "size": 9}

CASES = (
    Case(
        "othello",
        {},
        OTHELLO,
        "castle",
        "unreadable",
        "This is not a valid move. Moves look like d3.",
    ),
    Case(
        "go",
        {"size": 9},
        "9/9/9/9/9/9/9/9/9 b",
        "resign",
        "unreadable",
        "This is not a valid move. Moves look like A9.",
    ),
    Case(
        "dobutsu",
        {},
        DOBUTSU,
        "b2",
        "unreadable",
        "This is not a valid move. Moves look like b2b3.",
    ),
    Case("connect_four", {}, "3x3/3o3/3x3/3o3/3x3/3o3 b", "D", "column_full", "Column d is full."),
    Case("connect_four", {}, "3x3/3o3/3x3/3o3/3x3/3o3 b", "d6", "column_full", "Column d is full."),
    Case("connect_four", {}, "7/7/7/7/7/7 b", "8", "off_board", "8 is not on this board."),
    Case("othello", {}, OTHELLO, "i9", "off_board", "i9 is not on this board."),
    Case("go", {"size": 3}, "3/3/3 b", "D4", "off_board", "D4 is not on this board."),
    Case(
        "go",
        {"size": 19},
        "/".join(["19"] * 19) + " b",
        "I9",
        "off_board",
        "I9 is not on this board.",
    ),
    Case("dobutsu", {}, DOBUTSU, "b2b9", "off_board", "b9 is not on this board."),
    Case("othello", {}, OTHELLO, "d4", "occupied", "There is already a piece on d4."),
    Case("gomoku", {"size": 3}, "3/1x1/3 w", "B2", "occupied", "There is already a piece on b2."),
    Case("go", {"size": 3}, "3/1x1/3 w", "b2", "occupied", "There is already a piece on B2."),
    Case("dobutsu", {}, DOBUTSU, "b1b2", "occupied", "There is already a piece on b2."),
    Case(
        "go",
        {"size": 3},
        "3/o2/1o1 b",
        "A1",
        "suicide",
        "A stone on A1 would have no liberties and capture nothing.",
    ),
    Case(
        "robogo",
        {"size": 3},
        "3/o2/1o1 b",
        "A1",
        "suicide",
        "A stone on A1 would have no liberties and capture nothing.",
    ),
    Case(
        "go",
        {"size": 4},
        "1xo1/xo1o/1xo1/4 b ko=C3",
        "C3",
        "ko",
        "C3 repeats an earlier board. The ko rule forbids that.",
    ),
    Case(
        "robogo",
        {"size": 4},
        "1xo1/xo1o/1xo1/4 b ko=C3",
        "C3",
        "ko",
        "C3 repeats an earlier board. The ko rule forbids that.",
    ),
    Case(
        "othello",
        {},
        OTHELLO,
        "a1",
        "no_flip",
        "A disc on a1 flips nothing. Every move must flip at least one disc.",
    ),
    Case(
        "othello",
        {"size": 4},
        "xo2/4/4/4 w",
        "c1",
        "must_pass",
        "You have no legal move, so you must pass.",
    ),
    Case("othello", {}, OTHELLO, "pass", "must_not_pass", "You may not pass here."),
    Case("gomoku", {"size": 3}, "3/3/3 b", "pass", "must_not_pass", "You may not pass here."),
    Case("dobutsu", {}, DOBUTSU, "pass", "must_not_pass", "You may not pass here."),
    Case(
        "robogo",
        {"size": 3, "pass": "no"},
        "3/3/3 b",
        "pass",
        "must_not_pass",
        "You may not pass here.",
    ),
    Case("dobutsu", {}, DOBUTSU, "b3a3", "not_your_piece", "You have no piece on b3."),
    Case("dobutsu", {}, DOBUTSU, "a2a3", "not_your_piece", "You have no piece on a2."),
    Case("dobutsu", {}, DOBUTSU, "C*a2", "not_in_hand", "You have no chick in hand."),
    Case("dobutsu", {}, DOBUTSU, "L*a2", "not_in_hand", "You have no lion in hand."),
    Case("dobutsu", {}, DOBUTSU, "b2a3", "cannot_reach", "The chick on b2 can't go to a3."),
    Case(
        "dobutsu",
        {},
        DOBUTSU,
        "b2b3+",
        "cannot_reach",
        "The chick on b2 does not promote with that move.",
    ),
    Case(
        "gomoku",
        RENJU,
        "9/9/9/9/9/9/9/9/xxx1xx3 b",
        "d1",
        "forbidden_overline",
        "d1 makes six or more in a row, which is forbidden for Black.",
    ),
    Case(
        "gomoku",
        RENJU,
        "9/9/9/9/9/4x4/4x4/4x4/1xxx5 b",
        "e1",
        "forbidden_double_four",
        "e1 makes two fours at once, which is forbidden for Black.",
    ),
    Case(
        "gomoku",
        RENJU,
        "9/9/9/9/4x4/4x4/2xx5/9/9 b",
        "e3",
        "forbidden_double_three",
        "e3 makes two open threes at once, which is forbidden for Black.",
    ),
    Case("othello", {"size": 4}, "xxxx/xxxx/oooo/oooo b", "a1", "game_over", "The game is over."),
    Case("go", {"size": 3}, "3/3/3 b passes=2", "A1", "game_over", "The game is over."),
    Case("gomoku", {"size": 3, "line": 3}, "3/3/xxx w", "b2", "game_over", "The game is over."),
    Case("dobutsu", {}, "3/3/3/1L1[-] b", "b1b2", "game_over", "The game is over."),
)


def position(case: Case) -> plyground.Position:
    return plyground.game(case.game, **case.options).position(case.text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.code}-{case.move}")
def test_a_refusal_has_a_code_and_a_sentence(case: Case) -> None:
    refusal = position(case).explain(case.move)
    assert refusal is not None
    assert (refusal.code, refusal.sentence) == (case.code, case.sentence)
    assert ("example" in refusal.args) == (case.code == "unreadable")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}-{case.code}-{case.move}")
def test_play_raises_the_same_refusal_and_changes_nothing(case: Case) -> None:
    before = position(case)
    with pytest.raises(plyground.IllegalMove) as caught:
        before.play(case.move)
    assert (caught.value.code, str(caught.value)) == (case.code, case.sentence)
    assert caught.value.sentence == case.sentence
    assert before.to_text() == case.text


def test_a_verdict_can_be_kept_in_a_set_and_not_changed() -> None:
    start = plyground.game("othello").start()
    end = plyground.game("go", size=5).start().play_all("pass pass")
    verdicts = [start.explain("a1"), start.score(), start.explain_score()[0], end.result()]
    assert len({*verdicts, *verdicts}) == 4
    for verdict in verdicts:
        name = next(iter(vars(verdict)))
        with pytest.raises(AttributeError):
            setattr(verdict, name, "other")


def test_every_code_has_a_case() -> None:
    assert {case.code for case in CASES} == set(CODES) - NOT_BY_RULES


def test_every_code_has_a_sentence_and_no_other() -> None:
    assert set(REFUSALS) == set(CODES)


# If several reasons apply, the first is given


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        ("3/3/3 b passes=2", "what", "unreadable"),
        ("3/3/3 b passes=2", "Z9", "game_over"),
        ("1x1/3/3 b passes=2", "B3", "game_over"),
        ("3/3/3 b passes=2", "pass", "game_over"),
        ("3/o2/1o1 b ko=A1", "A1", "suicide"),
    ],
)
def test_reasons_have_their_order_in_go(text: str, move: str, code: str) -> None:
    refusal = plyground.game("go", size=3).position(text).explain(move)
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("b2z9", "off_board"),  # before all reasons about pieces
        ("a3b2", "occupied"),  # an own piece there, and none on the origin square
        ("b3a3", "not_your_piece"),
        ("C*b3", "occupied"),  # and no chick in hand
        ("X*b3", "unreadable"),
        ("a1a2", "cannot_reach"),
    ],
)
def test_reasons_have_their_order_in_dobutsu(move: str, code: str) -> None:
    refusal = plyground.game("dobutsu").start().explain(move)
    assert refusal is not None
    assert refusal.code == code


def test_reasons_have_their_order_in_renju() -> None:
    """A five comes first, then the overline, then fours, then threes."""
    game = plyground.game("gomoku", size=9, rule="renju")
    both = game.position("9/9/9/9/3x5/3x5/3x5/3x5/xxx1xx3 b")
    assert both.explain("d1") is None  # five in the column, six in the row
    assert both.play("d1").result() is not None
    long_row_and_fours = game.position("9/9/9/9/9/3x2x2/3x1x3/3xx4/xxx1xx3 b")
    refusal = long_row_and_fours.explain("d1")
    assert refusal is not None
    assert refusal.code == "forbidden_overline"
