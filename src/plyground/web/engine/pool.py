"""The worker threads and their bounded, fair queue."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable

from django.db import connections

from plyground.web.base import metrics
from plyground.web.engine.job import Job

_log = logging.getLogger(__name__)

_LONGEST_NAP = 3600.0  # seconds
OF_VISITOR = 8  # of waiting jobs: a visitor with more games cannot watch them all


class Full(Exception):  # noqa: N818 - temporary
    """The queue is full."""


class Pool:
    """Runs jobs, as many at once as there are workers, and one at a time per game.

    Visitors take turns, so that one with many jobs does not keep others waiting. One extra thread
    runs only quick jobs, so that a beginner does not wait for the strong searches of others; these
    have extra places beyond `most`, too.

    No one fills the queue alone. A visitor has few places. If all are taken, the visitor with the
    most (by address, if known) loses the last one to a visitor with fewer.

    A visitor may watch an analysis for long. While others wait, it ends after `turn` seconds.

    A job without listeners for `abandoned` seconds is cancelled. A finished job can be found for
    `kept` seconds more, by late listeners. `charge` gets the cost of each.
    """

    def __init__(
        self,
        workers: int,
        *,
        most: int = 64,
        abandoned: float = 10.0,
        turn: float = 10.0,
        kept: float = 60.0,
        most_kept: int = 256,
        charge: Callable[[Job, float], None] = lambda _job, _seconds: None,
    ) -> None:
        self._workers = workers
        self._most = most
        self._abandoned = abandoned
        self._turn = turn
        self._kept = kept
        self._most_kept = most_kept
        self._charge = charge
        self._changed = threading.Condition()
        self._jobs: dict[str, Job] = {}  # by id, the oldest first; also finished ones
        self._by_key: dict[tuple[str, str, int], Job] = {}  # the latest for each key
        self._waiting: list[Job] = []  # in order of arrival
        self._running: list[Job] = []  # also cancelled ones, until they end
        self._served: dict[str, float] = {}  # when a visitor, or an address, had the last turn
        self._threads: list[threading.Thread] = []
        self._closed = False

    # Requests

    def submit(self, job: Job) -> Job:
        """Queues a job; if there is one for the same key, returns that instead. Raises Full."""
        with self._changed:
            same = self._same(job)
            if same is not None:
                return same
            self._make_room(job)
            self._start()
            self._jobs[job.id] = self._by_key[job.key] = job
            self._waiting.append(job)
            self._forget_old()
            self._tell_places()
            self._changed.notify_all()
            return job

    def _make_room(self, job: Job) -> None:
        """Raises Full if there is no place for this job, and none that another should give up."""
        waiting = Counter(one.visitor for one in self._waiting)
        if self._closed or waiting[job.visitor] >= OF_VISITOR:
            raise Full
        places = self._most + (self._most // 4 if job.quick else 0)
        if len(self._waiting) < places:
            return
        shares = Counter(map(_payer, self._waiting))
        greedy, share = max(shares.items(), key=lambda one: one[1], default=("", 0))
        if share <= shares[_payer(job)] + 1:
            raise Full
        last = next(one for one in reversed(self._waiting) if _payer(one) == greedy)
        last.cancel()
        self._drop_cancelled()

    def find(self, job_id: str) -> Job | None:
        """The job with this id, while it is kept."""
        with self._changed:
            return self._jobs.get(job_id)

    def find_same(self, job: Job) -> Job | None:
        """The same visitor's job for this key, if its answer is pending or still useful."""
        with self._changed:
            return self._same(job)

    def at_work(self, key: tuple[str, str, int]) -> Job | None:
        """The waiting or running job for this key."""
        with self._changed:
            job = self._by_key.get(key)
            return None if job is None or job.is_over else job

    def cancel(self, wanted: Callable[[Job], bool]) -> None:
        """Cancels every waiting or running job that matches."""
        with self._changed:
            for job in [job for job in self._live() if wanted(job)]:
                job.cancel()
            self._drop_cancelled()

    def drop(self, job: Job) -> None:
        """Drops a job that now belongs to another process."""
        with self._changed:
            job.cancel()
            if self._jobs.get(job.id) is job:
                del self._jobs[job.id]
            if self._by_key.get(job.key) is job:
                del self._by_key[job.key]
            self._drop_cancelled()

    def close(self, seconds: float = 2.0) -> None:
        """Cancels all, and waits for the threads to end; accepts no more jobs."""
        with self._changed:
            self._closed = True
            for job in self._live():
                job.cancel()
            self._drop_cancelled()
            threads = list(self._threads)
            self._changed.notify_all()
        end = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _same(self, job: Job) -> Job | None:
        """A finished hint is reused; a finished reply was already played."""
        one = self._by_key.get(job.key)
        if one is None or one.visitor != job.visitor:
            return None
        is_of_use = not one.is_over or (one.kind == "hint" and one.state == "done")
        return one if is_of_use else None

    def _live(self) -> list[Job]:
        return [job for job in (*self._waiting, *self._running) if not job.is_over]

    # Taking turns

    def _order(self) -> list[Job]:
        """The waiting jobs in serving order: a job of every visitor in turn.

        Among equal visitors, those whose address has waited longer for a turn come first.
        """
        busy = Counter(job.visitor for job in self._running)
        last = self._served
        turns: dict[Job, tuple[int, float, float]] = {}
        for job in self._waiting:
            who = job.visitor
            turns[job] = busy[who], last.get(_payer(job), 0.0), last.get(who, 0.0)
            busy[who] += 1
        return sorted(turns, key=turns.__getitem__)

    def _next(self, *, quick: bool) -> Job | None:
        games = {job.game for job in self._running}
        fits = (job for job in self._order() if job.game not in games and job.quick >= quick)
        return next(fits, None)

    def _note_turn(self, job: Job) -> None:
        self._served[job.visitor] = self._served[_payer(job)] = time.monotonic()
        jobs = (*self._waiting, *self._running)
        here = {who for one in jobs for who in (one.visitor, _payer(one))}
        self._served = {who: at for who, at in self._served.items() if who in here}

    def _tell_places(self) -> None:
        """Reports the number of jobs ahead to those that wait."""
        metrics.queue(len(self._waiting), len(self._running))
        free = self._workers - len(self._running)
        for ahead, job in enumerate(self._order()):
            if ahead >= free and job.ahead != ahead:
                job.ahead = ahead
                job.tell("queued", {"ahead": ahead})

    def _drop_cancelled(self) -> None:
        if any(job.is_over for job in self._waiting):
            self._waiting = [job for job in self._waiting if not job.is_over]
            self._tell_places()

    # The threads

    def _start(self) -> None:
        if self._threads:
            return
        aims: list[tuple[Callable[[bool], None], bool]] = [(self._work, False)] * self._workers
        for aim, quick in (*aims, (self._work, True), (self._tidy, False)):
            thread = threading.Thread(target=aim, args=(quick,), name="plyground-job", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self, quick: bool) -> None:
        while True:
            with self._changed:
                while (job := self._next(quick=quick)) is None and not self._closed:
                    self._changed.wait()
                if job is None:
                    break
                self._waiting.remove(job)
                self._running.append(job)
                self._note_turn(job)
                self._tell_places()
            self._run(job)
            with self._changed:
                self._running.remove(job)
                self._tell_places()
                self._changed.notify_all()
        connections.close_all()  # of this thread

    def _run(self, job: Job) -> None:
        """Does the work, whatever happens: the thread is needed again."""
        if not job.start():
            return
        begin = time.monotonic()
        try:
            name, data = job.run()
        except Exception:  # noqa: BLE001 - logged, and reported
            _log.exception("A search failed: the %s of game %s", job.kind, job.game)
            name, data = "failed", {"sentence": "The search failed."}
        elapsed = time.monotonic() - begin
        self._charge(job, elapsed if job.searched is None else job.searched)
        job.end(name, data)

    def _tidy(self, _quick: bool) -> None:
        """Cancels abandoned jobs, and forgets old ones, when that is due."""
        with self._changed:
            while not self._closed:
                self._changed.wait(self._until_due())
                for job in self._live():
                    if job.is_abandoned(self._abandoned):
                        job.cancel()
                self._drop_cancelled()
                self._make_way()
                self._forget_old()

    def _make_way(self) -> None:
        """Ends an analysis that has had its turn, if a job waits for its worker."""
        if not self._waiting or len(self._running) < self._workers:
            return
        for job in self._running:
            if (left := self._turn_left(job)) is not None and left <= 0:
                job.stop.set()
                return

    def _turn_left(self, job: Job) -> float | None:
        """The seconds until an analysis makes way for others; None for what must end by itself."""
        if job.kind != "analyse" or job.began is None or job.stop.is_set():
            return None
        return self._turn - (time.time() - job.began)

    def _until_due(self) -> float | None:
        """Seconds until a job may be abandoned, or should be forgotten; None if there is none."""
        now = time.monotonic()
        over = [
            job.ended + self._kept - now for job in self._jobs.values() if job.ended is not None
        ]
        waits = over + [job.abandoned_in(self._abandoned) for job in self._live()]
        if self._waiting:
            turns = [self._turn_left(job) for job in self._running]
            waits += [left for left in turns if left is not None]
        return min(_LONGEST_NAP, max(0.001, min(waits))) if waits else None

    def _forget_old(self) -> None:
        over = [job for job in self._jobs.values() if job.ended is not None]
        now = time.monotonic()
        surplus = len(over) - self._most_kept
        for place, job in enumerate(over):
            if place < surplus or now - (job.ended or now) > self._kept:
                del self._jobs[job.id]
                if self._by_key.get(job.key) is job:
                    del self._by_key[job.key]


def _payer(job: Job) -> str:
    """The key that a place in the queue counts for; this machine itself has no address."""
    return job.origin or job.visitor
