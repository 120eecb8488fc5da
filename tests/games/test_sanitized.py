"""The rules of every game under the address and undefined-behaviour sanitizers, in a minute.

`make test-deep` runs the tests of games, search, networks and patterns on a whole sanitized core.
"""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

HERE = Path(__file__).parent
# That run already covers the whole core.
pytestmark = pytest.mark.skipif(
    "PLYGROUND_SANITIZED" in os.environ, reason="the core is a sanitized one already"
)
# Without optimisation: compiling takes longer than running.
FLAGS = ("-std=c++20", "-O0", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def built(source: str, folder: Path) -> Path:
    program = folder / source
    command = [system_part("g++"), *FLAGS, "-pthread", f"-I{ROOT / 'cpp'}"]
    command += [str(HERE / f"{source}.cpp"), "-o", str(program)]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-2000:]
    return program


@pytest.mark.deep
def test_random_games_pass_under_the_sanitizer(tmp_path: Path) -> None:
    program = built("rules", tmp_path)
    planted = subprocess.run([program, "overrun"], capture_output=True, text=True, timeout=120)
    assert planted.returncode != 0, "the sanitizer sleeps"
    assert "AddressSanitizer: heap-buffer-overflow" in planted.stderr
    done = subprocess.run([program], capture_output=True, text=True, timeout=500)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[:3000]


@pytest.mark.deep
def test_positions_are_numbered_and_moves_undone_as_they_are_made(tmp_path: Path) -> None:
    done = subprocess.run(
        [built("universe", tmp_path)], capture_output=True, text=True, timeout=500
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stdout + done.stderr[:3000]
