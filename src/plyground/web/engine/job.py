"""One search in the background: its events so far, its listeners, and how it ends.

A job knows nothing of what it searches for. Threads tell it events; listeners in other threads are
woken and read them, from the first one on if they like, so that who comes late misses nothing.
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
Wake = Callable[[bool], None]  # gets whether that was the end

ENDS = ("done", "failed", "cancelled")
GAP = 0.1  # seconds: of what comes closer together only the latest is kept

_current: contextvars.ContextVar["Job | None"] = contextvars.ContextVar("job", default=None)

_KEPT = 300  # events
_PATIENT = 12  # times as long


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
        r"""The event as a stream of server-sent events has it.

        >>> Event(3, "queued", '{"ahead": 2}').text()
        'id: 3\nevent: queued\ndata: {"ahead": 2}\n\n'
        """
        return f"id: {self.number}\nevent: {self.name}\ndata: {self.data}\n\n"


class Job:
    """A search that was asked for. `key` names what for; asking again gets the same job.

    `work` runs in a thread of the pool and gives the name and the data of the last event. What
    changes a game it does after `settle`, for then nobody can cancel any more.
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
        self.address = address  # from which the visitor asked
        self.origin = ""  # the same, as a shared job_store has it
        self.work = work
        self.quick = quick
        self.state: State = "queued"
        self.stop = Stop()  # asks for an answer now
        self.began: float | None = None  # in the time of day, for clocks
        self.ended: float | None = None
        self.searched: float | None = None  # seconds of engine time, where the engine says so
        self.ahead: int | None = None  # the place in the queue that was last reported
        self.watch: Wake | None = None  # hears everything, and is no listener
        self._alone: float | None = time.monotonic()
        self._events: list[Event] = []
        self._last_number = 0
        self._listeners: set[Wake] = set()
        self._lock = threading.Lock()

    @property
    def key(self) -> tuple[str, str, int]:
        """What the job is for."""
        return self.kind, self.game, self.version

    @property
    def is_over(self) -> bool:
        """Whether the job has had its last event."""
        return self.state in ENDS

    # Those who work

    def start(self) -> bool:
        """The work begins; not if it was cancelled before."""
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
        """From now on the job can't be cancelled; False if it was."""
        with self._lock:
            if self.state != "running":
                return False
            self.state = "settling"
            return True

    def tell(self, name: str, data: EventData) -> None:
        """Tells something on the way. Of the same kind, within a moment, only the last stays."""
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
        """Ends the job without an answer; False if it is over or about to be."""
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
        """Events get higher numbers than this: the job runs again, and had some before."""
        with self._lock:
            self._last_number = max(self._last_number, number)

    # Those who listen

    def listen(self, wake: Wake) -> None:
        """From now on `wake` is called, in any thread, when there is something new."""
        with self._lock:
            self._listeners.add(wake)
            self._alone = None

    def leave(self, wake: Wake) -> None:
        """Ends that."""
        with self._lock:
            self._listeners.discard(wake)
            if not self._listeners:
                self._alone = time.monotonic()

    @property
    def listeners(self) -> int:
        """How many listen now."""
        return len(self._listeners)

    @property
    def latest(self) -> Event | None:
        """The last event."""
        with self._lock:
            return self._events[-1] if self._events else None

    def since(self, number: int) -> tuple[list[Event], bool]:
        """The events after this one, and whether that is all there will ever be."""
        with self._lock:
            return [one for one in self._events if one.number > number], self.is_over

    def is_abandoned(self, seconds: float) -> bool:
        """Whether nobody has listened for so long; who wants a review may come back for it."""
        return self._alone is not None and self.abandoned_in(seconds) < 0

    def abandoned_in(self, seconds: float) -> float:
        """How long it takes at least until it is abandoned, if nobody listens from now on."""
        seconds *= _PATIENT if self.kind == "review" else 1
        with self._lock:
            alone = 0.0 if self._alone is None else time.monotonic() - self._alone
        return seconds - alone
