"""Who is asking: a visitor is known by a random name in a signed cookie, never by an address."""

import secrets
import time

from django.http import HttpRequest

from plyground.web import store
from plyground.web.models import Game

_KEY = "visitor"
_SIGNED = "day"  # on which the cookie was written, as a number
_RENEWED = 30  # days after which it is written again, or it would end one day
_DAY = 24 * 3600


def visitor_of(request: HttpRequest) -> str:
    """The visitor's name; empty for somebody who has not played yet."""
    name = request.session.get(_KEY, "")
    return name if isinstance(name, str) else ""


def welcome(request: HttpRequest) -> str:
    """The visitor's name, given now if there was none."""
    name = visitor_of(request)
    if not name:
        name = request.session[_KEY] = secrets.token_urlsafe(18)
        renew(request)
    return name


def renew(request: HttpRequest) -> None:
    """Writes the cookie of a visitor again now and then: it lasts from when it was written."""
    today = int(time.time() // _DAY)
    day = request.session.get(_SIGNED, 0)
    known = day if isinstance(day, int) else 0
    if visitor_of(request) and today - known >= _RENEWED:
        request.session[_SIGNED] = today


def address_of(request: HttpRequest) -> str:
    """Where the request comes from; a proxy on this machine says for whom it asks."""
    return str(request.META.get("REMOTE_ADDR") or "")


def own_game(request: HttpRequest, game_id: str) -> Game | None:
    """The game of this name, if it is this visitor's."""
    row = store.find(game_id)
    return row if row is not None and row.visitor == visitor_of(request) else None
