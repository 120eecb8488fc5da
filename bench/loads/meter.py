"""The resources that processes use, from /proc: processor time, memory, threads, files."""

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PROC = Path("/proc")
_IDLE = (3, 4)  # the machine's idle times: idle, and waiting for disks
_GUESTS = 8  # later columns are already contained in others


@dataclass(frozen=True)
class Cost:
    """The resources of a process and its children: used so far, and held now."""

    seconds: float
    megabytes: float
    threads: int
    processes: int
    files: int


@dataclass
class Use:
    """The use between two moments, on average or at most."""

    processor: float  # of one processor: 1.0 is all of it
    threads: int = 0
    processes: int = 0
    files: int = 0
    megabytes: list[tuple[float, float]] = field(default_factory=list)  # time and number


def costs(roots: Mapping[str, int]) -> dict[str, Cost]:
    """By name, the resources of the process with this id and its descendants; 0 if it has ended."""
    stats = _stats()
    below: dict[int, list[int]] = {}
    for pid, row in stats.items():
        below.setdefault(int(row[1]), []).append(pid)
    return {name: _cost(pid, stats, below) for name, pid in roots.items()}


def children(pid: int) -> list[int]:
    """The running children of this process."""
    return sorted(child for child, row in _stats().items() if int(row[1]) == pid)


def _stats() -> dict[int, list[str]]:
    """For every process the fields after its name: state, parent, ..."""
    found = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text(encoding="ascii", errors="replace")
            except OSError:  # it has just ended
                continue
            found[int(entry.name)] = text.rpartition(")")[2].split()
    return found


def _cost(root: int, stats: dict[int, list[str]], below: dict[int, list[int]]) -> Cost:
    ticks = pages = threads = files = 0
    waiting = [root] if root in stats else []
    seen = set[int]()
    while waiting:
        pid = waiting.pop()
        seen.add(pid)
        row = stats[pid]
        ticks += sum(int(row[at]) for at in (11, 12, 13, 14))  # plus those of its dead children
        threads += int(row[17])
        pages += int(row[21])
        files += _files(pid)
        waiting += [child for child in below.get(pid, ()) if child not in seen]
    return Cost(ticks / _TICK, pages * _PAGE / 2**20, threads, len(seen), files)


def _files(pid: int) -> int:
    try:
        return sum(1 for _ in (_PROC / str(pid) / "fd").iterdir())
    except OSError:
        return 0


def machine_seconds() -> float:
    """The processor time of all processes since the machine started."""
    first = (_PROC / "stat").read_text(encoding="ascii").splitlines()[0].split()[1:]
    times = [int(value) for value in first[:_GUESTS]]
    return sum(value for at, value in enumerate(times) if at not in _IDLE) / _TICK


class Meter:
    """Samples some processes regularly, in its own thread, until it is closed."""

    def __init__(self, roots: Mapping[str, int], every: float = 1.0) -> None:
        self._roots = dict(roots)
        self._every = every
        self._end = threading.Event()
        self._samples: list[tuple[float, float, dict[str, Cost]]] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
        self._look()

    def watch(self, name: str, pid: int) -> None:
        """Adds a process; its earlier use is not counted."""
        self._roots[name] = pid

    def use(self, begin: float = 0.0, end: float = float("inf")) -> dict[str, Use]:
        """The use of each process in this span of the monotonic clock.

        "others" is everything else.
        """
        chosen = [sample for sample in self._samples if begin <= sample[0] <= end]
        names = {name: None for sample in chosen for name in sample[2]}
        uses = {name: _use(name, chosen) for name in names}
        span = chosen[-1][0] - chosen[0][0] if len(chosen) > 1 else 0.0
        busy = (chosen[-1][1] - chosen[0][1]) / span if span else 0.0
        ours = sum(use.processor for use in uses.values())
        return uses | {"others": Use(max(0.0, busy - ours))}

    def _run(self) -> None:
        due = time.monotonic() + self._every
        while not self._end.wait(max(0.0, due - time.monotonic())):
            self._look()
            due += self._every

    def _look(self) -> None:
        self._samples.append((time.monotonic(), machine_seconds(), costs(dict(self._roots))))


def _use(name: str, samples: list[tuple[float, float, dict[str, Cost]]]) -> Use:
    rows = [(when, costs[name]) for when, _, costs in samples if name in costs]
    (first, before), (last, after) = rows[0], rows[-1]
    spent = (after.seconds - before.seconds) / (last - first) if last > first else 0.0
    return Use(
        spent,
        max(cost.threads for _, cost in rows),
        max(cost.processes for _, cost in rows),
        max(cost.files for _, cost in rows),
        [(when, cost.megabytes) for when, cost in rows],
    )
