"""The root of an SGF game: encodings, rules, komi, handicap and results."""

import pytest

import plyground
from plyground.records import notation
from plyground.records.record import Record, outside_result
from tests.notation.sgf_files import one, survives


@pytest.mark.parametrize(
    ("rules", "rule"),
    [("Renju (RIF)", "renju"), ("Standard Gomoku", "exact"), ("freestyle", "freestyle"), ("", "")],
)
def test_rules_of_gomoku_are_read(rules: str, rule: str) -> None:
    record = one(f"(;GM[4]SZ[15]RU[{rules}];B[hh])")
    assert record.game.values["rule"] == (rule or "freestyle")
    survives(record)
    assert "PLYGROUND" not in notation.write([record], "sgf")


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
def test_encodings_are_read(name: str, codec: str) -> None:
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
        # it does not match its declaration
        ("(;CA[EUC-KR]PB[Jürgen €];B[aa])".encode(), "Jürgen €"),
        (b"(;CA[UTF-8]PB[\xff\xfe];B[aa])", "\ufffd\ufffd"),
    ],
)
def test_other_encodings_are_read(data: bytes, name: str) -> None:
    assert one(data).players["black"] == name


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
def test_komi_is_read(properties: str, komi: float) -> None:
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
def test_rules_are_read(rules: str, scoring: str, ko: str, suicide: str) -> None:
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
def test_results_are_read(text: str, winner: str | None, margin: float | None, code: str) -> None:
    result = one(f"(;SZ[9]RE[{text}];B[aa])").result
    assert result is not None
    assert (result.winner, result.margin, result.code) == (winner, margin, code)


def test_a_result_that_the_rules_confirm_is_theirs() -> None:
    record = one("(;SZ[9]KM[6.5]RE[W+6.5];B[];W[])")
    assert record.result == record.position.result()
    assert notation.read(notation.write([record], "jsonl")) == [record]


def test_an_unknown_result_is_kept() -> None:
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
    assert record.root.extra == {"HA": ["2"], "absent": ["KM", "RU"]}
    survives(record)


def test_handicap_without_stones_means_the_fixed_ones() -> None:
    assert one("(;SZ[9]HA[2];W[ee])").game.values["handicap"] == 2
    assert one("(;SZ[9]HA[2];B[ee];B[cc];W[dd])").game.values["handicap"] == 0


@pytest.mark.parametrize(
    ("head", "absent"),
    [
        ("SZ[9]KM[5.5]RU[Japanese]", []),
        ("SZ[9]KM[5.5]", ["RU"]),
        ("SZ[9]RU[Japanese]", ["KM"]),
        ("SZ[9]RU[house rules]", ["KM"]),
        ("KM[0]RU[Chinese]", ["SZ"]),
        ("", ["SZ", "KM", "RU"]),
        ("GM[4]", ["SZ", "RU"]),
        ("GM[2]", ["SZ"]),
    ],
)
def test_missing_header_fields_are_not_invented(head: str, absent: list[str]) -> None:
    record = one(f"(;{head}PB[Ada])")
    text = notation.write([record], "sgf")
    for name in ("SZ", "KM", "RU"):
        assert (f"{name}[" in text) == (f"{name}[" in head)
    assert record.root.extra.get("absent", []) == absent
    assert "PLYGROUND" not in text
    survives(record)
    assert notation.write(notation.read(notation.write([record], "jsonl")), "sgf") == text


def test_options_of_ours_are_written_where_a_head_left_them_out() -> None:
    (record,) = notation.read("(;SZ[9];B[ee])", game=plyground.game("go", size=9, komi=5.5))
    text = notation.write([record], "sgf")
    assert "KM[5.5]" in text
    assert "RU[" not in text
    assert one(text) == record
    assert "KM[0]RU[Chinese]" in notation.write([Record(plyground.game("go", komi=0))], "sgf")


def test_a_result_that_no_one_stated_is_not_made_up() -> None:
    record = one("(;SZ[5]KM[5.5];B[cc];W[aa];B[];W[])")
    assert record.result is None
    assert "RE[" not in notation.write([record], "sgf")
    survives(record)


@pytest.mark.parametrize(
    ("stated", "written"),
    [
        ("W+Forfeit", "W+F"),
        ("B+F", "B+F"),
        ("W+", "W+"),
        ("b+Resign", "B+R"),
        ("B+Time", "B+T"),
        ("?", "?"),
        ("jigo", "Draw"),
        ("W+2.50", "W+2.5"),
    ],
)
def test_results_are_written_as_they_were_meant(stated: str, written: str) -> None:
    record = one(f"(;SZ[9]RE[{stated}];B[aa])")
    text = notation.write([record], "sgf")
    assert f"RE[{written}]" in text
    assert "PLYGROUND" not in text
    survives(record)


@pytest.mark.parametrize("code", ["illegal_move", "misunderstood", "no_answer", "crashed"])
def test_forfeits_of_ours_are_forfeits_to_others(code: str) -> None:
    record = Record(plyground.game("go", size=9))
    record.play("E5")
    record.finish(outside_result("black", code, "white forfeits: it fell over"))
    assert "RE[B+F]" in notation.write([record], "sgf")
    survives(record)


def test_an_encoding_can_be_named() -> None:
    data = "(;CA[UTF-8]PB[本因坊];B[aa])".encode("cp932")
    assert notation.read(data)[0].players["black"] != "本因坊"
    for name in ("Shift_JIS", "sjis", "cp932", "ms-kanji"):
        assert notation.read(data, encoding=name)[0].players["black"] == "本因坊"
    korean = "(;PB[이창호])".encode("johab")  # a rule set without a name here
    assert notation.read(korean, encoding="johab")[0].players["black"] == "이창호"


@pytest.mark.parametrize("name", ["no-such", "rot13", "zlib", "undefined", "\0", "x" * 500])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"There is no encoding .*; the encodings include utf-8, "
    ) as wrong:
        notation.read(b"(;SZ[9])", encoding=name)
    assert len(str(wrong.value)) < 200
