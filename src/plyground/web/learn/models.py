"""Visitors' progress in lessons, as rows."""

import datetime
from typing import ClassVar

from django.db import models


class Progress(models.Model):
    """A visitor's progress in a lesson."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    lesson: "models.CharField[str, str]" = models.CharField(max_length=90)  # game/name
    step: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=0
    )  # the number of finished steps
    done: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Progress"]]

    class Meta:
        """One row per visitor and lesson."""

        db_table = "web_progress"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "lesson"], name="one_progress_a_lesson")
        ]

    def __str__(self) -> str:
        return f"{self.lesson} {self.step}"
