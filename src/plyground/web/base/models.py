"""The processes that share a database, as rows."""

import datetime
from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from plyground.web.base.ids import new_id


class Process(models.Model):
    """A server process that shares this database. Without a recent heartbeat it counts as dead.

    The time is the database's, so the clocks of several hosts need not agree.
    """

    id: "models.CharField[str, str]" = models.CharField(
        primary_key=True, max_length=24, default=new_id
    )
    seen: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        db_default=Now()
    )

    objects: ClassVar[models.Manager["Process"]]

    def __str__(self) -> str:
        return self.id
