"""Visitors' ratings in puzzles. Only the first attempt at a puzzle counts, and hints halve it.

The rating of a puzzle is fixed by its difficulty.
"""

from dataclasses import dataclass

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from plyground.learn import glicko2
from plyground.learn.glicko2 import Outcome, Rating
from plyground.puzzles import Puzzle
from plyground.web.base.transactions import writing
from plyground.web.learn.models import Progress, PuzzleAttempt, PuzzleRating

SOLVED, HELPED, FAILED = 1.0, 0.5, 0.0

_EASIEST, _STEP, _DEVIATION = 900.0, 300.0, 100.0
_DAY = 24 * 3600.0


@dataclass(frozen=True)
class Change:
    """A visitor's rating before and after an attempt."""

    before: Rating
    after: Rating
    score: float


def of_puzzle(difficulty: int) -> Rating:
    """The rating of a puzzle of this difficulty, from 1 to 5.

    >>> print(of_puzzle(3))
    1500 ± 196
    """
    return Rating(_EASIEST + _STEP * (difficulty - 1), _DEVIATION)


def of(visitor: str) -> dict[str, Rating]:
    """A visitor's ratings, by game; the deviation has grown since the last attempt."""
    rows = PuzzleRating.objects.filter(visitor=visitor) if visitor else ()
    return {row.game: _rested(row) for row in rows}


def _rested(row: PuzzleRating) -> Rating:
    known = Rating(row.rating, row.deviation, row.volatility)
    return glicko2.rested(known, (timezone.now() - row.changed).total_seconds() / _DAY)


def is_first(visitor: str, key: str) -> bool:
    """Whether a puzzle is new to this visitor: neither tried nor solved."""
    solved = Progress.objects.filter(visitor=visitor, lesson=key, done=True)
    tried = PuzzleAttempt.objects.filter(visitor=visitor, puzzle=key)
    return not (visitor and (tried.exists() or solved.exists()))


def note(visitor: str, one: Puzzle, key: str, score: float) -> Change | None:
    """Counts the first attempt at a puzzle; None if there was one before."""
    try:
        with writing():
            row = PuzzleRating.objects.select_for_update().filter(visitor=visitor, game=one.game)
            before = _rested(row[0]) if row else Rating()
            after = glicko2.updated(before, [Outcome(of_puzzle(one.rating), score)])
            PuzzleAttempt.objects.create(
                visitor=visitor, puzzle=key, score=score, rating=after.rating
            )
            PuzzleRating.objects.update_or_create(
                visitor=visitor, game=one.game, defaults=vars(after)
            )
    except IntegrityError:  # the same attempt in another tab
        return None
    return Change(before, after, score)


def sentence(change: Change) -> str:
    """A changed rating in words; hints count less, and it says so."""
    values = {
        "rating": round(change.after.rating),
        "spread": round(change.after.spread),
        "change": f"{round(change.after.rating) - round(change.before.rating):+d}",
    }
    words = _("Your puzzle rating: %(rating)s ± %(spread)s (%(change)s).") % values
    if change.score == HELPED:
        return " ".join([words, _("With hints, the puzzle counts half.")])
    return words


def counts(visitor: str) -> dict[str, list[float]]:
    """The scores of a visitor's first attempts, the earliest first, by game."""
    found: dict[str, list[float]] = {}
    for row in PuzzleAttempt.objects.filter(visitor=visitor).order_by("at", "pk"):
        found.setdefault(row.puzzle.partition("/")[0], []).append(row.score)
    return found


def claim(visitor: str, owner: str) -> None:
    """Two visitors are the same person: attempts are merged, the more certain rating is kept."""
    there = set(PuzzleAttempt.objects.filter(visitor=owner).values_list("puzzle", flat=True))
    mine = PuzzleAttempt.objects.filter(visitor=visitor)
    mine.exclude(puzzle__in=there).update(visitor=owner)
    for row in PuzzleRating.objects.filter(visitor=visitor):
        known = PuzzleRating.objects.filter(visitor=owner, game=row.game).first()
        if known is not None and known.deviation <= row.deviation:
            continue
        if known is not None:
            known.delete()
        PuzzleRating.objects.filter(pk=row.pk).update(visitor=owner)
    forget(visitor)


def forget(visitor: str) -> None:
    """Deletes a visitor's ratings and attempts."""
    PuzzleRating.objects.filter(visitor=visitor).delete()
    PuzzleAttempt.objects.filter(visitor=visitor).delete()


def all_rows(visitor: str) -> list[dict[str, object]]:
    """All attempts of a visitor, for the data download."""
    rows = PuzzleAttempt.objects.filter(visitor=visitor).order_by("at", "pk")
    return list(rows.values("puzzle", "score", "rating", "at"))
