"""What the page asks for about searches. docs/web.md lists it."""

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from plyground.web import jobs, state
from plyground.web.api import Data, Problem, answering, body, failure, fresh, later, mine
from plyground.web.jobs.job import Job
from plyground.web.jobs.stream import stream
from plyground.web.models import Game
from plyground.web.sheet import Sheet
from plyground.web.visitors import address_of, own_game, visitor_of

_LISTENERS = 20  # tabs in which one game is open
_SOON = 5  # seconds: until then the queue is shorter


@require_POST
@answering
def ask(request: HttpRequest) -> HttpResponse:
    """A reply or a hint is wanted; asking again for the same gets the same job."""
    wish = body(request)
    row, sheet = mine(request, str(wish.get("game", "")))
    fresh(row, sheet, wish, visitor_of(request))
    try:
        return JsonResponse({"job": _ask(wish, row, sheet, address_of(request))})
    except jobs.Full:
        sentence = _("Too many games are being thought about; try again in a few seconds.")
        return later(503, "busy", sentence, _SOON)


def _ask(wish: Data, row: Game, sheet: Sheet, address: str) -> Data:
    kind = wish.get("kind")
    now = state.build(row, sheet)
    if kind == "reply":
        if now["to_move"] != "computer":
            raise Problem(422, "not_computers_turn", _("It is not the computer's turn."))
        return jobs.ask_reply(row, sheet, now, address, anyway=wish.get("anyway") is True)
    if kind != "hint":
        raise Problem(400, "malformed", _("A search is for a reply or for a hint."))
    if row.strict:
        raise Problem(403, "strict", _("This is a strict game: there are no hints."))
    if not now["can"]["hint"]:
        raise Problem(403, "not_your_turn", _("A hint is for the person whose turn it is."))
    return jobs.ask_hint(row, sheet, address)


@require_GET
def events(request: HttpRequest, job_id: str) -> HttpResponseBase:
    """Everything the job has told and tells, until its end."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    last = request.headers.get("Last-Event-ID", "")
    after = int(last) if last.isdecimal() and len(last) < 10 else 0
    if job.is_over and not job.since(after)[0]:
        return HttpResponse(status=204)  # a browser that came back need not come again
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
    """Move now: the search ends with the best it has."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    jobs.hurry(job)
    return JsonResponse({})


@require_http_methods(["DELETE"])
def cancel(request: HttpRequest, job_id: str) -> HttpResponse:
    """The answer is not wanted any more."""
    job = _mine(request, job_id)
    if job is None:
        return _unknown()
    jobs.cancel(job)
    return JsonResponse({})


def _mine(request: HttpRequest, job_id: str) -> Job | None:
    job = jobs.find(job_id)
    # Who has signed in meanwhile has another name, and still the game.
    if job is None or job.visitor == visitor_of(request) or own_game(request, job.game):
        return job
    return None


def _unknown() -> HttpResponse:
    return failure(404, "no_such_job", _("There is no such search of yours."))
