"""Which games a visitor may act in."""

from django.http import HttpRequest

from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.visitors.visitors import visitor_of


def own_game(request: HttpRequest, game_id: str) -> Game | None:
    """The game of this id, if this visitor owns it or has a seat in it."""
    row = repository.find(game_id)
    name = visitor_of(request)
    return row if row is not None and name and name in (row.visitor, row.guest) else None
