"""Threads share the table and the tree without a data race, under the thread sanitizer."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

SOURCE = Path(__file__).with_name("threads.cpp")
# Only one sanitizer can run at a time.
pytestmark = [
    pytest.mark.deep,  # building it takes most of a minute
    pytest.mark.skipif(
        "PLYGROUND_SANITIZED" in os.environ, reason="the thread sanitizer runs without the others"
    ),
]
FLAGS = ("-std=c++20", "-pthread", f"-I{ROOT / 'cpp'}", str(SOURCE))


def compiled(folder: Path, *flags: str) -> Path:
    built = folder / "threads"
    command = [system_part("g++"), *FLAGS, *flags, "-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return built


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("threads"), "-O1", "-g1", "-fsanitize=thread")


def test_thread_sanitizer_is_active(program: Path) -> None:
    done = subprocess.run([program, "race"], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0
    assert "ThreadSanitizer: data race" in done.stderr


def test_searches_on_four_threads_have_no_race(program: Path) -> None:
    done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert "ThreadSanitizer" not in done.stderr, done.stderr[:3000]
    assert (done.returncode, done.stdout) == (0, "done\n")


def test_moves_are_ranked_while_other_threads_play_them(tmp_path: Path) -> None:
    """At full speed, because under the sanitizer threads are too slow to meet in a sort."""
    done = subprocess.run([compiled(tmp_path, "-O2"), "rank"], timeout=500)
    assert done.returncode == 0
