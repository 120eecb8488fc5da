"""Keeps this process in sync with the job store: writes its own jobs, reads those of others.

One thread and one connection do this. Searches and listeners only leave a note for it, so that they
never wait for the database. While the database is away, notes are kept and retried.
"""

import functools
import logging
import math
import threading
import time
from collections.abc import Callable

from django.db import (
    InterfaceError,
    OperationalError,
    close_old_connections,
    connection,
    transaction,
)

from plyground.web.base import event_bus, logs, processes
from plyground.web.engine import budget, job_store
from plyground.web.engine.job import Job
from plyground.web.engine.models import Search
from plyground.web.engine.pool import Pool
from plyground.web.engine.remote_job import RemoteJob

_RELAYS = 0.25  # seconds between two updates for listeners in other processes
_RENEWS = 3.0  # seconds between two messages that there is still a listener
_LISTENS = 10.0  # seconds for which such a message counts
_LINGERS = 5.0  # seconds for which another process's job is kept without a listener
_GATHERS = 1.0  # seconds in which charges are collected
_AGAIN = 0.5  # seconds, while the database is away

_AWAY = (OperationalError, InterfaceError)

_log = logging.getLogger(__name__)


class _Own:
    """A job that runs here, and its listeners in other processes."""

    def __init__(self, job: Job, clocked: bool) -> None:
        self.job = job
        self.clocked = clocked  # others need its start time
        self.remotes: dict[str, float] = {}  # processes, and until when they count
        self.relayed = 0.0
        self.is_relayed = False
        self.leaves: list[Callable[[], None]] = []

    def wake(self, _is_end: bool) -> None:
        """In the job's list of listeners as long as there are listeners in other processes."""


class JobSync:
    """Its thread starts with the first job."""

    def __init__(self, pool: Callable[[], Pool]) -> None:
        self._pool = pool
        self._changed = threading.Condition()
        self._own: dict[str, _Own] = {}
        self._over: dict[str, _Own] = {}  # jobs whose end has to be written
        self._dirty: set[str] = set()  # own jobs with an event for listeners elsewhere
        self._charges: list[tuple[str, str, float]] = []
        self._remote: dict[str, tuple[RemoteJob, Callable[[], None]]] = {}
        self._stale: set[str] = set()  # jobs of others whose rows have to be read
        self._words: list[tuple[str, str]] = []  # events to publish
        self._missed = False
        self._renewed = 0.0
        self._thread: threading.Thread | None = None
        self._closed = False

    # Jobs of this process

    def take(self, job: Job, *, clocked: bool) -> None:
        """Keeps the row of a job that is about to run here."""
        own = _Own(job, clocked)
        with self._changed:
            self._start()
            self._own[job.id] = own
        own.leaves = [
            event_bus.subscribe(job_store.topic(job.id), functools.partial(self._hear, own)),
            event_bus.subscribe(f"game:{job.game}", functools.partial(self._hear_game, own)),
        ]
        job.watch = functools.partial(self._watch, own)

    def drop(self, job: Job) -> None:
        """Forgets a job without another update in the job store."""
        with self._changed:
            job.watch = None
            own = self._own.pop(job.id, None)
        self._leave(own)

    def charge(self, job: Job, seconds: float) -> None:
        """Charges engine time."""
        with self._changed:
            self._start()
            self._charges.append((job.visitor, job.origin, seconds))
            # Otherwise it is written with the end, which comes at once.
            if job.is_over or job.id not in self._own:
                self._changed.notify_all()

    def known(self) -> list[str]:
        """The ids of the jobs that run here, or whose end is not written yet."""
        with self._changed:
            return [*self._own, *self._over]

    def flush(self, seconds: float = 2.0) -> None:
        """Waits until all ends are written."""
        with self._changed:
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._over, seconds)

    def _watch(self, own: _Own, is_end: bool) -> None:
        """Called by the publisher of an event, which holds the job's lock: only leaves a note."""
        began = own.clocked and own.job.began is not None
        if is_end or own.is_relayed or began:
            with self._changed:
                if is_end and self._own.pop(own.job.id, None) is not None:
                    self._over[own.job.id] = own
                    self._dirty.discard(own.job.id)
                elif not is_end:
                    own.clocked = own.clocked and not began
                    self._dirty.add(own.job.id)
                self._changed.notify_all()

    def _hear(self, own: _Own, text: str) -> None:
        """Handles a message from another process to this job."""
        word, _, who = text.partition(" ")
        job = own.job
        if word == "hurry":
            job.stop.set()
        elif word == "cancel":
            self._pool().cancel(lambda one: one is job)
        elif word == "listen":
            with self._changed:
                own.remotes[who] = time.monotonic() + _LISTENS
                is_first, own.is_relayed = not own.is_relayed, True
            job.listen(own.wake)
            if is_first:
                self._watch(own, False)
        elif word == "leave":
            with self._changed:
                own.remotes.pop(who, None)
            self._count(own)

    def _count(self, own: _Own) -> None:
        """Stops listening for others if there are none any more."""
        now = time.monotonic()
        with self._changed:
            own.remotes = {who: end for who, end in own.remotes.items() if end > now}
            is_last = own.is_relayed and not own.remotes
            own.is_relayed = bool(own.remotes)
        if is_last:  # not under this lock: a publisher holds the job's lock, and needs this one
            own.job.leave(own.wake)

    def _hear_game(self, own: _Own, text: str) -> None:
        """The game of this job has changed, perhaps through another process."""
        version = text.partition(" ")[0]
        job = own.job
        if text == event_bus.MISSED:
            with self._changed:
                self._missed = True
                self._changed.notify_all()
        elif text == "gone" or (version.isdecimal() and int(version) > job.version):
            self._pool().cancel(lambda one: one is job)

    def _leave(self, own: _Own | None) -> None:
        for leave in own.leaves if own is not None else ():
            leave()

    # Jobs of others

    def follow(self, remote: RemoteJob) -> RemoteJob:
        """Keeps the job of another process up to date, for a new listener.

        Returns the existing one, if there is one.
        """
        job_id = remote.id
        with self._changed:
            self._start()
        leave = event_bus.subscribe(
            job_store.topic(job_id), functools.partial(self._hear_remote, job_id)
        )
        try:
            remote.feed(job_store.find(job_id))  # now that nothing can be missed
        except BaseException:
            leave()
            raise
        remote.when_left = functools.partial(self._left, remote)
        if remote.is_over:
            leave()
            return remote
        with self._changed:
            known = self._remote.setdefault(job_id, (remote, leave))
            if known[0].is_over:
                known[1]()
                known = self._remote[job_id] = (remote, leave)
        if known[0] is not remote:
            leave()
            known[0].touch()
        event_bus.publish(job_store.topic(job_id), f"listen {processes.me()}")
        return known[0]

    def _hear_remote(self, job_id: str, text: str) -> None:
        with self._changed:
            if text in ("news", event_bus.MISSED):
                self._stale.add(job_id)
            elif text == job_store.TAKEN_UP and self._is_heard(job_id):
                self._words.append((job_store.topic(job_id), f"listen {processes.me()}"))
            self._changed.notify_all()

    def _is_heard(self, job_id: str) -> bool:
        remote, _ = self._remote.get(job_id, (None, None))
        return remote is not None and bool(remote.listeners)

    def _left(self, remote: RemoteJob) -> None:
        with self._changed:
            self._words.append((job_store.topic(remote.id), f"leave {processes.me()}"))
            self._changed.notify_all()

    # The thread

    def close(self) -> None:
        """Writes finished jobs; running ones are for others to take over."""
        with self._changed:
            thread, self._thread = self._thread, None
            running, self._own = list(self._own.values()), {}
            self._closed = True
            self._changed.notify_all()
        for own in running:
            own.job.watch = None
            self._leave(own)
        if thread is not None:
            thread.join(3.0)
        with self._changed:
            others, self._remote = list(self._remote.values()), {}
            self._closed = False
        for remote, leave in others:
            leave()
            remote.cancel()  # here; it continues where it runs

    def _start(self) -> None:
        if (self._thread is None or not self._thread.is_alive()) and not self._closed:
            self._thread = threading.Thread(
                target=self._live, name="plyground-job-sync", daemon=True
            )
            self._thread.start()

    def _live(self) -> None:
        failing = False
        while True:
            with self._changed:
                if not self._is_due() and not self._closed:
                    self._changed.wait(self._nap())
                ends = self._closed
            try:
                close_old_connections()
                self._work()
                failing = False
            except _AWAY as error:
                if not failing:
                    _log.warning("The job store is waiting: the database says %s", logs.kind(error))
                failing = True
                connection.close()
            except Exception:  # noqa: BLE001 - whatever it was, the job store must be updated
                _log.exception("The job store could not be updated")
                failing = True
            if ends:
                connection.close()
                return
            if failing:
                time.sleep(_AGAIN)

    def _is_due(self) -> bool:
        return bool(self._over or self._stale or self._words or self._missed or self._relayable())

    def _relayable(self) -> list[_Own]:
        now = time.monotonic()
        owns = [self._own[one] for one in self._dirty if one in self._own]
        return [own for own in owns if now - own.relayed >= _RELAYS]

    def _nap(self) -> float | None:
        """Seconds until the next scheduled work; None if there is none."""
        dues = [self._own[one].relayed + _RELAYS for one in self._dirty if one in self._own]
        dues += [end for own in self._own.values() for end in own.remotes.values()]
        if self._remote:
            dues.append(self._renewed + _RENEWS)
        now = time.monotonic()
        if self._charges:
            dues.append(now + _GATHERS)
        due = min(dues, default=math.inf)
        return None if due == math.inf else max(0.001, due - now)

    def _work(self) -> None:
        """Each step is noted at once, so that a later failure repeats nothing."""
        with self._changed:
            relayed = [own for own in self._own.values() if own.is_relayed]
        for own in relayed:
            self._count(own)
        self._write_down()
        self._talk()

    def _write_down(self) -> None:
        with self._changed:
            over, relays, charges = dict(self._over), self._relayable(), list(self._charges)
            self._dirty &= self._own.keys()
            for own in relays:
                self._dirty.discard(own.job.id)
        try:
            self._write([own.job for own in (*over.values(), *relays)], charges)
        except _AWAY:  # once more, then
            with self._changed:
                self._dirty.update(own.job.id for own in relays)
            raise
        except Exception:  # noqa: BLE001 - logged; unknown rows are taken over again
            _log.exception("The job store could not be updated")
        with self._changed:
            for job_id in over:
                del self._over[job_id]
            for own in relays:
                own.relayed = time.monotonic()
            del self._charges[: len(charges)]
            self._changed.notify_all()
        for own in over.values():
            self._leave(own)

    def _talk(self) -> None:
        with self._changed:
            stale, words = list(self._stale), list(self._words)
            missed, self._missed = self._missed, False
            self._stale.clear()
        try:
            for topic, text in words:
                event_bus.publish(topic, text)
            if missed:
                self._cancel_outdated()
            self._read(stale)
        except _AWAY:
            with self._changed:
                self._missed |= missed
                self._stale.update(stale)
            raise
        except Exception:  # noqa: BLE001 - logged; listeners get it again later
            _log.exception("The job store could not be read")
        with self._changed:
            del self._words[: len(words)]

    def _write(self, jobs: list[Job], charges: list[tuple[str, str, float]]) -> None:
        if not jobs and not charges:
            return
        engine_budget = budget.engine_time()
        with transaction.atomic():
            job_store.hurry_commit()
            lost = [job for job in jobs if not job_store.write(job)]
            if charges and isinstance(engine_budget, budget.Rows):
                engine_budget.spend_all(charges)
        for job in lost:  # another's by now: clients should find that row
            if job.is_over:
                self._pool().drop(job)

    def _cancel_outdated(self) -> None:
        with self._changed:
            known = [own.job for own in self._own.values()]
        gone = job_store.outdated(known)
        self._pool().cancel(lambda job: job.id in gone)

    def _read(self, stale: list[str]) -> None:
        """Reads what others have written about jobs with listeners here."""
        now = time.monotonic()
        with self._changed:
            remote = {job_id: one for job_id, (one, _) in self._remote.items()}
        if now - self._renewed > _RENEWS:
            self._renewed = now
            stale = list(remote)  # also in case that events were missed
            for one in remote.values():
                if one.listeners and not one.is_over:
                    event_bus.publish(job_store.topic(one.id), f"listen {processes.me()}")
            self._forget(remote)
        wanted = [job_id for job_id in stale if job_id in remote]
        if wanted:
            rows = Search.objects.in_bulk(wanted)
            for job_id in wanted:
                remote[job_id].feed(rows.get(job_id))

    def _forget(self, remote: dict[str, RemoteJob]) -> None:
        for job_id, one in remote.items():
            if one.is_abandoned(_LINGERS):
                with self._changed:
                    _, leave = self._remote.pop(job_id)
                leave()
