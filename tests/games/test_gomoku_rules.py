"""Gomoku: winning rows, and the forbidden moves of renju."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from tests.games import code
from tests.games.random_positions import packed

CASES = Path(__file__).with_name("renju_cases.txt.gz")


def start(**options: object) -> plyground.Position:
    return plyground.game("gomoku", **options).start()


def read(text: str, **options: object) -> plyground.Position:
    """A position on a board as large as the text says."""
    return plyground.game("gomoku", size=text.count("/") + 1, **options).position(text)


def outcome(position: plyground.Position) -> str | None:
    result = position.result()
    return None if result is None else str(result)


# Games printed by the original program, both won on the ninth ply

OPEN_THREE = "g7 j8 h7 i9 i7 h10 j7 k9 f7"
DIAGONAL = "d5 h8 c6 h9 b7 h10 a8 h11 e4"


@pytest.mark.parametrize("moves", [OPEN_THREE, DIAGONAL])
@pytest.mark.parametrize("rule", ["freestyle", "exact", "renju"])
def test_printed_games_end_with_five_in_a_row(moves: str, rule: str) -> None:
    end = start(rule=rule).play_all(moves)
    assert end.ply == 9
    assert outcome(end) == "black wins: five in a row"
    assert start(rule=rule).play_all(moves.split()[:-1]).result() is None


def test_rows_count_from_the_bottom() -> None:
    assert start(size=5).play("b1").to_text() == "5/5/5/5/1x3 w"


@pytest.mark.parametrize(
    "moves",
    [
        "a1 a9 b1 b9 c1 c9 d1 d9 e1",
        "a1 b1 a2 b2 a3 b3 a4 b4 a5",
        "a1 a2 b2 b3 c3 c4 d4 d5 e5",
        "a5 a1 b4 b1 c3 c1 d2 d1 e1",
    ],
    ids=["row", "column", "rising diagonal", "falling diagonal"],
)
def test_five_in_any_direction(moves: str) -> None:
    assert outcome(start().play_all(moves)) == "black wins: five in a row"


def test_white_can_win() -> None:
    end = start(size=9, line=3).play_all("a1 d5 b1 e5 a3 f5")
    assert outcome(end) == "white wins: three in a row"


def test_row_does_not_wrap_around_the_edge() -> None:
    assert read("5/5/5/3xx/xx3 b", line=4).result() is None
    assert read("5/5/5/x4/xx2x b", line=3).play("d1").result() is None


def test_a_won_game_is_over() -> None:
    end = start().play_all(OPEN_THREE)
    assert end.moves() == []
    assert code(end, "a1") == "game_over"


def test_passing_is_refused() -> None:
    assert code(start(), "pass") == "must_not_pass"


def test_a_full_board_draws() -> None:
    end = start(size=3, line=3).play_all("a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert outcome(end) == "draw: the board is full"


def test_the_last_point_may_win() -> None:
    end = read("xox/oxo/ox1 b", line=3).play("c1")
    assert outcome(end) == "black wins: three in a row"


def test_both_sides_can_not_have_won() -> None:
    with pytest.raises(ValueError, match="Both sides have a winning line"):
        read("ooo/3/xxx b", line=3)


# The rules differ in long rows

SIX = "9/9/9/9/9/9/9/9/xxx1xx3 b"


def test_six_in_a_row() -> None:
    assert outcome(read(SIX, rule="freestyle").play("d1")) == "black wins: five in a row"
    assert read(SIX, rule="exact").play("d1").result() is None
    assert code(read(SIX, rule="renju"), "d1") == "forbidden_overline"


def test_six_in_a_row_for_white() -> None:
    white = SIX.replace("x", "o").replace(" b", " w")
    assert outcome(read(white, rule="freestyle").play("d1")) == "white wins: five in a row"
    assert read(white, rule="exact").play("d1").result() is None
    assert outcome(read(white, rule="renju").play("d1")) == "white wins: five in a row"


def test_exact_counts_the_other_directions_too() -> None:
    """Six in the row, five in the column: the five wins."""
    text = "9/9/9/9/3x5/3x5/3x5/3x5/xxx1xx3 b"
    assert outcome(read(text, rule="exact").play("d1")) == "black wins: five in a row"


@pytest.mark.parametrize("line", [4, 6])
def test_renju_requires_lines_of_five(line: int) -> None:
    with pytest.raises(ValueError, match="With rule=renju, the option line must be 5"):
        start(rule="renju", line=line)


# Renju


def renju_cases() -> list[tuple[str, str, str | None, str]]:
    """Text, move, refusal code or None, and what the case is about."""
    cases = []
    for line in gzip.decompress(CASES.read_bytes()).decode().splitlines():
        text, move, expected, about = (field.strip() for field in line.split("|"))
        cases.append((text, move, None if expected == "ok" else expected, about))
    return cases


RENJU = renju_cases()

every_renju_case = pytest.mark.parametrize(
    ("text", "move", "expected", "about"), RENJU, ids=[case[3] for case in RENJU]
)


@every_renju_case
def test_renju_forbids_the_right_points(
    text: str, move: str, expected: str | None, about: str
) -> None:
    position = plyground.game("gomoku", rule="renju").position(text)
    assert code(position, move) == expected, about
    assert (move in position.moves()) == (expected is None)


@pytest.mark.parametrize("rule", ["freestyle", "exact"])
def test_nothing_is_forbidden_elsewhere(rule: str) -> None:
    game = plyground.game("gomoku", rule=rule)
    refused = [about for text, move, _, about in RENJU if code(game.position(text), move)]
    assert refused == []


def test_the_cases_cover_every_verdict() -> None:
    assert len(RENJU) >= 90
    assert {case[2] for case in RENJU} == {
        None,
        "forbidden_overline",
        "forbidden_double_four",
        "forbidden_double_three",
    }
    assert sum("recursive" in case[3] for case in RENJU) >= 15


def symmetries(rows: list[str]) -> Iterator[list[str]]:
    """The board in all eight orientations."""
    for _ in range(4):
        yield rows
        yield rows[::-1]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


def with_point_marked(text: str, move: str) -> list[str]:
    """Rows of a position's text, expanded, with a question mark at the move."""
    board, _ = text.split(" ")
    rows = re.sub("[0-9]+", lambda run: "." * int(run.group()), board).split("/")
    column, row = "abcdefghijklmno".index(move[0]), 15 - int(move[1:])
    rows[row] = f"{rows[row][:column]}?{rows[row][column + 1 :]}"
    return rows


@every_renju_case
def test_renju_is_the_same_in_a_mirror(
    text: str, move: str, expected: str | None, about: str
) -> None:
    game = plyground.game("gomoku", rule="renju")
    for rows in symmetries(with_point_marked(text, move)):
        row = next(at for at, points in enumerate(rows) if "?" in points)
        point = f"{'abcdefghijklmno'[rows[row].index('?')]}{15 - row}"
        board = packed("/".join(rows).replace("?", "."))
        assert code(game.position(f"{board} {text[-1]}"), point) == expected, about


def test_black_without_a_free_point_draws() -> None:
    """The only empty point would make six."""
    text = "ooxxoo/xxooxx/ooxxoo/xxooxx/ooxxoo/xxx1xx"
    position = read(f"{text} b", rule="renju")
    assert position.moves() == []
    assert outcome(position) == "draw: no legal move is left"
    assert code(position, "d1") == "game_over"
    assert read(f"{text} w", rule="renju").moves() == ["d1"]


# Small boards


TIC_TAC_TOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize(("depth", "leaves"), [*enumerate(TIC_TAC_TOE, start=1)])
def test_tic_tac_toe_has_its_known_counts(depth: int, leaves: int) -> None:
    assert plyground.perft(start(size=3, line=3), depth) == leaves


def value(position: plyground.Position, known: dict[str, int]) -> int:
    """1, 0 or -1 for the side to move, by plain minimax."""
    text = position.to_text()
    if text not in known:
        result = position.result()
        if result is None:
            known[text] = max(-value(position.play(move), known) for move in position.moves())
        else:
            known[text] = 0 if result.winner is None else -1
    return known[text]


def test_tic_tac_toe_is_a_draw() -> None:
    assert value(start(size=3, line=3), {}) == 0


def black_forces_a_row(position: plyground.Position, plies: int) -> bool:
    result = position.result()
    if result is not None or plies == 0:
        return result is not None and result.winner == "black"
    choose = any if position.turn == "black" else all
    return choose(black_forces_a_row(position.play(move), plies - 1) for move in position.moves())


def test_three_in_a_row_on_sixteen_points_is_a_win() -> None:
    assert black_forces_a_row(start(size=4, line=3), 5)
    assert not black_forces_a_row(start(size=4, line=3), 4)
