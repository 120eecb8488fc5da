"""Visitors, identified by a random cookie, never by an address.

The name is in a signed cookie; or it is that of the account that is logged in, or of the token that
a program sends.
"""

import time
from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from plyground.web.base.ids import new_visitor
from plyground.web.visitors import sessions
from plyground.web.visitors.models import Account

Answer = Callable[[HttpRequest], HttpResponseBase]

_KEY = "visitor"
_KEPT = "kept"  # the browser's earlier name, while an account is logged in that plays against it
_SIGNED = "day"  # the day on which the cookie was written, as a number
_RENEWED = 30  # days after which it is rewritten, because it would expire one day
_DAY = 24 * 3600
_KNOWN = "_cached_user"  # where a request's account is kept after reading


def visitor_of(request: HttpRequest) -> str:
    """The visitor's name; empty for a visitor who has not played yet."""
    bearer = getattr(request, "bearer", None)  # set by the middleware that reads tokens
    if bearer is not None:
        return str(bearer)
    account = account_of(request)
    if account is not None:
        return account.visitor
    return cookie_name(request)


def cookie_name(request: HttpRequest) -> str:
    """The name in the cookie itself, of a visitor who is not logged in; or empty."""
    name = request.session.get(_KEY, "")
    return name if isinstance(name, str) else ""


def drop_cookie_name(request: HttpRequest) -> None:
    """Removes the cookie's name; an account may replace it."""
    request.session.pop(_KEY, None)


def kept_name(request: HttpRequest) -> str:
    """The browser's name before the login, if it still has a seat; or empty."""
    name = request.session.get(_KEPT, "")
    return name if isinstance(name, str) else ""


def keep_name(request: HttpRequest, name: str) -> None:
    """Keeps a name in the cookie that is inactive while an account is logged in."""
    request.session[_KEPT] = name


def restore_name(request: HttpRequest, name: str) -> None:
    """Restores the name from before the login."""
    request.session.pop(_KEPT, None)
    if name:
        request.session[_KEY] = name


def account_of(request: HttpRequest) -> Account | None:
    """The logged-in account, if there is one; or that of a program's token."""
    bearer = getattr(request, "bearer", None)
    if bearer is not None:
        return Account.objects.filter(visitor=bearer).first()
    kept = kept_name(request)
    user = getattr(request, "user", None)
    if isinstance(user, Account):
        return user
    if kept and SESSION_KEY not in request.session:  # it was ended elsewhere
        restore_name(request, kept)
    return None


def recognising(get_response: Answer) -> Answer:
    """Middleware: `request.user` is the logged-in account, read on first use."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        request.user = cast(Account, SimpleLazyObject(lambda: _user_of(request)))
        return get_response(request)

    return answer


def _user_of(request: HttpRequest) -> Account | AnonymousUser:
    claimed = claimed_account(request)
    account = None if claimed is None else sessions.find(*claimed)
    if account is not None:
        recognise(request, account)
    known = getattr(request, _KNOWN, None)
    if known is None:
        if SESSION_KEY in request.session:
            request.session.flush()  # it was ended elsewhere
        known = AnonymousUser()
        setattr(request, _KNOWN, known)
    return cast(Account | AnonymousUser, known)


def claimed_account(request: HttpRequest) -> tuple[int, str] | None:
    """The account and the session in a cookie, before they are checked."""
    if getattr(request, "bearer", None) is not None or hasattr(request, _KNOWN):
        return None
    session = request.session
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    claimed = str(session.get(SESSION_KEY, ""))
    return (int(claimed), sessions.digest_of(request)) if claimed.isdecimal() else None


def recognise(request: HttpRequest, account: Account) -> None:
    """The cookie's account and session have been read, and need not be read again."""
    if sessions.fits(request, account):
        setattr(request, _KNOWN, account)
        sessions.note_use(request, account)


def limited_name(request: HttpRequest) -> str:
    """The key of a rate limit: the visitor, or the session of an account.

    The cookie alone decides, so that no account is read for it. A session that was ended elsewhere
    counts separately: it takes nothing from the account.
    """
    bearer = getattr(request, "bearer", None)
    if bearer is not None:
        return str(bearer)
    session = request.session
    if SESSION_KEY in session:
        return f"{session[SESSION_KEY]} {session.get(HASH_SESSION_KEY, '')}"
    return cookie_name(request)


def welcome(request: HttpRequest) -> str:
    """The visitor's name, which is created now if there was none."""
    name = visitor_of(request)
    if not name:
        name = request.session[_KEY] = new_visitor()
        renew(request)
    return name


def renew(request: HttpRequest) -> None:
    """Rewrites a visitor's cookie now and then, because its lifetime starts when it is written."""
    today = int(time.time() // _DAY)
    day = request.session.get(_SIGNED, 0)
    known = day if isinstance(day, int) else 0
    if today - known >= _RENEWED and visitor_of(request):
        request.session[_SIGNED] = today
