"""NBoard 2: a golden transcript, a driver written from the protocol's text, and our client."""

import random
import re
import shlex
import sys
from typing import BinaryIO, TextIO

import hypothesis
import pytest
from hypothesis import strategies as st

import plyground
from plyground.engine.report import Report
from plyground.games.othello.nboard.client import NBoardPlayer
from plyground.games.othello.nboard.game import read_game, write_game
from plyground.games.othello.nboard.server import COMMANDS, NBoardServer
from plyground.players.kinds import make_player
from plyground.players.level import LevelPlayer
from plyground.players.player import Clock, EnginePlayer, Forfeit, Unplayable
from plyground.players.protocols.command_table import listing
from tests.conftest import scaled
from tests.oracles.othello import Oracle
from tests.protocols.talking import PAGE, OwnServer, Process, check_golden

GAME = plyground.game("othello")
START = "---------------------------O*------*O--------------------------- *"


def make(lines: BinaryIO, out: TextIO) -> NBoardServer:
    return NBoardServer(EnginePlayer("alphabeta:depth=2,eval=coins"), GAME, lines, out)


def test_golden_transcript_matches() -> None:
    check_golden("nboard.txt", make)


# --- a driver that uses only the protocol and the rules ------


def ggf(moves: list[str]) -> str:
    written = "".join(f"{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves))
    return f"(;GM[Othello]PC[test]TI[05:00]TY[8]BO[8 {START}]{written};)"


def test_whole_games_follow_the_protocol() -> None:
    dice = random.Random(7)
    with Process("nboard", "--player", "search:seconds=1") as engine:
        assert engine.ask("nboard 2").startswith("set myname ")
        engine.send("set depth 4")
        for game in range(2):
            referee, moves = Oracle(), list[str]()
            engine.send(f"set game {ggf([])}", f"ping {game}")
            engine.until(f"pong {game}")
            while referee.result() is None:
                if (referee.turn == "black") == (game == 0):
                    if dice.random() < 0.3:  # as after a jump within the game
                        engine.send(f"set game {ggf(moves)}")
                    engine.send("go")
                    line = engine.until("=== ")[-1]
                    match = re.fullmatch(r"=== ([A-H][1-8]|PA)(/-?[0-9.]*)?(/[0-9.]+)?", line)
                    assert match, line
                    move = match[1]
                else:
                    legal = referee.moves()
                    move = "PA" if legal == ["pass"] else dice.choice(legal).upper()
                text = "pass" if move == "PA" else move.lower()
                assert referee.refusal(text) is None, (moves, move)
                referee.play(text)
                moves.append(move)
                engine.send(f"move {move}/1.5/2.0")
            result = referee.result()
            assert result is not None
            assert result[0] == ("black" if game == 0 else "white"), "beaten by dice"
        engine.send("quit")
        engine.rest()


def test_hints_are_sorted_and_end_with_a_ping() -> None:
    def deep(lines: BinaryIO, out: TextIO) -> NBoardServer:
        return NBoardServer(EnginePlayer("search:seconds=1"), GAME, lines, out)

    with OwnServer(deep) as engine:
        engine.send("nboard 2", "set depth 60", f"set game {ggf(['F5'])}", "hint 3")
        assert engine.line() == "set myname Plyground"
        engine.until("nodestats")
        lines = engine.until("nodestats")[:-1]
        assert [line.split()[1][:2] for line in lines] != []
        assert len({line.split()[1][:2] for line in lines}) == len(lines) == 3
        values = [float(line.split()[2]) for line in lines]
        assert values == sorted(values, reverse=True)
        engine.send("ping 1")
        engine.until("pong 1", 20)
        engine.send("move D6", "go")  # a search begins, and its end is not awaited
        engine.line()
        engine.send("ping 2")
        assert any(line.startswith("===") for line in engine.until("pong 2", 20))


def test_the_clock_of_the_game_is_kept() -> None:
    moves = "B[F5//100]W[D6//1]B[C3//190]W[D3//2]"
    head = "GM[Othello]TY[8]"
    setup = read_game(GAME, f"(;{head}TI[05:00/00:02]BO[8 {START}]{moves};)")
    assert setup.clocks == {"black": Clock(10.0, 2.0), "white": Clock(297.0, 2.0)}
    assert read_game(GAME, f"(;{head}TB[01:00]TW[1:00:00];)").clocks["white"].left == 3600
    assert read_game(GAME, f"(;{head};)").clocks == {}
    with OwnServer(lambda i, o: NBoardServer(EnginePlayer("search"), GAME, i, o)) as engine:
        engine.send(f"set game (;{head}TI[00:04]BO[8 {START}];)", "set depth 60", "go")
        engine.until("===", 30)


def test_a_level_plays_and_gives_no_depth() -> None:
    with OwnServer(lambda i, o: NBoardServer(LevelPlayer("level:2,seed=1"), GAME, i, o)) as engine:
        engine.send("set depth 9", "go")
        assert re.fullmatch(r"=== [A-H][1-8]/.*", engine.until("===")[-1])


def test_games_are_written_and_read_back() -> None:
    for seed in range(30):
        end = plyground.random_game(GAME.start(), seed)
        setup = read_game(GAME, write_game(end, Clock(125)))
        assert setup.position.played == end.played
        assert setup.clocks["black"].left == 125
        middle = GAME.position(GAME.start().play_all(end.played[:20]).to_text())
        after = middle.play_all(end.played[20:24])
        assert read_game(GAME, write_game(after, None)).position == after


WORDS = st.one_of(
    st.sampled_from([*COMMANDS, "depth", "game", "contempt", "F5", "PA", "a1", "D6/1/2"]),
    st.sampled_from(["(;GM[Othello]", "BO[8", "B[F5]", "W[D6]", ";)", "TI[05:00]", "-5", "0", "3"]),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=6).map(lambda words: " ".join(words).encode("utf-8", "replace")),
    st.binary(max_size=40),
)


@hypothesis.settings(max_examples=scaled(60))
@hypothesis.given(st.lists(LINES, max_size=25))
def test_nonsense_does_not_end_the_server(lines: list[bytes]) -> None:
    def random_engine(i: BinaryIO, o: TextIO) -> NBoardServer:
        return NBoardServer(EnginePlayer("alphabeta:depth=1,eval=coins"), GAME, i, o)

    with OwnServer(random_engine) as engine:
        engine.send("set depth 1")
        for line in lines:
            sent = line.replace(b"\n", b" ")
            if not sent.strip().startswith((b"quit", b"set depth")):
                engine.send(sent)
        engine.send("ping sync")
        engine.until("pong sync")
        engine.send(f"set game {ggf(['F5'])}", "go")
        assert re.match(r"=== (D6|F4|F6)/", engine.until("===")[-1])


# --- our client ------


def test_our_client_plays_our_server() -> None:
    command = [sys.executable, "-m", "plyground", "nboard", "--player", "search:seconds=1"]
    position, reports = GAME.start(), list[Report]()
    with (
        NBoardPlayer(shlex.join(command), GAME) as black,
        EnginePlayer("random:seed=3") as white,
    ):
        while position.result() is None:
            player = black if position.turn == "black" else white
            move = player.choose(position, clock=Clock(4), on_report=reports.append).move
            assert move is not None
            position = position.play(move)
        result = position.result()
        assert result is not None
        assert result.winner == "black"
        inside = GAME.position("8/8/8/2xxx3/3xo3/8/8/8 w")
        assert black.choose(inside, clock=Clock(2)).move in inside.moves()
        played = plyground.random_game(GAME.start(), 4).played
        late = GAME.start().play_all(played[:-6])
        black.choose(late, clock=Clock(60), on_report=reports.append)
        assert reports[-1].exact
    assert reports
    assert all(report.move is not None for report in reports)
    assert any(report.nodes > 0 for report in reports)


BAD = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ping"] and {pings!r}:
        print("pong", words[1], flush=True)
    if words[:1] == ["go"]:
        print({says!r}, flush=True)
"""


@pytest.mark.parametrize(
    ("says", "pings", "code", "words"),
    [
        ("=== z9", True, "illegal_move", "moves look like F5"),
        ("=== a1/1/1", True, "illegal_move", "flip"),
        ("===", True, "illegal_move", "not a move"),
        ("status I do not know", True, "no_answer", "in time"),
    ],
)
def test_program_with_an_unreadable_answer_loses(
    says: str, pings: bool, code: str, words: str
) -> None:
    command = shlex.join([sys.executable, "-c", BAD.format(says=says, pings=pings)])
    move = 2 if code == "no_answer" else 60
    player = NBoardPlayer(command, GAME, start_seconds=60 if pings else 1, move_seconds=move)
    with player, pytest.raises(Forfeit) as caught:
        player.choose(GAME.start())
    assert caught.value.code == code
    assert words in caught.value.sentence


def test_program_that_was_never_ready_does_not_lose() -> None:
    command = shlex.join([sys.executable, "-c", BAD.format(says="=== f5", pings=False)])
    player = NBoardPlayer(command, GAME, start_seconds=1, move_seconds=2)
    with player, pytest.raises(Unplayable, match="in time"):
        player.choose(GAME.start())


@pytest.mark.parametrize("says", ["=== F5/0.5/1", "=== f5 0.5 1", "search x y z\\n=== F5"])
def test_answers_in_all_their_forms_are_understood(says: str) -> None:
    answer = says.replace("\\n", "\n")
    command = shlex.join([sys.executable, "-c", BAD.format(says=answer, pings=True)])
    with NBoardPlayer(command, GAME) as player:
        assert player.choose(GAME.start()).move == "f5"


def test_a_bridge_is_started_before_the_first_move() -> None:
    command = shlex.join([sys.executable, "-m", "plyground", "nboard", "--player", "level:1"])

    def bridge(lines: BinaryIO, out: TextIO) -> NBoardServer:
        return NBoardServer(NBoardPlayer(command, GAME), GAME, lines, out)

    for first in ("ping 1", f"set game {ggf([])}"):
        with OwnServer(bridge) as engine:
            engine.send(first, "ping 2")
            engine.until("pong 2")
            player = engine.server.player
            assert isinstance(player, NBoardPlayer)
            program = player._program
            assert program is not None, "the first move would pay for the start"
            engine.send(f"set game {ggf(['F5'])}", "go")
            assert re.match(r"=== (D6|F4|F6)", engine.until("===")[-1])
            assert player._program is program


PROGRAM = """
import sys
heard = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:1] == ["go"]:
        print("=== F5" if heard == {commands!r} else "=== A1", flush=True)
    elif words[:1] == ["set"] and words[1] != "game":
        heard.append(line.strip())
"""


@pytest.mark.parametrize(
    ("settings", "commands"),
    [
        ("", ["set depth 12"]),
        ("(depth=18)", ["set depth 18"]),
        ("(contempt=-5,depth=3)", ["set depth 3", "set contempt -5"]),
    ],
)
def test_a_spec_sets_the_depth(settings: str, commands: list[str]) -> None:
    command = shlex.join([sys.executable, "-c", PROGRAM.format(commands=commands)])
    with make_player(f"nboard{settings}:{command}", GAME) as player:
        assert player.choose(GAME.start()).move == "f5"


@pytest.mark.parametrize("options", [{"depth": "deep"}, {"depth": ""}, {"level": "3"}])
def test_invalid_settings_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="A setting of nboard is depth=PLIES or contempt=NUMBER"):
        NBoardPlayer("true", GAME, options=options)


def test_clock_has_whole_seconds() -> None:
    assert NBoardPlayer.time_grain == 1.0
    assert "TI[00:01]" in write_game(GAME.start(), Clock(1.4))


def test_other_games_are_refused() -> None:
    for game in (plyground.game("go"), plyground.game("othello", size=6)):
        with pytest.raises(ValueError, match="NBoard is a protocol for othello on 8x8"):
            NBoardPlayer("true", game)
        with pytest.raises(ValueError, match="NBoard is a protocol for othello on 8x8"):
            NBoardServer(EnginePlayer("random"), game)


def test_docs_list_every_command() -> None:
    assert listing(COMMANDS) in PAGE.read_text(encoding="utf-8")
