"""Accounts: the ownership of games after registration, login and logout."""

import html
import re
import secrets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import InterfaceError
from django.test import Client, RequestFactory
from django.utils import translation

from plyground.web.accounts import services as accounts_services
from plyground.web.engine.pool import Pool
from plyground.web.games import repository
from plyground.web.play import jobs
from plyground.web.visitors import tokens
from plyground.web.visitors.models import Account
from tests.web.cluster import postgresql
from tests.web.people import (
    PASSWORD,
    another,
    by_link,
    in_no_time,
    name_in,
    new_name,
    refused,
    sees,
    sign_in,
    sign_up,
)
from tests.web.play.test_pages import begin, text_of
from tests.web.serving import Server
from tests.web.visitor import Visitor


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


# Claiming


def test_sign_up_keeps_the_games_of_the_browser(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    before = client.cookies["plyground"].value
    account = sign_up(client)
    row.refresh_from_db()
    assert row.visitor == account.visitor
    assert f"/games/{row.pk}/" in text_of(client, "/games/")
    stranger = another()
    stranger.cookies["plyground"] = before  # the earlier cookie is no longer valid for anyone
    assert not sees(stranger, row)


def test_games_are_found_on_another_device(client: Client) -> None:
    first = begin(client, "dobutsu", opponent="person")
    account = sign_up(client)
    device = another()
    second = begin(device, "othello", opponent="person")
    assert not sees(device, first)
    assert sign_in(device, account.name.upper()).status_code == 302
    for place in (client, device):
        assert sees(place, first)
        assert sees(place, second)


def test_sign_in_during_a_game_returns_to_the_game(client: Client) -> None:
    account = sign_up(another())
    row = begin(client, "dobutsu", opponent="person")
    here = f"/games/{row.pk}/"
    assert f'href="/account/sign-in/?next={here.replace("/", "%2F")}"' in text_of(client, here)
    assert f'name="next" value="{here}"' in text_of(client, f"/account/sign-in/?next={here}")
    assert sign_in(client, account.name, next=here).headers["Location"] == here
    now = client.get(f"/api/games/{row.pk}/").json()
    command = {"version": now["version"], "ply": 0, "action": "move", "move": "b2b3"}
    answer = client.post(f"/api/games/{row.pk}/actions/", command, "application/json")
    assert answer.status_code == 200, answer.content
    assert text_of(client, here).count(account.name) >= 1


def test_search_continues_during_sign_in(server: Server) -> None:
    """Its stream belonged to the browser; now it belongs to the account."""
    device, name = Visitor(server.port), new_name()
    form = {"name": name, "password": PASSWORD, "again": PASSWORD}
    game = device.begin("go", "level:8", colour="white", size="19")
    job = device.want(device.state(game), "reply").json["job"]["id"]
    with device.listen(job) as stream:
        assert post_form(device, "/account/sign-up/", form).status == 302
        assert stream.last()[0] == "done"
    with device.listen(job) as again:
        assert again.last()[0] == "done"
    assert device.state(game)["ply"] == 1
    assert Visitor(server.port).ask("GET", f"/api/jobs/{job}/events/").status == 404


def test_signed_in_visitor_can_cancel_an_earlier_search(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = Pool(1)
    monkeypatch.setattr(jobs, "shared_pool", lambda: pool)
    row = begin(client, "go", opponent="level:8", colour="white", size="19")
    command = {"game": row.pk, "version": row.version, "kind": "reply"}
    job = client.post("/api/jobs/", command, "application/json").json()["job"]["id"]
    sign_up(client)
    assert client.get(f"/api/games/{row.pk}/").json()["job"]["id"] == job
    assert another().delete(f"/api/jobs/{job}/").status_code == 404
    assert client.delete(f"/api/jobs/{job}/").status_code == 200
    found = pool.find(job)
    assert found is not None
    assert found.stop.is_set()
    pool.close()


def post_form(visitor: Visitor, path: str, form: dict[str, str]) -> Any:
    """Submits a form like a page."""
    page = visitor.ask("GET", path)
    assert page.status == 200
    body = urlencode({"csrfmiddlewaretoken": visitor.token, **form}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return visitor.ask("POST", path, body, **kind)


def test_a_seat_by_link_is_claimed_and_gets_the_name(client: Client) -> None:
    me, other = name_in(client), secrets.token_urlsafe(9)
    guest, owner = by_link(other, me), by_link(me, other, names=["", "Bo"])
    over = by_link(other, me, result={"winner": None})
    account = sign_up(client)
    for row in (guest, owner, over):
        row.refresh_from_db()
    assert (guest.visitor, guest.guest, guest.names) == (other, account.visitor, [account.name, ""])
    assert (owner.visitor, owner.guest, owner.names) == (account.visitor, other, ["", "Bo"])
    assert (over.guest, over.names) == (account.visitor, [])


def test_one_person_can_not_take_both_sides_of_a_game_by_link(client: Client) -> None:
    account, me = sign_up(another()), name_in(client)
    rows = [by_link(me, account.visitor), by_link(account.visitor, me)]
    sign_in(client, account.name)
    for row, seats in zip(rows, ((me, account.visitor), (account.visitor, me)), strict=True):
        row.refresh_from_db()
        assert (row.visitor, row.guest) == seats


def test_token_made_before_sign_in_does_not_open_the_account(client: Client) -> None:
    """Another person may have used this browser, and kept one."""
    token = tokens.create(name_in(client), "kept")
    account = sign_up(client)
    assert tokens.find(token) is None
    client.post("/account/sign-out/")
    token = tokens.create(name_in(client), "kept")
    assert sign_in(client, account.name).status_code == 302
    assert tokens.find(token) is None
    assert tokens.of(account.visitor) == []


def test_sign_in_is_refused_if_the_account_has_no_room_for_the_games(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = sign_up(another())
    by_link(account.visitor, "")
    monkeypatch.setattr(repository, "MOST_GAMES", 3)
    rows = [begin(client, "dobutsu", opponent="person") for _ in range(3)]
    form = {"name": account.name, "password": PASSWORD}
    assert "no room for the games of this browser: 3" in refused(client, "/account/sign-in/", form)
    assert all(sees(client, row) for row in rows), "nothing is lost, and nobody signed in"
    assert repository.games_of(account.visitor).count() == 1
    assert client.delete(f"/api/games/{rows.pop().pk}/").status_code == 200
    assert sign_in(client, account.name).status_code == 302
    assert all(sees(client, row) for row in rows)
    monkeypatch.setattr(repository, "MOST_GAMES", 2)
    monkeypatch.setattr(repository, "require_room", lambda _visitor: None)
    newcomer = another()
    rows = [begin(newcomer, "dobutsu", opponent="person") for _ in range(3)]
    sign_up(newcomer)
    assert all(sees(newcomer, row) for row in rows), "a new account takes what there is"


# Names and passwords


def test_account_names_ignore_case(client: Client) -> None:
    account = sign_up(another())
    form = {"name": account.name.swapcase(), "password": PASSWORD, "again": PASSWORD}
    page = refused(client, "/account/sign-up/", form)
    assert "This name, or one that looks like it, is taken" in page
    assert Account.objects.filter(name__iexact=account.name).count() == 1


def test_account_names_ignore_lookalike_letters(client: Client) -> None:
    tail = secrets.token_hex(4)
    sign_up(another(), f"émile{tail}")
    assert sign_in(client, f" Émile{tail}").status_code == 302


def test_two_simultaneous_sign_ups_for_a_name_make_one_account(server: Server) -> None:
    assert both_want_it(server.port) == [302, 422]


def both_want_it(port: int) -> list[int]:
    """The answers to two simultaneous registrations with one name."""
    name, found = new_name(), []

    def want(written: str) -> None:
        form = {"name": written, "password": PASSWORD, "again": PASSWORD}
        found.append(post_form(Visitor(port), "/account/sign-up/", form).status)

    threads = [threading.Thread(target=want, args=[one]) for one in (name, name.upper())]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found)


@pytest.mark.deep
def test_accounts_work_on_postgresql(tmp_path: Path) -> None:
    """The parts that depend on the database: names, claims and deletion."""
    with postgresql() as url:
        server = Server(tmp_path / "home", "--database", url).start()
        assert both_want_it(server.port) == [302, 422]
        device, again, name = Visitor(server.port), Visitor(server.port), new_name()
        form = {"name": name, "password": PASSWORD, "again": PASSWORD}
        games = [device.begin("dobutsu"), device.begin("dobutsu", "link")]
        assert post_form(device, "/account/sign-up/", form).status == 302
        assert post_form(again, "/account/sign-in/", form | {"name": name.upper()}).status == 302
        seen = [again.state(game) for game in games]
        assert [now["ply"] for now in seen] == [0, 0]
        gone = post_form(again, "/account/delete/", {"whose": name, "old": PASSWORD})
        assert gone.headers["location"] == "/account/?done=deleted"
        for game in games:
            assert device.ask("GET", f"/api/games/{game}/").status == 404
        assert post_form(again, "/account/sign-in/", form).status == 422
        server.stop()
        assert "Traceback" not in server.log


@pytest.mark.parametrize("name", ["", "a", "a b", "a" * 31, "<b>x</b>", "x\0y", "...", "a/b", "﷽"])
def test_invalid_names_are_refused(client: Client, name: str) -> None:
    page = refused(client, "/account/sign-up/", {"name": name, "password": PASSWORD})
    assert "A name must have 2 to 30 letters" in page


WEAK = {
    "": "A password must have at least 8 characters.",
    "aB3$x": "A password must have at least 8 characters.",
    "password1": "Too many people use this password.",
    "918273645546": "A password can't have digits only.",
    "charlotte.b": "The password is too much like the name.",
    "x1" * 101: "That is too long for a password.",
}


@pytest.mark.parametrize("password", WEAK)
def test_weak_passwords_are_refused_with_a_reason(client: Client, password: str) -> None:
    form = {"name": "Charlotte.B", "password": password, "again": password}
    assert WEAK[password] in refused(client, "/account/sign-up/", form)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    page = refused(client, "/account/sign-up/", form)
    wrong = re.search('<span class="wrong">(.*?)</span>', page)
    assert wrong is not None
    assert re.fullmatch("[^A-Za-z]+", wrong[1]), wrong[1]
    assert not Account.objects.filter(name="Charlotte.B").exists()


def test_differing_second_password_is_reported(client: Client) -> None:
    form = {"name": new_name(), "password": PASSWORD, "again": PASSWORD + "x"}
    page = refused(client, "/account/sign-up/", form)
    assert "The two passwords differ." in page
    assert PASSWORD not in page


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(client: Client) -> None:
    account = sign_up(another())
    pages = []
    for name in (account.name, new_name()):
        page = refused(client, "/account/sign-in/", {"name": name, "password": "wrong one"})
        pages.append(re.sub(r'csrf[^>]*value="\w+"|content="\w+"', "", page).replace(name, ""))
    assert "There is no account with this name and this password." in pages[0]
    assert pages[0] == pages[1]


# Deletion


def test_signing_out_hides_the_games(client: Client) -> None:
    account = sign_up(client)
    row = begin(client, "dobutsu", opponent="person")
    assert client.get("/account/sign-out/").status_code == 405
    client.post("/account/sign-out/")
    assert not sees(client, row)
    assert sign_in(client, account.name).status_code == 302
    assert sees(client, row)


def test_signing_out_everywhere_ends_every_cookie(client: Client) -> None:
    account, device = sign_up(client), another()
    sign_in(device, account.name)
    row = begin(device, "dobutsu", opponent="person")
    kept, token = device.cookies["plyground"].value, tokens.create(account.visitor, "bot")
    answer = client.post("/account/sign-out/everywhere/", follow=True)
    assert "signed out, here and everywhere" in html.unescape(answer.content.decode())
    assert not sees(device, row)
    assert "Account: " not in text_of(device, "/")
    stolen = another()
    stolen.cookies["plyground"] = kept
    assert not sees(stolen, row)
    assert tokens.find(token) is None
    assert sign_in(client, account.name).status_code == 302
    assert sees(client, row)


def test_a_new_password_ends_the_other_sessions(client: Client) -> None:
    account, device = sign_up(client), another()
    sign_in(device, account.name)
    row = begin(client, "dobutsu", opponent="person")
    new = "seven blue whales"
    form, token = (
        {"old": "not this", "password": new, "again": new},
        tokens.create(account.visitor, "x"),
    )
    assert "The password is wrong." in refused(client, "/account/password/", form)
    assert tokens.find(token) == account.visitor
    answer = client.post("/account/password/", form | {"old": PASSWORD}, follow=True)
    assert "The password has been changed." in answer.content.decode()
    assert sees(client, row)
    assert not sees(device, row)
    assert tokens.find(token) is None
    assert sign_in(device, account.name).status_code == 422
    assert sign_in(device, account.name, new).status_code == 302


def test_password_page_requires_sign_in(client: Client) -> None:
    answer = client.get("/account/password/")
    assert answer.headers["Location"] == "/account/sign-in/?next=%2Faccount%2Fpassword%2F"


# Pages


def test_pages_say_where_games_are_kept(client: Client) -> None:
    assert "for this browser alone" in text_of(client, "/")
    sign_up(client)
    page = text_of(client, "/")
    assert "for this browser alone" not in page
    assert "for your account" in page


def test_error_page_needs_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: object) -> None:
        raise InterfaceError

    monkeypatch.setattr(accounts_services, "account_of", broken)
    assert accounts_services.context(RequestFactory().get("/")) == {"account": None}


def test_account_pages_are_translated(client: Client) -> None:
    """Except for names and tokens, no text on these pages is English."""
    from tests.web.base.test_japanese import english

    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    with translation.override("ja"):
        for path in ("", "sign-in/", "sign-up/"):
            assert english(client.get(f"/account/{path}").content.decode()) == set(), path
        sign_up(client, f"花子{secrets.randbelow(10**9)}")
        for path in ("", "password/", "delete/"):
            assert english(client.get(f"/account/{path}").content.decode()) == set(), path
        page = client.get("/account/second-step/").content.decode()
        assert english(re.sub(r"<code.*?</code>", "", page)) == set()
