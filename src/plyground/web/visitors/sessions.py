"""Sessions of accounts, as rows.

The signed cookie of a browser contains a secret, and a row has its digest. Deleting the row logs
out that browser, and every copy of its cookie. Visitors without an account have no row.
"""

import datetime
import hashlib
import re
import secrets
from dataclasses import dataclass

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from plyground.web.base import event_bus
from plyground.web.visitors.models import Account, Session

MOST = 50  # sessions per account; the least recently used one makes room

_SECRET = "session"  # noqa: S105 - its place in the cookie
_DAY = "used"  # the time of this browser's last visit in its row
_UNUSED = datetime.timedelta(days=400)
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class Device:
    """A session in a list."""

    id: int
    name: str
    began: datetime.datetime
    used: datetime.date
    is_here: bool


def begin(request: HttpRequest, account: Account) -> None:
    """Logs this browser in, with a new secret."""
    secret = request.session[_SECRET] = secrets.token_urlsafe(24)
    today = timezone.now().date()
    request.session[_DAY] = today.toordinal()
    rows = Session.objects.filter(account=account)
    for old in rows.order_by("-used", "-pk")[MOST - 1 :]:
        old.delete()
    name = device_name(request.headers.get("User-Agent", ""))
    Session.objects.create(digest=_digest(secret), account=account, device=name, used=today)


def end(request: HttpRequest, account: Account) -> None:
    """Logs this browser out, and every copy of its cookie."""
    _end(account, Session.objects.filter(account=account, digest=digest_of(request)))


def end_one(account: Account, session_id: int) -> None:
    """Logs out another browser of the account."""
    _end(account, Session.objects.filter(account=account, pk=session_id))


def end_all(account: Account) -> None:
    """Logs out every browser of the account."""
    _end(account, Session.objects.filter(account=account))


def _end(account: Account, rows: QuerySet[Session]) -> None:
    rows.delete()
    event_bus.publish(f"visitor:{account.visitor}")  # the streams that it opened end


def devices(request: HttpRequest, account: Account) -> list[Device]:
    """The sessions of the account, the latest first."""
    here = digest_of(request)
    rows = Session.objects.filter(account=account).order_by("-used", "-pk")
    return [Device(row.pk, row.device, row.began, row.used, row.digest == here) for row in rows]


def prune() -> None:
    """Deletes the sessions of browsers that have not come back for more than a year."""
    Session.objects.filter(used__lt=timezone.now().date() - _UNUSED).delete()


# Identification


def digest_of(request: HttpRequest) -> str:
    """The key of this browser's session row; empty if it is not logged in."""
    secret = request.session.get(_SECRET, "")
    return _digest(secret) if secret and isinstance(secret, str) else ""


def find(account_id: int, digest: str) -> Account | None:
    """The account, if this session of it is valid."""
    return Account.objects.filter(pk=account_id, session__digest=digest).first()


def fits(request: HttpRequest, account: Account) -> bool:
    """Whether the cookie matches the account's current password and stamp."""
    given = str(request.session.get(HASH_SESSION_KEY, ""))
    known = [account.get_session_auth_hash(), *account.get_session_auth_fallback_hash()]
    return any(constant_time_compare(given, one) for one in known)


def note_use(request: HttpRequest, account: Account) -> None:
    """Records once a day that this browser is in use."""
    today = timezone.now().date()
    session = request.session
    if SESSION_KEY in session and session.get(_DAY) != today.toordinal():
        session[_DAY] = today.toordinal()
        Session.objects.filter(account=account, digest=digest_of(request)).update(used=today)


def device_name(user_agent: str) -> str:
    """The common names of a browser and a system; empty if neither is known.

    >>> device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> device_name("curl/8.5"), device_name("Mozilla/5.0 (iPhone) CriOS/136.0 Safari/604.1")
    ('', 'Chrome, iPhone')
    """
    words = set(re.findall(r"[A-Za-z]+", user_agent[:400]))
    found = [
        next((name for word, name in names.items() if word in words), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, found))


def _digest(secret: str) -> str:
    """Secrets are long and random, so a plain digest cannot be reversed."""
    return hashlib.sha256(secret.encode()).hexdigest()
