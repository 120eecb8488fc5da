"""Watching a search, without a browser: links, recordings, boards, the tour."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import plyground
from plyground.learn import watch
from plyground.learn.recording import PlayoutRecording, TreeRecording
from plyground.web.contract.study import WatchBoards, WatchFullBoards, WatchPage
from plyground.web.study import watch_searches, watch_setup, watch_tour
from tests.net.networks import random_network
from tests.web.contract_fit import assert_fits
from tests.web.serving import Server
from tests.web.visitor import Visitor

Data = dict[str, Any]

SMALL = {"game": "gomoku", "size": "3", "line": "3", "moves": "b2 a1", "a": "alphabeta:depth=3"}


def page_data_of(page: bytes) -> Data:
    """The data for the page's code."""
    text = page.decode().partition('<script id="page-data" type="application/json">')[2]
    data: Data = json.loads(text.partition("</script>")[0])
    return data


# Links


def test_a_page_without_a_link_shows_tic_tac_toe(client: Client) -> None:
    answer = client.get("/watch/")
    assert answer.status_code == 200
    known = page_data_of(answer.content)
    assert_fits(WatchPage, known)
    assert known["query"]["game"] == "gomoku"
    assert [one["which"] for one in known["searches"]] == ["a", "b"]
    assert len(known["view"]["columns"]) == 3


def test_link_holds_position_and_searches(client: Client) -> None:
    query = SMALL | {"b": "mcts:playouts=50,seed=2", "at": "17"}
    known = page_data_of(client.get("/watch/", query).content)
    assert known["query"] == query
    assert known["cursor"] == 17
    assert known["view"]["ply"] == 2
    assert [one["spec"] for one in known["searches"]] == [query["a"], query["b"]]


def test_the_form_makes_a_link(client: Client) -> None:
    query = {"game": "othello", "size": "6", "moves": "", "a": "ordered", "a_n": "4"}
    known = page_data_of(client.get("/watch/", query | {"b": "uct", "b_n": "30"}).content)
    plain = "rave=off,priors=off,bias=off,policy=off,solver=off,eval=patterns*0"
    assert known["query"] == {
        "game": "othello",
        "size": "6",
        "a": "alphabeta:depth=4,order=on",
        "b": f"mcts:playouts=30,{plain}",
    }
    assert watch_searches.choice_of("othello", known["query"]["a"]) == ("ordered", "4")
    assert watch_searches.choice_of("othello", known["query"]["b"]) == ("uct", "30")


@pytest.mark.parametrize("game", ["gomoku", "robogo", "othello", "go", "dobutsu", "connect_four"])
def test_textbook_playouts_do_not_ask_the_evaluation(game: str) -> None:
    spec = watch_setup.read({"game": game, "a": "uct", "a_n": "12"}).specs[0]
    found = watch.record(plyground.game(game).start(), spec)
    assert found["kind"] == "playouts"
    assert set(found["playouts"]["opinion"]) == {None}
    assert set(found["playouts"]["mix"]) == {0.0}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no such game."),
        ({"size": "99"}, "from 3 to"),
        ({"moves": "b2 b2"}, "already a piece on b2"),
        ({"moves": "b2 a1 b1 a2 b3"}, "over already"),
        ({"moves": "a1 " * 500}, "At most 400 moves"),
        ({"position": "nonsense"}, "can&#x27;t be used"),
        ({"a": "search:seconds=1"}, "Only these searches can be watched"),
        ({"a": "minimax:depth=99"}, "from 1 to 12"),
        ({"b": "mcts:playouts=99999"}, "from 1 to 2000"),
        ({"b": "alphabeta:depth=2,seconds=50"}, "has no setting seconds"),
        ({"a": "minimax", "a_n": "x"}, "whole number"),
        ({"at": "-3"}, "whole number"),
    ],
)
def test_mistakes_in_a_link_are_reported(
    client: Client, change: dict[str, str], sentence: str
) -> None:
    answer = client.get("/watch/", SMALL | change)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert sentence in text
    assert 'id="page-data"' not in text
    assert 'id="setup"' in text


def test_the_form_shows_what_is_watched(client: Client) -> None:
    query = {"game": "othello", "size": "06", "a": "alphabeta:depth=4,order=on", "b": "minimax"}
    text = client.get("/watch/", query).content.decode()
    assert '<option value="6" selected>' in text
    assert '<option value="ordered" selected>' in text
    assert re.search(r'name="a_n" type="number" min="1" max="2000" value="4"', text)
    assert re.search(r'name="b_n" type="number" min="1" max="2000" value="3"', text)


def test_all_mistakes_of_a_link_are_reported_at_once_and_the_form_keeps_them(
    client: Client,
) -> None:
    query = SMALL | {"a": "uct", "a_n": "many", "b": "luck:depth=2", "at": "x", "moves": "zz"}
    text = client.get("/watch/", query).content.decode()
    alert = text.partition('role="alert">')[2].partition("</div>")[0]
    assert alert.count("<p>") == 4
    assert alert.index("whole number") < alert.index("Only these searches")
    assert '<option value="uct" selected>' in text
    assert '<option value="luck:depth=2" selected>' in text
    assert 'value="many"' in text
    assert 'value="zz"' in text


def test_watch_page_is_translated(client: Client) -> None:
    client.cookies["django_language"] = "ja"
    answer = client.get("/watch/", HTTP_ACCEPT_LANGUAGE="ja")
    assert 'lang="ja"' in answer.content.decode()


# The tour


@pytest.mark.parametrize("number", range(1, len(watch_tour.STEPS) + 1))
def test_a_step_of_the_tour_is_a_link_that_works(client: Client, number: int) -> None:
    answer = client.get(f"/watch/tour/{number}/")
    assert answer.status_code == 200
    known = page_data_of(answer.content)
    step = watch_tour.STEPS[number - 1]
    assert known["query"] == step.query
    cursor = int(step.query.get("at", 0))
    setup = watch_setup.read(step.query)
    assert setup.stored is not None
    position = plyground.game(setup.game, **setup.stored.options).start()
    position = position.play_all(step.query.get("moves", ""))
    recordings = [watch.record(position, spec) for spec in setup.specs]
    titles = [watch_searches.title(setup.game, spec) for spec in setup.specs]
    assert not any("=" in title for title in titles)  # each is one of the form's
    assert all(not one["stopped"] for one in recordings)
    longest = max(2 * one["searched"] for one in recordings)
    assert cursor < longest


def test_the_tour_goes_from_tic_tac_toe_to_robogo() -> None:
    games = [step.query["game"] for step in watch_tour.STEPS]
    assert games == sorted(games)  # gomoku, then robogo
    assert set(games) == {"gomoku", "robogo"}
    for game in ("gomoku", "robogo"):
        mine = [step.query for step in watch_tour.STEPS if step.query["game"] == game]
        specs = {query[which] for query in mine for which in ("a", "b") if which in query}
        for word in ("minimax", "alphabeta", "order=on", "deepening", "mcts"):
            assert any(word in spec for spec in specs), (game, word)


def test_step_beyond_the_tour_is_not_found(client: Client) -> None:
    assert client.get(f"/watch/tour/{len(watch_tour.STEPS) + 1}/").status_code == 404
    assert client.get("/watch/tour/0/").status_code == 404


# Boards


def test_boards_are_given_with_their_terms(client: Client) -> None:
    query = SMALL | {"spec": SMALL["a"], "lines": ";a3;a3 c1"}
    answer = client.get("/watch/at/", query)
    assert answer.status_code == 200
    assert_fits(WatchBoards, answer.json())
    boards = answer.json()["boards"]
    assert [board["view"]["ply"] for board in boards] == [2, 3, 4]
    assert [len(board["moves"]) for board in boards] == [7, 6, 5]
    assert boards[0]["terms"][0]["name"] == "shapes"
    assert "moves" not in boards[0]["view"]
    assert "max-age" in answer.headers["Cache-Control"]


def test_a_board_to_play_on_is_whole(client: Client) -> None:
    answer = client.get("/watch/at/", SMALL | {"lines": "a3", "full": "yes"})
    assert_fits(WatchFullBoards, answer.json())
    assert len(answer.json()["boards"][0]["view"]["moves"]) == 6


def test_a_finished_board_says_who_won(client: Client) -> None:
    answer = client.get("/watch/at/", SMALL | {"moves": "b2 a1 b1 a2", "lines": "b3"})
    assert answer.json()["boards"][0]["result"] == "Black wins: 3 in a row."


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"lines": "b2"}, None),
        ({"lines": "zz"}, None),
        ({"lines": ";" * 64}, "lines"),
        ({"lines": "a3 " * 2000}, "lines"),
        ({"game": "chess"}, "game"),
        ({"spec": "search:depth=2"}, "spec"),
    ],
)
def test_invalid_boards_are_reported(
    client: Client, change: dict[str, str], at: str | None
) -> None:
    answer = client.get("/watch/at/", SMALL | {"lines": ""} | change)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["sentence"]
    if at is not None:
        assert error["at"] == at


# Recordings


def test_recording_matches_the_engine(server: Server) -> None:
    visitor = Visitor(server.port)
    visitor.ask("GET", "/watch/")
    command = {"query": SMALL, "which": "a"}
    answer = visitor.ask("POST", "/watch/trace/", command)
    assert answer.status == 200, answer.body
    position = plyground.game("gomoku", size=3, line=3).start().play_all("b2 a1")
    assert answer.json == json.loads(json.dumps(watch.record(position, "alphabeta:depth=3")))
    assert_fits(TreeRecording, answer.json)
    assert answer.json["searched"] == plyground.search(position, "alphabeta:depth=3").nodes


def test_a_recording_of_playouts_is_as_the_contract_says(server: Server) -> None:
    visitor = Visitor(server.port)
    visitor.ask("GET", "/watch/")
    command = {"query": SMALL | {"a": "mcts:playouts=30"}, "which": "a"}
    answer = visitor.ask("POST", "/watch/trace/", command)
    assert answer.status == 200, answer.body
    assert_fits(PlayoutRecording, answer.json)


def test_recording_is_compressed_if_accepted(server: Server) -> None:
    visitor = Visitor(server.port)
    visitor.ask("GET", "/watch/")
    headers = {"Accept-Encoding": "gzip"}
    answer = visitor.ask("POST", "/watch/trace/", {"query": SMALL, "which": "a"}, **headers)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.body[:2] == b"\x1f\x8b"


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ({}, 400),
        ({"query": "x"}, 400),
        ({"query": {"game": 3}}, 400),
        ({"query": SMALL, "which": "b"}, 400),
        ({"query": SMALL | {"a": "minimax:depth=99"}, "which": "a"}, 422),
        ({"query": SMALL | {"a": "minimax:depth=2,eval=luck"}, "which": "a"}, 422),
    ],
)
def test_invalid_recording_request_is_reported(server: Server, command: Data, status: int) -> None:
    visitor = Visitor(server.port)
    visitor.ask("GET", "/watch/")
    answer = visitor.ask("POST", "/watch/trace/", command)
    assert answer.status == status
    assert answer.json["error"]["sentence"]


# Networks


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(tmp_path))
    random_network(tmp_path / "mine@0003.plynet", plyground.game("gomoku", size=3, line=3))
    return "mine@0003"


def test_search_guided_by_a_network_is_offered(client: Client, network: str) -> None:
    page = client.get("/watch/", SMALL | {"a": f"net:{network}", "a_n": "60"}).content
    known = page_data_of(page)
    assert known["query"]["a"] == f"mcts:net={network},playouts=60"
    assert watch_searches.choice_of("gomoku", known["query"]["a"]) == (f"net:{network}", "60")
    assert "guided by the network mine@0003" in page.decode()
    other = client.get("/watch/", {"game": "othello"}).content.decode()
    assert "mine@0003" not in other


@pytest.mark.parametrize("spec", ["mcts:net=none,playouts=9", "alphabeta:depth=2,eval=net:none"])
def test_watching_a_missing_network_is_refused(client: Client, network: str, spec: str) -> None:
    answer = client.get("/watch/", SMALL | {"a": spec})
    assert answer.status_code == 422
    assert "There is no such network for this game." in answer.content.decode()
    fine = client.get("/watch/", SMALL | {"a": spec.replace("none", network)})
    assert fine.status_code == 200
