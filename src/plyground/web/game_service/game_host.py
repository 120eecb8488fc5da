"""The process of a game written in Python: loads the game and answers for its service.

`game_process.py` starts it as `python -m plyground.web.game_service.game_host SOURCE`. Questions
are lines on stdin and answers are lines on stdout, in the format of `stored_game.packed`; the
game's own output is discarded. The process ends when stdin does, so it never outlives its parent,
whatever the game is doing.

    ready [names]                 the first line; or broken SENTENCE, and the process ends
    ask [number, call, arguments, seconds]
    stop number                   answer now, if that question is the one being thought about
    report [number, data]         several
    answer [number, value]        or refused [number, code, sentence, arguments, at], wrong
                                  [number, sentence]
"""

import contextlib
import math
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

from plyground.engine import registry
from plyground.engine.stop import Stop
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import packed, unpacked

MOST_BYTES = 8_000_000  # of an answer
_MEMORY = 1 << 30  # more than at the start
_PLAYERS = 4
_WORDS = 400
# Calls that report, and can be stopped.
_THINKING = ("think", "hint", "warn", "analyse", "watch", "review")
_SPARE = 5  # seconds after which the process ends itself if nothing else does

Message = list[Any]


class Host:
    """One game's service behind two pipes."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO) -> None:
        self._questions = questions
        self._answers = answers
        self._asked: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._stop = Stop()
        self._number = 0  # the number of the current question
        self._stopped = 0  # of the last question that was stopped
        self._service = LocalGameService(players=_PLAYERS)

    def run(self, source: str) -> None:
        """Loads the game, then answers until the parent is gone."""
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._say("ready", registry.fetch(source))
        except ValueError as error:
            self._say("broken", _words(error))
            return
        except BaseException as error:  # noqa: BLE001 - an author's code may raise anything
            self._say("broken", _blamed(error))
            return
        while True:
            self._answer(*self._asked.get())

    def _listen(self) -> None:
        """Reads questions; the parent's end ends this process, even in an endless loop."""
        for line in self._questions:
            kind, message = unpacked(line)
            if kind == "ask":
                self._asked.put(message)
            else:
                self._stopped = message
                if self._number == message:
                    self._stop.set()
        os._exit(0)

    def _answer(self, number: int, call: str, arguments: Message, seconds: float) -> None:
        self._stop = Stop()
        self._number = number
        if self._stopped == number:  # before its turn came
            self._stop.set()
        _ring_after(seconds + _SPARE)
        try:
            answer = self._call(number, call, arguments)
            self._say("answer", [number, answer])
        except Refused as no:
            self._say("refused", [number, no.code, no.sentence, no.arguments, no.at])
        except ValueError as error:
            self._say("wrong", [number, _words(error)])
        except BaseException as error:  # noqa: BLE001 - the same
            self._say("refused", [number, "game_fails", _blamed(error), {}, None])
        finally:
            _ring_after(0)

    def _call(self, number: int, call: str, arguments: Message) -> Any:
        def report(data: object) -> None:
            self._say("report", [number, data])

        more = (report, self._stop) if call in _THINKING else ()
        return getattr(self._service, call)(*arguments, *more)

    def _say(self, kind: str, message: object) -> None:
        try:
            line = packed([kind, message])
        # a game's invalid numbers or types
        except (TypeError, ValueError, RecursionError) as error:
            raise Refused(
                "game_fails", f"The game returned text that can't be shown: {error}"
            ) from None
        if len(line) > MOST_BYTES:
            raise Refused("game_fails", "The game returned more text than can be shown.")
        self._answers.write(line)
        self._answers.flush()


def _blamed(error: BaseException) -> str:
    """The error and, if it is known, its file and line."""
    try:
        return (registry.blame(error) or f"{type(error).__name__}: {error}")[:_WORDS]
    except BaseException:  # noqa: BLE001 - even an error's message is an author's code
        return type(error).__name__[:_WORDS]


def _words(error: ValueError) -> str:
    try:
        return str(error)[:_WORDS]
    except BaseException:  # noqa: BLE001 - the same
        return type(error).__name__[:_WORDS]


def _ring_after(seconds: float) -> None:
    """Lets the system end this process then, even if no Python code runs any more; 0: never."""
    if hasattr(signal, "alarm"):
        signal.alarm(math.ceil(seconds))


def _limit_memory() -> None:
    """A gigabyte more than now, because a sanitizer's build may already use a lot."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not every system has it

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Our two pipes under other file descriptors; the game reads and prints to nothing."""
    pipes = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)
    return os.fdopen(pipes[0], "rb"), os.fdopen(pipes[1], "wb")


def main() -> None:
    """Runs the game of the source on the command line."""
    host = Host(*_pipes())
    _limit_memory()
    with registry.inside():
        host.run(sys.argv[1])
    os._exit(1)


if __name__ == "__main__":
    main()
