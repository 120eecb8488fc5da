"""Accounts and tokens, as rows."""

import datetime
from collections.abc import Iterator
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from plyground.web.base.ids import new_id, new_visitor


class AccountManager(BaseUserManager["Account"]):
    """Finds accounts by name, in any case of its letters."""

    def get_by_natural_key(self, username: str | None) -> "Account":
        """The account with this name."""
        return self.get(name__iexact=username)


class Account(AbstractBaseUser):
    """A visitor with a name and a password, who can return from another device.

    Games belong to `visitor`, as for anyone else. `stamp` increases to end all sessions.
    """

    name: "models.CharField[str, str]" = models.CharField(max_length=30, unique=True)
    visitor: "models.CharField[str, str]" = models.CharField(
        max_length=32, unique=True, default=new_visitor
    )
    skeleton: "models.CharField[str | None, str | None]" = models.CharField(
        max_length=120, null=True, db_index=True
    )  # what the name looks like; NULL if a server of version 0.1 made the account
    stamp: "models.PositiveIntegerField[int, int]" = models.PositiveIntegerField(default=0)
    joined: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )

    objects: ClassVar[AccountManager] = AccountManager()
    USERNAME_FIELD = "name"

    class Meta:
        """Names that differ only in case would be confused."""

        db_table = "web_account"
        constraints: ClassVar = [models.UniqueConstraint(Lower("name"), name="one_account_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_session_auth_hash(self) -> str:
        """The value that a session must match: it changes with the password and the stamp."""
        return self._session_digest(None)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same with older secret keys."""
        return map(self._session_digest, settings.SECRET_KEY_FALLBACKS)

    def _session_digest(self, secret: str | bytes | None) -> str:
        known = f"{self.stamp} {self.password}"
        digest = salted_hmac("plyground.account", known, secret=secret, algorithm="sha256")
        return digest.hexdigest()


class Session(models.Model):
    """A browser that is logged in to an account. Only the digest of its secret is stored.

    There is no constraint on the account, because a server of version 0.1 may delete one meanwhile.
    """

    digest: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    account: "models.ForeignKey[Account, Account]" = models.ForeignKey(
        Account, on_delete=models.CASCADE, db_constraint=False
    )
    device: "models.CharField[str, str]" = models.CharField(max_length=40)
    began: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    used: "models.DateField[datetime.date, datetime.date]" = models.DateField()

    objects: ClassVar[models.Manager["Session"]]

    class Meta:
        """Named like the other tables."""

        db_table = "web_session"

    def __str__(self) -> str:
        return self.device


class EmailAddress(models.Model):
    """The confirmed e-mail address of an account."""

    account: "models.OneToOneField[Account, Account]" = models.OneToOneField(
        Account,
        on_delete=models.CASCADE,
        primary_key=True,
        db_constraint=False,
        related_name="email",
    )
    address: "models.CharField[str, str]" = models.CharField(max_length=254, db_index=True)

    objects: ClassVar[models.Manager["EmailAddress"]]

    def __str__(self) -> str:
        return self.address


class SecondFactor(models.Model):
    """The secret of an account's one-time codes, and the digests of its recovery codes."""

    account: "models.OneToOneField[Account, Account]" = models.OneToOneField(
        Account,
        on_delete=models.CASCADE,
        primary_key=True,
        db_constraint=False,
        related_name="second_factor",
    )
    secret: "models.CharField[str, str]" = models.CharField(max_length=64)
    used: "models.BigIntegerField[int, int]" = (
        models.BigIntegerField()
    )  # time step of the last code
    recovery: "models.JSONField[list[str], list[str]]" = models.JSONField()

    objects: ClassVar[models.Manager["SecondFactor"]]

    def __str__(self) -> str:
        return f"a second factor with {len(self.recovery)} recovery codes"


class Token(models.Model):
    """A key with which a program acts for a visitor. Only its digest is stored."""

    digest: "models.CharField[str, str]" = models.CharField(max_length=64, unique=True)
    visitor: "models.CharField[str, str]" = models.CharField(max_length=32, db_index=True)
    label: "models.CharField[str, str]" = models.CharField(max_length=60)
    created: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )
    used: "models.DateField[datetime.date | None, datetime.date | None]" = models.DateField(
        null=True
    )  # the day of its last use

    objects: ClassVar[models.Manager["Token"]]

    class Meta:
        """The table keeps the name of its creation."""

        db_table = "web_token"

    def __str__(self) -> str:
        return self.label


class Bucket(models.Model):
    """What is left of a limit, as of some moment: of passwords that may be tried, or of a rate."""

    key: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=64)
    level: "models.FloatField[float, float]" = models.FloatField()
    at: "models.FloatField[float, float]" = models.FloatField(db_index=True)

    objects: ClassVar[models.Manager["Bucket"]]

    def __str__(self) -> str:
        return f"{self.level:.1f}"


class Person(models.Model):
    """What others may know of a visitor: a public key, and a guest's name.

    The visitor's own name is a secret, because it proves ownership. An account has its name itself.
    A visitor who is blocked can play only alone.
    """

    visitor: "models.CharField[str, str]" = models.CharField(primary_key=True, max_length=32)
    key: "models.CharField[str, str]" = models.CharField(max_length=24, unique=True, default=new_id)
    name: "models.CharField[str, str]" = models.CharField(max_length=30, default="")
    blocked: "models.BooleanField[bool, bool]" = models.BooleanField(default=False)
    since: "models.DateTimeField[datetime.datetime, datetime.datetime]" = models.DateTimeField(
        auto_now_add=True
    )

    objects: ClassVar[models.Manager["Person"]]

    def __str__(self) -> str:
        return self.name or self.key
