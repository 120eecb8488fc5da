"""Middleware: security headers, allowed hosts, size and rate limits."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from plyground.web.base import limits
from plyground.web.base.client_address import address_of
from plyground.web.pages import assets
from plyground.web.play import errors
from plyground.web.visitors import api_auth
from plyground.web.visitors.visitors import limited_name, renew

POLICY = (
    f"default-src 'none'; script-src 'self' '{assets.import_map_digest()}'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

Answer = Callable[[HttpRequest], HttpResponseBase]


def guard(get_response: Answer) -> Answer:
    """Adds security headers: no answer can be executed, framed or sent elsewhere.

    Requests for an unknown host name are refused, because they may come through another site's
    page.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _with_headers(_wrong_host(request) or get_response(request))

    return answer


def bounds(get_response: Answer) -> Answer:
    """Refuses requests that are too large or too frequent. It needs the visitor and the language.

    It also authenticates programs: a token identifies its owner, without a cookie.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        known = api_auth.enter(request)
        if not api_auth.is_program(request):
            renew(request)
        response = _out_of_bounds(request)
        if response is None:
            response = (
                _with_sentence(request, get_response(request)) if known else api_auth.unknown()
            )
        return api_auth.leave(request, response)

    return answer


def _refuse(
    request: HttpRequest, status: int, code: str, sentence: str, wait: float = 0.0
) -> HttpResponse:
    """An error answer; after this many seconds a retry may succeed."""
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


def _out_of_bounds(request: HttpRequest) -> HttpResponseBase | None:
    if getattr(request, "scope", {}).get(limits.TOO_LARGE):
        return _refuse(request, 413, "too_large", _("That is too much for one request."))
    who = limited_name(request), address_of(request)
    wait = limits.pause(request.method or "", request.path, *who)
    if wait:
        seconds = limits.whole_seconds(wait)
        sentence = _("That was too fast; try again in %(seconds)s seconds.")
        return _refuse(request, 429, "too_fast", sentence % {"seconds": seconds}, wait)
    return None


def _with_sentence(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Adds a sentence to an answer that only names methods or an address."""
    if response.status_code == 301 and _loses_body(request):
        values = {"address": f"{request.path}/"}
        sentence = _("There is nothing here. The address is %(address)s, with a slash at its end.")
        return errors.answer(request, 404, "not_found", sentence % values)
    if response.status_code != 405:
        return response
    sentence = _("This address does not support this request method.")
    answer = errors.answer(request, 405, "wrong_method", sentence)
    answer.headers["Allow"] = response.headers["Allow"]
    return answer


def _loses_body(request: HttpRequest) -> bool:
    """Whether a redirected program would arrive with GET, and without its body."""
    return request.path.startswith("/api/") and request.method not in ("GET", "HEAD")


def _with_headers(response: HttpResponseBase) -> HttpResponseBase:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
