"""Openings: new, undecided, repeatable, and from files."""

from pathlib import Path

import pytest

import plyground
from plyground.matches.openings import Opening, Openings, is_decided, read_openings
from plyground.records.journal import append, lines_of
from plyground.records.record import Record

GOMOKU = plyground.game("gomoku", size=7, line=4)
OTHELLO = plyground.game("othello")


def test_random_openings_are_new_and_long_enough_and_the_same_again() -> None:
    openings = Openings(OTHELLO, "random:6", seed=3)
    found = [openings[pair] for pair in range(10)]
    texts = {opening.play(OTHELLO).to_text() for opening in found}
    assert len(texts) == 10
    assert {len(opening.moves) for opening in found} == {6}
    again, other = Openings(OTHELLO, "random:6", seed=3), Openings(OTHELLO, "random:6", seed=4)
    assert [again[pair] for pair in range(10)] == found
    assert [other[pair] for pair in range(10)] != found


def test_random_openings_are_undecided() -> None:
    openings = Openings(GOMOKU, "random:3", seed=1)
    positions = [openings[pair].play(GOMOKU) for pair in range(3)]
    assert not any(map(is_decided, positions))
    some = [GOMOKU.start().play_all(moves) for moves in ("d4 a1 d5", "d4 a7 e4", "d4 g1 e5")]
    assert any(map(is_decided, some)), "or there was nothing to leave out"


def test_decided_openings_are_used_if_there_are_no_others() -> None:
    game = plyground.game("othello", size=4)
    openings = Openings(game, "random:4", seed=1)
    found = {openings[pair].play(game).to_text() for pair in range(8)}
    assert len(found) == 8


def test_a_game_with_few_openings_repeats_them_when_all_had_their_turn() -> None:
    dobutsu = plyground.game("dobutsu")
    openings = Openings(dobutsu, "random:1", seed=1)
    moves = [openings[pair].moves[0] for pair in range(12)]
    assert set(moves[:4]) == set(dobutsu.start().moves())
    assert moves == moves[:4] * 3, "in turn: one that came again and again would be the whole study"


def test_known_openings_stay_and_are_not_drawn_again() -> None:
    dobutsu = plyground.game("dobutsu")
    kept = {0: Opening(("c1c2",)), 2: Opening(("b2b3",))}
    openings = Openings(dobutsu, "random:1", seed=1, known=kept)
    moves = [openings[pair].moves[0] for pair in range(4)]
    assert (moves[0], moves[2]) == ("c1c2", "b2b3")
    assert len(set(moves)) == 4


def test_openings_can_be_switched_off() -> None:
    assert Openings(OTHELLO, "none")[7] == Openings(OTHELLO, "random:0")[7] == Opening()


@pytest.mark.parametrize("text", ["random", "random:", "random:x", "random:-1", "random:1001"])
def test_wrong_random_openings_are_reported(text: str) -> None:
    with pytest.raises(ValueError, match="such as random:4"):
        Openings(OTHELLO, text)


def test_openings_longer_than_the_game_are_reported() -> None:
    openings = Openings(plyground.game("othello", size=4), "random:50")
    with pytest.raises(ValueError, match="use fewer"):
        openings[0]


def test_a_file_has_moves_or_positions_a_line(tmp_path: Path) -> None:
    file = tmp_path / "book.txt"
    file.write_text(
        "# two ways to begin, one of them twice\n\nf5 d6 c3\nf5d6c3 # again\n"
        "8/8/8/3ox3/3xo3/8/8/8 w\n"
    )
    assert read_openings(OTHELLO, str(file)) == [
        Opening(("f5", "d6", "c3")),
        Opening((), "8/8/8/3ox3/3xo3/8/8/8 w"),
    ]
    openings = Openings(OTHELLO, str(file))
    assert openings[0] == openings[2] == Opening(("f5", "d6", "c3"))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("f5\na1 b2\n", "book.txt, line 2: Neither moves (A disc on a1 flips nothing"),
        ("", "has no opening"),
        ("xxxxxxxx/8/8/8/8/8/8/8 b", "has no opening"),
    ],
)
def test_a_wrong_line_is_reported(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "book.txt"
    file.write_text(content)
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is compared below
        read_openings(OTHELLO, str(file))
    assert words in str(error.value)


def test_missing_files_and_binary_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no file 'nowhere'"):
        Openings(OTHELLO, "nowhere")
    file = tmp_path / "book.txt"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="UTF-8"):
        Openings(OTHELLO, str(file))


def records(path: Path, *games: str) -> str:
    for moves in games:
        record = Record(OTHELLO)
        for move in moves.split():
            record.play(move)
        append(path, lines_of(record))
    return str(path)


def test_recorded_games_give_openings(tmp_path: Path) -> None:
    file = records(tmp_path / "games.jsonl", "f5 d6 c3 d3", "f5 d6 c3 g5", "f5 f6", "d3")
    assert [opening.moves for opening in read_openings(OTHELLO, f"{file}:3")] == [
        ("f5", "d6", "c3"),
        ("f5", "f6"),
        ("d3",),
    ]
    assert len(read_openings(OTHELLO, file)) == 4


def test_sgf_files_give_openings(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gc];W[gg])")
    go = plyground.game("go", size=9)
    assert [opening.moves for opening in read_openings(go, f"{file}:2")] == [("E5", "C7")]


def test_records_of_another_game_are_refused(tmp_path: Path) -> None:
    file = records(tmp_path / "games.jsonl", "f5 d6")
    with pytest.raises(ValueError, match=r"^games\.jsonl, game 1: This opening is for game\("):
        read_openings(plyground.game("othello", size=6), file)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "b.sgf",
            "(;SZ[9];B[ee])\n(;SZ[9];B[ee];W[ee])",
            "game 2 of 2, line 2, column 15: ",
        ),
        ("b.sgf", "(;SZ[9];B[ee]", "line 1, column 1: The game that begins here has no end"),
        ("b.sgf", "nothing", "line 1: There is no game here"),
        ("b.jsonl", "x\n", "line 1: This is not a line of JSON."),
        ("b.moves", "go size=9 | E5 E5", "line 1: "),
    ],
)
def test_mistakes_in_records_are_reported_with_the_file(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    file = tmp_path / name
    file.write_text(content)
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 - the message is compared below
        Openings(plyground.game("go", size=9), str(file))
    assert str(wrong.value).startswith(f"{name}, {message}")


def test_moves_forbidden_by_the_options_are_reported_with_the_file(tmp_path: Path) -> None:
    record = Record(plyground.game("robogo", size=5))
    record.play("pass")
    append(tmp_path / "b.jsonl", lines_of(record))
    with pytest.raises(ValueError, match=r"^b\.jsonl, "):
        read_openings(plyground.game("robogo", size=5, pass_="no"), str(tmp_path / "b.jsonl"))
