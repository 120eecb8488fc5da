"""One search in the background: its events so far, its listeners, and its end.

A job does not depend on the kind of search. Threads add events. Listeners in other threads are
woken and read them, from the first one if they like, so that a late listener misses nothing.
"""

import contextvars
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from plyground.engine.stop import Stop
from plyground.web.base import metrics

EventData: TypeAlias = Mapping[str, object]  # of an event: a type of the contract
State = Literal["queued", "running", "settling", "done", "failed", "cancelled"]
Work = Callable[["Job"], tuple[str, EventData]]
Wake = Callable[[bool], None]  # called with whether that was the end

ENDS = ("done", "failed", "cancelled")
GAP = 0.1  # seconds: of closer events of one kind only the latest is kept

_current: contextvars.ContextVar["Job | None"] = contextvars.ContextVar("job", default=None)

_KEPT = 300  # events
_PATIENT = 12  # factor


def current() -> "Job | None":
    """The job whose work runs in this thread."""
    return _current.get()


@dataclass(frozen=True)
class Event:
    """An event of a job: its number, from 1 on, its name, and its data as JSON."""

    number: int
    name: str
    data: str
    since: float = field(default=0.0, compare=False)

    def text(self) -> str:
        r"""The event in the format of server-sent events.

        >>> Event(3, "queued", '{"ahead": 2}').text()
        'id: 3\nevent: queued\ndata: {"ahead": 2}\n\n'
        """
        return f"id: {self.number}\nevent: {self.name}\ndata: {self.data}\n\n"


class Job:
    """A requested search. `key` says what for; the same request gets the same job.

    `work` runs in a thread of the pool and returns the name and the data of the last event. It
    changes a game only after `settle`, because then the job cannot be cancelled any more.
    """

    runs_here: ClassVar[bool] = True

    def __init__(
        self,
        kind: str,
        game: str,
        version: int,
        visitor: str,
        work: Work,
        *,
        address: str = "",
        quick: bool = False,
    ) -> None:
        self.id = secrets.token_urlsafe(18)
        self.kind = kind
        self.game = game
        self.version = version
        self.visitor = visitor
        self.address = address  # the address of the visitor
        self.origin = ""  # the same, in the form of a shared job store
        self.work = work
        self.quick = quick
        self.state: State = "queued"
        self.stop = Stop()  # asks for an answer now
        self.began: float | None = None  # wall-clock time, for clocks
        self.ended: float | None = None
        self.searched: float | None = None  # seconds of engine time, where the engine says so
        self.ahead: int | None = None  # the place in the queue that was last reported
        self.watch: Wake | None = None  # receives all events, and does not count as a listener
        self._alone: float | None = time.monotonic()
        self._events: list[Event] = []
        self._last_number = 0
        self._listeners: set[Wake] = set()
        self._lock = threading.Lock()

    @property
    def key(self) -> tuple[str, str, int]:
        """The purpose of the job."""
        return self.kind, self.game, self.version

    @property
    def is_over(self) -> bool:
        """Whether the job has had its last event."""
        return self.state in ENDS

    # For workers

    def start(self) -> bool:
        """The work begins, unless the job was cancelled before."""
        with self._lock:
            if self.state != "queued":
                return False
            self.state = "running"
            self.began = time.time()
            return True

    def run(self) -> tuple[str, EventData]:
        """Does the work, and gives the last event."""
        token = _current.set(self)
        try:
            return self.work(self)
        finally:
            _current.reset(token)

    def settle(self) -> bool:
        """Makes the job uncancellable; False if it was already cancelled."""
        with self._lock:
            if self.state != "running":
                return False
            self.state = "settling"
            return True

    def tell(self, name: str, data: EventData) -> None:
        """Adds an interim event. Of the same kind, within a moment, only the last stays."""
        text = json.dumps(data)
        with self._lock:
            if not self.is_over:
                self._add(name, text)

    def end(self, name: str, data: EventData) -> bool:
        """Adds the last event: done, failed or cancelled; False if there was one before."""
        text = json.dumps(data)
        with self._lock:
            return self._end(name, text)

    def cancel(self) -> bool:
        """Ends the job without an answer; False if it is over or settled."""
        with self._lock:
            if self.state not in ("queued", "running"):
                return False
            return self._end("cancelled", "{}")

    def _end(self, name: str, text: str) -> bool:
        if self.is_over:
            return False
        assert name in ENDS, "nothing else is an end"
        self._add(name, text, end=True)
        self.state = name  # type: ignore[assignment]
        self.ended = time.monotonic()
        self.stop.set()
        if self.runs_here:
            metrics.search_ended(self.kind, name)
        return True

    def _add(self, name: str, text: str, *, end: bool = False) -> None:
        now = time.monotonic()
        self._last_number += 1
        last = self._events[-1] if self._events else None
        if last is not None and last.name == name and now - last.since < GAP:
            self._events[-1] = Event(self._last_number, name, text, last.since)
        else:
            self._events.append(Event(self._last_number, name, text, now))
            del self._events[:-_KEPT]
        for wake in self._listeners:
            wake(end)
        if self.watch is not None:
            self.watch(end)

    def number_from(self, number: int) -> None:
        """Makes event numbers larger than this, for a job that runs again and had some before."""
        with self._lock:
            self._last_number = max(self._last_number, number)

    # For listeners

    def listen(self, wake: Wake) -> None:
        """Calls `wake`, in any thread, when there is something new."""
        with self._lock:
            self._listeners.add(wake)
            self._alone = None

    def leave(self, wake: Wake) -> None:
        """Stops that."""
        with self._lock:
            self._listeners.discard(wake)
            if not self._listeners:
                self._alone = time.monotonic()

    @property
    def listeners(self) -> int:
        """The number of listeners."""
        return len(self._listeners)

    @property
    def latest(self) -> Event | None:
        """The last event."""
        with self._lock:
            return self._events[-1] if self._events else None

    def since(self, number: int) -> tuple[list[Event], bool]:
        """The events after this one, and whether there will be no more."""
        with self._lock:
            return [one for one in self._events if one.number > number], self.is_over

    def is_abandoned(self, seconds: float) -> bool:
        """Whether there was no listener for this long; a listener to a review may come back."""
        return self._alone is not None and self.abandoned_in(seconds) < 0

    def abandoned_in(self, seconds: float) -> float:
        """The least time until it is abandoned, without listeners from now on."""
        seconds *= _PATIENT if self.kind == "review" else 1
        with self._lock:
            alone = 0.0 if self._alone is None else time.monotonic() - self._alone
        return seconds - alone
