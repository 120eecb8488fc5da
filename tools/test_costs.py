"""Measures the CPU time of the tests, by folder.

As a pytest plugin (`-p test_costs`, with a folder in `PLYGROUND_TEST_COSTS`) it notes the CPU
seconds of each test: of its own process and of all child processes. As a program, `python
tools/test_costs.py FOLDER [COUNT]`, it adds them up and lists the COUNT most expensive tests.

Chromium does not wait for the processes of its pages when it ends, so the system never includes
their time in that of ended children. This module reads it from /proc while they run; the time
between the last reading and their end is missing.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

BROWSERS = "(of which the pages of browsers)"
_costs: defaultdict[str, float] = defaultdict(float)
_browsers: dict[int, float] = {}  # each process's seconds at the last reading
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def cpu_seconds() -> float:
    """CPU time so far of this process, its ended children and its running ones."""
    running = sum(map(_seconds_of_tree, _children(os.getpid())))
    return sum(os.times()[:4]) + running + sum(_browsers.values())


def _seconds_of_tree(process: int) -> float:
    """CPU time of a process and all below it, but only the first of a browser's processes.

    The others are noted separately, because their time is lost when the browser ends.
    """
    below = sum(map(_seconds_of_tree, _children(process)))
    if _is_browser(process):
        _browsers[process] = below
        below = 0
    return _seconds(process) + below


def _seconds(process: int) -> float:
    """CPU time of a process and its ended children; 0 if the process itself has ended."""
    try:
        stat = _read(f"/proc/{process}/stat")
    except OSError:
        return 0
    return sum(map(int, stat.rpartition(b")")[2].split()[11:15])) / _TICKS


def _read(path: str) -> bytes:
    """The content of a file, without pathlib: a test may have replaced that."""
    handle = os.open(path, os.O_RDONLY)
    try:
        return os.read(handle, 100_000)
    finally:
        os.close(handle)


def _children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # a thread that has just ended
            found += map(int, _read(str(task)).split())
    return found


def _is_browser(process: int) -> bool:
    """Whether it is the first process of a browser: the others have a type."""
    try:
        command = _read(f"/proc/{process}/cmdline").split(b"\0")
    except OSError:
        return False
    return b"/chromium" in command[0] and not any(word.startswith(b"--type=") for word in command)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Note the cost of collecting, including imports."""
    collected = yield
    _costs["(collecting)"] += cpu_seconds()
    return collected


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Read the browser's time again before the last test that uses it ends it."""
    cpu_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note the cost of a test, with its fixtures."""
    before = cpu_seconds()
    done = yield
    _costs[item.nodeid] += cpu_seconds() - before
    return done


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the notes, one file per process."""
    if not (folder := os.environ.get("PLYGROUND_TEST_COSTS")):
        return
    if config.getoption("numprocesses", None):  # its children note their own
        _costs["(handing out tests)"] = sum(os.times()[:2])
    else:
        _costs["(the end of the run)"] += cpu_seconds() - sum(_costs.values())
        _costs[BROWSERS] = sum(_browsers.values())
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, f"{os.getpid()}.json").write_text(json.dumps(_costs), encoding="utf-8")


def folder_of(test: str) -> str:
    """The row of the table for a test."""
    file = Path(test.partition("::")[0])
    return str(file.parent) if file.parts[0] == "tests" else file.parts[0]


def show(costs: dict[str, float], count: int | None = None) -> None:
    """Print the most expensive rows, or all of them."""
    for name, cost in sorted(costs.items(), key=lambda row: -row[1])[:count]:
        print(f"{cost:8.1f}  {name}")
    print()


def main() -> None:
    """Print the table."""
    tests: defaultdict[str, float] = defaultdict(float)
    folders: defaultdict[str, float] = defaultdict(float)
    for file in Path(sys.argv[1]).glob("*.json"):
        for test, cost in json.loads(file.read_text(encoding="utf-8")).items():
            tests[test] += cost
            if test != BROWSERS:
                folders[folder_of(test)] += cost
    browsers = tests.pop(BROWSERS, 0.0)  # counted where they were used
    show(folders)
    show(tests, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{sum(tests.values()):8.1f}  all")
    print(f"{browsers:8.1f}  {BROWSERS}")


if __name__ == "__main__":
    main()
