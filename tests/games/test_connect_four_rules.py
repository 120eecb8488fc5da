"""Connect Four: falling discs, lines, and valid texts."""

import pytest

import plyground

GAME = plyground.game("connect_four")


def test_a_disc_falls_to_the_lowest_empty_square() -> None:
    position = GAME.start().play_all("d d c")
    assert position.to_text() == "7/7/7/7/3o3/2xx3 w"
    landing = " ".join(str(move["to"]) for move in position.view()["moves"])
    assert landing == "a1 b1 c2 d3 e1 f1 g1"


@pytest.mark.parametrize("text", ["d", "D", "4", " d ", "d1", "d6"])
def test_a_column_goes_by_letter_number_or_square(text: str) -> None:
    assert GAME.start().play(text).played == ("d",)


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("a b a b a b a", "a4 a3 a2 a1"),
        ("a a b b c c d", "a1 b1 c1 d1"),
        ("a b b c c d c d d f d", "d4 c3 b2 a1"),
        ("g f f e e d e d d b d", "d4 e3 f2 g1"),
    ],
)
def test_four_in_a_row_win_in_every_direction(moves: str, line: str) -> None:
    position = GAME.start().play_all(moves)
    result = position.result()
    assert result is not None
    assert (result.winner, result.reason) == ("black", "four in a row")
    assert position.moves() == []
    assert position.view()["marks"] == [{"kind": "line", "at": line.split()}]


def test_lines_do_not_run_around_the_edge() -> None:
    # The top of a column and the bottom of the next are neighbours only in memory.
    assert GAME.position("x6/x6/x6/o6/o6/ox5 w").result() is None
    assert GAME.position("7/7/7/7/xxx3x/ooo3o b").result() is None


def test_the_option_line_says_how_many_win() -> None:
    five = plyground.game("connect_four", columns=8, rows=7, line=5).start()
    assert five.play_all("a b a b a b a").result() is None
    assert five.play_all("a b a b a b a b a").result() is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7/7/7/3x3/7/7 w", "The disc on d3 has nothing below it"),
        ("7/7/7/7/oooo3/xxxx3 b", "Both sides have a winning line"),
        ("7/7/7/7/7 b", "The board must have 6 rows"),
        ("8/7/7/7/7/7 b", "Row 1 from the top"),
    ],
)
def test_an_impossible_text_is_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GAME.position(text)


def test_the_view_is_of_an_upright_board() -> None:
    view = GAME.start().view()
    assert view["shape"] == "holes"
    assert (view["columns"], view["rows"]) == (list("abcdefg"), list("654321"))
