"""Programs end on SIGTERM even if Ctrl-C is ignored: as a background job, in a container."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import deep_after
from tests.proc import wait_for_sleep

STUDY = """
name = "x"
kind = "round_robin"
game = "dobutsu"
games = 2000
openings = "none"
[players]
a = "search:nodes=3000"
b = "search:nodes=3001"
"""
MATCH = [
    "match",
    "dobutsu",
    "search:nodes=3000",
    "search:nodes=3001",
    "--games",
    "5000",
    "--out",
    "match.jsonl",
]


def ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def wait_for_games(process: "subprocess.Popen[str]", folder: Path) -> None:
    """Returns when the first games have been written."""
    end = time.monotonic() + 60
    while not any(file.stat().st_size > 2000 for file in folder.rglob("*.jsonl")):
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < end, "it writes nothing down"
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("arguments", "codes"),
    deep_after(
        2,
        [
            (["serve", "--no-browser", "--port", "0"], {0}),
            (["gtp"], {143, -signal.SIGTERM}),
            (["play", "gomoku", "--white", "level:1"], {0, 143, -signal.SIGTERM}),
            (MATCH, {143}),
            (["lab", "run", "study.toml", "--out", "study"], {143}),
        ],
        ["serve", "gtp", "play", "match", "lab"],
    ),
)
def test_a_program_without_ctrl_c_ends_on_sigterm(
    tmp_path: Path, arguments: list[str], codes: set[int]
) -> None:
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PLYGROUND_HOME": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=ignore_interrupts,  # noqa: PLW1509 - it takes no lock
    ) as process:
        if arguments[0] == "serve":
            assert process.stdout is not None
            assert "Plyground is at" in process.stdout.readline()
        elif arguments[0] in ("gtp", "play"):
            wait_for_sleep(process)
        else:
            wait_for_games(process, tmp_path)
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode in codes, complaints
    assert "Traceback" not in complaints
