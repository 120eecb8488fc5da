"""Starts, queries and ends the process of a game written in Python; `game_host.py` runs in it.

It starts with the first request, is killed if it does not answer in time, and restarts with the
next request. Several threads may make requests; they take turns.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from plyground.engine.stop import Stop
from plyground.web.game_service.commands import Refused, Unavailable, refuse
from plyground.web.game_service.game_host import MOST_BYTES
from plyground.web.game_service.stored_game import packed, unpacked

OnReport = Callable[[Any], None]

START = 15.0  # seconds to load the game, also on a busy machine
_GRACE = 2.0  # seconds from `stop` to an answer
_MOMENT = 0.5  # seconds
_PATIENT = 2  # requests that may wait longer than that
_PARTS = {"report": 2, "answer": 2, "refused": 5, "wrong": 2}
_KEPT_BACK = ("DATABASE_URL",)  # may contain a password, which a game must not see


_TRIES = 2  # after a kill, the request is repeated once in a new process


class Broken(Exception):  # noqa: N818 - says what the game's file is
    """A game that cannot be loaded, with the reason."""


class Died(Broken):
    """The process ended while loading: by itself, or because it was killed."""


class _Turns:
    """One thread has the turn at a time.

    A thread that waits longer than a stop allows is woken by it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._taken = False

    def locked(self) -> bool:
        """Whether a thread has the turn."""
        return self._taken

    def acquire(self, seconds: float | None = None, stop: Stop | None = None) -> bool:
        """Takes the turn in time; after `stop` the time is short."""
        with stop.calling(self._wake) if stop else contextlib.nullcontext(), self._changed:
            free = self._changed.wait_for(
                lambda: not self._taken or (stop is not None and stop.is_set()), seconds
            )
            if free and self._taken:
                self._changed.wait_for(lambda: not self._taken, min(_GRACE, seconds or _GRACE))
            if self._taken:
                return False
            self._taken = True
            return True

    def release(self) -> None:
        """Passes the turn on."""
        with self._changed:
            self._taken = False
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class Child:
    """The process for one source of games, and its waiting callers."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._turns = _Turns()
        self._patient = threading.Semaphore(_PATIENT)
        self._process: _Process | None = None
        self._number = 0
        self.closed = False

    def names(self) -> list[str]:
        """The names of the source's games; Broken says why there are none."""
        with self._turns:
            for _ in range(_TRIES):
                with contextlib.suppress(Died):
                    return self._running().names
            return self._running().names

    def warm(self) -> None:
        """Starts the process in the background, so that the first answer does not wait for it."""
        if self._process is None and not self._turns.locked():
            threading.Thread(target=self._warm, daemon=True).start()

    def _warm(self) -> None:
        with self._turns, contextlib.suppress(Broken, Refused):  # the caller gets the error later
            self._running()

    def ask(
        self,
        call: str,
        *arguments: Any,
        seconds: float,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Any:
        """The service's answer; Refused if it refuses, fails or does not answer in time.

        No call has side effects, so a call is repeated once if the process dies.
        """
        self._wait_for_turn(time.monotonic() + 2 * seconds, stop)
        try:
            for left in reversed(range(_TRIES)):
                try:
                    return self._ask(call, arguments, seconds, on_report, stop)
                except Unavailable as no:
                    if no.code != "game_ended" or not left or self.closed:
                        raise
            raise AssertionError("the last try gives an answer or an error")
        finally:
            self._turns.release()

    def _ask(
        self,
        call: str,
        arguments: tuple[Any, ...],
        seconds: float,
        on_report: OnReport | None,
        stop: Stop | None,
    ) -> Any:
        try:
            process = self._running()
        except Died:
            raise refuse("game_ended") from None
        except Broken as broken:
            raise Refused("game_fails", str(broken)) from None
        self._number += 1
        question = _Question(process, self._number, seconds, on_report, stop)
        try:
            return question.ask(call, arguments)
        finally:
            if not question.answered:
                process.end()

    @property
    def idle(self) -> bool:
        """Whether the process is running and idle."""
        return self._process is not None and self._process.alive and not self._turns.locked()

    def close(self) -> None:
        """Ends it for good; waiting callers are refused."""
        self.closed = True
        if self._process is not None:
            self._process.end()
        if self._turns.acquire(_GRACE):  # no thread is waiting at the pipes now
            if self._process is not None:
                self._process.close()
            self._turns.release()

    def _wait_for_turn(self, until: float, stop: Stop | None) -> None:
        """Waits for the calls before this one; a call with a `stop` gives up when it is set.

        A call without a `stop` occupies a request thread. Only a few of these may wait longer than
        a moment, because otherwise a hanging game would block the requests of all games.
        """
        if self._turns.acquire(_MOMENT):
            return
        if stop is None and not self._patient.acquire(blocking=False):
            raise refuse("game_busy")
        try:
            if not self._turns.acquire(max(0.0, until - time.monotonic()), stop):
                raise refuse("game_busy")
        finally:
            if stop is None:
                self._patient.release()

    def _running(self) -> "_Process":
        if self._process is not None and self._process.alive:
            return self._process
        if self._process is not None:
            self._process.close()
            self._process = None
        if self.closed:
            raise refuse("game_ended")
        self._process = _Process(self.source)
        self._process.load()
        return self._process


class _Question:
    """One question, from its sending to its answer."""

    def __init__(
        self,
        process: "_Process",
        number: int,
        seconds: float,
        on_report: OnReport | None,
        stop: Stop | None,
    ) -> None:
        self.answered = False
        self._process = process
        self._number = number
        self._seconds = seconds
        self._until = time.monotonic() + seconds
        self._on_report = on_report
        self._stop = stop
        self._stopped = False

    def ask(self, call: str, arguments: tuple[Any, ...]) -> Any:
        """The answer; if there is none, the state of the process is unknown."""
        message = [self._number, call, arguments, self._seconds]
        self._process.send(["ask", message], self._until)
        wake = self._process.wake
        with self._stop.calling(wake) if self._stop else contextlib.nullcontext():
            while True:
                self._pass_stop_on()
                line = self._process.receive(self._until)
                if line is not None and self._is_last(*line):
                    return _outcome(*line)
                if time.monotonic() >= self._until:
                    raise refuse("game_hangs")

    def _pass_stop_on(self) -> None:
        if self._stop is None or self._stopped or not self._stop.is_set():
            return
        self._stopped = True
        self._until = min(self._until, time.monotonic() + _GRACE)
        self._process.send(["stop", self._number], self._until)

    def _is_last(self, kind: str, message: Any) -> bool:
        fits = isinstance(message, list) and len(message) == _PARTS.get(kind)
        if not fits or message[0] != self._number:  # the game has written into our pipe
            raise refuse("game_ended")
        if kind == "report":
            if self._on_report is not None:
                self._on_report(message[1])
            return False
        self.answered = True
        return True


def _outcome(kind: str, message: list[Any]) -> Any:
    if kind == "answer":
        return message[1]
    if kind == "refused":
        raise Refused(*message[1:])
    raise ValueError(message[1])


class _Process:
    """The running process: lines in and out, with a time limit for each wait."""

    def __init__(self, source: str) -> None:
        self._ended = False
        self.names: list[str] = []
        self._buffer = b""
        environment = {key: value for key, value in os.environ.items() if key not in _KEPT_BACK}
        self._process = subprocess.Popen(
            # -P: no file in the current folder can replace a module.
            [sys.executable, "-P", "-m", "plyground.web.game_service.game_host", source],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environment,
            # Ctrl-C is for the server; and the process's children end with it
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._ending = threading.Lock()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._waking = threading.RLock()
        self._closed = False

    @property
    def alive(self) -> bool:
        """Whether it can take requests."""
        return not self._ended and self._process.poll() is None

    def load(self) -> None:
        """Waits until the game is loaded; Broken says why it is not."""
        try:
            found = self.receive(time.monotonic() + START)
            if found is None:
                raise Broken("it did not finish loading")
            kind, message = found
            if kind != "ready":
                raise Broken(str(message))
            self.names = [str(name) for name in message]
        except Refused:
            raise Died("its process ended while loading it") from None
        except BaseException:
            self.end()
            raise

    def send(self, message: object, until: float) -> None:
        """Writes a line; Refused if the process does not read it in time, or is gone."""
        rest = memoryview(packed(message))
        while rest:
            if not _ready(until, (self._in, select.POLLOUT)):
                raise refuse("game_hangs")
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                continue
            except OSError:
                raise refuse("game_ended") from None

    def receive(self, until: float) -> tuple[str, Any] | None:
        """The next line; None after a timeout or `wake`, Refused if there will be none."""
        while b"\n" not in self._buffer:
            ready = _ready(until, (self._out, select.POLLIN), (self._woken, select.POLLIN))
            if self._woken in ready:
                os.read(self._woken, 1 << 16)
            if self._out not in ready:
                return None
            try:
                more = os.read(self._out, 1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                more = b""
            self._buffer += more
            if not more or len(self._buffer) > MOST_BYTES + (1 << 16):
                self.end()
                raise refuse("game_ended")
        line, _, self._buffer = self._buffer.partition(b"\n")
        try:
            kind, message = unpacked(line)
        except (ValueError, TypeError):  # the game has found our pipe and written into it
            self.end()
            raise refuse("game_ended") from None
        return str(kind), message

    def wake(self) -> None:
        """Wakes a waiting reader. Callable from any thread, also after the end."""
        with self._waking, contextlib.suppress(BlockingIOError):
            if not self._closed:
                os.write(self._waker, b".")

    def end(self) -> None:
        """Ends it and its children. The pipes stay open for waiting threads."""
        with self._ending:
            if self._process.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._ended = True

    def close(self) -> None:
        """Ends it, and closes the pipes."""
        self.end()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        with self._waking:
            if not self._closed:
                self._closed = True
                os.close(self._woken)
                os.close(self._waker)


def _ready(until: float, *pipes: tuple[int, int]) -> set[int]:
    """The pipes that become readable or writable in time."""
    poll = select.poll()
    for number, event in pipes:
        poll.register(number, event)
    return {number for number, _ in poll.poll(max(0.0, until - time.monotonic()) * 1000)}
