"""The rules of every game under the address and undefined-behaviour sanitizers, in a minute.

`make test-deep` runs the tests of games and search on a whole core that they watch.
"""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import system_part
from tests.project import ROOT

SOURCE = Path(__file__).with_name("rules.cpp")
# There the whole core is watched already.
pytestmark = pytest.mark.skipif(
    "PLYGROUND_SANITIZED" in os.environ, reason="the core is a sanitized one already"
)
FLAGS = ("-std=c++20", "-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def test_random_games_and_all_that_is_asked_of_them(tmp_path: Path) -> None:
    program = tmp_path / "rules"
    command = [system_part("g++"), *FLAGS, f"-I{ROOT / 'cpp'}", str(SOURCE), "-o", str(program)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr[-2000:]
    planted = subprocess.run([program, "overrun"], capture_output=True, text=True, timeout=120)
    assert planted.returncode != 0, "the sanitizer sleeps"
    assert "AddressSanitizer: heap-buffer-overflow" in planted.stderr
    done = subprocess.run([program], capture_output=True, text=True, timeout=500)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[:3000]
