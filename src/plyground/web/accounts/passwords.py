"""Checks passwords, and limits how many can be tried."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import authenticate
from django.http import HttpRequest
from django.utils.translation import gettext as _

from plyground.web.accounts import forms
from plyground.web.base import limits
from plyground.web.base.client_address import address_of
from plyground.web.visitors.models import Account
from plyground.web.visitors.stored_buckets import StoredBuckets

guesses = limits.Guesses(StoredBuckets)
digesting = threading.BoundedSemaphore(4)  # otherwise a few logins would occupy all threads
PATIENCE = 3.0  # seconds to wait for a free slot


class Busy(Exception):  # noqa: N818 - not for long
    """Too many passwords are being checked at the moment."""


@contextmanager
def turn() -> Iterator[None]:
    """A slot in which a password can be hashed; raises Busy if none becomes free."""
    if not digesting.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        digesting.release()


def known(request: HttpRequest, name: str, password: str) -> Account | None:
    """The account with this name, if the password is right. An unknown name takes as long."""
    address = address_of(request)
    guesses.take(name, address)
    with turn():
        if len(password) > forms.LONGEST_PASSWORD or "\0" in name:
            return None
        account = authenticate(request, username=name, password=password)
    if not isinstance(account, Account):
        return None
    guesses.give_back(name, address)
    return account


def is_own(request: HttpRequest, account: Account, form: forms.OwnPasswordForm) -> bool:
    """Whether this is the account's password, which a stranger at this browser does not have."""
    address, key = address_of(request), f"={account.pk}"
    guesses.take(key, address)
    form.full_clean()
    password = form.cleaned_data["old"]
    with turn():
        right = len(password) <= forms.LONGEST_PASSWORD and account.check_password(password)
    if right:
        guesses.give_back(key, address)
    else:
        form.add_error("old", _("The password is wrong."))
    return right
