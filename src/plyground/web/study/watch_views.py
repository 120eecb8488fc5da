"""Watching a search: the page, the tour, the recordings, the boards."""

import base64
import gzip
import json

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from plyground.engine.view import View
from plyground.learn.recording import Glance
from plyground.learn.watch import MOST_LINES, Unwatchable
from plyground.web.api import analysis
from plyground.web.api import views as api_views
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.base.handler import Awaited
from plyground.web.base.request_body import read_body
from plyground.web.contract.page_requests import WatchRequest
from plyground.web.contract.study import WatchBoards, WatchedPosition, WatchFullBoards, WatchPage
from plyground.web.engine.job import Job
from plyground.web.game_service import directory
from plyground.web.games import consent, sentences
from plyground.web.pages import page_data
from plyground.web.pages.pictures import pack
from plyground.web.play import api, errors, game_choices
from plyground.web.study import watch_searches, watch_setup, watch_tour
from plyground.web.study.watch_searches import WHICH
from plyground.web.study.watch_setup import Setup
from plyground.web.visitors.visitors import visitor_of

_MOST_MOVES = 1600  # of all lines together
_KEPT = 3600  # seconds for which a browser may cache a board


# Pages


@require_safe
@errors.telling
def page(request: HttpRequest) -> HttpResponse:
    """The search of the query, or the default one."""
    return _show(request, watch_setup.read(request.GET.dict()), {})


@require_safe
@errors.telling
def tour(request: HttpRequest, number: int = 1) -> HttpResponse:
    """A step of the tour: a text, and its search."""
    steps = watch_tour.STEPS
    if not 1 <= number <= len(steps):
        raise Http404
    step = steps[number - 1]
    given = {**step.query, **({"at": request.GET["at"]} if "at" in request.GET else {})}
    values = {
        "step": step,
        "number": number,
        "count": len(steps),
        "before": number - 1,
        "after": number + 1 if number < len(steps) else 0,
    }
    return _show(request, watch_setup.read(given), values)


def _show(request: HttpRequest, setup: Setup, more: dict[str, object]) -> HttpResponse:
    values: dict[str, object] = {
        "setup": setup,
        "games": _games(),
        "fields": watch_setup.fields(setup),
        "searches": watch_setup.searches(setup),
        "moves": setup.query.get("moves", ""),
        "title": game_choices.title(setup.game) if setup.game else "",
        **more,
    }
    if setup.stored is not None:
        values["page_data"] = page_data.script(_watch_page(setup), "page-data")
        values["shown"] = [
            {"which": which, "title": watch_searches.title(setup.game, spec)}
            for which, spec in zip(WHICH, setup.specs, strict=False)
        ]
    status = 422 if setup.wrong else 200
    return render(request, "study/watch.html", values, status=status)


def _games() -> list[tuple[str, str]]:
    """The games to choose from, without games written in Python that fail."""
    games = []
    for name in directory.names():
        try:
            games.append((name, game_choices.title(name)))
        except ValueError:
            continue
    return games


def _watch_page(setup: Setup) -> WatchPage:
    """The data that the page's code needs at once."""
    assert setup.stored is not None
    picture = directory.of(setup.game).picture(setup.stored)
    return {
        "query": setup.query,
        "cursor": setup.cursor,
        "view": picture["view"],
        "searches": [
            {"which": which, "spec": spec, "title": watch_searches.title(setup.game, spec)}
            for which, spec in zip(WHICH, setup.specs, strict=False)
        ],
    }


# Recordings


@require_POST
@api_views.telling
def record(request: HttpRequest) -> HttpResponseBase:
    """Runs one of the searches of a query and returns the recording when it is done."""
    command = read_body(request, WatchRequest)
    setup, which = _asked(command.query), command.which
    if which not in WHICH[: len(setup.specs)]:
        raise Problem(400, "malformed", _("There is no such search in this link."), at="which")
    spec = setup.specs[WHICH.index(which)]
    consent.require_fair(visitor_of(request), setup.game)
    who = visitor_of(request), address_of(request)
    job = analysis.begin("watch", who, _recording(setup, spec))
    small = "gzip" in request.headers.get("Accept-Encoding", "")
    return Awaited(lambda: _answer(job, small=small))


def _asked(query: dict[str, str]) -> Setup:
    """The setup of a request; Problem says what is wrong with it."""
    setup = watch_setup.read(query)
    for name, sentence in setup.wrong.items():
        raise Problem(422, "wrong", sentence, at=name)
    return setup


def _recording(setup: Setup, spec: str) -> analysis.Thinking:
    """The work: a search, and packing its recording, both in the search thread."""
    assert setup.stored is not None
    stored = setup.stored

    def think(job: Job) -> dict[str, str]:
        try:
            found = directory.of(stored.game).watch(stored, spec, lambda _data: None, job.stop)
        except Unwatchable as no:
            raise ValueError(watch_searches.reason(no)) from None
        text = json.dumps(found, separators=(",", ":")).encode()
        return {"packed": base64.b64encode(gzip.compress(text, 5, mtime=0)).decode()}

    return think


async def _answer(job: Job, *, small: bool) -> HttpResponse:
    """The answer with the packed recording, so that the event loop has little to do."""
    answer = await analysis.answer(job)
    if answer.status_code != 200:
        return answer
    content = base64.b64decode(json.loads(answer.content)["packed"])
    response = HttpResponse(content_type="application/json")
    response.content = content if small else gzip.decompress(content)
    if small:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


# Boards


@require_safe
@api.answering
def glance(request: HttpRequest) -> HttpResponse:
    """The boards after lines of moves, each with the terms of its evaluation.

    `lines` are separated by semicolons. `full` returns the whole view, with its moves, for playing.
    """
    given = request.GET.dict()
    setup = _asked({name: given[name] for name in given if name not in ("lines", "full", "spec")})
    assert setup.stored is not None
    lines = [line.split() for line in given.get("lines", "").split(";")]
    if len(lines) > MOST_LINES or sum(map(len, lines)) > _MOST_MOVES:
        sentence = _("At most %(count)s positions can be read at once.")
        raise Problem(422, "too_many", sentence % {"count": MOST_LINES}, at="lines")
    spec = given.get("spec", "")
    try:
        seen = directory.of(setup.game).glance(setup.stored, lines, spec)
    except Unwatchable as no:
        raise Problem(422, "wrong", watch_searches.reason(no), at="spec") from None
    response = JsonResponse(_full(setup, seen) if "full" in given else _small(setup, seen))
    response.headers["Cache-Control"] = f"private, max-age={_KEPT}"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def _small(setup: Setup, seen: list[Glance]) -> WatchBoards:
    return {"boards": [{**_position(setup, one), "view": pack(one["view"])} for one in seen]}


def _full(setup: Setup, seen: list[Glance]) -> WatchFullBoards:
    return {"boards": [{**_position(setup, one), "view": one["view"]} for one in seen]}


def _position(setup: Setup, seen: Glance) -> WatchedPosition:
    """A position with texts in the visitor's language."""
    view = seen["view"]
    return {
        "moves": [move["text"] for move in view["moves"]],
        "result": _result(setup, view),
        "terms": [
            {
                **term,
                "name": _(term["name"].replace("_", " ")),
                "sentence": _(term["sentence"]) if term["sentence"] else "",
            }
            for term in seen["terms"]
        ],
    }


def _result(setup: Setup, view: View) -> str:
    if view["result"] is None:
        return ""
    options = {
        option["name"]: option["default"] for option in game_choices.describe(setup.game)["options"]
    }
    assert setup.stored is not None
    return sentences.ended(view["result"], [], {**options, **setup.stored.options})
