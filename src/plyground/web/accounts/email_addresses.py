"""The e-mail address of an account, with which its owner can choose a new password.

It is stored only after its owner has opened the link in a letter to it. A link contains a signature
of what it stands for, and works once: what it signs changes with the password and the address.
"""

from collections.abc import Callable

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.utils.translation import gettext as _

from plyground.web.accounts import letters
from plyground.web.base import limits
from plyground.web.base.limits import rates_apply
from plyground.web.base.transactions import writing
from plyground.web.visitors.models import Account, EmailAddress
from plyground.web.visitors.stored_buckets import StoredBuckets

_SALT = "plyground.email"
_DAY = 24 * 3600
_MOST = 5  # accounts of one address in a letter

_to_one = StoredBuckets("letter", 3, 1 / 1200)
_from_one = StoredBuckets("letters", 10, 1 / 360)


class _Links(PasswordResetTokenGenerator):
    """Links for new passwords: they end with the password, a sign-in, and the address."""

    key_salt = "plyground.reset"

    def _make_hash_value(self, user: object, timestamp: int) -> str:
        assert isinstance(user, Account)
        last = user.last_login and user.last_login.isoformat()
        return f"{user.pk} {user.password} {user.stamp} {last} {of(user)} {timestamp}"


_links = _Links()


def of(account: Account) -> str:
    """The address of an account; empty if it has none."""
    row = EmailAddress.objects.filter(account=account).first()
    return row.address if row else ""


def count_request(origin: str) -> None:
    """Counts a request for a letter from a network address; or raises Guessed."""
    if rates_apply() and origin and (wait := _from_one.take(origin)):
        raise limits.Guessed(wait)


# Confirming


def ask_to_confirm(account: Account, address: str, url_of: Callable[[str], str]) -> bool:
    """Sends a link to a new address; False if too many letters wait."""
    known = {"account": account.pk, "address": address, "state": _state(account)}
    url = url_of(signing.dumps(known, salt=_SALT))
    name = account.name

    def write() -> None:
        if _is_enough(address):
            return
        text = _(
            "The account %(name)s asks whether this address belongs to it. If it is yours, open"
            " this page within a day:\n\n%(url)s\n\nIf you don't know about this, do nothing."
        )
        letters.send(
            address, _("Plyground: confirm your e-mail address"), text % {"name": name, "url": url}
        )

    return letters.later(write)


def to_confirm(token: str) -> tuple[Account, str] | None:
    """The account and the address of a link; None if the link is wrong, old or used."""
    try:
        known = signing.loads(token, salt=_SALT, max_age=_DAY)
    except signing.BadSignature:
        return None
    account = Account.objects.filter(pk=known["account"]).first()
    if account is None or _state(account) != known["state"]:
        return None
    return account, str(known["address"])


def store(account: Account, address: str) -> None:
    """Sets the address of an account."""
    with writing():
        EmailAddress.objects.update_or_create(account=account, defaults={"address": address})


def remove(account: Account) -> None:
    """An account without an address."""
    EmailAddress.objects.filter(account=account).delete()


def _state(account: Account) -> str:
    """Changes with the password and the address."""
    known = f"{account.get_session_auth_hash()} {of(account)}"
    return signing.Signer(salt=_SALT).signature(known)


# A new password


def ask_to_reset(text: str, url_of: Callable[[int, str], str]) -> bool:
    """Sends links to the owner of this name or address, if there is one.

    False if too many letters wait.
    """

    def write() -> None:
        accounts: dict[str, list[Account]] = {}
        for account in _accounts(text):
            accounts.setdefault(of(account), []).append(account)
        for address, known in accounts.items():
            if address and not _is_enough(address):
                _write_reset(address, known, url_of)

    return letters.later(write)


def _accounts(text: str) -> list[Account]:
    if "@" in text:
        return list(Account.objects.filter(email__address__iexact=text).order_by("pk")[:_MOST])
    return list(Account.objects.filter(name__iexact=text)[:1])


def _write_reset(address: str, accounts: list[Account], url_of: Callable[[int, str], str]) -> None:
    links = [f"{one.name}: {url_of(one.pk, _links.make_token(one))}" for one in accounts]
    text = _(
        "Somebody asked for a new password on Plyground. To choose one, open the page of your"
        " account within an hour:\n\n%(links)s\n\nIf it was not you, do nothing: your password"
        " stays as it is."
    )
    letters.send(address, _("Plyground: choose a new password"), text % {"links": "\n".join(links)})


def to_reset(account_id: int, token: str) -> Account | None:
    """The account of a link for a new password; None if the link is wrong, old or used."""
    account = Account.objects.filter(pk=account_id).first()
    return account if account is not None and _links.check_token(account, token) else None


def _is_enough(address: str) -> bool:
    """Whether this address has got enough letters for now."""
    return rates_apply() and _to_one.take(address.casefold()) > 0
