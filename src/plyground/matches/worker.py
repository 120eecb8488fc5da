"""A worker process that plays games of a match: `python -m plyground.matches.worker`.

It reads a line of JSON with the match, then a line for each game to play. It answers each with a
line: the game's record, or why it could not be played. It ends as soon as its input ends, so that
it never outlives the match. Other workers of this kind also use `serve`.
"""

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

from plyground.engine import registry
from plyground.matches.openings import Opening
from plyground.matches.seats import Seats
from plyground.matches.settings import Match

_PATIENCE = 5.0  # seconds until it ends without closing anything

Prepared = TypeVar("Prepared")


def main() -> None:
    """Plays until the input ends."""
    serve(_seats, play)


def serve(
    prepare: Callable[..., AbstractContextManager[Prepared]],
    work: Callable[[Prepared, dict[str, Any]], dict[str, Any]],
) -> NoReturn:
    """Answers tasks until the input ends. `prepare` receives the first line, `work` all others."""
    signal.signal(signal.SIGTERM, _leave)
    answers = _private_output()
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    with contextlib.ExitStack() as stack:
        try:
            prepared = stack.enter_context(prepare(**tasks.get()))
        except ValueError as error:  # for example, a game that only the other process has loaded
            _answer_all(answers, tasks, str(error))
        while True:
            _answer(answers, work(prepared, tasks.get()))


def _seats(match: dict[str, Any], load: list[str]) -> Seats:
    for file in load:
        registry.load(Path(file))
    return Seats(Match.of_json(match))


def _answer(answers: IO[bytes], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")


def _answer_all(
    answers: IO[bytes], tasks: "queue.SimpleQueue[dict[str, Any]]", sentence: str
) -> NoReturn:
    while True:
        _answer(answers, {**tasks.get(), "error": sentence})


def play(seats: Seats, task: dict[str, Any]) -> dict[str, Any]:
    """The answer to a task."""
    outcome = seats.lines(task["game"], Opening.of_json(task["opening"]))
    return {"game": task["game"], "error" if isinstance(outcome, str) else "lines": outcome}


def _listen(tasks: "queue.SimpleQueue[dict[str, Any]]") -> None:
    for line in sys.stdin.buffer:
        tasks.put(json.loads(line))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_PATIENCE)
    os._exit(1)


def _leave(*_: object) -> None:
    raise SystemExit(0)


def _private_output() -> IO[bytes]:
    """The worker's end of the pipe; output of the games themselves goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        main()
