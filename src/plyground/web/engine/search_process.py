"""Starts and queries the engine process; `search_host.py` runs in it.

It starts with the first question. If it ends, it is restarted, and its questions are repeated,
because searches have no side effects.
"""

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from plyground.engine.stop import Stop
from plyground.players.player import Forfeit
from plyground.web.game_service.commands import Refused, refuse
from plyground.web.game_service.stored_game import packed, unpacked

OnReport = Callable[[Any], None]

_TRIES = 3  # process ends that one question survives
_KEPT_BACK = ("DATABASE_URL",)  # may contain a password, which no search needs
_LOST = "lost"  # the process ended

Message = tuple[str, Any]


class SearchError(Exception):
    """A search ended by an error; the message has only its kind and place."""


def value_of(kind: str, message: list[Any]) -> tuple[Any, float]:
    """The value of an outcome and its seconds; or raises the exception that it stands for."""
    if kind == "answer":
        return message[0], message[1]
    if kind == "forfeit":
        raise Forfeit(*message[:2])
    if kind == "refused":
        raise Refused(*message)
    if kind == "wrong":
        raise ValueError(message[0])
    raise SearchError(message[0])


class SearchProcess:
    """The engine process of this web process, across restarts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: _Running | None = None
        self._closed = False

    def warm(self) -> None:
        """Starts the process in the background, so that the first answer does not wait for it."""
        if self._process is None and not self._closed:
            threading.Thread(target=self._warm, daemon=True).start()

    def _warm(self) -> None:
        with contextlib.suppress(Refused, OSError):  # the next caller gets the error
            self._running()

    def ask(
        self,
        call: str,
        arguments: tuple[Any, ...],
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> tuple[Any, float]:
        """The answer, and its seconds; exceptions are those of the service."""
        for _ in range(_TRIES):
            with self._running().asked(call, arguments) as question:
                outcome = question.outcome(on_report, stop)
            if outcome is not None:
                return value_of(*outcome)
        raise refuse("engine_ended")

    def tell(self, call: str, *arguments: Any) -> None:
        """Sends a message without waiting for an answer, and only to a running process."""
        process = self._process
        if process is not None and process.is_alive:
            process.post(call, arguments)

    def close(self) -> None:
        """Ends the process; waiting callers get a refusal."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            process.end()

    def _running(self) -> "_Running":
        with self._lock:
            if self._closed:
                raise refuse("engine_ended")
            if self._process is None or not self._process.is_alive:
                if self._process is not None:
                    self._process.end()
                self._process = _Running()
            return self._process


class _Question:
    """A pending question; `messages` are the process's messages about it."""

    def __init__(self, process: "_Running", number: int) -> None:
        self._process = process
        self._number = number
        self.messages: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def outcome(self, on_report: OnReport | None, stop: Stop | None) -> Message | None:
        """The outcome; None if the process has ended."""
        with stop.calling(self._pass_stop_on) if stop else contextlib.nullcontext():
            while True:
                kind, message = self.messages.get()
                if kind == _LOST:
                    return None
                if kind != "report":
                    return kind, message[1:]
                if on_report is not None:
                    on_report(message[1])

    def _pass_stop_on(self) -> None:
        self._process.send("stop", self._number)


class _Running:
    """A process, and the thread that reads from it."""

    def __init__(self) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in _KEPT_BACK}
        self._process = subprocess.Popen(
            # -P: no file in the current folder can replace a module.
            [sys.executable, "-P", "-m", "plyground.web.engine.search_host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._number = 0
        self._questions: dict[int, _Question] = {}
        self._ended = False
        threading.Thread(target=self._read, name="plyground-engine", daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return not self._ended and self._process.poll() is None

    @contextlib.contextmanager
    def asked(self, call: str, arguments: tuple[Any, ...]) -> Iterator[_Question]:
        """A question that has been sent, until its caller stops waiting."""
        with self._lock:
            self._number += 1
            number = self._number
            question = self._questions[number] = _Question(self, number)
            if self._ended:
                question.messages.put((_LOST, None))
        self.send("ask", [number, call, arguments])
        try:
            yield question
        finally:
            with self._lock:
                self._questions.pop(number, None)

    def post(self, call: str, arguments: tuple[Any, ...]) -> None:
        """A question without a reader for its answer."""
        with self._lock:
            self._number += 1
            number = self._number
        self.send("ask", [number, call, arguments])

    def send(self, kind: str, message: object) -> None:
        """Writes a line. If the process is gone, the reading thread notices."""
        assert self._process.stdin is not None
        line = packed([kind, message])
        with self._writing, contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stdout:
                kind, message = unpacked(line)
                if kind != "ready" and (question := self._questions.get(message[0])) is not None:
                    question.messages.put((kind, message))
        with self._lock:
            self._ended = True
            left = list(self._questions.values())
        for question in left:
            question.messages.put((_LOST, None))

    def end(self) -> None:
        """Ends it, and waits until it has."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()
