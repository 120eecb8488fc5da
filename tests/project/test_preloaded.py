"""A command forked from a preloaded process behaves like an ordinary start."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import preloaded
from tests.conftest import deep_after
from tests.proc import wait_for_sleep

PLYGROUND = [sys.executable, "-m", "plyground"]
ORDINARY = {"PYTHONHASHSEED": "1"}  # other settings of Python cause an ordinary start


def run(*arguments: str, ordinary: bool, **settings: Any) -> tuple[int, str, str]:
    environment = os.environ | (ORDINARY if ordinary else {}) | settings.pop("env", {})
    done = subprocess.run(
        [*PLYGROUND, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        **settings,
    )
    return done.returncode, done.stdout, done.stderr


def was_forked(process: "subprocess.Popen[str]") -> bool:
    command = Path(f"/proc/{process.pid}/cmdline").read_text(encoding="utf-8")
    return "tests.preloaded" in command


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is forked")
def test_commands_are_forked_unless_python_has_other_settings() -> None:
    for settings, forked in (({}, True), (ORDINARY, False)):
        with subprocess.Popen(
            [*PLYGROUND, "gtp"],
            env=os.environ | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            wait_for_sleep(process)
            assert was_forked(process) == forked
            assert process.communicate("quit\n")[0] == "=\n\n"
        assert process.returncode == 0


@pytest.mark.parametrize(
    "arguments",
    deep_after(
        2,
        [["show", "othello", "--moves", "d3"], ["show", "chess"], ["--version"], ["nonsense"], []],
        ["a position", "no such game", "version", "nonsense", "nothing"],
    ),
)
def test_forked_and_started_commands_print_the_same(arguments: list[str]) -> None:
    assert run(*arguments, ordinary=False) == run(*arguments, ordinary=True)


def test_fork_uses_the_given_folder_and_variables(tmp_path: Path) -> None:
    (tmp_path / "game.sgf").write_text("(;SZ[9];B[ee])", encoding="utf-8")
    environment = {"PLYGROUND_HOME": str(tmp_path / "home")}
    ways = [
        run("convert", "game.sgf", "-", "--to", "sgf", ordinary=way, cwd=tmp_path, env=environment)
        for way in (False, True)
    ]
    assert ways[0] == ways[1]
    assert ways[0][0] == 0, ways[0]


def test_signals_end_a_fork() -> None:
    for sent in (signal.SIGINT, signal.SIGTERM):
        with subprocess.Popen(
            [*PLYGROUND, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            wait_for_sleep(process)
            process.send_signal(sent)
            assert process.wait(60) in (130, -sent)


def test_other_programs_are_started_as_usual() -> None:
    assert subprocess.Popen is preloaded.Popen or sys.platform != "linux"
    assert subprocess.run(["true"]).returncode == 0
    assert subprocess.run("exit 3", shell=True).returncode == 3
