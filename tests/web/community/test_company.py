"""TV, greetings, time for the opponent, following, reports, and what an operator does."""

import html
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from plyground.web.base import event_bus, limits
from plyground.web.community import greetings, relations, tv
from plyground.web.community.models import Follow, Report
from plyground.web.games.models import Challenge, Game
from plyground.web.play import streams
from plyground.web.visitors import people
from tests.web.community.test_lobby import accept, challenge, rated_pair
from tests.web.link_pairs import Player, pair
from tests.web.people import another, in_no_time, new_name, sign_up
from tests.web.play.test_pages import text_of


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(greetings, "_allowed", limits.Buckets(4, 0.2))
    with in_no_time(monkeypatch):
        yield


@pytest.fixture(autouse=True)
def _no_other_games(client: Client) -> Iterator[None]:  # noqa: ARG001 - its tables
    Challenge.objects.all().delete()
    Game.objects.filter(visitor=tv.OWNER).delete()
    yield
    Challenge.objects.all().delete()


def key_of(client: Client) -> str:
    return people.known(client.session["visitor"]).key


def greet(player: Player, what: str = "hello") -> Any:
    path = f"/games/{player.game}/greet/"
    return player.client.post(path, {"what": what}, content_type="application/json")


def operator(*arguments: str) -> str:
    """The output of a command of the operator."""
    out = StringIO()
    call_command("people", *arguments, stdout=out)
    return out.getvalue()


# TV


def test_tv_shows_the_rated_game_of_people(client: Client) -> None:
    friendly = challenge(another(), game="othello:8")
    accept(another(), friendly.game)
    friendly.play()
    rated, _second = rated_pair()
    rated.play()
    share = Game.objects.get(pk=rated.game).share
    assert client.get("/tv/")["Location"] == f"/tv/{share}/"
    page = text_of(client, f"/tv/{share}/")
    assert "community/tv" in page
    assert client.get(f"/tv/{share}/at/0/").json()["ply"] == 0
    assert client.post(f"/tv/{share}/go/").status_code == 404  # people play


def test_computers_play_if_nobody_does(client: Client) -> None:
    place = client.get("/tv/")["Location"]
    assert another().get("/tv/")["Location"] == place  # the same for everyone
    row = Game.objects.get(visitor=tv.OWNER)
    assert (row.black, row.white) == (tv.PLAYER, tv.PLAYER)
    first = client.post(f"{place}go/").json()["job"]["id"]
    assert another().post(f"{place}go/").json()["job"]["id"] == first
    private, _guest = pair("dobutsu")
    private.play()
    assert client.get("/tv/")["Location"] == place  # a private game is never shown


def test_computers_game_counts_as_engine_time(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = client.get("/tv/")["Location"]
    monkeypatch.setenv("PLYGROUND_ENGINE_SECONDS", "0.000001")
    from plyground.web.engine import budget

    budget.engine_time.cache_clear()
    try:
        budget.charge(tv.OWNER, "127.0.0.1", 5.0)
        assert client.post(f"{place}go/").status_code == 429
    finally:
        monkeypatch.undo()
        budget.engine_time.cache_clear()


# Greetings and time


def test_greeting_reaches_the_followers_of_the_game(client: Client) -> None:  # noqa: ARG001
    first, second = pair("dobutsu")
    heard: list[str] = []
    leave = event_bus.subscribe(f"game:{first.game}", heard.append)
    try:
        assert greet(first).status_code == 200
    finally:
        leave()
    assert heard == ["greet black hello"]
    follower = streams.Follower(first.row, second.client.session["visitor"], first.row.version)
    follower.hear(heard[0])
    assert follower._take(0.0).greetings == (("black", "hello"),)


def test_only_preset_greetings_of_players_are_sent_and_not_many(client: Client) -> None:
    first, _second = pair("dobutsu")
    assert greet(first, "you fool").status_code == 400
    assert greet(Player(client, first.game)).status_code == 404
    alone = Player(client, client.post("/play/dobutsu/", {})["Location"].split("/")[2])
    assert greet(alone).status_code == 422
    codes = [greet(first).status_code for _ in range(6)]
    assert codes[:4] == [200] * 4
    assert 429 in codes


def test_player_gives_the_other_time(client: Client) -> None:  # noqa: ARG001
    first = challenge(another(), game="othello:8")
    second = Player(another(), first.game)
    accept(second.client, first.game)
    assert first.refusal("add_time") == "time_enough"  # the other has not moved yet
    for player in (first, second, first, second):
        player.play()
    before = first.look()["clock"]
    after = first.do("add_time")["clock"]
    assert after["white"] == pytest.approx(before["white"] + 15, abs=2)
    assert after["black"] == pytest.approx(before["black"], abs=5)
    assert after["running"] == "black"
    for _ in range(18):
        first.do("add_time")
    assert first.refusal("add_time") == "time_enough"
    without = pair("dobutsu")[0]
    assert without.refusal("add_time") == "no_clock"


# Following


def test_followed_people_are_in_the_lobby_with_their_game(client: Client) -> None:
    first, _second = rated_pair()
    name = new_name()
    first.client.post("/profile/", {"name": name})
    key = key_of(first.client)
    client.post(f"/people/{key}/follow/", {"follow": "yes"})
    page = text_of(client, "/lobby/")
    assert name in page
    assert f'href="/shared/{first.row.share}/"' in page
    assert "Stop following" in text_of(client, f"/people/{key}/")
    client.post(f"/people/{key}/follow/", {})
    assert name not in text_of(client, "/lobby/").partition("People you follow")[2]
    assert client.post("/people/nobody/follow/", {}).status_code == 404


def test_follows_move_to_an_account_and_end_with_it(client: Client) -> None:
    client.post("/profile/", {"name": new_name()})
    followed = another()
    followed.post("/profile/", {"name": new_name()})
    client.post(f"/people/{key_of(followed)}/follow/", {"follow": "yes"})
    account = sign_up(client)
    assert len(relations.listed(account.visitor)) == 1
    relations.forget(account.visitor)
    assert not Follow.objects.filter(visitor=account.visitor).exists()


# The operator


def test_operator_sees_reports_blocks_and_unblocks(client: Client) -> None:
    bad = another()
    name = new_name()
    bad.post("/profile/", {"name": name})
    key = key_of(bad)
    for _ in range(2):
        client.post(f"/people/{key}/report/", {"reason": "cheating"})
    assert Report.objects.filter(reported=bad.session["visitor"]).count() == 1
    assert f"{name} ({key}): cheating" in operator("reports")
    operator("block", name)
    assert bad.post("/lobby/", {"game": "dobutsu", "clock": "5+3"}).status_code == 403
    assert name not in operator("reports")
    operator("unblock", key)
    assert bad.post("/lobby/", {"game": "dobutsu", "clock": "5+3"}).status_code == 302
    answer = client.post(f"/people/{key}/report/", {"reason": "nonsense"})
    assert answer.status_code == 422
    assert "Choose one of the values offered." in html.unescape(answer.content.decode())


def test_operator_renames_a_guest_and_an_account_also_in_their_games(client: Client) -> None:
    guest, name = another(), new_name()
    guest.post("/profile/", {"name": name})
    made = challenge(guest, colour="white")
    other = new_name()
    operator("rename", name, other)
    assert Game.objects.get(pk=made.game).names == ["", other]
    account = sign_up(client)
    operator("rename", account.name, name)
    account.refresh_from_db()
    assert account.name == name
    with pytest.raises(CommandError, match="An account has this name"):
        operator("rename", other, name)
    with pytest.raises(CommandError, match="There is no person"):
        operator("block", "nobody-at-all")
    with pytest.raises(CommandError, match="2 to 30 letters"):
        operator("rename", other, "x")
