"""What the tests of the web share: a migrated database in this process, and a server in another."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from plyground.web.base import limits
from tests.web.serving import Server


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English: a request in this thread leaves its own language behind."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def full_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody pays for what tests before this one asked: who has no name yet is one to a limit."""
    for name in ("_looks", "_changes", "_games", "_files", "_accounts"):
        spent = getattr(limits, name).visitors
        monkeypatch.setattr(limits, name, limits.Shares(spent.capacity, spent.rate))


@pytest.fixture(scope="session")
def database() -> None:
    """The tables, in the SQLite file of this test process.

    Nothing is cleared between tests: a game belongs to its visitor, and every client is a new one.
    """
    call_command("migrate", verbosity=0, interactive=False)


@pytest.fixture
def client(database: None) -> Client:  # noqa: ARG001 - its requests need the tables
    """A visitor who has not been here before, without a browser."""
    return Client(SERVER_NAME="localhost")


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks too fast: to a limit all visitors without a name on this machine are one."""
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def check(server: Server) -> None:
    """Fail if anything went wrong inside that no page has told."""
    first = server.log.find("Traceback")
    assert first < 0, server.log[max(0, first - 200) : first + 4000]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process; who ends it uses one of its own (`own_server`)."""
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()
    check(server)


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for one test, which may kill and restart it."""
    server = Server(tmp_path_factory.mktemp("own-server")).start()
    yield server
    if server.process is not None:
        server.stop()
    check(server)
