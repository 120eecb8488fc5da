"""Gomocup: a golden transcript, a manager written from the protocol's text, and our client."""

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

import hypothesis
import pytest
from hypothesis import strategies as st

import plyground
from plyground.games.gomoku.gomocup.client import GomocupPlayer
from plyground.games.gomoku.gomocup.points import set_up
from plyground.games.gomoku.gomocup.server import COMMANDS, GomocupServer
from plyground.players.maximum import MaximumPlayer
from plyground.players.player import Clock, EnginePlayer, Forfeit, Unplayable
from plyground.players.protocols.command_table import listing
from tests.conftest import scaled
from tests.project import ROOT
from tests.protocols.talking import PAGE, PATIENCE, OwnServer, Process, Silence, check_golden

Cell = tuple[int, int]
PLAYER = "alphabeta:depth=1,eval=runs"
SERVER = [sys.executable, "-m", "plyground", "gomocup"]


def make(lines: BinaryIO, out: TextIO) -> GomocupServer:
    return GomocupServer(EnginePlayer(PLAYER), plyground.game("gomoku"), lines, out)


def quick(lines: BinaryIO, out: TextIO) -> GomocupServer:
    player = EnginePlayer("search:nodes=2000")
    return GomocupServer(player, plyground.game("gomoku"), lines, out)


def test_golden_transcript_matches() -> None:
    check_golden("gomocup.txt", make)


# --- a manager that knows nothing but the protocol ------


def read_cell(line: str, size: int) -> Cell:
    match = re.fullmatch(r"(\d+),(\d+)", line)
    assert match, line
    x, y = int(match[1]), int(match[2])
    assert x < size
    assert y < size
    return x, y


def has_five(stones: set[Cell], last: Cell, *, exactly: bool = False) -> bool:
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            x, y = last[0] + sign * dx, last[1] + sign * dy
            while (x, y) in stones:
                run, x, y = run + 1, x + sign * dx, y + sign * dy
        if run == 5 or (run > 5 and not exactly):
            return True
    return False


def play_a_game(brain: Process, size: int, dice: random.Random, *, brain_begins: bool) -> str:
    """Plays at random against the brain; returns the winner, or 'draw'."""
    free = {(x, y) for x in range(size) for y in range(size)}
    stones: dict[str, set[Cell]] = {"brain": set(), "manager": set()}
    brain.send("RESTART")
    assert brain.line() == "OK"
    turn, command = ("brain" if brain_begins else "manager"), "BEGIN"
    while free:
        if turn == "manager":
            cell = dice.choice(sorted(free))
            command = f"TURN {cell[0]},{cell[1]}"
        else:
            brain.send("INFO time_left 2147483647")
            cell = read_cell(brain.ask(command), size)
        assert cell in free, "a stone on a stone"
        free.remove(cell)
        stones[turn].add(cell)
        if has_five(stones[turn], cell):
            return turn
        turn = "manager" if turn == "brain" else "brain"
    return "draw"


def test_whole_games_follow_the_protocol() -> None:
    dice = random.Random(5)
    with Process("gomocup", "--player", "search:nodes=3000") as brain:
        assert re.fullmatch(r'(\w+="[^"]*"(, )?)+', brain.ask("ABOUT"))
        assert brain.ask("START 15") == "OK"
        brain.send("INFO timeout_turn 2000", "INFO timeout_match 0", "INFO rule 0")
        for begins in (True, False, True):
            assert play_a_game(brain, 15, dice, brain_begins=begins) == "brain"
        assert brain.ask("START 20") == "OK"
        assert play_a_game(brain, 20, dice, brain_begins=False) == "brain"
        assert brain.ask("START 5") == "OK"
        assert play_a_game(brain, 5, dice, brain_begins=True) in ("brain", "manager", "draw")
        brain.send("END")
        assert brain.rest() == []


def test_swap2_between_two_brains() -> None:
    """The opening follows the rules of swap2, and the game after it is valid."""
    with OwnServer(quick) as first, OwnServer(quick) as second:
        for brain in (first, second):
            brain.send("START 15", "INFO rule 1", "INFO timeout_turn 100")
            assert brain.line() == "OK"
        first.send("SWAP2BOARD", "DONE")
        stones = [read_cell(cell, 15) for cell in first.line().split(" ")]
        assert len(set(stones)) == 3
        second.send("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE")
        answer = second.line()
        if answer != "SWAP":
            more = [read_cell(cell, 15) for cell in answer.split(" ")]
            assert len(more) in (1, 2)
            stones += more
        if len(stones) == 5:
            first.send("SWAP2BOARD", *(f"{x},{y}" for x, y in stones), "DONE")
            answer = first.line()
            stones += [] if answer == "SWAP" else [read_cell(answer, 15)]
        assert len(set(stones)) == len(stones)
        mover = first if len(stones) % 2 == 0 else second
        mine = len(stones) % 2
        sides = [1 if ply % 2 == mine else 2 for ply in range(len(stones))]
        lines = [f"{x},{y},{side}" for (x, y), side in zip(stones, sides, strict=True)]
        mover.send("BOARD", *lines, "DONE")
        assert read_cell(mover.line(), 15) not in stones


@pytest.mark.parametrize(
    ("stones", "answers"),
    [
        ("7,7 0,0 8,8", r"SWAP|\d+,\d+ \d+,\d+"),  # black is well off
        ("7,7 8,7 0,14", r"\d+,\d+( \d+,\d+)?"),  # black has thrown a stone away
        ("7,7 0,0 7,8 0,14 7,6", "SWAP"),  # an open three on the board
        ("7,7 8,7 0,14 8,8 14,0", r"\d+,\d+"),
    ],
)
def test_swap2_takes_the_better_side(stones: str, answers: str) -> None:
    with OwnServer(quick) as brain:
        brain.send("START 15", "INFO rule 1")
        assert brain.line() == "OK"
        brain.send("SWAP2BOARD", *stones.split(" "), "DONE")
        assert re.fullmatch(answers, brain.line())


def test_rules_and_time_are_obeyed() -> None:
    with OwnServer(lambda i, o: GomocupServer(EnginePlayer("search"), GAME, i, o)) as brain:
        brain.send("INFO rule 4", "START 15", "INFO timeout_turn 200", "BEGIN")
        assert brain.line() == "OK"
        brain.line(30)
        server = brain.server
        assert isinstance(server, GomocupServer)
        assert server.game.values["rule"] == "renju"
        brain.send("INFO rule 1", "RESTART")
        assert brain.line() == "OK"
        assert server.game.values["rule"] == "exact"
        brain.send("INFO max_memory 100000000", "TURN 7,7")
        brain.line(30)
        assert isinstance(server.player, EnginePlayer)
        assert server.player.spec.settings["table"] == 1


def test_supported_rule_clears_an_unsupported_one() -> None:
    with OwnServer(make) as brain:
        brain.send("START 15", "INFO rule 8", "INFO rule 0", "TURN 1,1")
        assert brain.line() == "OK"
        read_cell(brain.line(), 15)
        brain.send("INFO rule 8", "RESTART")
        assert brain.line().startswith("ERROR The rule can be 0, 1 or 4")


@pytest.mark.parametrize(
    ("info", "clock"),
    [
        ({}, None),
        ({"time_left": 2_147_483_647}, None),
        ({"timeout_turn": 1000}, Clock(move=0.92)),
        ({"timeout_turn": 0}, Clock(move=0.02)),
        ({"timeout_turn": 1000, "time_left": 2_147_483_647}, Clock(move=0.92)),
        ({"timeout_match": 5000}, Clock(5.0)),
        ({"timeout_match": 5000, "time_left": 3000}, Clock(3.0)),
        ({"timeout_turn": 10**15, "time_left": 2_000_000_000}, Clock(86_400.0, move=86_400.0)),
    ],
)
def test_the_clock_follows_the_info_commands(info: dict[str, int], clock: Clock | None) -> None:
    with OwnServer(make) as brain:
        brain.send(*(f"INFO {name} {value}" for name, value in info.items()), "ABOUT")
        brain.line()
        server = brain.server
        assert isinstance(server, GomocupServer)
        found = server._clock()
    if clock is None or found is None:
        assert found is clock
    else:
        assert found.left == pytest.approx(clock.left)
        assert found.move == pytest.approx(clock.move)


TELLS_THE_BOARD = """
import sys
size = rule = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "START":
        size = int(words[1])
    if words[0] in ("START", "RESTART"):
        print("OK", flush=True)
    elif words[:2] == ["INFO", "rule"]:
        rule = int(words[2])
    elif words[0] in ("BEGIN", "TURN", "DONE"):
        print(f"{size - 1},{rule}", flush=True)
"""


def test_a_bridge_plays_on_the_given_board() -> None:
    behind = shlex.join([sys.executable, "-c", TELLS_THE_BOARD])

    def bridge(lines: BinaryIO, out: TextIO) -> GomocupServer:
        return GomocupServer(GomocupPlayer(behind, GAME), GAME, lines, out)

    with OwnServer(bridge) as manager:
        manager.send("START 20")
        assert manager.line() == "OK"
        player = manager.server.player
        assert isinstance(player, GomocupPlayer)
        assert player._program is not None, "the first move would pay for the start"
        manager.send("BEGIN")
        assert manager.line() == "19,0"
        manager.send("INFO rule 4", "TURN 3,3")  # in mid-game
        assert manager.line() == "19,4"
        manager.send("INFO rule 1", "START 17", "TURN 7,7")
        assert [manager.line(), manager.line()] == ["OK", "16,1"]
        manager.send("INFO rule 4", "RESTART", "BEGIN")
        assert [manager.line(), manager.line()] == ["OK", "16,4"]


def test_settings_are_sent_as_info() -> None:
    infos = ["INFO rule 0", "INFO game_type 1", "INFO max_memory 83886080", "INFO folder /x y"]
    script = f"""
import sys
heard = []
for line in sys.stdin:
    if line.startswith("START"):
        print("OK", flush=True)
    elif line.startswith("INFO t"):
        continue
    elif line.startswith("INFO"):
        heard.append(line.strip())
    elif line.startswith("BEGIN"):
        print("7,7" if heard == {infos!r} else "none", flush=True)
"""
    options = {"max_memory": "83886080", "folder": "/x y"}
    command = shlex.join([sys.executable, "-c", script])
    with GomocupPlayer(command, GAME, options=options) as player:
        assert player.choose(GAME.start()).move == "h8"


@pytest.mark.parametrize("options", [{"rule": "4"}, {"max_memory": "much"}, {"folder": ""}])
def test_invalid_settings_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="A setting of gomocup is max_memory=BYTES"):
        GomocupPlayer(brain(), GAME, options=options)


def test_board_in_any_order_and_takebacks_are_accepted() -> None:
    with OwnServer(make) as brain:
        # Two stones of the same side in a row: the count determines the turn, not the order.
        brain.send("START 15", "BOARD", "0,0,2", "1,0,2", "0,14,1", "DONE")
        assert brain.line() == "OK"
        read_cell(brain.line(), 15)
        server = brain.server
        assert isinstance(server, GomocupServer)
        assert server.position.turn == "black"
        last = server.position.last_move
        assert last is not None
        at = f"{ord(last[0]) - ord('a')},{15 - int(last[1:])}"
        brain.send(f"TAKEBACK {at}", "TAKEBACK 1,0", "TAKEBACK 1,0")
        assert [brain.line(), brain.line()] == ["OK", "OK"]
        assert brain.line().startswith("ERROR")
        assert server.position.to_text().startswith("x14/")


def test_too_long_board_is_refused() -> None:
    with OwnServer(make) as brain:
        brain.send("BOARD", *(["1,1,1"] * 401))
        assert brain.line().startswith("ERROR There are at most")
        brain.send("START 15")
        assert brain.line() == "OK"


def test_stones_with_a_five_among_them_are_a_finished_game() -> None:
    game = plyground.game("gomoku")
    black, white = ["a1", "b1", "c1", "d1", "e1"], ["a3", "c3", "e3", "g3", "i3"]
    assert set_up(game, black, white).result() is not None


GAME = plyground.game("gomoku")
WORDS = st.one_of(
    st.sampled_from([*COMMANDS, *(name.lower() for name in COMMANDS)]),
    st.sampled_from(["7,7", "0,0", "14,14", "15,15", "-1,3", "1,2,1", "1,2,2", "3,3,9", "rule"]),
    st.sampled_from(["timeout_turn", "time_left", "max_memory", "0", "1", "4", "5", "99999999999"]),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=4).map(lambda words: " ".join(words).encode("utf-8", "replace")),
    st.binary(max_size=40),
)


@hypothesis.settings(max_examples=scaled(60))
@hypothesis.given(st.lists(LINES, max_size=25))
def test_nonsense_does_not_end_the_server(lines: list[bytes]) -> None:
    def random_brain(i: BinaryIO, o: TextIO) -> GomocupServer:
        return GomocupServer(EnginePlayer("random:seed=1"), GAME, i, o)

    with OwnServer(random_brain) as brain:
        for line in lines:
            sent = line.replace(b"\n", b" ")
            if sent.strip().upper().startswith(b"END"):
                continue  # this one is accepted
            brain.send(sent)
        # an INFO may have left an error message
        brain.send("INFO rule 0", "RESTART", "NOW-IN-STEP")
        brain.until("UNKNOWN There is no command 'NOW-IN-STEP'.")
        brain.send("START 15")
        assert brain.line() == "OK"
        brain.send("BEGIN")
        read_cell(brain.line(), 15)


# --- our client ------


def brain(*arguments: str) -> str:
    return shlex.join([*SERVER, *arguments])


@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_our_client_plays_our_server(rule: str) -> None:
    game = plyground.game("gomoku", rule=rule)
    position = game.start()
    with (
        GomocupPlayer(brain("--player", "search:nodes=2000"), game) as black,
        EnginePlayer("random:seed=3") as white,
    ):
        while position.result() is None:
            player = black if position.turn == "black" else white
            move = player.choose(position, clock=Clock(60, 1)).move
            assert move is not None
            position = position.play(move)
        result = position.result()
        assert result is not None
        assert result.winner == "black"
        # Another game, from a position without a history, and one that leads back.
        black.new_game()
        inside = game.position("15/15/15/15/15/15/15/7x7/7o7/15/15/15/15/15/15 b")
        first = black.choose(inside, clock=Clock(move=0.2)).move
        assert first in inside.moves()
        assert black.choose(game.start().play_all("h8 h9"), clock=Clock(move=0.2)).move
        assert black.choose(game.start(), clock=None).move in game.start().moves()


BAD = """
import sys
replies = {replies!r}
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    for said in replies.get(word, []):
        print(said, flush=True)
"""


def bad_brain(**replies: list[str]) -> str:
    return shlex.join([sys.executable, "-c", BAD.format(replies=replies)])


@pytest.mark.parametrize(
    ("replies", "code", "words"),
    [
        ({"START": ["OK"], "BEGIN": ["7,15"]}, "illegal_move", "from 0 to 14"),
        ({"START": ["OK"], "BEGIN": ["h8"]}, "illegal_move", "'h8'"),
        ({"START": ["OK"], "BEGIN": ["UNKNOWN"]}, "misunderstood", "UNKNOWN"),
        ({"START": ["OK"], "BEGIN": ["MESSAGE a", "DEBUG b"]}, "no_answer", "in time"),
    ],
)
def test_program_with_an_unreadable_answer_loses(
    replies: dict[str, list[str]], code: str, words: str
) -> None:
    move = 1 if code == "no_answer" else 60
    player = GomocupPlayer(bad_brain(**replies), GAME, start_seconds=60, move_seconds=move)
    with player, pytest.raises(Forfeit) as caught:
        player.choose(GAME.start())
    assert caught.value.code == code
    assert words in caught.value.sentence


@pytest.mark.parametrize(
    ("replies", "words"),
    [(["ERROR too large"], "too large"), (["hello?"], "hello"), ([], "did not answer in time")],
)
def test_program_that_refuses_the_board_does_not_lose(replies: list[str], words: str) -> None:
    start = 60 if replies else 1
    player = GomocupPlayer(bad_brain(START=replies), GAME, start_seconds=start)
    with player, pytest.raises(Unplayable, match=words):
        player.choose(GAME.start())


def test_asides_are_skipped_and_a_suggestion_is_played() -> None:
    replies = {
        "START": ["MESSAGE hello", "OK - fine"],
        "BEGIN": ["DEBUG thinking", "suggest 7,7"],
        "PLAY": ["7,7"],
    }
    with GomocupPlayer(bad_brain(**replies), GAME) as player:
        assert player.choose(GAME.start()).move == "h8"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (plyground.game("robogo"), "for gomoku, not for robogo"),
        (plyground.game("gomoku", line=4), "five in a row only"),
    ],
)
def test_other_games_are_refused(game: plyground.Game, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        GomocupPlayer(brain(), game)
    with pytest.raises(ValueError, match=words):
        GomocupServer(EnginePlayer(PLAYER), game)


def test_end_command_stops_a_search_at_once() -> None:
    with Process("gomocup", "--player", "search:seconds=100") as process:
        assert process.ask("START 15") == "OK"
        process.send("BEGIN", "ABOUT")
        assert process.line().startswith("name=")
        with pytest.raises(Silence):
            process.line(0.3)
        process.send("END")
        process.rest()


def test_docs_list_every_command() -> None:
    assert listing(COMMANDS) in PAGE.read_text(encoding="utf-8")


def test_the_strongest_player_honours_memory_and_answers_swap2() -> None:
    def strongest(lines: BinaryIO, out: TextIO) -> GomocupServer:
        game = plyground.game("gomoku")
        return GomocupServer(MaximumPlayer("maximum:nodes=2000,book=off"), game, lines, out)

    with OwnServer(strongest) as brain:
        brain.send("INFO max_memory 130000000", "START 15", "INFO timeout_turn 200")
        assert brain.line() == "OK"
        server = brain.server
        assert isinstance(server, GomocupServer)
        assert isinstance(server.player, MaximumPlayer)
        assert server.player.search_for(server.position).settings["table"] == 5
        brain.send("SWAP2BOARD", "7,7", "8,8", "10,6", "DONE")
        assert re.fullmatch(r"SWAP|\d+,\d+( \d+,\d+)?", brain.line())
        brain.send("RESTART", "TURN 7,7")
        assert brain.until("OK")
        assert re.fullmatch(r"\d+,\d+", brain.line())


@pytest.mark.skipif(os.name == "nt", reason="a script for a shell")
def test_the_start_script_runs_from_any_folder_and_writes_only_in_its_own(tmp_path: Path) -> None:
    folder, home = tmp_path / "a brain", tmp_path / "home"
    (folder / "venv" / "bin").mkdir(parents=True)
    home.mkdir()
    plyground_here = folder / "venv" / "bin" / "plyground"
    plyground_here.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m plyground "$@"\n')
    plyground_here.chmod(0o755)
    shutil.copy(ROOT / "deploy" / "pbrain-plyground", folder)
    before = sorted(folder.rglob("*"))
    talk = "START 15\nINFO timeout_turn 100\nBEGIN\nABOUT\nEND\n"
    done = subprocess.run(
        [folder / "pbrain-plyground"],
        input=talk,
        capture_output=True,
        text=True,
        cwd=home,
        env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home)},
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"OK\n(\d+,\d+\n)?name=.*\n(\d+,\d+\n)?", done.stdout)
    assert sorted(folder.rglob("*")) == before
    assert list(home.iterdir()) == []
