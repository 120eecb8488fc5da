"""The engine process: searches for a web process, at a lower priority.

`search_process.py` starts it as `python -m plyground.web.engine.search_host`. Questions are lines
on stdin and answers are lines on stdout, in the format of `stored_game.packed`. Each question has a
thread. The process ends when stdin does, so it never outlives its parent.

    ready                          the first line
    ask [number, call, arguments]
    stop number                    answer that question now
    report [number, data]          several
    answer [number, value, seconds]   or refused, wrong, forfeit, failed: see `outcome_of`
"""

import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from plyground.engine.stop import Stop
from plyground.players.player import Forfeit
from plyground.web.game_service.commands import Refused
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import packed, unpacked

SETTING = "PLYGROUND_ENGINE_NICE"
_NICE = 10  # so that pages are answered first
REPORTING = ("think", "hint", "warn", "analyse", "watch", "review")  # these can be stopped, too
CALLS = (*REPORTING, "wants_draw", "demo", "forget")

_MOST_NICE = 19

Outcome = tuple[str, list[Any]]


def niceness() -> int:
    """The priority reduction of searches, from the setting; ValueError if it is invalid."""
    text = os.environ.get(SETTING) or str(_NICE)
    if not (text.isdecimal() and int(text) <= _MOST_NICE):
        raise ValueError(f"{SETTING} is a number from 0 to {_MOST_NICE}, not {text[:40]!r}.")
    return int(text)


def yield_to_pages() -> None:
    """Lowers the priority of this process."""
    os.nice(niceness())


def outcome_of(
    service: LocalGameService,
    call: str,
    arguments: list[Any],
    on_report: Callable[[Any], None],
    stop: Stop,
) -> Outcome:
    """Calls the service; returns the kind of the outcome and its data, never an exception."""
    begin = time.monotonic()
    more = (on_report, stop) if call in REPORTING else ()
    try:
        if call not in CALLS:
            raise ValueError(f"The engine has no call {call[:40]!r}.")
        value = getattr(service, call)(*arguments, *more)
        return "answer", [value, time.monotonic() - begin]
    except Forfeit as lost:
        return "forfeit", [lost.code, lost.sentence, time.monotonic() - begin]
    except Refused as no:
        return "refused", [no.code, no.sentence, no.arguments, no.at]
    except ValueError as error:
        return "wrong", [str(error)]
    except Exception as error:  # noqa: BLE001 - the process has other questions to answer
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return "failed", [f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"]


class Host:
    """Answers questions from one pipe to another."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._writing = threading.Lock()
        self._stops: dict[int, Stop] = {}
        self._service = LocalGameService()

    def run(self) -> None:
        """Answers until the parent is gone."""
        self._say("ready", None)
        for line in self._questions:
            kind, message = unpacked(line)
            if kind == "ask":
                number = message[0]
                self._stops[number] = Stop()
                threading.Thread(target=self._answer, args=message, daemon=True).start()
            elif (stop := self._stops.get(message)) is not None:
                stop.set()

    def _answer(self, number: int, call: str, arguments: list[Any]) -> None:
        def report(data: object) -> None:
            self._say("report", [number, data])

        kind, rest = outcome_of(self._service, call, arguments, report, self._stops[number])
        del self._stops[number]
        self._say(kind, [number, *rest])

    def _say(self, kind: str, message: object) -> None:
        line = packed([kind, message])
        with self._writing, contextlib.suppress(BrokenPipeError):  # the parent is gone
            self._answers.write(line)
            self._answers.flush()


def main() -> None:
    """Answers on standard input and output; other output goes to standard error."""
    # Ctrl-C is for the server, which then ends this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    yield_to_pages()
    Host(sys.stdin.buffer, answers).run()
    os._exit(0)


if __name__ == "__main__":
    main()
