"""Authentication of programs: tokens instead of cookies, and limits in headers."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from plyground.web.base import answers, limits
from plyground.web.base.client_address import address_of
from plyground.web.contract.values import ENGINE_LEFT
from plyground.web.engine import budget
from plyground.web.visitors import sessions, tokens
from plyground.web.visitors.visitors import account_of, limited_name, visitor_of

_API = "/api/"
_ENGINE = ("/api/move/", "/api/analyse/", "/api/jobs/")
_SCHEME = "bearer"


def enter(request: HttpRequest) -> bool:
    """Reads the token of a program; False for an unknown token.

    Only a program itself can send a token, so it needs no CSRF protection. Neither do JSON or
    DELETE requests of strangers: there is nothing yet to misuse, and no foreign page can send them
    through a browser without its consent.
    """
    if not request.path.startswith(_API):
        return True
    token = _token(request)
    if token is not None:
        request.bearer = tokens.find(token)  # type: ignore[attr-defined]
        _let_in(request)
        return request.bearer is not None  # type: ignore[attr-defined]
    if _is_stranger(request) and not _is_like_a_form(request):
        _let_in(request)
    return True


def _token(request: HttpRequest) -> str | None:
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == _SCHEME else None


def right_of(request: HttpRequest) -> Callable[[], bool] | None:
    """A function that checks whether the same request would still be allowed.

    None for a cookie without an account, which nothing can end.
    """
    if is_program(request):
        name, token = visitor_of(request), _token(request) or ""
        return lambda: tokens.find(token) == name
    account = account_of(request)
    if account is None:
        return None
    key, digest, known = account.pk, sessions.digest_of(request), account.get_session_auth_hash()

    def is_on() -> bool:
        now = sessions.find(key, digest)
        return now is not None and now.get_session_auth_hash() == known

    return is_on


def _let_in(request: HttpRequest) -> None:
    request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # noqa: SLF001


def _is_stranger(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def _is_like_a_form(request: HttpRequest) -> bool:
    """Whether any foreign page could have sent it without permission."""
    return request.method == "POST" and request.content_type != "application/json"


def is_program(request: HttpRequest) -> bool:
    """Whether the request has a token of any kind."""
    return hasattr(request, "bearer")


def unknown() -> HttpResponse:
    """The answer to an unknown token."""
    return _who(_("This token is not known here, or was revoked."), "bad_token")


def nobody() -> HttpResponse:
    """The answer to a visitor without a name, if one is required."""
    return _who(_("Send a token; POST /api/tokens/ gives you one."), "no_token")


def _who(sentence: str, code: str) -> HttpResponse:
    response = answers.failure(401, code, sentence)
    response.headers["WWW-Authenticate"] = 'Bearer realm="plyground"'
    return response


def leave(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer with the client's remaining limits."""
    if not request.path.startswith(_API):
        return response
    address = address_of(request)
    left = limits.allowance(request.method or "", request.path, limited_name(request), address)
    if left is not None:
        response.headers["RateLimit-Limit"] = str(left.limit)
        response.headers["RateLimit-Remaining"] = str(left.remaining)
        response.headers["RateLimit-Reset"] = str(left.reset)
    if request.method == "POST" and request.path.startswith(_ENGINE):
        seconds = engine_left(visitor_of(request), address)
        if seconds is not None:
            response.headers[ENGINE_LEFT] = str(max(0, round(seconds)))
    return response


def engine_left(visitor: str, address: str) -> float | None:
    """The visitor's remaining engine time in seconds; None if it is not limited."""
    engine_budget = budget.engine_time()
    return None if engine_budget is None else engine_budget.left(payer(visitor, address), address)


def payer(visitor: str, address: str) -> str:
    """The key that a search is charged to: for a stranger, a hash of the address."""
    return visitor or budget.hashed(address)
