"""A visitor's finished games as results, and the strength that they show.

The measured levels are the scale: level 1 is 0 Elo. Only games with the options and the board of
the measurement count. A game with takebacks and hints allowed counts half.
"""

import datetime
import functools
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from plyground.engine.options import Value
from plyground.engine.view import Turn
from plyground.learn import adaptive
from plyground.matches.performance import Performance, Played, performance
from plyground.matches.stats import Tally
from plyground.players.level import ladder
from plyground.session.session import PERSON
from plyground.web.games import repository, seats
from plyground.web.games.models import Game
from plyground.web.play import game_choices

LATEST = 300  # games that count for the strength
_BEGUN = 2  # plies; a game resigned before does not count
_BROKEN = ("crashed", "no_answer", "illegal_move", "misunderstood")
_CASUAL = 0.5  # the weight of a game with takebacks and hints
_FIELDS = (
    *("visitor", "guest", "seat", "name", "options", "start", "black", "white"),
    *("result", "strict", "at", "changed"),
)


@dataclass(frozen=True)
class Finished:
    """A finished game from the point of view of one player."""

    game: str
    options: dict[str, Value]
    start: str | None
    opponent: str  # the spec of the opponent's seat
    score: float
    strict: bool
    day: datetime.date


def finished(visitor: str) -> list[Finished]:
    """The finished games of a visitor with an opponent, the earliest first."""
    rows = repository.games_of(visitor).filter(result__isnull=False, at__gte=_BEGUN)
    found = []
    for row in rows.order_by("changed", "pk").only(*_FIELDS):
        side = side_in(row, visitor)
        if side is not None and row.result["code"] not in _BROKEN:
            found.append(_finished(row, side))
    return found


def side_in(row: Game, visitor: str) -> Turn | None:
    """The side that a visitor alone has; None if all people share a screen, or nobody plays."""
    if row.seat:
        return seats.side_of(row, visitor)
    if (row.black == PERSON) == (row.white == PERSON):
        return None
    return "black" if row.black == PERSON else "white"


def _finished(row: Game, side: Turn) -> Finished:
    winner = row.result["winner"]
    return Finished(
        row.name,
        row.options,
        row.start,
        row.white if side == "black" else row.black,
        0.5 if winner is None else float(winner == side),
        row.strict,
        row.changed.date(),
    )


def opponent_name(spec: str) -> str:
    """The kind of an opponent in a table."""
    if spec == PERSON:
        return _("People")
    kind, _colon, settings = spec.partition(":")
    if kind == "level":
        return _("Level %(level)s") % {"level": settings.partition(",")[0]}
    return _("Maximum") if kind == "maximum" else _("Networks")


def by_opponent(games: Iterable[Finished]) -> list[tuple[str, Tally]]:
    """The results against each kind of opponent, the levels in their order."""
    points: dict[str, list[float]] = {}
    for one in sorted(games, key=lambda one: (one.opponent == PERSON, one.opponent)):
        points.setdefault(opponent_name(one.opponent), []).append(one.score)
    return [(name, Tally.of(scores)) for name, scores in points.items()]


def strength(game: str, games: Iterable[Finished]) -> Performance | None:
    """The strength in a game on the scale of its levels; None without games that count."""
    if not ladder.rungs(game):
        return None
    counting = [
        one for one in games if one.opponent.startswith("level:") and is_measured(game, one)
    ]
    return performance([_played(game, one) for one in counting[-LATEST:]])


def _played(game: str, one: Finished) -> Played:
    level = int(one.opponent.partition(":")[2].partition(",")[0])
    rung = ladder.rungs(game).get(level)
    deviation = rung.spread / 1.96 if rung else 0.0
    weight = 1.0 if one.strict else _CASUAL
    return Played(adaptive.strength(game, one.opponent), one.score, deviation, weight)


def is_measured(game: str, one: Finished) -> bool:
    """Whether a game was played from the usual start with the options of the measurement."""
    usual = _usual(game)
    return one.start is None and {**usual, **one.options} == _measured(game, usual)


@functools.cache
def _defaults(game: str) -> tuple[tuple[str, Value], ...]:
    options = game_choices.describe(game)["options"]
    return tuple((option["name"], option["default"]) for option in options)


def _usual(game: str) -> dict[str, Value]:
    return dict(_defaults(game))


def _measured(game: str, usual: dict[str, Value]) -> dict[str, Value]:
    size = ladder.board(game)
    return usual if size is None else {**usual, "size": size}


def near_level(game: str, elo: float) -> int:
    """The level nearest to this strength."""
    known = adaptive.elos(game)
    return min(range(1, len(known) + 1), key=lambda level: abs(known[level - 1] - elo))


def longest_run(scores: Iterable[float]) -> int:
    """The most wins in a row.

    >>> longest_run([1, 1, 0, 1, 1, 1, 0.5])
    3
    """
    most = now = 0
    for score in scores:
        now = now + 1 if score == 1 else 0
        most = max(most, now)
    return most


def days_in_a_row(days: Iterable[datetime.date], today: datetime.date) -> int:
    """The days in a row with a game, up to today or yesterday.

    >>> day = datetime.date(2026, 11, 19)
    >>> days_in_a_row([day - datetime.timedelta(back) for back in (1, 2, 4)], day)
    2
    """
    known, one = set(days), datetime.timedelta(1)
    day = today if today in known else today - one
    count = 0
    while day in known:
        count, day = count + 1, day - one
    return count
