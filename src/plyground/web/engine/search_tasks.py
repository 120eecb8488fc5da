"""Searches as rows, for engine workers that share PostgreSQL with the web processes.

A web process writes a row and waits for its events; any worker takes it. `server/engine_worker.py`
is the other side.
"""

import json
import queue
import time
from contextlib import nullcontext, suppress
from typing import Any

from django.db import Error, connection, transaction

from plyground.engine.stop import Stop
from plyground.web.base import event_bus, processes
from plyground.web.base.ids import new_id
from plyground.web.base.transactions import is_away
from plyground.web.engine import job as jobs
from plyground.web.engine.models import EngineWorker, SearchTask
from plyground.web.engine.search_process import OnReport, value_of
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.stored_game import packed, unpacked

NEW = "engine"  # the topic of new tasks
REPORT, DONE, END = "report", "done", "end"  # what is said about a task
_SHORT = event_bus.MOST_BYTES - 100  # bytes, beside the topic
TRIES = 3  # workers that may die in the middle of one search

_LOOKS = 3.0  # seconds after which a row is checked, in case events were lost
_PATIENCE, _AGAIN = 30.0, 0.5  # seconds with an unavailable database, and between two tries
_STOP = "stop"
_NOBODY = 10.0  # seconds without any worker until a search is refused

# One statement each: searches are requested often, and every statement costs both sides.
_ENTER = """
WITH entered AS (
    INSERT INTO engine_searchtask (id, asker, payer, quick, question, state, owner, tries, stopped,
        answer)
    SELECT %s, %s, %s, %s, %s, 'waiting', '', 0, false, ''
    WHERE set_config('synchronous_commit', 'off', true) = 'off'
    RETURNING id
) SELECT pg_notify(%s, %s) FROM entered
"""
_FINISH = """
WITH finished AS (
    DELETE FROM engine_searchtask WHERE id = %s AND owner = %s AND state = 'running'
    AND set_config('synchronous_commit', 'off', true) = 'off' RETURNING id
) SELECT pg_notify(%s, %s) FROM finished
"""
# The next task for a worker. Visitors take turns: each one's searches that run count first, then
# those that wait before this one.
_CLAIM = """
UPDATE engine_searchtask SET state = 'running', owner = %s, tries = tries + 1
WHERE state = 'waiting' AND id = (
    SELECT id FROM (
        SELECT waiting.id, waiting.asked,
            row_number() OVER (PARTITION BY waiting.payer ORDER BY waiting.asked, waiting.id)
            + coalesce(busy.count, 0) AS turn
        FROM engine_searchtask AS waiting
        LEFT JOIN (
            SELECT payer, count(*) AS count FROM engine_searchtask WHERE state = 'running'
            GROUP BY payer
        ) AS busy USING (payer)
        WHERE waiting.state = 'waiting' AND (waiting.quick OR NOT %s)
    ) AS queue ORDER BY turn, asked LIMIT 1
) RETURNING id, question, stopped
"""
# Tasks whose worker has died wait again; a task that has lost several workers fails.
_GIVE_BACK = """
UPDATE engine_searchtask SET owner = '',
    state = CASE WHEN tries < %s THEN 'waiting' ELSE 'done' END,
    answer = CASE WHEN tries < %s THEN '' ELSE %s END
WHERE state = 'running' AND owner NOT IN (
    SELECT id FROM web_process WHERE seen >= now() - make_interval(secs => %s)
) RETURNING id, state
"""
_PRUNE = """
DELETE FROM engine_searchtask
WHERE asker NOT IN (SELECT id FROM web_process WHERE seen >= now() - make_interval(secs => %s))
"""


def _seconds() -> float:
    """The seconds without a heartbeat after which a process counts as dead."""
    return processes.dead_after().total_seconds()


def topic(task: str) -> str:
    """The topic of a task's events."""
    return f"task:{task}"


# Workers


def claim(*, quick: bool) -> tuple[str, str, bool] | None:
    """Takes the next task: its id, its question, whether it was stopped; None without one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit TO off")
        cursor.execute(_CLAIM, [processes.me(), quick])
        found: tuple[str, str, bool] | None = cursor.fetchone()
    return found


def finish(task: str, kind: str, message: list[Any]) -> None:
    """Publishes the result, unless another worker has the task by now.

    A short answer goes with the news, and the row is deleted; a long one is written into the row.
    """
    answer = packed([kind, message]).decode().rstrip()
    if len(answer.encode()) < _SHORT:
        with connection.cursor() as cursor:
            news = event_bus.notice(topic(task), f"{DONE} {answer}")
            cursor.execute(_FINISH, [task, processes.me(), *news])
        return
    own = SearchTask.objects.filter(pk=task, owner=processes.me(), state="running")
    if own.update(state="done", answer=answer):
        event_bus.publish(topic(task), DONE)


def report(task: str, data: object) -> None:
    """Publishes an interim report. Events are short: a long report is left out."""
    text = f"{REPORT} {json.dumps(data)}"
    if len(text.encode()) < event_bus.MOST_BYTES:
        event_bus.publish(topic(task), text)


def give_back() -> None:
    """Returns this worker's tasks to the queue, because it is ending."""
    own = SearchTask.objects.filter(owner=processes.me(), state="running")
    if own.update(owner="", state="waiting"):
        event_bus.publish(NEW)


def sweep() -> None:
    """Returns the tasks of dead workers to the queue, and deletes those of dead web processes."""
    if not processes.is_sure():
        return
    failed = packed(["failed", ["every worker that had it ended"]]).decode()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_GIVE_BACK, [TRIES, TRIES, failed, _seconds()])
        lost = cursor.fetchall()
        cursor.execute(_PRUNE, [_seconds()])
    for task, state in lost:
        event_bus.publish(*((topic(task), DONE) if state == "done" else (NEW,)))


def living() -> int:
    """The number of searches that all living workers can run at a time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(slots), 0) FROM engine_engineworker"
            " JOIN web_process ON id = process WHERE seen >= now() - make_interval(secs => %s)",
            [_seconds()],
        )
        return int(cursor.fetchone()[0])


def register(slots: int) -> None:
    """Registers this process as a worker."""
    EngineWorker.objects.update_or_create(process=processes.me(), defaults={"slots": slots})
    dead = "DELETE FROM engine_engineworker WHERE process NOT IN (SELECT id FROM web_process)"
    with connection.cursor() as cursor:
        cursor.execute(dead)


# Web processes


class SearchTasks:
    """Asks the workers."""

    def warm(self) -> None:
        """They are already running."""

    def tell(self, call: str, *arguments: Any) -> None:
        """Does nothing: no record shows which worker has a game, and each keeps few players."""

    def close(self) -> None:
        """Does nothing: nothing was started."""

    def ask(
        self,
        call: str,
        arguments: tuple[Any, ...],
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> tuple[Any, float]:
        """The answer, and the seconds of the search."""
        return _Asked(call, arguments, on_report).result(stop)


class _Asked:
    """A task, from its row to its answer."""

    def __init__(self, call: str, arguments: tuple[Any, ...], on_report: OnReport | None) -> None:
        self._id = new_id()
        self._job = jobs.current()
        self._question = packed([call, list(arguments)]).decode()
        self._on_report = on_report
        self._news: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._began = self._answered = time.monotonic()
        self._has_row = True

    def result(self, stop: Stop | None) -> tuple[Any, float]:
        """Waits for the answer."""
        leave = event_bus.subscribe(topic(self._id), self._news.put)
        try:
            self._enter()
            with stop.calling(lambda: self._news.put(_STOP)) if stop else nullcontext():
                while (found := self._try_to_hear()) is None:
                    pass
            return value_of(*found)
        finally:
            leave()
            with suppress(Error):  # it ends with this process
                self._remove()

    def _enter(self) -> None:
        visitor = self._job.visitor if self._job else ""
        quick = self._job.quick if self._job else False
        row: list[Any] = [self._id, processes.me(), visitor, quick, self._question]
        with connection.cursor() as cursor:
            cursor.execute(_ENTER, [*row, *event_bus.notice(NEW)])

    def _try_to_hear(self) -> list[Any] | None:
        """The same with retries while the database is away."""
        try:
            found = self._hear()
            self._answered = time.monotonic()
        except Error as error:
            if not is_away(error) or time.monotonic() > self._answered + _PATIENCE:
                raise
            connection.close()
            time.sleep(_AGAIN)
            self._news.put("")  # check again
            return None
        return found

    def _hear(self) -> list[Any] | None:
        """The outcome, if it is known after the next event."""
        try:
            news = self._news.get(timeout=_LOOKS)
        except queue.Empty:
            return self._look()
        word, _, data = news.partition(" ")
        if word == REPORT:
            if self._on_report is not None:
                self._on_report(json.loads(data))
            return None
        if word == _STOP:
            self._stop()
            return None
        if word == DONE and data:
            self._has_row = False
            found: list[Any] = unpacked(data.encode())
            return found
        return None if word == END else self._look()

    def _stop(self) -> None:
        """The answer is no longer needed, or the best result so far is enough."""
        if self._job is not None and self._job.is_over:
            raise refuse("stopped")
        SearchTask.objects.filter(pk=self._id).update(stopped=True)
        event_bus.publish(topic(self._id), END)

    def _look(self) -> list[Any] | None:
        row = SearchTask.objects.filter(pk=self._id).values("state", "answer").first()
        if row is None:  # this process was declared dead
            self._enter()
        elif row["state"] == "done":
            found: list[Any] = unpacked(row["answer"].encode())
            return found
        elif row["state"] == "waiting" and time.monotonic() > self._began + _NOBODY:
            if not living():
                raise refuse("engine_away")
            self._began = time.monotonic()
        return None

    def _remove(self) -> None:
        if not self._has_row:
            return
        gone = SearchTask.objects.filter(pk=self._id)
        if gone.exclude(state="done").exists():
            event_bus.publish(topic(self._id), END)
        gone.delete()
