"""Engine workers: processes that search for servers on one PostgreSQL."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.cluster import postgresql
from tests.web.server.test_workers import KEY, WAIT, at, job_of, thinking, until
from tests.web.serving import Server
from tests.web.visitor import Data, Visitor

SETTINGS = {
    "PLYGROUND_SECRET_KEY": KEY,
    "PLYGROUND_DEAD_AFTER": "2",
    "PLYGROUND_ENGINE_NICE": "0",
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgresql() as url:
        yield url


class Worker:
    """`plyground engine-worker`, as a user starts it."""

    def __init__(self, url: str, home: Path, *arguments: str) -> None:
        with (home / "worker.txt").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "plyground", "engine-worker", "--database", url, *arguments],
                env={**os.environ, **SETTINGS, "PLYGROUND_HOME": str(home)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self.announced = self.process.stdout.readline()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        code = self.process.wait(WAIT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def make_worker(cluster: str, tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    made: list[Worker] = []

    def make(*arguments: str) -> Worker:
        made.append(Worker(cluster, tmp_path, *arguments))
        return made[-1]

    yield make
    for worker in made:
        if worker.process.poll() is None:
            assert worker.end() == 0
    log = (tmp_path / "worker.txt").read_text()
    assert "Traceback" not in log, log


@pytest.fixture(scope="module")
def servers(cluster: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two web processes on separate ports, which run no searches themselves."""
    homes = tmp_path_factory.mktemp("servers")
    arguments = ("--database", cluster, "--engine", "workers")
    made = [Server(homes / name, *arguments, **SETTINGS) for name in "ab"]
    for server in made:
        server.start()
    yield made
    assert [server.stop() for server in made] == [0, 0]
    for server in made:
        assert "Traceback" not in server.log, server.log


def reply(visitor: Visitor, now: Data) -> Data:
    """The game after the computer's reply."""
    after: Data = until(lambda: (new := visitor.state(now["id"]))["ply"] > now["ply"] and new)
    return after


def end_of(visitor: Visitor, now: Data) -> tuple[str, Data]:
    with visitor.listen(job_of(now)) as listener:
        _, name, data = list(listener)[-1]
    return name, data


def test_worker_answers_for_both_servers(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    worker = make_worker("--slots", "2")
    assert "2 searches at a time" in worker.announced
    for server in servers:
        visitor = Visitor(server.port)
        now = thinking(visitor, 3, "othello")
        with visitor.listen(job_of(now)) as listener:
            events = list(listener)
        assert events[-1][1] == "done"
        assert "thinking" in {name for _, name, _ in events}


@pytest.mark.deep
def test_search_is_reported_hurried_and_cancelled(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    make_worker()
    visitor = Visitor(servers[0].port)
    now = thinking(visitor, 8, "go")
    with visitor.listen(job_of(now)) as listener:
        depths = (data["depth"] for _, name, data in listener if name == "thinking")
        assert until(lambda: next(depths)), "a report of the search, and not only that it began"
        other = at(visitor, servers[1])
        assert other.ask("POST", f"/api/jobs/{job_of(now)}/hurry/").status == 200
        assert [name for _, name, _ in listener][-1] == "done"
    now = visitor.play(visitor.state(now["id"]))
    assert visitor.ask("DELETE", f"/api/jobs/{job_of(now)}/").status in (200, 204)
    assert end_of(visitor, now)[0] == "cancelled"


@pytest.mark.deep
def test_analysis_is_asked_of_a_worker(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    make_worker()
    visitor = Visitor(servers[0].port)
    visitor.ask("GET", "/")
    answer = visitor.ask("POST", "/api/analyse/", {"game": "othello", "depth": 4})
    assert answer.status == 200, answer
    assert answer.json["lines"], answer


@pytest.mark.deep
def test_search_goes_on_at_another_worker_if_its_own_is_killed(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    first = make_worker()
    visitor = Visitor(servers[0].port)
    now = thinking(visitor, 8, "go")
    with visitor.listen(job_of(now)) as listener:
        depths = (data["depth"] for _, name, data in listener if name == "thinking")
        until(lambda: next(depths))
        make_worker()
        first.end(signal.SIGKILL)
        assert visitor.ask("POST", f"/api/jobs/{job_of(now)}/hurry/").status == 200
        assert [name for _, name, _ in listener][-1] == "done"
    assert reply(visitor, now)["ply"] == now["ply"] + 1


@pytest.mark.deep
def test_worker_that_ends_gives_its_searches_back(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    first = make_worker()
    visitor = Visitor(servers[0].port)
    now = thinking(visitor, 8, "go")
    with visitor.listen(job_of(now)) as listener:
        depths = (data["depth"] for _, name, data in listener if name == "thinking")
        until(lambda: next(depths))
        assert first.end() == 0
        make_worker()
        assert visitor.ask("POST", f"/api/jobs/{job_of(now)}/hurry/").status == 200
        assert [name for _, name, _ in listener][-1] == "done"


@pytest.mark.deep
def test_without_a_worker_the_search_fails_with_a_sentence(servers: list[Server]) -> None:
    visitor = Visitor(servers[0].port)
    now = thinking(visitor, 3, "othello")
    name, data = end_of(visitor, now)
    assert (name, data["sentence"]) == (
        "failed",
        "No engine worker is running just now. Try again in a moment.",
    )


def test_twenty_games_go_on_while_a_worker_is_killed(
    servers: list[Server], make_worker: Callable[..., Worker]
) -> None:
    """Two web processes and two workers, one of which is killed in the middle: no move is lost."""
    workers = [make_worker("--slots", "1") for _ in range(2)]
    visitors = [Visitor(servers[number % 2].port) for number in range(20)]
    games = [thinking(visitor, 4, "connect_four") for visitor in visitors]
    for turn in range(3):
        if turn == 1:
            workers[0].end(signal.SIGKILL)
        games = [reply(who, now) for who, now in zip(visitors, games, strict=True)]
        assert {now["ply"] for now in games} == {2 * (turn + 1)}
        games = [who.play(now) for who, now in zip(visitors, games, strict=True)]
    for who, now in zip(visitors, games, strict=True):
        assert reply(who, now)["ply"] == 8


def test_sqlite_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plyground", "engine-worker"]
    home = {**os.environ, "PLYGROUND_HOME": str(tmp_path)}
    ended = subprocess.run(command, env=home, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "Engine workers need PostgreSQL" in ended.stderr
    command = [sys.executable, "-m", "plyground", "serve", "--no-browser", "--engine", "workers"]
    ended = subprocess.run(command, env=home, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "Engine workers share PostgreSQL" in ended.stderr
