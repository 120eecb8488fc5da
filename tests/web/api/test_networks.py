"""Networks as players for programs and in the form of a new game."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import plyground
from tests.net.networks import random_network
from tests.web.serving import Server
from tests.web.visitor import Visitor

NETWORK = "mcts:net=mine@0002,playouts=20"


@pytest.fixture
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    for name in ("mine@0001", "mine@0002"):
        random_network(tmp_path / f"{name}.plynet", plyground.game("othello", size=4))
    return tmp_path


def test_programs_ask_a_network_and_play_against_it(networks: Path, tmp_path: Path) -> None:
    server = Server(tmp_path / "home", PLYGROUND_NETWORKS=str(networks)).start()
    try:
        me = Visitor(server.port)
        me.begin("othello")  # a cookie comes with the first game
        board = {"game": "othello", "options": {"size": 4}}
        answer = me.ask("POST", "/api/move/", {**board, "player": NETWORK})
        assert answer.status == 200, answer
        assert answer.json["move"] in plyground.game("othello", size=4).start().moves()
        command = {**board, "opponent": NETWORK, "colour": "white"}
        begun = me.ask("POST", "/api/games/", command)
        assert begun.status == 201, begun
        assert begun.json["seats"]["black"]["spec"] == NETWORK
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("player", "status", "code"),
    [
        ("mcts:net=none,playouts=20", 422, "no_such_network"),
        ("mcts:net=mine@0002,playouts=5000", 422, "no_such_player"),
        ("mcts:net=mine@0002,playouts=20,threads=64", 400, "malformed"),
        ("search:seconds=9", 400, "malformed"),
    ],
)
@pytest.mark.usefixtures("networks")
def test_other_players_are_refused(client: Client, player: str, status: int, code: str) -> None:
    client.post("/play/othello/", {"opponent": "person"})  # a name comes with the first game
    for path, name in (("/api/move/", "player"), ("/api/games/", "opponent")):
        command: dict[str, Any] = {"game": "othello", name: player}
        answer = client.post(path, command, content_type="application/json")
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path


@pytest.mark.usefixtures("networks")
def test_form_of_a_new_game_offers_the_latest_network_of_a_run(client: Client) -> None:
    page = client.get("/new/othello/").content.decode()
    assert "mcts:net=mine@0002,playouts=100" in page
    assert "mine@0001" not in page
    named = client.get("/new/othello/?opponent=mcts:net=mine@0001,playouts=50").content.decode()
    assert '<option value="mcts:net=mine@0001,playouts=50" selected>' in named
    form = {"opponent": "mcts:net=mine@0002,playouts=100", "size": "4"}
    answer = client.post("/play/othello/", form)
    assert answer.status_code == 302
