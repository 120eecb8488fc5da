"""Requests that only programs make. docs/reference/api.md lists them."""

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
from plyground.web.api import analysis
from plyground.web.base import answers
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.base.handler import Awaited
from plyground.web.base.ids import new_visitor
from plyground.web.base.request_body import read_body
from plyground.web.contract import requests
from plyground.web.contract.boards import Limits
from plyground.web.contract.games import ClockSettings, GameRow, Games
from plyground.web.contract.rules import AllRules, FullRules, OptionRules, Rules
from plyground.web.contract.tokens import NewToken, TokenRow, Tokens
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.sessions import network_seat
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import consent, invitations, repository, seats, state, teacher
from plyground.web.games.models import Game
from plyground.web.play import api, errors, game_choices, jobs
from plyground.web.visitors import api_auth, tokens
from plyground.web.visitors.visitors import account_of, visitor_of

A_PAGE = 50  # games
_MOST_PAGES = 10_000


def telling(view: Callable[..., HttpResponseBase]) -> api.View:
    """Turns further exceptions of these views into answers; the rest is handled as everywhere."""

    @functools.wraps(view)
    def tell(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except jobs.Full:
            return analysis.busy()
        except analysis.TooManySearches:
            sentence = _(
                "You are already waiting for several answers. Try again when one has arrived."
            )
            return answers.later(429, "too_many_searches", sentence, 1)
        except tokens.TooManyTokens:
            sentence = _("You have %(count)s tokens, and no more can be kept; revoke some.")
            return answers.failure(429, "too_many_tokens", sentence % {"count": tokens.MOST})

    return api.answering(tell)  # type: ignore[arg-type]


def named(view: api.View) -> api.View:
    """Only for visitors with a name: by a token, an account or a cookie."""

    @functools.wraps(view)
    def let_in(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if visitor_of(request) else api_auth.nobody()

    return let_in


# Tokens


@require_http_methods(["GET", "HEAD", "POST"])
@telling
def all_tokens(request: HttpRequest) -> HttpResponse:
    """All tokens of this visitor; or a new one, also for a new visitor."""
    if request.method != "POST":
        return _list_tokens(request)
    label = read_body(request, requests.TokenRequest).label.strip()
    if not label:
        raise Problem(400, "malformed", _("Give the token a name."), at="label")
    visitor = visitor_of(request) or new_visitor()
    token = tokens.create(visitor, label)
    row = tokens.of(visitor)[-1]
    made: NewToken = {"token": token, "id": row.id, "label": row.label}
    return JsonResponse(made, status=201)


@named
def _list_tokens(request: HttpRequest) -> HttpResponse:
    rows: list[TokenRow] = [
        {
            "id": row.id,
            "label": row.label,
            "created": row.created.isoformat(),
            "used": row.used.isoformat() if row.used else None,
        }
        for row in tokens.of(visitor_of(request))
    ]
    return JsonResponse(Tokens(tokens=rows))


@require_http_methods(["DELETE"])
@telling
@named
def one_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revokes a token; its user is a stranger from now on."""
    if not tokens.revoke(visitor_of(request), token_id):
        raise Problem(404, "no_such_token", _("There is no such token of yours."))
    return JsonResponse({})


# Rules


@require_safe
@telling
def all_rules(_request: HttpRequest) -> HttpResponse:
    """Every game that can be played here, without games that fail."""
    games = []
    for name in directory.names():
        try:
            games.append(_rules(name))
        except ValueError:  # written in Python, and broken at the moment
            continue
    return JsonResponse(AllRules(games=games))


@require_safe
@telling
def one_rules(_request: HttpRequest, name: str) -> HttpResponse:
    """A game with its rules in words, and its first position."""
    if not directory.has(name):
        raise Problem(404, "no_such_game", _("There is no such game."))
    game = game_choices.describe(name)
    first = directory.of(name).look(StoredGame(name), 0)
    rules: FullRules = {
        **_rules(name),
        "rules": game["rules"],
        "position": first["position"],
        "view": game["view"],
    }
    return JsonResponse(rules)


def _rules(name: str) -> Rules:
    game = game_choices.describe(name)
    return {
        "name": name,
        "title": game_choices.title(name),
        "sentence": game_choices.sentence(name),
        "options": [_option(option) for option in game["options"]],
        "levels": [
            {"player": player, "title": game_choices.level(number)}
            for number, player in enumerate(requests.LEVELS, 1)
        ],
        "formats": sorted(game["formats"]),
    }


def _option(option: OptionRules) -> OptionRules:
    return {**option, "sentence": _(option["sentence"]) if option["sentence"] else ""}


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
    answer: Games = {
        "games": listed,
        "page": int(page),
        "pages": pages.num_pages,
        "total": pages.count,
    }
    return JsonResponse(answer)


def _listed(row: Game, visitor: str) -> GameRow:
    """A game in a list, from its row alone, without the rules."""
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
    command = read_body(request, requests.NewGame)
    opponent, colour = command.opponent, command.colour
    stored, seat = _stored(command), ""
    if opponent == requests.LINK:
        seat = seats.read_side(colour)
        account = account_of(request)
        stored = seats.named(stored, seat, "" if account is None else account.name)
    elif opponent == requests.WATCH:
        stored = seats.seated(stored, *seats.read(opponent, ""))
    else:
        stored = seats.seated(stored, *seats.read(opponent, colour))
    visitor = visitor_of(request)
    opened = seats.adapted(_opened(request, stored), visitor)
    clock: ClockSettings | None = None
    if command.clock is not None:
        clock = {"seconds": command.clock.seconds, "increment": command.clock.increment}
    strict, taught = command.strict, command.teacher
    if taught and not teacher.may(opened, strict=strict, clock=clock, seat=seat):
        raise Problem(422, "no_teacher", teacher.why_not(), at="teacher")
    row = repository.create(visitor, opened, teacher=taught, strict=strict, clock=clock, seat=seat)
    now = state.build(row, opened, viewer=visitor)
    job = jobs.reply(row, opened, now, address_of(request))
    now_state = state.with_job(row, opened, now, job, jobs.since(row))
    response = JsonResponse(now_state, status=201)
    response.headers["Location"] = reverse("api_game", args=[row.pk])
    return response


@require_http_methods(["GET", "HEAD", "DELETE"])
def one_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The state of a game; or deletes the game."""
    return (_leave if request.method == "DELETE" else api.show)(request, game_id)


@telling
@named
def _leave(request: HttpRequest, game_id: str) -> HttpResponse:
    row, _stored = api.mine(request, game_id)
    gone = copy.copy(row)
    gone.version += 1  # otherwise a search for it would continue
    jobs.outdated(gone)
    invitations.leave(row, visitor_of(request))
    if row.name in directory.names():
        directory.of(row.name).forget(game_id)
    return JsonResponse({})


def _stored(command: requests.Board) -> StoredGame:
    """The board in a request, as a game of two people."""
    name = command.game
    if not directory.has(name):
        raise Problem(422, "no_such_game", _("There is no such game."), at="game")
    options = command.options
    known = [option["name"] for option in game_choices.describe(name)["options"]]
    for option in options:
        if option not in known:
            values = {"names": ", ".join(known), "game": name}
            sentence = _("There is no such option. The options of %(game)s are: %(names)s.")
            raise Problem(422, "no_such_option", sentence % values, at="options")
    moves = tuple(Step(text.strip()) for text in command.moves)
    start = command.position.strip() or None
    return StoredGame(name, options, start, PERSON, PERSON, moves, len(moves))


def _opened(request: HttpRequest, stored: StoredGame) -> StoredGame:
    """The board, checked by the rules.

    If both sides have passed, the engine counts, which takes time.
    """
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


def _playable(request: HttpRequest, command: requests.Board, player: str) -> StoredGame:
    """The board of a request, if the game is not over, with this player to move."""
    stored = _opened(request, seats.seated(_stored(command), player, player))
    consent.require_fair(visitor_of(request), stored.game)
    stage = directory.of(stored.game).place(stored)["stage"]
    if stage != "playing":
        raise Problem(422, "game_over", _("In this position the game is over already."))
    return stored


@require_POST
@telling
def move(request: HttpRequest) -> HttpResponse:
    """Board in, move out; nothing is stored."""
    command = read_body(request, requests.MoveRequest)
    player = command.player
    # A single request gives a player no game that it could resign.
    seat = player if network_seat(player) else f"{player},resign=off"
    stored = _playable(request, command, seat)
    who = visitor_of(request), address_of(request)
    thinking = analysis.choosing(stored, command.seconds)
    job = analysis.begin("move", who, thinking, quick=analysis.is_quick(stored, player))
    return Awaited(lambda: analysis.answer(job))


@require_POST
@telling
def analyse(request: HttpRequest) -> HttpResponseBase:
    """Board in, lines out: at the end, or as a stream on request."""
    command = read_body(request, requests.AnalyseRequest)
    streams = "text/event-stream" in request.headers.get("Accept", "")
    if command.seconds > requests.MOST_SECONDS and not streams:
        sentence = _("Without a stream of events a search takes at most 10 seconds.")
        raise Problem(422, "too_long", sentence, at="seconds")
    stored = _playable(request, command, PERSON)
    who = visitor_of(request), address_of(request)
    seconds = analysis.affordable(command.seconds, who)
    limits = Limits(seconds=seconds, depth=command.depth, lines=command.lines)
    job = analysis.begin("analyse", who, analysis.analysing(stored, limits))
    if not streams:
        return Awaited(lambda: analysis.answer(job))
    return StreamingHttpResponse(
        analysis.events(job),
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )
