"""Reads and writes stored games. Every write names the version it started from."""

import re
import secrets
from collections.abc import Iterable

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from plyground.engine.view import Turn
from plyground.web.base import event_bus
from plyground.web.base.ids import new_id
from plyground.web.base.transactions import writing
from plyground.web.contract.games import ClockSettings, OfferRow
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import clocks, rows
from plyground.web.games.models import Game, Move, RatedResult
from plyground.web.visitors.models import Account

MOST_GAMES = 2000  # games per visitor

_BEGUN = 2  # plies; a rated game that ends before does not count
_NAME = re.compile(r"[\w-]{1,24}", re.ASCII)


class Stale(Exception):  # noqa: N818 - a lost race, not an error
    """The game has changed since the version on which a change was based."""


class TooMany(Exception):  # noqa: N818 - not an error either
    """A visitor has the maximum number of games; none is deleted automatically."""


def find(game_id: str) -> Game | None:
    """The row of a game; None if there is none, or if the id is invalid."""
    return Game.objects.filter(pk=game_id).first() if _NAME.fullmatch(game_id) else None


def find_shared(token: str) -> Game | None:
    """The row of the game with this sharing name."""
    return Game.objects.filter(share=token).first() if _NAME.fullmatch(token) else None


def find_invited(token: str) -> Game | None:
    """The row of the game by link with this invitation."""
    return Game.objects.filter(invite=token).first() if _NAME.fullmatch(token) else None


def load(game_id: str) -> tuple[Game, StoredGame] | None:
    """The row of a game and the stored game; None if there is none. One statement reads both."""
    found = load_with(game_id, None)
    return None if found is None else found[:2]


def load_with(
    game_id: str, session: tuple[int, str] | None
) -> tuple[Game, StoredGame, Account | None] | None:
    """The same with the account of a session, if one is named; still one statement."""
    found = rows.load(game_id, session) if _NAME.fullmatch(game_id) else None
    return None if found is None else (found.row, _stored(found.row, found.steps), found.account)


def read(row: Game) -> StoredGame:
    """The stored game of a row. If the game has changed since, the row is also read again.

    Raises Http404 if it was deleted meanwhile.
    """
    found = rows.load(str(row.pk))
    if found is None:
        raise Http404
    if found.row.version != row.version:
        row.__dict__.update(found.row.__dict__)
    return _stored(found.row, found.steps)


def _stored(row: Game, steps: tuple[Step, ...]) -> StoredGame:
    return StoredGame(
        row.name,
        row.options,
        row.start,
        row.black,
        row.white,
        steps,
        row.at,
        row.result,
        tuple(row.dead),
        tuple(row.names),
    )


def create(
    visitor: str,
    stored: StoredGame,
    *,
    name: str = "",
    strict: bool = False,
    teacher: bool = False,
    clock: ClockSettings | None = None,
    note: str = "",
    seat: str = "",
    guest: str = "",
    rated: bool = False,
) -> Game:
    """A new game of a visitor; TooMany if there is no room for it.

    Raises IntegrityError if there is already one with this `name`. With a `seat` it is a game by
    link: the visitor has this side. Unless the `guest` is already known it gets an invitation, and
    no clock runs before a player joins. Anyone with its address may watch it.
    """
    with writing():
        require_room(visitor)
        row = Game.objects.create(
            pk=name or new_id(),
            visitor=visitor,
            name=stored.game,
            options=stored.options,
            start=stored.start,
            black=stored.black,
            white=stored.white,
            at=stored.at,
            result=stored.result,
            dead=list(stored.dead),
            names=list(stored.names),
            strict=strict,
            teacher=teacher,
            clock=clock,
            turn_began=None if seat and not guest else clocks.now(clock),
            note=note,
            seat=seat,
            guest=guest,
            rated=rated,
            invite=secrets.token_urlsafe(16) if seat and not guest else None,
            share=secrets.token_urlsafe(12) if seat else None,
        )
        _add(row, 0, stored.moves)
    return row


def require_room(visitor: str) -> None:
    """Raises TooMany if the visitor has the maximum number of games."""
    if games_of(visitor).count() >= MOST_GAMES:
        raise TooMany


def games_of(visitor: str) -> QuerySet[Game]:
    """The games that a visitor owns or has a seat in; without a name there are none."""
    if not visitor:
        return Game.objects.none()
    return Game.objects.filter(Q(visitor=visitor) | Q(guest=visitor))


def delete(row: Game) -> None:
    """Deletes a game with its moves; a simultaneous move waits, and finds it gone."""
    with writing():
        for held in Game.objects.select_for_update().filter(pk=row.pk):
            held.delete()
            event_bus.publish(f"game:{row.pk}", "gone")
            if row.seat:
                event_bus.publish("lobby")


def write(
    row: Game,
    before: StoredGame,
    after: StoredGame,
    *,
    began: float | None,
    offer: OfferRow | None = None,
    by: str = "",
    successor: str = "",
    teacher: bool | None = None,
) -> None:
    """Replaces the stored game that was read by a changed one; Stale if another change was faster.

    `began` is the start of the current turn; None if there is none. `offer` is a side's new offer:
    an older one ends with every change. `successor` is the rematch, if both have agreed to one,
    `teacher` whether a teacher watches from now on. Followers of the game get an event with the
    side of the change.
    """
    values: dict[str, object] = {
        "at": after.at,
        "result": after.result,
        "dead": list(after.dead),
        "version": row.version + 1,
        "changed": timezone.now(),
        "turn_began": began,
        "offer": offer,
        "successor": successor or row.successor,
        "teacher": row.teacher if teacher is None else teacher,
    }
    try:
        if row.rated and before.result is None and after.result is not None:
            with writing():
                _write_all(row, values, before.moves, after.moves, by)
                _record(row, after)
        else:
            _write_all(row, values, before.moves, after.moves, by)
    except IntegrityError:  # there is already a move for this ply, or the game is gone
        raise Stale from None
    for name, value in values.items():
        setattr(row, name, value)


def _write_all(
    row: Game,
    values: dict[str, object],
    before: tuple[Step, ...],
    after: tuple[Step, ...],
    by: str,
) -> None:
    """Changes the row, and those of its moves that differ; almost always one is added."""
    same, least = 0, min(len(before), len(after))
    while same < least and (before[same] is after[same] or before[same] == after[same]):
        same += 1
    added = after[same:]
    if same == len(before) and len(added) <= 1:
        if not rows.write(row, values, same + 1, added[0] if added else None, by):
            raise Stale
        return
    with writing():
        if not rows.write(row, values, 0, None, by):
            raise Stale
        row.moves.filter(ply__gt=same).delete()
        _add(row, same, added)


def _add(row: Game, after: int, steps: Iterable[Step]) -> None:
    Move.objects.bulk_create(
        Move(game=row, ply=ply, **vars(step)) for ply, step in enumerate(steps, after + 1)
    )


# Results of rated games


def rated_players(row: Game) -> tuple[str, str]:
    """The visitors who play Black and White in a game by link."""
    return (row.visitor, row.guest) if row.seat == "black" else (row.guest, row.visitor)


def _record(row: Game, stored: StoredGame) -> None:
    """Keeps the result of a rated game that has just ended."""
    if stored.result is None or stored.at < _BEGUN:
        return
    black, white = rated_players(row)
    RatedResult.objects.get_or_create(
        pk=row.pk,
        defaults={
            "name": row.name,
            "options": row.options,
            "black": black,
            "white": white,
            "winner": stored.result["winner"] or "",
        },
    )


def rated_results(visitor: str, game: str) -> list[tuple[RatedResult, Turn]]:
    """A visitor's rated results in a game with the visitor's side, the earliest first."""
    if not visitor:
        return []
    mine = Q(black=visitor) | Q(white=visitor)
    rows = RatedResult.objects.filter(mine, name=game).order_by("at", "pk")
    return [(row, "black" if row.black == visitor else "white") for row in rows]


def claim_rated(visitor: str, owner: str) -> None:
    """Two visitors are the same person."""
    RatedResult.objects.filter(black=visitor).update(black=owner)
    RatedResult.objects.filter(white=visitor).update(white=owner)


def forget_rated(visitor: str) -> None:
    """Removes a visitor; the opponents keep their results."""
    claim_rated(visitor, "")
    RatedResult.objects.filter(black="", white="").delete()
