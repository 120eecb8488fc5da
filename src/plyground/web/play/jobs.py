"""Searches for games: starting, streaming and cancelling jobs.

PLYGROUND_WORKERS          how many searches run at once in a process; unless set, as many as there
                           are cores for each of those that `serve --workers` starts
PLYGROUND_MOST_SEARCHES    how many of games wait or run at once in all processes of a database
PLYGROUND_ABANDONED        after how many seconds without a listener a search is cancelled
PLYGROUND_ENGINE_SECONDS   how much engine time a visitor has saved up at most; `off`: no limit
"""

import functools
import os

from plyground.engine.view import Turn
from plyground.learn.review import EFFORT
from plyground.session.session import PERSON
from plyground.web.base import event_bus, metrics
from plyground.web.base.limits import number
from plyground.web.contract.games import JobKind, JobRef, State
from plyground.web.engine import budget, job_store, search_service
from plyground.web.engine.budget import NoTime
from plyground.web.engine.job import Job, Work
from plyground.web.engine.models import Search
from plyground.web.engine.pool import Full, Pool
from plyground.web.engine.remote_job import RemoteJob
from plyground.web.engine.sharing import Sharing
from plyground.web.game_service import directory
from plyground.web.game_service.service import LocalGameService
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games.models import Game
from plyground.web.play.job_work import hint_work, reply_work, resumed_work, review_work

__all__ = [
    "Full",
    "NoTime",
    "ask_hint",
    "ask_reply",
    "ask_review",
    "begin",
    "cancel",
    "check",
    "close",
    "find",
    "follow",
    "hurry",
    "is_quick",
    "outdated",
    "reply",
    "running",
    "shared_pool",
    "since",
]

PROCESSES = "PLYGROUND_PROCESSES"  # worker processes on this host, set by their parent

_ABANDONED = 10.0
_MOST = 64  # waiting jobs in one process
_MOST_OF_ALL = 256
_ASKED = 16  # simultaneous tasks for engine workers
_QUICK = {f"level:{level}" for level in range(1, 7)}
_QUICKEST = _QUICK - {"level:6"}  # also if they sometimes play as the next level


@functools.cache
def shared_pool() -> Pool:
    """The pool of this process; its threads start with the first job."""
    cores = max(1, (os.cpu_count() or 1) // round(number(PROCESSES, 1)))
    usual = cores if search_service.chosen() == search_service.PROCESS else _ASKED
    workers = max(1, round(number("PLYGROUND_WORKERS", usual)))
    abandoned = number("PLYGROUND_ABANDONED", _ABANDONED)
    most = min(_MOST, round(number("PLYGROUND_MOST_SEARCHES", _MOST)))
    return Pool(workers, most=most, abandoned=abandoned, charge=_charge)


@functools.cache
def _sharing() -> Sharing:
    """The other processes' view of these searches, if there may be others."""
    most = round(number("PLYGROUND_MOST_SEARCHES", _MOST_OF_ALL))
    pool = lambda: shared_pool()  # noqa: E731, PLW0108 - tests use separate pools
    return Sharing(pool, most, resumed_work)


def check() -> None:
    """Raises ValueError if the settings of searches are invalid."""
    shared_pool(), _sharing()


def begin() -> None:
    """Makes the process ready for searches, including orphaned ones of others."""
    if event_bus.is_shared():
        _sharing().begin()


def running(row: Game) -> JobRef | None:
    """The reply in progress for this game, if there is one."""
    job = shared_pool().at_work(("reply", str(row.pk), row.version))
    if job is not None:
        return {"id": job.id, "kind": "reply"}
    other = _elsewhere(row)
    return None if other is None else {"id": other.pk, "kind": "reply"}


def since(row: Game, named: JobRef | None = None) -> float | None:
    """The start of that search; None if there is none. Only a clock needs those of others too.

    `named` is the job itself, if known; it may already be over.
    """
    pool = shared_pool()
    job = pool.find(named["id"]) if named else None
    job = job or pool.at_work(("reply", str(row.pk), row.version))
    if job is not None:
        return job.began
    other = _elsewhere(row) if row.clock is not None else None
    return None if other is None else other.began


def _elsewhere(row: Game) -> Search | None:
    """The reply in progress in another process. A game's row is only asked once."""
    if not event_bus.is_shared() or row.black == row.white == PERSON:
        return None
    known = row.__dict__.get("_search")
    if known is None or known[0] != row.version:
        known = row.version, job_store.live("reply", str(row.pk), row.version)
        row.__dict__["_search"] = known
    found: Search | None = known[1]
    return found


def reply(row: Game, stored: StoredGame, now: State, address: str = "") -> JobRef | None:
    """The job of the computer to move in this state; None if there is no such computer.

    Also None if no search can begin now. A page that finds no job requests one, and so learns the
    reason.
    """
    if now["to_move"] != "computer":
        return None
    try:
        return ask_reply(row, stored, now, address)
    except (Full, NoTime):
        return None


def ask_reply(
    row: Game, stored: StoredGame, now: State, address: str = "", *, anyway: bool = False
) -> JobRef:
    """The same if a computer is known to be to move; raises Full or NoTime.

    `anyway`: without the teacher's warning.
    """
    turn: Turn = now["view"]["turn"]
    quick = is_quick(row.name, stored.seat(turn)) and (anyway or not row.teacher)
    return _ask("reply", row, reply_work(row, stored, turn, anyway=anyway), address, quick=quick)


def is_quick(game: str, player: str) -> bool:
    """Whether this player answers within some hundredths of a second."""
    level, _comma, up = player.partition(",up=")
    quick = _QUICKEST if up not in ("", "0") else _QUICK
    return level in quick and isinstance(directory.of(game), LocalGameService)


def ask_hint(row: Game, stored: StoredGame, address: str = "") -> JobRef:
    """The job that finds a hint for the person to move; raises Full or NoTime."""
    return _ask("hint", row, hint_work(row, stored), address)


def ask_review(row: Game, stored: StoredGame, address: str = "", *, effort: int = EFFORT) -> JobRef:
    """The job that reviews a game; raises Full or NoTime."""
    return _ask("review", row, review_work(row, stored, effort), address)


def outdated(row: Game) -> None:
    """The game has changed: searches for it are no longer needed."""
    game, version = str(row.pk), row.version
    shared_pool().cancel(lambda job: job.game == game and job.version < version)


def find(job_id: str) -> Job | None:
    """The job with this id, in any process, while it is kept."""
    job = shared_pool().find(job_id)
    return _sharing().find(job_id) if job is None and event_bus.is_shared() else job


def follow(job: Job) -> Job:
    """The same for a new listener."""
    return _sharing().follow(job) if isinstance(job, RemoteJob) else job


def hurry(job: Job) -> None:
    """Asks for the best result so far."""
    if isinstance(job, RemoteJob):
        _sharing().hurry(job)
    job.stop.set()


def cancel(job: Job) -> None:
    """Cancels the job."""
    if isinstance(job, RemoteJob):
        _sharing().cancel(job)
    else:
        shared_pool().cancel(lambda one: one is job)


def close() -> None:
    """Ends all searches, and so all streams; other processes take over the rest."""
    if event_bus.is_shared():
        _sharing().close()
    shared_pool().close()


def _ask(kind: JobKind, row: Game, work: Work, address: str, *, quick: bool = False) -> JobRef:
    job = Job(kind, str(row.pk), row.version, row.visitor, work, address=address, quick=quick)
    job.origin = budget.hashed(address)
    known = shared_pool().find_same(job)
    if known is None and event_bus.is_shared():
        row.__dict__.pop("_search", None)
        return {"id": _sharing().ask(job, clocked=row.clock is not None), "kind": kind}
    if known is None:
        budget.require_engine_time(row.visitor, address)
        known = shared_pool().submit(job)
    return {"id": known.id, "kind": kind}


def _charge(job: Job, seconds: float) -> None:
    if event_bus.is_shared():
        metrics.engine_seconds(seconds)
        _sharing().sync.charge(job, seconds)
    else:
        budget.charge(job.visitor, job.address, seconds)
