"""What programs ask for beyond what pages do. docs/api.md lists it, openapi.py describes it."""

import copy
import functools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from plyground.engine.results import IllegalMove
from plyground.session.session import PERSON
from plyground.web.api import analysis, bodies, fields
from plyground.web.api.bodies import Body
from plyground.web.base import answers
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.base.handler import Awaited
from plyground.web.base.ids import new_visitor
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import invitations, repository, seats, state, teacher
from plyground.web.games.models import Game
from plyground.web.play import api, errors, game_choices, jobs
from plyground.web.visitors import api_auth, tokens
from plyground.web.visitors.visitors import account_of, visitor_of

Data = dict[str, Any]

A_PAGE = 50  # games
_MOST_PAGES = 10_000


def body(request: HttpRequest, table: Body) -> Data:
    """The body as its table wants it."""
    try:
        return fields.read(table, api.body(request))
    except fields.Misread as wrong:
        raise Problem(400, "malformed", wrong.sentence, at=wrong.name or None) from None


def telling(view: Callable[..., HttpResponseBase]) -> api.View:
    """What else a view of this room may raise, as an answer; the rest is as everywhere."""

    @functools.wraps(view)
    def tell(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except jobs.Full:
            return analysis.busy()
        except analysis.TooManySearches:
            sentence = _("You wait for several answers already; ask again when one is there.")
            return answers.later(429, "too_many_searches", sentence, 1)
        except tokens.TooManyTokens:
            sentence = _("You have %(count)s tokens, and no more can be kept; revoke some.")
            return answers.failure(429, "too_many_tokens", sentence % {"count": tokens.MOST})

    return api.answering(tell)  # type: ignore[arg-type]


def named(view: api.View) -> api.View:
    """For those only who have a name: by a token, an account or a cookie."""

    @functools.wraps(view)
    def let_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if visitor_of(request) else api_auth.nobody()

    return let_in


# Tokens


@require_http_methods(["GET", "HEAD", "POST"])
@telling
def all_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of this visitor; or a new one, also for somebody new."""
    if request.method != "POST":
        return _list_tokens(request)
    label = body(request, bodies.TOKEN)["label"].strip()
    if not label:
        raise Problem(400, "malformed", _("Give the token a name."), at="label")
    visitor = visitor_of(request) or new_visitor()
    token = tokens.create(visitor, label)
    row = tokens.of(visitor)[-1]
    return JsonResponse({"token": token, "id": row.id, "label": row.label}, status=201)


@named
def _list_tokens(request: HttpRequest) -> HttpResponse:
    rows = [
        {
            "id": row.id,
            "label": row.label,
            "created": row.created.isoformat(),
            "used": row.used and row.used.isoformat(),
        }
        for row in tokens.of(visitor_of(request))
    ]
    return JsonResponse({"tokens": rows})


@require_http_methods(["DELETE"])
@telling
@named
def one_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revokes a token: whoever uses it is a stranger from now on."""
    if not tokens.revoke(visitor_of(request), token_id):
        raise Problem(404, "no_such_token", _("There is no such token of yours."))
    return JsonResponse({})


# Rules


@require_safe
@telling
def all_rules(_request: HttpRequest) -> HttpResponse:
    """Every game that can be played here; one that fails is left out."""
    games = []
    for name in directory.names():
        try:
            games.append(_rules(name))
        except ValueError:  # written in Python, and broken just now
            continue
    return JsonResponse({"games": games})


@require_safe
@telling
def one_rules(_request: HttpRequest, name: str) -> HttpResponse:
    """A game with its rules in words, and its first position."""
    if name not in directory.names():
        raise Problem(404, "no_such_game", _("There is no such game."))
    game = game_choices.describe(name)
    first = directory.of(name).look(StoredGame(name), 0)
    more = {"rules": game["rules"], "position": first["position"], "view": game["view"]}
    return JsonResponse(_rules(name) | more)


def _rules(name: str) -> Data:
    game = game_choices.describe(name)
    return {
        "name": name,
        "title": game_choices.title(name),
        "sentence": game_choices.sentence(name),
        "options": [_option(option) for option in game["options"]],
        "levels": [
            {"player": player, "title": game_choices.level(number)}
            for number, player in enumerate(bodies.LEVELS, 1)
        ],
        "formats": sorted(game["formats"]),
    }


def _option(option: Data) -> Data:
    kept = ("name", "type", "default", "choices", "low", "high", "may_be_none")
    return {
        **{name: option[name] for name in kept},
        "sentence": _(option["sentence"]) if option["sentence"] else "",
        "allowed": option["allowed"],
    }


# Games


@require_http_methods(["GET", "HEAD", "POST"])
@telling
@named
def all_games(request: HttpRequest) -> HttpResponse:
    """The games of this visitor, the latest first; or a new one."""
    return _begin(request) if request.method == "POST" else _list_games(request)


def _list_games(request: HttpRequest) -> HttpResponse:
    page = request.GET.get("page", "1")
    is_number = page.isascii() and page.isdecimal() and len(page) < 6
    if not is_number or not 0 < int(page) <= _MOST_PAGES:
        raise Problem(400, "malformed", _("There is no such page."), at="page")
    rows = repository.games_of(visitor_of(request)).order_by("-changed", "pk")
    pages = Paginator(rows, A_PAGE)
    found = pages.get_page(int(page)) if int(page) <= pages.num_pages else []
    listed = [_listed(row, visitor_of(request)) for row in found]
    told = {"games": listed, "page": int(page), "pages": pages.num_pages, "total": pages.count}
    return JsonResponse(told)


def _listed(row: Game, visitor: str) -> Data:
    """A game in a list, from its row alone: the rules are not asked."""
    return {
        "id": row.pk,
        "game": row.name,
        "options": row.options,
        "version": row.version,
        "ply": row.at,
        "over": row.result is not None,
        "winner": row.result["winner"] if row.result else None,
        "seats": {"black": row.black, "white": row.white},
        "me": seats.side_of(row, visitor),
        "changed": row.changed.isoformat(),
        "url": reverse("game", args=[row.pk]),
    }


def _begin(request: HttpRequest) -> HttpResponse:
    command = body(request, bodies.NEW_GAME)
    opponent, colour = command["opponent"], command["colour"]
    stored, seat = _stored(command), ""
    if opponent == bodies.LINK:
        seat = seats.read_side(colour)
        account = account_of(request)
        stored = seats.named(stored, seat, "" if account is None else account.name)
    elif opponent == bodies.WATCH:
        stored = seats.seated(stored, *seats.read(opponent, ""))
    else:
        stored = seats.seated(stored, *seats.read(opponent, colour))
    visitor = visitor_of(request)
    opened = seats.adapted(_opened(request, stored), visitor)
    kept: Data = {"strict": command["strict"], "clock": command["clock"], "seat": seat}
    if command["teacher"] and not teacher.may(opened, **kept):
        raise Problem(422, "no_teacher", teacher.why_not(), at="teacher")
    row = repository.create(visitor, opened, teacher=command["teacher"], **kept)
    now = state.build(row, opened, viewer=visitor)
    job = jobs.reply(row, opened, now, address_of(request))
    told = state.with_job(row, opened, now, job, jobs.since(row))
    response = JsonResponse(told, status=201)
    response.headers["Location"] = reverse("api_game", args=[row.pk])
    return response


@require_http_methods(["GET", "HEAD", "DELETE"])
def one_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The state of a game; or it is wanted no more."""
    return (_leave if request.method == "DELETE" else api.show)(request, game_id)


@telling
@named
def _leave(request: HttpRequest, game_id: str) -> HttpResponse:
    row, _stored = api.mine(request, game_id)
    gone = copy.copy(row)
    gone.version += 1  # or a search for it would go on
    jobs.outdated(gone)
    invitations.leave(row, visitor_of(request))
    if row.name in directory.names():
        directory.of(row.name).forget(game_id)
    return JsonResponse({})


def _stored(command: Data) -> StoredGame:
    """The board that a request tells of, between two people."""
    name = command["game"]
    if name not in directory.names():
        raise Problem(422, "no_such_game", _("There is no such game."), at="game")
    options = command["options"] or {}
    known = [option["name"] for option in game_choices.describe(name)["options"]]
    for option in options:
        if option not in known:
            values = {"names": ", ".join(known), "game": name}
            sentence = _("There is no such option; those of %(game)s are: %(names)s.")
            raise Problem(422, "no_such_option", sentence % values, at="options")
    moves = tuple(Step(text.strip()) for text in command["moves"] or ())
    start = (command["position"] or "").strip() or None
    return StoredGame(name, options, start, PERSON, PERSON, moves, len(moves))


def _opened(request: HttpRequest, stored: StoredGame) -> StoredGame:
    """The board as the rules take it. Where both have passed the engine counts, which costs."""
    ends = [step.text.lower() for step in stored.moves[-2:]] == ["pass", "pass"]
    address = address_of(request)
    who = api_auth.payer(visitor_of(request), address)
    with budget.engine_work(who, address) if ends else nullcontext():
        try:
            return directory.of(stored.game).open(stored)
        except Refused:
            raise
        except IllegalMove as no:
            at = no.refusal.args.get("point") or no.refusal.args.get("to")
            raise Refused(no.code, no.sentence, no.refusal.args, at) from None
        except ValueError as error:
            raise Problem(422, "wrong", errors.sentence_of(error)) from None


# Searches


def _playable(request: HttpRequest, command: Data, player: str) -> StoredGame:
    """The board of a request, if there is something to play on it, with this player at it."""
    stored = _opened(request, seats.seated(_stored(command), player, player))
    stage = directory.of(stored.game).place(stored)["stage"]
    if stage != "playing":
        raise Problem(422, "game_over", _("In this position the game is over already."))
    return stored


@require_POST
@telling
def move(request: HttpRequest) -> HttpResponse:
    """Board in, move out; nothing is kept."""
    command = body(request, bodies.MOVE)
    player = command["player"]
    # A player who is asked once has seen no game that it could give up.
    stored = _playable(request, command, f"{player},resign=off")
    who = visitor_of(request), address_of(request)
    thinking = analysis.choosing(stored, command["seconds"])
    job = analysis.begin("move", who, thinking, quick=analysis.is_quick(stored, player))
    return Awaited(lambda: analysis.answer(job))


@require_POST
@telling
def analyse(request: HttpRequest) -> HttpResponseBase:
    """Board in, lines out: at the end, or as they are found where a stream is wanted."""
    command = body(request, bodies.ANALYSE)
    stored = _playable(request, command, PERSON)
    who = visitor_of(request), address_of(request)
    limits_of_it = {name: command[name] for name in ("seconds", "depth", "lines")}
    job = analysis.begin("analyse", who, analysis.analysing(stored, limits_of_it))
    if "text/event-stream" not in request.headers.get("Accept", ""):
        return Awaited(lambda: analysis.answer(job))
    return StreamingHttpResponse(
        analysis.events(job),
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
