"""Runs several tasks at a time, each in a separate worker process.

A task and its answer are JSON objects; `plyground.matches.worker` is the worker's side.
"""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

Task = Mapping[str, Any]
Answer = Mapping[str, Any]  # has the key "error" if there is no answer
Outcome = tuple[Task, Answer]

_PATIENCE = 8.0  # seconds for a worker to end
_ATTEMPTS = 2


class Died(Exception):  # noqa: N818 - names the event
    """A worker ended in the middle of a task."""


class Worker:
    """A process that answers tasks; it starts with the first task.

    `module` is the module to run, `first` is sent before all tasks.
    """

    def __init__(self, module: str, first: Mapping[str, Any]) -> None:
        self._module, self._first = module, first
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.RLock()  # a signal handler may close it in the middle of that
        self._closed = False

    def ask(self, task: Task) -> Answer:
        """The answer to a task, or a sentence that says why there is none."""
        process = self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):  # a closed pipe
            line = b""
        if not line.endswith(b"\n"):
            raise Died
        answer: Answer = json.loads(line)
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise Died
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", self._module],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    # Ctrl-C is for the parent process; a worker ends when its input ends
                    start_new_session=True,
                )
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps(self._first).encode() + b"\n")
            return self._process

    def end(self) -> int | None:
        """Ends the process and returns its exit code; the next task starts another process."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(OSError):  # it had already ended, with data still to write
            process.stdin.close()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
        return process.returncode

    def close(self) -> None:
        """Ends the process for good, even in the middle of a task."""
        with self._lock:
            self._closed = True
            process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()


class Crew:
    """Workers that share the tasks. Use it in a `with`, which ends them all."""

    def __init__(self, size: int, tasks: Iterator[Task], make_worker: Callable[[], Worker]) -> None:
        self._tasks = tasks
        self._choosing = threading.Lock()
        self._stopping = threading.Event()
        self._outcomes: queue.SimpleQueue[Outcome | BaseException | None] = queue.SimpleQueue()
        self._workers = [make_worker() for _ in range(size)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]

    def outcomes(self) -> Iterator[Outcome]:
        """The tasks with their answers, in the order of the answers."""
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
                self._outcomes.put((task, self._ask(worker, task)))
        except Died:
            pass  # the whole crew is ending
        except BaseException as error:  # noqa: BLE001 - raised again where the outcomes are read
            self._outcomes.put(error)
        finally:
            worker.end()
            self._outcomes.put(None)

    def _ask(self, worker: Worker, task: Task) -> Answer:
        """Requests an answer; if the process dies, once more in a new process."""
        code: int | None = None
        for _ in range(_ATTEMPTS):
            try:
                return worker.ask(task)
            except Died:
                code = worker.end()
                if self._stopping.is_set():
                    raise
        sentence = f"The process that played it ended with status {code}, {_ATTEMPTS} times."
        return {"error": sentence}

    def _next(self) -> Task | None:
        with self._choosing:
            return None if self._stopping.is_set() else next(self._tasks, None)

    def __enter__(self) -> Self:
        return self

    def stop(self) -> None:
        """Ends the work, even in the middle of a task; outcomes() then ends too."""
        self._stopping.set()
        for worker in self._workers:
            worker.close()

    def __exit__(self, *_: object) -> None:
        self.stop()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
