"""Sheets from rows and back. Every change names the version it was made from; a stale one fails."""

import time
from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from plyground.web.models import Game, Move
from plyground.web.sheet import Sheet, Step

MOST_GAMES = 500  # of one visitor; the oldest that is over makes room


class Stale(Exception):  # noqa: N818 - a race that somebody else has won
    """The game has changed since the version that a change was made from."""


class TooMany(Exception):  # noqa: N818 - the same: nothing is broken
    """A visitor has as many unfinished games as can be kept."""


def find(game_id: str) -> Game | None:
    """The row of a game."""
    return Game.objects.filter(pk=game_id).first()


def read(row: Game) -> Sheet:
    """The sheet of a row."""
    steps = row.moves.order_by("ply").values_list("text", "seconds", "clock", "evaluation")
    return Sheet(
        row.name,
        row.options,
        row.start,
        row.black,
        row.white,
        tuple(Step(*step) for step in steps),
        row.at,
        row.result,
        tuple(row.dead),
    )


def create(
    visitor: str,
    sheet: Sheet,
    *,
    strict: bool = False,
    clock: dict[str, Any] | None = None,
    note: str = "",
) -> Game:
    """A new game of a visitor."""
    with transaction.atomic():
        _make_room(visitor)
        row = Game.objects.create(
            visitor=visitor,
            name=sheet.game,
            options=sheet.options,
            start=sheet.start,
            black=sheet.black,
            white=sheet.white,
            at=sheet.at,
            result=sheet.result,
            dead=list(sheet.dead),
            strict=strict,
            clock=clock,
            turn_began=time.time() if clock else None,
            note=note,
        )
        _add(row, 0, sheet.moves)
    return row


def _make_room(visitor: str) -> None:
    mine = Game.objects.filter(visitor=visitor)
    if mine.count() < MOST_GAMES:
        return
    oldest = mine.filter(result__isnull=False, share__isnull=True).order_by("changed").first()
    if oldest is None:
        raise TooMany
    oldest.delete()


def write(row: Game, before: Sheet, after: Sheet) -> None:
    """Puts a changed sheet in place of the one that was read; Stale if somebody was quicker."""
    values: dict[str, Any] = {
        "at": after.at,
        "result": after.result,
        "dead": list(after.dead),
        "version": row.version + 1,
        "changed": timezone.now(),
        "turn_began": time.time() if row.clock else None,
    }
    try:
        with transaction.atomic():
            fresh = Game.objects.filter(pk=row.pk, version=row.version)
            if not fresh.update(**values):
                raise Stale
            _write_moves(row, before.moves, after.moves)
    except IntegrityError:  # a move of this ply is there already, or the game is gone
        raise Stale from None
    for name, value in values.items():
        setattr(row, name, value)


def _write_moves(row: Game, before: tuple[Step, ...], after: tuple[Step, ...]) -> None:
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if same < len(before):
        row.moves.filter(ply__gt=same).delete()
    _add(row, same, after[same:])


def _add(row: Game, after: int, steps: Iterable[Step]) -> None:
    Move.objects.bulk_create(
        Move(game=row, ply=ply, **vars(step)) for ply, step in enumerate(steps, after + 1)
    )
