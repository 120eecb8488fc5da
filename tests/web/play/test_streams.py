"""Event streams of games for players and spectators, from a server in its own process."""

import contextlib
import secrets
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Self
from urllib.parse import urlencode

import pytest

from tests.web.cluster import Cluster, cluster
from tests.web.serving import Server
from tests.web.visitor import Answer, Data, Listener, Visitor

_WAIT = 60.0  # seconds; a busy machine must not fail the test


class Ear:
    """Reads a stream in a separate thread, like a page."""

    def __init__(self, visitor: Visitor, path: str, **headers: str) -> None:
        self.events: list[tuple[int, str, Data]] = []
        self.ended = False
        self._more = threading.Condition()
        self._listener = Listener(visitor.port, path, visitor._headers(headers))
        self.status = self._listener.response.status
        self._thread = threading.Thread(target=self._hear, daemon=True)
        self._thread.start()

    def _hear(self) -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # disconnected
            for event in self._listener:
                with self._more:
                    self.events.append(event)
                    self._more.notify_all()
        with self._more:
            self.ended = True
            self._more.notify_all()

    def wait(self, name: str, **values: object) -> Data:
        """The next event with this name and these fields; earlier ones are dropped."""

        def find() -> int | None:
            for place, (_, found, data) in enumerate(self.events):
                if found == name and values.items() <= data.items():
                    return place
            return None

        with self._more:
            assert self._more.wait_for(lambda: find() is not None or self.ended, _WAIT), self.events
            place = find()
            assert place is not None, self.events
            data = self.events[place][2]
            del self.events[: place + 1]
            return data

    def wait_end(self) -> None:
        with self._more:
            assert self._more.wait_for(lambda: self.ended, _WAIT), self.events

    def close(self) -> None:
        self._listener.close()
        self._thread.join(_WAIT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Table:
    """Two people at a game, perhaps at different servers."""

    def __init__(self, port: int, other_port: int | None = None, **form: str) -> None:
        self.black, self.white = Visitor(port), Visitor(other_port or port)
        self.game = self.black.begin("othello", "link", **form)
        now = self.black.state(self.game)
        self.invite, self.shared = now["link"]["invite"], now["shared"]

    def join(self) -> Self:
        self.white.ask("GET", self.invite)
        assert self.white.ask("POST", f"/api{self.invite}", {}).status == 200
        return self

    def follow(self, visitor: Visitor, version: int | None = None) -> Ear:
        known = visitor.state(self.game)["version"] if version is None else version
        return Ear(visitor, f"/api/games/{self.game}/events/?version={known}")

    def watch(self, headers: dict[str, str] | None = None) -> Ear:
        return Ear(Visitor(self.black.port), f"{self.shared}events/", **(headers or {}))

    def move(self, visitor: Visitor) -> Data:
        return visitor.play(visitor.state(self.game))

    def act(self, visitor: Visitor, action: str) -> Answer:
        return visitor.act(visitor.state(self.game), action)


@pytest.fixture
def table(server: Server) -> Table:
    return Table(server.port)


def test_stream_has_event_stream_headers(table: Table) -> None:
    with table.follow(table.black) as ear:
        headers = ear._listener.response.headers
        assert ear.status == 200
    assert headers["Content-Type"] == "text/event-stream"
    assert headers["X-Accel-Buffering"] == "no"
    assert headers["Cache-Control"] == "no-store"


def test_players_get_each_others_joins_and_moves(table: Table) -> None:
    with table.follow(table.black) as black:
        table.join()
        came = black.wait("state")
        assert came["link"]["joined"]
        assert came["me"] == "black"
        with table.follow(table.white) as white:
            black.wait("presence", white=True)
            after = table.move(table.black)
            heard = white.wait("state", version=after["version"])
            assert (heard["me"], heard["to_move"], heard["ply"]) == ("white", "person", 1)
            assert black.wait("version") == {"version": after["version"]}
            table.act(table.white, "draw")
            assert black.wait("state")["link"]["offer"] == {"kind": "draw", "by": "white"}
            table.act(table.black, "accept")
            assert white.wait("state")["result"]["code"] == "agreement"
        black.wait("presence", white=False)


def test_outdated_client_gets_the_state_at_once(table: Table) -> None:
    table.join()
    table.move(table.black)
    for version in (0, 1, 2, 99):
        with table.follow(table.white, version) as ear:
            assert ear.wait("state")["version"] == 3
    with table.follow(table.white, 3) as ear:
        ear.wait("presence")
        table.move(table.white)
        assert ear.wait("version") == {"version": 4}
        assert not [event for event in ear.events if event[1] == "state"]


def test_reconnecting_browser_gets_only_newer_events(table: Table) -> None:
    table.join()
    with table.watch() as ear:
        first = ear.wait("state")
    with table.watch({"Last-Event-ID": str(first["version"])}) as ear:
        ear.wait("presence")
        assert not ear.events


def test_spectators_get_all_events_and_are_counted(table: Table) -> None:
    table.join()
    with table.follow(table.black) as black, table.watch() as first:
        seen = first.wait("state")
        assert (seen["me"], seen["people"], seen["link"]["invite"]) == (None, [], None)
        assert not any(seen["can"].values())
        assert seen["id"] != table.game
        black.wait("presence", watchers=1)
        with table.watch() as second:
            black.wait("presence", watchers=2)
            for player in (table.black, table.white):
                after = table.move(player)
                for ear in (first, second):
                    assert ear.wait("state", version=after["version"])["ply"] == after["ply"]
        black.wait("presence", watchers=1)


def test_events_are_in_the_language_of_each_client(table: Table) -> None:
    table.join()
    with table.watch({"Accept-Language": "ja"}) as ja, table.watch() as en:
        words = {ear.wait("state")["situation"] for ear in (ja, en)}
        table.move(table.black)
        words |= {ear.wait("state")["situation"] for ear in (ja, en)}
    assert "Black to move." in words
    assert len(words) == 4


def test_only_the_last_of_many_changes_is_sent(table: Table) -> None:
    table.join()
    with table.watch() as ear:
        ear.wait("state")
        for _ in range(6):
            table.move(table.black)
            last = table.move(table.white)
        ear.wait("state", version=last["version"])
        time.sleep(0.3)
        assert not [event for event in ear.events if event[1] == "state"]


def test_deleting_a_game_ends_its_streams(table: Table) -> None:
    with table.follow(table.black) as black, table.watch() as watcher:
        watcher.wait("state")
        form = f"csrfmiddlewaretoken={table.black.token}".encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = table.black.ask("POST", f"/games/{table.game}/delete/", form, **kind)
        assert answer.status == 302
        for ear in (black, watcher):
            ear.wait("gone")
            ear.wait_end()


def test_strangers_and_malformed_requests_get_a_sentence(table: Table) -> None:
    stranger = Visitor(table.black.port)
    for path in (
        f"/api/games/{table.game}/events/",
        "/api/games/nothing/events/",
        "/shared/nothing/events/",
        f"/shared/{table.game}/events/",
    ):
        answer = stranger.ask("GET", path)
        assert answer.status == 404, path
        assert answer.json["error"]["sentence"]
    for version in ("-1", "x", "%00", "9" * 40, "%EF%BC%91"):
        with Ear(table.black, f"/api/games/{table.game}/events/?version={version}") as ear:
            assert ear.wait("state")["version"] == 1
    assert table.black.ask("POST", f"/api/games/{table.game}/events/", {}).status == 405


def test_the_number_of_streams_is_limited(table: Table) -> None:
    with contextlib.ExitStack() as stack:
        ears = [stack.enter_context(table.follow(table.black)) for _ in range(20)]
        assert {ear.status for ear in ears} == {200}
        path = f"/api/games/{table.game}/events/"
        answer = table.black.ask("GET", path)
        assert (answer.status, answer.json["error"]["code"]) == (429, "too_many")
        assert "retry-after" in answer.headers
    deadline = time.monotonic() + _WAIT
    while True:  # the server notices that they were closed
        with table.follow(table.black) as ear:
            if ear.status == 200:
                break
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_owner_gets_the_computers_moves(server: Server) -> None:
    visitor = Visitor(server.port)
    game = visitor.begin("dobutsu", "level:1")
    with Ear(visitor, f"/api/games/{game}/events/?version=1") as ear:
        now = visitor.play(visitor.state(game))
        with visitor.listen(now["job"]["id"]) as job:
            assert job.last()[0] == "done"
        heard = ear.wait("state", version=3)
        assert (heard["ply"], heard["me"], heard["to_move"]) == (2, None, "person")


def test_streams_end_with_the_server(own_server: Server) -> None:
    table = Table(own_server.port).join()
    with table.follow(table.black) as black, table.watch() as watcher:
        watcher.wait("state")
        begin = time.monotonic()
        assert own_server.stop() == 0
        black.wait_end()
        watcher.wait_end()
        assert time.monotonic() - begin < 15


# Two processes


@pytest.fixture(scope="module")
def database() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture(scope="module")
def two(
    database: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Two servers that share a database."""
    folder: Path = tmp_path_factory.mktemp("two")
    servers = [
        Server(folder / name, "--database", database.url, PLYGROUND_SECRET_KEY="s" * 50)
        for name in ("a", "b")
    ]
    try:
        yield servers[0].start(), servers[1].start()
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()
    for server in servers:
        assert "Traceback" not in server.log, server.log


def test_moves_and_presence_cross_processes(two: tuple[Server, Server]) -> None:
    table = Table(two[0].port, two[1].port)
    with table.follow(table.black) as black:
        table.join()
        assert black.wait("state")["link"]["joined"]
        with table.follow(table.white) as white:
            black.wait("presence", white=True)
            assert white.wait("presence", black=True)["white"]
            for _ in range(3):
                after = table.move(table.black)
                assert white.wait("state", version=after["version"])["to_move"] == "person"
                after = table.move(table.white)
                assert black.wait("state", version=after["version"])["to_move"] == "person"
        black.wait("presence", white=False)


def submit(visitor: Visitor, path: str, **form: str) -> Answer:
    """Submits a form of one of our pages."""
    visitor.ask("GET", "/account/")
    text = urlencode({"csrfmiddlewaretoken": visitor.token, **form}).encode()
    return visitor.ask("POST", path, text, **{"Content-Type": "application/x-www-form-urlencoded"})


def sign_up(visitor: Visitor) -> dict[str, str]:
    """An account for this visitor; returns its login data."""
    known = {"name": f"Eve.{secrets.token_hex(5)}", "password": "four green horses"}
    answer = submit(visitor, "/account/sign-up/", again=known["password"], **known)
    assert answer.status == 302
    return known


def test_streams_end_with_their_session_in_every_process(two: tuple[Server, Server]) -> None:
    table = Table(two[0].port, two[1].port).join()
    known = sign_up(table.black)
    device = Visitor(two[1].port)
    assert submit(device, "/account/sign-in/", **known).status == 302
    with table.follow(table.black) as black, table.follow(table.white) as white:
        white.wait("presence", black=True)
        new = {"old": known["password"], "password": "five blue cows", "again": "five blue cows"}
        assert submit(device, "/account/password/", **new).status == 302
        black.wait_end()
        white.wait("presence", black=False)
        with table.follow(device) as there:
            assert there.status == 200, "the session that changed it goes on"
            there.wait("presence", black=True)
            submit(device, "/account/sign-out/everywhere/")
            there.wait_end()
        assert not white.ended
    assert Ear(table.black, f"/api/games/{table.game}/events/").status == 404


def test_streams_end_when_the_token_or_visitor_is_deleted(
    two: tuple[Server, Server],
) -> None:
    table = Table(two[0].port, two[1].port).join()
    made = table.white.ask("POST", "/api/tokens/", {"label": "bot"}).json
    path = f"/api/games/{table.game}/events/"
    bearer = {"Authorization": f"Bearer {made['token']}", "Cookie": ""}
    with Ear(table.white, path, **bearer) as bot, table.follow(table.white) as white:
        bot.wait("presence", white=True)
        white.wait("presence", white=True)
        assert table.white.ask("DELETE", f"/api/tokens/{made['id']}/").status in (200, 204)
        bot.wait_end()
        assert table.move(table.black)["ply"] == 1
        white.wait("state", ply=1)
        with table.follow(table.black) as black:
            submit(table.white, "/account/delete/", whose="")
            white.wait_end()
            assert black.wait("state")["stage"] == "over"
            black.wait("presence", white=False)


@pytest.mark.deep
def test_player_continues_at_another_process_after_a_kill(
    two: tuple[Server, Server],
) -> None:
    table = Table(two[0].port, two[1].port).join()
    with table.follow(table.white) as white, table.follow(table.black) as black:
        white.wait("presence", black=True)
        after = table.move(table.black)
        two[0].kill()
        black.wait_end()
        table.black.port = two[1].port  # like a proxy
        assert table.black.state(table.game)["version"] == after["version"]
        with table.follow(table.black, 0) as again:
            assert again.wait("state")["ply"] == 1
            after = table.move(table.white)
            assert again.wait("state", version=after["version"])["to_move"] == "person"
    two[0].start()


@pytest.mark.deep
def test_streams_continue_after_a_database_outage(
    two: tuple[Server, Server], database: Cluster
) -> None:
    table = Table(two[0].port, two[1].port).join()
    with table.follow(table.black) as black, table.follow(table.white) as white:
        with table.watch() as watcher:
            watcher.wait("state")
            black.wait("presence", white=True, watchers=1)
            now = table.black.state(table.game)
            database.stop()
            try:
                assert table.black.act(now, "draw").json["error"]["code"] == "database"
            finally:
                database.start()
        deadline = time.monotonic() + _WAIT
        while (answer := table.black.act(now, "draw")).status == 503:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert answer.status == 200
        heard = white.wait("state", version=answer.json["version"])
        assert heard["link"]["offer"] == {"kind": "draw", "by": "black"}
        black.wait("presence", white=True, watchers=0)
