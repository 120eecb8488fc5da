"""The API's searches: a position in, a move or an analysis out.

A waiting client occupies no thread: the event loop listens to the job. A client that disconnects
cancels it.
"""

import asyncio
import contextlib
import json
import secrets
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing

from django.http import HttpResponse, JsonResponse
from django.utils import translation
from django.utils.translation import gettext as _

from plyground.web.base import answers
from plyground.web.contract.boards import Analysis, Limits, Move
from plyground.web.contract.requests import MOST_SECONDS
from plyground.web.contract.service import ClockLeft
from plyground.web.engine import budget
from plyground.web.engine.job import EventData, Job
from plyground.web.engine.stream import stream
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import sentences
from plyground.web.play import jobs
from plyground.web.visitors.api_auth import payer

End = tuple[str, EventData]
Thinking = Callable[[Job], EventData]

PATIENCE = 60.0  # the longest wait in seconds, including the queue
_AT_ONCE = 4  # concurrent searches per visitor
_SOON = 5


class TooManySearches(Exception):  # noqa: N818 - nothing is broken
    """The visitor is already waiting for the maximum number of answers."""


class _Open:
    """The number of searches in progress, for all visitors."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count: Counter[str] = Counter()

    def enter(self, who: str) -> None:
        with self._lock:
            if self._count[who] >= _AT_ONCE:
                raise TooManySearches
            self._count[who] += 1

    def leave(self, who: str) -> None:
        with self._lock:
            self._count[who] -= 1
            if self._count[who] <= 0:
                del self._count[who]


_open = _Open()


def begin(kind: str, who: tuple[str, str], thinking: Thinking, *, quick: bool = False) -> Job:
    """Queues a search for a visitor at an address; raises NoTime, Full or TooManySearches."""
    visitor, address = who
    name = payer(visitor, address)
    budget.require_engine_time(name, address)
    # a separate game key, so that it waits for no other search
    game = f"-{secrets.token_urlsafe(12)}"
    job = Job(kind, game, 0, name, _speaking(thinking), address=address, quick=quick)
    job.origin = budget.hashed(address)
    _open.enter(name)

    def hear(is_end: bool) -> None:
        if is_end:
            _open.leave(name)

    job.listen(hear)  # until its end, which a disconnecting client causes
    try:
        return jobs.shared_pool().submit(job)
    except jobs.Full:
        _open.leave(name)
        raise


def affordable(seconds: float, who: tuple[str, str]) -> float:
    """So much of this time as the visitor's engine budget allows, but not less than usual."""
    left = budget.engine_time()
    if left is None or seconds <= MOST_SECONDS:
        return seconds
    visitor, address = who
    return min(seconds, max(MOST_SECONDS, left.left(payer(visitor, address), address)))


def _speaking(thinking: Thinking) -> Callable[[Job], End]:
    """Runs the work in the visitor's language; a refusal becomes a code and a sentence."""
    language = translation.get_language() or "en"

    def work(job: Job) -> End:
        with translation.override(language):
            try:
                return "done", thinking(job)
            except Refused as no:
                sentence = sentences.refusal(no.code, no.arguments, no.sentence)
                return "failed", {"code": no.code, "sentence": sentence, "at": no.at}
            except ValueError as error:
                return "failed", {"code": "wrong", "sentence": str(error), "at": None}

    return work


# The searches


def is_quick(stored: StoredGame, player: str) -> bool:
    """Whether the answer takes at most some hundredths of a second."""
    return jobs.is_quick(stored.game, player)


def choosing(stored: StoredGame, seconds: float | None) -> Thinking:
    """The move of the computer to move, and the board after it."""
    clock: ClockLeft | None = None if seconds is None else {"move": seconds}

    def think(job: Job) -> Move:
        service = directory.of(stored.game)
        started = time.monotonic()
        try:
            answer = service.think(
                job.id, stored, clock, lambda data: job.tell("thinking", data), job.stop
            )
        finally:
            service.forget(job.id)
        spent = time.monotonic() - started
        after = service.take(stored, answer, spent)
        picture = service.picture(after)
        result = picture["result"]
        return {
            "move": answer["move"] or "",
            "position": picture["position"],
            "turn": None if result else picture["turn"],
            "result": result
            and {
                "winner": result["winner"],
                "code": result["code"],
                "sentence": sentences.ended(result, picture["people"], picture["game"]["options"]),
            },
            "evaluation": answer["evaluation"],
            "seconds": round(spent, 3),
        }

    return think


def analysing(stored: StoredGame, limits: Limits) -> Thinking:
    """The analysis of the position."""

    def think(job: Job) -> Analysis:
        return directory.of(stored.game).analyse(
            stored, limits, lambda data: job.tell("thinking", data), job.stop
        )

    return think


# Waiting for it


async def answer(job: Job) -> HttpResponse:
    """The end of the search as an answer; a disconnecting client ends the search."""
    loop, end = asyncio.get_running_loop(), asyncio.Event()

    def wake(is_end: bool) -> None:
        if is_end:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(end.set)

    job.listen(wake)
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not job.is_over:
                    await end.wait()
    finally:
        job.leave(wake)
        _cancel(job)
    return _answer_of(job)


async def events(job: Job) -> AsyncIterator[str]:
    """All events of the search, as server-sent events; a disconnecting client ends it."""
    try:
        async with aclosing(stream(job)) as parts:  # type: ignore[type-var]
            async for part in parts:
                yield part
    finally:
        _cancel(job)


def _cancel(job: Job) -> None:
    if not job.is_over:
        jobs.shared_pool().cancel(lambda one: one is job)


def _answer_of(job: Job) -> HttpResponse:
    found, is_over = job.since(0)
    if not is_over or not found or found[-1].name == "cancelled":
        return busy()
    data = json.loads(found[-1].data)
    if found[-1].name == "done":
        return JsonResponse(data)
    status = 422 if "code" in data else 500
    return answers.failure(status, data.get("code", "fault"), data["sentence"], data.get("at"))


def busy() -> HttpResponse:
    """The answer if no search can begin now."""
    sentence = _("The engine is busy with too many games. Try again in a few seconds.")
    return answers.later(503, "busy", sentence, _SOON)
