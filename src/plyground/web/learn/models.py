"""How far visitors have come in lessons, as rows."""

import datetime
from typing import ClassVar

from django.db import models


class Progress(models.Model):
    """How far a visitor has come in a lesson."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    lesson: "models.CharField[str, str]" = models.CharField(max_length=90)  # game/name
    step: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=0
    )  # so many are done
    done: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Progress"]]

    class Meta:
        """Of a lesson there is one row a visitor."""

        db_table = "web_progress"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "lesson"], name="one_progress_a_lesson")
        ]

    def __str__(self) -> str:
        return f"{self.lesson} {self.step}"
