"""Headers that every answer carries."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

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


@sync_and_async_middleware
def guard(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., object]:
    """Adds the headers; nothing an answer says can be run, framed or sent elsewhere."""
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> HttpResponse:
            return _with_headers(await get_response(request))

        return answer

    def answer_now(request: HttpRequest) -> HttpResponse:
        return _with_headers(get_response(request))

    return answer_now


def _with_headers(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
