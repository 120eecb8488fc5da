"""Rows of the running processes: heartbeats, and dead processes."""

import datetime
import threading
from collections.abc import Iterator

import pytest
from django.db import connections
from django.db.models.functions import Now

from plyground.web.base import event_bus, processes
from plyground.web.base.ids import new_visitor
from plyground.web.base.models import Process
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import (
    presence,  # noqa: F401 - it registers a hook
    repository,
)
from plyground.web.games.models import Game, Presence
from tests.web.cluster import Cluster
from tests.web.shared import WAIT, shared_database, until


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with shared_database(tmp_path_factory.mktemp("rows")) as made:
        yield made


@pytest.fixture
def game() -> Game:
    return repository.create(new_visitor(), directory.of("othello").open(StoredGame("othello")))


def make_old(process: str, seconds: float = 60) -> None:
    seen = Now() - datetime.timedelta(seconds=seconds)
    assert Process.objects.filter(pk=process).update(seen=seen)


def hear(game: Game, heard: list[str]) -> threading.Event:
    event = threading.Event()

    def note(text: str) -> None:
        heard.append(text)
        event.set()

    event_bus.subscribe(f"game:{game.pk}", note)
    return event


@pytest.mark.usefixtures("rows")
def test_process_row_exists_while_the_process_runs() -> None:
    name = processes.me()
    assert name == processes.me()
    before = Process.objects.get(pk=name).seen
    until(lambda: Process.objects.get(pk=name).seen > before)
    processes.close()
    assert not Process.objects.filter(pk=name).exists()
    assert processes.me() != name, "it is another one then"


@pytest.mark.usefixtures("rows")
def test_process_taken_for_dead_restores_its_row() -> None:
    back = threading.Event()
    processes.when_back(back.set)
    name = processes.me()
    Process.objects.filter(pk=name).delete()
    until(lambda: Process.objects.filter(pk=name).exists())
    assert back.wait(WAIT)


@pytest.mark.usefixtures("rows")
def test_presence_of_a_dead_process_is_deleted(game: Game) -> None:
    alive, gone = Process.objects.create(), Process.objects.create()
    heard: list[str] = []
    event = hear(game, heard)
    for process in (alive, gone):
        Presence.objects.create(game=game, process=process)
    make_old(alive.pk, 1)
    make_old(gone.pk)
    assert processes.bury() == [gone.pk]
    assert event.wait(WAIT)
    assert heard == ["presence"]
    assert list(Presence.objects.values_list("process", flat=True)) == [alive.pk]
    assert processes.bury() == []
    alive.delete()


@pytest.mark.usefixtures("rows")
def test_the_successor_of_a_dead_process_deletes_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    processes.close()
    gone = Process.objects.create()
    monkeypatch.setenv("PLYGROUND_REPLACES", gone.pk)
    processes.me()
    assert not Process.objects.filter(pk=gone.pk).exists()


@pytest.mark.usefixtures("rows")
def test_heartbeat_continues_if_a_task_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[int] = []

    def fails() -> None:
        calls.append(1)
        raise ValueError("no")

    monkeypatch.setattr(processes._pulse, "beats", [fails])
    processes.close()
    processes.me()
    until(lambda: len(calls) > 1)
    assert "A hook of the heartbeat failed" in caplog.text


def test_processes_recover_from_a_database_restart(rows: Cluster, game: Game) -> None:
    name = processes.me()
    heard: list[str] = []
    event = hear(game, heard)
    rows.stop()
    until(lambda: not event_bus.is_up())
    rows.start()
    connections["default"].close()
    assert event.wait(WAIT)
    assert heard[0] == event_bus.MISSED, "something may have happened meanwhile"
    until(event_bus.is_up)
    before = Process.objects.get(pk=name).seen
    until(lambda: Process.objects.get(pk=name).seen > before)
    event.clear()
    event_bus.publish(f"game:{game.pk}", "2 black")
    assert event.wait(WAIT)
    assert heard[-1] == "2 black"
