# ruff: noqa: RUF001 - full-width signs are KIF's own
"""Dobutsu in the formats of Fairy-Stockfish, USI and KIF."""

import gzip
import random
import re
from pathlib import Path

import pytest

import plyground
from plyground.games.dobutsu import usi as dobutsu
from plyground.records import notation
from plyground.records.record import Malformed, Record, outside_result
from tests.conftest import scaled

GAME = plyground.game("dobutsu")
RECORDED = Path(__file__).parent / "golden" / "fairy_stockfish.txt.gz"
RECORD = re.compile(r"> position (.+)\n< Fen: (.+)\n< Sfen: (.+)")


def walks() -> list[plyground.Position]:
    """Positions of random games, with full hands and hens."""
    dice = random.Random(3)
    positions = []
    for _ in range(30 + scaled(120)):  # the first 30 contain what the tests need
        position = GAME.start()
        for _ in range(dice.randrange(60)):
            moves = position.moves()
            if not moves:
                break
            position = position.play(dice.choice(moves))
        positions.append(position)
    return positions


def test_boards_are_written_and_read_back() -> None:
    seen = set()
    for position in walks():
        text = position.to_text()
        seen |= set(text)
        assert dobutsu.from_fairy(dobutsu.to_fairy(position)) == text
        assert dobutsu.from_sfen(dobutsu.to_sfen(position)) == text
    assert "+" in seen


def position_of(command: str) -> tuple[plyground.Position, dobutsu.Counters | None]:
    """The position of a command sent to Fairy-Stockfish, and its first counters."""
    begin, _, moves = command.partition(" moves ")
    if not moves:
        begin = begin.removesuffix(" moves")
    keyword, _, rest = begin.partition(" ")
    position, counters = GAME.start(), None
    if keyword != "startpos":
        board = {"fen": dobutsu.read_fen, "sfen": dobutsu.read_sfen}[keyword](rest)
        position, counters = GAME.position(board.text), board.counters
    for move in moves.split():
        position = position.play(dobutsu.from_uci(move))
    return position, counters


def test_boards_are_word_for_word_those_of_fairy_stockfish() -> None:
    recorded = RECORD.findall(gzip.decompress(RECORDED.read_bytes()).decode())
    assert len(recorded) > 200
    for command, fen, sfen in recorded:
        position, counters = position_of(command)
        assert dobutsu.to_fairy(position, counters) == fen, command
        assert dobutsu.to_sfen(position, counters) == sfen, command
        for board in (dobutsu.read_fen(fen), dobutsu.read_sfen(sfen)):
            again = GAME.position(board.text)
            assert again.to_text() == position.to_text(), command
            assert again.turn == position.turn
        assert dobutsu.to_fairy(GAME.position(position.to_text()), dobutsu.read_fen(fen)[1]) == fen
        again = GAME.position(position.to_text())
        assert dobutsu.to_sfen(again, dobutsu.read_sfen(sfen)[1]) == sfen


def test_a_lion_that_was_taken_is_in_a_hand() -> None:
    taken = GAME.start().play_all("b2b3 b4b3")  # the lion has captured a chick
    taken = taken.play_all("b1b2 a4a3 b2b3")
    assert dobutsu.to_fairy(taken) == "2e/gL1/3/E1G[LCc] b - - 0 3"
    for board in (
        dobutsu.read_fen(dobutsu.to_fairy(taken)),
        dobutsu.read_sfen(dobutsu.to_sfen(taken)),
    ):
        result = GAME.position(board.text).result()
        assert result is not None
        assert result.code == "lion_captured"
    with pytest.raises(ValueError, match="A lion in a hand was captured"):
        dobutsu.from_fairy("gle/1c1/1C1/ELG[L] w - - 0 1")
    with pytest.raises(ValueError, match="A lion in a hand was captured"):
        dobutsu.from_sfen("g1e/1c1/1C1/ELG w 2L 1")


@pytest.mark.parametrize(
    ("line", "usi"),
    [
        (
            "position fen 1l1/2C/3/1L1[E] b - - 3 7 moves b4c3",
            "position sfen 1l1/2C/3/1L1 w E 14 moves 2a1b",
        ),
        ("position fen 1l1/2C/3/1L1[E] w - - 0 7", "position sfen 1l1/2C/3/1L1 b E 13"),
    ],
)
def test_counters_are_kept(line: str, usi: str) -> None:
    (record,) = notation.read(line, "fairy")
    assert notation.write([record], "fairy") == f"{line}\n"
    assert notation.write([record], "usi") == f"{usi}\n"
    assert notation.write(notation.read(usi, "usi"), "usi") == f"{usi}\n"
    for name in ("kif", "jsonl"):
        again = notation.read(notation.write([record], name), name)
        assert notation.write(again, "fairy") == f"{line}\n"


@pytest.mark.parametrize("kept", ["nonsense", [1], [1, "2"], [-1, 3], [True, 1], [0, 10**9], None])
def test_invalid_counters_are_ignored(kept: object) -> None:
    record = Record(GAME, "1l1/2C/3/1L1[E] w")
    record.root.extra["counters"] = kept
    assert notation.write([record], "fairy") == "position fen 1l1/2C/3/1L1[E] b - - 0 1\n"


def test_moves_are_written_and_read_back() -> None:
    for position in walks():
        for move in position.moves():
            assert position.play(dobutsu.from_uci(dobutsu.to_uci(move))).last_move == move
            assert position.play(dobutsu.from_usi(dobutsu.to_usi(move))).last_move == move


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("gle/1c1/1C1/ELG[-] w 0 1", "gle/1c1/1C1/ELG[-] b"),
        ("gle/1c1/1C1/ELG[] w - - 0 1", "gle/1c1/1C1/ELG[-] b"),
        ("gle/1c1/1C1/ELG b 3 12", "gle/1c1/1C1/ELG[-] w"),
        ("1l1/+C2/3/1L1[gGeCE] b 0 40", "1l1/+C2/3/1L1[CEGeg] w"),
        ("1l1/H2/h2/1L1[] w", "1l1/+C2/+c2/1L1[-] b"),
        ("gle/1c1/1C1/ELG w 4", "gle/1c1/1C1/ELG[-] b"),
    ],
)
def test_boards_of_fairy_stockfish(fen: str, text: str) -> None:
    assert dobutsu.from_fairy(fen) == text
    assert notation.read(fen)[0].root.position.to_text() == text


@pytest.mark.parametrize(
    ("sfen", "text"),
    [
        ("gle/1c1/1C1/ELG b - 1", "gle/1c1/1C1/ELG[-] b"),
        ("1l1/3/3/1L1 w 2CEGeg 9", "1l1/3/3/1L1[CCEGeg] w"),
        ("1l1/3/3/1L1 w gC", "1l1/3/3/1L1[Cg] w"),
    ],
)
def test_boards_of_usi(sfen: str, text: str) -> None:
    assert dobutsu.from_sfen(sfen) == text
    assert notation.read(f"sfen {sfen}")[0].root.position.to_text() == text


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "x",
        "gle/1c1/1C1/ELG[-]",
        "gle/1c1/1C1/ELG[-] x 0 1",
        "gle/1c1 w 0 1",
        "[ w",
        "gle/1c1/1C1/ELG b - x",
        "gle/1c1/1C1/ELG b - - 1 2 3",
    ],
)
def test_wrong_boards_are_reported(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        dobutsu.from_fairy(wrong)
    with pytest.raises(ValueError, match=r"\w"):
        dobutsu.from_sfen(wrong)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("position startpos moves b2b3 c4b3 C@b2", "fairy"),
        ("startpos moves b2b3 c4b3 C@b2", "fairy"),
        ("b2b3 c4b3 C@b2", "fairy"),
        ("b2b3 c4b3 c1c2", "fairy"),  # also looks like a transcript of Othello
        ("position fen gle/1c1/1C1/ELG[-] w 0 1 moves b2b3 c4b3 C@b2", "fairy"),
        ("position startpos moves 2c2b 1a2b C*2c", "usi"),
        ("2c2b 1a2b C*2c", "usi"),
        ("position sfen gle/1c1/1C1/ELG b - 1 moves 2c2b 1a2b C*2c", "usi"),
    ],
)
def test_lists_of_moves_are_read(text: str, name: str) -> None:
    for given in (name, None):
        (record,) = notation.read(text, given)
        assert record.moves[:2] == ("b2b3", "c4b3")
        assert record.moves[2] in ("C*b2", "c1c2")


def test_lists_are_written() -> None:
    (record,) = notation.read("b2b3 c4b3 C@b2")
    assert notation.write([record], "fairy") == "position startpos moves b2b3 c4b3 C@b2\n"
    assert notation.write([record], "usi") == "position startpos moves 2c2b 1a2b C*2c\n"
    later = Record(GAME, "1l1/2C/3/1L1[E] w")
    later.play("b4c3")
    assert notation.write([later], "fairy") == "position fen 1l1/2C/3/1L1[E] b - - 0 1 moves b4c3\n"
    assert notation.write([later], "usi") == "position sfen 1l1/2C/3/1L1 w E 2 moves 2a1b\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("position startpos moves b2b4", "The chick on b2 can't go to b4."),
        ("position startpos moves b2b3\nposition nowhere moves b2b3", "A position is 'startpos'"),
        ("position fen gle/1c1/1C1/ELG[-] q 0 1", "A board of Fairy-Stockfish looks like"),
        ("position fen gle/1c1/1C1/ELL[-] w 0 1", "A side can have at most one lion."),
        ("", "There is no game here"),
    ],
)
def test_wrong_lists_are_reported(text: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        notation.read(text, "fairy")
    assert reason in wrong.value.reason
    assert wrong.value.place == f"line {text.count(chr(10)) + 1}"


KIF = """# a file as people write it
手合割：どうぶつしょうぎ
先手：花子
後手：太郎
棋戦：おやつ杯
手数----指手---------消費時間--
*はじめ
   1 ２二ひ(23)   ( 0:03/00:00:03)
*取った
*取られる
   2 同　ぞ(11)   ( 1:05/00:01:05)
   3 ２三ひ打
   4 ▲２一ひ成(22)
"""


def test_kif_is_read() -> None:
    text = KIF.rpartition("   4")[0] + "   4 投了\nまで3手で先手の勝ち\n"
    (record,) = notation.read(text)
    assert record.players == {"black": "花子", "white": "太郎"}
    assert record.info == {"event": "おやつ杯"}
    assert record.moves == ("b2b3", "c4b3", "C*b2")
    assert record.root.comment == "はじめ"
    first, second, _ = record.main_line()
    assert (first.comment, first.seconds) == ("取った\n取られる", 3.0)
    assert second.seconds == 65.0
    assert record.result is not None
    assert (record.result.winner, record.result.code) == ("black", "resign")
    assert notation.read(text.encode("cp932"), name="a.kif") == [record]
    assert notation.read(notation.write([record], "kif")) == [record]


@pytest.mark.parametrize(
    "move",
    [
        "1 b2b3",
        "1. b2-b3",
        "1 ２二ひ(23)",
        "1 ☗２二ひよこ(23)",
        "1 ２二ひ",
        "1 22ひ(23)",
        "1 2bC",
        "1 b3 C(b2)",
        "b2b3",
        "  1   ２二 ひ (23)  ( 0:00/00:00:00)",
    ],
)
def test_moves_can_be_written_in_several_ways(move: str) -> None:
    assert notation.read(f"Sente: a\nGote: b\n{move}")[0].moves == ("b2b3",)


def test_every_move_survives() -> None:
    for position in walks()[: scaled(60)]:
        record = Record(GAME, position.to_text())
        for move in position.moves():
            record.add(record.root, move)
        assert notation.read(notation.write([record], "kif")) == [record]


def test_variations_of_variations() -> None:
    record = Record(GAME)
    for moves in ("b2b3 c4b3 C*b2 b3a2", "b2b3 c4b3 C*c2", "b2b3 a4a3 b3b4", "c1c2 b3b2", "b1a2"):
        node = record.root
        for move in moves.split():
            same = [child for child in node.children if child.move == move]
            node = same[0] if same else record.add(node, move)
    text = notation.write([record], "kif")
    assert [line for line in text.splitlines() if "変化" in line] == [
        "変化：3手",
        "変化：2手",
        "変化：1手",
        "変化：1手",
    ]
    assert notation.read(text) == [record]


@pytest.mark.parametrize(
    ("end", "winner", "code"),
    [
        ("投了", "white", "resign"),
        ("切れ負け", "white", "time"),
        ("反則負け", "white", "illegal_move"),
        ("中断", None, "unfinished"),
        ("引き分け", None, "agreement"),
        ("詰み", "white", "stated"),
    ],
)
def test_kif_endings_are_read(end: str, winner: str | None, code: str) -> None:
    result = notation.read(f"先手：a\n1 b2b3\n2 c4b3\n3 {end}")[0].result
    assert result is not None
    assert (result.winner, result.code) == (winner, code)


def test_result_is_read_from_the_last_line() -> None:
    result = notation.read("先手：a\n1 b2b3\nまで1手で後手の勝ち")[0].result
    assert result == outside_result("white", "stated")


def test_options_of_the_game_survive() -> None:
    record = Record(plyground.game("dobutsu", try_="entry"))
    record.play("b2b3")
    assert notation.read(notation.write([record], "kif")) == [record]


def test_several_games_in_a_file() -> None:
    records = [Record(GAME, players={"black": name}) for name in ("a", "b", "c")]
    records[1].play("b2b3")
    assert notation.read(notation.write(records, "kif")) == records


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("先手：a\n1 ２一ひ(23)", "line 2", "No legal move is '2一ひ(23)'."),
        ("先手：a\n1 b2b4", "line 2", "The chick on b2 can't go to b4."),
        ("先手：a\n1 ５五歩(54)", "line 2", "A move looks like"),
        ("先手：a\n2 b2b3", "line 2", "Expected move 1, not 2."),
        ("先手：a\n1 b2b3\n変化：7手\n7 b2b3", "line 3", "There is no move 7"),
        ("局面：nonsense\n1 b2b3", "line 2", "A position text must be a board"),
        ("先手：a\n#PLYGROUND x\n1 b2b3", "line 2", "PLYGROUND holds a JSON object"),
    ],
)
def test_wrong_kif_is_reported(text: str, place: str, reason: str) -> None:
    with pytest.raises(Malformed) as wrong:
        notation.read(text, "kif")
    assert wrong.value.place == place
    assert reason in wrong.value.reason


def test_set_ups_in_mid_game_are_refused() -> None:
    record = Record(GAME)
    record.set_up(record.play("b2b3"), "gle/1c1/1C1/ELG[-] b")
    for name in ("kif", "usi", "fairy"):
        with pytest.raises(ValueError, match="can't hold a position that was set up during a game"):
            notation.write([record], name)
