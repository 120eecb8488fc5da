"""Games and their moves, reviews, and presence, as rows.

The game service interprets games: see stored_game.py.
"""

import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models

from plyground.web.base.ids import new_id
from plyground.web.base.models import Process

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Game(models.Model):
    """A game on this server. It belongs to a visitor, identified by the cookie.

    In a game by link the visitor has one `seat`, and a `guest` the other. Either may leave: the
    name is removed, and with the last one the game.
    """

    id: "models.CharField[str, str]" = models.CharField(
        primary_key=True, max_length=24, default=new_id
    )
    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    name: "models.CharField[str, str]" = models.CharField(max_length=64)  # of what is played
    options: Any = models.JSONField(default=dict)
    start: "models.TextField[str | None, str | None]" = models.TextField(
        null=True
    )  # the text of the first position; null: the game's start
    black: "models.CharField[str, str]" = models.CharField(max_length=200)
    white: "models.CharField[str, str]" = models.CharField(max_length=200)
    names: Any = models.JSONField(default=list)  # names of Black and White; empty: unknown
    at: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=0
    )  # the number of moves on the board
    result: Any = models.JSONField(null=True)
    dead: Any = models.JSONField(default=list)
    strict: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    teacher: "models.BooleanField[bool, bool]" = models.BooleanField(
        default=False
    )  # whether a teacher warns before large mistakes
    clock: Any = models.JSONField(null=True)  # {"seconds": .., "increment": ..}
    turn_began: "models.FloatField[float | None, float | None]" = models.FloatField(
        null=True
    )  # the start of the current turn; null during the count
    version: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(
        default=1
    )  # increases with every change
    share: "models.CharField[str | None, str | None]" = models.CharField(
        max_length=24, null=True, unique=True
    )
    note: "models.TextField[str, str]" = models.TextField(
        default=""
    )  # what an import could not keep
    seat: "models.CharField[str, str]" = models.CharField(
        max_length=5, default=""
    )  # the visitor's side in a game by link; empty: all people share one screen
    guest: "models.CharField[str, str]" = models.CharField(
        max_length=32, default="", db_index=True
    )  # the visitor on the other side; empty: not joined yet
    invite: "models.CharField[str | None, str | None]" = models.CharField(
        max_length=24, null=True, unique=True
    )  # the token of the invitation
    offer: Any = models.JSONField(null=True)  # {"kind": undo, draw, agree or rematch, "by": side}
    successor: "models.CharField[str, str]" = models.CharField(
        max_length=24, default=""
    )  # the rematch that both agreed to
    rated: "models.BooleanField[bool, bool]" = models.BooleanField(
        default=False, db_default=False
    )  # between two people; the database's default is for servers of version 0.1
    created: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Game"]]
    moves: "RelatedManager[Move]"

    class Meta:
        """The latest first, as in lists."""

        db_table = "web_game"
        indexes: ClassVar = [models.Index(fields=["visitor", "-changed"], name="visitor_changed")]

    def __str__(self) -> str:
        return f"{self.name} {self.id}"


class Challenge(models.Model):
    """A game by link that is public: the lobby offers its seat, and later everyone may watch it.

    `computer` is the level that may take the seat if no one joins; empty: none.
    """

    game: "models.OneToOneField[Game, Game]" = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE, db_constraint=False
    )  # no constraint, because a server of version 0.1 may delete the game
    computer: "models.CharField[str, str]" = models.CharField(max_length=20, default="")
    since: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True, db_index=True
    )

    objects: ClassVar[models.Manager["Challenge"]]

    def __str__(self) -> str:
        return f"for {self.game_id}"  # type: ignore[attr-defined]


class RatedResult(models.Model):
    """The result of a rated game, which stays when its players delete the game."""

    id: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=24)
    name: "models.CharField[str, str]" = models.CharField(max_length=64)
    options: Any = models.JSONField(default=dict)
    black: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    white: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    winner: "models.CharField[str, str]" = models.CharField(max_length=5, default="")
    at: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )

    objects: ClassVar[models.Manager["RatedResult"]]

    def __str__(self) -> str:
        return f"{self.name} {self.pk}"


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
        """One move per ply."""

        db_table = "web_move"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "ply"], name="one_move_a_ply")
        ]
        ordering: ClassVar = ["ply"]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"


class Review(models.Model):
    """The review of a game, for one version of it. It can be made again."""

    game: "models.OneToOneField[Game, Game]" = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE
    )
    version: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    data: Any = models.JSONField()
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Review"]]

    class Meta:
        """The table keeps the name of its creation."""

        db_table = "web_review"

    def __str__(self) -> str:
        return f"of {self.game_id}"  # type: ignore[attr-defined]


class Presence(models.Model):
    """A viewer of a game: a player on a side, or a spectator on none."""

    game: "models.ForeignKey[Game, Game]" = models.ForeignKey(Game, on_delete=models.CASCADE)
    side: "models.CharField[str, str]" = models.CharField(max_length=5, default="")
    process: "models.ForeignKey[Process, Process]" = models.ForeignKey(
        Process, on_delete=models.CASCADE
    )

    objects: ClassVar[models.Manager["Presence"]]

    class Meta:
        """The table keeps the name of its creation."""

        db_table = "web_presence"

    def __str__(self) -> str:
        return f"{self.side or 'spectator'} of {self.game_id}"  # type: ignore[attr-defined]
