"""What happens to every request and answer: headers, names we answer to, sizes and rates."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext as _

from plyground.web import errors, limits
from plyground.web.visitors import visitor_of

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
    " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

Answer = Callable[[HttpRequest], Any]


def _around(before: Callable[[HttpRequest], HttpResponse | None], get_response: Answer) -> Answer:
    """Asks `before` first; what it answers is the answer. Nothing of it waits for anything."""
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> HttpResponse:
            early = before(request)
            return _with_headers(await get_response(request) if early is None else early)

        return answer

    def answer_now(request: HttpRequest) -> HttpResponse:
        early = before(request)
        return _with_headers(get_response(request) if early is None else early)

    return answer_now


@sync_and_async_middleware
def guard(get_response: Answer) -> Answer:
    """Adds the headers: nothing an answer says can be run, framed or sent elsewhere.

    A request under a name that is not ours gets no further: it may come by way of another page.
    """
    return _around(_wrong_host, get_response)


@sync_and_async_middleware
def bounds(get_response: Answer) -> Answer:
    """Refuses what is too large or comes too fast. It needs to know the visitor and a language."""
    return _around(_out_of_bounds, get_response)


def _refuse(
    request: HttpRequest, status: int, code: str, sentence: str, wait: float = 0.0
) -> HttpResponse:
    """An answer that is no success; after so many seconds it may be one."""
    response = errors.answer(request, status, code, sentence)
    if wait:
        response.headers["Retry-After"] = str(limits.whole_seconds(wait))
    return response


def _wrong_host(request: HttpRequest) -> HttpResponse | None:
    try:
        request.get_host()
    except DisallowedHost:
        sentence = "This server does not answer to that name; PLYGROUND_HOSTS can add it.\n"
        return HttpResponse(sentence, status=400, content_type="text/plain; charset=utf-8")
    return None


def _out_of_bounds(request: HttpRequest) -> HttpResponse | None:
    if getattr(request, "scope", {}).get(limits.TOO_LARGE):
        return _refuse(request, 413, "too_large", _("That is too much for one request."))
    who = visitor_of(request) or request.META.get("REMOTE_ADDR") or ""
    wait = limits.pause(request.method or "", request.path, who)
    if wait:
        seconds = limits.whole_seconds(wait)
        sentence = _("That was too fast; try again in %(seconds)s seconds.")
        return _refuse(request, 429, "too_fast", sentence % {"seconds": seconds}, wait)
    return None


def _with_headers(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
