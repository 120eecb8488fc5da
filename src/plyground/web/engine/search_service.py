"""The game service of a web process: it delegates searches, and applies the rules itself.

PLYGROUND_ENGINE        where: `process`, one of lower priority that this one starts
                        (`search_process.py`); or `workers`, the processes of
                        `plyground engine-worker` that share the database (`search_tasks.py`)
PLYGROUND_ENGINE_NICE   the priority reduction of searches, as for `nice`
"""

import os
from typing import Any, Protocol

from plyground.engine.stop import Stop
from plyground.engine.view import View
from plyground.web.base import event_bus
from plyground.web.contract.boards import Analysis, Limits
from plyground.web.contract.jobs import HintData
from plyground.web.contract.service import Chosen, ClockLeft, Mistake, PlainReview, Recording
from plyground.web.engine import job as jobs
from plyground.web.engine.search_host import niceness
from plyground.web.engine.search_process import OnReport, SearchProcess
from plyground.web.engine.search_tasks import SearchTasks
from plyground.web.game_service import directory
from plyground.web.game_service.commands import refuse
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.service_type import OnAnalysis, OnProgress, OnThinking
from plyground.web.game_service.stored_game import StoredGame

SETTING = "PLYGROUND_ENGINE"
PROCESS, WORKERS = "process", "workers"


class Searcher(Protocol):
    """Answers the service's calls that search."""

    def warm(self) -> None:
        """A search is likely to come soon."""

    def ask(
        self,
        call: str,
        arguments: tuple[Any, ...],
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> tuple[Any, float]:
        """The answer, and the seconds of the search."""

    def tell(self, call: str, *arguments: Any) -> None:
        """Passes on a message that needs no answer."""

    def close(self) -> None:
        """Ends what was started."""


class SearchingService(LocalGameService):
    """Delegates searches; the requesting job is charged only for the search itself."""

    def __init__(self, searcher: Searcher) -> None:
        super().__init__()
        self._searcher = searcher

    def _search(
        self,
        call: str,
        *arguments: Any,
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Any:
        value, seconds = self._searcher.ask(call, arguments, on_report, stop)
        if (job := jobs.current()) is not None:
            job.searched = (job.searched or 0.0) + seconds
        return value

    def open(self, stored: StoredGame) -> StoredGame:
        """The same; the engine starts meanwhile if a computer plays."""
        if len(stored.people) < 2:
            self._searcher.warm()
        return super().open(stored)

    def think(
        self,
        key: str,
        stored: StoredGame,
        clock: ClockLeft | None,
        on_report: OnThinking,
        stop: Stop,
    ) -> Chosen:
        """The computer's answer."""
        chosen: Chosen = self._search("think", key, stored, clock, on_report=on_report, stop=stop)
        return chosen

    def hint(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> HintData:
        """A move to try."""
        found: HintData = self._search("hint", stored, on_report=on_report, stop=stop)
        return found

    def warn(self, stored: StoredGame, on_report: OnThinking, stop: Stop) -> Mistake | None:
        """The teacher's warning about the last move."""
        found: Mistake | None = self._search("warn", stored, on_report=on_report, stop=stop)
        return found

    def analyse(
        self, stored: StoredGame, limits: Limits, on_report: OnAnalysis, stop: Stop
    ) -> Analysis:
        """The analysis of the position."""
        found: Analysis = self._search("analyse", stored, limits, on_report=on_report, stop=stop)
        return found

    def watch(self, stored: StoredGame, spec: str, on_report: OnProgress, stop: Stop) -> Recording:
        """A recorded search."""
        found: Recording = self._search("watch", stored, spec, on_report=on_report, stop=stop)
        return found

    def review(
        self, stored: StoredGame, effort: int, on_report: OnProgress, stop: Stop
    ) -> PlainReview:
        """The value of every move."""
        if stop.is_set():
            raise refuse("stopped")
        found: PlainReview = self._search("review", stored, effort, on_report=on_report, stop=stop)
        return found

    def wants_draw(self, stored: StoredGame) -> bool:
        """Whether the computer agrees to a draw."""
        return bool(self._search("wants_draw", stored))

    def demo(self, name: str) -> list[View]:
        """The views of a short game."""
        views: list[View] = self._search("demo", name)
        return views

    def forget(self, key: str) -> None:
        """Drops the engine's memory of this game's players."""
        self._searcher.tell("forget", key)


_open: list[Searcher] = []


def chosen() -> str:
    """The setting; ValueError if it is neither value."""
    found = os.environ.get(SETTING) or PROCESS
    if found not in (PROCESS, WORKERS):
        raise ValueError(f"{SETTING} is {PROCESS} or {WORKERS}, not {found[:40]!r}.")
    return found


def check() -> None:
    """Raises ValueError if a setting is invalid, or does not fit the database."""
    niceness()
    if chosen() == WORKERS and not event_bus.is_shared():
        raise ValueError(
            "Engine workers share PostgreSQL with the server; give --database postgresql://..."
        )


def begin() -> None:
    """Runs searches for the games of the core outside this process from now on."""
    searcher: Searcher = SearchTasks() if chosen() == WORKERS else SearchProcess()
    _open.append(searcher)
    directory.search_with(SearchingService(searcher))


def close() -> None:
    """Ends what was started; waiting callers get a refusal."""
    while _open:
        _open.pop().close()
    directory.search_with(None)
