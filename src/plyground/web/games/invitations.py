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
from plyground.web.games.models import Challenge, Game

PATIENCE = 45.0  # seconds before a computer takes the seat of a challenge


class Taken(Exception):  # noqa: N818 - not an error
    """The seat is taken, or the game is gone."""

    def __init__(self, row: Game) -> None:
        super().__init__("The seat is taken.")
        self.row = row


def invited(token: str) -> Game:
    """The game of an invitation; Http404 if there is none."""
    row = repository.find_invited(token)
    if row is None:
        raise Http404
    return row


def is_free(row: Game) -> bool:
    """Whether a seat is still free."""
    return bool(row.visitor) and not row.guest and row.result is None


def free_side(row: Game) -> Turn:
    """The side that the owner of a game by link does not have."""
    return "white" if row.seat == "black" else "black"


def join(token: str, visitor: str, name: str = "") -> Game:
    """Takes the seat of an invitation; a visitor who already has a seat keeps it.

    If several visitors accept at once, one gets the seat and the others get Taken. Raises
    repository.TooMany if the visitor has no room for another game.
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
    """Removes a game from a visitor's list. Without players it is deleted, as are all other kinds.

    From a game by link only the visitor leaves; an unfinished one is resigned.
    """
    with writing():
        held = Game.objects.select_for_update().filter(pk=row.pk).first()
        if held is None or visitor not in (held.visitor, held.guest):
            return  # deleted, or left, in another tab
        me = seats.side_of(held, visitor)
        if me is None or not consent.is_complete(held):  # perhaps the other player has just left
            repository.delete(held)
            return
        if held.result is None:
            _resign(held, me)
        left = {"visitor": ""} if visitor == held.visitor else {"guest": ""}
        change(held, me, invite=None, offer=None, **left)
        event_bus.publish(f"visitor:{visitor}")  # whose other pages stop following the game


def _resign(row: Game, me: Turn) -> None:
    """Resigns the game without asking its rules, which may be gone."""
    stored = repository.read(row)
    result = outside_result(other(me), "resign", f"{me} resigned")
    after = replace(stored, result=result_data(result))
    repository.write(row, stored, after, began=row.turn_began, by=me)


def change(row: Game, by: Turn, **values: Any) -> None:
    """Writes changes to a locked row, and notifies the followers of the game."""
    values |= {"version": row.version + 1, "changed": timezone.now()}
    Game.objects.filter(pk=row.pk).update(**values)
    event_bus.publish(f"game:{row.pk}", f"{values['version']} {by}")
    if "guest" in values or "visitor" in values:
        event_bus.publish("lobby")
    for name, value in values.items():
        setattr(row, name, value)


# Challenges


def challenge_of(row: Game) -> Challenge | None:
    """The challenge of a game that nobody has accepted yet, if it is one."""
    if not row.seat or row.guest or row.result is not None:
        return None
    return Challenge.objects.filter(game=row).first()


def computer_wait(one: Challenge) -> float:
    """Seconds until the computer may take the seat."""
    return max(0.0, PATIENCE - (timezone.now() - one.since).total_seconds())
