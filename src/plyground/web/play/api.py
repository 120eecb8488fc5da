"""The requests of a game's page during play, as JSON. docs/how-to/web.md lists them."""

import base64
import functools
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from plyground.web.base import limits
from plyground.web.base.answers import Problem, failure, later
from plyground.web.base.client_address import address_of
from plyground.web.base.request_body import read_body
from plyground.web.base.transactions import writing
from plyground.web.contract import requests
from plyground.web.contract.boards import Views
from plyground.web.contract.games import Rematch, Seat
from plyground.web.contract.service import CommandArguments
from plyground.web.contract.values import Url
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, invitations, repository, seats, sentences, state
from plyground.web.games import services as games_services
from plyground.web.games.models import Game
from plyground.web.games.owners import own_stored
from plyground.web.play import demos, errors, jobs
from plyground.web.visitors import people
from plyground.web.visitors.visitors import visitor_of, welcome

View = Callable[..., HttpResponse]

_log = logging.getLogger("plyground.engine.request.wrong")  # logged with the request
_MOMENT = 5.0  # seconds in which a second click does not count as a second command


def answering(view: View) -> View:
    """Turns exceptions of a view into answers with a sentence."""

    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Problem as problem:
            return failure(problem.status, problem.code, problem.sentence, **problem.more)
        except Refused as refused:
            return errors.refusal(refused)
        except repository.TooMany:
            return failure(429, "too_many", sentences.too_many())
        except budget.NoTime as no:
            seconds = limits.whole_seconds(no.wait)
            return later(429, "no_engine_time", sentences.no_engine_time(no.wait), seconds)
        except ValueError as error:  # usually a command; an internal error is in the log
            _log.info("Refused by an error", exc_info=True)
            return failure(422, "wrong", str(error))

    return answer


def mine(request: HttpRequest, game_id: str) -> tuple[Game, StoredGame]:
    """A game of this visitor, with its stored game."""
    found = own_stored(request, game_id)
    if found is None:
        raise Problem(404, "no_such_game", _("There is no such game of yours."))
    return found


def fresh(
    row: Game, stored: StoredGame, version: int | None, ply: int | None, viewer: str = ""
) -> None:
    """Refuses a command based on an older state of the game, and returns the current one."""
    if version != row.version or ply not in (None, stored.at):
        raise stale(row, stored, viewer)


def stale(row: Game, stored: StoredGame, viewer: str) -> Problem:
    """The answer to a command based on an older state."""
    now = state.build(row, stored, jobs.running(row), since=jobs.since(row), viewer=viewer)
    return Problem(409, "stale", _("The game has changed in the meantime."), state=now)


@require_safe
@answering
def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The state of a game."""
    row, stored = mine(request, game_id)
    job, since, viewer = jobs.running(row), jobs.since(row), visitor_of(request)
    return JsonResponse(state.build(row, stored, job, since=since, viewer=viewer))


@require_safe
@answering
def look(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """An earlier position."""
    row, stored = mine(request, game_id)
    seen = directory.of(row.name).look(stored, ply)
    return JsonResponse({**seen, "aids": []} if row.strict else seen)


@require_POST
@answering
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    """A move, or anything else that changes the game."""
    row, stored = mine(request, game_id)
    viewer = visitor_of(request)
    command = read_body(request, requests.Command)
    fresh(row, stored, command.version, command.ply, viewer)
    action, me = command.action, seats.side_of(row, viewer)
    about: CommandArguments = {"move": command.move, "point": command.point, "on": command.on}
    try:
        with _paid(request, row, games_services.needs_engine(stored, action, about)):
            thinking = functools.partial(jobs.since, row)
            after, note = games_services.perform(row, stored, action, about, thinking, me)
    except repository.Stale:
        raise stale(*mine(request, game_id), viewer) from None
    jobs.outdated(row)
    now = state.build(row, after, note=note, viewer=viewer)
    if now["stage"] == "over":
        directory.of(row.name).forget(str(row.pk))
    job = jobs.reply(row, after, now, address_of(request))
    if job is not None:
        now = state.with_job(row, after, now, job, jobs.since(row, job))
    return JsonResponse(now)


def _paid(request: HttpRequest, row: Game, needed: bool) -> AbstractContextManager[None]:
    """Charges the engine time that is needed before there is an answer.

    In a game between people a pass is possible without any, because otherwise the clock would run
    on.
    """
    if not needed:
        return nullcontext()
    who = visitor_of(request), address_of(request)
    return budget.engine_work(*who, overdraft=bool(row.seat))


def _once(
    request: HttpRequest,
    row: Game,
    version: int | None,
    settings: tuple[object, ...],
    make: Callable[[str], Game],
) -> Url:
    """The address of a new game. The same request within moments gets the same game.

    The time and the content of the request determine the new game's id. Requests for the same row
    wait for each other, and only then read the clock, because the time may change between two of
    them.
    """
    viewer = visitor_of(request)
    if version not in (None, row.version):
        raise stale(row, repository.read(row), viewer)
    with writing():
        Game.objects.select_for_update().filter(pk=row.pk).values_list("pk").first()
        moment = int(time.time() // _MOMENT)
        name, before = (
            _name_of(row.pk, row.version, viewer, *settings, at) for at in (moment, moment - 1)
        )
        if repository.find(before) is not None:
            name = before
        elif repository.find(name) is None:
            make(name)
    return {"url": reverse("game", args=[name])}


def _name_of(*parts: object) -> str:
    """A game's id that is determined by these parts and that only this server can compute."""
    digest = salted_hmac("plyground.once", repr(parts), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


@require_POST
@answering
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    """The same game again, with colours changed."""
    row, stored = mine(request, game_id)
    if row.seat:
        return JsonResponse(_rematch_by_link(request, row, stored))

    opened = directory.of(row.name).open(seats.adapted(stored.swapped(), row.visitor))

    def make(name: str) -> Game:
        return repository.create(
            row.visitor,
            opened,
            name=name,
            strict=row.strict,
            teacher=row.teacher,
            clock=row.clock,
        )

    version = read_body(request, requests.RematchRequest).version
    return JsonResponse(_once(request, row, version, ("rematch",), make))


def _rematch_by_link(request: HttpRequest, row: Game, stored: StoredGame) -> Rematch:
    """Offers a rematch; if the other side has already offered it, starts it."""
    viewer = visitor_of(request)
    version = read_body(request, requests.RematchRequest).version
    me = seats.side_of(row, viewer)
    if not row.successor and consent.standing(row) != {"kind": "rematch", "by": me}:
        if version not in (None, row.version):
            raise stale(row, stored, viewer)
        try:
            games_services.perform(row, stored, "rematch", {}, me=me)
        except repository.Stale:
            raise stale(*mine(request, str(row.pk)), viewer) from None
    url = reverse("game", args=[row.successor]) if row.successor else None
    return {"url": url, "state": state.build(row, stored, viewer=viewer)}


@require_POST
@answering
def fork(request: HttpRequest, game_id: str) -> HttpResponse:
    """A new game that begins with the first moves of this one."""
    row, stored = mine(request, game_id)
    command = read_body(request, requests.ForkRequest)
    ply = stored.at if command.ply is None else command.ply
    if not 0 <= ply <= len(stored.moves):
        raise Problem(400, "malformed", _("There is no such move in this game."))
    opponent, colour = command.opponent, command.colour
    consent.require_fair(visitor_of(request), row.name)
    black, white = seats.read(opponent, colour)
    opened = directory.of(row.name).open(seats.seated(stored.cut(ply), black, white))

    def make(name: str) -> Game:
        taught = row.teacher and len(opened.people) == 1
        return repository.create(visitor_of(request), opened, name=name, teacher=taught)

    return JsonResponse(_once(request, row, command.version, ("fork", ply, opponent, colour), make))


@require_POST
@answering
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Takes the seat of an invitation."""
    invitations.invited(token)  # otherwise a visitor would get a name for nothing
    try:
        row = invitations.join(token, welcome(request), people.name_of(request))
    except invitations.Taken as taken:
        watch = taken.row.share and reverse("shared", args=[taken.row.share])
        raise Problem(409, "seat_taken", sentences.seat_taken(), watch=watch) from None
    side = seats.side_of(row, visitor_of(request))
    url = reverse("game", args=[row.pk])
    return JsonResponse(Seat(id=row.pk, url=url, side=side))


@require_POST
@answering
def share(request: HttpRequest, game_id: str) -> HttpResponse:
    """An address where anyone may see the game."""
    row, _stored = mine(request, game_id)
    if row.share is None:
        Game.objects.filter(pk=row.pk, share__isnull=True).update(share=secrets.token_urlsafe(12))
        row, _stored = mine(request, game_id)
    return JsonResponse(Url(url=reverse("shared", args=[row.share])))


@gzip_page  # the same for everybody, so compression reveals nothing
@require_safe
@answering
def demo(_request: HttpRequest, name: str) -> HttpResponse:
    """A short demonstration game."""
    if not directory.has(name):
        raise Problem(404, "no_such_game", _("There is no such game."))
    return JsonResponse(Views(views=demos.views(name)))
