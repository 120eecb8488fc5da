"""The public side of visitors: a key for links, a name, and whether they are blocked."""

from collections.abc import Iterable

from django.http import HttpRequest

from plyground.web.base.transactions import writing
from plyground.web.visitors.lookalikes import skeleton
from plyground.web.visitors.models import Account, Person
from plyground.web.visitors.visitors import account_of, visitor_of


class NameTaken(Exception):  # noqa: N818 - not an error
    """An account has this name, or one that looks like it."""


def of(visitor: str) -> Person | None:
    """The person behind a visitor's name, if known."""
    return Person.objects.filter(visitor=visitor).first() if visitor else None


def known(visitor: str) -> Person:
    """The same; a new row if there is none."""
    with writing():
        return Person.objects.get_or_create(visitor=visitor)[0]


def find(key: str) -> Person | None:
    """The person with this public key."""
    return Person.objects.filter(key=key).first()


def name_of(request: HttpRequest) -> str:
    """The name of the visitor who asks: of the account, or the one that a guest chose; or empty."""
    account = account_of(request)
    if account is not None:
        return account.name
    person = of(visitor_of(request))
    return person.name if person else ""


def names(visitors: Iterable[str]) -> dict[str, str]:
    """The names of these visitors, accounts first; those without a name are left out."""
    wanted = set(filter(None, visitors))
    guests = Person.objects.filter(visitor__in=wanted).exclude(name="")
    accounts = Account.objects.filter(visitor__in=wanted)
    found = dict(guests.values_list("visitor", "name"))
    return found | dict(accounts.values_list("visitor", "name"))


def keys(visitors: Iterable[str]) -> dict[str, str]:
    """The public keys of these visitors, new ones where there were none."""
    wanted = set(filter(None, visitors))
    found = dict(Person.objects.filter(visitor__in=wanted).values_list("visitor", "key"))
    return found | {visitor: known(visitor).key for visitor in wanted - set(found)}


def rename_guest(visitor: str, name: str) -> None:
    """Names a visitor without an account; empty: no name. Raises NameTaken."""
    if name and Account.objects.filter(skeleton=skeleton(name)).exists():
        raise NameTaken
    with writing():
        person = known(visitor)
        Person.objects.filter(pk=person.pk).update(name=name)


def claim(visitor: str, owner: str) -> None:
    """Two visitors are the same person: a block stays, and the account's name counts."""
    before = of(visitor)
    if before is not None and before.blocked:
        Person.objects.filter(pk=known(owner).pk).update(blocked=True)


def forget(visitor: str) -> None:
    """Deletes what is known of a visitor; that the visitor is blocked stays, without a name."""
    Person.objects.filter(visitor=visitor, blocked=False).delete()
    Person.objects.filter(visitor=visitor).update(name="")
