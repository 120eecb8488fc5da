"""Games and their moves, people and their tokens, searches and who runs them, as rows.

What a game means is the service's business: see stored.py.
"""

import datetime
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


def new_id() -> str:
    """A name nobody can guess, short enough for an address."""
    return secrets.token_urlsafe(12)


def new_visitor() -> str:
    """A visitor's name: who can say it owns the games, so nobody can guess it."""
    return secrets.token_urlsafe(18)


class Game(models.Model):
    """A game somebody plays here. It belongs to a visitor: who has the cookie has the game.

    In a game by link the visitor has one `seat`, and a `guest` the other. Either may leave: the
    name goes, and with the last one the game.
    """

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
    teacher: "models.BooleanField[bool, bool]" = models.BooleanField(
        default=False
    )  # warns before large mistakes
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
    seat: "models.CharField[str, str]" = models.CharField(
        max_length=5, default=""
    )  # the visitor's side in a game by link; empty: all its people sit at one screen
    guest: "models.CharField[str, str]" = models.CharField(
        max_length=32, default="", db_index=True
    )  # the visitor on the other side; empty: nobody has come yet
    invite: "models.CharField[str | None, str | None]" = models.CharField(
        max_length=24, null=True, unique=True
    )  # the word that lets a guest in
    offer: Any = models.JSONField(null=True)  # {"kind": undo, draw, agree or rematch, "by": side}
    successor: "models.CharField[str, str]" = models.CharField(
        max_length=24, default=""
    )  # the rematch both agreed to
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


class Review(models.Model):
    """What a search says of every move of a game, as of a version of it. It can be made again."""

    game: "models.OneToOneField[Game, Game]" = models.OneToOneField(
        Game, primary_key=True, on_delete=models.CASCADE
    )
    version: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField()
    data: Any = models.JSONField()
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now=True
    )

    objects: ClassVar[models.Manager["Review"]]

    def __str__(self) -> str:
        return f"of {self.game_id}"  # type: ignore[attr-defined]


class AccountManager(BaseUserManager["Account"]):
    """Finds accounts by name, whatever the case of its letters."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        """The account of this name."""
        return self.get(name__iexact=username)


class Account(AbstractBaseUser):
    """A visitor with a name and a password, who can come back from another device.

    Games belong to `visitor`, as those of anybody else. `stamp` grows when all sessions are to end.
    """

    name: "models.CharField[str, str]" = models.CharField(max_length=30, unique=True)
    visitor: "models.CharField[str, str]" = models.CharField(
        max_length=32, unique=True, default=new_visitor
    )
    stamp: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)
    joined: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )

    objects: ClassVar[AccountManager] = AccountManager()
    USERNAME_FIELD = "name"

    class Meta:
        """Two names that differ in case only would be taken for each other."""

        constraints: ClassVar = [models.UniqueConstraint(Lower("name"), name="one_account_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """What a cookie has to know to be signed in: it ends with the password, or the stamp."""
        return self._session_digest(None)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under older secret keys."""
        return map(self._session_digest, settings.SECRET_KEY_FALLBACKS)

    def _session_digest(self, secret: str | bytes | None) -> str:
        known = f"{self.stamp} {self.password}"
        digest = salted_hmac("plyground.account", known, secret=secret, algorithm="sha256")
        return digest.hexdigest()


class Token(models.Model):
    """A key by which a program acts for a visitor. Only its digest is kept."""

    digest: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    label: "models.CharField[str, str]" = models.CharField(max_length=60)
    created: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    used: "models.DateField[datetime.date | None, datetime.date | None]" = models.DateField(
        null=True
    )  # the day on which it was last used

    objects: ClassVar[models.Manager["Token"]]

    def __str__(self) -> str:
        return self.label


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

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "lesson"], name="one_progress_a_lesson")
        ]

    def __str__(self) -> str:
        return f"{self.lesson} {self.step}"


class Process(models.Model):
    """A server process that shares this database. One that has not been seen for long is dead.

    The time is the database's, so that clocks of several hosts need not agree about it.
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


class Presence(models.Model):
    """Somebody who looks at a game now: a player on a side, or a spectator on none."""

    game: "models.ForeignKey[Game, Game]" = models.ForeignKey(Game, on_delete=models.CASCADE)
    side: "models.CharField[str, str]" = models.CharField(max_length=5, default="")
    process: "models.ForeignKey[Process, Process]" = models.ForeignKey(
        Process, on_delete=models.CASCADE
    )

    objects: ClassVar[models.Manager["Presence"]]

    def __str__(self) -> str:
        return f"{self.side or 'spectator'} of {self.game_id}"  # type: ignore[attr-defined]


class Search(models.Model):
    """A job as every process sees it: who runs it, and the latest it has told."""

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
    )  # in the time of day, for clocks
    latest: Any = models.JSONField(null=True)  # {"number": .., "name": .., "data": ..}
    changed: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        db_default=Now()
    )

    objects: ClassVar[models.Manager["Search"]]

    class Meta:
        """Of searches for the same only one is on at a time."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "game", "version"],
                condition=models.Q(state__in=["queued", "running", "settling"]),
                name="one_search_a_version",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Credit(models.Model):
    """Engine time that a visitor or an address has left, as of some moment."""

    key: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=80)
    level: "models.FloatField[float, float]" = models.FloatField()
    at: "models.FloatField[float, float]" = models.FloatField(db_index=True)

    objects: ClassVar[models.Manager["Credit"]]

    def __str__(self) -> str:
        return f"{self.level:.1f} s"
