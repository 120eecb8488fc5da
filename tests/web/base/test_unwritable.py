"""SQLite that cannot write, because its disk is full or locked: requests may be repeated."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client

from plyground.web.base import transactions
from plyground.web.base.database import read_database
from plyground.web.base.transactions import is_away
from plyground.web.play import job_work
from plyground.web.server import health
from tests.web.databases import default_database
from tests.web.engine.test_job_views import act, begin

pytestmark = pytest.mark.usefixtures("unhurried")

Outage = Callable[[Path], AbstractContextManager[None]]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A separate database that does not wait long for its lock."""
    settings = read_database("", tmp_path)
    settings["OPTIONS"]["timeout"] = 0.02
    monkeypatch.setattr(health, "_FRESH", -1.0)
    with default_database(settings):
        call_command("migrate", verbosity=0, interactive=False)
        yield Path(settings["NAME"])


@contextmanager
def read_only(_: Path) -> Iterator[None]:
    """Every write fails."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = on")
        yield
        cursor.execute("PRAGMA query_only = off")


@contextmanager
def held_lock(file: Path) -> Iterator[None]:
    """Another program has begun to write and does not end."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@pytest.mark.parametrize("outage", [read_only, held_lock])
def test_move_is_refused_for_a_moment_and_made_later(
    file: Path, outage: Outage, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    now = begin(client, "person", game="gomoku")
    move = now["view"]["moves"][0]["text"]
    with outage(file):
        refused = act(client, now, "move", move=move)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
        assert refused.json()["error"]["code"] == "database"
        page = client.post("/play/gomoku/", {"opponent": "person"})
        assert (page.status_code, page.headers["Retry-After"]) == (503, "2")
        assert client.get("/ready/").json()["parts"]["writes"] is False
        assert client.get(f"/games/{now['id']}/").status_code == 200, "it can still be read"
    assert not [record for record in caplog.records if record.exc_info]
    assert act(client, now, "move", move=move).json()["ply"] == 1
    assert client.get("/ready/").status_code == 200


def test_full_disk_is_an_outage(file: Path) -> None:
    assert file.exists()
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
    asked = (client.post("/play/gomoku/", {"opponent": "person"}) for _ in range(100))
    statuses = {answer.status_code for answer in asked}
    assert statuses == {302, 503}


def test_wrong_statement_is_no_outage(file: Path) -> None:
    assert file.exists()
    with pytest.raises(OperationalError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert not is_away(wrong.value)


def test_computers_move_is_kept_until_it_can_be_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_work, "_AGAIN", 0.01)
    lock = held_lock(file)
    lock.__enter__()
    tries = []

    def write() -> str:
        tries.append(1)
        if len(tries) == 3:
            lock.__exit__(None, None, None)
        with transactions.writing():
            return "written"

    assert job_work._persist(write) == "written"
    assert len(tries) == 3


def test_thread_does_not_wait_for_others_for_ever(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert file.exists()
    monkeypatch.setattr(transactions, "WRITE_PATIENCE", 0.02)
    begun, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transactions._turn():
            begun.set()
            done.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    begun.wait(60)
    try:
        with pytest.raises(OperationalError) as late, transactions.writing():
            pass
        assert is_away(late.value)
    finally:
        done.set()
        other.join()
    with transactions.writing():
        pass
