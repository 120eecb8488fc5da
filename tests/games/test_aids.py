"""Beginner's aids: named situations, and a comparison with slow referees on random boards."""

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

import plyground
from plyground import Game
from plyground.engine.view import AidView
from tests.conftest import scaled
from tests.games.aid_referees import SIDES, Row, in_order, referee, row
from tests.games.cases import every_game, native_games, sample
from tests.games.random_positions import TEXTS

KINDS = {
    "go": {"liberties"},
    "robogo": {"liberties", "win", "threat"},
    "gomoku": {"win", "threat"},
    "othello": {"flips", "mobility"},
    "dobutsu": {"attacked"},
    "connect_four": {"win", "threat"},
}


def rows(aids: Iterable[AidView]) -> list[Row]:
    """The aids in a fixed order, for comparing two lists."""
    return in_order(
        row(aid["kind"], aid["owner"], aid["at"], aid["points"], aid["count"]) for aid in aids
    )


def aids(text: str, game: str, kind: str, **options: object) -> list[list[Any]]:
    """The rows of one kind, in a short form for tests."""
    position = plyground.game(game, **options).position(text)
    return [
        [aid["owner"], " ".join(aid["at"]), " ".join(aid["points"]), aid["count"]]
        for aid in position.aids()
        if aid["kind"] == kind
    ]


# Every game


@every_game
def test_rows_are_complete_plain_and_about_the_board(game: Game) -> None:
    for position in sample(game):
        view, found = position.view(), position.aids()
        labels = {column + number for number in view["rows"] for column in view["columns"]}
        order = {
            label: at
            for at, label in enumerate(c + r for r in view["rows"] for c in view["columns"])
        }
        assert json.loads(json.dumps(found)) == found
        for aid in found:
            assert set(aid) == set(AidView.__annotations__)
            assert aid["kind"] in KINDS[game.name]
            assert aid["owner"] in SIDES
            assert aid["at"] or aid["kind"] == "mobility"
            assert labels.issuperset(aid["at"] + aid["points"])
            for listed in (aid["at"], aid["points"]):
                assert listed == sorted(set(listed), key=order.__getitem__), "rows from the top"


@every_game
def test_finished_game_has_no_aids(game: Game) -> None:
    ends = [position for position in sample(game) if position.result() is not None]
    assert ends
    assert all(position.aids() == [] for position in ends)


@native_games
def test_aids_are_what_slow_referees_find(game: Game) -> None:
    dice = random.Random(f"aids {game!r}")
    texts = [position.to_text() for position in sample(game)]
    if game.name in TEXTS:
        # Never fewer than 12, so that every kind of aid occurs.
        texts += [TEXTS[game.name](dice, game.changed) for _ in range(max(12, scaled(12)))]
    seen = set()
    for text in texts:
        position = game.position(text)
        if position.result() is not None:
            continue
        found = rows(position.aids())
        assert found == in_order(referee(position)), text
        seen |= {(aid[0], aid[4]) if aid[0] == "threat" else aid[0] for aid in found}
    assert seen >= expected_of(game)


def expected_of(game: Game) -> set[object]:
    """The kinds of aids that random boards of this game must show in this test."""
    kinds: set[object] = {*KINDS.get(game.name, ())}
    if game.values.get("captures") == "no":
        kinds -= {"liberties"}
    if "threat" in kinds:
        width = game.values.get("size", game.values.get("columns"))
        line = int(str(game.values["line"]))
        # Four discs with both ends in reach are rare in a game with falling discs.
        has_room = int(str(width)) > line and not ("columns" in game.values and line > 4)
        kinds = kinds - {"threat"} | {("threat", 1), ("threat", 1 + has_room)}
    return kinds


# Liberties in Go


def test_a_group_in_atari_has_one_liberty() -> None:
    found = aids("5/2o2/1oxx1/2o2/5 b", "go", "liberties", size=5)
    assert ["black", "C3 D3", "D4 E3 D2", 3] in found
    assert ["white", "B3", "B4 A3 B2", 3] in found
    after = aids("5/2oo1/1oxxo/2o2/5 b", "go", "liberties", size=5)
    assert ["black", "C3 D3", "D2", 1] in after


def test_a_shared_liberty_counts_for_each_group_once() -> None:
    assert aids("x1x/3/3 b", "go", "liberties", size=3) == [
        ["black", "A3", "B3 A2", 2],
        ["black", "C3", "B3 C2", 2],
    ]
    assert aids("xx1/x2/3 b", "go", "liberties", size=3) == [["black", "A3 B3 A2", "C3 B2 A1", 3]]


def test_an_empty_board_of_go_has_no_groups() -> None:
    assert plyground.game("go").start().aids() == []


# Wins and threats in Gomoku


def line_of_gomoku(row_text: str, kind: str, **options: object) -> list[list[Any]]:
    """The aids for one row, the sixth of nine, that runs from a6 to i6."""
    return aids(f"9/9/9/{row_text}/9/9/9/9/9 b", "gomoku", kind, size=9, **options)


def test_an_open_four_has_two_winning_points() -> None:
    assert line_of_gomoku("2xxxx3", "win") == [["black", "b6 g6", "", 2]]
    assert line_of_gomoku("2xxxx3", "threat") == [["black", "c6 d6 e6 f6", "b6 g6", 1]]


def test_a_four_with_a_gap_is_completed_in_the_gap() -> None:
    assert line_of_gomoku("1oo1oo3", "win") == [["white", "d6", "", 1]]
    assert line_of_gomoku("1oo1oo3", "threat") == [["white", "b6 c6 e6 f6", "d6", 1]]


def test_two_fours_in_one_line_are_two_rows() -> None:
    assert line_of_gomoku("x1xxx1x2", "win") == [["black", "b6 f6", "", 2]]
    fours = [aid for aid in line_of_gomoku("x1xxx1x2", "threat") if aid[3] == 1]
    assert fours == [
        ["black", "a6 c6 d6 e6", "b6", 1],
        ["black", "c6 d6 e6 g6", "f6", 1],
    ]


def test_an_open_three_comes_with_its_extensions() -> None:
    assert line_of_gomoku("3xxx3", "threat") == [["black", "d6 e6 f6", "c6 g6", 2]]
    assert line_of_gomoku("3xxx3", "win") == []
    assert line_of_gomoku("2x1xx3", "threat") == [["black", "c6 e6 f6", "d6", 2]]


def test_a_three_with_little_room_is_no_threat() -> None:
    assert line_of_gomoku("2oxxx3", "threat") == []
    assert line_of_gomoku("1o1xxx1o1", "threat") == []
    assert line_of_gomoku("1o1xxx3", "threat") == [["black", "d6 e6 f6", "g6", 2]]
    assert line_of_gomoku("xxx6", "threat") == []


def test_a_line_too_long_wins_only_in_freestyle() -> None:
    assert line_of_gomoku("xxx1xxx2", "win") == [["black", "d6", "", 1]]
    assert line_of_gomoku("xxx1xxx2", "win", rule="exact") == []
    assert line_of_gomoku("ooo1ooo2", "win", rule="renju") == [["white", "d6", "", 1]]
    assert line_of_gomoku("xxx1xxx2", "win", rule="renju") == []
    assert line_of_gomoku("xx1xx4", "win", rule="renju") == [["black", "c6", "", 1]]


@pytest.mark.parametrize("turn", ["b", "w"])
def test_renju_keeps_black_from_extending_on_a_forbidden_point(turn: str) -> None:
    text = "9/9/9/2x1xx3/3x5/3x5/9/3x5/9 {}"
    free = plyground.game("gomoku", size=9).position(text.format(turn))
    bound = plyground.game("gomoku", size=9, rule="renju").position(text.format(turn))
    extending = {at for aid in free.aids() if aid["count"] == 2 for at in aid["points"]}
    allowed = {at for aid in bound.aids() if aid["count"] == 2 for at in aid["points"]}
    assert "d6" in extending
    assert "d6" not in allowed


@pytest.mark.parametrize("turn", ["b", "w"])
def test_aids_cover_both_sides_whatever_the_turn(turn: str) -> None:
    text = f"9/9/xxxx5/9/oooo5/9/9/9/9 {turn}"
    assert aids(text, "gomoku", "win", size=9) == [
        ["black", "e7", "", 1],
        ["white", "e5", "", 1],
    ]


# The same under Robogo's captures


def test_robogo_has_no_liberties_without_captures() -> None:
    assert aids("5/2x2/5/5/5 w", "robogo", "liberties", size=5) != []
    assert aids("5/2x2/5/5/5 w", "robogo", "liberties", size=5, captures="no") == []


def test_robogo_knows_no_diagonals() -> None:
    assert aids("x4/1x3/5/5/5 b", "robogo", "win", size=5, line=3) == []
    assert aids("xx3/5/5/5/5 b", "robogo", "win", size=5, line=3) == [["black", "C5", "", 1]]


def test_a_line_that_would_be_suicide_does_not_win() -> None:
    text = "xx1o1/xoo2/o4/5/5 b"
    assert ["black", "C5", "", 1] in aids(text, "robogo", "win", size=5, line=3, captures="no")
    assert all(aid[0] == "white" for aid in aids(text, "robogo", "win", size=5, line=3))
    assert all(aid[0] == "white" for aid in aids(text, "robogo", "threat", size=5, line=3))


def test_a_line_that_lives_by_capturing_wins() -> None:
    text = "xx1ox/xoox1/o4/5/5 b"  # C5 takes D5
    assert ["black", "C5", "", 1] in aids(text, "robogo", "win", size=5, line=3)
    assert ["black", "A5 B5", "C5", 1] in aids(text, "robogo", "threat", size=5, line=3)


def test_an_end_may_be_opened_by_a_capture() -> None:
    # D4 takes E4, and then B4 to D4 are open at both ends.
    text = "7/7/4x2/1xx1ox1/4x2/7/7 b"
    growing = [aid for aid in aids(text, "robogo", "threat", size=7, line=4) if aid[3] == 2]
    assert growing == [["black", "B4 C4", "D4", 2]]
    without = aids(text, "robogo", "threat", size=7, line=4, captures="no")
    assert without == []


# Othello


def test_start_of_othello_shows_flips_and_mobility() -> None:
    start = plyground.game("othello").start()
    assert rows(start.aids()) == in_order(
        [
            row("flips", "black", ["d3"], ["d4"], 1),
            row("flips", "black", ["c4"], ["d4"], 1),
            row("flips", "black", ["f5"], ["e5"], 1),
            row("flips", "black", ["e6"], ["e5"], 1),
            row("mobility", "black", ["d3", "c4", "f5", "e6"], [], 4),
            row("mobility", "white", ["e3", "f4", "c5", "d6"], [], 4),
        ]
    )


def test_a_side_that_must_pass_has_no_mobility() -> None:
    text = "xo2/4/4/4 w"
    assert aids(text, "othello", "mobility", size=4) == [
        ["black", "c1", "", 1],
        ["white", "", "", 0],
    ]
    assert aids(text, "othello", "flips", size=4) == []


# Dobutsu


def test_start_of_dobutsu_shows_attacked_squares() -> None:
    assert aids("gle/1c1/1C1/ELG[-] b", "dobutsu", "attacked") == [
        ["black", "b3 a2 c2", "b3", 1],
        ["white", "a3 c3 b2", "b2", 1],
    ]


def test_drops_attack_nothing() -> None:
    bare = aids("1l1/3/3/1L1[-] b", "dobutsu", "attacked")
    held = aids("1l1/3/3/1L1[CEGceg] b", "dobutsu", "attacked")
    assert bare == held == [["black", "a2 b2 c2 a1 c1", "", 0], ["white", "a4 c4 a3 b3 c3", "", 0]]


# Games written in Python


class Hinted:
    """A game of one move, with aids."""

    name = "hinted"
    turn = "black"

    def __init__(self, *, played: bool = False) -> None:
        self.played = played

    def moves(self) -> list[str]:
        return ["a1"]

    def play(self, _move: str) -> "Hinted":
        return Hinted(played=True)

    def result(self) -> str | None:
        return "black" if self.played else None

    def to_text(self) -> str:
        return "x b" if self.played else "1 b"

    @classmethod
    def from_text(cls, text: str) -> "Hinted":
        if text not in ("x b", "1 b"):
            raise ValueError("A hinted game is 'x b' or '1 b'.")
        return cls(played=text == "x b")

    def board(self) -> list[str]:
        return ["x" if self.played else "."]

    def aids(self) -> list[tuple[str, str | None, list[str], list[str], int]]:
        return [("win", "black", ["a1"], [], 1), ("corner", None, ["a1"], ["a1"], 4)]


def test_a_game_in_python_may_have_aids() -> None:
    position = Game(plyground.engine.python_game.PythonSource(Hinted), {}).start()
    assert position.aids() == [
        {"kind": "win", "owner": "black", "at": ["a1"], "points": [], "count": 1},
        {"kind": "corner", "owner": None, "at": ["a1"], "points": ["a1"], "count": 4},
    ]
    assert position.play("a1").aids() == []


def test_python_game_without_aids_has_none() -> None:
    plyground.load("examples/tictactoe.py")
    assert plyground.game("tictactoe").start().aids() == []
