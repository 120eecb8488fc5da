"""A machine without a compiler can still build, for older processors than its own as well."""

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


@pytest.mark.deep
def test_a_wheel_built_without_a_compiler_plays(tmp_path: Path) -> None:
    pip = ["-m", "pip", "--disable-pip-version-check"]
    wheels = tmp_path / "wheels"
    # With nothing on the PATH there is no compiler, no CMake and no Ninja either.
    wheel = [*pip, "wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
    bare = {name: value for name, value in os.environ.items() if name not in ("PATH", "CXX")}
    subprocess.run([sys.executable, *wheel], env=bare | {"PATH": str(tmp_path)}, check=True)

    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([python, *pip, "install", *map(str, wheels.iterdir())], check=True)
    command = [str(tmp_path / "venv" / "bin" / "plyground"), "perft", "othello", "--depth", "6"]
    assert output(command).splitlines()[-1] == "8200"
    if platform.machine() == "x86_64":
        old = [system_part("qemu-x86_64"), "-cpu", "Westmere"]
        assert output([*old, python, "-c", SHOW]) == "baseline 8200\n"


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
