"""Summaries of the studies in a folder, running or finished.

This module reads only records, never an experiment's file, because that could run games written in
Python.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from plyground.lab.parts import Parts
from plyground.lab.record_file import is_running, records_file
from plyground.lab.standing import Standing
from plyground.lab.store import Written, read_study

State = Literal["running", "stopped", "finished", "broken"]
Stamp = tuple[int, int]  # size and time of the record file

_LEAST = 3.0  # seconds of observation before the time left is shown


@dataclass(frozen=True)
class Overview:
    """A study in one line. If it is broken, `trouble` says why and the rest is empty."""

    folder: Path
    name: str
    state: State
    title: str = ""
    question: str = ""
    kind: str = ""
    game: str = ""
    done: int = 0
    tasks: int = 0
    standing: str = ""  # the leader, the result of a test, or the latest count
    dates: tuple[str, ...] = ()  # of its runs
    trouble: str = ""
    seconds_left: float | None = None  # at the speed since the first look


def overview(folder: Path) -> Overview:
    """The overview of the study in a folder; problems are returned, not raised."""
    return Watch(folder).look()


@contextmanager
def understanding(folder: Path) -> Iterator[None]:
    """Turns any error in a study's records into a ValueError with a sentence."""
    try:
        yield
    except ValueError:
        raise
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise ValueError(f"{records_file(folder)} can't be read: {why}.") from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
        sentence = f"{records_file(folder)} holds records that this version can't read"
        raise ValueError(f"{sentence} ({type(error).__name__}).") from error


class Watch:
    """A study that several threads check repeatedly.

    Its records are read again when they have changed, but while it runs at most every `pause`
    seconds.
    """

    def __init__(
        self, folder: Path, pause: float = 0.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.folder = folder
        self._pause, self._clock = pause, clock
        self._turn = threading.Lock()
        self._stamp: Stamp | None = None
        self._read = 0.0  # the time of that
        self._known = Overview(folder, folder.name, "broken")
        # when it was first seen running, and its progress then
        self._since: tuple[float, int] | None = None

    def look(self) -> Overview:
        """The current standing, or a recent one."""
        with self._turn:
            runs = is_running(self.folder)
            now, stamp = self._clock(), stamp_of(self.folder)
            if stamp is None or (stamp != self._stamp and not self._is_too_soon(runs, now)):
                self._known, self._stamp, self._read = _summarise(self.folder), stamp, now
            if self._known.state != "stopped" or not runs:
                self._since = None
                return self._known
            return replace(self._known, state="running", seconds_left=self._left(now))

    def _is_too_soon(self, runs: bool, now: float) -> bool:
        return runs and self._stamp is not None and now - self._read < self._pause

    def _left(self, now: float) -> float | None:
        """Estimated from the progress since the first look. A sequential test may end any time."""
        done = self._known.done
        if self._since is None or done < self._since[1]:
            self._since = now, done
        began, before = self._since
        if self._known.kind == "sprt" or done == before or now - began < _LEAST:
            return None
        return (self._known.tasks - done) * (now - began) / (done - before)


def stamp_of(folder: Path) -> Stamp | None:
    """A stamp that changes with the records; None if there are none."""
    try:
        found = records_file(folder).stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _summarise(folder: Path) -> Overview:
    """The overview of a study that is assumed not to be running."""
    try:
        with understanding(folder):
            return _overview(read_study(folder))
    except ValueError as error:
        return Overview(folder, folder.name, "broken", trouble=str(error))


def _overview(study: Written) -> Overview:
    head = study.head
    standing, is_decided = _standing(study)
    dates = (str(run.get("date", "")) for run in study.versions)
    return Overview(
        study.folder,
        str(head["name"]),
        "finished" if study.is_finished or is_decided else "stopped",
        title=str(head["title"]),
        question=str(head["question"]),
        kind=str(head["kind"]),
        game=str(head["game"]),
        done=len(study.records),
        tasks=int(head["tasks"]),
        standing=standing,
        dates=tuple(sorted(filter(None, set(dates)))),
    )


def _standing(study: Written) -> tuple[str, bool]:
    """The standing, and whether a sequential test has decided before the last task."""
    if study.head["kind"] == "sprt":
        return _sequential(study)
    standing = Standing(Parts(), int(study.head["tasks"]))
    for record in study.records:
        standing.take(record)
    return str(standing), False


def _sequential(study: Written) -> tuple[str, bool]:
    try:
        from plyground.lab.report.sequence import way  # needs numpy and scipy
    except ModuleNotFoundError as missing:
        return str(missing), False
    state, _ = way(study)
    return str(state), state.verdict is not None
