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


class PuzzleRating(models.Model):
    """A visitor's rating in the puzzles of one game, by Glicko-2."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32)
    game: "models.CharField[str, str]" = models.CharField(max_length=64)
    rating: "models.FloatField[float, float]" = models.FloatField()
    deviation: "models.FloatField[float, float]" = models.FloatField()
    volatility: "models.FloatField[float, float]" = models.FloatField()
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["PuzzleRating"]]

    class Meta:
        """One row per visitor and game."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "game"], name="one_rating_a_game")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.rating:.0f}"


class PuzzleAttempt(models.Model):
    """A visitor's first attempt at a puzzle, the only one that counts for the rating."""

    visitor: "models.CharField[str, str]" = models.CharField(max_length=32)
    puzzle: "models.CharField[str, str]" = models.CharField(max_length=90)  # game/puzzle-id
    score: "models.FloatField[float, float]" = models.FloatField()  # 1, with hints 0.5; or 0
    rating: "models.FloatField[float, float]" = models.FloatField()  # after it
    at: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )

    objects: ClassVar[models.Manager["PuzzleAttempt"]]

    class Meta:
        """One row per visitor and puzzle."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "puzzle"], name="one_attempt_a_puzzle")
        ]

    def __str__(self) -> str:
        return f"{self.puzzle} {self.score:g}"
