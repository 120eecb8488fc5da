"""Pages of games by link: seats, waiting, spectators, and the next game."""

import html
from collections.abc import Iterator

import pytest
from django.test import Client

from plyground.web.base import event_bus
from plyground.web.games.models import Game
from tests.web.link_pairs import Player, guest_of, host, pair
from tests.web.people import another, in_no_time, sees, sign_in, sign_up
from tests.web.play.test_pages import begin, text_of

pytestmark = pytest.mark.usefixtures("database")

WAITING = "Nobody has taken the other seat yet."
MEANWHILE = "You may play your first move meanwhile."


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


def watched(player: Player) -> str:
    """The page for spectators."""
    return text_of(another(), player.look()["shared"])


# No second player yet


def test_waiting_host_sees_that_and_may_begin() -> None:
    black = host()
    now = black.look()
    assert now["situation"] == f"{WAITING} {MEANWHILE}"
    assert now["seats"]["white"]["name"] == "Nobody yet"
    assert black.play("d3")["situation"] == WAITING
    guest_of(black)
    assert black.look()["seats"]["white"]["name"] == "Your opponent"


def test_white_host_waits_for_the_first_move() -> None:
    assert host(colour="white").look()["situation"] == WAITING


def test_spectator_sees_that_a_seat_is_free() -> None:
    black = host()
    page = watched(black)
    assert WAITING in page
    assert "Black: a guest · White: nobody yet" in page
    guest_of(black)
    assert "Black: a guest · White: a guest" in watched(black)


def test_a_page_has_a_way_to_cancel_the_invitation() -> None:
    black = host()
    assert 'id="invite-cancel"' in text_of(black.client, f"/games/{black.game}/")
    assert black.client.delete(f"/api/games/{black.game}/").status_code < 300
    assert not Game.objects.filter(pk=black.game).exists()


# Names


def test_the_opponent_sees_a_new_name_at_once() -> None:
    black, white = pair()
    version = white.look()["version"]
    heard: list[str] = []
    leave = event_bus.subscribe(f"game:{black.game}", heard.append)
    try:
        account = sign_up(black.client)
        assert heard == [f"{version + 1} black"]
    finally:
        leave()
    now = white.look()
    assert now["version"] == version + 1
    assert now["seats"]["black"]["name"] == account.name
    assert f"Black: {account.name} · White: a guest" in watched(black)


def test_an_account_on_both_sides_of_a_game_keeps_both_seats() -> None:
    """The browser's seat stays, and is available again after logging out."""
    black, white = pair()
    account = sign_up(black.client)
    assert sign_in(white.client, account.name).status_code == 302
    row = black.row
    assert row.visitor == account.visitor
    assert row.guest not in ("", account.visitor)
    assert row.names == [account.name, ""]
    assert white.look()["me"] == "black"
    white.client.post("/account/sign-out/")
    assert white.look()["me"] == "white"
    black.play("d3")
    white.play("c3")


def test_a_session_that_is_ended_elsewhere_gives_the_seat_back() -> None:
    black, white = pair()
    account = sign_up(black.client)
    sign_in(white.client, account.name)
    assert white.look()["me"] == "black"
    black.client.post("/account/sign-out/everywhere/")
    assert white.look()["me"] == "white"
    assert not sees(black.client, black.row)


def test_deleting_an_account_frees_its_seats() -> None:
    black, white = pair()
    account = sign_up(black.client)
    sign_in(white.client, account.name)
    form = {"whose": account.name, "old": "four green horses"}
    assert white.client.post("/account/delete/", form).status_code == 302
    assert not Game.objects.filter(pk=black.game).exists()


def test_games_joined_by_invitation_are_counted(client: Client) -> None:
    _black, white = pair()
    sign_up(white.client)
    assert "1 game is kept." in text_of(white.client, "/account/")
    begin(client, "dobutsu", opponent="person")
    assert "1 game is kept for this browser." in text_of(client, "/account/")


# Afterwards


def test_spectator_page_links_to_the_rematch() -> None:
    black, white = pair()
    black.do("resign")
    assert 'id="again" role="status" hidden' in watched(black)
    black.rematch()
    url = white.rematch()["url"]
    following = Game.objects.get(pk=url.strip("/").rpartition("/")[2])
    page = html.unescape(watched(black))
    assert 'id="again" role="status">The players have started another game.' in page
    assert f'<a href="/shared/{following.share}/">' in page
    assert url not in page
    assert not sees(another(), following)


# Forms


def test_password_field_is_focused_after_a_wrong_password(client: Client) -> None:
    fresh = text_of(client, "/account/sign-in/")
    assert fresh.index("autofocus") < fresh.index('id="field-password"')
    again = sign_in(client, "nobody.here", "wrong password").content.decode()
    assert again.count("autofocus") == 1
    assert again.index('id="field-password"') < again.index("autofocus")


def test_home_links_to_a_new_game_by_link(client: Client) -> None:
    assert 'href="/new/othello/?opponent=link" data-options' in text_of(client, "/")
    form = text_of(client, "/new/othello/?opponent=link")
    assert '<option value="link" selected>A person by link</option>' in form
    assert form.index('value="link"') < form.index('value="level:1"')
