"""The outermost layer: every request gets an id, and is timed, counted and logged."""

import re
import time
from collections.abc import Callable, Coroutine
from typing import Any

from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from plyground.web.base import logs, metrics
from plyground.web.base.handler import Awaited
from plyground.web.games.models import Game
from plyground.web.server import health

Answer = Callable[[HttpRequest], HttpResponseBase]
Coming = Callable[[], Coroutine[Any, Any, HttpResponse]]

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

_GONE = 499  # the client disconnected before there was an answer; nginx's code
_KIND = re.compile(r"<\w+:")


def observe(get_response: Answer) -> Answer:
    """Watches requests, and answers probes before any other check."""
    post_save.connect(_count_game, sender=Game, dispatch_uid="plyground.metrics")
    metrics.readers()  # an invalid setting is reported now

    def answer(request: HttpRequest) -> HttpResponseBase:
        visit = _Visit(request)
        with logs.during(visit.name):
            probed = health.probe(request)
            response = get_response(request) if probed is None else probed
            if probed is None:
                visit.see(response)
            else:
                _dress(response)
            response.headers["X-Request-ID"] = visit.name
        return response

    return answer


class _Visit:
    """One request: its id, and its time."""

    def __init__(self, request: HttpRequest) -> None:
        self.name = logs.request_id(request.headers.get("X-Request-ID", ""))
        self._request = request
        self._begin = time.perf_counter()

    def see(self, response: HttpResponseBase) -> None:
        """Notes the answer; a pending answer when it is complete."""
        if isinstance(response, Awaited):
            response.coming = self._later(response.coming)
            return
        self._note(response.status_code)
        if response.streaming:
            # Closed with the response, by any path.
            closers: list[Callable[[], None]] = vars(response)["_resource_closers"]
            closers.append(metrics.stream_opened())

    def _later(self, coming: Coming) -> Coming:
        async def watched() -> HttpResponse:
            status = _GONE
            with logs.during(self.name):
                try:
                    found = await coming()
                    status = found.status_code
                    return found
                except Exception:
                    status = 500
                    raise
                finally:
                    self._note(status)

        return watched

    def _note(self, status: int) -> None:
        method = self._request.method if self._request.method in METHODS else "other"
        route = route_of(self._request)
        seconds = time.perf_counter() - self._begin
        metrics.answered(method, route, status, seconds)
        logs.tell(method, route, status, seconds)


def route_of(request: HttpRequest) -> str:
    """The pattern of the requested address, without its variable parts."""
    match = getattr(request, "resolver_match", None)
    return "/" + _KIND.sub("<", match.route) if match is not None else "none"


def _count_game(instance: Game, created: bool, raw: bool, **_: Any) -> None:
    if created and not raw:
        metrics.game_begun(instance.name)


def _dress(response: HttpResponseBase) -> None:
    """The headers that other answers get further in."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
