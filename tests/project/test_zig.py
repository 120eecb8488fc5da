"""A machine without a compiler can still build, also for older processors than its own."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

SHOW = """
import plyground
from plyground import _core
print(_core.BUILD, plyground.perft(plyground.game("othello").start(), 6))
"""
# The Python exception for each exception of the core, by tests/project/exceptions.py.
EXCEPTIONS = {
    "std::invalid_argument": "ValueError: A position text must be a board, a space and the",
    "std::invalid_argument from a method": "ValueError: Dead stones can be marked only in Go.",
    "std::bad_alloc": "MemoryError: ",
    "nanobind::python_error": "KeyError: 'a1'",
    "nanobind::type_error": "TypeError: result() must be None, 'black', 'white' or 'draw'",
    "nanobind::value_error": "ValueError: A game written in Python must name a side",
    "nanobind::value_error of moves": "ValueError: A game written in Python can have at most",
    "a wrong argument": "TypeError: start(): incompatible function arguments.",
}


def check_exceptions(python: str) -> None:
    _, *lines = output([python, str(ROOT / "tests" / "project" / "exceptions.py")]).splitlines()
    found = dict(line.split(": ", 1) for line in lines)
    assert found.keys() == EXCEPTIONS.keys()
    wrong = [name for name, words in EXCEPTIONS.items() if not found[name].startswith(words)]
    assert wrong == [], found


def test_exceptions_of_the_core_arrive_in_python() -> None:
    check_exceptions(sys.executable)


@pytest.mark.parametrize(
    "has_both",
    [
        pytest.param(False, id="this processor", marks=pytest.mark.deep),
        pytest.param(True, id="both builds", marks=pytest.mark.endurance),
    ],
)
def test_a_wheel_built_without_a_compiler_plays(tmp_path: Path, has_both: bool) -> None:
    pip = ["-m", "pip", "--disable-pip-version-check"]
    wheels = tmp_path / "wheels"
    # With an empty PATH there is no compiler, no CMake and no Ninja.
    builds = f"cmake.define.PLYGROUND_ONE_BUILD={'OFF' if has_both else 'ON'}"
    wheel = [*pip, "wheel", "--no-deps", "-C", builds, "--wheel-dir", str(wheels), str(ROOT)]
    bare = {name: value for name, value in os.environ.items() if name not in ("PATH", "CXX")}
    subprocess.run([sys.executable, *wheel], env=bare | {"PATH": str(tmp_path)}, check=True)

    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    (built,) = wheels.iterdir()
    subprocess.run([python, *pip, "install", f"{built}[web]"], check=True)
    plyground = str(tmp_path / "venv" / "bin" / "plyground")
    assert output([plyground, "perft", "othello", "--depth", "6"]).splitlines()[-1] == "8200"
    check_exceptions(python)
    served = [plyground, "serve", "--no-browser", "--port", "0"]
    home = {"PLYGROUND_HOME": str(tmp_path / "home")}
    text = output([python, str(ROOT / "tools" / "try_serving.py"), *served], **home)
    assert "There is already a piece on E5." in text
    if has_both and platform.machine() == "x86_64":
        old = [system_part("qemu-x86_64"), "-cpu", "Westmere"]
        assert output([*old, python, "-c", SHOW]) == "baseline 8200\n"


def output(command: list[str], **settings: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | settings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
