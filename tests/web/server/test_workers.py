"""Several servers on one database: jobs of one are followed and taken over by another."""

import functools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.web.cluster import postgresql
from tests.web.server.test_serve import refused
from tests.web.serving import Server
from tests.web.visitor import Data, Visitor

KEY = "a key that several hosts share, so that they know each other's visitors"
WAIT = 60.0  # seconds; a busy machine must not fail the test


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgresql() as url:
        yield url


@pytest.fixture
def make_server(cluster: str, tmp_path: Path) -> Iterator[Callable[..., Server]]:
    made: list[Server] = []

    def make(*arguments: str, **settings: str) -> Server:
        usual = {"PLYGROUND_SECRET_KEY": KEY, "PLYGROUND_WORKERS": "2", "PLYGROUND_DEAD_AFTER": "2"}
        home = tmp_path / f"home {len(made)}"
        server = Server(home, "--database", cluster, *arguments, **usual | settings)
        made.append(server.start())
        return server

    yield make
    for server in made:
        if server.process is not None:
            server.stop()
        assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="module")
def pair(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers that stay."""
    homes = tmp_path_factory.mktemp("pair")
    settings = {"PLYGROUND_SECRET_KEY": KEY, "PLYGROUND_WORKERS": "2"}
    servers = [
        Server(homes / name, "--database", cluster, PLYGROUND_ABANDONED="1.5", **settings)
        for name in "ab"
    ]
    for server in servers:
        server.start()
    yield servers
    assert [server.stop() for server in servers] == [0, 0]
    for server in servers:
        # In the other servers of this file, a process without a heartbeat for 2 s counts as dead.
        log = server.log.replace("This process was declared dead, and is back\n", "")
        assert log == ""


def at(visitor: Visitor, server: Server) -> Visitor:
    """The same visitor at another server."""
    if not visitor.token:
        visitor.ask("GET", "/")
    other = Visitor(server.port)
    other.cookies, other.token = visitor.cookies, visitor.token
    return other


def thinking(visitor: Visitor, level: int = 8, game: str = "go", **form: str) -> Data:
    """A game in which the computer has just begun to search.

    By default it is Go on 19x19: it has no book, and level 8 searches for more than a second.
    """
    now = visitor.play(visitor.state(visitor.begin(game, f"level:{level}", **form)))
    assert now["job"]["kind"] == "reply"
    return now


def job_of(now: Data) -> str:
    job: str = now["job"]["id"]
    return job


def until(what: Callable[[], Any], seconds: float = WAIT) -> Any:
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)
    return found


def test_job_is_streamed_by_the_other_server(pair: list[Server]) -> None:
    here = Visitor(pair[0].port)
    there = at(here, pair[1])
    now = thinking(here)
    assert there.state(now["id"])["job"] == now["job"]
    with there.listen(job_of(now)) as listener:
        events = list(listener)
    numbers = [number for number, _, _ in events]
    assert numbers == sorted(set(numbers))
    assert {name for _, name, _ in events[:-1]} == {"thinking"}
    _, name, data = events[-1]
    assert (name, data["state"]["ply"]) == ("done", 2)
    assert here.state(now["id"]) == there.state(now["id"]) == data["state"]
    late = list(there.listen(job_of(now)))
    assert late == events[-1:], "who comes late hears the end"
    assert list(here.listen(job_of(now)))[-1] == events[-1]


def test_job_can_be_hurried_and_cancelled_at_the_other_server(pair: list[Server]) -> None:
    here = Visitor(pair[0].port)
    there = at(here, pair[1])
    now = thinking(here)
    with there.listen(job_of(now)) as listener:
        assert next(iter(listener))[1] == "thinking"
        assert there.ask("POST", f"/api/jobs/{job_of(now)}/hurry/").status == 200
        name, data = listener.last()
    assert (name, data["state"]["ply"]) == ("done", 2)
    now = thinking(here)
    with here.listen(job_of(now)) as listener:
        assert there.ask("DELETE", f"/api/jobs/{job_of(now)}/").status == 200
        assert listener.last()[0] == "cancelled"
    assert there.listen(job_of(now)).last()[0] == "cancelled"
    after = there.state(now["id"])
    assert (after["ply"], after["job"]) == (1, None)
    again = there.want(after, "reply").json["job"]
    assert again["id"] != job_of(now), "after that another can be asked for"
    there.ask("POST", f"/api/jobs/{again['id']}/hurry/")
    assert here.listen(again["id"]).last()[0] == "done"


def test_only_one_server_runs_a_requested_search(pair: list[Server]) -> None:
    here = Visitor(pair[0].port)
    game = here.begin("go", "level:8", colour="white", size="19")
    now = here.state(game)
    visitors = [here, at(here, pair[1])] * 3
    start = threading.Barrier(len(visitors))
    found: list[str] = []

    def ask(visitor: Visitor) -> None:
        start.wait()
        found.append(visitor.want(now, "reply").json["job"]["id"])

    threads = [threading.Thread(target=ask, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(visitors)
    assert len(set(found)) == 1
    visitors[1].ask("POST", f"/api/jobs/{found[0]}/hurry/")
    ends = [visitor.listen(found[0]).last() for visitor in visitors[:2]]
    assert ends[0] == ends[1]
    assert ends[0][1]["state"]["ply"] == 1


def test_takeback_at_one_server_ends_the_search_at_the_other(pair: list[Server]) -> None:
    here = Visitor(pair[0].port)
    there = at(here, pair[1])
    now = thinking(here)
    with here.listen(job_of(now)) as listener:
        next(iter(listener))
        after = there.act(there.state(now["id"]), "undo").json
        assert (after["ply"], after["job"]) == (0, None)
        assert listener.last()[0] == "cancelled"


def test_other_visitors_can_not_listen_in_another_process(pair: list[Server]) -> None:
    here = Visitor(pair[0].port)
    now = thinking(here)
    stranger = Visitor(pair[1].port)
    stranger.begin("othello")
    path = f"/api/jobs/{job_of(now)}/"
    with here.listen(job_of(now)) as listener:
        answers = [
            stranger.ask("GET", f"{path}events/"),
            stranger.ask("POST", f"{path}hurry/"),
            stranger.ask("DELETE", path),
            stranger.ask("GET", "/api/jobs/%00/events/"),
            stranger.ask("GET", "/api/jobs/none/events/"),
        ]
        assert [answer.status for answer in answers] == [404] * 5
        assert listener.last()[0] == "done", "it goes on"


def test_listener_at_the_other_server_keeps_a_search_alive(pair: list[Server]) -> None:
    """With a clock it searches for long.

    Without a listener it would be cancelled after 1.5 seconds.
    """
    here = Visitor(pair[0].port)
    there = at(here, pair[1])
    game = here.begin("go", "level:8", size="19", clock="30+0")
    now = here.state(game)
    for ply in (2, 4):
        now = here.play(now)
        with there.listen(job_of(now)) as listener:
            next(iter(listener))
            if ply == 4:  # the first moves are free
                until(lambda: there.state(game)["clock"]["running"] == "white")
                time.sleep(2)
            there.ask("POST", f"/api/jobs/{job_of(now)}/hurry/")
            name, data = listener.last()
        now = data["state"]
        assert (name, now["ply"]) == ("done", ply)
    assert now["clock"]["white"] < 1799


@pytest.mark.deep
def test_search_of_a_dead_server_is_taken_over(
    make_server: Callable[..., Server],
) -> None:
    first, second = make_server(), make_server()
    here = Visitor(first.port)
    there = at(here, second)
    now = thinking(here)
    with there.listen(job_of(now)) as listener:
        assert first.stop() == 0
        name, data = listener.last()
    assert (name, data["state"]["ply"]) == ("done", 2)
    assert first.log == ""

    first.start()
    now = thinking(here)
    with there.listen(job_of(now)) as listener:
        events = iter(listener)
        number, _, _ = next(events)
        first.kill()
        rest = list(events)
    numbers = [one for one, _, _ in rest]
    assert numbers == sorted(set(numbers))
    assert numbers[0] > number
    _, name, data = rest[-1]
    assert (name, data["state"]["ply"]) == ("done", 2)
    assert data["state"]["version"] == now["version"] + 1, "it is played once"
    assert there.state(now["id"]) == data["state"]


# serve --workers


def test_a_worker_that_dies_is_replaced_and_games_go_on(
    make_server: Callable[..., Server],
) -> None:
    server = make_server("--workers", "2")
    visitor = Visitor(server.port)
    now = thinking(visitor)
    before = server.children()
    assert len(before) == 2
    for process in before:
        os.kill(process, signal.SIGKILL)
    until(lambda: len(set(server.children()) - set(before)) == 2)
    assert visitor.state(now["id"])["ply"] == 1
    name, data = visitor.listen(job_of(now)).last()
    assert (name, data["state"]["ply"]) == ("done", 2)
    assert server.log.count("A process ended (SIGKILL); another takes its place.") == 2
    assert visitor.state(now["id"]) == data["state"]
    after = server.children()
    assert server.stop() == 0
    assert not [one for one in after if _lives(one)]


@pytest.mark.deep
def test_children_do_not_outlive_their_parent(make_server: Callable[..., Server]) -> None:
    server = make_server("--workers", "2")
    own = server.children()
    server.kill()
    until(lambda: not [one for one in own if _lives(one)])


class Player:
    """Plays like a page: repeats requests until answered, and records acknowledged moves."""

    def __init__(self, port: int, level: int) -> None:
        self.visitor = Visitor(port)
        self.level = level
        self.acknowledged: list[Data] = []
        self.games = 0
        self.end = threading.Event()

    def play(self) -> None:
        while not self.end.is_set():
            game = self.persist(lambda: self.visitor.begin("dobutsu", f"level:{self.level}"))
            now = self.persist(functools.partial(self.visitor.state, game))
            while now["stage"] == "playing" and not self.end.is_set():
                now = self.step(now)
                self.acknowledged.append(now)
            self.games += 1

    def step(self, now: Data) -> Data:
        if now["to_move"] == "person":
            move = now["view"]["moves"][0]["text"]
            answer = self.persist(lambda: self.visitor.act(now, "move", move=move))
            return dict(answer.json if answer.status == 200 else answer.json["state"])
        try:
            job = now["job"] or self.visitor.want(now, "reply").json["job"]
            name, data = self.visitor.listen(job["id"]).last()
            if name == "done":
                return dict(data["state"])
        except (OSError, HTTPException, KeyError, ValueError):
            time.sleep(0.1)  # the stream broke off, or the game has gone on
        return dict(self.persist(lambda: self.visitor.state(now["id"])))

    def persist(self, ask: Callable[[], Any]) -> Any:
        end = time.monotonic() + WAIT
        while True:
            try:
                return ask()
            except (OSError, HTTPException):
                assert time.monotonic() < end, "nobody answers any more"
                time.sleep(0.1)


@pytest.mark.deep
def test_games_go_on_while_workers_are_killed(make_server: Callable[..., Server]) -> None:
    server = make_server("--workers", "3")
    players = [Player(server.port, level) for level in (1, 2, 3, 7, 8, 8)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    for number in range(8):
        time.sleep(2.5)
        own = server.children()
        if own:
            os.kill(own[number % len(own)], signal.SIGKILL)
    until(lambda: all(len(player.acknowledged) > 5 for player in players))
    for player in players:
        player.end.set()
    for thread in threads:
        thread.join(WAIT)
        assert not thread.is_alive()
    for player in players:
        last = {now["id"]: now for now in player.acknowledged}
        for game, state in last.items():
            found = player.visitor.state(game)
            assert found["version"] >= state["version"]
            for now in player.acknowledged:
                if now["id"] == game:  # no acknowledged move is lost or played twice
                    assert found["moves"][: now["ply"]] == now["moves"]
    assert server.log.count("SIGKILL") == 8


def _lives(process: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    assert refused(tmp_path, "--port", "0", "--workers", "2").startswith(
        "SQLite serves one process; for several, give --database postgresql://"
    )


@pytest.mark.deep
def test_wrong_settings_are_reported_once(tmp_path: Path, cluster: str) -> None:
    message = refused(
        tmp_path, "--port", "0", "--workers", "2", "--database", cluster, PLYGROUND_WORKERS="all"
    )
    assert message == "PLYGROUND_WORKERS is a number above 0, not 'all'."
