"""Games and their moves, as rows. What they mean is the desk's business: see sheet.py."""

import datetime
import secrets
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


def new_id() -> str:
    """A name nobody can guess, short enough for an address."""
    return secrets.token_urlsafe(12)


class Game(models.Model):
    """A game somebody plays here. It belongs to a visitor: who has the cookie has the game."""

    id: "models.CharField[str, str]" = models.CharField(
        primary_key=True, max_length=24, default=new_id
    )
    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    name: "models.CharField[str, str]" = models.CharField(max_length=64)  # of what is played
    options: Any = models.JSONField(default=dict)
    start: "models.TextField[str | None, str | None]" = models.TextField(
        null=True
    )  # a position's text; null: where the game begins
    black: "models.CharField[str, str]" = models.CharField(max_length=200)
    white: "models.CharField[str, str]" = models.CharField(max_length=200)
    names: Any = models.JSONField(default=list)  # black's and white's; empty: nobody said
    at: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=0
    )  # so many moves stand on the board
    result: Any = models.JSONField(null=True)
    dead: Any = models.JSONField(default=list)
    strict: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    clock: Any = models.JSONField(null=True)  # {"seconds": .., "increment": ..}
    turn_began: "models.FloatField[float | None, float | None]" = models.FloatField(
        null=True
    )  # when the turn that is on did; null while stones are counted
    version: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=1
    )  # grows with every change
    share: "models.CharField[str | None, str | None]" = models.CharField(
        max_length=24, null=True, unique=True
    )
    note: "models.TextField[str, str]" = models.TextField(
        default=""
    )  # what an import could not keep
    created: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Game"]]
    moves: "RelatedManager[Move]"

    class Meta:
        """The latest first, as people look for them."""

        indexes: ClassVar = [models.Index(fields=["visitor", "-changed"], name="visitor_changed")]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class Move(models.Model):
    """One move of a game; those after `Game.at` were taken back."""

    game: "models.ForeignKey[Game, Game]" = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="moves"
    )
    ply: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()  # from 1
    text: "models.CharField[str, str]" = models.CharField(max_length=100)
    seconds: "models.FloatField[float | None, float | None]" = models.FloatField(null=True)
    clock: "models.FloatField[float | None, float | None]" = models.FloatField(
        null=True
    )  # left after the move
    evaluation: Any = models.JSONField(null=True)

    objects: ClassVar[models.Manager["Move"]]

    class Meta:
        """A ply is played once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="one_move_a_ply")
        ]
        ordering: ClassVar = ["ply"]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"
