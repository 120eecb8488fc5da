"""One-time codes as a second step at sign-in."""

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest
from django.test import Client, override_settings

from plyground.web.accounts import second_factor, second_factor_views
from plyground.web.server import backup
from plyground.web.visitors.models import Account, Bucket, SecondFactor
from tests.web.accounts.test_account_data import whole
from tests.web.databases import empty_tables
from tests.web.people import (
    PASSWORD,
    another,
    in_no_time,
    new_name,
    refused,
    sees,
    sign_in,
    sign_up,
)
from tests.web.play.test_pages import begin, text_of

CODE = "/account/sign-in/code/"
STEP = "/account/second-step/"


class Phone:
    """A program for one-time codes. Each code is of a later step than the one before."""

    def __init__(self, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
        found = re.search(r'href="(otpauth://[^"]+)"', html.unescape(page))
        assert found is not None
        self.sealed = re.findall(r'name="secret" value="([^"]+)"', page)[0]
        self._totp = pyotp.parse_uri(found[1])
        assert isinstance(self._totp, pyotp.TOTP)
        self.clock = time.time()
        monkeypatch.setattr("time.time", lambda: self.clock)

    def code(self) -> str:
        self.clock += 30
        assert isinstance(self._totp, pyotp.TOTP)
        return self._totp.at(int(self.clock))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def turn_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> tuple[Phone, list[str]]:
    """Adds a second step; returns the phone and the recovery codes."""
    phone = Phone(text_of(client, STEP), monkeypatch)
    form = {"secret": phone.sealed, "code": phone.code(), "old": PASSWORD}
    page = client.post(STEP, form).content.decode()
    codes = re.findall(r"<code>([a-z2-7-]{19})</code>", page)
    assert len(set(codes)) == 10
    return phone, codes


def half_signed_in(name: str, **more: str) -> Client:
    """A browser that has given the password."""
    client = another()
    assert sign_in(client, name, **more).headers["Location"].startswith(CODE)
    return client


def test_sign_in_needs_a_code(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    phone, _ = turn_on(client, monkeypatch)
    assert sees(client, row), "the browser stays signed in"
    here = f"/games/{row.pk}/"
    device = half_signed_in(account.name, next=here)
    assert not sees(device, row)
    assert account.name not in text_of(device, "/account/")
    assert device.post("/account/email/").status_code in (302, 404)
    assert "wrong or was used" in refused(device, CODE, {"code": "000 000"})
    code = phone.code()
    answer = device.post(CODE, {"code": f"{code[:3]} {code[3:]}", "next": here})
    assert answer.headers["Location"] == here
    assert sees(device, row)
    other = half_signed_in(account.name)
    assert "wrong or was used" in refused(other, CODE, {"code": code}), "a code works once"
    assert other.post(CODE, {"code": phone.code()}).status_code == 302
    assert other.post(CODE, {"code": phone.code()}).headers["Location"] == (
        "/account/sign-in/?next=%2F"
    ), "the password counts for one sign-in"


def test_recovery_codes_work_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account = sign_up(client)
    _phone, codes = turn_on(client, monkeypatch)
    assert half_signed_in(account.name).post(CODE, {"code": codes[3].upper()}).status_code == 302
    refused(half_signed_in(account.name), CODE, {"code": codes[3]})
    plain = codes[4].replace("-", "")
    assert half_signed_in(account.name).post(CODE, {"code": plain}).status_code == 302
    assert second_factor.recovery_codes_left(account) == 8
    assert "8 recovery codes are left" in text_of(client, STEP)
    stored = SecondFactor.objects.get(account=account)
    assert not set(codes) & set(stored.recovery), "only digests are stored"


@pytest.mark.parametrize(
    "code", ["", " ", "1" * 6, "\uff11\uff12\uff13\uff14\uff15\uff16", "x" * 10_000, "\0", "-" * 19]
)
def test_wrong_codes_are_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    account = sign_up(client)
    turn_on(client, monkeypatch)
    device = half_signed_in(account.name)
    refused(device, CODE, {"code": code})
    assert account.name not in text_of(device, "/account/")


def test_codes_of_the_neighbouring_steps_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, now = second_factor.new_secret(), 1_800_000_000
    monkeypatch.setattr("time.time", lambda: now)
    totp = pyotp.TOTP(secret)
    fitting = [second_factor.fits(secret, totp.at(now + 30 * step)) for step in range(-3, 4)]
    assert fitting == [False, False, True, True, True, False, False]


def test_codes_are_limited_for_an_account(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each guess from another address: the account counts."""
    account = sign_up(client)
    phone, _ = turn_on(client, monkeypatch)
    device = half_signed_in(account.name)
    monkeypatch.setenv("PLYGROUND_RATE", "on")
    Bucket.objects.all().delete()
    for number in range(10):
        device.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        refused(device, CODE, {"code": "000000"})
    answer = device.post(CODE, {"code": phone.code()})
    assert answer.status_code == 429
    assert "Too many wrong codes" in answer.content.decode()
    assert 0 < int(answer.headers["Retry-After"]) <= 600


def test_password_counts_for_ten_minutes_and_ends_with_a_new_one(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = sign_up(client)
    phone, _ = turn_on(client, monkeypatch)
    late, outdated = half_signed_in(account.name), half_signed_in(account.name)
    phone.clock += second_factor_views._PATIENCE + 1
    assert late.post(CODE, {"code": phone.code()}).headers["Location"].startswith("/account/sign")
    assert account.name not in text_of(late, "/account/")
    phone.clock -= second_factor_views._PATIENCE + 30
    new = "seven blue whales"
    client.post("/account/password/", {"old": PASSWORD, "password": new, "again": new})
    outdated.post(CODE, {"code": phone.code()})
    assert account.name not in text_of(outdated, "/account/")
    assert another().get(CODE).status_code == 302


def test_second_step_needs_password_and_code(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get(STEP).headers["Location"].startswith("/account/sign-in/")
    account = sign_up(client)
    phone = Phone(text_of(client, STEP), monkeypatch)
    good = {"secret": phone.sealed, "code": phone.code(), "old": PASSWORD}
    assert "The password is wrong." in refused(client, STEP, good | {"old": "wrong"})
    assert "wrong or was used" in refused(client, STEP, good | {"code": "000000"})
    thief = another()
    sign_up(thief)
    for secret in (phone.sealed, "x", ""):  # of another account, or none: a new secret is shown
        other = {**good, "secret": secret}
        assert thief.post(STEP, other).status_code == 200
    assert not SecondFactor.objects.filter(account__name__in=[account.name]).exists()
    assert client.post(STEP, good).status_code == 200
    assert second_factor.is_on(account)


def test_second_step_is_turned_off_with_password_and_code(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = sign_up(client)
    phone, codes = turn_on(client, monkeypatch)
    refused(client, STEP, {"code": phone.code(), "old": "wrong"})
    refused(client, STEP, {"code": "000000", "old": PASSWORD})
    assert second_factor.is_on(account)
    answer = client.post(STEP, {"code": codes[0], "old": PASSWORD})
    assert answer.headers["Location"] == "/account/?done=one_step"
    assert not second_factor.is_on(account)
    assert sign_in(another(), account.name).headers["Location"] == "/"


def test_key_is_shown_as_text_and_as_a_picture(client: Client) -> None:
    sign_up(client)
    page = text_of(client, STEP)
    assert page.count("<svg") - page.count("</svg") == 0
    assert re.search(r'<svg[^>]* class="qr"', page)
    assert re.search(r"<code[^>]*>(?:[A-Z2-7]{4} ?){8}</code>", page)
    assert "style=" not in page, "the content security policy allows none"


def test_account_data_mention_the_second_step_without_its_key(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = sign_up(client)
    turn_on(client, monkeypatch)
    data = whole(client.get("/account/data/"))
    assert '"second_factor": true' in data
    assert SecondFactor.objects.get(account=account).secret not in data
    client.post("/account/delete/", {"old": PASSWORD, "whose": account.name})
    assert not SecondFactor.objects.filter(account_id=account.pk).exists()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_backup_keeps_the_second_step(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with empty_tables(kind, tmp_path):
        client = Client(SERVER_NAME="localhost")
        account = sign_up(client, new_name())
        phone, _codes = turn_on(client, monkeypatch)
        backup.backup(tmp_path / "backup.gz")
        assert backup.restore(tmp_path / "backup.gz", replace=True).tables["second_factor"] == 1
        assert Account.objects.get().name == account.name
        device = half_signed_in(account.name)
        assert device.post(CODE, {"code": phone.code()}).status_code == 302


def test_two_requests_cannot_use_one_code(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account = sign_up(client)
    phone, codes = turn_on(client, monkeypatch)
    code = phone.code()
    assert [second_factor.check(account, code) for _ in range(2)] == [True, False]
    assert [second_factor.check(account, codes[0]) for _ in range(2)] == [True, False]


def test_pages_of_the_second_step_are_translated(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with override_settings(LANGUAGE_CODE="en"):
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
        sign_up(client)
        assert "2段階認証" in text_of(client, STEP)
        turn_on(client, monkeypatch)
        assert "回復コードは残り10個です。" in text_of(client, STEP)
