"""Games by link: accepting an invitation, and leaving a game."""

from dataclasses import replace
from typing import Any

from django.http import Http404
from django.utils import timezone

from plyground.engine.view import Turn, other
from plyground.records.record import outside_result
from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.game_service.analysis_data import result_data
from plyground.web.games import clocks, consent, repository, seats
from plyground.web.games.models import Game


class Taken(Exception):  # noqa: N818 - somebody else was quicker
    """The seat is somebody else's, or there is no game any more to sit down at."""

    def __init__(self, row: Game) -> None:
        super().__init__("The seat is taken.")
        self.row = row


def invited(token: str) -> Game:
    """The game that an invitation is for; Http404 if there is none."""
    row = repository.find_invited(token)
    if row is None:
        raise Http404
    return row


def is_free(row: Game) -> bool:
    """Whether somebody can still sit down."""
    return bool(row.visitor) and not row.guest and row.result is None


def free_side(row: Game) -> Turn:
    """The side that the owner of a game by link does not have."""
    return "white" if row.seat == "black" else "black"


def join(token: str, visitor: str, name: str = "") -> Game:
    """Takes the seat that an invitation is for; a visitor who has a seat already keeps it.

    If several come at once, one gets the seat and the others get Taken. repository.TooMany if the
    visitor has no room for another game.
    """
    with writing():
        row = Game.objects.select_for_update().filter(pk=invited(token).pk).first()
        if row is None:
            raise Http404
        if visitor in (row.visitor, row.guest):
            return row
        if not is_free(row):
            raise Taken(row)
        repository.require_room(visitor)
        side = free_side(row)
        names = seats.named(repository.read(row), side, name).names
        began = clocks.now(row.clock)
        change(row, side, guest=visitor, names=list(names), turn_began=began)
    return row


def leave(row: Game, visitor: str) -> None:
    """A visitor wants a game no more. With its last player it goes, and all others at once.

    From a game by link only the visitor goes; one that is not over is resigned.
    """
    with writing():
        held = Game.objects.select_for_update().filter(pk=row.pk).first()
        if held is None or visitor not in (held.visitor, held.guest):
            return  # gone, or left, in another tab
        me = seats.side_of(held, visitor)
        if me is None or not consent.is_complete(held):  # perhaps the other one has just left
            repository.delete(held)
            return
        if held.result is None:
            _resign(held, me)
        left = {"visitor": ""} if visitor == held.visitor else {"guest": ""}
        change(held, me, invite=None, offer=None, **left)
        event_bus.publish(f"visitor:{visitor}")  # whose other pages follow the game no more


def _resign(row: Game, me: Turn) -> None:
    """Gives the game up without asking its rules, which may be gone."""
    stored = repository.read(row)
    result = outside_result(other(me), "resign", f"{me} resigned")
    after = replace(stored, result=result_data(result))
    repository.write(row, stored, after, began=row.turn_began, by=me)


def change(row: Game, by: Turn, **values: Any) -> None:
    """Writes what is new about a row that is held, and tells whoever follows the game."""
    values |= {"version": row.version + 1, "changed": timezone.now()}
    Game.objects.filter(pk=row.pk).update(**values)
    event_bus.publish(f"game:{row.pk}", f"{values['version']} {by}")
    for name, value in values.items():
        setattr(row, name, value)
