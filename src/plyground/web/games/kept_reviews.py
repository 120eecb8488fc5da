"""Stored reviews, valid as long as the game's moves are the same."""

from django.db import IntegrityError
from django.http import Http404

from plyground.learn.review import Review
from plyground.web.base.transactions import writing
from plyground.web.contract.service import PlainReview
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import models
from plyground.web.games.models import Game


def of(row: Game, stored: StoredGame) -> Review | None:
    """The review of a game; None if there is none, or if it is for other moves."""
    kept = models.Review.objects.filter(game=row).first()
    if kept is None:
        return None
    try:
        found = Review.of(kept.data)
    except (ValueError, KeyError, TypeError):  # of another version
        return None
    if stored.dead and kept.version != row.version:  # they may not have been agreed on yet
        return None
    moves = tuple(step.text for step in stored.moves[: stored.at])
    return found if tuple(move.move for move in found.moves) == moves else None


def keep(row: Game, found: PlainReview) -> None:
    """Stores a review with its game, replacing an older one; Http404 if the game is gone."""
    values = {"version": row.version, "data": found}
    try:
        with writing():
            models.Review.objects.update_or_create(game_id=row.pk, defaults=values)
    except IntegrityError:
        raise Http404 from None


def part(stored: StoredGame) -> StoredGame:
    """The reviewed part of a game: the moves on the board, and the ending."""
    kept = stored.moves[: stored.at]
    return stored if len(kept) == len(stored.moves) else stored.cut(stored.at)
