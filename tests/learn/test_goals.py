"""Goals: each is met by the right moves, and not by similar ones."""

import pytest

import plyground
from plyground.learn.lessons.goals import KINDS, is_lost, read_goal

GO = {"size": 5, "komi": 0}
THREE = "9/9/9/9/2xxx4/9/9/9/9 b"
# goal, game, options, position, moves that meet it, moves that do not
CASES: list[tuple[str, str, dict[str, int], str, str, str]] = [
    ("capture 1", "go", GO, "5/2x2/1xox1/5/5 b", "C2", "C1 pass"),
    ("capture 2", "go", GO, "5/2x2/1xox1/5/5 b", "", "C2"),
    ("capture 1", "dobutsu", {}, "gle/1c1/1C1/ELG[-] b", "b2b3", "c1c2"),
    ("flip 1", "othello", {}, "8/8/8/3ox3/3xo3/8/8/8 b", "d3 c4", ""),
    ("flip 2", "othello", {}, "8/8/8/3ox3/3xo3/8/8/8 b", "", "d3 c4"),
    ("win", "gomoku", {"size": 9}, "9/9/9/9/2xxxx3/9/9/9/9 b", "b5 g5", "a1"),
    ("win in 2", "gomoku", {"size": 9}, THREE, "b5 f5", "a1 h5"),
    ("win in 1", "gomoku", {"size": 9}, THREE, "", "b5 f5"),
    ("line 4", "robogo", {}, THREE, "B5 F5", "A5 A1 pass"),
    ("chances 2", "robogo", {}, THREE, "B5 F5", "G5 A1"),
    ("atari 1", "go", GO, "5/2x2/1xo2/5/5 b", "D3 C2", "A1 pass"),
    ("atari 2", "go", GO, "5/2x2/1xo2/5/5 b", "", "D3 C2"),
    ("liberties 4", "go", GO, "5/5/5/5/5 b", "C3", "A1 A3 pass"),
    ("corner", "othello", {}, "1oox4/8/8/3ox3/3xo3/8/8/8 b", "a1", "d3 c4"),
    ("guard", "othello", {}, "8/3o4/3o1o2/3ox3/3oxx2/1ooox3/3x1x2/8 b", "d1 c3", "g2 b7"),
    ("safe", "gomoku", {"size": 9}, "9/9/9/9/1xoooo3/9/9/9/9 b", "g5", "a1 f4"),
    ("safe", "dobutsu", {}, "1l1/3/1g1/1L1[-] b", "b1b2 b1a1", "b1a2"),
    ("ahead 25", "go", GO, "5/5/5/5/5 b", "C3", "pass"),
    ("moves 2", "othello", {}, "8/3o4/3o1o2/3ox3/3oxx2/1ooox3/3x1x2/8 b", "d1", "c3 b7"),
    ("any", "go", GO, "5/5/5/5/5 b", "A1 pass", ""),
]


@pytest.mark.parametrize(("goal", "game", "options", "text", "yes", "no"), CASES)
def test_a_goal_is_met_by_these_moves_and_not_by_those(
    goal: str, game: str, options: dict[str, int], text: str, yes: str, no: str
) -> None:
    position = plyground.game(game, **options).position(text)
    aim = read_goal(goal)
    met = [move for move in (yes + " " + no).split() if aim.is_met(position, move, 0)]
    assert met == yes.split()


def test_every_kind_of_goal_is_tested() -> None:
    assert {read_goal(case[0]).kind for case in CASES} == set(KINDS) - {"draw"}  # which has a past


def test_a_draw_ends_the_game() -> None:
    position = plyground.game("robogo").start().play("pass")
    assert read_goal("draw").is_met(position, "pass", 0)
    assert not read_goal("draw").is_met(position, "E5", 0)


def test_only_proven_losses_count_as_lost() -> None:
    gomoku = plyground.game("gomoku", size=9)
    assert is_lost(gomoku.position("9/9/9/9/2xxxx3/9/9/9/9 w"), 2)
    assert not is_lost(gomoku.position("9/9/9/9/1oxxxx3/9/9/9/9 w"), 2)  # one end is closed
    assert not is_lost(gomoku.position("9/9/9/9/2xxx4/9/9/9/9 w"), 2)
    assert is_lost(plyground.game("dobutsu").position("1l1/1G1/c2/1L1[-] w"), 4) is False
