"""What the page asks for while a game is played: JSON in, JSON out. docs/web.md lists it."""

import base64
import contextlib
import functools
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from plyground.web import (
    credit,
    demos,
    desks,
    guests,
    jobs,
    limits,
    link,
    playing,
    seats,
    state,
    store,
    words,
)
from plyground.web.desk import Refused
from plyground.web.models import Game
from plyground.web.sheet import Sheet
from plyground.web.visitors import account_of, address_of, own_game, visitor_of, welcome

Data = dict[str, Any]
View = Callable[..., HttpResponse]

_log = logging.getLogger("plyground.request.wrong")  # told where requests are
_MOMENT = 5.0  # seconds in which a second click is no second wish


class Problem(Exception):  # noqa: N818 - of the request, not of ours
    """An answer that is no success: a status, a code and a sentence."""

    def __init__(self, status: int, code: str, sentence: str, **more: Any) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.more = more


def failure(
    status: int, code: str, sentence: str, at: str | None = None, **more: Any
) -> HttpResponse:
    """An error as the page expects it."""
    return JsonResponse(
        {"error": {"code": code, "sentence": sentence, "at": at}, **more}, status=status
    )


def later(status: int, code: str, sentence: str, seconds: int) -> HttpResponse:
    """An error that after so many seconds may be none."""
    response = failure(status, code, sentence)
    response.headers["Retry-After"] = str(seconds)
    return response


def answering(view: View) -> View:
    """Turns what a view raises into an answer with a sentence."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Problem as problem:
            return failure(problem.status, problem.code, problem.sentence, **problem.more)
        except Refused as refused:
            sentence = words.refusal(refused.code, refused.arguments, refused.sentence)
            return failure(422, refused.code, sentence, refused.at)
        except store.TooMany:
            return failure(429, "too_many", words.too_many())
        except credit.NoTime as no:
            seconds = limits.whole_seconds(no.wait)
            return later(429, "no_engine_time", words.no_engine_time(no.wait), seconds)
        except ValueError as error:  # mostly a wish; where it is a fault of ours the log has it
            _log.info("Refused by an error", exc_info=True)
            return failure(422, "wrong", str(error))

    return answer


def body(request: HttpRequest) -> Data:
    """The JSON object that was sent; limits.py has seen to its size."""
    try:
        wish = json.loads(request.body or b"{}")
    except (ValueError, RecursionError):
        wish = None
    if not isinstance(wish, dict):
        raise Problem(400, "malformed", _("The request is not a JSON object."))
    return wish


def mine(request: HttpRequest, game_id: str) -> tuple[Game, Sheet]:
    """A game of this visitor, with its sheet."""
    row = own_game(request, game_id)
    if row is None:
        raise Problem(404, "no_such_game", _("There is no such game of yours."))
    return row, store.read(row)


def fresh(row: Game, sheet: Sheet, wish: Data, viewer: str = "") -> None:
    """Refuses a wish made from an older state of the game, and tells the one of now."""
    if wish.get("version") != row.version or wish.get("ply", sheet.at) != sheet.at:
        raise stale(row, sheet, viewer)


def stale(row: Game, sheet: Sheet, viewer: str) -> Problem:
    """The answer to a wish that came too late."""
    now = state.build(row, sheet, jobs.running(row), since=jobs.since(row), viewer=viewer)
    return Problem(409, "stale", _("The game has gone on meanwhile."), state=now)


@require_safe
@answering
def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The state of a game."""
    row, sheet = mine(request, game_id)
    job, since, viewer = jobs.running(row), jobs.since(row), visitor_of(request)
    return JsonResponse(state.build(row, sheet, job, since=since, viewer=viewer))


@require_safe
@answering
def look(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """An earlier position."""
    row, sheet = mine(request, game_id)
    seen = desks.of(row.name).look(sheet, ply)
    return JsonResponse(seen | ({"aids": []} if row.strict else {}))


@require_POST
@answering
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """A move, or anything else that changes the game."""
    row, sheet = mine(request, game_id)
    viewer = visitor_of(request)
    wish = body(request)
    fresh(row, sheet, wish, viewer)
    action, me = str(wish.get("action", "")), seats.side_of(row, viewer)
    try:
        with _paid(request, row, playing.needs_engine(sheet, action, wish)):
            after, note = playing.perform(row, sheet, action, wish, jobs.since(row), me)
    except store.Stale:
        raise stale(*mine(request, game_id), viewer) from None
    jobs.outdated(row)
    now = state.build(row, after, note=note, viewer=viewer)
    if now["stage"] == "over":
        desks.of(row.name).forget(str(row.pk))
    job = jobs.reply(row, after, now, address_of(request))
    return JsonResponse(state.with_job(row, after, now, job, jobs.since(row)))


def _paid(request: HttpRequest, row: Game, needed: bool) -> AbstractContextManager[None]:
    """Engine time for what the engine has to do before there is an answer.

    Who plays another person may pass without any, or the clock would run on.
    """
    who = visitor_of(request), address_of(request)
    return credit.engine_work(*who, on_credit=bool(row.seat)) if needed else nullcontext()


def _once(
    request: HttpRequest,
    row: Game,
    wish: Data,
    terms: tuple[object, ...],
    make: Callable[[str], Game],
) -> Data:
    """Where to find a new game; who asks for the same once more within moments gets the same.

    The moment and what is asked for give the new game its name, so that two processes which are
    asked at once make one game.
    """
    viewer = visitor_of(request)
    if wish.get("version", row.version) != row.version:
        raise stale(row, store.read(row), viewer)
    moment = int(time.time() // _MOMENT)
    name, before = (
        _name_of(row.pk, row.version, viewer, *terms, at) for at in (moment, moment - 1)
    )
    if store.find(before) is not None:
        name = before
    elif store.find(name) is None:
        with contextlib.suppress(IntegrityError):  # somebody else was quicker, with the same
            make(name)
    return {"url": reverse("game", args=[name])}


def _name_of(*facts: object) -> str:
    """A game's id that these facts decide, and that only this server can tell."""
    digest = salted_hmac("plyground.once", repr(facts), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


@require_POST
@answering
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """The same game again, colours changed."""
    row, sheet = mine(request, game_id)
    if row.seat:
        return JsonResponse(_rematch_by_link(request, row, sheet))

    def make(name: str) -> Game:
        opened = desks.of(row.name).open(seats.adapted(sheet.swapped(), row.visitor))
        kept: Data = {"strict": row.strict, "teacher": row.teacher, "clock": row.clock}
        return store.create(row.visitor, opened, name=name, **kept)

    return JsonResponse(_once(request, row, body(request), ("rematch",), make))


def _rematch_by_link(request: HttpRequest, row: Game, sheet: Sheet) -> Data:
    """Offers it; where the other side has offered it already, there it is."""
    viewer, wish = visitor_of(request), body(request)
    me = seats.side_of(row, viewer)
    if not row.successor and link.standing(row) != {"kind": "rematch", "by": me}:
        if wish.get("version", row.version) != row.version:
            raise stale(row, sheet, viewer)
        try:
            playing.perform(row, sheet, "rematch", {}, me=me)
        except store.Stale:
            raise stale(*mine(request, str(row.pk)), viewer) from None
    url = reverse("game", args=[row.successor]) if row.successor else None
    return {"url": url, "state": state.build(row, sheet, viewer=viewer)}


@require_POST
@answering
def fork(request: HttpRequest, game_id: str) -> HttpResponse:
    """A new game that begins with the first moves of this one."""
    row, sheet = mine(request, game_id)
    wish = body(request)
    ply = wish.get("ply", sheet.at)
    if not isinstance(ply, int) or not 0 <= ply <= len(sheet.moves):
        raise Problem(400, "malformed", _("There is no such move in this game."))
    opponent, colour = str(wish.get("opponent", "")), str(wish.get("colour", ""))

    def make(name: str) -> Game:
        black, white = seats.read(opponent, colour)
        opened = desks.of(row.name).open(seats.seated(sheet.cut(ply), black, white))
        taught = row.teacher and len(opened.people) == 1
        return store.create(visitor_of(request), opened, name=name, teacher=taught)

    return JsonResponse(_once(request, row, wish, ("fork", ply, opponent, colour), make))


@require_POST
@answering
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Takes the seat that an invitation is for."""
    guests.invited(token)  # or a visitor would get a name for nothing
    account = account_of(request)
    try:
        row = guests.join(token, welcome(request), account.name if account else "")
    except guests.Taken as taken:
        watch = taken.row.share and reverse("shared", args=[taken.row.share])
        raise Problem(409, "seat_taken", words.seat_taken(), watch=watch) from None
    side = seats.side_of(row, visitor_of(request))
    url = reverse("game", args=[row.pk])
    return JsonResponse({"id": row.pk, "url": url, "side": side})


@require_POST
@answering
def share(request: HttpRequest, game_id: str) -> HttpResponse:
    """An address under which anyone may look at the game."""
    row, _sheet = mine(request, game_id)
    if row.share is None:
        Game.objects.filter(pk=row.pk, share__isnull=True).update(share=secrets.token_urlsafe(12))
        row, _sheet = mine(request, game_id)
    return JsonResponse({"url": reverse("shared", args=[row.share])})


@require_safe
@answering
def demo(_request: HttpRequest, name: str) -> HttpResponse:
    """A short game to look at."""
    if name not in desks.names():
        raise Problem(404, "no_such_game", _("There is no such game."))
    return JsonResponse({"views": demos.views(name)})
