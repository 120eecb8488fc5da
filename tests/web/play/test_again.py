"""Rematches, and forks that begin with the moves of another game."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from plyground.web.games import repository
from plyground.web.games.models import Game
from tests.web.play.test_pages import begin


@pytest.fixture(autouse=True)
def _no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def post(client: Client, row: Game, what: str, **command: Any) -> Any:
    path = f"/api/games/{row.pk}/{what}/"
    return client.post(path, json.dumps(command), content_type="application/json")


def made(answer: Any) -> Game:
    assert answer.status_code == 200, answer.content
    found = repository.find(answer.json()["url"].split("/")[2])
    assert found is not None
    return found


def test_rematch_swaps_colours_and_keeps_the_settings(client: Client) -> None:
    row = begin(client, "go", size="9", opponent="level:3", strict="yes", clock="5+3")
    new = made(post(client, row, "rematch", version=1))
    assert (new.black, new.white, new.options) == ("level:3", "person", {"size": 9})
    assert (new.strict, new.clock, new.at) == (True, row.clock, 0)


def test_a_double_click_makes_one_game(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    first = made(post(client, row, "rematch"))
    assert made(post(client, row, "rematch", version=1)).pk == first.pk
    forks = [
        made(post(client, row, "fork", ply=0, opponent=who)).pk for who in ("person", "level:1")
    ]
    assert len({first.pk, *forks}) == 3, "other commands are other games"
    assert made(post(client, row, "fork", ply=0, opponent="person")).pk == forks[0]


def rematches_at_once(client: Client, row: Game) -> list[str]:
    """The game ids of four simultaneous requests of one visitor."""

    def ask(_: int) -> str:
        other = Client(SERVER_NAME="localhost")
        other.cookies = client.cookies
        try:
            return str(made(post(other, row, "rematch")).pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(ask, range(4)))


def test_two_requests_at_once_make_one_game(client: Client) -> None:
    row = begin(client, "gomoku", opponent="person")
    assert len(set(rematches_at_once(client, row))) == 1


def test_requests_around_the_end_of_an_interval_make_one_game(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = begin(client, "gomoku", opponent="person")
    times = iter([4.99])  # a moment takes five seconds
    create = repository.create

    def create_slowly(*words: Any, **more: Any) -> Game:
        time.sleep(0.2)
        return create(*words, **more)

    monkeypatch.setattr(repository, "create", create_slowly)
    clock = SimpleNamespace(time=lambda: next(times, 5.01))
    monkeypatch.setattr("plyground.web.play.api.time", clock)
    assert len(set(rematches_at_once(client, row))) == 1


def test_a_game_that_was_deleted_can_be_made_again(client: Client) -> None:
    row = begin(client, "dobutsu", opponent="person")
    first = made(post(client, row, "rematch"))
    repository.delete(first)
    assert made(post(client, row, "rematch")).at == 0


def test_the_same_request_later_begins_another_game(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = begin(client, "dobutsu", opponent="person")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    first = made(post(client, row, "rematch"))
    monkeypatch.setattr(time, "time", lambda: now + 5)
    assert made(post(client, row, "rematch")).pk == first.pk
    monkeypatch.setattr(time, "time", lambda: now + 11)
    assert made(post(client, row, "rematch")).pk != first.pk


def test_an_outdated_page_gets_a_conflict(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    move = {"version": 1, "ply": 0, "action": "move", "move": "f5"}
    assert post(client, row, "actions", **move).status_code == 200
    answer = post(client, row, "rematch", version=1)
    assert (answer.status_code, answer.json()["state"]["ply"]) == (409, 1)
    assert post(client, row, "fork", version=1, ply=0).status_code == 409


@pytest.mark.parametrize("ply", [-1, 2, "1", None, 1.5])
def test_fork_at_an_invalid_ply_is_refused(client: Client, ply: object) -> None:
    row = begin(client, "othello", opponent="person")
    assert post(client, row, "fork", ply=ply).status_code == 400


def test_fork_keeps_the_moves_up_to_its_start(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    for ply, move in enumerate(("f5", "d6", "c3")):
        command = {"version": ply + 1, "ply": ply, "action": "move", "move": move}
        assert post(client, row, "actions", **command).status_code == 200
    new = made(post(client, row, "fork", version=4, ply=2, opponent="level:1", colour="white"))
    assert (new.black, new.white, new.at) == ("level:1", "person", 2)
    assert [step.text for step in repository.read(new).moves] == ["f5", "d6"]


def test_games_of_others_can_not_be_repeated(client: Client) -> None:
    row = begin(client, "othello", opponent="person")
    stranger = Client(SERVER_NAME="localhost")
    for what in ("rematch", "fork"):
        assert post(stranger, row, what).status_code == 404


def test_too_many_games_are_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    row = begin(client, "othello", opponent="person")
    monkeypatch.setattr(repository, "MOST_GAMES", 1)
    answer = post(client, row, "rematch")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_many")
    sentence = "You have 1 games, and no more can be kept; delete some under My games."
    assert answer.json()["error"]["sentence"] == sentence
    assert sentence in client.post("/play/go/").content.decode()
