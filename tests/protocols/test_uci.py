"""UCI for Dobutsu: a golden transcript, a driver written from the protocol's text, our client."""

import os
import random
import re
import shlex
import signal
import sys
import threading
import time
from typing import BinaryIO, TextIO

import hypothesis
import pytest
from hypothesis import strategies as st

import plyground
from plyground.engine.report import Report
from plyground.engine.stop import Stop
from plyground.games.dobutsu.uci.client import UciPlayer
from plyground.games.dobutsu.uci.dialect import UCI, Go, place, read_go, read_place
from plyground.games.dobutsu.uci.server import COMMANDS, UciServer
from plyground.players.level import LevelPlayer
from plyground.players.player import Clock, EnginePlayer, Forfeit, Unplayable
from plyground.players.protocols.command_table import listing
from tests.conftest import scaled
from tests.oracles.dobutsu import Oracle
from tests.protocols.talking import PAGE, PATIENCE, OwnServer, Process, Silence, check_golden

GAME = plyground.game("dobutsu")
SERVER = [sys.executable, "-m", "plyground", "uci"]
INFO = re.compile(
    r"info depth \d+ multipv (\d+) score (?:cp (-?\d+)|mate -?\d+)"
    r" nodes \d+ nps \d+ time \d+ pv( [a-c][1-4][a-c][1-4]\+?| [CEG]@[a-c][1-4])+"
)
BEST = re.compile(r"bestmove (\S+)(?: ponder (\S+))?")


def make(lines: BinaryIO, out: TextIO, player: str = "search:seconds=1") -> UciServer:
    return UciServer(EnginePlayer(player), GAME, lines, out)


def test_golden_transcript_matches() -> None:
    check_golden("uci.txt", lambda i, o: make(i, o, "alphabeta:depth=2,eval=pieces"))


# --- a driver that uses only the protocol and the rules ------


def ask_for_move(engine: Process, referee: Oracle, go: str) -> str:
    """The engine's move in the referee's notation; all of its output is checked."""
    engine.send(go)
    *infos, bestmove = engine.until("bestmove")
    assert all(INFO.fullmatch(line) for line in infos), infos
    best = BEST.fullmatch(bestmove)
    assert best, bestmove
    move = best[1].replace("@", "*")
    assert referee.refusal(move) is None, move
    if best[2]:
        after = referee.copy()
        after.play(move)
        assert after.refusal(best[2].replace("@", "*")) is None, bestmove
    return move


def test_whole_games_follow_the_protocol() -> None:
    dice = random.Random(3)
    with Process("uci", "--player", "search:seconds=1") as engine:
        engine.send("uci")
        lines = engine.until("uciok")
        assert any(line.startswith("id name ") for line in lines)
        assert "option name UCI_Variant type combo default dobutsu var dobutsu" in lines
        engine.send("setoption name UCI_Variant value dobutsu")
        for side in ("black", "white", "black"):
            engine.send("ucinewgame", "isready")
            assert engine.line() == "readyok"
            referee, moves = Oracle(), list[str]()
            while referee.result() is None and len(moves) < 200:
                if referee.turn == side:
                    played = " ".join(move.replace("*", "@") for move in moves)
                    engine.send(
                        f"position startpos moves {played}" if moves else "position startpos"
                    )
                    go = dice.choice(["go depth 5", "go nodes 3000", "go movetime 30"])
                    clock = "go wtime 2000 btime 2000 winc 0 binc 0"
                    move = ask_for_move(engine, referee, dice.choice([go, clock]))
                else:
                    move = dice.choice(referee.moves())
                referee.play(move)
                moves.append(move)
            result = referee.result()
            assert result is not None
            assert result[0] == side, "beaten by dice"
        engine.send("quit")
        assert engine.rest() == []


def test_fairy_stockfish_positions_are_read() -> None:
    fen = "gle/1C1/3/ELG[C] b 0 1"
    with Process("uci", "--player", "search:depth=4") as engine:
        engine.send(f"position fen {fen} moves c4b3", "d")
        # White's move was number 1; number 2 is next.
        assert engine.until("Fen: ")[-1] == "Fen: gl1/1e1/3/ELG[Cc] w - - 0 2"
        engine.send("position fen gle/1c1/1C1/ELG[] w - - 3 7 moves c1c2", "d")
        assert engine.until("Fen: ")[-1] == "Fen: gle/1c1/1CG/EL1[] b - - 4 7"
        engine.send("ucinewgame", "d")
        assert engine.until("Fen: ")[-1] == "Fen: gle/1c1/1C1/ELG[] w - - 0 1"
        engine.send(f"position fen {fen} moves c4b3")
        referee = Oracle("gl1/1e1/3/ELG[Cc] b")
        ask_for_move(engine, referee, "go")


# --- searching and listening ------


def test_infinite_waits_for_stop_and_listens() -> None:
    with OwnServer(make) as engine:
        engine.send("position fen gl1/2E/3/ELG[CC] w 0 1", "go infinite")  # proven at once
        engine.line()
        with pytest.raises(Silence):
            engine.until("bestmove", 0.5)
        begin = time.monotonic()
        engine.send("isready")
        engine.until("readyok")
        engine.send("stop")
        assert engine.until("bestmove")[-1] == "bestmove c3b4"
        assert time.monotonic() - begin < PATIENCE


def test_stop_ends_a_long_search_at_once() -> None:
    with OwnServer(make) as engine:
        for go in ("go infinite", "go depth 200", "go movetime 600000", "go nodes 1000000000000"):
            engine.send("position startpos", go)
            engine.until("info depth 5")
            begin = time.monotonic()
            engine.send("isready")
            engine.until("readyok")
            engine.send("stop")
            engine.until("bestmove")
            assert time.monotonic() - begin < PATIENCE


def test_ponder_waits_for_ponderhit() -> None:
    clock = "wtime 2500 btime 2500"  # a twenty-fifth of it is a tenth of a second
    with OwnServer(make) as engine:
        engine.send("position startpos moves b2b3", f"go ponder {clock}")
        with pytest.raises(Silence):
            engine.until("bestmove", 0.7)
        engine.send("ponderhit")
        engine.until("bestmove")
        engine.send(f"go ponder {clock}")
        engine.until("info")
        engine.send("stop")  # the other move was played
        engine.until("bestmove")
        engine.send("go ponder depth 3")
        with pytest.raises(Silence):
            engine.until("bestmove", 0.3)
        engine.send("ponderhit")
        engine.until("bestmove")
        engine.send("ponderhit", "stop", "isready")
        assert engine.line() == "readyok"


def test_new_command_ends_the_running_search() -> None:
    with OwnServer(make) as engine:
        engine.send("go infinite", "position startpos moves b2b3", "go depth 2", "isready")
        heard = engine.until("readyok")
        assert sum(line.startswith("bestmove") for line in heard) >= 1
        # It may read faster than it searches: the second answer can come after `readyok`.
        if sum(line.startswith("bestmove") for line in heard) == 1:
            engine.until("bestmove")


def test_several_lines_come_sorted() -> None:
    with OwnServer(make) as engine:
        engine.send("setoption name MultiPV value 3", "go depth 6")
        lines = engine.until("bestmove")
        last = [INFO.fullmatch(line) for line in lines[-4:-1]]
        assert [match[1] for match in last if match] == ["1", "2", "3"]
        values = [int(match[2]) for match in last if match and match[2]]
        assert values == sorted(values, reverse=True)
        engine.send("setoption name MultiPV value 100", "go depth 2")
        assert len(engine.until("bestmove")[-5:-1]) == 4  # all moves


def test_searchmoves_restricts_the_moves() -> None:
    with OwnServer(make) as engine:
        for move in ("b1a2", "c1c2"):
            engine.send(f"go depth 4 searchmoves {move} a1a4 nonsense")
            assert engine.until("bestmove")[-1].startswith(f"bestmove {move}")
            engine.send(f"go infinite searchmoves {move}", "stop")  # before any result
            assert engine.until("bestmove")[-1].startswith(f"bestmove {move}")


def test_a_mate_is_counted_in_moves_and_ends_the_search() -> None:
    with OwnServer(make) as engine:
        engine.send("position fen gl1/2E/3/ELG[CC] w 0 1", "go mate 3")
        lines = engine.until("bestmove")
        assert "score mate 1 " in lines[-2]
        engine.send("position startpos", "go mate 1 movetime 200")  # none: the time ends it
        engine.until("bestmove")
        for text, moves in (
            ("G1e/Lcl/1C1/EG1[-] b", 2),  # three plies, including its own last one
            ("cg1/E2/L1l/1G1[CE] b", 4),
            ("1lc/ge1/Le1/+c1G[-] b", -2),  # four plies
            ("GlE/e1G/L2/C2[c] w", -4),
        ):
            engine.send(f"position fen {UCI.write_position(GAME.position(text))}", "go depth 12")
            assert f"score mate {moves} " in engine.until("bestmove")[-2]


def test_limited_strength_is_a_level() -> None:
    with OwnServer(make) as engine:
        engine.send("setoption name UCI_LimitStrength value true", "setoption name Level value 1")
        engine.send("go wtime 60000 btime 60000")
        assert BEST.fullmatch(engine.until("bestmove")[-1])
        assert isinstance(engine.server, UciServer)
        assert engine.server.options.limits_strength
        engine.send("setoption name UCI_AnalyseMode value true", "isready")
        engine.until("readyok")
        assert not engine.server.options.limits_strength


def test_server_can_run_any_player() -> None:
    with OwnServer(lambda i, o: UciServer(LevelPlayer("level:3,seed=2"), GAME, i, o)) as engine:
        engine.send("go infinite", "isready")
        engine.until("readyok")
        engine.send("stop")
        assert BEST.fullmatch(engine.until("bestmove")[-1])
    bridge = shlex.join([*SERVER, "--player", "alphabeta:depth=2"])
    with OwnServer(lambda i, o: UciServer(UciPlayer(bridge, GAME), GAME, i, o)) as engine:
        engine.send("isready")
        engine.until("readyok")
        player = engine.server.player
        assert isinstance(player, UciPlayer)
        program = player._program
        assert program is not None, "the first move would pay for the start"
        engine.send("isready", "ucinewgame", "isready")
        engine.until("readyok")
        engine.until("readyok")
        assert player._program is program
        engine.send("position startpos", "go movetime 500")
        assert BEST.fullmatch(engine.until("bestmove")[-1])
        engine.send("quit")


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("depth 7 nodes 500", {"depth": 7, "nodes": 500}),
        ("depth 0 nodes -3", {"depth": 1, "nodes": 1}),
        ("depth 9999", {"depth": 200}),
        ("movetime 1500", {"seconds": 1.5}),
        ("wtime 60000 btime 1 winc 1000", {"clock": (59.98, 1.0)}),
        ("btime 60000", {}),
        ("wtime -5", {"clock": (0.01, 0.0)}),
        ("wtime 41000 movestogo 20", {"seconds": 2.0}),
        ("infinite", {}),
        ("wtime", {}),
        ("wtime x depth 3", {"depth": 3}),
        ("wtime 99999999999999", {"clock": (86399.98, 0.0)}),
    ],
)
def test_limits_of_go_are_read(words: str, limits: dict[str, object]) -> None:
    given = read_go(words.split(), UCI).limits("w")
    assert given.keys() == limits.keys()
    assert all(given[name] == pytest.approx(value) for name, value in limits.items())


def test_positions_are_written_and_read_back() -> None:
    for seed in range(50):
        end = plyground.random_game(GAME.start(), seed)
        for position in (end, GAME.position(end.to_text())):
            again, _ = read_place(GAME, place(position, UCI).removeprefix("position "), UCI)
            assert again == position
            assert again.played == position.played


WORDS = st.one_of(
    st.sampled_from([name for name in COMMANDS["uci"] if name != "quit"]),
    st.sampled_from(["startpos", "moves", "fen", "b2b3", "C@b3", "gle/1c1/1C1/ELG[-]", "w", "0"]),
    st.sampled_from(["name", "value", "Hash", "MultiPV", "Threads", "Level", "true", "1", "-7"]),
    st.sampled_from(["depth", "nodes", "wtime", "infinite", "ponder", "mate", "searchmoves"]),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=7).map(lambda words: " ".join(words).encode("utf-8", "replace")),
    st.binary(max_size=40),
)


@hypothesis.settings(max_examples=scaled(60))
@hypothesis.given(st.lists(LINES, max_size=20))
def test_nonsense_does_not_end_the_server(lines: list[bytes]) -> None:
    with OwnServer(lambda i, o: make(i, o, "alphabeta:depth=1,eval=pieces")) as engine:
        for line in lines:
            sent = line.replace(b"\n", b" ")
            if sent.split()[:1] != [b"quit"]:
                engine.send(sent)
        engine.send("stop", "setoption name UCI_LimitStrength value false")
        engine.send("setoption name MultiPV value 1", "ucinewgame", "isready")
        engine.until("readyok")
        engine.send("position startpos moves b2b3", "go depth 1")
        while True:
            best = BEST.fullmatch(engine.until("bestmove")[-1])
            assert best
            if best[1] in GAME.start().play("b2b3").moves():
                break


# --- our client ------


def test_our_client_plays_our_server() -> None:
    position, reports = GAME.start(), list[Report]()
    command = shlex.join([*SERVER, "--player", "search:seconds=1"])
    with UciPlayer(command, GAME) as black, EnginePlayer("random:seed=3") as white:
        while position.result() is None:
            player = black if position.turn == "black" else white
            answer = player.choose(position, clock=Clock(3, 0.1), on_report=reports.append)
            assert answer.move is not None
            position = position.play(answer.move)
        result = position.result()
        assert result is not None
        assert result.winner == "black"
        assert black.cpu_seconds > 0
        black.new_game()
        inside = GAME.position("gl1/2E/3/ELG[CC] b")
        answer = black.choose(inside, clock=Clock(move=0.2), on_report=reports.append)
        assert answer.move == "c3b4"
        assert answer.report is not None
        assert answer.report.mate == 1
    assert reports
    assert all(report.pv[0] == report.move for report in reports)


def test_our_client_can_be_hurried() -> None:
    command = shlex.join([*SERVER, "--player", "search:seconds=1"])
    with UciPlayer(command, GAME) as player:
        stop = Stop()
        begin, clock = time.monotonic(), Clock(move=600)
        answer = player.choose(GAME.start(), clock=clock, on_report=lambda _: stop.set(), stop=stop)
        assert answer.move in GAME.start().moves()
        assert time.monotonic() - begin < 120


BAD = """
import sys
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name bad\\noption name UCI_Variant type combo default chess var dobutsu")
        print("uciok", flush=True)
    elif word == "isready" and {ready!r}:
        print("readyok", flush=True)
    elif word == "go":
        print({says!r}, flush=True)
"""


@pytest.mark.parametrize(
    ("says", "ready", "code", "words"),
    [
        ("bestmove (none)", True, "illegal_move", "(none)"),
        ("bestmove b2b4", True, "illegal_move", "can't go"),
        ("bestmove", True, "illegal_move", "not a move"),
        ("bestmove resign", True, "illegal_move", "resign"),
        ("info depth", True, "no_answer", "in time"),
    ],
)
def test_program_with_an_unreadable_answer_loses(
    says: str, ready: bool, code: str, words: str
) -> None:
    command = shlex.join([sys.executable, "-c", BAD.format(says=says, ready=ready)])
    move = 2 if code == "no_answer" else 60
    player = UciPlayer(command, GAME, start_seconds=60 if ready else 1, move_seconds=move)
    with player, pytest.raises(Forfeit) as caught:
        player.choose(GAME.start())
    assert caught.value.code == code
    assert words in caught.value.sentence


def test_program_that_was_never_ready_does_not_lose() -> None:
    command = shlex.join([sys.executable, "-c", BAD.format(says="bestmove b2b3", ready=False)])
    player = UciPlayer(command, GAME, start_seconds=1, move_seconds=2)
    with player, pytest.raises(Unplayable, match="in time"):
        player.choose(GAME.start())


@pytest.mark.parametrize("variants", ["", " var chess var shogi"])
def test_program_without_the_variant_does_not_lose(variants: str) -> None:
    script = BAD.format(says="bestmove e2e4", ready=True).replace(" var dobutsu", variants)
    if not variants:
        script = script.replace("option name UCI_Variant", "option name Hash")
    player = UciPlayer(shlex.join([sys.executable, "-c", script]), GAME)
    with player, pytest.raises(Unplayable, match="does not offer the variant dobutsu"):
        player.choose(GAME.start())


@pytest.mark.parametrize(
    "says",
    [
        "info depth 1 score cp 5 pv b2b3\\nbestmove b2b3 ponder z9z9",
        "info depth x multipv -3 score cp pv b2b3 b2b3\\ninfo pv\\nbestmove b2b3",
        "info score mate pv b2b3\\ninfo score\\ninfo score cp 1 pv q\\nbestmove b2b3",
        "info string hello\\nfoo\\n\\nbestmove b2b3",
        "info score mate 9999999999999999999999 multipv 1 pv b2b3 nodes\\nbestmove b2b3",
    ],
)
def test_odd_information_does_no_harm(says: str) -> None:
    answer = says.replace("\\n", "\n")
    command = shlex.join([sys.executable, "-c", BAD.format(says=answer, ready=True)])
    with UciPlayer(command, GAME) as player:
        assert player.choose(GAME.start(), on_report=lambda _: None).move == "b2b3"


def test_a_flood_of_information_is_no_answer() -> None:
    script = BAD.format(says="info depth 1 score cp 1 pv b2b3", ready=True)
    script = script.replace('word == "go":', 'word == "go":\n      while True:')
    command = shlex.join([sys.executable, "-c", script])
    player = UciPlayer(command, GAME, start_seconds=60, move_seconds=1)
    begin = time.monotonic()
    with player, pytest.raises(Forfeit, match="did not answer in time"):
        player.choose(GAME.start(), on_report=lambda _: None)
    assert time.monotonic() - begin < 60


def test_a_program_that_is_killed_while_it_thinks_is_started_again() -> None:
    command = shlex.join([*SERVER, "--player", "search:seconds=1"])
    with UciPlayer(command, GAME) as player:
        player.choose(GAME.start(), clock=Clock(move=0.1))
        assert player._program is not None
        first = player._program.pid
        timer = threading.Timer(0.4, os.kill, (first, signal.SIGKILL))
        timer.start()
        assert player.choose(GAME.start(), clock=Clock(move=1.5)).move
        timer.join()
        assert player._program.pid != first


def test_other_games_are_refused() -> None:
    go = plyground.game("go")
    with pytest.raises(ValueError, match="UCI is supported for dobutsu, not for go"):
        UciPlayer("true", go)
    with pytest.raises(ValueError, match="UCI is supported for dobutsu, not for go"):
        UciServer(EnginePlayer("random"), go)


def test_go_without_limits_uses_the_players_own() -> None:
    assert read_go([], UCI) == Go()


def test_docs_list_every_command() -> None:
    assert listing(COMMANDS["uci"]) in PAGE.read_text(encoding="utf-8")
