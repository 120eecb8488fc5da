"""Jobs, tasks for engine workers and engine budgets, as rows that several processes share."""

import datetime
from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Now

from plyground.web.base.models import Process
from plyground.web.games.models import Game


class Search(models.Model):
    """A job as every process sees it: its process, and its latest event."""

    id: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=32)
    kind: "models.CharField[str, str]" = models.CharField(max_length=10)
    game: "models.ForeignKey[Game, Game]" = models.ForeignKey(Game, on_delete=models.CASCADE)
    version: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    visitor: "models.CharField[str, str]" = models.CharField(max_length=32)
    origin: "models.CharField[str, str]" = models.CharField(max_length=64, default="")
    language: "models.CharField[str, str]" = models.CharField(max_length=8, default="en")
    owner: "models.ForeignKey[Process | None, Process | None]" = models.ForeignKey(
        Process, null=True, on_delete=models.SET_NULL
    )
    state: "models.CharField[str, str]" = models.CharField(max_length=10, default="queued")
    began: "models.FloatField[float | None, float | None]" = models.FloatField(
        null=True
    )  # wall-clock time, for clocks
    latest: Any = models.JSONField(null=True)  # {"number": .., "name": .., "data": ..}
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        db_default=Now()
    )

    objects: ClassVar[models.Manager["Search"]]

    class Meta:
        """Only one search for the same key runs at a time."""

        db_table = "web_search"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "game", "version"],
                condition=models.Q(state__in=["queued", "running", "settling"]),
                name="one_search_a_version",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class EngineWorker(models.Model):
    """An engine worker, by its process. Its row stays for a while after it has died."""

    process: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=24)
    slots: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()

    objects: ClassVar[models.Manager["EngineWorker"]]

    def __str__(self) -> str:
        return f"{self.process} ({self.slots})"


class SearchTask(models.Model):
    """A search that a web process wants and an engine worker runs.

    Processes are named, not linked: a server of version 0.1 deletes rows of processes and does not
    know this table.
    """

    id: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=32)
    asker: "models.CharField[str, str]" = models.CharField(max_length=24)
    payer: "models.CharField[str, str]" = models.CharField(max_length=64)
    quick: "models.BooleanField[bool, bool]" = models.BooleanField()
    question: "models.TextField[str, str]" = models.TextField()
    state: "models.CharField[str, str]" = models.CharField(max_length=10, default="waiting")
    owner: "models.CharField[str, str]" = models.CharField(max_length=24, default="")
    tries: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)
    stopped: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    answer: "models.TextField[str, str]" = models.TextField(default="")
    asked: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        db_default=Now()
    )

    objects: ClassVar[models.Manager["SearchTask"]]

    class Meta:
        """Workers look for what waits."""

        indexes: ClassVar = [models.Index(fields=["state", "asked"], name="search_task_state")]

    def __str__(self) -> str:
        return f"{self.state} {self.id}"


class EngineBudget(models.Model):
    """The engine time that a visitor or an address has left, at some moment."""

    key: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=80)
    level: "models.FloatField[float, float]" = models.FloatField()
    at: "models.FloatField[float, float]" = models.FloatField(db_index=True)

    objects: ClassVar[models.Manager["EngineBudget"]]

    class Meta:
        """The table keeps the name of its creation."""

        db_table = "web_credit"

    def __str__(self) -> str:
        return f"{self.level:.1f} s"
