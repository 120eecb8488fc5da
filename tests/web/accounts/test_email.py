# ruff: noqa: RUF001 - Japanese uses wide punctuation
"""E-mail addresses of accounts, and passwords that were forgotten, with a real mail server."""

import html
import logging
import smtplib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client, override_settings

from plyground.web.accounts import email_addresses, letters
from plyground.web.accounts.mail_settings import MailSettings, read_mail
from plyground.web.visitors import tokens
from plyground.web.visitors.models import Account, Bucket
from tests.web.accounts.mailbox import Mailbox, links
from tests.web.accounts.test_account_data import whole
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
from tests.web.serving import Server
from tests.web.visitor import Visitor

NEW = "seven blue whales"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with (
        Mailbox() as box,
        override_settings(
            EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
            EMAIL_HOST="127.0.0.1",
            EMAIL_PORT=box.port,
            DEFAULT_FROM_EMAIL="games@example.org",
        ),
    ):
        yield box
        letters._waiting().join()


def with_address(client: Client, mailbox: Mailbox, address: str = "ann@example.org") -> Account:
    account = sign_up(client)
    answer = client.post("/account/email/", {"address": address, "old": PASSWORD})
    assert answer.headers["Location"] == "/account/email/?sent"
    (link,) = links(mailbox.next())
    assert another().post(link).headers["Location"] == "/account/?done=email"
    return account


def ask(whose: str, mailbox: Mailbox) -> str:
    """Asks for a new password; returns the path of the link."""
    answer = another().post("/account/forgot/", {"whose": whose})
    assert answer.headers["Location"] == "/account/forgot/?sent"
    (link,) = links(mailbox.next())
    return link


# The address


def test_address_is_stored_after_its_link_was_opened(client: Client, mailbox: Mailbox) -> None:
    account = sign_up(client)
    client.post("/account/email/", {"address": "ann@example.org", "old": PASSWORD})
    letter = mailbox.next()
    assert letter["From"] == "games@example.org"
    assert letter["To"] == "ann@example.org"
    assert account.name in letter.get_content()
    (link,) = links(letter)
    page = html.unescape(another().get(link).content.decode())
    assert "ann@example.org becomes the address" in page
    assert email_addresses.of(account) == "", "a program that looks at links changes nothing"
    another().post(link)
    assert email_addresses.of(account) == "ann@example.org"
    assert another().post(link).status_code == 404, "a link works once"
    assert "ann@example.org" in text_of(client, "/account/")
    assert '"email": "ann@example.org"' in whole(client.get("/account/data/"))
    client.post("/account/email/", {"address": "", "old": PASSWORD})
    assert email_addresses.of(account) == ""


def test_address_needs_the_password_and_must_be_one(client: Client, mailbox: Mailbox) -> None:
    assert client.get("/account/email/").headers["Location"].startswith("/account/sign-in/")
    sign_up(client)
    form = {"address": "ann@example.org", "old": "wrong"}
    assert "The password is wrong." in refused(client, "/account/email/", form)
    for wrong in ("ann", "a@b", "a@example.org\nBcc: b@example.org", f"{'a' * 250}@example.org"):
        refused(client, "/account/email/", {"address": wrong, "old": PASSWORD})
    assert mailbox.is_empty


def test_link_to_confirm_ends_with_the_password_and_in_a_day(
    client: Client, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(client)
    for _ in range(2):
        client.post("/account/email/", {"address": "ann@example.org", "old": PASSWORD})
    first, second = (links(mailbox.next())[0] for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(email_addresses, "_DAY", -1)
        assert another().get(first).status_code == 404
    assert another().get(first[:-3] + "/").status_code == 404
    client.post("/account/password/", {"old": PASSWORD, "password": NEW, "again": NEW})
    assert another().post(second).status_code == 404


# A forgotten password


def test_forgotten_password_is_replaced(client: Client, mailbox: Mailbox) -> None:
    account = with_address(client, mailbox)
    row = begin(client, "dobutsu", opponent="person")
    token = tokens.create(account.visitor, "program")
    link = ask(account.name.upper(), mailbox)
    stranger = another()
    assert account.name in text_of(stranger, link)
    form = {"password": "12345678", "again": "12345678"}
    assert "A password can't have digits only." in refused(stranger, link, form)
    answer = stranger.post(link, {"password": NEW, "again": NEW})
    assert answer.headers["Location"] == "/account/sign-in/?reset"
    assert "Sign in with the new one" in text_of(stranger, "/account/sign-in/?reset")
    assert not sees(client, row), "all sessions end"
    assert tokens.find(token) is None
    assert stranger.post(link, {"password": PASSWORD, "again": PASSWORD}).status_code == 404
    assert sign_in(another(), account.name).status_code == 422
    assert sign_in(client, account.name, NEW).status_code == 302
    assert sees(client, row)


def test_link_ends_with_a_sign_in_and_with_another_address(
    client: Client, mailbox: Mailbox
) -> None:
    account = with_address(client, mailbox)
    link = ask(account.name, mailbox)
    with override_settings(PASSWORD_RESET_TIMEOUT=-1):
        assert another().get(link).status_code == 404
    sign_in(client, account.name)
    assert another().get(link).status_code == 404
    link = ask(account.name, mailbox)
    email_addresses.store(account, "other@example.org")
    assert another().get(link).status_code == 404
    stranger = sign_up(another())
    link = ask(account.name, mailbox)
    for key in (stranger.pk, 2**63, 0):
        assert another().get(link.replace(f"/{account.pk}/", f"/{key}/")).status_code == 404


def test_one_letter_names_every_account_of_an_address(client: Client, mailbox: Mailbox) -> None:
    address = f"{new_name()}@example.org"
    accounts = [with_address(one, mailbox, address) for one in (client, another())]
    another().post("/account/forgot/", {"whose": address.upper()})
    letter = mailbox.next()
    assert letter["To"] == address
    assert [one.name in letter.get_content() for one in accounts] == [True, True]
    assert len(links(letter)) == 2
    letters._waiting().join()
    assert mailbox.is_empty


def test_answer_does_not_tell_whether_there_is_an_account(client: Client, mailbox: Mailbox) -> None:
    without = sign_up(client)
    for whose in (new_name(), without.name, "nobody@example.org", "x" * 5000):
        answer = client.post("/account/forgot/", {"whose": whose})
        assert answer.headers["Location"] == "/account/forgot/?sent"
    letters._waiting().join()
    assert mailbox.is_empty
    for nothing in ("", " ", "\0"):
        assert "Give the name" in refused(client, "/account/forgot/", {"whose": nothing})


def test_letters_are_in_the_language_of_the_page(client: Client, mailbox: Mailbox) -> None:
    account = with_address(client, mailbox)
    reader = Client(SERVER_NAME="localhost", HTTP_ACCEPT_LANGUAGE="ja")
    reader.post("/account/forgot/", {"whose": account.name})
    letter = mailbox.next()
    assert letter["Subject"].strip() == "Plyground：新しいパスワードの設定"
    assert "お心当たりがなければ" in letter.get_content()


def test_pages_of_addresses_are_translated(client: Client, mailbox: Mailbox) -> None:
    from tests.web.base.test_japanese import english

    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    sign_up(client, f"花子{new_name()[4:]}".translate(str.maketrans("abcdef", "012345")))
    paths = ["", "email/", "email/?sent", "email/x/", "forgot/", "forgot/?sent", "sign-in/?reset"]
    for path in paths:
        reader = another() if "sign-in" in path else client
        reader.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
        assert english(reader.get(f"/account/{path}").content.decode()) == set(), path
    assert mailbox.is_empty


def test_letters_to_an_address_and_requests_are_limited(
    client: Client, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = with_address(client, mailbox, f"{new_name()}@example.org")
    monkeypatch.setenv("PLYGROUND_RATE", "on")
    Bucket.objects.all().delete()
    far = Client(SERVER_NAME="localhost", REMOTE_ADDR="198.51.100.9")
    codes = [far.post("/account/forgot/", {"whose": account.name}).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]
    letters._waiting().join()
    for _ in range(3):
        mailbox.next()
    assert mailbox.is_empty, "an address gets three letters an hour"


def test_without_a_mail_server_there_are_no_such_pages(client: Client) -> None:
    assert not letters.is_on()
    sign_up(client)
    for path in ("email/", "email/x/", "forgot/", "forgot/1/x/"):
        assert client.get(f"/account/{path}").status_code == 404, path
    assert "/account/email/" not in text_of(client, "/account/")
    assert "/account/forgot/" not in text_of(another(), "/account/sign-in/")
    assert "We don't know your e-mail address" in text_of(another(), "/account/sign-up/")


def test_absent_mail_server_is_logged_without_the_address(
    client: Client, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    account = with_address(client, mailbox)
    with override_settings(EMAIL_PORT=1), caplog.at_level(logging.ERROR):
        answer = another().post("/account/forgot/", {"whose": account.name})
        letters._waiting().join()
    assert answer.status_code == 302
    assert "A letter could not be sent: ConnectionRefusedError" in caplog.text
    assert "ann@" not in caplog.text
    ask(account.name, mailbox)  # the next letter is sent


def test_too_many_waiting_letters_are_refused(
    client: Client, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "later", lambda _write: False)
    answer = client.post("/account/forgot/", {"whose": "ann"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert mailbox.is_empty


# Settings


def test_mail_settings() -> None:
    sender = {"PLYGROUND_MAIL_FROM": "games@example.org"}
    found = read_mail({"PLYGROUND_SMTP": "smtp://ann:a%40b@mail.example.org", **sender})
    expected = MailSettings(
        "mail.example.org", 587, "ann", "a@b", "games@example.org", is_ssl=False, is_tls=True
    )
    assert found == expected
    assert read_mail({"PLYGROUND_SMTP": "smtp://relay:25?tls=off", **sender}).is_tls is False
    assert (settings.EMAIL_HOST, settings.EMAIL_TIMEOUT) == ("", 10)


@pytest.mark.parametrize(
    ("url", "sender", "sentence"),
    [
        ("mail.example.org", "a@example.org", "PLYGROUND_SMTP is smtp://"),
        ("http://mail.example.org", "a@example.org", "PLYGROUND_SMTP is smtp://"),
        ("smtp://h:x", "a@example.org", "PLYGROUND_SMTP is smtp://"),
        ("smtp://h?tls=no", "a@example.org", "PLYGROUND_SMTP is smtp://"),
        ("smtps://h?tls=off", "a@example.org", "has .tls=off"),
        ("smtp://ann:secret@h?tls=off", "a@example.org", "without a password"),
        ("smtp://h", "", "PLYGROUND_MAIL_FROM has to be"),
        ("smtp://h", "a@b\nBcc: c@d", "PLYGROUND_MAIL_FROM has to be"),
    ],
)
def test_wrong_mail_settings_are_explained(url: str, sender: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as error:
        read_mail({"PLYGROUND_SMTP": url, "PLYGROUND_MAIL_FROM": sender})
    assert "secret" not in str(error.value)


def test_password_never_goes_to_a_server_without_encryption(
    client: Client, mailbox: Mailbox
) -> None:
    """This mail server has no STARTTLS; then nothing is sent."""
    with override_settings(EMAIL_USE_TLS=True), pytest.raises(smtplib.SMTPNotSupportedError):
        letters.send("ann@example.org", "subject", "text")
    assert mailbox.is_empty
    assert client.get("/account/forgot/").status_code == 200


def test_server_sends_letters(tmp_path: Path) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with Mailbox() as box:
        settings = {
            "PLYGROUND_SMTP": f"smtp://127.0.0.1:{box.port}?tls=off",
            "PLYGROUND_MAIL_FROM": "games@example.org",
            "PLYGROUND_LOG": "text",
        }
        server = Server(tmp_path, **settings).start()
        try:
            ann = Visitor(server.port)

            def post(path: str, **values: str) -> int:
                values["csrfmiddlewaretoken"] = ann.token
                return ann.ask("POST", path, urlencode(values).encode(), **form).status

            ann.ask("GET", "/")
            assert post("/account/sign-up/", name="Ann", password=PASSWORD, again=PASSWORD) == 302
            ann.ask("GET", "/account/email/")
            assert post("/account/email/", address="ann@example.org", old=PASSWORD) == 302
            (link,) = links(box.next())
            ann.ask("GET", link)
            assert post(link) == 302
            assert post("/account/forgot/", whose="ann@example.org") == 302
            (link,) = links(box.next())
            ann.ask("GET", link)
            assert post(link, password=NEW, again=NEW) == 302
            ann.ask("GET", "/account/sign-in/")
            assert post("/account/sign-in/", name="ann", password=NEW) == 302
            assert b"Ann" in ann.ask("GET", "/account/").body
        finally:
            server.stop()
        token = link.strip("/").rpartition("/")[2]
        assert "account/forgot/" in server.log
        assert token not in server.log
        assert "example.org" not in server.log
