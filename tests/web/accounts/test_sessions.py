"""Sessions of accounts: ended by signing out, listed, and ended from another browser."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from plyground.web.visitors import sessions
from plyground.web.visitors.models import Session
from tests.web.databases import empty_tables
from tests.web.people import PASSWORD, another, in_no_time, sees, sign_in, sign_up
from tests.web.play.test_pages import begin, text_of

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/137.0 Mobile Safari/537.36"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def copy_of(client: Client) -> Client:
    """A thief with a copy of someone's cookie."""
    thief = another()
    thief.cookies["plyground"] = client.cookies["plyground"].value
    return thief


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_signing_out_ends_a_copied_cookie(kind: str, tmp_path: Path) -> None:
    with empty_tables(kind, tmp_path):
        client = Client(SERVER_NAME="localhost")
        account = sign_up(client)
        row = begin(client, "dobutsu", opponent="person")
        thief = copy_of(client)
        assert sees(thief, row)
        client.post("/account/sign-out/")
        assert not sees(thief, row)
        assert account.name not in text_of(thief, "/account/")
        sign_in(client, account.name)
        assert not sees(thief, row), "signing in again does not revive it"


def test_each_sign_in_has_a_session_of_its_own(client: Client) -> None:
    account = sign_up(client)
    first = copy_of(client)
    client.post("/account/sign-out/")
    sign_in(client, account.name)
    secrets = [one.session["session"] for one in (client, first)]
    assert secrets[0] != secrets[1]
    (row,) = Session.objects.filter(account=account)
    assert row.digest == sessions._digest(secrets[0])


def test_account_page_signs_another_browser_out(client: Client) -> None:
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    phone, stranger = another(), another()
    phone.defaults["HTTP_USER_AGENT"] = PHONE
    sign_in(phone, account.name)
    sign_up(stranger)
    page = text_of(client, "/account/")
    assert "Chrome, Android" in page
    assert "An unknown browser" in page
    assert page.count("Sign out there") == 1, "not for the browser that shows the list"
    there = Session.objects.get(account=account, device="Chrome, Android")
    stranger.post(f"/account/sign-out/{there.pk}/")
    assert sees(phone, row), "nobody else may"
    client.post(f"/account/sign-out/{there.pk}/")
    assert not sees(phone, row)
    assert sees(client, row)
    assert Client(SERVER_NAME="localhost").post("/account/sign-out/1/").status_code == 302


def test_new_password_gives_the_browser_a_new_session(client: Client) -> None:
    sign_up(client)
    thief = copy_of(client)
    row = begin(client, "dobutsu", opponent="person")
    new = "seven blue whales"
    client.post("/account/password/", {"old": PASSWORD, "password": new, "again": new})
    assert sees(client, row)
    assert not sees(thief, row)


def test_use_of_a_browser_is_noted_once_a_day(client: Client) -> None:
    account = sign_up(client)
    rows = Session.objects.filter(account=account)
    old = datetime.date(2020, 1, 1)
    rows.update(used=old)
    client.get("/account/")
    assert rows.get().used == old, "it was today, as far as the cookie knows"
    session = client.session
    session["used"] = old.toordinal()
    session.save()
    client.cookies["plyground"] = session.session_key or ""
    client.get("/account/")
    assert rows.get().used > old


def test_sessions_are_few_and_forgotten_in_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MOST", 2)
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    others = [another(), another()]
    for other in others:
        sign_in(other, account.name)
    assert [sees(one, row) for one in (client, *others)] == [False, True, True]
    Session.objects.filter(account=account).update(used=datetime.date(2020, 1, 1))
    sessions.prune()
    assert not Session.objects.filter(account=account).exists()


@pytest.mark.parametrize("text", ["", "Mozilla/5.0 ()", "x" * 5000, "Ünïcode"])
def test_unknown_browser_has_no_name(text: str) -> None:
    assert sessions.device_name(text) == ""


def test_long_names_of_browsers_fit_their_column() -> None:
    assert sessions.device_name(FIREFOX) == "Firefox, Linux"
    longest = max(map(len, sessions._BROWSERS.values())) + max(map(len, sessions._SYSTEMS.values()))
    assert longest + 2 <= 40
