"""TV: the best public game that goes on now; if there is none, two computers play.

The computers' game belongs to no person. It goes on only while somebody watches: the page asks for
each move, and the searches count as engine time of the viewer's address.
"""

import datetime
import random
import secrets

from django.db import connection
from django.utils import timezone

from plyground.engine.game_guide import guide_of
from plyground.engine.options import Value
from plyground.engine.registry import native
from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.community import challenges, results
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play.new_game_form import opened

OWNER = "tv"  # the visitor's name of the computers' games; no cookie can contain it
PLAYER = "level:6"

_LATELY = datetime.timedelta(minutes=5)  # without a move for longer, another game begins
_STARTING = 0x7476  # our number for a lock of the database


def best() -> Game | None:
    """The best game between people: rated ones first, then the strongest players."""
    rows = [row for row in challenges.played_games() if row.at and row.share]
    return max(rows, key=_merit, default=None)


def _merit(row: Game) -> tuple[bool, float, datetime.datetime]:
    known = [
        results.strength(row.name, results.finished(visitor))
        for visitor in (row.visitor, row.guest)
    ]
    return row.rated, sum(one.elo for one in known if one), row.changed


def on_air() -> Game:
    """The game to show now; the computers' game begins if it is needed."""
    found = best()
    return found if found is not None else _computers()


def _computers() -> Game:
    """The computers' game that goes on, or a new one; several viewers see the same."""
    with writing():
        if event_bus.is_shared():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_STARTING])
        mine = Game.objects.filter(visitor=OWNER).order_by("-changed")
        lately = mine.filter(result__isnull=True, changed__gt=timezone.now() - _LATELY).first()
        if lately is not None:
            return lately
        for old in mine[10:]:
            repository.delete(old)
        row = repository.create(OWNER, _new())
        Game.objects.filter(pk=row.pk).update(share=secrets.token_urlsafe(12))
        row.refresh_from_db()
    return row


def _new() -> StoredGame:
    """A game of any kind, on the board that beginners get."""
    name = random.choice([one for one in native() if directory.has(one)])  # noqa: S311 - a programme
    size = guide_of(name).starter.get("size")
    options: dict[str, Value] = {"size": int(size)} if size else {}
    return opened(StoredGame(name, options, None, PLAYER, PLAYER))
