"""The lobby: open challenges, accepting and cancelling them, quick pairing."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from plyground.web.base.answers import Problem
from plyground.web.community import challenges, lobby, relations
from plyground.web.community.lobby_form import ChallengeForm
from plyground.web.contract.values import Url
from plyground.web.games import invitations, repository, sentences
from plyground.web.games.models import Game
from plyground.web.pages import page_data
from plyground.web.play import api, errors
from plyground.web.visitors import people
from plyground.web.visitors.visitors import visitor_of, welcome


def blocked() -> str:
    """The message for a blocked visitor."""
    return _("The operator of this server has blocked you from playing with other people.")


@require_http_methods(["GET", "HEAD", "POST"])
@errors.telling
def page(request: HttpRequest) -> HttpResponse:
    """The lobby; the form makes a challenge, or finds somebody who wants the same."""
    if request.method != "POST":
        return _show(request, ChallengeForm())
    form = ChallengeForm({key: str(value) for key, value in request.POST.items()})
    if not form.is_valid():
        return _show(request, form, 422)
    visitor = welcome(request)
    if people.is_blocked(visitor):
        return _show(request, form, 403, wrong=blocked())
    find = challenges.pair if "pair" in request.POST else challenges.create
    try:
        row = find(visitor, people.name_of(request), form.terms)
    except repository.TooMany:
        return _show(request, form, 422, wrong=sentences.too_many())
    return redirect("game", row.pk)


def _show(
    request: HttpRequest, form: ChallengeForm, status: int = 200, wrong: str = ""
) -> HttpResponse:
    visitor = visitor_of(request)
    person = people.of(visitor)
    values = {
        "form": form,
        "fields": [form[name] for name in form.fields],
        "wrong": wrong,
        "page_data": page_data.script(lobby.lobby(), "lobby"),
        "me": person.key if person else "",
        "name": people.name_of(request),
        "follows": relations.listed(visitor),
    }
    return render(request, "community/lobby.html", values, status=status)


@require_POST
@errors.telling
def accept(request: HttpRequest, game_id: str) -> HttpResponse:
    """Takes the seat of a challenge; somebody else may have been faster."""
    row = _challenge(game_id)
    visitor = welcome(request)
    if people.is_blocked(visitor):
        return errors.answer(request, 403, "blocked", blocked())
    if row is None or not row.invite:
        return errors.answer(request, 409, "seat_taken", _("This challenge is not open any more."))
    try:
        row = invitations.join(row.invite, visitor, people.name_of(request))
    except invitations.Taken:
        return errors.answer(request, 409, "seat_taken", _("This challenge is not open any more."))
    return redirect("game", row.pk)


@require_POST
def cancel(request: HttpRequest, game_id: str) -> HttpResponse:
    """Takes back one's own challenge, if nobody has accepted it yet."""
    row, visitor = _challenge(game_id), visitor_of(request)
    if row is not None and visitor == row.visitor:
        invitations.leave(row, visitor)
    return redirect("lobby")


def _challenge(game_id: str) -> Game | None:
    """The game of an open challenge."""
    row = repository.find(game_id)
    return row if row is not None and invitations.challenge_of(row) is not None else None


@require_POST
@api.answering
def computer(request: HttpRequest, game_id: str) -> HttpResponse:
    """Nobody came: the computer takes the seat, as the challenger agreed."""
    row = repository.find(game_id)
    visitor = visitor_of(request)
    if row is None or not visitor or row.visitor != visitor:
        raise Http404
    if not challenges.seat_computer(row, visitor):
        raise Problem(409, "seat_taken", _("This challenge is not open any more."))
    return JsonResponse(Url(url=reverse("game", args=[row.pk])))
