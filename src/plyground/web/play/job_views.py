"""The requests about searches. docs/how-to/web.md lists them."""

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from plyground.web.base.answers import Problem, failure, later
from plyground.web.base.client_address import address_of
from plyground.web.base.request_body import read_body
from plyground.web.contract.games import JobRef
from plyground.web.contract.jobs import JobAnswer
from plyground.web.contract.requests import JobRequest
from plyground.web.engine.job import Job
from plyground.web.engine.stream import stream
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, state
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.play import jobs
from plyground.web.play.api import answering, fresh, mine
from plyground.web.visitors.visitors import visitor_of

_LISTENERS = 20  # tabs with the same game
_SOON = 5  # seconds: by then the queue is shorter


@require_POST
@answering
def ask(request: HttpRequest) -> HttpResponse:
    """Requests a reply or a hint; the same request gets the same job."""
    command = read_body(request, JobRequest)
    row, stored = mine(request, command.game)
    fresh(row, stored, command.version, stored.at, visitor_of(request))
    try:
        return JsonResponse(JobAnswer(job=_ask(command, row, stored, address_of(request))))
    except jobs.Full:
        sentence = _("The engine is busy with too many games. Try again in a few seconds.")
        return later(503, "busy", sentence, _SOON)


def _ask(command: JobRequest, row: Game, stored: StoredGame, address: str) -> JobRef:
    kind = command.kind
    now = state.build(row, stored)
    if kind == "reply":
        if now["to_move"] != "computer":
            raise Problem(422, "not_computers_turn", _("It is not the computer's turn."))
        return jobs.ask_reply(row, stored, now, address, anyway=command.anyway)
    if kind != "hint":
        raise Problem(400, "malformed", _("The kind of a search must be reply or hint."))
    if row.strict:
        raise Problem(403, "strict", _("This is a strict game: there are no hints."))
    consent.require_fair(row.visitor, row.name)
    if not now["can"]["hint"]:
        raise Problem(403, "not_your_turn", _("A hint is for the person whose turn it is."))
    return jobs.ask_hint(row, stored, address)


@require_GET
def events(request: HttpRequest, job_id: str) -> HttpResponseBase:
    """All events of the job, until its end."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if last.isdecimal() and len(last) < 10 else 0
    if job.is_over and not job.since(after)[0]:
        return HttpResponse(status=204)  # a browser that reconnected need not come again
    job = jobs.follow(job)
    if job.listeners >= _LISTENERS:
        return later(429, "too_many", _("Too many pages show this game."), _SOON)
    return StreamingHttpResponse(
        stream(job, after),
        content_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


@require_POST
def hurry(request: HttpRequest, job_id: str) -> HttpResponse:
    """Move now: the search ends with its best move so far."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    jobs.hurry(job)
    return JsonResponse({})


@require_http_methods(["DELETE"])
def cancel(request: HttpRequest, job_id: str) -> HttpResponse:
    """Cancels the request."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    jobs.cancel(job)
    return JsonResponse({})


def _mine(request: HttpRequest, job_id: str) -> Job | None:
    job = jobs.find(job_id)
    # A visitor who has logged in meanwhile has another name, and still the game.
    if job is None or job.visitor == visitor_of(request) or own_game(request, job.game):
        return job
    return None


def _unknown() -> HttpResponse:
    return failure(404, "no_such_job", _("There is no such search of yours."))
