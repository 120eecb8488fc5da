"""Accounts withstand guessing, forged cookies, and links from other sites."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import signing
from django.test import Client

from plyground.web.accounts import passwords
from plyground.web.base import limits
from tests.web.people import PASSWORD, another, in_no_time, new_name, sees, sign_in, sign_up
from tests.web.play.test_pages import begin


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


# Guessing


@pytest.fixture
def _limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "on")


@pytest.mark.usefixtures("_limited")
def test_sign_in_is_refused_after_ten_wrong_passwords(client: Client) -> None:
    account = sign_up(another())
    for name in (account.name, new_name()):
        for guess in range(10):
            assert sign_in(client, name, f"wrong {guess}").status_code == 422
        answer = sign_in(another(), name.lower())
        assert answer.status_code == 429
        elsewhere = Client(SERVER_NAME="localhost", REMOTE_ADDR="198.51.100.7")
        expected = 302 if name == account.name else 422
        assert sign_in(elsewhere, name).status_code == expected, "nobody can keep the owner out"
        assert 0 < int(answer.headers["Retry-After"]) <= 60
        assert "Too many wrong passwords were tried" in answer.content.decode()


def test_unknown_name_is_hashed_like_a_wrong_password(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One password hash, which takes most of the time."""
    account, digests = sign_up(another()), []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        digests.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    for name in (account.name, new_name()):
        digests.clear()
        assert sign_in(client, name, "wrong one").status_code == 422
        assert digests == ["wrong one"]


@pytest.mark.usefixtures("_limited")
def test_right_password_does_not_count_as_a_guess(client: Client) -> None:
    account = sign_up(client)
    for _ in range(15):
        assert sign_in(another(), account.name).status_code == 302


def test_guesses_from_one_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "on")
    guesses = limits.Guesses()
    for number in range(50):
        guesses.take(str(number), "192.0.2.7")
    with pytest.raises(limits.Guessed):
        guesses.take("another", "192.0.2.7")
    guesses.take("another", "192.0.2.8")


def test_guesses_from_many_addresses_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "on")
    guesses = limits.Guesses()
    for number in range(200):
        guesses.take("ann", f"192.0.2.{number}")
    with pytest.raises(limits.Guessed):
        guesses.take("Ann", "198.51.100.7")
    guesses.take("bo", "198.51.100.7")


def test_sign_in_is_refused_while_too_many_passwords_are_hashed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "PATIENCE", 0.01)
    monkeypatch.setattr(passwords, "digesting", threading.BoundedSemaphore(1))
    with passwords.turn():
        answer = sign_in(client, "ann")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


# Cookies


def cookie(data: dict[str, Any], key: str) -> str:
    """A session as signed by Django."""
    salt = "django.contrib.sessions.backends.signed_cookies"
    serializer = "django.contrib.sessions.serializers.JSONSerializer"
    from django.utils.module_loading import import_string

    return signing.dumps(
        data, key=key, salt=salt, serializer=import_string(serializer), compress=True
    )


def test_forged_cookies_are_ignored(client: Client) -> None:
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    good = client.cookies["plyground"].value
    session = dict(client.session.items())
    forged = [
        good[:-1] + ("A" if good[-1] != "A" else "B"),
        good.partition(":")[0],
        cookie(session, "another secret"),
        cookie(session | {"_auth_user_hash": "0" * 64}, settings.SECRET_KEY),
        cookie({k: v for k, v in session.items() if k != "_auth_user_hash"}, settings.SECRET_KEY),
        cookie(session | {"_auth_user_id": str(account.pk + 10**6)}, settings.SECRET_KEY),
        cookie(session | {"_auth_user_backend": "os.system"}, settings.SECRET_KEY),
    ]
    for text in forged:
        thief = another()
        thief.cookies["plyground"] = text
        assert not sees(thief, row), text
    honest = another()
    honest.cookies["plyground"] = cookie(session, settings.SECRET_KEY)
    assert sees(honest, row)


def test_session_cookie_expires(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    later = signing.time.time() + settings.SESSION_COOKIE_AGE + 60  # type: ignore[attr-defined]
    device = another()
    device.cookies["plyground"] = client.cookies["plyground"].value
    monkeypatch.setattr(signing.time, "time", lambda: later)  # type: ignore[attr-defined]
    assert not sees(device, row)


def test_form_without_csrf_token_is_refused(client: Client) -> None:
    account = sign_up(client)
    strict = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    strict.cookies["plyground"] = client.cookies["plyground"].value
    paths = (
        "sign-in",
        "sign-in/code",
        "second-step",
        "email",
        "forgot",
        "sign-up",
        "sign-out",
        "sign-out/everywhere",
        "password",
        "delete",
    )
    for path in (*paths, "tokens", "tokens/1/revoke"):
        assert strict.post(f"/account/{path}/", {"old": PASSWORD}).status_code == 403, path
    account.refresh_from_db()
    assert account.stamp == 0


def test_account_pages_are_not_cached(client: Client) -> None:
    sign_up(client)
    for path in ("sign-in/", "sign-up/", "", "password/", "delete/", "data/"):
        assert client.get(f"/account/{path}").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "target",
    [
        "https://example.com/",
        "//example.com/",
        "/\\example.com",
        "javascript:alert(1)",
        "http:///example.com",
        "\t//example.com",
        "games",
        "",
    ],
)
def test_sign_in_never_redirects_to_another_site(client: Client, target: str) -> None:
    account = sign_up(another())
    answer = sign_in(client, account.name, next=target)
    assert answer.headers["Location"] == "/"
    assert client.get("/account/sign-in/", {"next": target}).headers["Location"] == "/"
