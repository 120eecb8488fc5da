"""`plyground match` from a user's or a script's point of view, also killed and interrupted."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.records.journal import load_records
from tests.conftest import deep_after, missing
from tests.proc import children, is_running

QUICK = ["dobutsu", "search:depth=4", "alphabeta:depth=1", "--openings", "random:2"]
NO_ROOM = "(file too large|no space left on device)"
SLOW = ["dobutsu", "search:nodes=30000", "search:nodes=30000", "--openings", "none"]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "plyground", "match", *arguments]


def match(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, timeout=120)


def status(*arguments: str) -> int:
    """The exit status of the command, run in this process."""
    with pytest.raises(SystemExit) as ended:
        main(["match", *arguments])
    return int(str(ended.value.code))


def test_a_match_is_reported_in_words() -> None:
    done = match(*QUICK, "--games", "4")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "Dobutsu shogi: search:depth=4 against alphabeta:depth=1"
    assert lines[1].startswith("4 of 4 games: ")
    assert "Elo" in lines[2]
    assert any(line.split()[:1] == ["second"] for line in lines)


def test_json_is_one_object_and_nothing_else() -> None:
    done = match(*QUICK, "--games", "3", "--json", "--concurrency", "2")
    summary = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert summary["finished"] is True
    assert summary["wins"] + summary["draws"] + summary["losses"] == summary["games"] == 3
    assert 0 <= summary["share_low"] <= summary["share"] <= summary["share_high"] <= 1
    assert summary["players"]["first"]["cpu_seconds_a_move"] > 0
    assert summary["match"]["seed"] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "random", "random"], "There is no game called 'chess'"),
        (["dobutsu", "randm", "random"], "there is no player 'randm'"),
        (["dobutsu", "random", "random", "--games", "0"], "from 1 to"),
        (["dobutsu", "random", "random", "--time", "1m"], "A time is seconds a move"),
        (["dobutsu", "random", "random", "--openings", "book"], "there is no file 'book'"),
        (["dobutsu", "random", "random", "--win", "0.3:4"], "--win takes a number from 0.5 to 1"),
        (["dobutsu", "random", "random", "--draw", "0.1:1"], "2 plies or more"),
        (["dobutsu", "random", "random", "--at-limit", "win"], "a draw, or decided by score"),
        (["dobutsu", "random", "random", "--require", "2"], "--require"),
        (["dobutsu", "random", "random", "--out", "-"], "--out takes a file name"),
        (["dobutsu", "random", "random", "--out", "/"], "/ can't be written: is a directory."),
        (["dobutsu", "random"], "'B'"),
    ],
)
def test_wrong_arguments_are_reported_in_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert status(*arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in output.err
    assert output.err.count("\n") == 1


def test_a_script_can_require_a_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(*QUICK, "--games", "2", "--require", "0.5") == 0
    assert status("dobutsu", "random", "search:depth=4", "--games", "2", "--require", "0.9") == 3
    assert capsys.readouterr().out.count("2 of 2 games") == 2


def test_rules_and_time_reach_the_games(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    rules = ["--max-plies", "6", "--at-limit", "score", "--win", "0.99:4", "--draw", "0:2"]
    done = match(*QUICK, "--games", "2", "--time", "5+0.1", *rules, "--out", str(out))
    assert done.returncode == 0, done.stderr
    for record in load_records(out):
        assert len(record.moves) <= 6
        assert record.main_line()[-1].clock is not None


def test_a_game_that_cannot_be_played_is_status_1(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    example = Path(__file__).parents[2] / "examples" / "tictactoe.py"
    text = example.read_text().replace('name = "tictactoe"', 'name = "breaking"')
    file.write_text(text.replace("def play(self, move", "def play(self, move, more"))
    done = match("breaking", "random", "random", "--openings", "none", "--load", str(file))
    assert done.returncode == 1
    assert "Game 0 could not be played: broken.py" in done.stdout


def test_missing_program_does_not_lose(capsys: pytest.CaptureFixture[str]) -> None:
    script = "import sys; sys.exit('no model')"
    program = f"gtp:{shlex.join([sys.executable, '-c', script])}"
    assert status("go", "random", program, "--set", "size=5", "--games", "2") == 1
    output = capsys.readouterr().out
    assert "0 of 2 games" in output
    assert "Game 1 could not be played: gtp:" in output
    assert "ended before it was ready (status 1; it said: no model)." in output


@pytest.mark.parametrize("time", ["0.5", "0.9+5"])
def test_a_time_control_that_a_program_can_not_use_is_refused(
    capsys: pytest.CaptureFixture[str], time: str
) -> None:
    assert status("go", "random", f"gtp:{sys.executable}", "--time", time) == 2
    errors = capsys.readouterr().err
    assert "has whole seconds only; use at least 1 with --time, not" in errors


def on_a_terminal(words: list[str]) -> tuple[bytes, bytes]:
    """The output of a command, and what it shows if its standard error is a terminal."""
    pty = pytest.importorskip("pty", reason="terminals are not the same everywhere")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    written, _ = process.communicate(timeout=60)
    return written, shown


def test_on_a_terminal_a_bar_shows_the_score_on_standard_error() -> None:
    written, shown = on_a_terminal(command(*QUICK, "--games", "4", "--json"))
    assert json.loads(written)["games"] == 4
    assert b"4/4" in shown
    assert b"100.0%" in shown or b"50.0%" in shown


def test_a_program_from_outside_plays_and_is_counted(tmp_path: Path) -> None:
    if shutil.which("gnugo") is None and shutil.which("gnugo", path="/usr/games") is None:
        missing("gnugo is not installed")
    out = tmp_path / "match.jsonl"
    program = "gtp:gnugo --mode gtp --level 0 --chinese-rules"
    more = ["--set", "size=5,komi=0.5", "--games", "4", "--concurrency", "2", "--openings", "none"]
    done = match("go", "random", program, *more, "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["games"], summary["wins"]) == (4, 0)
    assert summary["players"]["second"]["moves"] > 10
    assert summary["players"]["first"]["forfeits"] == {}
    assert summary["players"]["second"]["forfeits"] == {}
    for record in load_records(out):
        assert record.result is not None
        assert record.players["white" if record.info["first"] == "black" else "black"] == program


@contextmanager
def running(out: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A match that would take long, once its first games are written."""
    process = subprocess.Popen(
        command(*SLOW, "--games", "5000", "--out", str(out), *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(lambda: process.poll() is not None or games_in(out) >= 3)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


def games_in(out: Path) -> int:
    return out.read_bytes().count(b'"result":') if out.exists() else 0


def wait_for(done: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def test_a_killed_match_is_continued_and_leaves_no_process_behind(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    with running(out, "--concurrency", "2") as process:
        wait_for(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(60)
    before = {record.info["number"]: record.moves for record in load_records(out)}
    wait_for(lambda: not any(map(is_running, workers)))
    games = max(before) + 3
    done = match(*SLOW, "--games", str(games), "--out", str(out), "--json")
    assert json.loads(done.stdout)["finished"] is True, done.stderr
    after = {record.info["number"]: record.moves for record in load_records(out)}
    assert sorted(after) == list(range(games))
    finished = {number: moves for number, moves in before.items() if number in after}
    assert {number: after[number] for number in finished} == finished


@pytest.mark.parametrize("concurrency", deep_after(1, ["2", "1"]))
@pytest.mark.parametrize(
    ("sent", "status"), deep_after(1, [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
)
def test_interrupted_match_prints_its_standing(
    tmp_path: Path, concurrency: str, sent: signal.Signals, status: int
) -> None:
    out = tmp_path / "match.jsonl"
    with running(out, "--json", "--concurrency", concurrency) as process:
        workers = children(process.pid)
        process.send_signal(sent)
        written, errors = process.communicate(timeout=120)
        summary = json.loads(written)
        assert (process.returncode, errors) == (status, "")
    assert summary["finished"] is False
    written_down = len(load_records(out))
    assert written_down >= 3
    assert written_down - summary["games"] in (0, 1)  # it may come between writing and counting
    assert not any(map(is_running, workers))


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_a_full_disk_ends_a_match_and_leaves_whole_games(tmp_path: Path, concurrency: str) -> None:
    resource = pytest.importorskip("resource", reason="limits are not the same everywhere")
    out, room = tmp_path / "match.jsonl", 20_000
    arguments = ["dobutsu", "random", "random", "--games", "500", "--openings", "none"]
    done = subprocess.run(
        command(*arguments, "--out", str(out), "--json", "--concurrency", concurrency),
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 1
    message = rf"plyground: {re.escape(str(out))} can't be written: {NO_ROOM}\.\n"
    assert re.fullmatch(message, done.stderr), done.stderr
    summary = json.loads(done.stdout)
    assert summary["finished"] is False
    assert summary["games"] == len(load_records(out)) > 1
    assert out.read_bytes().endswith(b"\n")
    wanted = ["--games", str(summary["games"] + 2), "--openings", "none", "--out", str(out)]
    more = match(*arguments[:3], *wanted)
    assert more.returncode == 0, more.stderr
    assert len(load_records(out)) == summary["games"] + 2
