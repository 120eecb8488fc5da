"""What an operator changes in stored games."""

from plyground.session.session import SIDES
from plyground.web.games import invitations, repository, seats
from plyground.web.games.models import Game


def rename_seats(visitor: str, before: str, after: str) -> None:
    """Replaces a visitor's name in the games by link; players and spectators see it at once."""
    if not before:
        return
    for row in repository.games_of(visitor).exclude(seat="").order_by("pk"):
        side = seats.side_of(row, visitor)
        if side is None:
            continue
        names = [*row.names, "", ""][: len(SIDES)]
        place = SIDES.index(side)
        if names[place] != before:
            continue
        names[place] = after
        if row.result is None:
            invitations.change(row, side, names=names)
        else:
            Game.objects.filter(pk=row.pk).update(names=names)
