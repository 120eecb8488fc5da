"""Who is asking: a visitor is known by a random name in a signed cookie, never by an address."""

import secrets

from django.http import HttpRequest

_KEY = "visitor"


def visitor_of(request: HttpRequest) -> str:
    """The visitor's name; empty for somebody who has not played yet."""
    name = request.session.get(_KEY, "")
    return name if isinstance(name, str) else ""


def welcome(request: HttpRequest) -> str:
    """The visitor's name, given now if there was none."""
    name = visitor_of(request)
    if not name:
        name = request.session[_KEY] = secrets.token_urlsafe(18)
    return name
