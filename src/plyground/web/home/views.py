"""The home page and the rules of games."""

import functools

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from plyground.engine.game_guide import guide_of
from plyground.paths import docs_folder
from plyground.web.game_service import directory
from plyground.web.games import repository, seats
from plyground.web.games.models import Game
from plyground.web.home import watching
from plyground.web.lab import studies, trainings
from plyground.web.learn import lesson_views, puzzle_views, rules_guide
from plyground.web.pages import assets, page_data
from plyground.web.pages.pictures import packed
from plyground.web.play import demos, errors, game_choices
from plyground.web.play.views import described, seen
from plyground.web.visitors.visitors import visitor_of

_STRONG = "level:6"  # of the computers to watch; the highest levels would take minutes a game


def context(request: HttpRequest) -> dict[str, object]:
    """Variables for every template."""
    place = request.resolver_match
    return {
        "import_map": assets.import_map(),
        "words": page_data.words(place.url_name or "" if place else ""),
        "path": request.path,
        "has_docs": docs_folder() is not None,
        "has_lab": studies.are_shown(request) or trainings.are_shown(request),
        "watches_games": watching.is_on(),
        "here": request.get_full_path() if request.method in ("GET", "HEAD") else "/",
    }


_watcher = functools.cache(watching.Watcher)


@require_safe
def watched_games(request: HttpRequest) -> HttpResponse:
    """The version of the loaded games, and what is wrong with the last edit."""
    if not watching.is_on():
        raise Http404
    before = _watcher().seen.version
    watched = _watcher().look()
    if watched.version != before:
        for remembered in (demos.first_view, demos.views, game_choices.describe):
            remembered.cache_clear()
    return render(request, "home/watched_games.html", {"watched": watched})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What to go on with, and a card for each game."""
    visitor = visitor_of(request)
    unfinished = _unfinished(visitor)
    cards = [_card(name, unfinished.get(name), visitor) for name in directory.names()]
    latest = max(unfinished.values(), key=lambda row: row.changed, default=None)
    values = {
        "cards": cards,
        "mine": _resumed(latest, visitor),
        "puzzle": puzzle_views.of_the_day(visitor),
        "lesson": lesson_views.next_lesson(visitor),
    }
    return render(request, "home/home.html", values)


def _card(name: str, row: Game | None, visitor: str) -> dict[str, object]:
    """The card of a game. If one written in Python fails, the others stay."""
    try:
        view = demos.first_view(name)
        starter = dict(guide_of(name).starter)
        small = view if starter else game_choices.describe(name)["view"]
        return {
            "name": name,
            "title": game_choices.title(name),
            "sentence": game_choices.sentence(name),
            "size": game_choices.size_words(small),
            "starter": starter,
            "picture": packed(view),
            "at": demos.first_ply(name),
            "mine": _resumed(row, visitor),
        }
    except ValueError as error:
        return {"title": name, "sentence": errors.sentence_of(error), "fails": True}


def _unfinished(visitor: str) -> dict[str, Game]:
    """The visitor's latest unfinished game of each kind."""
    rows = repository.games_of(visitor).filter(result__isnull=True).order_by("changed")
    return {row.name: row for row in rows.filter(Q(at__gt=0) | ~Q(seat=""))}


def _resumed(row: Game | None, visitor: str) -> dict[str, object] | None:
    """The game to continue; none if its rules have changed so that it is invalid."""
    try:
        return None if row is None else seen(row, visitor)
    except ValueError:
        return None


@require_safe
def spectate(request: HttpRequest) -> HttpResponse:
    """What there is to watch: two computers, searches, networks that learn."""
    cards = [_card(name, None, "") for name in directory.names()]
    players = {"opponent": seats.WATCH, "black_level": _STRONG, "white_level": _STRONG}
    return render(request, "home/spectate.html", {"cards": cards, "players": players})


@require_safe
@errors.telling
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules with pictures; `bare` for a dialog."""
    game = described(name)
    values = {
        "name": name,
        "title": game_choices.title(name),
        "lead": game_choices.sentence(name) if guide_of(name).figures else "",
        "rules": rules_guide.rules(game),
        "lessons": rules_guide.of(game),
        "bare": "bare" in request.GET,
    }
    template = "home/rules_article.html" if values["bare"] else "home/rules.html"
    return render(request, template, values)
