"""The work of a job: searches without holding the database, then stores the answer."""

import copy
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import Error, close_old_connections
from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _

from plyground.engine.view import Turn
from plyground.learn.review import EFFORT
from plyground.players.player import Forfeit
from plyground.web.base import logs
from plyground.web.base.transactions import is_away
from plyground.web.contract.games import State
from plyground.web.contract.jobs import Failed, HintDone, ReplyDone, Thinking, WarningDone
from plyground.web.contract.service import Chosen, ClockLeft
from plyground.web.engine.job import EventData, Job, Work
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import clocks, kept_reviews, repository, sentences, state, teacher
from plyground.web.games import services as games_services
from plyground.web.games.models import Game

_log = logging.getLogger(__name__)

_T = TypeVar("_T")
End = tuple[str, EventData]
_CANCELLED: End = ("cancelled", {})
_PATIENCE = 30.0  # seconds to retry while the database is away
_AGAIN = 0.5  # seconds


def reply_work(row: Game, stored: StoredGame, turn: Turn, *, anyway: bool = False) -> Work:
    """The work for the computer to move; its answer is played.

    If the person made a large mistake, the teacher's warning is the answer and nothing is played,
    unless the person goes on `anyway`.
    """
    own = copy.copy(row)  # the request goes on with its own copy
    return _speaking(lambda job: _reply(job, own, stored, turn, anyway=anyway))


def hint_work(row: Game, stored: StoredGame) -> Work:
    """The work for a hint; nothing is played."""
    name = row.name

    def hint(job: Job) -> End:
        found = directory.of(name).hint(stored, lambda data: job.tell("thinking", data), job.stop)
        words = sentences.hint_words(found)
        return "done", HintDone(hint={**found, "version": job.version, "words": words})

    return _speaking(hint)


def review_work(row: Game, stored: StoredGame, effort: int = EFFORT) -> Work:
    """The work for a review, which is stored with the game."""
    own = copy.copy(row)
    played = kept_reviews.part(stored)

    def review(job: Job) -> End:
        found = directory.of(own.name).review(
            played, effort, lambda data: job.tell("progress", data), job.stop
        )
        if not job.settle():
            return _CANCELLED
        _persist(lambda: kept_reviews.keep(own, found))
        return "done", {}

    return _speaking(review)


def resumed_work(kind: str, game: str, version: int, language: str) -> Work:
    """The work of an orphaned job, from the current game."""

    def again(job: Job) -> End:
        with _database():
            row = repository.find(game)
            stored = repository.read(row) if row is not None else None
        if row is None or stored is None or row.version != version:
            return _CANCELLED
        if kind == "hint":
            return hint_work(row, stored)(job)
        if kind == "review":
            return review_work(row, stored)(job)
        place = directory.of(row.name).place(stored)
        if place["to_move"] != "computer":
            return _CANCELLED
        return reply_work(row, stored, place["turn"])(job)

    with translation.override(language):
        return _speaking(again)


def _speaking(work: Work) -> Work:
    """Runs the work in the requester's language, and turns any error into a sentence."""
    language = translation.get_language() or "en"

    def speak(job: Job) -> End:
        with translation.override(language):
            try:
                return work(job)
            except (repository.Stale, Http404):
                return _CANCELLED
            except Refused as no:
                return _failed(sentences.refusal(no.code, no.arguments, no.sentence))
            except Exception as error:  # noqa: BLE001 - logged, and reported
                if is_away(error):
                    _log.warning("A %s was lost: the database says %s", job.kind, logs.kind(error))
                else:
                    _log.exception("The %s of game %s failed", job.kind, job.game)
                return _failed(_("The computer could not finish its search; try again."))

    return speak


def _failed(sentence: str) -> End:
    return "failed", Failed(sentence=sentence)


def _nothing_yet(side: Turn) -> Thinking:
    """Reports the beginning; some searches take a while until their first line."""
    return {
        "side": side,
        "depth": 0,
        "move": None,
        "pv": [],
        "win_chance": None,
        "mate": None,
        "nodes": 0,
        "seconds": 0.0,
    }


def _reply(job: Job, row: Game, stored: StoredGame, turn: Turn, *, anyway: bool) -> End:
    service = directory.of(row.name)
    if not anyway and teacher.looks_at(row, stored, turn):
        job.tell("thinking", _nothing_yet(turn))
        # Its reports are not sent, because they would be a hint before the warning.
        warning = service.warn(stored, lambda _data: None, job.stop)
        if warning is not None:
            now = _persist(lambda: state.build(row, stored))
            return "done", WarningDone(state=now, warning=teacher.warning_data(warning, turn))
    clock = _persist(lambda: _begin(job, row, stored, turn)) if row.clock else None
    job.tell("thinking", _nothing_yet(turn))
    begin = time.monotonic()
    try:
        answer: Chosen | Forfeit = service.think(
            str(row.pk), stored, clock, lambda data: job.tell("thinking", data), job.stop
        )
    except Forfeit as lost:
        answer = lost
    seconds = time.monotonic() - begin
    if job.searched is not None and row.turn_began is not None:
        # The computer's clock does not run while its task waits for an engine worker.
        row.turn_began += max(0.0, seconds - job.searched)
        seconds = min(seconds, job.searched)
    if not job.settle():
        return _CANCELLED
    now = _persist(lambda: _write(row, stored, turn, answer, seconds))
    if now["stage"] == "over":
        service.forget(str(row.pk))
    return "done", ReplyDone(state=now)


def _begin(job: Job, row: Game, stored: StoredGame, turn: Turn) -> ClockLeft | None:
    """Marks the beginning. For a computer, only the search uses its clock."""
    row.turn_began = job.began = clocks.now_in(row)
    return games_services.engine_clock(row, stored, turn)


def _write(
    row: Game, stored: StoredGame, turn: Turn, answer: Chosen | Forfeit, seconds: float
) -> State:
    if isinstance(answer, Forfeit):
        after = games_services.forfeit(row, stored, turn, answer.code, answer.sentence)
    else:
        after = games_services.take(row, stored, answer, seconds)
    return state.build(row, after)


def _persist(write: Callable[[], _T]) -> _T:
    """Retries for a while if the database is unavailable, to keep the result.

    Nothing is played twice, because the version would differ.
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            with _database():
                return write()
        except Error as error:
            if not is_away(error) or time.monotonic() > end:
                raise
            time.sleep(_AGAIN)


@contextmanager
def _database() -> Iterator[None]:
    """The thread's connection, renewed if it has become too old."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()
