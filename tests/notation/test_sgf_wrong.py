"""Errors in an SGF file: the place, the reason, and the number of the game."""

import pytest

from plyground.records import notation
from plyground.records.record import Malformed
from tests.notation.sgf_files import EDAX, FF1, KGS, PISKVORK, SABAKI, SMARTGO, one


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "line 1", "There is no game here; one begins with '(;'."),
        ("(;SZ[9];B[ee]\n;W[ee])", "line 2, column 2", "There is already a piece on E5."),
        ("(;GM[1]SZ[19:13])", "line 1, column 8", "The board is 19:13; only square boards"),
        (
            "(;PB[a]\nSZ[99])",
            "line 2, column 1",
            "size can be a whole number from 2 to 25, not 99.",
        ),
        ("(;GM[1]\n  SZ[x])", "line 2, column 3", "A size is a number"),
        ("(;FF[4]GM[3])", "line 1, column 8", "GM[3] is another game"),
        ("(;SZ[9];B[zz])", "line 1, column 9", "The point zz is not on a board of 9 by 9."),
        ("(;SZ[9];B[e5])", "line 1, column 9", "A point is two letters, such as dd, not 'e5'."),
        ("(;SZ[9];B[aa]\n;W[bb", "line 2, column 3", "This value has no closing bracket."),
        ("(;SZ[9];B[aa];W)", "line 1, column 15", "A value in brackets must follow W."),
        ("\n(;SZ[9];B[aa]", "line 2, column 1", "The game that begins here has no end"),
        ("(;SZ[9]!;B[aa])", "line 1, column 8", "Expected '(', ')', ';' or a property"),
        ("(;SZ[9](B[aa]))", "line 1, column 9", "Expected a ';', not 'B'."),
        ("(;SZ[9]KM[much])", "line 1, column 8", "Komi is a number"),
        ("(;GM[4]SZ[15];B[])", "line 1, column 15", "You may not pass here."),
        ("(;SZ[3]AB[aa][ba][ca][ab][bb][cb][ac][bc][cc])", "line 1, column 8", "libert"),
        ("(;KM[9999]SZ[9])", "line 1, column 3", "komi can be"),
        ("(;SZ[9]AB[aa]AW[zz]PL[B])", "line 1, column 14", "The point zz is not on"),
        ("(;SZ[9];AB[aa]AW[zz]B[cc])", "line 1, column 15", "The point zz is not on"),
        ('(;SZ[9]PLYGROUND[{"seconds":"x"}])', "line 1, column 8", "'seconds' is a number"),
        ('(;SZ[9]PLYGROUND[{"result":3}]RE[B+R])', "line 1, column 8", "'result' is an object"),
        ("(;PLYGROUND[{])", "line 1, column 3", "PLYGROUND holds a JSON object, {...}."),
        ('(;SZ[9]PLYGROUND[{"options":3}])', "line 1, column 8", "are a JSON object"),
    ],
)
def test_mistakes_are_reported_with_their_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        one(text)
    assert wrong.value.place == place
    assert reason in wrong.value.reason


def test_wrong_node_properties_are_refused() -> None:
    with pytest.raises(Malformed, match=r"line 2, column 7: 'seconds' is a number, not 'x'\."):
        one('(;SZ[9]\n;B[aa]PLYGROUND[{"seconds":"x"}])')


GOOD = "(;GM[1]SZ[9];B[ee])"
PIECES = [
    ("(;GM[1]SZ[9];B[ee];W[ee])", "line 2, column 20: There is already a piece on E5."),
    ("(;GM[1]SZ[9];B[zz])", "line 2, column 14: The point zz is not on a board of 9 by 9."),
    ("(;GM[1]SZ[99])", "line 2, column 8: size can be a whole number from 2 to 25, not 99."),
]


@pytest.mark.parametrize(("bad", "message"), PIECES)
def test_a_bad_game_among_good_ones_is_named(bad: str, message: str) -> None:
    with pytest.raises(Malformed) as wrong:
        notation.read(f"{GOOD}\n{bad}\n{GOOD}", "sgf")
    assert str(wrong.value) == f"game 2 of 3, {message}"


def test_a_game_without_form_is_named_too() -> None:
    with pytest.raises(Malformed, match=r"^game 2, line 2, column 8: Expected"):
        notation.read(f"{GOOD}\n(;SZ[9]!)\n{GOOD}", "sgf")


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        *PIECES,
        ("(;GM[1]SZ[9]!;B[ee])", "line 2, column 13: Expected"),
        ("(;GM[1]SZ[9];B[ee", "line 2, column 15: This value has no closing bracket."),
        ("(;GM[1]SZ[9](;B[ee])", "line 2, column 1: The game that begins here has no end"),
        (
            "(;GM[1]SZ[9]\n(;B[ee])\n(;B[cc]",
            "line 2, column 1: The game that begins here has no end",
        ),
        ("(;GM[1]SZ[9]C[a]\n(;B[ee])(;B[aa!)", "line 3, column 12: This value has no closing"),
    ],
)
def test_bad_games_of_a_file_can_be_skipped(bad: str, message: str) -> None:
    other = "(;GM[1]SZ[9];B[cc](;W[dd])\n(;W[ee]))"
    records, wrongs = notation.read_good(f"{GOOD}\n{bad}\n{other}{GOOD}", "sgf")
    assert records == [one(GOOD), one(other), one(GOOD)]
    assert len(wrongs) == 1
    assert str(wrongs[0]).startswith(f"game 2 of 4, {message}")


def test_skipping_bad_games_keeps_valid_files_whole() -> None:
    text = f"{SABAKI}\n\nbetween\n{KGS}{PISKVORK}{FF1}{EDAX}{SMARTGO}"
    assert notation.read_good(text, "sgf") == (notation.read(text, "sgf"), [])


RECORD = '{"record":1,"game":"othello"}'


@pytest.mark.parametrize(
    ("name", "text", "moves", "message"),
    [
        (
            "ggf",
            "(;GM[Othello]TY[8]B[f5];)\n(;GM[Othello]TY[8]B[f5]W[a1];)\n(;GM[Othello]TY[8];)",
            [1, 0],
            "game 2 of 3, line 2, column 24: ",
        ),
        ("othello", "f5d6\n# none\n\nf5f5\nd3", [2, 1], "line 4: There is already"),
        ("moves", "othello | f5\nothello | a1\ngo | D4", [1, 1], "line 2: "),
        ("fairy", "startpos moves b2b3\nstartpos moves b2b2\n", [1], "line 2: "),
        (
            "kif",
            "Sente: a\n1 b2b3\nSente: b\n1 b2b9\n\nSente: c\n1 b2b3\n2 c4b3",
            [1, 2],
            "game 2 of 3, line 4: ",
        ),
        (
            "jsonl",
            f'{RECORD}\n{{"node":1,"move":"f5"}}\n{RECORD}\n{{"node":1,"move":"Z9"}}\n\n{RECORD}\n',
            [1, 0],
            "game 2 of 3, line 4: ",
        ),
    ],
)
def test_other_notations_skip_bad_games_too(
    name: str, text: str, moves: list[int], message: str
) -> None:
    records, wrongs = notation.read_good(text, name)
    assert [len(record.moves) for record in records] == moves
    assert len(wrongs) == 1
    assert str(wrongs[0]).startswith(message)
