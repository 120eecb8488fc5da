"""The pages on which games begin and are played."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from plyground.engine.game_guide import guide_of
from plyground.engine.view import other
from plyground.web.contract.games import State
from plyground.web.contract.rules import Description
from plyground.web.engine import tablebases
from plyground.web.game_service import directory
from plyground.web.games import (
    consent,
    invitations,
    repository,
    seats,
    sentences,
    state,
    teacher,
)
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.pages.pictures import is_turned, packed
from plyground.web.play import clock_choices, errors, game_choices, import_export, jobs
from plyground.web.play.new_game_form import NewGameForm, NewGameSettings
from plyground.web.visitors import people
from plyground.web.visitors.visitors import visitor_of, welcome


def seen(row: Game, visitor: str) -> dict[str, object]:
    """A game in a list: its board, its players, and its state for this visitor.

    `turn` means that another player is waiting for this visitor to move, `resigns` that deleting
    the game loses it.
    """
    stored = repository.read(row)
    picture = state.seen_by(row, directory.of(row.name).picture(stored), visitor)
    me = picture["me"]
    return {
        "id": row.pk,
        "title": game_choices.title(row.name),
        "picture": packed(picture["view"]),
        "flipped": picture["people"] == ["white"] and is_turned(picture["view"], "white"),
        "seats": seats.players_by_link(stored, me) if me else seats.players_of(stored),
        "situation": sentences.situation(picture),
        "turn": me is not None and picture["to_move"] == "person",
        "resigns": consent.is_complete(row) and picture["stage"] != "over",
        "over": picture["stage"] == "over",
        "ply": stored.at,
        "changed": row.changed,
    }


@require_safe
@errors.telling
def new(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a new game; the query fills in the form."""
    game = described(name)
    given = request.GET.dict()
    if "position" not in given:
        given = {**guide_of(name).starter, **given}
    form = NewGameForm(game, given)
    if not form.is_valid():
        return _form(request, form)
    view = directory.of(name).picture(form.settings.stored)["view"]
    return _form(request, form, packed(view))


@require_http_methods(["GET", "HEAD", "POST"])
@errors.telling
def play(request: HttpRequest, name: str) -> HttpResponse:
    """Starts a game from the form; a request without the form shows it."""
    game = described(name)
    if request.method != "POST":
        return redirect("new", name)
    form = NewGameForm(game, {key: str(value) for key, value in request.POST.items()})
    if not form.is_valid():
        return _form(request, form, status=422)
    return redirect("game", begin(request, form.settings).pk)


def begin(request: HttpRequest, settings: NewGameSettings) -> Game:
    """Starts a game of this visitor with these settings."""
    stored = settings.stored
    if settings.seat and (name := people.name_of(request)):
        stored = seats.named(stored, "black" if settings.seat == "black" else "white", name)
    visitor = welcome(request)
    if stored.start is not None:  # perhaps that of the rated game
        consent.require_fair(visitor, stored.game)
    return repository.create(
        visitor,
        seats.adapted(stored, visitor),
        strict=settings.strict,
        clock=settings.clock,
        seat=settings.seat,
        teacher=settings.teacher,
    )


def described(name: str) -> Description:
    """The description of a game for a page; Http404 if there is no game with this name."""
    if not directory.has(name):
        raise Http404
    return game_choices.describe(name)


def _form(
    request: HttpRequest, form: NewGameForm, picture: str | None = None, status: int = 200
) -> HttpResponse:
    more = form.more_options()
    values = {
        "name": form.game,
        "title": game_choices.title(form.game),
        "form": form,
        "fields": form.first(),
        "more": more,
        "opened": any(field.errors for field in more) or "position" in request.GET,
        "picture": picture,
        "offer": _offers_table(request, form.game),
        "next": reverse("new", args=[form.game]) if request.method == "POST" else None,
    }
    return render(request, "play/new.html", values, status=status)


def _offers_table(request: HttpRequest, name: str) -> bool:
    return tablebases.is_offered(request, name) and not tablebases.known(name)


# Playing


@require_safe
@errors.telling
def game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board."""
    row = _mine(request, game_id)
    stored = repository.read(row)
    note = import_export.import_losses(row.note)
    if note:  # shown once
        Game.objects.filter(pk=row.pk).update(note="")
    viewer = visitor_of(request)
    now = state.build(row, stored, jobs.running(row), note, jobs.since(row), viewer)
    values = {
        "state": now,
        "page_data": page_data.script(now, "state"),
        "drawing": first_drawing(now["view"], turned=_is_turned(now)),
        "formats": import_export.formats(row.name),
        "perfect": _perfect(request, row),
        "counts": guide_of(row.name).marks_dead,
        "teachable": teacher.may_in(row, stored),
    }
    template = "play/taught.html" if row.teacher else "play/game.html"
    return render(request, template, values)


def _is_turned(now: State) -> bool:
    return now["people"] == ["white"] and is_turned(now["view"], "white")


def _perfect(request: HttpRequest, row: Game) -> dict[str, bool] | None:
    """The page's data for perfect play: empty if the game cannot be solved."""
    if not guide_of(row.name).tablebase:
        return None
    return {"offer": tablebases.is_open(row) and _offers_table(request, row.name)}


def _mine(request: HttpRequest, game_id: str) -> Game:
    row = own_game(request, game_id)
    if row is None:
        raise Http404
    return row


# Invitations


@require_http_methods(["GET", "HEAD", "POST"])
@errors.telling
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation. Only viewing it, as link previews do, takes no seat."""
    row = invitations.invited(token)
    visitor = visitor_of(request)
    if visitor and visitor in (row.visitor, row.guest):
        return redirect("game", row.pk)
    if request.method == "POST":
        try:
            row = invitations.join(token, welcome(request), people.name_of(request))
        except invitations.Taken as taken:
            return render(request, "play/join.html", _invitation(taken.row), status=409)
        return redirect("game", row.pk)
    return render(request, "play/join.html", _invitation(row))


def _invitation(row: Game) -> dict[str, object]:
    """The details of an invitation."""
    stored = repository.read(row)
    side = invitations.free_side(row)
    options = [
        (
            game_choices.option_label(row.name, option),
            game_choices.choice_label(row.name, option, row.options[name]),
        )
        for option in game_choices.describe(row.name)["options"]
        if (name := option["name"]) in row.options
    ]
    view = directory.of(row.name).picture(stored)["view"]
    return {
        "name": row.name,
        "title": game_choices.title(row.name),
        "picture": packed(view),
        "flipped": is_turned(view, side),
        "side": side,
        "side_name": sentences.side_name(side),
        "host": stored.name(other(side)),
        "options": options,
        "clock": clock_choices.words(row.clock) if row.clock else "",
        "strict": row.strict,
        "free": invitations.is_free(row),
        "over": row.result is not None,
        "watch": reverse("shared", args=[row.share]) if row.share else "",
        "taken": sentences.seat_taken(),
    }
