"""The API for programs: boards in, moves out; limits in headers; and malformed requests."""

import contextlib
import http.client
import json
import select
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from plyground.web.api import analysis
from plyground.web.base import limits
from plyground.web.base.limits import Shares
from plyground.web.visitors import api_auth
from tests.project import ROOT
from tests.web.cluster import postgresql
from tests.web.conftest import check
from tests.web.serving import Server
from tests.web.shared import until
from tests.web.visitor import Answer, Visitor

Data = dict[str, Any]

_JSON = {"Content-Type": "application/json", "Cookie": ""}


class Program:
    """A client that sends JSON, with or without a token."""

    def __init__(self, port: int, token: str = "") -> None:
        self._visitor = Visitor(port)
        self.headers = _JSON | ({"Authorization": f"Bearer {token}"} if token else {})

    def ask(self, method: str, path: str, body: Any = None, **more: str) -> Answer:
        return self._visitor.ask(method, path, body, **{**self.headers, **more})

    def code(self, method: str, path: str, body: Any = None, **more: str) -> tuple[int, str]:
        answer = self.ask(method, path, body, **more)
        assert answer.headers["content-type"] == "application/json", answer
        error = answer.json["error"]
        assert set(error) == {"code", "sentence", "at"}
        assert error["sentence"]
        return answer.status, error["code"]

    def be_somebody(self) -> "Program":
        token = self.ask("POST", "/api/tokens/", {"label": "tests"}).json["token"]
        return Program(self._visitor.port, token)


@pytest.fixture
def program(server: Server) -> Program:
    return Program(server.port)


# Boards


@pytest.mark.parametrize("game", ["go", "gomoku", "othello", "robogo", "dobutsu", "connect_four"])
@pytest.mark.parametrize("player", ["level:1", "level:6"])
def test_move_is_returned_for_a_board(program: Program, game: str, player: str) -> None:
    first = program.ask("GET", f"/api/rules/{game}/").json
    legal = [move["text"] for move in first["view"]["moves"]]
    found = program.ask("POST", "/api/move/", {"game": game, "player": player}).json
    assert found["move"] in legal
    assert found["turn"] == "white"
    then = {"game": game, "position": found["position"], "player": player}
    after = program.ask("POST", "/api/move/", then).json
    assert after["turn"] == "black"
    both = {"game": game, "moves": [found["move"], after["move"]], "seconds": 0.1}
    lines = program.ask("POST", "/api/analyse/", both | {"lines": 3}).json["lines"]
    assert 1 <= len(lines) <= 3
    assert len({line["move"] for line in lines}) == len(lines)
    assert all(line["pv"][0] == line["move"] for line in lines)


def test_a_move_that_wins_ends_the_game(program: Program) -> None:
    moves = ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a4"]
    command = {"game": "gomoku", "options": {"size": 9}, "moves": moves, "player": "level:6"}
    found = program.ask("POST", "/api/move/", command).json
    assert found["move"] in ("e9", "e4")
    assert found["result"]["winner"] == "black"
    assert found["turn"] is None
    ended = command | {"moves": [*moves, found["move"]]}
    for path in ("/api/move/", "/api/analyse/"):
        board = {name: ended[name] for name in ("game", "options", "moves")}
        assert program.code("POST", path, board) == (422, "game_over")


def test_depth_and_seconds_bound_a_search(program: Program) -> None:
    command = {"game": "othello", "seconds": 5, "depth": 2}
    found = program.ask("POST", "/api/analyse/", command).json
    assert found["lines"][0]["depth"] <= 2
    assert found["seconds"] < 5


def test_requested_move_stores_no_game(program: Program) -> None:
    me = program.be_somebody()
    assert me.ask("POST", "/api/move/", {"game": "othello"}).status == 200
    assert me.ask("GET", "/api/games/").json["total"] == 0


def test_illegal_move_is_named(program: Program) -> None:
    command = {"game": "go", "options": {"size": 9}, "moves": ["E5", "E5"]}
    answer = program.ask("POST", "/api/move/", command)
    error = answer.json["error"]
    assert (answer.status, error["code"], error["at"]) == (422, "occupied", "E5")
    japanese = program.ask("POST", "/api/move/", command, **{"Accept-Language": "ja"})
    assert japanese.json["error"]["sentence"] != error["sentence"]


def test_a_search_streams_and_ends_with_its_listener(server: Server) -> None:
    command = json.dumps({"game": "othello", "seconds": 10}).encode()

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    headers = {"Accept": "text/event-stream", "Host": "localhost", **_JSON}
    connection.request("POST", "/api/analyse/", command, headers)
    response = connection.getresponse()
    assert response.headers["Content-Type"] == "text/event-stream"
    assert "RateLimit-Limit" not in response.headers, "limits are off in these tests"
    seen = [response.readline().decode() for _ in range(12)]
    assert "event: thinking\n" in seen
    connection.close()
    # The four searches of one client are free again long before ten seconds.
    program = Program(server.port)
    begin = time.monotonic()
    while len(hang_up_early(server, 4)) < 4:
        assert time.monotonic() - begin < 9, "they go on although nobody listens"
        time.sleep(0.5)
    assert program.ask("POST", "/api/move/", {"game": "dobutsu", "player": "level:1"}).status < 500


def hang_up_early(server: Server, count: int) -> list[int]:
    """Requests this many long searches and disconnects; refused ones are left out."""
    taken = []
    for _ in range(count):
        body = json.dumps({"game": "othello", "seconds": 10}).encode()
        head = f"POST /api/analyse/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        head += "Content-Type: application/json\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), 30) as line:
            line.sendall(head.encode() + body)
            line.settimeout(0.3)
            try:
                answer = line.recv(100)
            except TimeoutError:
                answer = b""
        if not answer:
            taken.append(1)
    return taken


def test_waiting_for_a_search_blocks_no_other_request(own_server: Server) -> None:
    """More of them than request threads; other requests are answered meanwhile."""
    somebody = [Program(own_server.port).be_somebody() for _ in range(6)]
    command = {"game": "othello", "seconds": 0.4}
    with ThreadPoolExecutor(18) as pool:
        waiting = [
            pool.submit(who.ask, "POST", "/api/analyse/", command)
            for who in somebody
            for _ in range(3)
        ]
        time.sleep(0.3)
        begin = time.monotonic()
        assert somebody[0].ask("GET", "/api/tokens/").status == 200
        quick = time.monotonic() - begin
        assert not all(one.done() for one in waiting)
        assert {one.result().status for one in waiting} == {200}
    assert quick < 20


def test_simultaneous_searches_of_a_client_are_limited(own_server: Server) -> None:
    me = Program(own_server.port).be_somebody()
    command = {"game": "othello", "seconds": 10}
    with contextlib.ExitStack() as stack:
        lines: dict[int, http.client.HTTPConnection] = {}
        for _ in range(8):
            line = http.client.HTTPConnection("127.0.0.1", own_server.port, timeout=60)
            stack.callback(line.close)
            headers = {"Host": "localhost", **me.headers}
            line.request("POST", "/api/analyse/", json.dumps(command).encode(), headers)
            lines[line.sock.fileno()] = line
        until(lambda: len(select.select(lines, [], [], 0)[0]) >= 4)  # the others are being searched
        refused = [lines[number].getresponse() for number in select.select(lines, [], [], 0)[0]]
        assert [one.status for one in refused] == [429] * 4
        assert json.loads(refused[0].read())["error"]["code"] == "too_many_searches"
        assert refused[0].headers["retry-after"] == "1"
    until(lambda: me.ask("POST", "/api/analyse/", command | {"seconds": 0.1}).status == 200)


def test_exhausted_engine_budget_is_reported(tmp_path: Path) -> None:
    server = Server(tmp_path, PLYGROUND_ENGINE_SECONDS="1").start()
    try:
        me = Program(server.port).be_somebody()
        command = {"game": "othello", "seconds": 1.6}
        first = me.ask("POST", "/api/analyse/", command)
        assert (first.status, first.headers["x-engine-seconds-left"]) == (200, "1")
        answer = me.ask("POST", "/api/analyse/", command)
        assert (answer.status, answer.json["error"]["code"]) == (429, "no_engine_time")
        assert answer.headers["x-engine-seconds-left"] == "0"
        assert int(answer.headers["retry-after"]) >= 1
        other = Program(server.port).be_somebody()
        assert other.ask("POST", "/api/move/", {"game": "othello"}).status == 200
    finally:
        server.stop()


def test_a_game_written_in_python_is_searched_too(tmp_path: Path) -> None:
    example = ROOT / "examples" / "domineering.py"
    server = Server(tmp_path, "--load", str(example)).start()
    try:
        program = Program(server.port)
        options = {"columns": 4, "rows": 3}
        command = {"game": "domineering", "options": options, "moves": ["a1", "b3"]}
        found = program.ask("POST", "/api/analyse/", command | {"seconds": 1, "depth": 2}).json
        assert found["lines"][0]["move"] == "c1"
        move = program.ask("POST", "/api/move/", command | {"player": "level:6"}).json
        assert (move["move"], move["result"]["winner"]) == ("c1", "black")
        assert program.code("POST", "/api/move/", command | {"moves": ["z"]})[0] == 422
    finally:
        server.stop()


# Games


def test_games_begin_with_the_requested_settings(program: Program) -> None:
    me = program.be_somebody()
    command = {
        "game": "go",
        "options": {"size": 9, "komi": 5.5},
        "moves": ["E5", "D4"],
        "opponent": "person",
        "clock": {"seconds": 60, "increment": 2},
        "strict": True,
    }
    answer = me.ask("POST", "/api/games/", command)
    now = answer.json
    assert answer.status == 201
    assert answer.headers["location"] == f"/api/games/{now['id']}/"
    assert now["game"]["options"]["komi"] == 5.5
    assert [move["text"] for move in now["moves"]] == ["E5", "D4"]
    assert (now["strict"], now["clock"]["white"]) == (True, 60)
    assert me.ask("GET", answer.headers["location"]).json["version"] == 1
    [row] = me.ask("GET", "/api/games/?page=1").json["games"]
    assert (row["id"], row["ply"], row["over"]) == (now["id"], 2, False)
    assert me.ask("GET", "/api/games/?page=2").json["games"] == []
    assert me.ask("DELETE", f"/api/games/{now['id']}/").status == 200
    assert me.code("GET", f"/api/games/{now['id']}/") == (404, "no_such_game")


def test_against_a_level_the_computer_begins_at_once_as_black(program: Program) -> None:
    me = program.be_somebody()
    command = {"game": "dobutsu", "opponent": "level:1", "colour": "white"}
    now = me.ask("POST", "/api/games/", command).json
    assert now["people"] == ["white"]
    assert now["job"]["kind"] == "reply"


def test_repeated_request_is_applied_once(program: Program) -> None:
    me = program.be_somebody()
    now = me.ask("POST", "/api/games/", {"game": "othello", "opponent": "person"}).json
    path = f"/api/games/{now['id']}/actions/"
    command = {"version": 1, "ply": 0, "action": "move", "move": "d3"}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: me.ask("POST", path, command).status, range(4)))
    assert sorted(found) == [200, 409, 409, 409]
    assert me.ask("GET", f"/api/games/{now['id']}/").json["ply"] == 1


def test_a_program_joins_by_its_token(program: Program) -> None:
    me, you, late = (program.be_somebody() for _ in range(3))
    now = me.ask("POST", "/api/games/", {"game": "othello", "opponent": "link"}).json
    path = f"/api{now['link']['invite']}"
    joined = you.ask("POST", path, {})
    assert joined.json["side"] == "white"
    assert "set-cookie" not in joined.headers
    assert late.code("POST", path, {}) == (409, "seat_taken")
    assert you.ask("POST", path, {}).json == joined.json
    assert late.code("POST", "/api/join/nothing/", {})[0] == 404
    move = {"version": 2, "ply": 0, "action": "move", "move": "d3"}
    assert you.code("POST", f"/api/games/{now['id']}/actions/", move) == (422, "not_your_turn")
    assert late.code("POST", f"/api/games/{now['id']}/actions/", move)[0] == 404


# Arbitrary requests

DEEP = b'{"a":' * 10_000 + b"1" + b"}" * 10_000


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", (400, "malformed")),
        (b"[]", (400, "malformed")),
        (b"null", (400, "malformed")),
        (b'{"game": "othello"', (400, "malformed")),
        (b"\xff\xfe", (400, "malformed")),
        (DEEP, (400, "malformed")),
        (DEEP[:20_000] + b"}", (400, "malformed")),
        (b'{"game": NaN}', (400, "malformed")),
        (b'{"game": "othello", "seconds": Infinity}', (400, "malformed")),
        (b'{"game": "othello", "seconds": NaN}', (400, "malformed")),
        (b'{"game": "othello", "seconds": 1' + b"0" * 400 + b"}", (400, "malformed")),
        (b'{"game": "othello", "seconds": 1' + b"0" * 9000 + b"}", (400, "malformed")),
        (b'{"game": "othello", "seconds": -1e400}', (400, "malformed")),
        (b'{"game": "othello", "seconds": true}', (400, "malformed")),
        (b'{"game": "oth\\u0000ello"}', (400, "malformed")),
        (b'{"game": "\\ud800"}', (400, "malformed")),
        (b'{"\\ud800": 1}', (400, "malformed")),
        (b'{"game": "othello", "options": {"\\ud800": 1}}', (400, "malformed")),
        (b'{"game": "othello", "moves": "d3"}', (400, "malformed")),
        (b'{"game": "othello", "moves": ["d3", ["c3"]]}', (400, "malformed")),
        (b'{"game": "othello", "moves": ["\\ud800"]}', (400, "malformed")),
        (b'{"game": "othello", "options": {"size": [8]}}', (400, "malformed")),
        (b'{"game": "othello", "options": {"self": 8}}', (422, "no_such_option")),
        (b'{"game": "othello", "options": {"name": "go"}}', (422, "no_such_option")),
        (b'{"game": "othello", "options": {"size": 1e300}}', (422, "wrong")),
        (b'{"game": "othello", "options": {"size": true}}', (422, "wrong")),
        (b'{"game": "othello", "position": "' + b"x" * 1999 + b'"}', (422, "wrong")),
        (b'{"game": "othello", "player": "gtp:sh"}', (400, "malformed")),
        (b'{"game": "othello", "player": "level:8,seed=1"}', (400, "malformed")),
        (b'{"game": "../secret"}', (422, "no_such_game")),
    ],
)
def test_invalid_bodies_are_refused_with_a_sentence(
    program: Program, body: bytes, expected: tuple[int, str]
) -> None:
    assert program.code("POST", "/api/move/", body) == expected


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "x"])
def test_a_body_that_is_not_json_is_refused(program: Program, kind: str) -> None:
    sent = {"Content-Type": kind}
    assert program.code("POST", "/api/move/", b'{"game": "go"}', **sent) == (403, "old_page")


def test_a_url_without_its_last_slash_is_reported(program: Program) -> None:
    """A redirect would arrive with GET, and without the body."""
    for method, path in (("POST", "/api/move"), ("DELETE", "/api/games/x")):
        answer = program.ask(method, path, {"game": "go"})
        assert (answer.status, answer.json["error"]["code"]) == (404, "not_found")
        assert f"{path}/" in answer.json["error"]["sentence"]
    assert program.ask("GET", "/api/rules").headers["location"] == "/api/rules/"


def test_delete_without_a_token_asks_for_one(program: Program) -> None:
    for path in ("/api/games/x/", "/api/tokens/1/"):
        assert program.code("DELETE", path, **{"Content-Type": ""}) == (401, "no_token")


ADDRESSES = [
    ("GET", "/api/", (404, "not_found")),
    ("GET", "/api/nothing/", (404, "not_found")),
    ("GET", "/api/rules/%00/", (404, "no_such_game")),
    ("GET", "/api/rules/%ff/", (404, "no_such_game")),
    ("GET", "/api/games/%00/", (404, "no_such_game")),
    ("GET", "/api/games/" + "x" * 5000 + "/", (404, "no_such_game")),
    ("GET", "/api/games/x/at/" + "9" * 400 + "/", (404, "no_such_game")),
    ("GET", "/api/games/?page=0", (400, "malformed")),
    ("GET", "/api/games/?page=-1", (400, "malformed")),
    ("GET", "/api/games/?page=x", (400, "malformed")),
    ("GET", "/api/games/?page=" + "9" * 5000, (400, "malformed")),
    ("GET", "/api/games/?page=" + "0" * 5000 + "1", (400, "malformed")),
    ("GET", "/api/games/?page=000001", (400, "malformed")),
    ("GET", "/api/games/?page=%00", (400, "malformed")),
    ("DELETE", "/api/tokens/" + "9" * 400 + "/", (404, "no_such_token")),
    ("DELETE", "/api/jobs/%00/", (404, "no_such_job")),
    ("GET", "/api/move/", (405, "wrong_method")),
    ("PATCH", "/api/games/x/", (405, "wrong_method")),
    ("TRACE", "/api/rules/", (405, "wrong_method")),
    ("POST", "/api/openapi.json", (405, "wrong_method")),
]


@pytest.mark.parametrize(("method", "path", "expected"), ADDRESSES)
def test_invalid_urls_are_refused_with_a_sentence(
    program: Program, method: str, path: str, expected: tuple[int, str]
) -> None:
    assert program.be_somebody().code(method, path) == expected


def test_invalid_requests_are_refused_on_postgresql(tmp_path: Path) -> None:
    """It refuses some texts and numbers that SQLite accepts."""
    with postgresql() as url:
        server = Server(tmp_path, DATABASE_URL=url, PLYGROUND_ENGINE_SECONDS="1").start()
        try:
            me = Program(server.port).be_somebody()
            for method, path, expected in ADDRESSES:
                assert me.code(method, path) == expected, path
            assert me.ask("POST", "/api/move/", {"game": "othello"}).status == 200
            now = me.ask("POST", "/api/games/", {"game": "othello", "opponent": "link"}).json
            path = f"/api/games/{now['id']}/actions/"
            for move in ("\0", "\ud800", "d3\0"):
                command = {"version": 1, "ply": 0, "action": "move", "move": move}
                assert me.code("POST", path, command)[0] == 422
            command = {"game": "\0", "kind": "hint", "version": 1}
            assert me.code("POST", "/api/jobs/", command)[0] == 404
            assert me.code("POST", "/api/join/%00/", {})[0] == 404
            long = {"game": "othello", "seconds": 1.5}
            tries = (me.ask("POST", "/api/analyse/", long).status for _ in range(8))
            assert next((status for status in tries if status != 200), 200) == 429
        finally:
            server.stop()
        check(server)


# Limits in headers


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLYGROUND_RATE", raising=False)
    monkeypatch.setattr(limits, "_looks", Shares(3, 0.5))
    monkeypatch.setattr(limits, "_changes", Shares(3, 0.5))
    monkeypatch.setattr(limits, "_games", Shares(1, 0.1))


@pytest.mark.usefixtures("slow")
def test_answers_have_rate_limit_headers(client: Client) -> None:
    found = [client.get("/api/rules/") for _ in range(4)]
    limits = [(one.headers["RateLimit-Limit"], one.headers["RateLimit-Remaining"]) for one in found]
    assert limits == [("3", "2"), ("3", "1"), ("3", "0"), ("3", "0")]
    assert [one.status_code for one in found] == [200, 200, 200, 429]
    assert 1 <= int(found[-1].headers["Retry-After"]) <= 2
    assert 1 <= int(found[-1].headers["RateLimit-Reset"]) <= 6
    assert "RateLimit-Limit" not in client.get("/").headers, "pages have no use for it"


@pytest.mark.usefixtures("slow")
def test_rate_limit_headers_show_the_tightest_limit_and_tokens_count_as_games(
    client: Client,
) -> None:
    command = {"label": "x"}
    first = client.post("/api/tokens/", command, "application/json")
    assert (first.status_code, first.headers["RateLimit-Limit"]) == (201, "1")
    again = client.post("/api/tokens/", command, "application/json")
    assert (again.status_code, again.json()["error"]["code"]) == (429, "too_fast")
    assert int(again.headers["Retry-After"]) > 1


@pytest.mark.usefixtures("slow")
def test_wrong_tokens_are_counted_for_the_address(client: Client) -> None:
    headers = {"Authorization": "Bearer ply_" + "x" * 32}
    codes = [client.get("/api/rules/", headers=headers).status_code for _ in range(4)]
    assert codes == [401, 401, 401, 429]


def test_stranger_is_charged_by_a_hash_of_the_address() -> None:
    assert api_auth.payer("me", "192.0.2.1") == "me"
    first, second = (api_auth.payer("", f"192.0.2.{number}") for number in (1, 2))
    assert first != second
    assert "192.0.2" not in first
    assert api_auth.payer("", "192.0.2.1") == first


def test_only_programs_are_exempt_from_csrf() -> None:
    requests = RequestFactory()
    free = requests.post("/api/move/", b"{}", "application/json")
    assert api_auth.enter(free)
    assert free._dont_enforce_csrf_checks  # type: ignore[attr-defined]
    for path, kind, cookie in [
        ("/api/move/", "text/plain", ""),
        ("/api/move/", "application/json", "x"),
        ("/play/go/", "application/json", ""),
    ]:
        request = requests.post(path, b"{}", kind)
        request.COOKIES = {"plyground": cookie} if cookie else {}
        request._dont_enforce_csrf_checks = False  # type: ignore[attr-defined]
        assert api_auth.enter(request)
        assert not request._dont_enforce_csrf_checks  # type: ignore[attr-defined]


def test_count_of_open_searches_returns_to_zero() -> None:
    counts = analysis._Open()
    for _ in range(4):
        counts.enter("me")
    with pytest.raises(analysis.TooManySearches):
        counts.enter("me")
    counts.enter("you")
    for _ in range(4):
        counts.leave("me")
    counts.leave("you")
    assert not counts._count
