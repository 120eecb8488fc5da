"""Jobs where several processes share the database: each runs those it is asked for.

Any other can listen to them, hurry and cancel them. Those of a process that is gone are taken up by
another, under the same id.
"""

import contextlib
import threading
import time
from collections.abc import Callable

from django.db import Error, OperationalError
from django.utils import translation

from plyground.web import bus, credit, processes
from plyground.web.jobs import ledger
from plyground.web.jobs.clerk import Clerk
from plyground.web.jobs.far import Far
from plyground.web.jobs.job import Job
from plyground.web.jobs.pool import Full, Pool
from plyground.web.jobs.work import resumed_work
from plyground.web.models import Search

_TRIES = 3
_PATIENCE = 2.0  # seconds for a process to answer another
_TAKEN_UP = 8  # jobs at a beat
_BURIES, _PRUNES = 3, 20  # beats between two looks for the dead, and for what is long over


class Sharing:
    """What this process has to do with the jobs of all."""

    def __init__(self, pool: Callable[[], Pool], most: int) -> None:
        self._pool = pool
        self._most = most
        self._beats = 0
        self._closed = threading.Event()
        self._sweeping = threading.Lock()
        self.clerk = Clerk(pool)

    def ask(self, job: Job, *, clocked: bool) -> str:
        """Runs the job here, unless one for the same is on anywhere; the id of whichever it is."""
        if job.kind == "hint" and (done := ledger.answered(*job.key)) is not None:
            return str(done.pk)
        credit.require_engine_time(job.visitor, job.address)
        job.origin = credit.hashed(job.address)
        language = translation.get_language() or "en"
        for _ in range(_TRIES):
            if ledger.enter(job, language, self._most):
                return self._run(job, clocked=clocked).id
            row = ledger.live(*job.key)
            if row is not None and not self._is_over_here(row):
                return str(row.pk)
        raise Full

    def _is_over_here(self, row: Search) -> bool:
        """Whether it ended in this process just now; then waits until its row says so too."""
        is_mine = row.owner_id == processes.me()  # type: ignore[attr-defined]
        own = self._pool().find(row.pk) if is_mine else None
        if own is None or not own.is_over:
            return False
        self.clerk.flush()
        return True

    def _run(self, job: Job, *, clocked: bool) -> Job:
        self.clerk.take(job, clocked=clocked)
        runs: Job | None = None
        try:
            runs = self._pool().submit(job)
        finally:
            if runs is not job:  # full, or the same runs here already
                self.clerk.drop(job)
                ledger.remove(job.id)
        return runs

    # Jobs that run elsewhere

    def find(self, job_id: str) -> Far | None:
        """A job of another process."""
        row = ledger.find(job_id)
        return None if row is None else Far(row)

    def follow(self, far: Far) -> Job:
        """The same, kept up to date for somebody who is about to listen."""
        return far if far.is_over else self.clerk.follow(far)

    def hurry(self, far: Far) -> None:
        """Ask for an answer now."""
        bus.publish(ledger.topic(far.id), "hurry")

    def cancel(self, far: Far) -> None:
        """Ends it, and waits until it has: who asks for the same then shall get another."""
        news = threading.Event()
        leave = bus.subscribe(ledger.topic(far.id), lambda text: _on_news(text, news))
        try:
            bus.publish(ledger.topic(far.id), "cancel")
            end = time.monotonic() + _PATIENCE
            while news.wait(max(0.0, end - time.monotonic())):
                news.clear()
                row = ledger.find(far.id)
                if row is None or row.state not in ledger.LIVE:
                    return
        finally:
            leave()
        ledger.end(far.id)

    # Those of the dead

    def begin(self) -> None:
        """From now on looks after the jobs of processes that are gone."""
        processes.each_beat(self._sweep)
        processes.when_back(self._back)
        with contextlib.suppress(OperationalError):  # it goes on trying
            processes.me()

    def _sweep(self) -> None:
        with self._sweeping:
            if not self._closed.is_set():
                self._tidy()

    def _tidy(self) -> None:
        known = self.clerk.known()
        if known:
            self._give_up(ledger.strays(known))
        for row in ledger.orphans(self.clerk.known(), _TAKEN_UP):
            if ledger.claim(row):
                self._resume(row)
        if self._beats % _BURIES == 0:
            processes.bury()
        if self._beats % _PRUNES == 0:
            ledger.prune()
            purse = credit.engine_time()
            if isinstance(purse, credit.Rows):
                purse.prune()
        self._beats += 1

    def _resume(self, row: Search) -> None:
        game: str = row.game_id  # type: ignore[attr-defined]
        work = resumed_work(row.kind, game, row.version, row.language)
        job = Job(row.kind, game, row.version, row.visitor, work)
        job.id, job.origin = row.pk, row.origin
        job.number_from(row.latest["number"])
        try:
            self.clerk.take(job, clocked=True)
            is_taken = self._pool().submit(job) is job
            bus.publish(ledger.topic(job.id), ledger.TAKEN_UP)
        except Full:
            is_taken = False
        if not is_taken:
            job.cancel()  # and the clerk writes it down

    def _back(self) -> None:
        """Others took this process for dead, and perhaps took up what it runs."""
        known = self.clerk.known()
        mine = ledger.reclaim(known)
        self._give_up(set(known) - mine)

    def _give_up(self, ids: set[str]) -> None:
        """These are for others to run, or nobody wants them any more."""
        for job in filter(None, map(self._pool().find, ids)):
            if not job.is_over:
                self.clerk.drop(job)
                self._pool().drop(job)

    def close(self) -> None:
        """The process ends; what it runs is left to others, so it takes nothing up any more."""
        self._closed.set()
        if self._sweeping.acquire(timeout=_PATIENCE):  # or the database does not answer
            self._sweeping.release()
        self.clerk.close()
        try:
            ledger.release()
        except Error:  # then they find out by themselves
            return


def _on_news(text: str, news: threading.Event) -> None:
    if text == "news":
        news.set()
