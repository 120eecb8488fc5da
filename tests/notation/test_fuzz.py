# ruff: noqa: RUF001 - full-width signs are KIF's own
"""Nonsense and damaged files are refused quickly and with a sentence, never with another error."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.records import notation
from plyground.records.record import MAX_NODES, Malformed
from tests.conftest import scaled
from tests.notation.records import Author
from tests.notation.sgf_files import FF1, KGS, PISKVORK, SABAKI, SMARTGO

FORMATS = sorted(notation.formats())
GGF = (
    "2 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[a]PW[b]RB[2197.01]RW[2199.72]"
    "TI[05:00//02:00]TY[8]RE[+0.00]BO[8 -------- -------- -------- ---O*--- ---*O--- --------"
    " -------- -------- *]B[d3//0.01]W[c5/-1.5/0.01]B[e6//0.01];)"
)


def good_files() -> list[tuple[str, str]]:
    """Each format with a file of it, several times."""
    author = Author(random.Random(7), ["a]b", "x\\", "日本", "two\nlines", ""])
    files = [("sgf", text) for text in (FF1, KGS, PISKVORK, SABAKI, SMARTGO)] + [("ggf", GGF)]
    for name in ("othello", "dobutsu", "go", "robogo"):
        options = {"size": 9} if name == "go" else {}
        record = author.record(plyground.game(name, **options), setups=False, plies=30)
        rows = [row.name for row in notation.formats().values() if row.holds(record.game)]
        files += [(row, notation.write([record], row)) for row in rows]
    return files


FILES = good_files()


def try_to_read(data: bytes | str, name: str | None) -> None:
    """Reading ends with records or a sentence."""
    sentence = "none"
    try:
        notation.read(data, name)
    except ValueError as error:
        sentence = str(error)
    assert 0 < len(sentence) < 1000
    assert "\n" not in sentence


def try_for_good_games(data: bytes | str, name: str | None) -> None:
    """The messages about bad games are sentences, too."""
    wrongs: list[ValueError] = []
    try:
        wrongs += notation.read_good(data, name)[1]
    except ValueError as error:
        wrongs.append(error)
    assert all(0 < len(str(wrong)) < 1000 and "\n" not in str(wrong) for wrong in wrongs)


def test_valid_files_are_read() -> None:
    for name, text in FILES:
        assert notation.read(text, name)


@settings(max_examples=scaled(200))
@given(data=st.binary(max_size=200), name=st.sampled_from([None, *FORMATS]))
def test_random_bytes_are_read_or_refused(data: bytes, name: str | None) -> None:
    try_to_read(data, name)


@settings(max_examples=scaled(200))
@given(
    text=st.text(alphabet="();[]\\:BWACPLESZ[]{}\"',/|*# \n0123456789abcdefgx-+.", max_size=120),
    name=st.sampled_from([None, *FORMATS]),
)
def test_random_text_is_read_or_refused(text: str, name: str | None) -> None:
    try_to_read(text, name)
    try_to_read("(;" + text, name)


def test_damaged_files_are_read_or_refused() -> None:
    dice = random.Random(5)
    for _ in range(scaled(1500)):
        name, text = dice.choice(FILES)
        data = bytearray(text.encode())
        for _ in range(dice.randrange(1, 5)):
            at = dice.randrange(len(data))
            kind = dice.randrange(4)
            if kind == 0:
                data[at] = dice.randrange(256)
            elif kind == 1:
                del data[at : at + dice.randrange(1, 20)]
            elif kind == 2:
                piece = data[dice.randrange(len(data)) :][: dice.randrange(1, 30)]
                data[at:at] = piece
            else:
                data[at:at] = dice.choice(
                    [b"]", b"(", b")", b";", b"\\", b"\n", b'"', b"999999999"]
                )
            if not data:
                break
        try_to_read(bytes(data), dice.choice([name, None]))
        try_for_good_games(bytes(data), dice.choice([name, None]))


@pytest.mark.parametrize(
    "text",
    [
        "(;" * 30_000,
        "(" * 30_000,
        pytest.param("(;GM[1]" * 4_000, id="(;GM[1] and so on", marks=pytest.mark.deep),
        "(;GM[1]\n" * 5_000,
        "(;SZ[9]" + "(;B[aa]" * 12_000,
        "(;SZ[9]" + "(;C[x]" * 8_000 + ")" * 8_001,
        pytest.param(
            "(;SZ[9]" + ";C[x]" * (MAX_NODES + 1) + ")",
            id="(;SZ[9] and so on",
            marks=pytest.mark.deep,
        ),
        "(;C[" + "\\" * 500_001,
        "(;" + "A" * 500_000,
        "(;C" + "[]" * 300_000 + ")",
        "(;SZ[9]PLYGROUND[" + '{"a":' * 100_000 + "])",
        "{" * 500_000,
        '{"record":1,"game":"go","options":' + "[" * 400_000,
        "position startpos moves " + "b2b3 " * 50_000,
        "f5" * 100_000,
        "-" * 500_000,
        "変化：" + "9" * 100_000 + "手",
        "1 " + "２" * 100_000,
        pytest.param("手数\n" + "*\n" * 100_000, id="手数\n and so on", marks=pytest.mark.deep),
        pytest.param(
            "1 b2b3\n" + "*x\n" * 200_000, id="1 b2b3\n and so on", marks=pytest.mark.deep
        ),
        "(;SZ[19]AB" + "[aa:ss]" * 300_000 + ")",
        "x|" * 100_000,
    ],
    ids=lambda text: text[:20],
)
def test_pathological_files_are_handled_quickly(text: str) -> None:
    begin = time.process_time()
    for name in (None, "sgf", "ggf", "kif"):
        try_to_read(text, name)
    for name in ("sgf", "jsonl", "kif", "moves"):
        try_for_good_games(text, name)
    assert time.process_time() - begin < 20


def test_deep_trees_are_read() -> None:
    (record,) = notation.read("(;SZ[9]" + "(;C[x]" * 20_000 + ")" * 20_001)
    assert len(record.nodes) == 20_001
    assert notation.read(notation.write([record], "sgf")) == [record]


def test_too_large_files_are_refused() -> None:
    with pytest.raises(Malformed, match="too large; the limit is 8 MB"):
        notation.read(b" " * (notation.MAX_BYTES + 1), "sgf")


def test_unrecognised_input_is_reported() -> None:
    with pytest.raises(Malformed, match="looks like none of the notations jsonl, ggf, sgf"):
        notation.read("Dear Sir or Madam,")
    with pytest.raises(
        ValueError, match="There is no notation for 'pgn'; the notations are: jsonl"
    ):
        notation.read("1. e4", "pgn")
