"""A network's view on the analysis board, without a browser."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import plyground
from plyground.engine.network import find_network
from plyground.web.base.limits import Shares
from plyground.web.contract.boards import NetworkAnswer
from plyground.web.engine import budget
from plyground.web.game_service import remote_service
from plyground.web.game_service.game_process import Child
from plyground.web.game_service.stored_game import StoredGame
from tests.net.networks import random_network
from tests.project import ROOT
from tests.web.contract_fit import assert_fits

Data = dict[str, Any]
OURS = ("mine@0001", "mine@0002", "solo")  # the package may include others


@pytest.fixture(autouse=True)
def networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    go = plyground.game("go", size=5)
    for name in OURS:
        random_network(tmp_path / f"{name}.plynet", go)
    random_network(tmp_path / "four.plynet", plyground.game("connect_four"))
    return tmp_path


def ask(client: Client, command: Data, status: int = 200) -> Data:
    answer = client.post("/analysis/network/", command, content_type="application/json")
    assert answer.status_code == status, answer.content[:300]
    data: Data = answer.json()
    return data


def test_page_offers_the_networks_of_its_game(client: Client) -> None:
    page = client.get("/analysis/?game=go&size=5").content.decode()
    offered = page.partition('id="network"')[2].partition("</select>")[0]
    names = [part.partition("<")[0] for part in offered.split("<option>")[1:]]
    assert "four" not in names
    assert [name for name in names if name in OURS] == ["solo", "mine@0002", "mine@0001"]
    assert '<optgroup label="mine">' in offered


def test_page_without_networks_says_how_to_get_one(client: Client) -> None:
    page = client.get("/analysis/?game=dobutsu").content.decode()
    assert 'id="network"' not in page
    assert "plyground train dobutsu --minutes 20" in page


def test_answer_is_from_the_point_of_view_of_black(client: Client) -> None:
    game = plyground.game("go", size=5)
    for moves in (["C3"], ["C3", "B2"]):
        command = {"game": "go", "options": {"size": 5}, "moves": moves, "network": "solo"}
        data = ask(client, command)
        assert_fits(NetworkAnswer, data)
        position = game.start().play_all(" ".join(moves))
        answer = find_network("solo", "go").answer(position)
        black = answer.win if position.turn == "black" else answer.loss
        sign = 1 if position.turn == "black" else -1
        assert data["outcomes"]["black"] == pytest.approx(black, abs=1e-4)
        assert [row["move"] for row in data["moves"]] == [move for move, _ in answer.moves]
        assert answer.score is not None
        assert data["score"] == pytest.approx(sign * answer.score, abs=0.01)
        assert answer.ownership is not None
        assert data["ownership"]["A5"] == pytest.approx(sign * answer.ownership[0], abs=1e-4)
        assert data["ownership"]["E1"] == pytest.approx(sign * answer.ownership[-1], abs=1e-4)


def test_network_without_ownership_has_none(client: Client) -> None:
    data = ask(client, {"game": "connect_four", "network": "four"})
    assert (data["score"], data["ownership"]) == (None, None)
    assert {row["move"] for row in data["moves"]} == set("abcdefg")


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"network": "missing"}, 422, "There is no such network."),
        ({"network": "four"}, 422, "There is no such network."),
        ({"network": "../solo"}, 422, "There is no such network."),
        ({"network": "x" * 200}, 400, "network"),
        ({"network": 7}, 400, "network"),
        ({"moves": ["C3", "C3"]}, 422, "already a piece on C3"),
        ({"moves": ["pass", "pass"]}, 422, "The game is over"),
        ({"game": "chess"}, 422, "There is no such game."),
        ({"options": {"size": 99}}, 422, "size"),
    ],
)
def test_wrong_questions_get_a_sentence(
    client: Client, change: Data, status: int, sentence: str
) -> None:
    command = {"game": "go", "options": {"size": 5}, "moves": [], "network": "solo", **change}
    assert sentence in ask(client, command, status)["error"]["sentence"]
    assert "There is no such network" in str(
        ask(client, {"game": "go", "moves": [], "network": "four"}, 422)
    )


def test_network_of_other_planes_gets_a_sentence(networks: Path, client: Client) -> None:
    random_network(networks / "plain.plynet", plyground.game("gomoku", size=7))
    command = {"game": "gomoku", "options": {"rule": "renju"}, "network": "plain"}
    assert "expects the planes" in ask(client, command, 422)["error"]["sentence"]


def test_damaged_network_gets_a_sentence(networks: Path, client: Client) -> None:
    content = (networks / "solo.plynet").read_bytes()
    (networks / "half.plynet").write_bytes(content[: len(content) // 2])
    command = {"game": "go", "options": {"size": 5}, "network": "half"}
    sentence = ask(client, command, 422)["error"]["sentence"]
    assert sentence == "The network half is damaged: its checksum is wrong."


def test_look_costs_engine_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    left = Shares(120, 1)
    monkeypatch.setattr(budget, "engine_time", lambda: left)
    command = {"game": "connect_four", "network": "four"}
    client.get("/analysis/?game=go")
    ask(client, command)
    for bucket in list(left.visitors._levels):
        left.visitors.spend(bucket, 500)
    answer = client.post("/analysis/network/", command, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "no_engine_time")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.fixture
def tictactoe() -> Iterator[remote_service.RemoteGameService]:
    example = ROOT / "examples" / "tictactoe.py"
    found = remote_service.discover([Child(str(example))])
    yield found["tictactoe"]
    found["tictactoe"].close()


def test_game_written_in_python_is_asked_in_its_process(
    networks: Path, tictactoe: remote_service.RemoteGameService
) -> None:
    plyground.load(ROOT / "examples" / "tictactoe.py")
    random_network(networks / "toe.plynet", plyground.game("tictactoe"))
    answer = tictactoe.ask_network(StoredGame("tictactoe"), "toe")
    assert_fits(NetworkAnswer, answer)
    assert len(answer["moves"]) == 9
