"""`Stop`, the object that ends a search or other long work from outside."""

import atexit
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from plyground import _core

_PATIENCE = 5.0  # seconds for a search to end when the interpreter exits


class Stopped(Exception):  # noqa: N818 - intended by the caller
    """Work was stopped and has no partial answer."""


class Stop(_core.Stop):
    """Asks a player, a search or a match to answer now.

    A request is never too early and never lost.

    Hand it to `choose`, `search` and the like, and call `set` in any thread, before the call or
    while it runs. The core checks it while it searches. Once set it stays set, so the next call
    needs a new one. One Stop may end several things.

    >>> import plyground
    >>> stop, start = Stop(), plyground.game("othello").start()
    >>> stop.set()
    >>> plyground.search(start, "search:seconds=60", stop=stop).move in start.moves()
    True
    """

    def __init__(self) -> None:
        super().__init__()
        self._wakers: dict[object, Callable[[], None]] = {}

    def set(self) -> None:
        """Asks for an answer now. A signal handler may call it, too."""
        super().set()
        while self._wakers:
            try:
                _, wake = self._wakers.popitem()
            except KeyError:  # another thread has also set it
                return
            wake()

    @contextmanager
    def calling(self, wake: Callable[[], None]) -> Iterator[None]:
        """Calls `wake` when it is set: now if it is already set, else in the thread that sets it.

        Use it while you wait for something and cannot check the Stop. `wake` is called at most
        once, and must neither block nor fail. It may still be running in the other thread after the
        `with` has ended.
        """
        key = object()
        self._wakers[key] = wake
        # No lock: the thread that removes it calls it.
        if self.is_set() and self._wakers.pop(key, None) is not None:
            wake()
        try:
            yield
        finally:
            self._wakers.pop(key, None)

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is set, or for this many seconds; returns whether it is set."""
        gate = threading.Lock()
        gate.acquire()
        with self.calling(gate.release):
            gate.acquire(timeout=-1 if timeout is None else max(0.0, timeout))
        return self.is_set()


def check_stop(stop: object) -> None:
    """Raises ValueError for other objects, such as an Event, which the core cannot check."""
    if stop is not None and not isinstance(stop, _core.Stop):
        raise ValueError(f"stop is a plyground.Stop(), not {stop!r}.")


class Running:
    """Tracks work that runs in the core, in a `with`, so that it does not outlive the interpreter.

    A daemon thread that returns from the core after that would crash the process. So at exit,
    running searches are stopped and waited for, and a search that would begin then ends its thread
    instead.
    """

    __slots__ = ("_done", "_stop")

    def __init__(self, stop: _core.Stop) -> None:
        self._stop = stop
        self._done = threading.Lock()

    def __enter__(self) -> Self:
        self._done.acquire()
        _running.add(self)
        if _ending and threading.current_thread() is not threading.main_thread():
            self.__exit__()
            raise SystemExit
        return self

    def __exit__(self, *_: object) -> None:
        _running.discard(self)
        self._done.release()

    def stop(self) -> None:
        """Asks it to end."""
        self._stop.set()

    def wait(self) -> None:
        """Waits briefly for it to end."""
        self._done.acquire(timeout=_PATIENCE)


_running: set[Running] = set()
_ending: list[bool] = []  # becomes non-empty as soon as the interpreter exits


@atexit.register
def _end_all() -> None:
    _ending.append(True)
    left = list(_running)
    for running in left:
        running.stop()
    for running in left:
        running.wait()
