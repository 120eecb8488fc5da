"""`plyground engine-worker`: runs searches for the web processes that share a database."""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from plyground.engine.stop import Stop

_AGAIN = 0.5  # seconds, when the database is away
_PATIENCE = 30.0  # seconds for which an answer is kept while it is
_RELAYS = 0.25  # seconds between two reports of a search
_LAST = 3.0  # seconds for searches to end

_log = logging.getLogger(__name__)


def run(slots: int | None, database: str | None = None) -> None:
    """Searches until a signal ends it; ValueError or OSError if it cannot start."""
    if database is not None:
        os.environ["DATABASE_URL"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    import django

    django.setup()
    from django.db import connection

    from plyground.web.base import logs
    from plyground.web.base.database import name_of
    from plyground.web.engine.search_host import yield_to_pages
    from plyground.web.server import http_server
    from plyground.web.server.serve import migrate

    if connection.vendor != "postgresql":
        raise ValueError(
            "Engine workers need PostgreSQL: give --database postgresql://USER@HOST/NAME."
        )
    logs.begin()
    yield_to_pages()
    migrate()
    end = threading.Event()
    with http_server.signals(lambda *_: end.set()):
        worker = Worker(slots or os.cpu_count() or 1)
        worker.begin()
        name = name_of(connection.settings_dict)
        count = f"{worker.slots} search{'es' * (worker.slots > 1)} at a time"
        print(f"Engine worker for {name}, {count} - Ctrl-C ends it.", flush=True)
        end.wait()
        worker.close()
    sys.stdout.flush()


class Worker:
    """Threads that take tasks, and one more for quick ones."""

    def __init__(self, slots: int) -> None:
        from plyground.web.game_service.service import LocalGameService

        self.slots = slots
        self._service = LocalGameService()
        self._changed = threading.Condition()
        self._news = 0  # increases with every new task
        self._closed = threading.Event()
        self._stops: dict[str, Stop] = {}
        self._threads = [
            threading.Thread(target=self._work, args=(quick,), name="plyground-job", daemon=True)
            for quick in [False] * slots + [True]
        ]

    def begin(self) -> None:
        """Registers itself and starts its threads."""
        from plyground.web.base import event_bus, processes
        from plyground.web.engine import search_tasks

        processes.each_beat(search_tasks.sweep)
        processes.each_beat(processes.bury)
        processes.when_back(self._back)
        search_tasks.register(self.slots)
        event_bus.subscribe(search_tasks.NEW, self._wake)
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Returns its tasks to the queue, and ends."""
        from django.db import Error

        from plyground.web.base import event_bus, processes
        from plyground.web.engine import search_tasks

        self._closed.set()
        with suppress(Error):  # then others find out by themselves
            search_tasks.give_back()
        for stop in list(self._stops.values()):
            stop.set()
        self._wake()
        end = time.monotonic() + _LAST
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        processes.close()
        event_bus.close()

    def _back(self) -> None:
        """Others declared this worker dead, and run its searches."""
        from plyground.web.engine import search_tasks

        for stop in list(self._stops.values()):
            stop.set()
        search_tasks.register(self.slots)

    def _wake(self, _text: str = "") -> None:
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    def _work(self, quick: bool) -> None:
        from django.db import connections

        while not self._closed.is_set():
            seen = self._news
            try:
                found = self._claim(quick)
            except Exception:  # noqa: BLE001 - the database may be away; it is asked again
                connections.close_all()
                self._closed.wait(_AGAIN)
                continue
            if found is not None:
                self._run(*found)
                continue
            with self._changed:  # sometimes also without events, which may be lost
                self._changed.wait_for(lambda seen=seen: self._news != seen, 2.0)  # type: ignore[misc]
        connections.close_all()

    def _claim(self, quick: bool) -> tuple[str, str, bool] | None:
        from plyground.web.engine import search_tasks

        return search_tasks.claim(quick=quick)

    def _run(self, task: str, question: str, stopped: bool) -> None:
        from plyground.web.base import event_bus
        from plyground.web.engine import search_tasks
        from plyground.web.engine.search_host import outcome_of
        from plyground.web.game_service.stored_game import unpacked

        stop = self._stops[task] = Stop()
        if stopped:
            stop.set()

        def hear(text: str) -> None:
            if text == search_tasks.END:
                stop.set()

        leave = event_bus.subscribe(search_tasks.topic(task), hear)
        try:
            call, arguments = unpacked(question.encode())
            outcome = outcome_of(self._service, call, arguments, _reporting(task), stop)
            _keep(lambda: search_tasks.finish(task, *outcome))
        finally:
            leave()
            del self._stops[task]


def _reporting(task: str) -> Callable[[object], None]:
    """Publishes some of the reports, because each costs the database an event."""
    from django.db import Error

    from plyground.web.engine import search_tasks

    last = 0.0

    def report(data: object) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _RELAYS:
            last = now
            with suppress(Error):  # the answer is what matters
                search_tasks.report(task, data)

    return report


def _keep(write: Callable[[], None]) -> None:
    """Retries for a while if the database is away."""
    from django.db import Error, connection

    end = time.monotonic() + _PATIENCE
    while True:
        try:
            write()
            return
        except Error:
            if time.monotonic() > end:
                _log.warning("An answer was lost: the database is away")
                return
            connection.close()
            time.sleep(_AGAIN)
