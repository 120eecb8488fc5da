"""Rated games: their results, and what is refused while one runs."""

from django.db.models import Q
from django.utils.translation import gettext as _

from plyground.engine.view import Turn
from plyground.web.game_service.commands import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games.models import Game, RatedResult

_BEGUN = 2  # plies; a game that ends before does not count


def players(row: Game) -> tuple[str, str]:
    """The visitors who play Black and White in a game by link."""
    return (row.visitor, row.guest) if row.seat == "black" else (row.guest, row.visitor)


def record(row: Game, stored: StoredGame) -> None:
    """Keeps the result of a rated game that has just ended."""
    if stored.result is None or stored.at < _BEGUN:
        return
    black, white = players(row)
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


def results(visitor: str, game: str) -> list[tuple[RatedResult, Turn]]:
    """A visitor's rated results in a game with the visitor's side, the earliest first."""
    if not visitor:
        return []
    mine = Q(black=visitor) | Q(white=visitor)
    rows = RatedResult.objects.filter(mine, name=game).order_by("at", "pk")
    return [(row, "black" if row.black == visitor else "white") for row in rows]


def claim(visitor: str, owner: str) -> None:
    """Two visitors are the same person."""
    RatedResult.objects.filter(black=visitor).update(black=owner)
    RatedResult.objects.filter(white=visitor).update(white=owner)


def forget(visitor: str) -> None:
    """Removes a visitor; the opponents keep their results."""
    claim(visitor, "")
    RatedResult.objects.filter(black="", white="").delete()


# Fair play


def running(visitor: str, game: str) -> bool:
    """Whether a visitor is playing a rated game of this kind."""
    if not visitor:
        return False
    mine = Q(visitor=visitor) | Q(guest=visitor)
    rows = Game.objects.filter(mine, rated=True, name=game, result__isnull=True)
    return rows.exclude(guest="").exclude(visitor="").exists()


def require_fair(visitor: str, game: str) -> None:
    """Refuses help in a game of this kind while the visitor plays a rated one."""
    if running(visitor, game):
        sentence = _(
            "You are playing a rated game of this kind. Hints, analysis and reviews of it are"
            " available again when it is over."
        )
        raise Refused("fair_play", sentence)
