"""Reviews that are kept with their games, as long as these are the same."""

from typing import Any

from django.db import IntegrityError
from django.http import Http404

from plyground.learn.review import Review
from plyground.web import models, store
from plyground.web.models import Game
from plyground.web.sheet import Sheet

Data = dict[str, Any]


def of(row: Game, sheet: Sheet) -> Review | None:
    """The review of a game; None where there is none, or where it is of other moves."""
    kept = models.Review.objects.filter(game=row).first()
    if kept is None:
        return None
    try:
        found = Review.of(kept.data)
    except (ValueError, KeyError, TypeError):  # of another version
        return None
    if sheet.dead and kept.version != row.version:  # they may not have been agreed on yet
        return None
    moves = tuple(step.text for step in sheet.moves[: sheet.at])
    return found if tuple(move.move for move in found.moves) == moves else None


def keep(row: Game, found: Data) -> None:
    """Keeps a review with its game, instead of an older one; Http404 if the game is gone."""
    values = {"version": row.version, "data": found}
    try:
        with store.writing():
            models.Review.objects.update_or_create(game_id=row.pk, defaults=values)
    except IntegrityError:
        raise Http404 from None


def part(sheet: Sheet) -> Sheet:
    """What is reviewed of a game: what stands on the board, and how it ended."""
    kept = sheet.moves[: sheet.at]
    return sheet if len(kept) == len(sheet.moves) else sheet.cut(sheet.at)
