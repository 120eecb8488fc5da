"""The lobby: challenges, quick pairing, the computer that takes a seat, fair play, events."""

import asyncio
import contextlib
import html
import json
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from plyground.web.base import event_bus
from plyground.web.community import challenges
from plyground.web.community.lobby_form import ChallengeForm
from plyground.web.community.lobby_stream import LobbyFollower
from plyground.web.games import presence
from plyground.web.games.models import Challenge, Game, RatedResult
from plyground.web.visitors import people
from plyground.web.visitors.models import Person
from tests.web.databases import empty_tables
from tests.web.link_pairs import Player
from tests.web.people import another, in_no_time, new_name
from tests.web.play.test_pages import text_of

FORM = {"game": "dobutsu", "clock": "5+3", "colour": "black"}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with in_no_time(monkeypatch):
        yield


@pytest.fixture(autouse=True)
def _empty_lobby(client: Client) -> Iterator[None]:  # noqa: ARG001 - its tables
    Challenge.objects.all().delete()
    yield
    Challenge.objects.all().delete()


def challenge(client: Client, **form: str) -> Player:
    """A challenge in the lobby."""
    answer = client.post("/lobby/", {**FORM, **form})
    assert answer.status_code == 302, html.unescape(answer.content.decode())
    return Player(client, answer["Location"].split("/")[2])


def accept(client: Client, game: str) -> Any:
    return client.post(f"/lobby/{game}/accept/")


def shown(client: Client) -> list[dict[str, Any]]:
    """The challenges on the lobby's page."""
    page = text_of(client, "/lobby/")
    data = page.split('id="lobby" type="application/json">')[1].split("</script>")[0]
    rows: list[dict[str, Any]] = json.loads(data)["challenges"]
    return rows


def rated_pair() -> tuple[Player, Player]:
    first = challenge(another(), rated="yes")
    second = Player(another(), first.game)
    assert accept(second.client, first.game).status_code == 302
    return first, second


# Challenges


def test_challenge_is_listed_and_accepted_once(client: Client) -> None:
    name = new_name()
    client.post("/profile/", {"name": name})
    made = challenge(client, game="go:9", rated="yes")
    (row,) = shown(another())
    assert (row["title"], row["size"][0], row["rated"]) == ("Go", "9", True)
    assert (row["name"], row["colour"], row["clock"]) == (name, "White", "5 min + 3 s a move")
    guest = another()
    assert accept(guest, made.game)["Location"] == f"/games/{made.game}/"
    assert shown(another()) == []
    assert accept(another(), made.game).status_code == 409
    state = made.look()
    assert state["rated"]
    assert state["strict"]
    assert state["link"]["joined"]
    assert state["clock"]
    assert made.look()["seats"]["black"]["name"] == name


def test_own_challenge_is_cancelled_by_its_owner_only(client: Client) -> None:
    made = challenge(client)
    another().post(f"/lobby/{made.game}/cancel/")
    assert len(shown(client)) == 1
    client.post(f"/lobby/{made.game}/cancel/")
    assert shown(client) == []
    assert not Game.objects.filter(pk=made.game).exists()


def test_private_invitations_are_not_in_the_lobby(client: Client) -> None:
    answer = client.post("/play/dobutsu/", {"opponent": "link"})
    game = answer["Location"].split("/")[2]
    assert shown(another()) == []
    assert accept(another(), game).status_code == 409
    assert Game.objects.get(pk=game).guest == ""


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"game": "chess"}, "Choose one of the values offered."),
        ({"clock": "7+7"}, "Choose one of the clocks offered."),
        ({"clock": "none", "rated": "yes"}, "A rated game needs a clock."),
        ({"colour": "red"}, "Choose black, white or random."),
    ],
)
def test_bad_challenges_are_refused_with_a_sentence(
    client: Client, form: dict[str, str], sentence: str
) -> None:
    answer = client.post("/lobby/", {**FORM, **form})
    assert answer.status_code == 422
    assert sentence in html.unescape(answer.content.decode())


def test_blocked_visitor_neither_challenges_nor_accepts(client: Client) -> None:
    made = challenge(another())
    client.post("/profile/", {"name": new_name()})
    Person.objects.filter(pk=client.session["visitor"]).update(blocked=True)
    assert client.post("/lobby/", FORM).status_code == 403
    assert accept(client, made.game).status_code == 403
    assert people.is_blocked(client.session["visitor"])
    assert Game.objects.get(pk=made.game).guest == ""


# Quick pairing


def test_two_who_want_the_same_are_paired(client: Client) -> None:
    first = challenge(client, pair="yes", colour="random")
    other = challenge(another(), pair="yes", game="othello:8")
    second = challenge(another(), pair="yes", colour="random")
    assert second.game == first.game != other.game
    assert second.look()["link"]["joined"]
    assert challenge(client, pair="yes").game != first.game  # that seat is taken


def test_asking_again_leads_to_the_same_open_challenge(client: Client) -> None:
    first = challenge(client, pair="yes")
    assert challenge(client, pair="yes").game == first.game


def test_nobody_is_paired_with_somebody_who_has_left(client: Client) -> None:
    first = challenge(client, pair="yes")
    old = Challenge.objects.get(game=first.game).since - 2 * challenges._ARRIVING
    Challenge.objects.filter(game=first.game).update(since=old)
    assert challenge(another(), pair="yes").game != first.game
    ticket = presence.enter(first.game, "black")
    try:
        assert challenge(another(), pair="yes").game == first.game
    finally:
        presence.leave(ticket)


def test_two_who_ask_at_once_meet_on_postgresql(tmp_path: Path) -> None:
    """Each thread has its own connection, as several server processes have."""
    with empty_tables("postgresql", tmp_path):
        form = ChallengeForm(FORM)
        assert form.is_valid(), form.errors
        games: list[str] = []
        gate = threading.Barrier(4)

        def ask(number: int) -> None:
            try:
                gate.wait()
                games.append(str(challenges.pair(f"visitor-{number}", "", form.terms).pk))
            finally:
                connections.close_all()

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(games.count(game) for game in set(games)) == [2, 2]


# The computer takes the seat


def test_computer_takes_the_seat_if_the_challenger_agreed(client: Client) -> None:
    made = challenge(client, computer="yes", rated="yes")
    link = made.look()["link"]
    assert link["computer"] == "level:2"
    assert 0 < link["wait"] <= 45
    path = f"/games/{made.game}/computer/"
    assert another().post(path).status_code == 404
    assert client.post(path).json() == {"url": f"/games/{made.game}/"}
    state = made.look()
    assert state["link"] is None
    assert not state["rated"]
    assert state["seats"]["white"]["spec"] == "level:2"
    assert state["people"] == ["black"]
    assert shown(another()) == []
    assert client.post(path).status_code == 409
    assert made.play()["ply"] == 1


def test_computer_never_takes_a_seat_without_consent_or_from_a_person(client: Client) -> None:
    made = challenge(client)
    assert made.look()["link"]["computer"] is None
    assert client.post(f"/games/{made.game}/computer/").status_code == 409
    agreed = challenge(client, computer="yes")
    accept(another(), agreed.game)
    assert client.post(f"/games/{agreed.game}/computer/").status_code == 409
    assert agreed.look()["link"]["joined"]


# Rated games and fair play


def test_result_of_a_rated_game_counts_and_stays(client: Client) -> None:  # noqa: ARG001
    first, second = rated_pair()
    first.play()
    second.play()
    second.do("resign")
    row = RatedResult.objects.get(pk=first.game)
    visitors = [player.client.session["visitor"] for player in (first, second)]
    assert [row.black, row.white, row.winner] == [*visitors, "black"]
    second.client.post(f"/games/{first.game}/delete/")
    assert RatedResult.objects.filter(pk=first.game, white=visitors[1]).exists()
    assert "Elo" in text_of(first.client, "/profile/")


def test_rated_game_without_moves_does_not_count(client: Client) -> None:  # noqa: ARG001
    first, _second = rated_pair()
    first.do("resign")
    assert not RatedResult.objects.filter(pk=first.game).exists()


def test_no_help_while_a_rated_game_runs(client: Client) -> None:
    first, _second = rated_pair()
    player = first.client
    share = str(first.row.share)
    own = player.post("/play/dobutsu/", {"opponent": "level:1"})["Location"].split("/")[2]
    board = {"game": "dobutsu"}

    def send(path: str, body: Mapping[str, object]) -> int:
        return int(player.post(path, body, content_type="application/json").status_code)

    refused = [
        send("/api/analyse/", board),
        send("/api/move/", board),
        send("/analysis/at/", board),
        send("/api/jobs/", {"game": own, "kind": "hint", "version": 1}),
        send("/api/jobs/", {"game": first.game, "kind": "hint", "version": first.row.version}),
        send(f"/api/games/{first.game}/fork/", {"ply": 0, "opponent": "level:8"}),
        player.post(f"/shared/{share}/play/", {"ply": "0"}).status_code,
        player.get(f"/games/{first.game}/review/").status_code,
        player.get(f"/analysis/games/{first.game}/").status_code,
    ]
    assert set(refused) <= {403, 404, 422}, refused
    assert "rated game of this kind" in str(
        player.post("/api/analyse/", board, content_type="application/json").content
    )
    assert send("/api/analyse/", {"game": "othello", "seconds": 0.05}) == 200
    stranger = another()
    body = {**board, "seconds": 0.05}
    assert stranger.post("/api/analyse/", body, content_type="application/json").status_code == 200
    first.do("resign")
    assert send("/api/analyse/", body) == 200
    assert client.get("/lobby/").status_code == 200


# Events


async def _heard(changes: Any) -> list[str]:
    """The events of a lobby stream, each change after the event before."""
    follower = LobbyFollower("en")
    found = []
    async with contextlib.aclosing(follower.events()) as events:  # type: ignore[type-var]
        assert (await anext(events)).startswith("retry:")
        found.append(await anext(events))
        for change in changes:
            await asyncio.to_thread(change)
            follower.hear("")
            found.append(await asyncio.wait_for(anext(events), 20))
        follower.close()
        assert [event async for event in events] == []
    return found


def test_lobby_streams_every_change(client: Client) -> None:
    made: list[Player] = []
    found = asyncio.run(
        _heard([lambda: made.append(challenge(client)), lambda: accept(another(), made[0].game)])
    )
    rows = [json.loads(event.partition("data: ")[2]) for event in found]
    assert [len(row["challenges"]) for row in rows] == [0, 1, 0]
    assert [len(row["games"]) for row in rows] == [0, 0, 1]


def test_lobby_is_told_of_challenges_seats_and_visitors(client: Client) -> None:
    told: list[str] = []
    leave = event_bus.subscribe(challenges.TOPIC, told.append)
    try:
        made = challenge(client)
        assert len(told) == 1
        ticket = presence.enter(made.game, "black")
        assert len(told) == 2
        presence.leave(ticket)
        accept(another(), made.game)
        assert len(told) == 4
    finally:
        leave()
