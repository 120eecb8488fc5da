"""Queries processes in /proc: children, and whether one runs, works, or waits for its input.

Python misses a signal that arrives just before it waits.
"""

import contextlib
import fcntl
import os
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Any

from tests.conftest import missing

_WAIT = 60.0  # seconds; a busy machine must not fail the test


def children(process: int) -> list[int]:
    """A process's children, including those that have ended without being waited for."""
    tasks = Path(f"/proc/{process}/task")
    if not tasks.exists():
        missing("/proc is not there")
    found: list[int] = []
    for task in tasks.iterdir():
        with contextlib.suppress(OSError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


def is_running(process: int) -> bool:
    """Whether the process exists and has not ended."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_for_sleep(process: "subprocess.Popen[Any]") -> None:
    """Returns as soon as the process has read all of its input and waits for more."""
    end = time.monotonic() + _WAIT
    while _has_unread_input(process) or not _waits_for_input(process.pid):
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < end, "it does not wait for its input"
        time.sleep(0.01)


def wait_for_work(process: "subprocess.Popen[Any]", seconds: float = 0.2) -> None:
    """Returns as soon as the process has used this much processor time, from now on."""
    end, enough = time.monotonic() + _WAIT, _processor_seconds(process.pid) + seconds
    while _processor_seconds(process.pid) < enough:
        assert process.poll() is None, "it has ended"
        assert time.monotonic() < end, "it does nothing"
        time.sleep(0.01)


def _processor_seconds(process: int) -> float:
    file = Path(f"/proc/{process}/stat")
    if not file.exists():
        missing("/proc is not there")
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _has_unread_input(process: "subprocess.Popen[Any]") -> bool:
    """Whether some of its input is still in the pipe, if it reads from one."""
    if process.stdin is None:
        return False
    (size,) = struct.unpack("i", fcntl.ioctl(process.stdin, termios.FIONREAD, b"\0" * 4))
    return bool(size)


def _waits_for_input(process: int) -> bool:
    """Whether its main thread sleeps in read(0, ...) or select(1, ..., NULL, ...)."""
    file = Path(f"/proc/{process}/syscall")
    if not file.exists():
        missing("/proc does not tell system calls")
    _, *words = file.read_text().split()  # "running", or a system call's number and arguments
    given = [int(word, 16) for word in words]
    return given[:1] == [0] or (given[:1] == [1] and given[2] == 0)
