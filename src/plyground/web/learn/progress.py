"""The progress of visitors in lessons and puzzles.

A puzzle is stored as a lesson of one step; its name begins with `puzzle-`.
"""

from plyground.learn.lessons import Lesson
from plyground.web.base.transactions import writing
from plyground.web.contract.learn import ProgressRow
from plyground.web.learn.models import Progress


def of(visitor: str) -> dict[str, Progress]:
    """The lessons begun and the puzzles solved by a visitor, by their keys."""
    rows = Progress.objects.filter(visitor=visitor) if visitor else ()
    return {row.lesson: row for row in rows}


def note(visitor: str, lesson: Lesson, step: int) -> None:
    """Stores that a step, counted from 0, is done; the last step finishes the lesson."""
    with writing():
        row, _ = Progress.objects.get_or_create(visitor=visitor, lesson=lesson.key)
        if step < row.step and row.done:
            return
        row.step = max(row.step, step + 1)
        row.done = row.done or row.step >= len(lesson.steps)
        row.save()


def claim(visitor: str, owner: str) -> None:
    """Merges the progress of two visitors who are the same person."""
    there = of(owner)
    for key, row in of(visitor).items():
        known = there.get(key)
        if known is None:
            Progress.objects.filter(pk=row.pk).update(visitor=owner)
            continue
        # otherwise the day of a puzzle would be lost
        if row.step > known.step or row.done > known.done:
            known.step, known.done = max(known.step, row.step), known.done or row.done
            known.save()
    forget(visitor)


def forget(visitor: str) -> None:
    """Deletes a visitor's progress."""
    Progress.objects.filter(visitor=visitor).delete()


def all_rows(visitor: str) -> list[ProgressRow]:
    """All rows of a visitor, for the data download."""
    return [
        {"lesson": row.lesson, "step": row.step, "done": row.done, "changed": row.changed}
        for row in of(visitor).values()
    ]
