"""Jobs of several processes that share a database.

Every process can listen to another's jobs, ask for their answer, and cancel them. Another process
takes over the jobs of a process that is gone, under the same ids.
"""

import contextlib
import threading
import time
from collections.abc import Callable

from django.db import Error, OperationalError
from django.utils import translation

from plyground.web.base import event_bus, processes
from plyground.web.engine import budget, job_store
from plyground.web.engine.job import Job, Work
from plyground.web.engine.job_sync import JobSync
from plyground.web.engine.models import Search
from plyground.web.engine.pool import Full, Pool
from plyground.web.engine.remote_job import RemoteJob

_TRIES = 3
_PATIENCE = 2.0  # seconds for a process to answer another
_TAKEN_UP = 8  # jobs per heartbeat
_BURIES, _PRUNES = 3, 20  # heartbeats between two checks for dead processes and old jobs

# Recreates the work of an orphaned job: from its kind, game, version and language.
ResumedWork = Callable[[str, str, int, str], Work]


class Sharing:
    """This process's part in the jobs of all."""

    def __init__(self, pool: Callable[[], Pool], most: int, resumed_work: ResumedWork) -> None:
        self._pool = pool
        self._resumed_work = resumed_work
        self._most = most
        self._beats = 0
        self._closed = threading.Event()
        self._sweeping = threading.Lock()
        self.sync = JobSync(pool)

    def ask(self, job: Job, *, clocked: bool) -> str:
        """Runs the job here, unless there is one for the same key anywhere; returns its id."""
        if job.kind == "hint" and (done := job_store.answered(*job.key)) is not None:
            return str(done.pk)
        job.origin = budget.hashed(job.address)
        language = translation.get_language() or "en"
        condition = budget.condition(job.visitor, job.origin)
        for _ in range(_TRIES):
            if job_store.enter(job, language, self._most, condition):
                return self._run(job, clocked=clocked).id
            budget.require_engine_time(job.visitor, job.address)
            row = job_store.live(*job.key)
            if row is not None and not self._is_over_here(row):
                return str(row.pk)
        raise Full

    def _is_over_here(self, row: Search) -> bool:
        """Whether it ended in this process just now; then waits until its row says so too."""
        is_mine = row.owner_id == processes.me()  # type: ignore[attr-defined]
        own = self._pool().find(row.pk) if is_mine else None
        if own is None or not own.is_over:
            return False
        self.sync.flush()
        return True

    def _run(self, job: Job, *, clocked: bool) -> Job:
        self.sync.take(job, clocked=clocked)
        runs: Job | None = None
        try:
            runs = self._pool().submit(job)
        finally:
            if runs is not job:  # full, or the same job runs here already
                self.sync.drop(job)
                job_store.remove(job.id)
        return runs

    # Jobs that run elsewhere

    def find(self, job_id: str) -> RemoteJob | None:
        """A job of another process."""
        row = job_store.find(job_id)
        return None if row is None else RemoteJob(row)

    def follow(self, remote: RemoteJob) -> Job:
        """The same, kept up to date for a new listener."""
        return remote if remote.is_over else self.sync.follow(remote)

    def hurry(self, remote: RemoteJob) -> None:
        """Asks for an answer now."""
        event_bus.publish(job_store.topic(remote.id), "hurry")

    def cancel(self, remote: RemoteJob) -> None:
        """Ends it, and waits until it has, so that a new request gets a new job."""
        news = threading.Event()
        leave = event_bus.subscribe(job_store.topic(remote.id), lambda text: _on_news(text, news))
        try:
            event_bus.publish(job_store.topic(remote.id), "cancel")
            end = time.monotonic() + _PATIENCE
            while news.wait(max(0.0, end - time.monotonic())):
                news.clear()
                row = job_store.find(remote.id)
                if row is None or row.state not in job_store.LIVE:
                    return
        finally:
            leave()
        job_store.end(remote.id)

    # Jobs of dead processes

    def begin(self) -> None:
        """Starts to take over the jobs of processes that are gone."""
        processes.each_beat(self._sweep)
        processes.when_back(self._back)
        with contextlib.suppress(OperationalError):  # it keeps trying
            processes.me()

    def _sweep(self) -> None:
        with self._sweeping:
            if not self._closed.is_set():
                self._tidy()

    def _tidy(self) -> None:
        known = self.sync.known()
        if known:
            self._give_up(job_store.strays(known))
        for row in job_store.orphans(self.sync.known(), _TAKEN_UP):
            if job_store.claim(row):
                self._resume(row)
        if self._beats % _BURIES == 0:
            processes.bury()
        if self._beats % _PRUNES == 0:
            job_store.prune()
            engine_budget = budget.engine_time()
            if isinstance(engine_budget, budget.Rows):
                engine_budget.prune()
        self._beats += 1

    def _resume(self, row: Search) -> None:
        game: str = row.game_id  # type: ignore[attr-defined]
        work = self._resumed_work(row.kind, game, row.version, row.language)
        job = Job(row.kind, game, row.version, row.visitor, work)
        job.id, job.origin = row.pk, row.origin
        job.number_from(row.latest["number"])
        try:
            self.sync.take(job, clocked=True)
            is_taken = self._pool().submit(job) is job
            event_bus.publish(job_store.topic(job.id), job_store.TAKEN_UP)
        except Full:
            is_taken = False
        if not is_taken:
            job.cancel()  # and the sync writes it

    def _back(self) -> None:
        """Others declared this process dead, and perhaps took over its jobs."""
        known = self.sync.known()
        mine = job_store.reclaim(known)
        self._give_up(set(known) - mine)

    def _give_up(self, ids: set[str]) -> None:
        """These jobs are for others to run, or no longer needed."""
        for job in filter(None, map(self._pool().find, ids)):
            if not job.is_over:
                self.sync.drop(job)
                self._pool().drop(job)

    def close(self) -> None:
        """The process ends and takes over nothing more; its jobs are left to others."""
        self._closed.set()
        if self._sweeping.acquire(timeout=_PATIENCE):  # or the database does not answer
            self._sweeping.release()
        self.sync.close()
        try:
            job_store.release()
        except Error:  # then they find out by themselves
            return


def _on_news(text: str, news: threading.Event) -> None:
    if text == "news":
        news.set()
