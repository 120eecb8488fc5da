"""The pages: home, a game, my games, rules, import, what others shared."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from plyground.web import assets, desks, jobs, seats, state, store
from plyground.web.models import Game
from plyground.web.sheet import Sheet
from plyground.web.visitors import visitor_of, welcome


def context(_request: HttpRequest) -> dict[str, Any]:
    """What every template may use."""
    return {"static": assets.base()}


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form from an old page or from elsewhere."""
    return render(
        request,
        "plyground/error.html",
        {"sentence": _("Please reload the page and try again.")},
        status=403,
    )


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """A card a game."""
    games = [desks.of(name).describe(name) for name in desks.names()]
    return render(request, "plyground/home.html", {"games": games})


@require_POST
def play(request: HttpRequest, name: str) -> HttpResponse:
    """Begins a game as the form says."""
    if name not in desks.names():
        raise Http404
    black, white = seats.read(request.POST.get("opponent", ""), request.POST.get("colour", ""))
    sheet = desks.of(name).open(Sheet(name, {}, None, black, white))
    row = store.create(welcome(request), sheet)
    return redirect("game", row.pk)


@require_GET
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board."""
    row = _mine(request, game_id)
    now = state.build(row, store.read(row), jobs.running(row))
    return render(request, "plyground/game.html", {"state": now})


def _mine(request: HttpRequest, game_id: str) -> Game:
    row = store.find(game_id)
    if row is None or row.visitor != visitor_of(request):
        raise Http404
    return row


@require_http_methods(["GET"])
def new(request: HttpRequest, name: str) -> HttpResponse:
    raise Http404


rules = new


@require_GET
def games(request: HttpRequest) -> HttpResponse:
    raise Http404


delete = download = import_games = shared = games
