"""Preset greetings between the players of a game by link; there is no free chat."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from plyground.web.base import event_bus
from plyground.web.base.answers import Problem, later
from plyground.web.base.limits import Buckets, whole_seconds
from plyground.web.base.request_body import read_body
from plyground.web.community.lobby_views import blocked
from plyground.web.contract.requests import GreetingRequest
from plyground.web.games import consent, seats
from plyground.web.play import api
from plyground.web.visitors import people
from plyground.web.visitors.visitors import visitor_of

_allowed = Buckets(4, 0.2)  # greetings of a visitor in this process


@require_POST
@api.answering
def greet(request: HttpRequest, game_id: str) -> HttpResponse:
    """Sends a greeting to everyone who is looking at the game now; nothing is stored."""
    row, _stored = api.mine(request, game_id)
    visitor, what = visitor_of(request), read_body(request, GreetingRequest).what
    side = seats.side_of(row, visitor)
    if side is None or not consent.is_complete(row):
        raise Problem(422, "no_opponent", _("The other seat is empty."))
    if people.is_blocked(visitor):
        raise Problem(403, "blocked", blocked())
    if wait := _allowed.take(visitor):
        return later(429, "too_many", _("Not so many greetings at once."), whole_seconds(wait))
    event_bus.publish(f"game:{row.pk}", f"greet {side} {what}")
    return JsonResponse({})
