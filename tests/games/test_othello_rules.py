"""Othello: flips, passes, counts, transcripts."""

import re
from pathlib import Path

import pytest

import plyground
from tests.conftest import scaled
from tests.games import code
from tests.games.random_positions import packed

FFO = Path(__file__).with_name("othello_ffo.txt")

# Only Black can move here, but it is White's turn.
WHITE_MUST_PASS = "xo2/4/4/4 w"


def start(**options: object) -> plyground.Position:
    return plyground.game("othello", **options).start()


def read(text: str) -> plyground.Position:
    """A position on a board as large as the text says."""
    return plyground.game("othello", size=text.count("/") + 1).position(text)


def outcome(position: plyground.Position) -> tuple[str | None, float | None, str, str]:
    result = position.result()
    assert result is not None
    return result.winner, result.margin, result.code, result.reason


@pytest.mark.parametrize(
    ("size", "text", "moves"),
    [
        (8, "8/8/8/3ox3/3xo3/8/8/8 b", "c4 d3 e6 f5"),
        (6, "6/6/2ox2/2xo2/6/6 b", "b3 c2 d5 e4"),
        (4, "4/1ox1/1xo1/4 b", "a2 b1 c4 d3"),
    ],
)
def test_start_position_is_correct(size: int, text: str, moves: str) -> None:
    position = start(size=size)
    assert position.to_text() == text
    assert sorted(position.moves()) == moves.split()


def test_a1_is_top_left() -> None:
    assert read("1ox1/4/4/4 b").play("a1").to_text() == "xxx1/4/4/4 w"


def test_flips_in_all_eight_directions_at_once() -> None:
    after = read("x1x1x1/1ooo2/xo1ox1/1ooo2/x1x1x1/6 b").play("c3")
    assert after.to_text() == "x1x1x1/1xxx2/xxxxx1/1xxx2/x1x1x1/6 w"


def test_long_lines_flip_to_the_next_own_disc_only() -> None:
    after = read("1ooooxox/8/8/8/8/8/8/8 b").play("a1")
    assert after.to_text() == "xxxxxxox/8/8/8/8/8/8/8 w"


@pytest.mark.parametrize("row", ["1oo1x3", "1ooooooo", "2x5", "1o2x3"])
def test_a_gap_the_edge_or_nothing_between_flips_nothing(row: str) -> None:
    position = read(f"8/8/8/{row}/8/3ox3/8/8 b")
    assert code(position, "a4") == "no_flip"


def test_lines_do_not_wrap_around_the_edge() -> None:
    """After h1 comes a2 in memory, but not on the board."""
    assert code(read("7o/x7/8/8/8/3ox3/8/8 b"), "g1") == "no_flip"


# Passing


def test_a_side_without_moves_must_pass() -> None:
    position = read(WHITE_MUST_PASS)
    assert position.moves() == ["pass"]
    assert code(position, "c1") == "must_pass"
    assert code(position, "a1") == "occupied"
    assert position.play("pass").to_text() == "xo2/4/4/4 b"


def test_a_side_with_moves_must_not_pass() -> None:
    assert code(start(), "pass") == "must_not_pass"
    assert code(start().play("f5"), "pass") == "must_not_pass"


def test_play_all_fills_in_the_passes() -> None:
    after = read(WHITE_MUST_PASS).play_all("c1")
    assert after.played == ("pass", "c1")


def test_transcripts_without_passes_can_be_read() -> None:
    games_with_passes = 0
    for seed in range(scaled(200)):
        end = plyground.random_game(start(), seed)
        moves = [move for move in end.played if move != "pass"]
        games_with_passes += len(moves) < end.ply
        assert start().play_all("".join(moves)).played == end.played
        assert start().play_all("".join(moves).upper()).played == end.played
        assert start().play_all(" ".join(moves)).played == end.played
        assert start().play_all(moves).played == end.played
    assert games_with_passes > 0


def test_a_bad_move_in_a_transcript_is_named() -> None:
    with pytest.raises(plyground.IllegalMove, match="A disc on a1 flips nothing"):
        start().play_all("f5d6a1")


# The end


@pytest.mark.parametrize("moves", ["e6f4e3f6g5d6e7f5c5", "f5d6c5f4e7f6g5e6e3"])
def test_the_shortest_games(moves: str) -> None:
    """After nine plies White has no disc, and the empty squares go to Black."""
    end = start().play_all(moves)
    assert end.ply == 9
    assert outcome(end) == ("black", 64, "no_moves", "no legal move is left: black by 64")
    score = end.score()
    assert score is not None
    assert (score.black, score.white, score.unit) == (13, 0, "discs")
    assert code(end, "a1") == "game_over"
    assert code(end, "pass") == "game_over"


def test_a_full_board() -> None:
    assert outcome(read("xxxx/xxxo/oooo/oooo b")) == (
        "white",
        2,
        "full_board",
        "the board is full: white by 2",
    )
    assert outcome(read("xxxx/xxxx/oooo/oooo b")) == (None, 0, "full_board", "the board is full")


def test_empty_squares_do_not_count_in_a_draw() -> None:
    assert outcome(read("x3/4/4/3o b")) == (None, 0, "no_moves", "no legal move is left")


def test_empties_count_for_the_winner() -> None:
    assert outcome(read("xx2/4/4/3o b"))[:2] == ("black", 14)
    assert outcome(read("xx2/4/4/1ooo b"))[:2] == ("white", 12)


def value(position: plyground.Position, known: dict[str, float]) -> float:
    """The score of perfect play for the side to move, by plain minimax."""
    text = position.to_text()
    if text not in known:
        result = position.result()
        if result is None:
            known[text] = max(-value(position.play(move), known) for move in position.moves())
        else:
            margin = result.margin or 0.0
            known[text] = margin if result.winner == position.turn else -margin
    return known[text]


def test_the_smallest_board_is_lost_by_ten() -> None:
    known: dict[str, float] = {}
    assert value(start(size=4), known) == -10
    best = start(size=4)
    while best.result() is None:
        replies = [best.play(move) for move in best.moves()]
        best = min(replies, key=lambda reply: known[reply.to_text()])
    score = best.score()
    assert score is not None
    assert (score.black, score.white) == (3, 11)


# The endgame suite


def ffo() -> list[list[str]]:
    lines = FFO.read_text(encoding="utf-8").splitlines()
    return [line.split("|") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("fields", ffo(), ids=lambda fields: fields[0])
def test_the_endgame_suite(fields: list[str]) -> None:
    """Text, turn, empty squares and legal moves of each position are those of the suite."""
    _, squares, side, empties, score, best, _, scored = fields
    marks = squares.lower()
    rows = "/".join(marks[at : at + 8] for at in range(0, 64, 8))
    text = f"{packed(rows)} {'b' if side == 'X' else 'w'}"
    position = plyground.game("othello").position(text)
    assert position.to_text() == text
    assert 64 - len(position.view()["pieces"]) == int(empties)
    scores = dict(re.findall(r"([a-h][1-8])([+-]\d+)", scored))
    assert sorted(position.moves()) == sorted(scores)
    assert {move for move, found in scores.items() if int(found) == int(score)} == set(
        best.split(",")
    )


def test_the_suite_is_complete() -> None:
    assert [fields[0] for fields in ffo()] == [str(number) for number in range(40, 60)]
