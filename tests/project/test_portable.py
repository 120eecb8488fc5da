"""One installation serves old and new processors: each gets the build it can run."""

import platform
import subprocess
import sys

import pytest

from tests.conftest import missing, system_part


@pytest.fixture(autouse=True)
def two_builds() -> None:
    if platform.machine().lower() not in ("x86_64", "amd64"):
        missing("only x86-64 has two builds")


# Othello's known counts are the sign that the core works, not only loads.
PERFT = """
import plyground
from plyground import _core
print(_core.BUILD, plyground.perft(plyground.game("othello").start(), 6))
"""


def on_processor(model: str, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    qemu = system_part("qemu-x86_64")
    # The variables of the emulated program; PLYGROUND_CPU must not leak in from outside.
    variables = [
        option for name, value in environment.items() for option in ("-E", f"{name}={value}")
    ]
    command = [qemu, "-cpu", model, "-U", "PLYGROUND_CPU", *variables, sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_processor_without_avx2_gets_the_baseline() -> None:
    done = on_processor("Westmere", PERFT)
    assert (done.returncode, done.stdout) == (0, "baseline 8200\n"), done.stderr


def test_a_processor_with_avx2_gets_the_avx2_build() -> None:
    done = on_processor("max", PERFT)
    assert (done.returncode, done.stdout) == (0, "avx2 8200\n"), done.stderr


def test_an_old_processor_refuses_the_avx2_build_in_words() -> None:
    done = on_processor("Westmere", PERFT, PLYGROUND_CPU="avx2")
    assert done.returncode == 1
    assert (
        "ImportError: PLYGROUND_CPU asks for avx2, but this processor can't run it" in done.stderr
    )
