"""The result of a move in a puzzle: expected, equally good, or wrong and answered by a search."""

import pytest

from plyground.learn.lessons import Task, answer
from plyground.learn.lessons.playing import judge

SPEC = "search:depth=4,table=1"
# Black has four in a row, open at one end, and an open three: f1 wins at once, f4 later.
FOUR = Task(
    "gomoku",
    {"size": 9},
    "9/9/9/9/2oo5/2xxx4/9/9/oxxxx4 b",
    accept=(("f1",),),
    wins=True,
    refutes=SPEC,
    plies=1,
)
# An open three; black wins on either side of it.
THREE = Task(
    "gomoku",
    {"size": 9},
    "9/9/9/9/9/3xxx3/9/o1o1o4/9 b",
    accept=(("c4",), ("b4",)),
    reply=({"": "g4"},),
    wins=True,
    refutes=SPEC,
    plies=3,
)


def test_the_line_is_right_and_the_reply_is_played() -> None:
    first = judge(THREE, ["c4"])
    assert (first.outcome, first.seen[-1].played[-1]) == ("right", "g4")
    assert judge(THREE, ["c4", "b4"]).outcome == "done"


def test_another_move_that_wins_as_soon_is_right_too() -> None:
    judged = judge(THREE, ["g4"])
    assert (judged.outcome, judged.verdict) == ("done", "wins")


def test_a_win_at_once_is_right_whatever_was_asked_for() -> None:
    late = Task(**{**FOUR.plain(), "accept": (("f4",),)})
    assert judge(late, ["f1"]).outcome == "done"
    assert judge(Task(**{**late.plain(), "wins": False, "refutes": ""}), ["f1"]).outcome == "wrong"


@pytest.mark.parametrize(
    ("position", "move", "verdict"),
    [
        (FOUR.position, "f4", "slower"),
        ("9/9/9/9/oooo5/9/9/9/oxxxx4 b", "a9", "loses"),
        ("9/9/9/9/4o4/4x4/9/9/9 b", "a9", "unclear"),
    ],
    ids=["slower", "loses", "unclear"],
)
def test_wrong_moves_get_an_explanation(position: str, move: str, verdict: str) -> None:
    answered = answer({**FOUR.plain(), "position": position}, [move], "judge")
    assert (answered["outcome"], answered["verdict"]) == ("wrong", verdict)
    assert answered["views"][-1]["last_move"]["text"] == answered["reply"]


def test_a_search_counts_as_engine_time() -> None:
    assert FOUR.needs_search
    assert not Task("gomoku", {}, accept=(("a1",),)).needs_search
