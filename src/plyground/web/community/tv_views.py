"""The page of TV: a shared game that is followed by the next one."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from plyground.web.base.answers import Problem, later
from plyground.web.base.client_address import address_of
from plyground.web.community import tv
from plyground.web.contract.jobs import JobAnswer
from plyground.web.games import repository, state
from plyground.web.play import api, errors, import_export, jobs

_SOON = 5  # seconds: by then the queue is shorter


@require_safe
@errors.telling
def now(_request: HttpRequest) -> HttpResponse:
    """Leads to the game that is on."""
    return redirect("tv_game", tv.on_air().share)


@require_safe
@errors.telling
def game(request: HttpRequest, token: str) -> HttpResponse:
    """A game on TV."""
    return render(request, "community/tv.html", import_export.shared_values(request, token))


@require_POST
@api.answering
def go(request: HttpRequest, token: str) -> HttpResponse:
    """The computers' game goes on; viewers who ask at once get the same search."""
    row = import_export.shared_row(token)
    if row.visitor != tv.OWNER:
        raise Problem(404, "not_found", _("There is nothing here."))
    stored = repository.read(row)
    picture = state.build(row, stored)
    if picture["to_move"] != "computer":
        raise Problem(422, "not_computers_turn", _("It is not the computer's turn."))
    try:
        return JsonResponse(
            JobAnswer(job=jobs.ask_reply(row, stored, picture, address_of(request)))
        )
    except jobs.Full:
        sentence = _("The engine is busy with too many games. Try again in a few seconds.")
        return later(503, "busy", sentence, _SOON)
