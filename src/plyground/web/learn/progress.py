"""The progress of visitors in lessons and puzzles.

To be kept a puzzle is a lesson of one step; its name begins with `puzzle-`.
"""

from plyground.learn.lessons import Lesson
from plyground.web.base.transactions import writing
from plyground.web.contract.learn import ProgressRow
from plyground.web.learn.models import Progress


def of(visitor: str) -> dict[str, Progress]:
    """The lessons that a visitor has begun, and the puzzles solved, by their keys."""
    rows = Progress.objects.filter(visitor=visitor) if visitor else ()
    return {row.lesson: row for row in rows}


def note(visitor: str, lesson: Lesson, step: int) -> None:
    """A step, from 0, is done; with the last one the lesson is."""
    with writing():
        row, _ = Progress.objects.get_or_create(visitor=visitor, lesson=lesson.key)
        if step < row.step and row.done:
            return
        row.step = max(row.step, step + 1)
        row.done = row.done or row.step >= len(lesson.steps)
        row.save()


def claim(visitor: str, owner: str) -> None:
    """Gives what a visitor has learnt to who turns out to be the same person."""
    there = of(owner)
    for key, row in of(visitor).items():
        known = there.get(key)
        if known is None:
            Progress.objects.filter(pk=row.pk).update(visitor=owner)
            continue
        if row.step > known.step or row.done > known.done:  # or the day of a puzzle would be lost
            known.step, known.done = max(known.step, row.step), known.done or row.done
            known.save()
    forget(visitor)


def forget(visitor: str) -> None:
    """Deletes it."""
    Progress.objects.filter(visitor=visitor).delete()


def all_rows(visitor: str) -> list[ProgressRow]:
    """All that is kept, for who wants to see it."""
    return [
        {"lesson": row.lesson, "step": row.step, "done": row.done, "changed": row.changed}
        for row in of(visitor).values()
    ]
