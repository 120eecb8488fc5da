"""Whom visitors follow, and what they report to the operator."""

import datetime
from typing import ClassVar

from django.db import models


class Follow(models.Model):
    """A visitor wants to see when another one plays."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32)
    followed: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)

    objects: ClassVar[models.Manager["Follow"]]

    class Meta:
        """Once is enough."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "followed"], name="one_follow_each")
        ]

    def __str__(self) -> str:
        return str(self.pk)


class Report(models.Model):
    """What a visitor reports of another; only the operator reads it."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32)  # who reports
    reported: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    reason: "models.CharField[str, str]" = models.CharField(max_length=20)
    at: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    done: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)

    objects: ClassVar[models.Manager["Report"]]

    def __str__(self) -> str:
        return self.reason
