"""`serve --workers N`: the parent process, and its workers on one socket.

The parent answers no requests itself. It restarts dead children, passes on shutdown signals, and
waits for all of them. A child that loses its parent also ends. The parent gives up only if no child
becomes ready: children that did answer are replaced however often they end.
"""

import contextlib
import logging
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

from plyground.web.base import logs, metrics
from plyground.web.base.ids import new_id
from plyground.web.play.jobs import PROCESSES
from plyground.web.server import http_server

_SHORT = 5.0  # seconds: a child with a shorter life has died at once
_DEATHS = 5  # consecutive children that never answered, while no other did, before it gives up
_MOST_PAUSE = 10.0  # seconds before a restart
_ALONE_PAUSE = 1.0  # the same if no other child answers meanwhile
_GRACE = 15.0  # seconds for children to end

_log = logging.getLogger(__name__)


class _Child:
    """A slot for a child, and its current process."""

    def __init__(self) -> None:
        self.name = ""
        self.process: subprocess.Popen[bytes] | None = None
        self.ready: int | None = None  # the pipe on which it reports that it is ready
        self.is_mute = False  # it cannot report that any more
        self.began = 0.0
        self.due = 0.0  # the time of the next restart

    def start(self, listener: int, life: int) -> None:
        ready, announce = os.pipe()
        before, self.name = self.name, new_id()
        names = {"PLYGROUND_PROCESS": self.name, "PLYGROUND_REPLACES": before}
        handles = (listener, announce, life)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "plyground.web.server.worker_process", *map(str, handles)],
                env={**os.environ, **names},
                pass_fds=handles,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent, who passes it on
            )
        finally:
            os.close(announce)
        self.ready, self.is_mute, self.began = ready, False, time.monotonic()

    def hear(self) -> None:
        """Checks whether it has reported that it is ready."""
        if self.ready is None or not _readable([self.ready], 0):
            return
        if os.read(self.ready, 1):
            self.forget()
        else:  # it ended without a report, and its signal is on its way
            self.is_mute = True

    def forget(self) -> None:
        """Stops reading from it."""
        if self.ready is not None:
            os.close(self.ready)
            self.ready = None

    @property
    def is_up(self) -> bool:
        return self.process is not None and self.ready is None and self.process.poll() is None


@contextlib.contextmanager
def _signalled() -> Iterator[socket.socket]:
    """Becomes readable after each signal, including that of a child's end."""
    hears, wakes = socket.socketpair()
    wakes.setblocking(False)
    before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    usual = signal.signal(signal.SIGCHLD, lambda *_: None)  # without a handler there is no byte
    try:
        yield hears
    finally:
        signal.signal(signal.SIGCHLD, usual)
        signal.set_wakeup_fd(before)
        hears.close()
        wakes.close()


def _readable(handles: list[int], seconds: float | None) -> set[int]:
    """The handles that have data, or have ended, within this time."""
    with selectors.DefaultSelector() as selector:
        for handle in handles:
            selector.register(handle, selectors.EVENT_READ)
        return {key.fd for key, _ in selector.select(seconds)}


class Supervisor:
    """Keeps this many children alive until a signal ends it."""

    def __init__(self, listener: socket.socket, count: int, announce: Callable[[], None]) -> None:
        self._listener = listener
        self._children = [_Child() for _ in range(count)]
        self._announce: Callable[[], None] | None = announce
        self._deaths = 0  # consecutive children that died soon after their start
        self._mute = 0  # consecutive children without an answer, while no other answered
        self._end = threading.Event()

    def run(self) -> None:
        """Runs until a signal ends it; OSError if the children do not stay alive."""
        logs.begin()
        os.environ[PROCESSES] = str(len(self._children))
        metrics.share()
        life, held = os.pipe()  # closes when this process ends, in any way
        try:
            with http_server.signals(lambda *_: self._end.set()), _signalled() as signalled:
                while not self._end.is_set():
                    for child in self._children:
                        self._tend(child, life)
                    if self._announce and all(child.is_up for child in self._children):
                        self._announce()
                        self._announce = None
                    self._await(signalled)
        finally:
            self._stop()
            os.close(held)
            os.close(life)
            metrics.unshare()

    def _await(self, signalled: socket.socket) -> None:
        """Waits for an event: a signal, such as a child's end, or a child that is ready.

        Or for the time of a restart.
        """
        speak = [one.ready for one in self._children if one.ready is not None and not one.is_mute]
        due = [child.due for child in self._children if child.process is None]
        wait = max(0.0, min(due) - time.monotonic()) if due else None
        if signalled.fileno() in _readable([signalled.fileno(), *speak], wait):
            signalled.recv(4096)

    def _tend(self, child: _Child, life: int) -> None:
        """Starts or restarts a child."""
        now = time.monotonic()
        if child.process is None:
            if now >= child.due:
                child.start(self._listener.fileno(), life)
            return
        code = child.process.poll()
        child.hear()  # also the last message of one that has ended
        if code is None:
            return
        answered = child.ready is None
        metrics.forget(child.process.pid)
        child.forget()
        child.process = None
        if self._announce is not None:
            raise OSError("A process ended before it answered, so the server does not start.")
        child.due = now + self._pause(now - child.began, answered=answered)
        how = signal.Signals(-code).name if code < 0 else f"code {code}"
        _log.warning("A process ended (%s); another takes its place.", logs.Word(how))

    def _pause(self, lived: float, *, answered: bool) -> float:
        """Seconds before a child with this lifetime is replaced; OSError if it never will be."""
        alone = not any(child.is_up for child in self._children)
        self._deaths = self._deaths + 1 if lived < _SHORT else 0
        self._mute = self._mute + 1 if alone and not answered else 0
        if self._mute >= _DEATHS:
            raise OSError("Processes keep ending before they answer, so the server stops.")
        doublings = min(_DEATHS, max(self._deaths, self._mute))
        pause = min(_MOST_PAUSE, 0.5 * 2**doublings) if doublings else 0.0
        return min(pause, _ALONE_PAUSE) if alone and answered else pause

    def _stop(self) -> None:
        living = [child.process for child in self._children if child.process is not None]
        for child in self._children:
            child.forget()
        for process in living:
            process.terminate()
        end = time.monotonic() + _GRACE
        for process in living:
            try:
                process.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
