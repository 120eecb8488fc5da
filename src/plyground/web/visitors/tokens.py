"""API tokens. Only their digests are stored."""

import datetime
import hashlib
import re
import secrets
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils import timezone

from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.contract.values import LONGEST_LABEL
from plyground.web.games.models import Game
from plyground.web.visitors.models import Account, Token

MOST = 20  # tokens per visitor

_TOKEN = re.compile(r"ply_[\w-]{32}", re.ASCII)
_UNUSED = datetime.timedelta(days=7)
_LARGEST_ID = 2**63 - 1


class TooManyTokens(Exception):  # noqa: N818 - nothing is broken
    """A visitor has the maximum number of tokens."""


@dataclass(frozen=True)
class Known:
    """A token in a list, without the token itself."""

    id: int
    label: str
    created: datetime.datetime
    used: datetime.date | None


def create(visitor: str, label: str) -> str:
    """A new token for this visitor, which is shown only once; raises TooManyTokens."""
    token = "ply_" + secrets.token_urlsafe(24)
    with writing():
        if Token.objects.filter(visitor=visitor).count() >= MOST:
            raise TooManyTokens
        Token.objects.create(digest=_digest(token), visitor=visitor, label=label[:LONGEST_LABEL])
    return token


def of(visitor: str) -> list[Known]:
    """The tokens of a visitor, the oldest first."""
    if not visitor:
        return []
    rows = Token.objects.filter(visitor=visitor).order_by("pk")
    return [Known(row.pk, row.label, row.created, row.used) for row in rows]


def revoke(visitor: str, token_id: int) -> bool:
    """Revokes a token of this visitor; False if there is none."""
    if not visitor or not 0 < token_id <= _LARGEST_ID:
        return False
    with writing():
        ended = bool(Token.objects.filter(visitor=visitor, pk=token_id).delete()[0])
        event_bus.publish(f"visitor:{visitor}")  # the streams that it opened end
    return ended


def revoke_all(visitor: str) -> None:
    """Revokes every token of this visitor."""
    Token.objects.filter(visitor=visitor).delete()
    event_bus.publish(f"visitor:{visitor}")  # the streams that they opened end


def prune(now: datetime.datetime | None = None) -> int:
    """Deletes strangers' tokens that were not used within a week.

    Tokens of accounts stay, and those of visitors with a game. Returns the number deleted.
    """
    then = (now or timezone.now()) - _UNUSED
    rows = Token.objects.filter(used__isnull=True, created__lt=then)
    visitor = OuterRef("visitor")
    for owner in (
        Account.objects.filter(visitor=visitor),
        Game.objects.filter(visitor=visitor),
        Game.objects.filter(guest=visitor),
    ):
        rows = rows.filter(~Exists(owner))
    return rows.delete()[0]


def find(token: str) -> str | None:
    """The visitor of the token; None for an unknown token."""
    if not _TOKEN.fullmatch(token):
        return None
    row = Token.objects.filter(digest=_digest(token)).first()
    if row is None:
        return None
    today = timezone.now().date()
    if row.used != today:  # the day is enough, and costs few writes
        Token.objects.filter(pk=row.pk).update(used=today)
    return row.visitor


def _digest(token: str) -> str:
    """Tokens are long and random, so a plain digest can't be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
