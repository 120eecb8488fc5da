"""Events between threads and processes: a topic and a short text.

Several processes share PostgreSQL, which delivers events (LISTEN and NOTIFY, at most 8000 bytes, so
they are ids) together with the transaction that causes them. One thread and one connection per
process listen. With SQLite there is one process, and events stay in it.
"""

import logging
import selectors
import socket
import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from plyground.web.base import logs

Hear = Callable[[str], None]

CHANNEL = "plyground"
MOST_BYTES = 7800  # of topic and text
MISSED = ""  # the event after a lost connection: anything may have happened

_log = logging.getLogger(__name__)
_LAST = 2.0  # seconds for the listener to end
_FIRST = 2.0  # seconds to wait for the connection when a subscription begins
_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before a new attempt


def is_shared() -> bool:
    """Whether other processes may exist."""
    return connection.vendor == "postgresql"


def publish(topic: str, text: str = "") -> None:
    """Notifies all subscribers of the topic, once the current transaction is complete."""
    if is_shared():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", notice(topic, text))
    else:
        transaction.on_commit(lambda: _bus.tell(topic, text))


def notice(topic: str, text: str = "") -> list[str]:
    """The arguments of pg_notify, for a statement that tells news by itself."""
    return [CHANNEL, f"{topic} {text}"]


def subscribe(topic: str, hear: Hear) -> Callable[[], None]:
    """Calls `hear` for each event, in another thread; it must be quick.

    Returns a function that unsubscribes.
    """
    return _bus.subscribe(topic, hear)


def is_up() -> bool:
    """Whether events from other processes arrive; always true without other processes."""
    return not is_shared() or _bus.is_up


def close() -> None:
    """Stops listening."""
    _bus.close()


class _Bus:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hearers: defaultdict[str, set[Hear]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self._up = threading.Event()
        self._end = threading.Event()
        self._ending: socket.socket | None = None  # its other end wakes the listener
        self._impatient = False  # a subscription began while it was down

    @property
    def is_up(self) -> bool:
        return self._thread is None or self._up.is_set()

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        with self._lock:
            self._hearers[topic].add(hear)
            if is_shared() and self._thread is None:
                # A separate connection: a closed one may still be ending.
                self._up, self._end = threading.Event(), threading.Event()
                self._ending, ending = socket.socketpair()
                self._thread = threading.Thread(
                    target=self._listen,
                    args=(self._up, self._end, ending),
                    name="plyground-bus",
                    daemon=True,
                )
                self._thread.start()
        if is_shared():
            self._impatient |= not self._up.wait(_FIRST)

        def leave() -> None:
            with self._lock:
                self._hearers[topic].discard(hear)
                if not self._hearers[topic]:
                    del self._hearers[topic]

        return leave

    def tell(self, topic: str, text: str) -> None:
        with self._lock:
            hearers = list(self._hearers.get(topic, ()))
        for hear in hearers:
            self._call(hear, text)

    def close(self) -> None:
        self._end.set()
        thread, self._thread = self._thread, None
        ending, self._ending = self._ending, None
        if ending is not None:
            ending.close()
        if thread is not None:
            thread.join(_LAST)

    def _call(self, hear: Hear, text: str) -> None:
        try:
            hear(text)
        except Exception:  # noqa: BLE001 - the other listeners need the event too
            _log.exception("A listener could not handle an event")

    def _listen(self, up: threading.Event, end: threading.Event, ending: socket.socket) -> None:
        with ending:
            self._listen_on(up, end, ending)

    def _listen_on(self, up: threading.Event, end: threading.Event, ending: socket.socket) -> None:
        failures = 0
        while not end.is_set():
            line = connection.copy()
            try:
                line.ensure_connection()
                line.connection.execute(f"LISTEN {CHANNEL}")
                up.set()
                if failures or self._impatient:
                    self._impatient = False
                    self._tell_all()
                failures = 0
                self._hear_on(line.connection, end, ending)
            except Exception as error:  # noqa: BLE001 - whatever it was, it tries again
                failures += 1
                if failures == 1:
                    _log.warning("The connection for events is down: %s", logs.kind(error))
                end.wait(_PAUSES[min(failures, len(_PAUSES)) - 1])
            finally:
                up.clear()
                line.close()

    def _hear_on(self, line: Any, end: threading.Event, ending: socket.socket) -> None:
        """Delivers events, and sleeps until there are more or it is to end."""
        with selectors.DefaultSelector() as selector:
            selector.register(line.fileno(), selectors.EVENT_READ)
            selector.register(ending, selectors.EVENT_READ)
            while not end.is_set():
                for news in line.notifies(timeout=0):
                    topic, _, text = news.payload.partition(" ")
                    self.tell(topic, text)
                selector.select()

    def _tell_all(self) -> None:
        """Events may have been missed, so all subscribers should check."""
        with self._lock:
            topics = list(self._hearers)
        for topic in topics:
            self.tell(topic, MISSED)


_bus = _Bus()
