"""Othello's transcripts, boards and GGF."""

import math

import pytest

import plyground
from plyground.engine.view import Turn
from plyground.games.othello import ggf
from plyground.games.othello import transcripts as othello
from plyground.records import notation
from plyground.records.record import Malformed, Record, outside_result

# A complete game with passes, from random legal moves.
START = "---------------------------OX------XO---------------------------"


def whole_game() -> Record:
    """A finished game of random moves with a pass."""
    for seed in range(1, 200):
        end = plyground.random_game(plyground.game("othello").start(), seed)
        if "pass" in end.played[:-2]:
            record = Record(end.game)
            for move in end.played:
                record.play(move)
            return record
    raise AssertionError("no game with a pass")


@pytest.mark.parametrize(
    "text",
    ["f5d6c3", "F5D6C3", "f5 d6 c3", " f5,d6, c3 ", "1. f5 d6 2. c3", "F5d6\tC3 % played at home"],
)
def test_transcripts_are_read(text: str) -> None:
    (record,) = notation.read(text)
    assert record.game == plyground.game("othello")
    assert record.moves == ("f5", "d6", "c3")


def test_a_comment_is_kept() -> None:
    assert notation.read("f5 # the usual")[0].root.comment == "the usual"


@pytest.mark.parametrize("sign", ["--", "ps", "pass", "PA", ""])
def test_passes_may_be_written_or_left_out(sign: str) -> None:
    game = whole_game()
    text = "".join(sign if move == "pass" else move for move in game.moves)
    (record,) = notation.read(text, "othello")
    assert record.moves == game.moves


def test_several_games_and_empty_lines() -> None:
    assert [r.moves for r in notation.read("f5d6\n\n# nothing\nd3\n", "othello")] == [
        ("f5", "d6"),
        ("d3",),
    ]


@pytest.mark.parametrize(
    ("board", "text"),
    [
        (f"{START} X", "8/8/8/3ox3/3xo3/8/8/8 b"),
        (f"{START.replace('-', '.').replace('X', '*')} *", "8/8/8/3ox3/3xo3/8/8/8 b"),
        (f"{START.lower()} o", "8/8/8/3ox3/3xo3/8/8/8 w"),
        ("-----OX--XO----- X", "4/1ox1/1xo1/4 b"),
    ],
)
def test_boards_are_read(board: str, text: str) -> None:
    assert notation.read(board)[0].root.position.to_text() == text


def test_a_board_of_the_suite() -> None:
    line = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X a2"
    (record,) = notation.read(line)
    assert record.moves == ("a2",)
    assert notation.write([record], "othello") == f"{line}\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("f5f5", "There is already a piece on f5."),
        ("f5a1", "A disc on a1 flips nothing"),
        ("f5 z9", "A transcript holds moves such as f5 and --, not 'z9'."),
        ("f5--", "You may not pass here."),
        (START, "The side to move, X or O, must follow the board."),
        (f"{START[:-1]} X", "A board has 64 squares (or 36 or 16), not 63."),
        ("", "There is no game here"),
    ],
)
def test_wrong_transcripts_are_reported(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        notation.read(text, "othello")
    assert reason.lower() in wrong.value.reason.lower()
    assert wrong.value.place == "line 1"


GGS = """
1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[saio]PW[booby]RB[2197.01]RW[2199.72]
TI[05:00//02:00]TY[8]RE[-2.000]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[d3//0.01]W[c5/-1.50/1:02.5]B[E6/2]W[d2];)
(;GM[Othello]PC[NBoard]DT[2014-01-29 23:05:30 GMT]PB[x]PW[y]RE[?]TI[0//0]TY[8]BO[8 """


def test_ggf_is_read() -> None:
    board = START.replace("X", "*")
    first, second = notation.read(f"{GGS}{board} *]B[F5]W[F6];)")
    assert first.players == {"black": "saio", "white": "booby"}
    assert first.info == {
        "place": "GGS/os",
        "date": "2003.12.15_13:24:03.MST",
        "black_rank": "2197.01",
        "white_rank": "2199.72",
        "time": "05:00//02:00",
    }
    assert first.moves == ("d3", "c5", "e6", "d2")
    line = first.main_line()
    assert [node.seconds for node in line] == [0.01, 62.5, None, None]
    assert line[1].evaluation is not None
    assert line[1].evaluation.score == -1.5
    assert 0.1 < line[1].evaluation.win_chance < 0.5
    assert line[2].evaluation is not None
    assert line[0].evaluation is None
    assert first.result is not None
    assert (first.result.winner, first.result.margin, first.result.code) == ("white", 2, "stated")
    assert second.result is None
    assert second.moves == ("f5", "f6")


def test_ggf_of_a_whole_game() -> None:
    game = whole_game()
    text = ggf.write([game])
    assert "[PA]" in text
    (record,) = notation.read(text)
    assert record.moves == game.moves
    assert record.result == game.position.result()
    extra = text.replace(";)", "B[PA]W[PA];)")  # as some programs end a game
    assert notation.read(extra)[0].moves == game.moves
    assert notation.read(text.replace("B[PA]", "").replace("W[PA]", ""))[0].moves == game.moves


def test_ggf_of_a_random_start() -> None:
    start = "8/8/2x5/3xx3/3xo3/8/8/8 w"
    record = Record(plyground.game("othello"), start)
    record.play("e3")
    record.root.extra["TY"] = ["8r20"]
    text = ggf.write([record])
    assert "TY[8r20]" in text
    assert "O]W[e3]" in text
    back = notation.read(text)[0]
    assert (back.start, back.moves, back.root.extra) == (start, ("e3",), {"TY": ["8r20"]})


@pytest.mark.parametrize(
    ("code", "winner", "text"),
    [
        ("resign", "black", "RE[+64.000:r]"),
        ("time", "white", "RE[-64.000:t]"),
        ("no_answer", "black", "RE[+64.000:l]"),
        ("agreement", None, "RE[+0.000:s]"),
        ("unfinished", None, "RE[?]"),
    ],
)
def test_ggf_results_are_read(code: str, winner: Turn | None, text: str) -> None:
    record = Record(plyground.game("othello"))
    record.play("f5")
    record.finish(outside_result(winner, code))
    assert text in ggf.write([record])
    result = notation.read(ggf.write([record]))[0].result
    assert (result.code if result else "unfinished") == code
    assert (result.winner if result else None) == winner


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("(;GM[Othello]B[f5]\nB[d6];)", "line 2, column 1", "It is white's turn"),
        ("(;GM[Othello]B[a1];)", "line 1, column 14", "flips nothing"),
        ("(;GM[Othello]B[f5]", "line 1, column 19", "the end ';)'"),
        ("(;GM[Amazons];)", "line 1, column 3", "This is a game of 'Amazons'"),
        ("(;GM[Othello]TY[8a];)", "line 1, column 14", "anti-Othello"),
        ("(;GM[Othello]TY[10];)", "line 1, column 14", "size can be 8, 4 or 6"),
        ("(;GM[Othello]BO[8 --- *];)", "line 1, column 14", "BO has 3 squares"),
        (f"(;GM[Othello]BO[8 {'?' * 64} *];)", "line 1, column 14", "not '?'"),
        ("(;GM[Othello]BO[];)", "line 1, column 14", "BO has the size"),
        ("nothing", "line 1", "There is no game here"),
    ],
)
def test_wrong_ggf_is_reported(text: str, place: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        notation.read(text, "ggf")
    assert wrong.value.place == place
    assert reason in wrong.value.reason


def test_unknown_evaluations_are_kept() -> None:
    text = "(;GM[Othello]B[f5/100%W/3];)"
    assert notation.read(text)[0].main_line()[0].extra == {"evaluation": "100%W"}
    assert "B[f5/100%W/3]" in ggf.write(notation.read(text))


def test_characters_that_ggf_can_not_hold_are_replaced() -> None:
    record = Record(plyground.game("othello"), players={"black": "a]b\nc", "white": "[w]"})
    record.play("f5")
    assert notation.read(ggf.write([record]))[0].players == {"black": "a)b c", "white": "(w)"}


def test_set_ups_in_mid_game_are_refused() -> None:
    record = Record(plyground.game("othello"))
    record.set_up(record.play("f5"), "8/8/8/3ox3/3xo3/8/8/8 w")
    for name in ("ggf", "othello", "moves"):
        with pytest.raises(ValueError, match="can't hold a position that was set up during a game"):
            notation.write([record], name)


def test_boards_with_other_signs() -> None:
    start = plyground.game("othello").start()
    assert othello.board_of(start) == START
    assert othello.board_of(start, ".*O").count("*") == 2
    assert math.isqrt(len(othello.board_of(start))) == 8
