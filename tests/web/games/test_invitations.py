"""Joining and leaving a game by link, from pages and programs."""

import json

import pytest
from django.test import Client

from plyground.web.games.models import Game
from tests.web.link_pairs import Player, guest_of, host, pair, somebody
from tests.web.people import sign_up

pytestmark = pytest.mark.usefixtures("database", "unhurried")


def join(client: Client, invite: str) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api{invite}", {}, content_type="application/json")
    return answer.status_code, answer.json()


def invite_of(player: Player) -> str:
    found: str = player.look()["link"]["invite"]
    return found


# Inviting


@pytest.mark.parametrize("colour", ["", "black", "white", "random"])
def test_host_chooses_a_side_and_gets_a_link(colour: str) -> None:
    player = host("dobutsu", colour=colour)
    row, now = player.row, player.look()
    assert now["me"] == row.seat == (row.seat if colour == "random" else colour or "black")
    assert now["link"]["invite"] == f"/join/{row.invite}/"
    assert len(row.invite or "") >= 22
    assert row.share
    assert not now["link"]["joined"]


def test_links_are_independent() -> None:
    rows = [host("dobutsu").row for _ in range(3)]
    tokens = {token for row in rows for token in (row.pk, row.invite, row.share)}
    assert len(tokens) == 9


def test_unknown_colour_is_refused_at_its_field() -> None:
    answer = somebody().post("/play/othello/", {"opponent": "link", "colour": "green"})
    assert answer.status_code == 422
    assert "Choose black, white or random." in answer.content.decode()


def test_the_form_offers_a_person_by_link() -> None:
    page = somebody().get("/new/othello/").content.decode()
    assert '<option value="link">A person by link</option>' in page


def test_fork_can_not_begin_a_game_by_link() -> None:
    black, _white = pair()
    command = {"ply": 0, "opponent": "link", "colour": "black"}
    url = f"/api/games/{black.game}/fork/"
    answer = black.client.post(url, command, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "no_such_player")


# Joining


def test_invitation_page_describes_the_game() -> None:
    player = host("go", size="9", clock="5+3", strict="yes", colour="white")
    page = somebody().get(invite_of(player)).content.decode()
    for words in (
        "Go",
        "Black",
        "9 \N{MULTIPLICATION SIGN} 9",
        "5 min + 3 s a move",
        "Join game",
    ):
        assert words in page, words
    assert player.game not in page


def test_looking_at_an_invitation_takes_no_seat() -> None:
    player = host()
    invite = invite_of(player)
    visitor = somebody()
    for ask in (visitor.get, visitor.head):
        assert ask(invite).status_code == 200
    assert not visitor.cookies.get("plyground"), "and needs no name"
    assert player.look()["version"] == 1
    assert visitor.get(f"/api{invite}").status_code == 405


def test_guest_gets_the_other_side_and_the_owner_is_notified() -> None:
    player = host()
    invite = invite_of(player)
    guest = guest_of(player)
    assert guest.look()["me"] == "white"
    now = player.look()
    assert (now["version"], now["link"]["joined"], now["link"]["invite"]) == (2, True, None)
    assert guest.now["link"]["invite"] is None
    again = guest.client.post(invite)
    assert (again.status_code, again["Location"]) == (302, f"/games/{player.game}/")
    assert player.look()["version"] == 2, "coming again is no news"


def test_program_learns_its_seat() -> None:
    player = host()
    status, data = join(somebody(), invite_of(player))
    assert (status, data) == (
        200,
        {"id": player.game, "url": f"/games/{player.game}/", "side": "white"},
    )


def test_owner_opening_the_invitation_takes_no_seat() -> None:
    player = host()
    for ask in (player.client.get, player.client.post):
        answer = ask(invite_of(player))
        assert (answer.status_code, answer["Location"]) == (302, f"/games/{player.game}/")
    assert join(player.client, invite_of(player))[1]["side"] == "black"
    assert player.row.guest == ""


def test_a_late_invitee_may_watch() -> None:
    player = host()
    invite = invite_of(player)
    guest_of(player)
    late = somebody()
    for answer, status in ((late.get(invite), 200), (late.post(invite), 409)):
        page = answer.content.decode()
        assert answer.status_code == status
        assert "This seat is taken already." in page
        assert f'href="/shared/{player.row.share}/"' in page
        assert "Join game" not in page
    status, data = join(late, invite)
    assert (status, data["watch"]) == (409, f"/shared/{player.row.share}/")
    assert late.get(f"/games/{player.game}/").status_code == 404


@pytest.mark.parametrize("token", ["nothing", "%00", "a" * 200, "../games"])
def test_unknown_invitation_is_not_found(token: str) -> None:
    client = somebody()
    assert client.get(f"/join/{token}/").status_code == 404
    assert client.post(f"/join/{token}/").status_code == 404
    status, data = join(client, f"/join/{token}/")
    assert status == 404
    assert data["error"]
    assert not client.cookies.get("plyground")


def test_form_of_another_site_takes_no_seat() -> None:
    player = host()
    strict = Client(SERVER_NAME="localhost", enforce_csrf_checks=True)
    assert strict.post(invite_of(player)).status_code == 403
    assert player.row.guest == ""


def test_account_names_are_shown_in_games_by_link() -> None:
    clients = [somebody(), somebody()]
    for client, name in zip(clients, ("Ada_L", "Bea_L"), strict=True):
        sign_up(client, name)
    location = clients[0].post("/play/othello/", {"opponent": "link", "colour": "white"})
    ada = Player(clients[0], location["Location"].split("/")[2])
    assert "Ada_L" in somebody().get(invite_of(ada)).content.decode()
    assert clients[1].post(invite_of(ada)).status_code == 302
    names = {side: seat["name"] for side, seat in ada.look()["seats"].items()}
    assert names == {"black": "Bea_L", "white": "Ada_L"}
    bea = Player(clients[1], ada.game)
    assert "You, black, against Ada_L" in clients[1].get("/games/").content.decode()
    bea.do("resign")
    bea.rematch()
    url = ada.rematch()["url"]
    again = Player(clients[0], url.split("/")[2]).look()
    assert again["seats"]["black"]["name"] == "Ada_L"


# My games


def test_game_by_link_is_listed_for_both_players() -> None:
    black, white = pair()
    mine, theirs = (player.client.get("/games/").content.decode() for player in (black, white))
    assert "You, black, against a person by link" in mine
    assert "Your turn." in mine
    assert "You, white, against a person by link" in theirs
    assert "Black to move: your opponent." in theirs
    for player in (black, white):
        assert f'href="/games/{player.game}/"' in player.client.get("/").content.decode()
        page = player.client.get(f"/games/{player.game}/").content.decode()
        assert f'"me":"{player.look()["me"]}"' in page


def test_visitor_without_a_cookie_sees_no_games() -> None:
    black, _white = pair()
    Game.objects.filter(pk=black.game).update(visitor="")
    stranger = somebody()
    assert f"/games/{black.game}/" not in stranger.get("/games/").content.decode()
    assert stranger.get(f"/games/{black.game}/").status_code == 404


# Watching


def test_spectator_sees_only_the_game() -> None:
    black, white = pair("othello")
    black.play("d3")
    page = somebody().get(black.look()["shared"]).content.decode()
    data = page.partition('<script id="state" type="application/json">')[2].partition("<")[0]
    now = json.loads(data)
    assert (now["me"], now["people"], now["speaker"], now["to_move"]) == (None, [], None, "other")
    assert not any(now["can"].values())
    assert now["situation"] == "White to move."
    assert now["view"]["moves"] == []
    assert now["link"]["invite"] is None
    white.do("resign")
    page = somebody().get(black.look()["shared"]).content.decode()
    assert "Black wins: by resignation." in page


# Leaving


def delete(player: Player) -> None:
    answer = player.client.post(f"/games/{player.game}/delete/")
    assert answer.status_code == 302


def test_a_game_without_a_second_person_is_deleted() -> None:
    player = host()
    invite = invite_of(player)
    delete(player)
    assert not Game.objects.filter(pk=player.game).exists()
    assert somebody().get(invite).status_code == 404


@pytest.mark.parametrize("first", [0, 1])
def test_leaving_resigns_and_the_opponent_keeps_the_game(first: int) -> None:
    players = pair()
    invite = players[0].row.invite
    players[0].play("d3")
    leaver, stays = players[first], players[1 - first]
    asked = leaver.client.get(f"/games/{leaver.game}/delete/").content.decode()
    assert "You resign the game" in asked
    delete(leaver)
    assert leaver.client.get(f"/games/{leaver.game}/").status_code == 404
    now = stays.look()
    assert (now["result"]["code"], now["result"]["winner"]) == ("resign", now["me"])
    assert not now["link"]["joined"]
    assert not now["can"]["rematch"]
    assert stays.refusal("rematch") == "no_opponent"
    assert somebody().post(f"/join/{invite}/").status_code == 404, "the seat is not free again"
    delete(stays)
    assert not Game.objects.filter(pk=stays.game).exists()


def test_a_result_stays_when_somebody_leaves_afterwards() -> None:
    black, white = pair()
    black.do("resign")
    black.rematch()
    delete(black)
    now = white.look()
    assert now["result"]["winner"] == "white"
    assert now["link"]["offer"] is None
    assert white.client.get("/games/").content.decode().count(white.game) > 0
