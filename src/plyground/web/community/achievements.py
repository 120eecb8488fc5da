"""A few achievements. They follow from what is stored, so nothing else has to be counted."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from plyground.session.session import PERSON
from plyground.web.community.results import Finished

_SOLVED = 50


@dataclass(frozen=True)
class Achievement:
    """A sentence, and whether it is true yet."""

    words: str
    reached: bool


def of(
    games: Sequence[Finished], puzzles: Sequence[float], streak: int, courses: int
) -> list[Achievement]:
    """All of them.

    `puzzles` are the scores of first attempts, `courses` is the number of games whose lessons are
    all done.
    """
    won = [one for one in games if one.score == 1]
    best = max((_level(one.opponent) for one in won), default=0)
    clean = sum(score == 1 for score in puzzles)
    return [
        Achievement(_("Won a game"), bool(won)),
        Achievement(_("Won against a person"), any(one.opponent == PERSON for one in won)),
        Achievement(_("Won against level 4 in a strict game"), _strictly(won, 4)),
        Achievement(_("Won against level 6 or higher"), best >= 6),
        Achievement(_("Finished games of three kinds"), len({one.game for one in games}) >= 3),
        Achievement(_("All lessons of a game"), courses > 0),
        Achievement(_("A puzzle a day for a week"), streak >= 7),
        Achievement(
            _("%(count)s puzzles solved at once, without hints") % {"count": _SOLVED},
            clean >= _SOLVED,
        ),
    ]


def _level(spec: str) -> int:
    level = spec.partition(":")[2].partition(",")[0]
    return int(level) if spec.startswith("level:") else 0


def _strictly(won: Sequence[Finished], least: int) -> bool:
    return any(one.strict and _level(one.opponent) >= least for one in won)
