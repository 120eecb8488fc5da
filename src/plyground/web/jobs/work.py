"""What a job's thread does: thinks without holding the database, then writes the answer down."""

import copy
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import close_old_connections
from django.utils import translation
from django.utils.translation import gettext as _

from plyground.player import Forfeit
from plyground.view import Turn
from plyground.web import desks, playing, state, store, words
from plyground.web.desk import Refused
from plyground.web.jobs.job import Data, Job, Work
from plyground.web.models import Game
from plyground.web.sheet import Sheet

_log = logging.getLogger(__name__)

End = tuple[str, Data]
_NOTHING_YET: Data = {  # it has begun; some searches take a while until they have a first line
    "depth": 0,
    "move": None,
    "pv": [],
    "win_chance": None,
    "mate": None,
    "nodes": 0,
    "seconds": 0.0,
}
_CANCELLED: End = ("cancelled", {})


def reply_work(row: Game, sheet: Sheet, turn: Turn) -> Work:
    """The work of the computer that is to move; its answer is played."""
    own = copy.copy(row)  # the request that asks goes on with its own
    return _speaking(lambda job: _reply(job, own, sheet, turn))


def hint_work(row: Game, sheet: Sheet) -> Work:
    """The work of who looks for a good move; nothing is played."""
    name = row.name

    def hint(job: Job) -> End:
        found = desks.of(name).hint(sheet, lambda data: job.tell("thinking", data), job.stop)
        words_of_it = words.hint_words(found)
        return "done", {"hint": {**found, "version": job.version, "words": words_of_it}}

    return _speaking(hint)


def _speaking(work: Work) -> Work:
    """The work in the language of who asked for it, and with a sentence for whatever goes wrong."""
    language = translation.get_language() or "en"

    def speak(job: Job) -> End:
        with translation.override(language):
            try:
                return work(job)
            except store.Stale:
                return _CANCELLED
            except Refused as no:
                return _failed(words.refusal(no.code, no.arguments, no.sentence))
            except Exception:  # noqa: BLE001 - logged, and told
                _log.exception("The %s of game %s failed", job.kind, job.game)
                return _failed(_("The computer could not finish its thoughts; try again."))

    return speak


def _failed(sentence: str) -> End:
    return "failed", {"sentence": sentence}


def _reply(job: Job, row: Game, sheet: Sheet, turn: Turn) -> End:
    desk = desks.of(row.name)
    job.tell("thinking", {**_NOTHING_YET, "side": turn})
    begin = time.monotonic()
    row.turn_began = job.began  # of a computer only the search takes time off its clock
    clock = playing.engine_clock(row, sheet, turn)
    try:
        answer: Data | Forfeit = desk.think(
            str(row.pk), sheet, clock, lambda data: job.tell("thinking", data), job.stop
        )
    except Forfeit as lost:
        answer = lost
    seconds = time.monotonic() - begin
    if not job.settle():
        return _CANCELLED
    with _database():
        if isinstance(answer, Forfeit):
            after = playing.forfeit(row, sheet, turn, answer.code, answer.sentence)
        else:
            after = playing.take(row, sheet, answer, seconds)
        now = state.build(row, after)
    if now["stage"] == "over":
        desk.forget(str(row.pk))
    return "done", {"state": now}


@contextmanager
def _database() -> Iterator[None]:
    """The thread's connection, made anew if it has become too old."""
    close_old_connections()
    try:
        yield
    finally:
        close_old_connections()
