"""The games in which a visitor may act."""

from django.http import HttpRequest

from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.visitors.visitors import claimed_account, recognise, visitor_of


def own_game(request: HttpRequest, game_id: str) -> Game | None:
    """The game with this id, if this visitor owns it or has a seat in it."""
    row = repository.find(game_id)
    return row if row is not None and _owns(request, row) else None


def own_stored(request: HttpRequest, game_id: str) -> tuple[Game, StoredGame] | None:
    """The same with the stored game. The statement also reads the visitor's account."""
    claimed = claimed_account(request)
    found = repository.load_with(game_id, claimed)
    if found is None:
        return None
    row, stored, account = found
    if account is not None:
        recognise(request, account)
    return (row, stored) if _owns(request, row) else None


def _owns(request: HttpRequest, row: Game) -> bool:
    name = visitor_of(request)
    return bool(name) and name in (row.visitor, row.guest)
