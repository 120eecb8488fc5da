"""Signing a browser in to an account, and out again."""

from django.contrib.auth import login, logout
from django.http import HttpRequest
from django.utils.translation import gettext as _

from plyground.web.accounts import services as accounts_services
from plyground.web.games import repository
from plyground.web.visitors import sessions
from plyground.web.visitors.models import Account
from plyground.web.visitors.visitors import (
    account_of,
    cookie_name,
    drop_cookie_name,
    keep_name,
    kept_name,
    restore_name,
)


def enter(request: HttpRequest, account: Account) -> None:
    """Binds the session to the account.

    Raises repository.TooMany if the account has no room for the games of this browser.
    """
    name = cookie_name(request) or kept_name(request)
    sits = accounts_services.claim(name, account)
    login(request, account)
    sessions.begin(request, account)
    drop_cookie_name(request)
    if sits:
        keep_name(request, name)


def depart(request: HttpRequest) -> None:
    """Ends the session; a seat that the browser had before belongs to it again."""
    name, account = kept_name(request), account_of(request)
    if account is not None:
        sessions.end(request, account)
    logout(request)
    restore_name(request, name)


def no_room() -> str:
    """Why an account can't take over the games of this browser."""
    sentence = _(
        "The account has no room for the games of this browser: %(most)s can be kept."
        " Delete some here first."
    )
    return sentence % {"most": repository.MOST_GAMES}
