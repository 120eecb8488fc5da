"""A tablebase that another program cuts short while it is in use does not end the process."""

import subprocess
import sys
from pathlib import Path

import pytest

# In a process of its own: without the guard SIGBUS ends it. The file has holes and takes no room.
_LOOK = """
import mmap, os, sys
from plyground import _core, game
size = _core.tablebase_size("dobutsu")
with open(sys.argv[1], "w+b") as file:
    file.truncate(size)
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    table = _core.Tablebase("dobutsu", mapped)
    from plyground.engine.base_position import core_state
    start = core_state(game("dobutsu").start())
    print(table.value(start) is None, len(table.moves(start)))
    file.truncate(int(sys.argv[2]))
    print(table.value(start), table.moves(start), table.line(start, 5))
    print(table.value(start), table.moves(start))
del table, mapped
"""


@pytest.mark.parametrize("size", [0, 1 << 20])
def test_lookup_in_a_truncated_file_finds_nothing(tmp_path: Path, size: int) -> None:
    command = [sys.executable, "-c", _LOOK, str(tmp_path / "values"), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before, after, later = done.stdout.splitlines()
    assert before.startswith("False")
    assert after == "None [] []"
    assert later == "None []"


def test_other_faults_still_end_the_process(tmp_path: Path) -> None:
    path = tmp_path / "values"
    script = """
import mmap, sys
from plyground import _core
table = _core.Tablebase("dobutsu", bytes(_core.tablebase_size("dobutsu")))
with open(sys.argv[1], "w+b") as file:
    file.truncate(4096)
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    file.truncate(0)
    mapped[0]
"""
    done = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True)
    assert done.returncode == -7
