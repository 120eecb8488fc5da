"""Error answers: a page with a plain sentence, or JSON for code."""

import copy
import functools
import logging
import re
import sys
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from plyground.records.record import Malformed
from plyground.web.base import answers, logs, metrics
from plyground.web.base.transactions import is_away
from plyground.web.game_service.commands import Unavailable
from plyground.web.game_service.service import Refused
from plyground.web.games import repository, sentences
from plyground.web.visitors.visitors import account_of

View = Callable[..., HttpResponse]

_log = logging.getLogger(__name__)
_OF_CODE = re.compile(  # paths that code also requests
    r"/shared/[^/]+/(at|events|tablebase|truth)/|/(games|shared)/[^/]+/review/at/|/tables/|/tablebases/|/watch/(at|trace)/|/lab/([^/]+/)?state/|/lab/trainings/[^/]+/(state|games|seen)/"
    r"|/learn/[^/]+/[^/]+/(steps|answer)/|/analysis/(at|network|compose|read|save)/"
)
_SOON = 2  # seconds until a program has restarted
_LINKS = ("/shared/", "/join/", "/api/join/")  # paths that people give each other


def answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """The sentence as a page, or as JSON for code."""
    if request.path.startswith("/api/") or _OF_CODE.match(request.path):
        return answers.failure(status, code, sentence)
    if status == 413 and request.path == reverse("import"):
        sentence = _("That is too large: at most 2 megabytes can be imported at once.")
    # After an error a link leads home, because the address itself may be wrong.
    asks = status == 404 and _is_game(request) and account_of(request) is None
    values = {"sentence": sentence, "status": status, "next": "/", "asks": asks}
    return render(request, "pages/error.html", values, status=status)


def telling(view: View) -> View:
    """Turns refusals in a page's view into an error page; a game written in Python may fail."""

    @functools.wraps(view)
    def answered(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except repository.TooMany:
            return answer(request, 429, "too_many", sentences.too_many())
        except ValueError as error:
            code = error.code if isinstance(error, Refused) else "wrong"
            passes = isinstance(error, Unavailable)
            response = answer(request, 503 if passes else 422, code, sentence_of(error))
            if passes:
                response.headers["Retry-After"] = str(_SOON)
            return response

    return answered


def refusal(refused: Refused) -> HttpResponse:
    """A refusal of the rules, for code; or the message that a game's program is restarting."""
    sentence = sentences.refusal(refused.code, refused.arguments, refused.sentence)
    if isinstance(refused, Unavailable):
        return answers.later(503, refused.code, sentence, _SOON)
    return answers.failure(422, refused.code, sentence, refused.at)


def sentence_of(error: ValueError) -> str:
    """A refusal of the rules in the visitor's language."""
    if isinstance(error, Refused):
        return sentences.refusal(error.code, error.arguments, error.sentence)
    if isinstance(error, Malformed):
        values = {
            "place": sentences.place_name(error.place),
            "reason": sentences.rendered(error.reason),
        }
        return _("%(place)s: %(reason)s") % values
    return sentences.rendered(str(error))


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that was unreadable or too large."""
    name = type(exception).__name__
    if name in ("RequestDataTooBig", "TooManyFilesSent", "TooManyFieldsSent"):
        return answer(request, 413, "too_large", _("That is too much for one request."))
    return answer(request, 400, "malformed", _("The server could not read that request."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """A request that the visitor may not make."""
    return answer(request, 403, "forbidden", _("That is not allowed here."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form from an old page or from another site; or a program that does not identify itself."""
    if (refused := _wrong_method(request)) is not None:
        return refused
    sentence = _("Please reload the page and try again.")
    if request.path.startswith("/api/") and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        sentence = _("A program must send a token, or JSON as Content-Type: application/json.")
    return answer(request, 403, "old_page", sentence)


def _wrong_method(request: HttpRequest) -> HttpResponse | None:
    """The answer of an API address that does not accept the method.

    OPTIONS is not accepted either, so asking for the methods has no effect.
    """
    match = request.resolver_match
    if match is None or not request.path.startswith("/api/"):
        return None
    asked = copy.copy(request)
    asked.method = "OPTIONS"
    found: HttpResponse = match.func(asked, *match.args, **match.kwargs)
    takes = found.headers.get("Allow", "").split(", ")
    return found if found.status_code == 405 and request.method not in takes else None


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """An unknown address, or another visitor's game."""
    if request.path.startswith(_LINKS):
        sentence = _("This link no longer works.")
    elif not _is_game(request):
        sentence = _("There is nothing here.")
    elif account_of(request) is None:
        sentence = _(
            "There is nothing here. Only its players can see a game; sign in if it is yours."
        )
    else:
        sentence = _("There is no such game of yours.")
    return answer(request, 404, "not_found", sentence)


def _is_game(request: HttpRequest) -> bool:
    """Whether a game may exist at this address."""
    return request.path.startswith("/games/")


def database_away(request: HttpRequest) -> HttpResponse:
    """The database is unavailable, so logged-in visitors cannot be recognised either."""
    metrics.database_error()
    request.user = AnonymousUser()
    sentence = _("The database does not answer now; please try again in a moment.")
    try:
        response = answer(request, 503, "database", sentence)
    except Exception:  # noqa: BLE001 - whatever it is, there must be an answer
        response = HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
    response.headers["Retry-After"] = "2"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """An internal error, which Django has already logged; or the database is away."""
    if is_away(sys.exc_info()[1]):
        return database_away(request)
    sentence = _("Something went wrong on the server. Your games are safe; please try again.")
    if fault := logs.current():  # the id with which the operator finds it in the log
        reference = _("If you report this, quote %(fault)s.") % {"fault": fault}
        sentence = f"{sentence} {reference}"
    try:
        return answer(request, 500, "fault", sentence)
    except Exception:  # noqa: BLE001 - whatever it is, there must be an answer
        _log.exception("The error page can't be shown")
        return HttpResponse(sentence, status=500, content_type="text/plain; charset=utf-8")
