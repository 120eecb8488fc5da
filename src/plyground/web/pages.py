"""The pages on which games are chosen, begun, played, listed and explained."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from plyground.web import (
    assets,
    catalog,
    demos,
    desks,
    errors,
    exchange,
    guide,
    jobs,
    lessons,
    seats,
    state,
    store,
    terms,
    words,
)
from plyground.web.desk import Refused
from plyground.web.models import Game
from plyground.web.pictures import packed
from plyground.web.visitors import own_game, visitor_of, welcome

Data = dict[str, Any]

_A_PAGE = 20  # games
_SILENT = ("game_hangs", "game_busy", "game_ended")


def context(request: HttpRequest) -> Data:
    """What every template may use."""
    return {
        "static": assets.base(),
        "words": catalog.words(),
        "path": request.path,
        "here": request.get_full_path() if request.method in ("GET", "HEAD") else "/",
    }


# Choosing


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A card a game."""
    unfinished = _unfinished(visitor_of(request))
    cards = [_card(name, unfinished.get(name)) for name in desks.names()]
    return render(request, "plyground/home.html", {"cards": cards})


def _card(name: str, row: Game | None) -> Data:
    """A game that can be chosen. One written in Python may fail; the others stay."""
    try:
        view = demos.first_view(name)
        small = view if name in guide.STARTERS else guide.describe(name)["view"]
        return {
            "name": name,
            "title": guide.title(name),
            "sentence": guide.sentence(name),
            "size": guide.size_words(small),
            "starter": guide.STARTERS.get(name, {}),
            "picture": packed(view),
            "at": demos.first_ply(name),
            "mine": _resumed(row),
        }
    except ValueError as error:
        return {"title": name, "sentence": errors.sentence_of(error), "fails": True}


def _unfinished(visitor: str) -> dict[str, Game]:
    """The latest game of each kind that a visitor can go on with."""
    if not visitor:
        return {}
    rows = Game.objects.filter(visitor=visitor, result__isnull=True).order_by("changed")
    return {row.name: row for row in rows.exclude(at=0)}


def _resumed(row: Game | None) -> Data | None:
    """The game to go on with; none where its rules have changed since, so that it can't be."""
    try:
        return None if row is None else _seen(row)
    except ValueError:
        return None


def _seen(row: Game) -> Data:
    """A game for a list: its board, who plays, and how it stands."""
    sheet = store.read(row)
    picture = desks.of(row.name).picture(sheet)
    return {
        "id": row.pk,
        "title": guide.title(row.name),
        "picture": packed(picture["view"]),
        "flipped": picture["people"] == ["white"],
        "seats": seats.told(sheet),
        "situation": words.situation(picture),
        "over": picture["stage"] == "over",
        "ply": sheet.at,
        "changed": row.changed,
    }


@require_safe
@errors.telling
def new(request: HttpRequest, name: str) -> HttpResponse:
    """Everything that can be said about a new game; the query fills the form in."""
    game = _described(name)
    given = request.GET.dict()
    if "position" not in given:
        given = guide.STARTERS.get(name, {}) | given
    try:
        read = terms.read(game, given)
    except terms.Wrong as wrong:
        return _form(request, game, given, wrong.sentences)
    view = desks.of(name).picture(read.sheet)["view"]
    return _form(request, game, given, {}, packed(view))


@require_http_methods(["GET", "HEAD", "POST"])
@errors.telling
def play(request: HttpRequest, name: str) -> HttpResponse:
    """Begins a game as the form says; who only looks at the address gets the form."""
    game = _described(name)
    if request.method != "POST":
        return redirect("new", name)
    given = {key: str(value) for key, value in request.POST.items()}
    try:
        read = terms.read(game, given)
    except terms.Wrong as wrong:
        return _form(request, game, given, wrong.sentences, status=422)
    row = store.create(welcome(request), read.sheet, strict=read.strict, clock=read.clock)
    return redirect("game", row.pk)


def _described(name: str) -> Data:
    if name not in desks.names():
        raise Http404
    return guide.describe(name)


def _form(
    request: HttpRequest,
    game: Data,
    given: dict[str, str],
    wrong: dict[str, str],
    picture: str | None = None,
    status: int = 200,
) -> HttpResponse:
    rows = terms.fields(game, given, wrong)
    values = {
        "name": game["name"],
        "title": guide.title(game["name"]),
        "fields": rows["first"],
        "more": rows["more"],
        "opened": any(row.wrong for row in rows["more"]) or "position" in request.GET,
        "wrong": wrong.get(""),
        "faults": len(wrong),
        "picture": picture,
        "next": reverse("new", args=[game["name"]]) if request.method == "POST" else None,
    }
    return render(request, "plyground/new.html", values, status=status)


# Playing


@require_safe
@errors.telling
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board."""
    row = _mine(request, game_id)
    sheet = store.read(row)
    note = exchange.told_losses(row.note)
    if note:  # told once
        Game.objects.filter(pk=row.pk).update(note="")
    now = state.build(row, sheet, jobs.running(row), note, jobs.since(row))
    values = {
        "state": now,
        "told": catalog.script(now, "state"),
        "formats": exchange.formats(row.name),
    }
    return render(request, "plyground/game.html", values)


def _mine(request: HttpRequest, game_id: str) -> Game:
    row = own_game(request, game_id)
    if row is None:
        raise Http404
    return row


# My games


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games of a visitor, the latest first."""
    rows = Game.objects.filter(visitor=visitor_of(request) or None).order_by("-changed", "pk")
    total = rows.count()
    only_open = request.GET.get("show") == "open"
    if only_open:
        rows = rows.filter(result__isnull=True)
    page = Paginator(rows, _A_PAGE).get_page(request.GET.get("page"))
    values = {
        "page": page,
        "games": _listed(page),
        "total": total,
        "only_open": only_open,
        "imported": _count(request.GET.get("imported", "")),
    }
    return render(request, "plyground/games.html", values)


def _listed(rows: Iterable[Game]) -> list[Data]:
    """Rows of the list. A game may be gone or hang, if it was written in Python; its rows stay.

    One whose program does not answer is not asked again for the next row.
    """
    silent: dict[str, ValueError] = {}
    listed = []
    for row in rows:
        try:
            if row.name in silent:
                raise silent[row.name]
            listed.append(_seen(row))
        except ValueError as error:
            if isinstance(error, Refused) and error.code in _SILENT:
                silent[row.name] = error
            listed.append(_failing(row, error))
    return listed


def _failing(row: Game, error: ValueError) -> Data:
    return {
        "id": row.pk,
        "title": row.name,
        "situation": errors.sentence_of(error),
        "changed": row.changed,
        "fails": True,
    }


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    """Asks, and on yes deletes a game with its moves."""
    row = _mine(request, game_id)
    if request.method != "POST":
        return render(request, "plyground/delete.html", {"game": _listed([row])[0]})
    row.version += 1  # or a search for it would go on
    jobs.outdated(row)
    store.delete(row)
    if row.name in desks.names():
        desks.of(row.name).forget(game_id)
    return redirect("games")


# Rules


@require_safe
@errors.telling
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules with pictures; `bare` for a dialog."""
    game = _described(name)
    values = {
        "name": name,
        "title": guide.title(name),
        "lead": guide.sentence(name) if name in lessons.LESSONS else "",
        "rules": lessons.rules(game),
        "lessons": lessons.of(game),
        "bare": "bare" in request.GET,
    }
    template = "plyground/rules_article.html" if values["bare"] else "plyground/rules.html"
    return render(request, template, values)
