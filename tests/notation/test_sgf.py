"""SGF from other programs: files, trees, moves and set-ups."""

import pytest

import plyground
from plyground.records import notation
from plyground.records.notation import sgf
from plyground.records.record import Record
from tests.notation.sgf_files import EDAX, FF1, KGS, PISKVORK, SABAKI, SMARTGO, one, survives


@pytest.mark.parametrize("text", [KGS, SABAKI, SMARTGO, FF1, EDAX, PISKVORK])
def test_files_of_other_programs_survive(text: str) -> None:
    survives(one(text))
    survives(one(text.replace("\n", "\r\n").encode()))
    assert one(text.replace("\n", "\r\n").encode()) == one(text)


def test_a_handicap_game_with_comments() -> None:
    record = one(KGS)
    assert record.game == plyground.game("go", komi=0.5, rules="japanese", handicap=4)
    assert record.start is None
    assert record.players == {"black": "pupil", "white": "teacher"}
    assert record.info["time"] == "1800"
    assert record.info["overtime"] == "5x30 byo-yomi"
    assert record.root.comment == "teacher [5d]: hi\npupil [8k]: have fun!\n"
    assert record.moves == ("R6", "O3", "S4", "R3")
    first = record.main_line()[0]
    assert (first.clock, first.extra) == (1796.2, {})
    assert record.main_line()[1].comment == "teacher [5d]: the usual answer is\nq:p or so\n"
    variation = record.main_line()[1].children[1]
    assert variation.move == "F3"
    assert variation.extra == {"TR": ["pp"], "LB": ["qn:A", "rp:B"], "N": ["another way"]}
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("white", "resign")


def test_properties_that_are_not_ours_stay_in_their_places() -> None:
    text = notation.write([one(SABAKI)], "sgf")
    assert ";B[ee]SBKV[52.31];W[ce]SBKV[50.02]" in text
    assert ";CR[ee]MA[ce]" in text
    assert "HO[1]" in text.partition(";B[ee]")[0]


def test_a_node_of_remarks_alone_keeps_the_history() -> None:
    record = one("(;SZ[5];B[bb];W[cb];B[ca];W[dc];C[look];B[cc])")
    assert [node.move for node in record.main_line()][4] is None
    assert record.position.ply == 5


def test_setup_at_the_root_is_read() -> None:
    record = one(SMARTGO)
    rows = record.root.position.to_text().split(" ")[0].split("/")
    assert (rows[3], rows[9], rows[10]) == ("3xxx7", "3o6x2", "3o9")
    assert record.root.position.turn == "white"
    assert record.game == plyground.game("go", size=13, komi=6.5, rules="aga")
    assert record.info["name"] == "Lesson 3"
    assert record.main_line()[1].comment == "Too slow: see below"


def test_setup_in_mid_game_begins_a_new_history() -> None:
    record = one("(;SZ[5];B[cc];W[bb];AE[bb]AB[dd:ee]AW[aa][ba]C[now];W[ce])")
    node = record.main_line()[2]
    assert node.setup == "oo3/5/2x2/3xx/3xx w"
    assert node.comment == "now"
    assert record.position.played == ("C1",)
    survives(record)


def test_ff1_files_are_read() -> None:
    record = one(FF1)
    assert record.players["black"] == "Honinbo   Dosaku"
    assert record.moves == ("Q16", "D4", "Q3", "pass", "D16")
    assert record.root.comment == "an old\n file"
    assert record.main_line()[-1].extra == {"BTL": [" 12.5 "]}


def test_othello_is_read() -> None:
    record = one(EDAX)
    assert record.game == plyground.game("othello")
    assert (record.start, record.moves) == (None, ("f5", "d6", "c3", "d3", "c4"))
    assert record.result is not None
    assert record.result.code == "unfinished"


def test_gomoku_is_read() -> None:
    record = one(PISKVORK)
    assert record.game == plyground.game("gomoku", rule="exact")
    assert record.moves[:2] == ("h8", "i9")
    assert record.result is not None
    assert record.result.code == "line"
    assert record.info["rules"] == "exactly five"
    renju = notation.read(PISKVORK, "sgf", game=plyground.game("gomoku", rule="renju"))[0]
    assert renju.game.values["rule"] == "renju"


def test_a_given_game_decides() -> None:
    text = "(;GM[1]SZ[9];B[ee];W[dd])"
    (record,) = notation.read(text, game=plyground.game("robogo", line=4))
    assert record.game == plyground.game("robogo", line=4)
    (record,) = notation.read(text, game=plyground.game("go", komi=5.5))
    assert record.game == plyground.game("go", size=9, komi=5.5)


def test_robogo_names_its_game() -> None:
    record = Record(plyground.game("robogo", size=7))
    record.play("D4")
    text = notation.write([record], "sgf")
    assert "GM[1]" in text
    assert '"game":"robogo"' in text
    assert one(text) == record


def test_collections_are_read() -> None:
    records = notation.read(f"{SABAKI}\n\nbetween\n{KGS}{PISKVORK}", name="many.sgf")
    assert [record.game.name for record in records] == ["go", "go", "gomoku"]
    assert notation.read(notation.write(records, "sgf")) == records


def test_escapes_and_soft_line_breaks() -> None:
    record = one("(;SZ[9]C[a\\]b\\\\c\\:d \\\ne\nf];B[aa])")
    assert record.root.comment == "a]b\\c:d e\nf"
    survives(record)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;SZ[19];B[tt];W[];B[aa])", ("pass", "pass", "A19")),
        ("(;SZ[21];B[tt];W[])", ("U2", "pass")),
        ("(;SZ[9]B[aa];W[bb])", ("A9", "B8")),  # a move in the root
        ("(;SZ[9:9];B[aa]W[bb];B[cc])", ("A9", "B8", "C7")),  # two in one node
        ("(;SZ[9];W[aa];B[bb])", ("A9", "B8")),  # white begins
        # one side several times in a row
        ("(;SZ[9];B[aa];B[bb];B[cc];W[dd])", ("A9", "B8", "C7", "D6")),
        ("(;SZ[9];B[];W[];B[cc])", ("pass", "pass", "C7")),  # played on after two passes
        ("(;SZ[9]AB[aa];AW[bb]B[cc])", ("C7",)),  # a set-up and a move in one node
    ],
)
def test_moves_are_read(text: str, moves: tuple[str, ...]) -> None:
    record = one(text)
    assert record.moves == moves
    survives(record)


def test_two_moves_in_a_row_are_written_as_they_were() -> None:
    assert notation.write([one("(;SZ[9];B[aa];B[bb])")], "sgf").endswith(";B[aa];B[bb])\n")


def test_positions_of_ours_must_fit_the_board_shown() -> None:
    """The stones were edited; our private data about the old board is ignored."""
    record = one('(;SZ[3]AB[aa];PLYGROUND[{"setup":"3/3/2o b"}]AB[cc])')
    assert record.main_line()[0].setup == "x2/3/2x b"


def test_analysis_values_are_read() -> None:
    record = one("(;SZ[9];B[ee]V[1.5])")
    assert record.main_line()[0].extra == {"V": ["1.5"]}
    survives(record)


def test_ten_moves_a_line() -> None:
    text = sgf.write(
        [
            one(
                "(;SZ[19];"
                + ";".join("BW"[i % 2] + f"[a{c}]" for i, c in enumerate("abcdefghijklmnopqrs"))
                + ")"
            )
        ]
    )
    assert [line.count(";") for line in text.splitlines()] == [1, 10, 9]
