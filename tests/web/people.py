"""People with accounts, for tests within this process."""

import html
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client, override_settings

from plyground.web.accounts import passwords
from plyground.web.base import limits
from plyground.web.games.models import Game
from plyground.web.visitors.models import Account
from tests.web.play.test_pages import begin

PASSWORD = "four green horses"


@contextmanager
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No limits, and fast password hashes."""
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    monkeypatch.setattr(passwords, "guesses", limits.Guesses())
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


def new_name() -> str:
    """A unique name."""
    return f"Ann.{secrets.token_hex(5)}"


def another() -> Client:
    """Another device."""
    return Client(SERVER_NAME="localhost")


def sign_up(client: Client, name: str = "", password: str = PASSWORD, **more: str) -> Account:
    """A new account, logged in."""
    name = name or new_name()
    form = {"name": name, "password": password, "again": password, **more}
    answer = client.post("/account/sign-up/", form)
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return Account.objects.get(name=name)


def sign_in(client: Client, name: str, password: str = PASSWORD, **more: str) -> Any:
    """The answer to a login."""
    return client.post("/account/sign-in/", {"name": name, "password": password, **more})


def refused(client: Client, path: str, form: dict[str, str], status: int = 422) -> str:
    """The error message of a refused form."""
    answer = client.post(path, form)
    assert answer.status_code == status
    return html.unescape(answer.content.decode())


def sees(client: Client, row: Game) -> bool:
    """Whether a visitor may see a game."""
    return client.get(f"/api/games/{row.pk}/").status_code == 200


def by_link(owner: str, guest: str, **more: Any) -> Game:
    """A game by link between two visitors."""
    return Game.objects.create(
        visitor=owner,
        guest=guest,
        seat="white",
        name="dobutsu",
        black="person",
        white="person",
        **more,
    )


def name_in(client: Client) -> str:
    """The visitor name of a browser that has started a game."""
    return begin(client, "dobutsu", opponent="person").visitor
