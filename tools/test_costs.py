"""Measures the CPU time of the tests, by folder.

As a pytest plugin (`-p test_costs`, with a folder in `PLYGROUND_TEST_COSTS`) it notes the CPU
seconds of each test: its own process and the processes that ended during it. As a program,
`python tools/test_costs.py FOLDER [COUNT]`, it adds them up and lists the COUNT dearest tests.
"""

import json
import os
import sys
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

_costs: defaultdict[str, float] = defaultdict(float)


def cpu_seconds() -> float:
    """CPU time of this process and its ended children so far."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Note what collecting costs, imports included."""
    collected = yield
    _costs["(collecting)"] += cpu_seconds()
    return collected


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note what a test costs, with its fixtures."""
    before = cpu_seconds()
    done = yield
    _costs[item.nodeid] += cpu_seconds() - before
    return done


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the notes, a file for each process."""
    if not (folder := os.environ.get("PLYGROUND_TEST_COSTS")):
        return
    if config.getoption("numprocesses", None):  # its children note their own
        _costs["(handing out tests)"] = sum(os.times()[:2])
    else:
        _costs["(the end of the run)"] += cpu_seconds() - sum(_costs.values())
    Path(folder).mkdir(parents=True, exist_ok=True)
    Path(folder, f"{os.getpid()}.json").write_text(json.dumps(_costs), encoding="utf-8")


def folder_of(test: str) -> str:
    """The part of the table that a test belongs to."""
    file = Path(test.partition("::")[0])
    return str(file.parent) if file.parts[0] == "tests" else file.parts[0]


def show(costs: dict[str, float], count: int | None = None) -> None:
    """Print the dearest rows, or all of them."""
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
            folders[folder_of(test)] += cost
    show(folders)
    show(tests, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{sum(tests.values()):8.1f}  all")


if __name__ == "__main__":
    main()
