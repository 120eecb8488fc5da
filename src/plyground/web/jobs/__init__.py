"""Searches in the background: a job is asked for, streams what it finds, and can be cancelled.

PLYGROUND_WORKERS          how many searches run at once; unless set, as many as there are cores
PLYGROUND_ABANDONED        after how many seconds without a listener a search is cancelled
PLYGROUND_ENGINE_SECONDS   how much engine time a visitor has saved up at most; `off`: no limit
"""

import functools
import os

from plyground.view import Turn
from plyground.web import desks
from plyground.web.desk import LocalDesk
from plyground.web.jobs.job import Data, Job, Work
from plyground.web.jobs.pool import Full, Pool
from plyground.web.jobs.work import hint_work, reply_work
from plyground.web.limits import NoTime, charge, number, require_engine_time
from plyground.web.models import Game
from plyground.web.sheet import Sheet

__all__ = [
    "Full",
    "NoTime",
    "ask_hint",
    "ask_reply",
    "close",
    "outdated",
    "reply",
    "running",
    "shared_pool",
    "since",
]

_ABANDONED = 10.0
_QUICK = {f"level:{level}" for level in range(1, 7)}  # answer within some hundredths of a second


@functools.cache
def shared_pool() -> Pool:
    """The pool of this process; its threads start with the first job."""
    workers = max(1, round(number("PLYGROUND_WORKERS", os.cpu_count() or 1)))
    abandoned = number("PLYGROUND_ABANDONED", _ABANDONED)
    return Pool(workers, abandoned=abandoned, charge=_charge)


def running(row: Game) -> Data | None:
    """The reply that is being thought about for this game, if one is."""
    job = shared_pool().at_work(("reply", str(row.pk), row.version))
    return None if job is None else _named(job)


def since(row: Game) -> float | None:
    """When that search began; None where none runs."""
    job = shared_pool().at_work(("reply", str(row.pk), row.version))
    return None if job is None else job.began


def reply(row: Game, sheet: Sheet, now: Data, address: str = "") -> Data | None:
    """The job of the computer that is to move in this state; None where no computer is.

    None too when no search can begin now. A page that finds the computer to move and no job asks
    for one, and so hears why there is none.
    """
    if now["to_move"] != "computer":
        return None
    try:
        return ask_reply(row, sheet, now, address)
    except (Full, NoTime):
        return None


def ask_reply(row: Game, sheet: Sheet, now: Data, address: str = "") -> Data:
    """The same where it is known that a computer is to move; Full or NoTime say why not."""
    turn: Turn = now["view"]["turn"]
    quick = sheet.seat(turn) in _QUICK and isinstance(desks.of(row.name), LocalDesk)
    return _ask("reply", row, reply_work(row, sheet, turn), address, quick=quick)


def ask_hint(row: Game, sheet: Sheet, address: str = "") -> Data:
    """The job that looks for a good move for the person to move; Full or NoTime say why not."""
    return _ask("hint", row, hint_work(row, sheet), address)


def outdated(row: Game) -> None:
    """The game has changed: whatever was thought about it is not wanted any more."""
    game, version = str(row.pk), row.version
    shared_pool().cancel(lambda job: job.game == game and job.version < version)


def close() -> None:
    """Ends all searches, and so all streams."""
    shared_pool().close()


def _ask(kind: str, row: Game, work: Work, address: str, *, quick: bool = False) -> Data:
    job = Job(kind, str(row.pk), row.version, row.visitor, work, address=address, quick=quick)
    known = shared_pool().find_same(job)
    if known is None:
        require_engine_time(row.visitor, address)
        known = shared_pool().submit(job)
    return _named(known)


def _named(job: Job) -> Data:
    return {"id": job.id, "kind": job.kind}


def _charge(job: Job, seconds: float) -> None:
    charge(job.visitor, job.address, seconds)
