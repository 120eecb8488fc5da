"""USI for Dobutsu: what differs from UCI."""

import random
import re
import shlex
import sys
from typing import BinaryIO, TextIO

import hypothesis
import pytest
from hypothesis import strategies as st

import plyground
from plyground.games.dobutsu.uci.client import UsiPlayer
from plyground.games.dobutsu.uci.dialect import USI, place, read_go, read_place
from plyground.games.dobutsu.uci.server import COMMANDS, UsiServer
from plyground.players.player import Clock, EnginePlayer, Forfeit, Unplayable
from plyground.players.protocols.command_table import listing
from tests.conftest import scaled
from tests.oracles.dobutsu import Oracle
from tests.protocols.talking import PAGE, OwnServer, Process, Silence, check_golden

GAME = plyground.game("dobutsu")
SERVER = [sys.executable, "-m", "plyground", "usi"]


def make(lines: BinaryIO, out: TextIO, player: str = "search:seconds=1") -> UsiServer:
    return UsiServer(EnginePlayer(player), GAME, lines, out)


def test_golden_transcript_matches() -> None:
    check_golden("usi.txt", lambda i, o: make(i, o, "alphabeta:depth=2,eval=pieces"))


# --- a driver that uses only the protocol and the rules ------

# Files 3 2 1 from the left, ranks a to d from the top.
SQUARES = {f"{3 - x}{'abcd'[y]}": f"{'abc'[x]}{4 - y}" for x in range(3) for y in range(4)}
BACK = {ours: theirs for theirs, ours in SQUARES.items()}


def from_usi(word: str) -> str:
    return re.sub(r"[123][abcd]", lambda square: SQUARES[square[0]], word)


def to_usi(word: str) -> str:
    return re.sub(r"[abc][1234]", lambda square: BACK[square[0]], word)


def test_whole_games_follow_the_protocol() -> None:
    dice = random.Random(11)
    with Process("usi", "--player", "search:seconds=1") as engine:
        engine.send("usi")
        engine.until("usiok")
        for side in ("black", "white"):
            engine.send("isready", "usinewgame")
            assert engine.line() == "readyok"
            referee, moves = Oracle(), list[str]()
            resigned = False
            while referee.result() is None and len(moves) < 200 and not resigned:
                if referee.turn == side:
                    played = " ".join(map(to_usi, moves))
                    engine.send(
                        f"position startpos moves {played}" if moves else "position startpos"
                    )
                    engine.send("go btime 1000 wtime 1000 byoyomi 30")
                    word = engine.until("bestmove")[-1].split()[1]
                    resigned = word == "resign"
                    move = from_usi(word)
                else:
                    move = dice.choice(referee.moves())
                if not resigned:
                    assert referee.refusal(move) is None, move
                    referee.play(move)
                    moves.append(move)
            result = referee.result()
            assert result is not None
            assert result[0] == side, "beaten by dice"
            engine.send("gameover win")
        engine.send("quit")
        assert engine.rest() == []


def test_engine_resigns_after_three_lost_moves() -> None:
    lost = f"position sfen {USI.write_position(GAME.position('1lc/ge1/Le1/+c1G[-] b'))}"
    with OwnServer(lambda i, o: make(i, o, "search:nodes=20000")) as engine:
        answers = []
        for _ in range(3):
            engine.send(lost, "go")
            answers.append(engine.until("bestmove")[-1])
        assert [answer == "bestmove resign" for answer in answers] == [False, False, True]
        engine.send("usinewgame", lost, "go")
        assert engine.until("bestmove")[-1] != "bestmove resign"


def test_completed_try_is_a_win() -> None:
    # White does not capture the lion that has entered the far rank, so Black, to move, has won.
    entered = USI.write_position(GAME.position("3/Le1/2l/3[-] b"))
    with OwnServer(make) as engine:
        engine.send(f"position sfen {entered} moves 3b3a 1c1b", "go byoyomi 100")
        assert engine.until("bestmove")[-1] == "bestmove win"
        engine.send("go mate 100")
        assert engine.until("checkmate")[-1] == "checkmate nomate"


def test_the_number_of_the_move_is_kept() -> None:
    with OwnServer(make) as engine:
        engine.send("position sfen gle/1c1/1C1/ELG w - 8 moves 3a3b", "d")
        assert engine.until("Sfen: ")[-1] == "Sfen: 1le/gc1/1C1/ELG b - 9"


def test_mates_are_counted_in_plies() -> None:
    position = GAME.position("cg1/E2/L1l/1G1[CE] b")
    with OwnServer(make) as engine:
        engine.send(f"position sfen {USI.write_position(position)}", "go depth 12")
        assert "score mate 7 " in engine.until("bestmove")[-2]
        engine.send("go mate 20000")
        found = engine.until("checkmate")[-1].split()[1:]
        end = position
        for word in found:
            end = end.play(from_usi(word))
        result = end.result()
        assert result is not None
        assert result.winner == "black"
        engine.send("position startpos", "go mate 200")
        assert engine.until("checkmate")[-1] == "checkmate timeout"
        engine.send("go mate infinite")
        with pytest.raises(Silence):
            engine.until("checkmate", 0.5)
        engine.send("stop")
        assert engine.until("checkmate")[-1] == "checkmate timeout"


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("btime 60000 wtime 1 binc 1000", {"clock": (59.98, 1.0)}),
        ("btime 0 wtime 0 byoyomi 2000", {"seconds": 1.8}),
        ("btime 25000 wtime 0 byoyomi 2000", {"seconds": 2.8}),
        ("byoyomi 0", {}),
    ],
)
def test_limits_of_go_are_read(words: str, limits: dict[str, object]) -> None:
    given = read_go(words.split(), USI).limits("b")
    assert given.keys() == limits.keys()
    assert all(given[name] == pytest.approx(value) for name, value in limits.items())


def test_positions_are_written_and_read_back() -> None:
    for seed in range(50):
        end = plyground.random_game(GAME.start(), seed)
        for position in (end, GAME.position(end.to_text())):
            again, _ = read_place(GAME, place(position, USI).removeprefix("position "), USI)
            assert again == position
            assert again.played == position.played
            assert [to_usi(move) for move in end.played] == list(map(USI.write_move, end.played))


WORDS = st.one_of(
    st.sampled_from([name for name in COMMANDS["usi"] if name != "quit"]),
    st.sampled_from(["startpos", "moves", "sfen", "2c2b", "G*2b", "gle/1c1/1C1/ELG", "b", "-"]),
    st.sampled_from(["btime", "byoyomi", "infinite", "mate", "ponder", "100", "9z", "2c2b+"]),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=7).map(lambda words: " ".join(words).encode("utf-8", "replace")),
    st.binary(max_size=40),
)


@hypothesis.settings(max_examples=scaled(40))
@hypothesis.given(st.lists(LINES, max_size=20))
def test_nonsense_does_not_end_the_server(lines: list[bytes]) -> None:
    with OwnServer(lambda i, o: make(i, o, "alphabeta:depth=1,eval=pieces")) as engine:
        for line in lines:
            sent = line.replace(b"\n", b" ")
            if sent.split()[:1] != [b"quit"]:
                engine.send(sent)
        engine.send("stop", "usinewgame", "d")
        engine.until("Sfen: gle/1c1/1C1/ELG b - 1")
        engine.send("go depth 1")
        assert from_usi(engine.until("bestmove")[-1].split()[1]) in GAME.start().moves()


# --- our client ------


def test_our_client_plays_our_server() -> None:
    position = GAME.start()
    command = shlex.join([*SERVER, "--player", "search:seconds=1,resign=off"])
    with UsiPlayer(command, GAME) as white, EnginePlayer("random:seed=5") as black:
        while position.result() is None:
            player = black if position.turn == "black" else white
            clock = Clock(3, 0.1) if position.ply < 6 else Clock(move=0.05)
            answer = player.choose(position, clock=clock)
            assert answer.move is not None
            position = position.play(answer.move)
        result = position.result()
        assert result is not None
        assert result.winner == "white"


BAD = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "usi":
        print({lists!r} + "usiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print({says!r}, flush=True)
"""


def bad(says: str, lists: str = "") -> UsiPlayer:
    script = BAD.format(says=says, lists=lists)
    return UsiPlayer(shlex.join([sys.executable, "-c", script]), GAME)


def test_a_program_may_know_dobutsu_only_but_not_other_variants_only() -> None:
    with bad("bestmove 2c2b") as player:
        assert player.choose(GAME.start()).move == "b2b3"
    shogi = "option name USI_Variant type combo default shogi var shogi var minishogi\n"
    with bad("bestmove 2c2b", shogi) as player, pytest.raises(Unplayable, match="variant dobutsu"):
        player.choose(GAME.start())


def test_a_program_may_resign() -> None:
    with bad("bestmove resign") as player:
        assert player.choose(GAME.start()).move is None


@pytest.mark.parametrize("says", ["bestmove win", "bestmove b2b3", "bestmove 2c2a"])
def test_an_illegal_answer_loses(says: str) -> None:
    with bad(says) as player, pytest.raises(Forfeit) as caught:
        player.choose(GAME.start())
    assert caught.value.code == "illegal_move"


def test_docs_list_every_command() -> None:
    assert listing(COMMANDS["usi"]) in PAGE.read_text(encoding="utf-8")
