"""Shared fixtures of the web's tests: a migrated database here, and a server process."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from plyground.web.base import limits
from tests.web.serving import Server


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English, because requests leave their language in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def full_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets limits, because visitors without a name share them between tests."""
    for name in ("_looks", "_changes", "_games", "_files", "_accounts"):
        spent = getattr(limits, name).visitors
        monkeypatch.setattr(limits, name, limits.Shares(spent.capacity, spent.rate))


@pytest.fixture(scope="session")
def database() -> None:
    """The tables in the SQLite file of this test process.

    Nothing is deleted between tests, because a game belongs to its visitor, and every client is a
    new visitor.
    """
    call_command("migrate", verbosity=0, interactive=False)


@pytest.fixture
def client(database: None) -> Client:  # noqa: ARG001 - its requests need the tables
    """A new visitor, without a browser."""
    return Client(SERVER_NAME="localhost")


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rate limits, because all visitors without a name on this machine share them."""
    monkeypatch.setenv("PLYGROUND_RATE", "off")


def check(server: Server) -> None:
    """Fails on internal errors that no page has reported."""
    first = server.log.find("Traceback")
    assert first < 0, server.log[max(0, first - 200) : first + 4000]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of this process; a test that ends its server uses `own_server`."""
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
