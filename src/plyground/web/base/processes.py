"""This process among those that share the database: its id and its heartbeat.

With PostgreSQL a thread with a separate connection records a heartbeat every two seconds, by the
database's clock. A process without a heartbeat for ten seconds counts as dead: another process
deletes its row, and with it the presence of its visitors. With SQLite there is one process and no
row.

PLYGROUND_DEAD_AFTER   another number of seconds instead of ten
PLYGROUND_PROCESS      the name of this process, PLYGROUND_REPLACES that of its dead predecessor:
                       set by the parent of several, see supervisor.py
"""

import datetime
import functools
import logging
import math
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import Error, OperationalError, connection
from django.db.models.functions import Now

from plyground.web.base import event_bus, logs
from plyground.web.base.ids import new_id
from plyground.web.base.limits import number
from plyground.web.base.models import Process

_DEAD = 10.0  # seconds
_EVERY = 2.0  # seconds between two heartbeats
_FIRST = 10.0  # seconds to wait for the first one
_LAST = 4.0  # seconds for the last one

_log = logging.getLogger(__name__)

Hook = Callable[[], Any]


def me() -> str:
    """The id of this process. If there may be others, its row exists, too."""
    return _pulse.me() if event_bus.is_shared() else _pulse.id


@functools.cache
def dead_after() -> datetime.timedelta:
    """The seconds without a heartbeat after which a process counts as dead."""
    return datetime.timedelta(seconds=number("PLYGROUND_DEAD_AFTER", _DEAD))


def each_beat(hook: Hook) -> None:
    """Calls the hook after each heartbeat, in the heartbeat thread; it must be quick."""
    _pulse.beats.append(hook)


def when_back(hook: Hook) -> None:
    """Calls the hook if this process was declared dead and is back.

    The rows that depended on its row are gone then, and another process may have taken over its
    work.
    """
    _pulse.backs.append(hook)


def before_burial(hook: Callable[[list[str]], None]) -> None:
    """Calls the hook with the ids of dead processes before their rows are deleted."""
    _pulse.burials.append(hook)


def is_sure() -> bool:
    """Whether missing heartbeats mean death. While the database was away there were none.

    After that all processes get the time for a new heartbeat.
    """
    return time.monotonic() >= _pulse.sure_from


def close() -> None:
    """Ends the process's part: its row is deleted, and with it the presence of its visitors."""
    _pulse.close()


def dead() -> Any:
    """The dead processes, as a query."""
    return Process.objects.filter(seen__lt=Now() - dead_after())


def bury() -> list[str]:
    """Deletes the rows of dead processes, after the hooks of `before_burial`."""
    if not is_sure():
        return []
    gone = list(dead().values_list("pk", flat=True))
    if gone:
        _bury(gone)
    return gone


def _bury(gone: list[str]) -> None:
    for hook in _pulse.burials:
        hook(gone)
    Process.objects.filter(pk__in=gone).delete()


class _Pulse:
    def __init__(self) -> None:
        self.id = os.environ.pop("PLYGROUND_PROCESS", "") or new_id()
        self.beats: list[Hook] = []
        self.backs: list[Hook] = []
        self.burials: list[Callable[[list[str]], None]] = []
        self.sure_from = 0.0  # until then the missing heartbeats may be our own fault
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._there = threading.Event()  # the row exists, as far as we know
        self._end = threading.Event()

    def me(self) -> str:
        """Starts the heartbeat if it is not running yet, and waits for the row."""
        if not self._there.is_set():
            with self._lock:
                if self._thread is None:
                    self._end.clear()
                    self._thread = threading.Thread(
                        target=self._live, name="plyground-pulse", daemon=True
                    )
                    self._thread.start()
            if not self._there.wait(_FIRST):
                raise OperationalError("This process could not be registered.")
        return self.id

    def close(self) -> None:
        with self._lock:
            thread, self._thread = self._thread, None
        self._end.set()
        if thread is not None:
            thread.join(_LAST)
        self._there.clear()
        self.sure_from = 0.0
        self.id = new_id()  # a process that was declared dead does not come back with the same id

    def _live(self) -> None:
        known = failing = False
        pause = min(_EVERY, dead_after().total_seconds() / 4)
        while not self._end.is_set():
            try:
                self._beat(known=known)
                known, failing = True, False
            except Exception as error:  # noqa: BLE001 - whatever it was, the heartbeat continues
                if not failing:
                    _log.warning("No heartbeat: the database says %s", logs.kind(error))
                failing = True
                self.sure_from = math.inf
                connection.close()
            self._end.wait(pause)
        try:
            _bury([self.id])
        except Exception:  # noqa: BLE001 - then other processes notice in ten seconds
            _log.info("The row of this process could not be deleted")
        finally:
            connection.close()

    def _beat(self, *, known: bool) -> None:
        there = Process.objects.filter(pk=self.id).update(seen=Now())
        if self.sure_from == math.inf:
            self.sure_from = time.monotonic() + dead_after().total_seconds()
        if not there:
            Process.objects.create(pk=self.id)
            if replaced := os.environ.pop("PLYGROUND_REPLACES", ""):
                _bury([replaced])
            if known:
                _log.warning("This process was declared dead, and is back")
                _call(self.backs)
        self._there.set()
        _call(self.beats)


def _call(hooks: list[Hook]) -> None:
    for hook in list(hooks):
        try:
            hook()
        except Error:
            raise
        except Exception:  # noqa: BLE001 - the heartbeat continues
            _log.exception("A hook of the heartbeat failed")


_pulse = _Pulse()
