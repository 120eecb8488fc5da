"""The pages on which games are chosen, begun, played, listed and explained."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from plyground.game_guide import guide_of
from plyground.view import other
from plyground.web import (
    assets,
    catalog,
    demos,
    desks,
    errors,
    exchange,
    guests,
    guide,
    jobs,
    lessons,
    link,
    puzzles,
    seats,
    state,
    store,
    studies,
    tables,
    teacher,
    terms,
    words,
)
from plyground.web.desk import Refused
from plyground.web.models import Game
from plyground.web.pictures import packed
from plyground.web.visitors import account_of, own_game, visitor_of, welcome

Data = dict[str, Any]

_A_PAGE = 20  # games
_SILENT = ("game_hangs", "game_busy", "game_ended")


def context(request: HttpRequest) -> Data:
    """What every template may use."""
    place = request.resolver_match
    return {
        "static": assets.base(),
        "words": catalog.words(place.url_name or "" if place else ""),
        "path": request.path,
        "has_lab": studies.are_shown(request),
        "here": request.get_full_path() if request.method in ("GET", "HEAD") else "/",
    }


# Choosing


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """A card a game."""
    visitor = visitor_of(request)
    unfinished = _unfinished(visitor)
    cards = [_card(name, unfinished.get(name), visitor) for name in desks.names()]
    values = {"cards": cards, "puzzle": puzzles.of_the_day(visitor)}
    return render(request, "plyground/home.html", values)


def _card(name: str, row: Game | None, visitor: str) -> Data:
    """A game that can be chosen. One written in Python may fail; the others stay."""
    try:
        view = demos.first_view(name)
        starter = dict(guide_of(name).starter)
        small = view if starter else guide.describe(name)["view"]
        return {
            "name": name,
            "title": guide.title(name),
            "sentence": guide.sentence(name),
            "size": guide.size_words(small),
            "starter": starter,
            "picture": packed(view),
            "at": demos.first_ply(name),
            "mine": _resumed(row, visitor),
        }
    except ValueError as error:
        return {"title": name, "sentence": errors.sentence_of(error), "fails": True}


def _unfinished(visitor: str) -> dict[str, Game]:
    """The latest game of each kind that a visitor can go on with."""
    rows = store.games_of(visitor).filter(result__isnull=True).order_by("changed")
    return {row.name: row for row in rows.filter(Q(at__gt=0) | ~Q(seat=""))}


def _resumed(row: Game | None, visitor: str) -> Data | None:
    """The game to go on with; none where its rules have changed since, so that it can't be."""
    try:
        return None if row is None else _seen(row, visitor)
    except ValueError:
        return None


def _seen(row: Game, visitor: str) -> Data:
    """A game for a list: its board, who plays, and how it stands for this visitor.

    `turn` says that somebody elsewhere waits for this visitor to move, `resigns` that who deletes
    the game loses it.
    """
    sheet = store.read(row)
    picture = state.seen_by(row, desks.of(row.name).picture(sheet), visitor)
    me = picture["me"]
    return {
        "id": row.pk,
        "title": guide.title(row.name),
        "picture": packed(picture["view"]),
        "flipped": picture["people"] == ["white"],
        "seats": seats.told_by_link(sheet, me) if me else seats.told(sheet),
        "situation": words.situation(picture),
        "turn": me is not None and picture["to_move"] == "person",
        "resigns": link.is_complete(row) and picture["stage"] != "over",
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
        given = {**guide_of(name).starter, **given}
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
    return redirect("game", begin(request, read).pk)


def begin(request: HttpRequest, read: terms.Terms) -> Game:
    """A new game of this visitor, on these terms."""
    sheet, account = read.sheet, account_of(request)
    if read.seat and account is not None:
        sheet = seats.named(sheet, "black" if read.seat == "black" else "white", account.name)
    visitor = welcome(request)
    kept: Data = {"strict": read.strict, "clock": read.clock, "seat": read.seat}
    return store.create(visitor, seats.adapted(sheet, visitor), teacher=read.teacher, **kept)


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
        "offer": _offers_table(request, game["name"]),
        "next": reverse("new", args=[game["name"]]) if request.method == "POST" else None,
    }
    return render(request, "plyground/new.html", values, status=status)


def _offers_table(request: HttpRequest, name: str) -> bool:
    return tables.is_offered(request, name) and not tables.known(name)


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
    viewer = visitor_of(request)
    now = state.build(row, sheet, jobs.running(row), note, jobs.since(row), viewer)
    values = {
        "state": now,
        "told": catalog.script(now, "state"),
        "formats": exchange.formats(row.name),
        "perfect": _perfect(request, row),
        "teachable": teacher.may_in(row, sheet),
    }
    template = "plyground/taught.html" if row.teacher else "plyground/game.html"
    return render(request, template, values)


def _perfect(request: HttpRequest, row: Game) -> Data | None:
    """What a page has of perfect play: nothing where the game can't be solved."""
    if not guide_of(row.name).tablebase:
        return None
    return {"offer": tables.is_open(row) and _offers_table(request, row.name)}


def _mine(request: HttpRequest, game_id: str) -> Game:
    row = own_game(request, game_id)
    if row is None:
        raise Http404
    return row


# Sitting down


@require_http_methods(["GET", "HEAD", "POST"])
@errors.telling
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation. Who only looks at it, as whatever shows a preview, takes no seat."""
    row = guests.invited(token)
    visitor, account = visitor_of(request), account_of(request)
    if visitor and visitor in (row.visitor, row.guest):
        return redirect("game", row.pk)
    if request.method == "POST":
        try:
            row = guests.join(token, welcome(request), account.name if account else "")
        except guests.Taken as taken:
            return render(request, "plyground/join.html", _invitation(taken.row), status=409)
        return redirect("game", row.pk)
    return render(request, "plyground/join.html", _invitation(row))


def _invitation(row: Game) -> Data:
    """What somebody wants to know who is invited."""
    sheet = store.read(row)
    side = guests.free_side(row)
    options = [
        (
            guide.option_label(row.name, option),
            guide.choice_label(row.name, option, row.options[name]),
        )
        for option in guide.describe(row.name)["options"]
        if (name := option["name"]) in row.options
    ]
    return {
        "name": row.name,
        "title": guide.title(row.name),
        "picture": packed(desks.of(row.name).picture(sheet)["view"]),
        "flipped": side == "white",
        "side": side,
        "side_name": words.side_name(side),
        "host": sheet.name(other(side)),
        "options": options,
        "clock": terms.clock_words(row.clock) if row.clock else "",
        "strict": row.strict,
        "free": guests.is_free(row),
        "over": row.result is not None,
        "watch": reverse("shared", args=[row.share]) if row.share else "",
        "taken": words.seat_taken(),
    }


# My games


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games of a visitor, the latest first."""
    visitor = visitor_of(request)
    rows = store.games_of(visitor).order_by("-changed", "pk")
    total = rows.count()
    only_open = request.GET.get("show") == "open"
    if only_open:
        rows = rows.filter(result__isnull=True)
    page = Paginator(rows, _A_PAGE).get_page(request.GET.get("page"))
    values = {
        "page": page,
        "games": _listed(page, visitor),
        "total": total,
        "only_open": only_open,
        "imported": _count(request.GET.get("imported", "")),
    }
    return render(request, "plyground/games.html", values)


def _listed(rows: Iterable[Game], visitor: str) -> list[Data]:
    """Rows of the list. A game may be gone or hang, if it was written in Python; its rows stay.

    One whose program does not answer is not asked again for the next row.
    """
    silent: dict[str, ValueError] = {}
    listed = []
    for row in rows:
        try:
            if row.name in silent:
                raise silent[row.name]
            listed.append(_seen(row, visitor))
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
    """Asks, and on yes deletes a game with its moves; one by link when both have left it."""
    row, visitor = _mine(request, game_id), visitor_of(request)
    if request.method != "POST":
        return render(request, "plyground/delete.html", {"game": _listed([row], visitor)[0]})
    row.version += 1  # or a search for it would go on
    jobs.outdated(row)
    guests.leave(row, visitor)
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
        "lead": guide.sentence(name) if guide_of(name).figures else "",
        "rules": lessons.rules(game),
        "lessons": lessons.of(game),
        "bare": "bare" in request.GET,
    }
    template = "plyground/rules_article.html" if values["bare"] else "plyground/rules.html"
    return render(request, template, values)
