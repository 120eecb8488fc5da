"""Robogo: lines, captures, and known facts about the game."""

import random

import pytest

import plyground
from tests.conftest import SCALE, scaled
from tests.games import code

EDGE_KO = "5/5/5/1xo2/x1xo1 w"
SEND_TWO = "5/5/5/oox2/1x1x1 b"


def start(**options: object) -> plyground.Position:
    return plyground.game("robogo", **options).start()


def read(text: str, **options: object) -> plyground.Position:
    """A position on a board as large as the text says."""
    return plyground.game("robogo", size=text.count("/") + 1, **options).position(text)


def outcome(position: plyground.Position) -> tuple[str | None, str]:
    result = position.result()
    assert result is not None
    assert result.margin is None
    return result.winner, str(result)


# Lines


@pytest.mark.parametrize("moves", ["A1 A9 B1 B9 C1 C9 D1 D9 E1", "C3 J1 C4 J2 C6 J3 C7 J4 C5"])
def test_five_in_a_row_or_a_column_wins(moves: str) -> None:
    assert outcome(start().play_all(moves)) == ("black", "black wins: five in a row")


def test_white_wins_as_well() -> None:
    after = start(size=5, line=4).play_all("A1 A3 A2 B3 C1 C3 C2 D3")
    assert outcome(after) == ("white", "white wins: four in a row")


def test_a_diagonal_is_no_line() -> None:
    after = start().play_all("A1 A9 B2 B9 C3 C9 D4 J9 E5 H9 F6")
    assert after.result() is None


def test_more_than_a_line_wins() -> None:
    after = read("9/9/9/9/9/9/9/9/xxx1xxx2 b").play("D1")
    assert outcome(after) == ("black", "black wins: five in a row")


def test_a_won_game_is_over() -> None:
    after = start(size=5, line=3).play_all("A1 A5 B1 B5 C1")
    assert after.moves() == []
    assert code(after, "E1") == "game_over"
    assert code(after, "pass") == "game_over"


def test_a_line_is_also_seen_in_a_text() -> None:
    assert outcome(read("4/4/4/xxx1 w", line=3)) == ("black", "black wins: three in a row")
    with pytest.raises(ValueError, match="Both sides have a line of 3"):
        read("4/ooo1/4/xxx1 w", line=3)


def test_the_running_score_is_the_longest_line() -> None:
    score = read("4/xo2/xo2/1o1x b", line=4).score()
    assert score is not None
    assert (score.black, score.white, score.unit) == (2, 3, "in a row")


# Captures


def test_a_captured_stone_leaves_the_line() -> None:
    after = read("5/5/1x3/xoo2/1xx2 b", line=3)
    assert after.play("D2").to_text() == "5/5/1x3/xoox1/1xx2 w"
    assert after.play_all("C3 E5 D2").to_text() == "4o/5/1xx2/x2x1/1xx2 w"


def test_suicide_is_refused_even_if_it_would_complete_a_line() -> None:
    position = read("5/5/1o3/oxo2/xx1o1 b", line=3)
    assert code(position, "C1") == "suicide"
    assert "C1" not in position.moves()


def test_a_capture_that_looks_like_suicide_completes_a_line() -> None:
    position = read("5/5/1o3/oxox1/xx1ox b", line=3)
    assert outcome(position.play("C1")) == ("black", "black wins: three in a row")
    assert position.play("C1").to_text() == "5/5/1o3/oxox1/xxx1x w"


def test_without_captures_surrounded_stones_stand() -> None:
    text = "5/5/1o3/oxo2/xx1o1 b"
    after = read(text, line=4, captures="no").play("C1")
    assert after.to_text() == "5/5/1o3/oxo2/xxxo1 w"
    assert after.result() is None
    assert outcome(read(text, line=3, captures="no").play("C1"))[0] == "black"


@pytest.mark.parametrize("ko", ["positional", "simple"])
def test_ko(ko: str) -> None:
    taken = read(EDGE_KO, ko=ko).play("B1")
    assert taken.to_text() == "5/5/5/1xo2/xo1o1 b ko=C1"
    assert code(taken, "C1") == "ko"
    assert code(taken.play_all("E5 E4"), "C1") is None


@pytest.mark.parametrize(("ko", "refusal"), [("positional", "ko"), ("simple", None)])
def test_send_two_return_one(ko: str, refusal: str | None) -> None:
    assert code(read(SEND_TWO, ko=ko).play_all("A1 C1"), "B1") == refusal


def test_the_third_repetition_draws_under_simple_ko() -> None:
    again = read(SEND_TWO, ko="simple").play_all("A1 C1 B1 pass")
    assert again.result() is None
    third = again.play_all("A1 C1 B1 pass")
    assert outcome(third) == (None, "draw: the same position for the third time")


def test_without_captures_there_is_no_ko() -> None:
    with pytest.raises(ValueError, match="ko"):
        read("1xo1/xo1o/1xo1/4 b ko=C3", captures="no")


# Draws


def test_two_passes_draw() -> None:
    assert outcome(start().play_all("E5 pass pass")) == (None, "draw: two passes")


def test_passes_can_be_forbidden() -> None:
    position = start(pass_="no")
    assert code(position, "pass") == "must_not_pass"
    assert "pass" not in position.moves()


def test_a_full_board_draws_if_passing_is_forbidden() -> None:
    position = read("xox/oxo/ox1 b", line=3, captures="no", pass_="no")
    assert outcome(position.play("C1")) == (None, "draw: the board is full")


def test_no_legal_move_draws_if_passing_is_forbidden() -> None:
    """Black cannot fill White's eyes: both points are suicide."""
    position = read("1oo/ooo/oo1 b", line=4, pass_="no")
    assert outcome(position) == (None, "draw: no legal move is left")
    assert position.moves() == []
    assert read("1oo/ooo/oo1 b", line=4).moves() == ["pass"]


def test_four_in_a_row_wins_without_captures() -> None:
    game = start(size=5, line=4, captures="no", pass_="no")
    after = game.play_all("C3 B2 C4 D2 C2 C1 C5")
    assert outcome(after) == ("black", "black wins: four in a row")


# Facts


def can_force_a_line(position: plyground.Position, side: str, plies: int) -> bool:
    """Whether the side wins within this many plies against every defence, by brute force."""
    result = position.result()
    if result is not None:
        return result.winner == side
    if plies == 0:
        return False
    choose = any if position.turn == side else all
    return choose(can_force_a_line(position.play(m), side, plies - 1) for m in position.moves())


@pytest.mark.parametrize("passing", ["yes", "no"])
@pytest.mark.parametrize(("size", "plies"), [(3, 7), (4, 5), (5, 5)])
def test_three_in_a_row_is_a_win_for_black(size: int, plies: int, passing: str) -> None:
    position = start(size=size, line=3, pass_=passing)
    assert can_force_a_line(position, "black", plies)
    assert not can_force_a_line(position, "black", plies - 1)


def test_without_captures_three_in_a_row_on_nine_points_is_a_draw() -> None:
    position = start(size=3, line=3, captures="no", pass_="no")
    assert not can_force_a_line(position, "black", 9)
    assert not can_force_a_line(position, "white", 9)


@pytest.mark.parametrize(("size", "line"), [(3, 3), (4, 3), (4, 4)])
def test_white_has_no_forced_win_where_passing_is_legal(size: int, line: int) -> None:
    """If White could force a win, Black would pass and win in the same way."""
    assert not can_force_a_line(start(size=size, line=line), "white", 6)


def test_superko_never_forbids_a_winning_move() -> None:
    """Wherever superko forbids a point, the same move on the bare board makes no line."""
    rng = random.Random(1)
    refused = 0
    for _ in range(scaled(1500)):
        size, line = rng.choice([(3, 3), (4, 4), (5, 5)])
        position = start(size=size, line=line, pass_=rng.choice(["yes", "no"]))
        while position.result() is None and position.ply < 150:
            for move in refused_by_ko(position):
                assert not wins_on_the_bare_board(position, move)
                refused += 1
            position = position.play(rng.choice(position.moves()))
    if SCALE >= 1:
        assert refused > 200


def refused_by_ko(position: plyground.Position) -> list[str]:
    size = int(str(position.game.values["size"]))
    points = [f"{column}{row}" for column in "ABCDE"[:size] for row in range(1, size + 1)]
    return [point for point in points if code(position, point) == "ko"]


def wins_on_the_bare_board(position: plyground.Position, move: str) -> bool:
    board, turn, *_ = position.to_text().split(" ")
    result = position.game.position(f"{board} {turn}").play(move).result()
    return result is not None and result.winner == position.turn
