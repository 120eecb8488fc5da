"""Commands end on SIGTERM, with all their processes, also where SIGINT is ignored.

A shell starts background jobs with SIGINT ignored, and so do some containers.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import deep_after
from tests.proc import children, is_running, wait_for_sleep, wait_for_work
from tests.web.serving import empty_tables

# Ignores SIGINT, then becomes the command.
_IGNORING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, "-m", "plyground", *sys.argv[1:]])
"""
_WAIT = 60.0  # seconds; a busy machine must not fail the test
# Each command, and a file that it makes once it has begun; "": it computes.
COMMANDS = {
    "gtp": (["gtp"], "input"),
    "match": (
        ["match", "othello", "level:5", "level:6", "--out", "games", "--concurrency", "2"],
        "games",
    ),
    "backup": (["backup", "backups", "--every", "12h"], "backups/*.gz"),
    "serve": (["serve", "--no-browser", "--port", "0"], "*.sqlite3"),
    "play": (["play", "go", "--plain"], "input"),
    "analyse": (["analyse", "go", "--player", "mcts:seconds=500"], ""),
    "solve": (["solve", "gomoku"], ""),
    "puzzles": (["puzzles", "make", "gomoku", "--count", "1000"], ""),
}
_ENDED = (0, 128 + signal.SIGTERM, -signal.SIGTERM)


def family(process: int) -> list[int]:
    """A process and all its descendants."""
    return [process, *(one for child in children(process) for one in family(child))]


def await_begin(process: "subprocess.Popen[bytes]", sign: str, home: Path) -> None:
    if not sign:
        wait_for_work(process, 1.0)
    elif sign == "input":
        wait_for_sleep(process)
    else:
        end = time.monotonic() + _WAIT
        while not any(home.glob(sign)):
            assert process.poll() is None, "it has ended"
            assert time.monotonic() < end, "it makes no file"
            time.sleep(0.02)


@pytest.mark.parametrize("name", deep_after(3, COMMANDS))
def test_command_ends_on_sigterm_where_sigint_is_ignored(name: str, tmp_path: Path) -> None:
    arguments, sign = COMMANDS[name]
    if name == "backup":
        shutil.copy(empty_tables(), tmp_path)
    errors = tmp_path / "errors.txt"
    with errors.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", _IGNORING, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PLYGROUND_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=file,
        )
    with process:
        try:
            await_begin(process, sign, tmp_path)
            everyone = family(process.pid)
            process.send_signal(signal.SIGTERM)
            code = process.wait(_WAIT)
        finally:
            process.kill()
    assert code in _ENDED, errors.read_text(encoding="utf-8")
    assert "Traceback" not in errors.read_text(encoding="utf-8")
    end = time.monotonic() + _WAIT
    while left := [one for one in everyone if is_running(one)]:
        assert time.monotonic() < end, f"{left} still run"
        time.sleep(0.02)
