"""The engine process: searches outside the web process, at a lower priority."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.engine.stop import Stop
from plyground.players.player import Forfeit
from plyground.web.engine import search_service
from plyground.web.engine.job import Job
from plyground.web.engine.pool import Pool
from plyground.web.engine.search_host import SETTING, niceness, outcome_of
from plyground.web.engine.search_process import SearchError, SearchProcess, value_of
from plyground.web.engine.search_service import SearchingService
from plyground.web.game_service.commands import Refused, Unavailable
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import StoredGame
from tests.proc import children

ENDLESS = {"lines": 1, "seconds": 600.0, "depth": None}
GAME = StoredGame("othello", black="person", white="level:2")


@pytest.fixture(scope="module")
def process() -> Iterator[SearchProcess]:
    made = SearchProcess()
    yield made
    made.close()


def hosts() -> list[int]:
    """The ids of the engine processes: the living children of this process that run its module."""
    return [one for one in children(os.getpid()) if b"search_host" in command(one)]


def host() -> int:
    """The id of the latest engine process."""
    return hosts()[-1]


def command(process: int) -> bytes:
    path = Path(f"/proc/{process}/cmdline")
    return path.read_bytes() if path.exists() else b""


def analyse(process: SearchProcess, on_report: Any = None, stop: Stop | None = None) -> Any:
    return process.ask("analyse", (GAME, ENDLESS), on_report, stop)[0]


def test_engine_process_has_a_lower_priority(process: SearchProcess) -> None:
    process.ask("demo", ("connect_four",))
    ours, its = (os.getpriority(os.PRIO_PROCESS, one) for one in (0, host()))
    assert its == min(19, ours + 10)


def test_search_reports_and_stops(process: SearchProcess) -> None:
    stop, reports = Stop(), []

    def hear(report: object) -> None:
        reports.append(report)
        stop.set()

    found = analyse(process, hear, stop)
    assert reports
    assert found["lines"][0]["pv"]


def test_searches_run_side_by_side(process: SearchProcess) -> None:
    """A short question is answered while a long one is in progress."""
    stop, began = Stop(), threading.Event()
    found: list[Any] = []
    long = threading.Thread(
        target=lambda: found.append(analyse(process, lambda _: began.set(), stop))
    )
    long.start()
    assert began.wait(60)
    assert process.ask("demo", ("connect_four",))[0]
    assert not found
    stop.set()
    long.join(60)
    assert found


def test_search_goes_on_in_another_process_if_its_own_is_killed(process: SearchProcess) -> None:
    stop, reports = Stop(), []

    def hear(_: object) -> None:
        if not (found := hosts()):  # a report that the killed process had still sent
            return
        reports.append(found[-1])
        if len(set(reports)) == 1:
            os.kill(reports[0], 9)
        else:
            stop.set()

    assert analyse(process, hear, stop)["lines"]
    assert len(set(reports)) == 2


def test_who_waits_is_refused_when_the_server_ends() -> None:
    process = SearchProcess()
    with pytest.raises(Unavailable, match="before it had an answer"):
        analyse(process, lambda _: process.close(), Stop())
    with pytest.raises(Unavailable):
        process.ask("demo", ("othello",))


def test_errors_are_those_of_the_service(process: SearchProcess) -> None:
    over = StoredGame("othello", black="person", white="person")
    with pytest.raises(Refused) as refused:
        process.ask("think", ("key", over, None), None, Stop())
    assert refused.value.code == "no_computer"
    with pytest.raises(ValueError, match="no call 'open'"):
        process.ask("open", (over,))
    with pytest.raises(SearchError, match=r"^TypeError in \w+\.py:\d+$"):
        process.ask("demo", ())


class Losing(LocalGameService):
    """A service whose player breaks the rules."""

    def think(self, *_: Any) -> Any:
        raise Forfeit("illegal_move", "It played a9.")


def test_forfeit_keeps_its_code() -> None:
    outcome = outcome_of(Losing(), "think", [], lambda _: None, Stop())
    with pytest.raises(Forfeit, match="a9") as lost:
        value_of(*outcome)
    assert lost.value.code == "illegal_move"


def test_job_is_charged_for_the_search_alone(process: SearchProcess) -> None:
    """Not for the time of starting a process, or of waiting for one."""
    charges: list[float] = []
    service = SearchingService(process)

    def work(job: Job) -> tuple[str, Any]:
        job.stop.set()
        return "done", service.hint(GAME, lambda _: None, job.stop)

    pool = Pool(1, charge=lambda _, seconds: charges.append(seconds))
    job = pool.submit(Job("hint", "game", 0, "visitor", work))
    ended = threading.Event()
    job.listen(lambda is_end: ended.set() if is_end else None)
    assert job.is_over or ended.wait(60)
    pool.close()
    assert charges == [job.searched]


def test_wrong_setting_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(search_service.SETTING, "elsewhere")
    with pytest.raises(ValueError, match="PLYGROUND_ENGINE is process or workers"):
        search_service.chosen()


@pytest.mark.parametrize("text", ["-1", "20", "low", "1.5"])
def test_wrong_priority_is_reported(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(SETTING, text)
    with pytest.raises(ValueError, match="PLYGROUND_ENGINE_NICE is a number from 0 to 19"):
        niceness()
