"""Runs a player in the background."""

import threading
from collections.abc import Callable
from typing import TypeVar

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.stop import Stop
from plyground.players.player import Answer, OnReport, Player

Result = TypeVar("Result")
OnAnswer = Callable[[Answer | Exception], None]


class _Thought:
    """One question to a player; it is cancelled when its stop is set."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.done = threading.Event()


class Thinker:
    """Asks a player in a thread. Only the latest question counts; it can be cancelled.

    The functions given to `ask` are called in that thread, but not after a cancellation.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._busy = threading.Lock()
        self._thought: _Thought | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is pending."""
        return self._thought is not None and not self._thought.done.is_set()

    def ask(self, position: Position, on_report: OnReport, on_answer: OnAnswer) -> None:
        """Starts a search; an earlier question is cancelled."""
        self.cancel()
        thought = _Thought()
        self._thought = thought
        threading.Thread(
            target=self._think, args=(thought, position, on_report, on_answer), daemon=True
        ).start()

    def _think(
        self, thought: _Thought, position: Position, on_report: OnReport, on_answer: OnAnswer
    ) -> None:
        answer: Answer | Exception | None = None
        stop = thought.stop
        with self._busy:
            try:
                if not stop.is_set():
                    heard = _while(thought, on_report)
                    answer = self.player.choose(position, on_report=heard, stop=stop)
            except Exception as error:  # noqa: BLE001 - the caller decides how to handle it
                answer = error
            finally:
                thought.done.set()
        if answer is not None and not stop.is_set():
            on_answer(answer)

    def cancel(self) -> None:
        """Cancels the question. Returns at once."""
        thought, self._thought = self._thought, None
        if thought is not None:
            thought.stop.set()

    def close(self, seconds: float = 2.0) -> None:
        """Cancels, waits briefly for the player to finish, and ends it."""
        self.cancel()
        if self._busy.acquire(timeout=seconds):
            self._busy.release()
        self.player.close()


class Errands:
    """Short background work; its result is passed to a function in that thread."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []

    def run(
        self, work: Callable[[], Result], on_done: Callable[[Result | Exception], None]
    ) -> None:
        """Does the work; an error is passed on instead of the result."""
        thread = threading.Thread(target=lambda: on_done(_outcome(work)), daemon=True)
        self._threads = [*(one for one in self._threads if one.is_alive()), thread]
        thread.start()

    def close(self, seconds: float = 5.0) -> None:
        """Waits for current work."""
        for thread in self._threads:
            thread.join(seconds)


def _while(thought: _Thought, on_report: OnReport) -> OnReport:
    def pass_on(report: Report) -> None:
        if not thought.stop.is_set():
            on_report(report)

    return pass_on


def _outcome(work: Callable[[], Result]) -> Result | Exception:
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - the caller decides how to handle it
        return error
