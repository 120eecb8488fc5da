"""The GTP server as a process: streaming analysis, as Sabaki and Lizzie request it."""

import contextlib
import re
import signal
import time

import pytest

from plyground.cli import main
from tests.proc import wait_for_sleep, wait_for_work
from tests.protocols.gtp_driver import COMMAND, PATIENCE, Engine

# How Sabaki reads a line: pairs of words, then the variation.
INFO = re.compile(r"info ((?:\S+ \S+ )+)pv((?: (?:[A-HJ-Z][0-9]+|pass))+)")


def read_info(line: str) -> list[dict[str, str]]:
    """The moves of a line of analysis, each with its pairs."""
    moves = []
    for part in re.split(r" (?=info )", line):
        match = INFO.fullmatch(part)
        assert match, part
        words = match[1].split()
        moves.append({**dict(zip(words[::2], words[1::2], strict=True)), "pv": match[2].strip()})
    return moves


def engine(*more: str) -> Engine:
    return Engine(*COMMAND, *more)


def test_analysis_streams_until_any_input_comes() -> None:
    with engine("--set", "size=9") as sabaki:
        sabaki.ask("play B E5")
        sabaki.write("77 analyze W 10\n")
        assert sabaki.read_line() == "=77"
        visits = []
        for _ in range(4):
            moves = read_info(sabaki.read_line())
            assert len(moves) > 1
            assert [move["order"] for move in moves] == [str(n) for n in range(len(moves))]
            for move in moves:
                assert move["pv"].split()[0] == move["move"]
                assert 0 <= int(move["winrate"]) <= 10_000
            visits.append(int(moves[0]["visits"]))
        assert visits[-1] > visits[0]
        sabaki.write("\n")  # a bare newline is enough
        while sabaki.read_line():
            pass
        assert sabaki.is_quiet(0.3)
        assert sabaki.ask("name") == "Plyground"


@pytest.mark.parametrize(
    "command", ["lz-analyze 10", "lz-analyze b interval 10", "kata-analyze b 10"]
)
def test_a_command_ends_the_analysis_and_is_answered(command: str) -> None:
    with engine("--set", "size=9", "--player", "search:seconds=0.1") as lizzie:
        lizzie.write(f"{command}\n")
        assert lizzie.read_line() == "="
        moves = read_info(lizzie.read_line())
        if command.startswith("kata"):
            assert 0 <= float(moves[0]["winrate"]) <= 1
            assert float(moves[0]["scoreMean"]) == float(moves[0]["scoreLead"])
        lizzie.write("12 play b D4\n")
        while line := lizzie.read_line():
            assert line.startswith("info ")
        assert lizzie.answer() == ("=12", [])


def test_ownership_is_reported() -> None:
    with engine("--set", "size=5") as lizzie:
        lizzie.ask("plyground-position xx1xx/1xxx1/xxxxx/5/5 w")
        lizzie.write("kata-analyze 10 ownership true\n")
        assert lizzie.read_line() == "="
        _, _, owned = lizzie.read_line().partition(" ownership ")
        values = [float(word) for word in owned.split()]
        assert len(values) == 25
        assert values[2] < -0.9  # Black's eye, from White's point of view


@pytest.mark.parametrize("game", ["go", "othello", "gomoku", "robogo"])
def test_genmove_analyze_reports_and_plays(game: str) -> None:
    with engine("--game", game, "--player", "search:seconds=0.5") as sabaki:
        sabaki.write("5 genmove_analyze b 10\n")
        head, lines = sabaki.answer()
        assert head == "=5"
        best = read_info(lines[-2])[0]["move"]
        assert lines[-1] == f"play {best}"
        column, row = best[0], best[1:]
        board = sabaki.ask("showboard").splitlines()
        letters = board[0].split()
        shown = next(line.split() for line in board if line.split()[0] == row)
        assert shown[1 + letters.index(column)] == "X"


def test_player_without_a_search_can_be_analysed() -> None:
    with engine("--set", "size=5", "--player", "random") as sabaki:
        sabaki.write("analyze b 5\n")
        assert sabaki.read_line() == "="
        assert read_info(sabaki.read_line())
        sabaki.write("stop\n")
        while sabaki.read_line():
            pass
        assert sabaki.answer() == ("=", [])


def test_the_end_of_the_input_ends_an_analysis() -> None:
    with engine("--set", "size=9") as lizzie:
        lizzie.write("lz-analyze 10\n")
        lizzie.read_line()
        lizzie.read_line()
        assert lizzie.process.stdin is not None
        lizzie.process.stdin.close()
        assert lizzie.process.wait(PATIENCE) == 0


def test_a_closed_output_ends_the_server() -> None:
    with engine("--set", "size=9") as lizzie:
        lizzie.write("lz-analyze 1\n")
        lizzie.read_line()
        assert lizzie.process.stdout is not None
        assert lizzie.process.stderr is not None
        lizzie.process.stdout.close()
        end = time.monotonic() + PATIENCE
        while lizzie.process.poll() is None:  # the first command after it has noticed ends it
            assert time.monotonic() < end, "it goes on"
            with contextlib.suppress(BrokenPipeError):
                lizzie.write("name\n")
            time.sleep(0.05)
        assert b"Traceback" not in lizzie.process.stderr.read()


@pytest.mark.parametrize("command", ["genmove b", "genmove_analyze b 10"])
def test_ctrl_c_ends_the_server(command: str) -> None:
    with engine("--player", "search:seconds=600") as sabaki:
        sabaki.ask("name")
        sabaki.write(f"{command}\n")
        if "analyze" in command:
            assert sabaki.read_line() == "="
            assert read_info(sabaki.read_line())  # now it is searching
        wait_for_work(sabaki.process)
        wait_for_sleep(sabaki.process)
        sabaki.process.send_signal(signal.SIGINT)
        assert sabaki.process.wait(PATIENCE) == 130
        assert sabaki.process.stderr is not None
        assert b"Traceback" not in sabaki.process.stderr.read()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "dobutsu"], "GTP is for games with stones on points"),
        (["--game", "chess"], "chess"),
        (["--set", "size=99"], "size can be"),
        (["--player", "nobody"], "there is no player 'nobody'"),
        (["--player", "gtp:no-such-program"], "There is no program"),
    ],
)
def test_wrong_arguments_are_reported_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["gtp", *arguments])
    output = capsys.readouterr()
    assert ended.value.code == 2
    assert output.out == ""
    assert sentence in output.err


def test_bridge_plays_through_another_gtp_program() -> None:
    """Our server with another GTP program behind it, which is our own server again."""
    inner = " ".join(f"'{word}'" for word in [*COMMAND, "--player", "alphabeta:depth=1,resign=off"])
    with engine("--set", "size=5", "--player", f"gtp:{inner}") as bridge:
        bridge.ask("boardsize 7")
        bridge.ask("play b D4")
        vertex = bridge.ask("genmove w")
        assert re.fullmatch(r"[A-G][1-7]", vertex)
        bridge.ask("undo")
        assert re.fullmatch(r"[A-G][1-7]", bridge.ask("genmove w"))
