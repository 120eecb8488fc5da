"""Challenges: games by link that the lobby offers to everyone, and quick pairing."""

import datetime
from dataclasses import dataclass

from django.db import connection
from django.utils import timezone

from plyground.engine.view import Turn
from plyground.session.session import PERSON
from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.contract.games import ClockSettings
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import clocks, invitations, presence, repository, seats
from plyground.web.games.models import Challenge, Game

TOPIC = "lobby"  # of the event bus

_LISTED = datetime.timedelta(minutes=15)  # with a clock
_LISTED_LONG = datetime.timedelta(days=1)  # without
_MOST = 60  # in the lobby
_ARRIVING = datetime.timedelta(seconds=15)  # the page of a new game is still loading
_LATELY = datetime.timedelta(minutes=15)  # a game without moves for longer is not shown
_PAIRING = 0x6C6F62  # our number for a lock of the database


@dataclass(frozen=True)
class Terms:
    """What a visitor wants to play."""

    stored: StoredGame
    clock: ClockSettings | None
    rated: bool
    seat: Turn
    computer: str = ""  # the level that may take the seat

    def fit(self, row: Game) -> bool:
        """Whether a challenge offers the same."""
        return (
            row.name == self.stored.game
            and row.options == self.stored.options
            and row.clock == self.clock
            and row.rated == self.rated
        )


def create(visitor: str, name: str, terms: Terms) -> Game:
    """A new challenge, which the lobby shows at once; repository.TooMany if there is no room."""
    stored = seats.named(seats.seated(terms.stored, PERSON, PERSON), terms.seat, name)
    with writing():
        row = repository.create(
            visitor,
            stored,
            strict=terms.rated,
            clock=terms.clock,
            seat=terms.seat,
            rated=terms.rated,
        )
        Challenge.objects.create(game=row, computer=terms.computer)
        event_bus.publish(TOPIC)
    return row


def pair(visitor: str, name: str, terms: Terms) -> Game:
    """A game with somebody who wants the same and is here; or a new challenge.

    Two visitors who ask at once meet, because they are served one after the other.
    """
    with writing():
        if event_bus.is_shared():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PAIRING])
        for row in reversed(open_games()):
            if not terms.fit(row):
                continue
            if row.visitor == visitor:
                return row
            if row.invite and is_here(row):
                return invitations.join(row.invite, visitor, name)
        return create(visitor, name, terms)


def open_games() -> list[Game]:
    """The games that the lobby offers, the latest first."""
    now = timezone.now()
    rows = Challenge.objects.filter(game__guest="", game__result__isnull=True)
    rows = rows.exclude(game__visitor="").exclude(game__seat="")
    found = rows.filter(since__gt=now - _LISTED_LONG).select_related("game").order_by("-since")
    listed = [one for one in found[: 4 * _MOST] if _is_listed(one, now)]
    return [_with(one) for one in listed[:_MOST]]


def _is_listed(one: Challenge, now: datetime.datetime) -> bool:
    return one.game.clock is None or one.since > now - _LISTED


def _with(one: Challenge) -> Game:
    row: Game = one.game
    row.__dict__["_challenged"] = one.since
    return row


def is_here(row: Game) -> bool:
    """Whether the visitor who made a challenge is looking at it, or about to."""
    since = row.__dict__.get("_challenged")
    if since is not None and since > timezone.now() - _ARRIVING:
        return True
    return bool(presence.of(str(row.pk))["black" if row.seat == "black" else "white"])


def played_games() -> list[Game]:
    """The public games between two people that go on now, the latest first."""
    rows = Challenge.objects.filter(
        game__result__isnull=True, game__changed__gt=timezone.now() - _LATELY
    )
    rows = rows.exclude(game__guest="").exclude(game__visitor="").select_related("game")
    return [one.game for one in rows.order_by("-game__changed")[:_MOST]]


def seat_computer(row: Game, visitor: str) -> bool:
    """Gives the free seat to the computer that the challenger agreed to; False if it is taken."""
    with writing():
        held = Game.objects.select_for_update().filter(pk=row.pk).first()
        found = None if held is None else invitations.challenge_of(held)
        if held is None or found is None or not found.computer or held.visitor != visitor:
            return False
        free = invitations.free_side(held)
        held_side: Turn = "white" if free == "black" else "black"
        found.delete()
        invitations.change(
            held,
            held_side,
            **{free: found.computer},
            seat="",
            names=[],
            invite=None,
            rated=False,
            offer=None,
            turn_began=clocks.now(held.clock),
        )
        event_bus.publish(TOPIC)
    return True
