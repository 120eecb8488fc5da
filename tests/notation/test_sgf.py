"""SGF as other programs write it: what is understood, and what is refused where."""

import pytest

import plyground
from plyground import notation
from plyground.notation import sgf
from plyground.record import Malformed, Record

KGS = r"""(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Japanese]SZ[19]HA[4]KM[0.50]TM[1800]OT[5x30 byo-yomi]
PW[teacher]PB[pupil]WR[5d]BR[8k]DT[2019-03-02]PC[The KGS Go Server at http://www.gokgs.com/]
AB[dd][pd][dp][pp]C[teacher [5d\]: hi
pupil [8k\]: have fun!
]RE[W+Resign]
;W[qn]WL[1796.2]
;B[nq]BL[1781.002]C[teacher [5d\]: the usual answer is
q\:p or so
]
(;W[rp]WL[1790.5];B[qq]BL[1770])
(;W[fq]WL[1788]TR[pp]LB[qn:A][rp:B]N[another way];B[qq]))
"""

SABAKI = """(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[7.5]SZ[9]DT[2024-05-06]HO[1]
;B[ee]SBKV[52.31];W[ce]SBKV[50.02](;B[gc];W[gg])(;B[cc];CR[ee]MA[ce];W[gg]))"""

SMARTGO = """(;GM[1]FF[4]CA[UTF-8]AP[SmartGo_Mac:3.1]SZ[13]
GN[Lesson 3]
PB[Black player]BR[3k]PW[White player]WR[1k]
KM[6.5]RU[AGA]RE[B+3.5]
AB[dd:fd][kj]AW[dj:dk]PL[W]
C[Find the move.
]
;W[gg]
;B[hh]C[Too slow\\: see below]
(
  ;W[ii]
)
(
  ;W[jj];B[];W[]
)
)
"""

FF1 = """Comment of the mail in which this game came (not part of it)

(
;
GaMe [1]
VieW [1]
SiZe[19] FileFormat[1]
  PlayerBlack[ Honinbo   Dosaku ]
PlayerWhite
[Yasui Shunchi]   Comment [an old
 file]
;  Black  [ pd ]
;White[dp] ; Black[pq]
;White[tt];Black[dd] BlackTimeLeft[ 12.5 ]
)
"""

EDAX = """(;FF[4]GM[2]AP[edax:4.4]
PC[Edax]DT[2020-1-1]
PB[edax]PW[human]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[Void]
B[f5];W[d6];
B[c3];W[d3];
B[c4];)
"""

PISKVORK = """(;FF[4]GM[4]SZ[15]PB[engine a]PW[engine b]RU[exactly five]RE[B+];B[hh];W[ig];B[hg]
;W[if];B[hf];W[ie];B[he];W[id];B[hd])"""


def one(text: str | bytes) -> Record:
    (record,) = notation.read(text, "sgf")
    return record


def survives(record: Record) -> None:
    """Written and read again it is the same, and written once more the same text."""
    text = notation.write([record], "sgf")
    assert one(text) == record
    assert notation.write([one(text)], "sgf") == text


@pytest.mark.parametrize("text", [KGS, SABAKI, SMARTGO, FF1, EDAX, PISKVORK])
def test_files_of_other_programs_survive(text: str) -> None:
    survives(one(text))
    survives(one(text.replace("\n", "\r\n").encode()))
    assert one(text.replace("\n", "\r\n").encode()) == one(text)


def test_a_handicap_game_with_comments() -> None:
    record = one(KGS)
    assert record.game == plyground.game(
        "go", komi=0.5, scoring="territory", ko="simple", handicap=4
    )
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


def test_setup_at_the_root() -> None:
    record = one(SMARTGO)
    rows = record.root.position.to_text().split(" ")[0].split("/")
    assert (rows[3], rows[9], rows[10]) == ("3xxx7", "3o6x2", "3o9")
    assert record.root.position.turn == "white"
    assert record.game == plyground.game("go", size=13, ko="situational")
    assert record.info["name"] == "Lesson 3"
    assert record.main_line()[1].comment == "Too slow: see below"


def test_setup_in_mid_game_begins_a_new_history() -> None:
    record = one("(;SZ[5];B[cc];W[bb];AE[bb]AB[dd:ee]AW[aa][ba]C[now];W[ce])")
    node = record.main_line()[2]
    assert node.setup == "oo3/5/2x2/3xx/3xx w"
    assert node.comment == "now"
    assert record.position.played == ("C1",)
    survives(record)


def test_old_files() -> None:
    record = one(FF1)
    assert record.players["black"] == "Honinbo   Dosaku"
    assert record.moves == ("Q16", "D4", "Q3", "pass", "D16")
    assert record.root.comment == "an old\n file"
    assert record.main_line()[-1].extra == {"BTL": [" 12.5 "]}


def test_othello() -> None:
    record = one(EDAX)
    assert record.game == plyground.game("othello")
    assert (record.start, record.moves) == (None, ("f5", "d6", "c3", "d3", "c4"))
    assert record.result is not None
    assert record.result.code == "unfinished"


def test_gomoku() -> None:
    record = one(PISKVORK)
    assert record.game == plyground.game("gomoku", rule="exact")
    assert record.moves[:2] == ("h8", "i9")
    assert record.result is not None
    assert record.result.code == "line"
    assert record.info["rules"] == "exactly five"
    renju = notation.read(PISKVORK, "sgf", game=plyground.game("gomoku", rule="renju"))[0]
    assert renju.game.values["rule"] == "renju"


@pytest.mark.parametrize(
    ("rules", "rule"),
    [("Renju (RIF)", "renju"), ("Standard Gomoku", "exact"), ("freestyle", "freestyle"), ("", "")],
)
def test_rules_of_gomoku(rules: str, rule: str) -> None:
    record = one(f"(;GM[4]SZ[15]RU[{rules}];B[hh])")
    assert record.game.values["rule"] == (rule or "freestyle")
    survives(record)
    assert "PLYGROUND" not in notation.write([record], "sgf")


def test_a_given_game_decides() -> None:
    text = "(;GM[1]SZ[9];B[ee];W[dd])"
    (record,) = notation.read(text, game=plyground.game("robogo", line=4))
    assert record.game == plyground.game("robogo", line=4)
    (record,) = notation.read(text, game=plyground.game("go", komi=5.5))
    assert record.game == plyground.game("go", size=9, komi=5.5)


def test_robogo_says_so() -> None:
    record = Record(plyground.game("robogo", size=7))
    record.play("D4")
    text = notation.write([record], "sgf")
    assert "GM[1]" in text
    assert '"game":"robogo"' in text
    assert one(text) == record


def test_collections() -> None:
    records = notation.read(f"{SABAKI}\n\nbetween\n{KGS}{PISKVORK}", name="many.sgf")
    assert [record.game.name for record in records] == ["go", "go", "gomoku"]
    assert notation.read(notation.write(records, "sgf")) == records


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("Shift_JIS", "cp932"),
        ("GB2312", "gb2312"),
        ("GBK", "gbk"),
        ("EUC-JP", "euc_jp"),
        ("UTF-8", "utf-8"),
        ("utf8", "utf-8-sig"),
        ("UTF-16", "utf-16"),
        ("Big5", "big5"),
    ],
)
def test_encodings(name: str, codec: str) -> None:
    text = f"(;GM[1]SZ[9]CA[{name}]PB[本因坊]PW[能表];B[aa]C[好])"  # 表 ends in a backslash's byte
    record = one(text.encode(codec))
    assert record.players == {"black": "本因坊", "white": "能表"}
    assert record.main_line()[0].comment == "好"
    survives(record)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("(;CA[EUC-KR]PB[이창호];B[aa])".encode("euc_kr"), "이창호"),
        ("(;CA[ISO-8859-1]PB[Jürgen];B[aa])".encode("latin1"), "Jürgen"),
        ("(;PB[Jürgen];B[aa])".encode("latin1"), "Jürgen"),
        ("(;PB[Jürgen];B[aa])".encode(), "Jürgen"),
        ("(;CA[no-such]PB[Jürgen];B[aa])".encode(), "Jürgen"),
        ("(;CA[EUC-KR]PB[Jürgen €];B[aa])".encode(), "Jürgen €"),  # it does not fit its word
        (b"(;CA[UTF-8]PB[\xff\xfe];B[aa])", "\ufffd\ufffd"),
    ],
)
def test_other_encodings(data: bytes, name: str) -> None:
    assert one(data).players["black"] == name


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
        ("(;SZ[9];B[aa];B[bb];B[cc];W[dd])", ("A9", "B8", "C7", "D6")),  # one side several times
        ("(;SZ[9];B[];W[];B[cc])", ("pass", "pass", "C7")),  # played on after two passes
        ("(;SZ[9]AB[aa];AW[bb]B[cc])", ("C7",)),  # a set-up and a move in one node
    ],
)
def test_moves(text: str, moves: tuple[str, ...]) -> None:
    record = one(text)
    assert record.moves == moves
    survives(record)


def test_two_moves_in_a_row_are_written_as_they_were() -> None:
    assert notation.write([one("(;SZ[9];B[aa];B[bb])")], "sgf").endswith(";B[aa];B[bb])\n")


@pytest.mark.parametrize(
    ("properties", "komi"),
    [
        ("", 0),
        ("KM[6.5]", 6.5),
        ("KM[ 7,5 ]", 7.5),
        ("KM[-3]", -3),
        ("KM[3.75]", 7.5),
        ("KM[375]", 7.5),
        ("KM[650]", 6.5),
        ("KM[]", 0),
    ],
)
def test_komi(properties: str, komi: float) -> None:
    assert one(f"(;SZ[9]{properties};B[aa])").game.values["komi"] == komi


@pytest.mark.parametrize(
    ("rules", "scoring", "ko", "suicide"),
    [
        ("Chinese", "area", "positional", "no"),
        ("japanese", "territory", "simple", "no"),
        ("Korean", "territory", "simple", "no"),
        ("NZ", "area", "situational", "yes"),
        ("New Zealand", "area", "situational", "yes"),
        ("AGA", "area", "situational", "no"),
        ("tromp-taylor", "area", "positional", "yes"),
        ("house rules", "area", "positional", "no"),
    ],
)
def test_rules(rules: str, scoring: str, ko: str, suicide: str) -> None:
    record = one(f"(;RU[{rules}];B[aa])")
    values = record.game.values
    assert (values["scoring"], values["ko"], values["suicide"]) == (scoring, ko, suicide)
    survives(record)


@pytest.mark.parametrize(
    ("text", "winner", "margin", "code"),
    [
        ("B+R", "black", None, "resign"),
        ("W+Resign", "white", None, "resign"),
        ("W+T", "white", None, "time"),
        ("B+F", "black", None, "stated"),
        ("B+3.5", "black", 3.5, "stated"),
        ("B+", "black", None, "stated"),
        ("0", None, None, "stated"),
        ("Draw", None, None, "stated"),
        ("Void", None, None, "unfinished"),
    ],
)
def test_results(text: str, winner: str | None, margin: float | None, code: str) -> None:
    result = one(f"(;SZ[9]RE[{text}];B[aa])").result
    assert result is not None
    assert (result.winner, result.margin, result.code) == (winner, margin, code)


def test_a_result_that_the_rules_confirm_is_theirs() -> None:
    record = one("(;SZ[9]KM[6.5]RE[W+6.5];B[];W[])")
    assert record.result == record.position.result()
    assert notation.read(notation.write([record], "jsonl")) == [record]


def test_a_result_that_nobody_understands_is_kept() -> None:
    record = one("(;SZ[9]RE[black by a hair];B[aa])")
    assert record.result is None
    assert record.info["result"] == "black by a hair"
    survives(record)


def test_dead_stones_survive() -> None:
    record = one("(;SZ[5]KM[0];B[cc];W[aa];B[];W[])")
    record.finish(record.position.mark_dead(["A5"]).result(), ["A5"])
    assert record.result is not None
    assert record.result.margin == 25
    survives(record)


def test_free_handicap_stays_a_set_up() -> None:
    record = one("(;SZ[9]HA[2]AB[aa][bb];W[cc])")
    assert record.game.values["handicap"] == 0
    assert record.root.position.turn == "white"
    assert record.root.extra == {"HA": ["2"]}
    survives(record)


def test_handicap_without_stones_means_the_fixed_ones() -> None:
    assert one("(;SZ[9]HA[2];W[ee])").game.values["handicap"] == 2
    assert one("(;SZ[9]HA[2];B[ee];B[cc];W[dd])").game.values["handicap"] == 0


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "line 1", "There is no game here; one begins with '(;'."),
        ("(;SZ[9];B[ee]\n;W[ee])", "line 2, column 2", "There is already a piece on E5."),
        ("(;SZ[19:13])", "line 1, column 2", "The board is 19:13; only square boards"),
        ("(;SZ[99])", "line 1, column 2", "size can be a whole number from 2 to 25, not 99."),
        ("(;SZ[x])", "line 1, column 2", "A size is a number"),
        ("(;GM[3])", "line 1, column 2", "GM[3] is another game"),
        ("(;SZ[9];B[zz])", "line 1, column 9", "The point zz is not on a board of 9 by 9."),
        ("(;SZ[9];B[e5])", "line 1, column 9", "A point is two letters, such as dd, not 'e5'."),
        ("(;SZ[9];B[aa]\n;W[bb", "line 2, column 3", "This value has no closing bracket."),
        ("(;SZ[9];B[aa];W)", "line 1, column 15", "After W comes a value in brackets."),
        ("\n(;SZ[9];B[aa]", "line 2, column 1", "The game that begins here has no end"),
        ("(;SZ[9]!;B[aa])", "line 1, column 8", "Here may stand '(', ')', ';' or a property"),
        ("(;SZ[9](B[aa]))", "line 1, column 9", "Here may stand a ';', not 'B'."),
        ("(;KM[much])", "line 1, column 2", "Komi is a number"),
        ("(;GM[4]SZ[15];B[])", "line 1, column 15", "You may not pass here."),
        ("(;SZ[3]AB[aa][ba][ca][ab][bb][cb][ac][bc][cc])", "line 1, column 2", "libert"),
        ("(;PLYGROUND[{])", "line 1, column 2", "PLYGROUND holds a JSON object, {...}."),
        ('(;PLYGROUND[{"options":3}])', "line 1, column 2", "are a JSON object"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        one(text)
    assert wrong.value.place == place
    assert reason in wrong.value.reason


def test_what_a_node_says_wrongly_of_itself_is_refused() -> None:
    with pytest.raises(Malformed, match=r"line 2, column 2: 'seconds' is a number, not 'x'\."):
        one('(;SZ[9]\n;B[aa]PLYGROUND[{"seconds":"x"}])')


def test_positions_of_ours_must_fit_the_board_shown() -> None:
    """Someone has edited the stones; our private word of the old board is passed over."""
    record = one('(;SZ[3]AB[aa];PLYGROUND[{"setup":"3/3/2o b"}]AB[cc])')
    assert record.main_line()[0].setup == "x2/3/2x b"


def test_analysis_values() -> None:
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
