"""Several games at a time: workers in processes of their own, each in the care of a thread."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from plyground.match.openings import Opening
from plyground.match.terms import Match

Task = tuple[int, Opening]
Outcome = tuple[int, list[str] | str]  # a game's number, and its lines or why there are none

_PATIENCE = 8.0  # seconds for a worker to end
_ATTEMPTS = 2


class Died(Exception):  # noqa: N818 - what the worker did
    """A worker ended in the middle of a game."""


class Worker:
    """A process that plays games; it is started when the first is asked for."""

    def __init__(self, match: Match, load: tuple[Path, ...]) -> None:
        self._first = {"match": match.as_json(), "load": [str(file.resolve()) for file in load]}
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def play(self, number: int, opening: Opening) -> list[str] | str:
        """The lines of the game's record, or a sentence that says why it could not be played."""
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        task = {"game": number, "opening": opening.as_json()}
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):  # a closed pipe
            line = b""
        if not line.endswith(b"\n"):
            raise Died
        answer = json.loads(line)
        return answer["lines"] if "lines" in answer else str(answer["error"])

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Died
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "plyground.match.worker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is for us; a worker ends with its input
                )
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps(self._first).encode() + b"\n")
            return self._process

    def end(self) -> int | None:
        """Ends the process and tells how it ended; the next game starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):  # it was gone already, with something unsaid
            process.stdin.close()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        return process.returncode

    def close(self) -> None:
        """Ends the process for good, also in the middle of a game."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()


class Crew:
    """Workers that share the games among them. Use it with `with`: it ends them all."""

    def __init__(
        self,
        match: Match,
        size: int,
        tasks: Iterator[Task],
        load: tuple[Path, ...] = (),
        make_worker: Callable[[Match, tuple[Path, ...]], Worker] = Worker,
    ) -> None:
        self._tasks = tasks
        self._choosing = threading.Lock()
        self._stopping = threading.Event()
        self._outcomes: queue.SimpleQueue[Outcome | BaseException | None] = queue.SimpleQueue()
        self._workers = [make_worker(match, load) for _ in range(size)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]

    def outcomes(self) -> Iterator[Outcome]:
        """How the games went, in the order they ended."""
        for thread in self._threads:
            thread.start()
        at_work = len(self._threads)
        while at_work:
            outcome = self._outcomes.get()
            if isinstance(outcome, BaseException):
                raise outcome
            if outcome is None:
                at_work -= 1
            else:
                yield outcome

    def _serve(self, worker: Worker) -> None:
        try:
            while (task := self._next()) is not None:
                self._outcomes.put((task[0], self._play(worker, *task)))
        except Died:
            pass  # the match is being ended
        except BaseException as error:  # noqa: BLE001 - raised again where the outcomes are read
            self._outcomes.put(error)
        finally:
            worker.end()
            self._outcomes.put(None)

    def _play(self, worker: Worker, number: int, opening: Opening) -> list[str] | str:
        """Plays a game; if the process dies over it, once more in a new one."""
        code: int | None = None
        for _ in range(_ATTEMPTS):
            try:
                return worker.play(number, opening)
            except Died:
                code = worker.end()
                if self._stopping.is_set():
                    raise
        return f"The process that played it ended with status {code}, {_ATTEMPTS} times."

    def _next(self) -> Task | None:
        with self._choosing:
            return None if self._stopping.is_set() else next(self._tasks, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        for worker in self._workers:
            worker.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
