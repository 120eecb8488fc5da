"""Jobs as rows during failures: one owner each, no double charge, and the sync continues."""

import contextlib
import datetime
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections
from django.db.models.functions import Now

from plyground.web.base import event_bus, processes
from plyground.web.base.ids import new_visitor
from plyground.web.base.models import Process
from plyground.web.engine import budget, job_store
from plyground.web.engine import job_sync as sync_module
from plyground.web.engine.job import Job
from plyground.web.engine.job_sync import JobSync
from plyground.web.engine.models import Search
from plyground.web.engine.pool import Full, Pool
from plyground.web.engine.sharing import Sharing
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play.job_work import resumed_work
from tests.web.cluster import Cluster, cluster
from tests.web.engine.test_job_store import ended, foreign, make_old, new, row_of
from tests.web.engine.test_jobs import Gate
from tests.web.serving import Server
from tests.web.shared import WAIT, shared_database, until
from tests.web.visitor import Visitor


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with shared_database(tmp_path_factory.mktemp("owners")) as made:
        yield made


@pytest.fixture
def pool() -> Iterator[Pool]:
    own = Pool(2)
    yield own
    own.close()


@pytest.fixture
def sharing(rows: Cluster, pool: Pool) -> Iterator[Sharing]:  # noqa: ARG001 - their tables
    own = Sharing(lambda: pool, 8, resumed_work)
    yield own
    own.sync.close()
    Search.objects.all().delete()


@pytest.fixture
def game(sharing: Sharing) -> Game:  # noqa: ARG001 - its tables
    stored = StoredGame("dobutsu", black="level:1", white="level:1")
    return repository.create(new_visitor(), directory.of("dobutsu").open(stored))


@pytest.fixture
def other(sharing: Sharing) -> Iterator[Process]:  # noqa: ARG001 - its tables
    process = Process.objects.create()
    yield process
    Process.objects.filter(pk=process.pk).delete()


# Ownership of jobs


def test_process_seen_again_keeps_its_job(game: Game, other: Process) -> None:
    row = foreign(game, other)
    make_old(other)
    [found] = job_store.orphans([], 8)
    Process.objects.filter(pk=other.pk).update(seen=Now())
    assert not job_store.claim(found)
    assert row_of(row.pk).owner == other


def test_no_process_counts_as_dead_right_after_an_outage(
    game: Game, sharing: Sharing, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, left = foreign(game, other), foreign(game, None, kind="hint")
    make_old(other)
    monkeypatch.setattr(processes._pulse, "sure_from", time.monotonic() + 60)
    sharing._sweep()
    assert row_of(row.pk).owner == other
    assert processes.bury() == []
    assert row_of(left.pk).owner_id == processes.me(), "that one was given up by whoever had it"  # type: ignore[attr-defined]
    monkeypatch.setattr(processes._pulse, "sure_from", 0.0)
    sharing._sweep()
    assert row_of(row.pk).owner_id == processes.me()  # type: ignore[attr-defined]
    for one in (row, left):
        ended(one.pk)


def test_jobs_taken_over_or_ended_elsewhere_are_cancelled_here(
    game: Game, sharing: Sharing, pool: Pool, other: Process
) -> None:
    gate = Gate()
    taken, over, kept = new(game, Gate()), new(game, Gate()), new(game, gate)
    for job in (taken, over, kept):
        sharing.ask(job, clocked=False)
    Search.objects.filter(pk=taken.id).update(owner=other)
    job_store.end(over.id)
    sharing._sweep()
    assert (taken.state, over.state) == ("cancelled", "cancelled")
    assert not kept.is_over
    assert pool.find(taken.id) is None
    assert row_of(taken).state == "queued", "there it goes on"
    far = sharing.find(taken.id)
    assert far is not None
    assert not far.is_over
    gate.open.set()
    assert ended(kept).state == "done"


def test_job_cancelled_here_is_found_where_it_runs(
    game: Game, sharing: Sharing, pool: Pool, other: Process
) -> None:
    """Before the next heartbeat this process still considers itself the owner."""
    job = new(game, Gate())
    sharing.ask(job, clocked=False)
    Search.objects.filter(pk=job.id).update(owner=other)
    pool.cancel(lambda one: one is job)
    again = new(game, Gate(), version=job.version)
    assert sharing.ask(again, clocked=False) == job.id, "and no Full: it runs elsewhere"
    sharing.sync.flush()
    until(lambda: pool.find(job.id) is None)
    assert sharing.find(job.id) is not None


def test_orphaned_row_of_a_job_running_here_is_cancelled(
    game: Game, sharing: Sharing, pool: Pool
) -> None:
    gate = Gate()
    first = pool.submit(new(game, gate, version=game.version))
    row = foreign(game, None, version=game.version)
    sharing._sweep()
    assert ended(row.pk).state == "cancelled"
    again = new(game, Gate(), version=game.version)
    assert sharing.ask(again, clocked=False) == first.id
    assert not Search.objects.filter(pk=again.id).exists()
    assert sharing.sync.known() == []
    gate.open.set()


def test_one_address_gets_at_most_half_of_the_places(game: Game, sharing: Sharing) -> None:
    origin = budget.hashed("192.0.2.7")
    for version in range(1, 5):
        foreign(game, Process.objects.get(pk=processes.me()), version=version, origin=origin)
    with pytest.raises(Full):
        sharing.ask(new(game, Gate(), address="192.0.2.7"), clocked=False)
    gate = Gate()
    job = new(game, gate, address="192.0.2.8")
    assert sharing.ask(job, clocked=False) == job.id
    gate.open.set()
    ended(job)


def test_closing_process_does_not_take_over_its_own_jobs(
    game: Game, sharing: Sharing, pool: Pool
) -> None:
    job = new(game, Gate())
    sharing.ask(job, clocked=False)
    sharing.close()
    pool.close()
    sharing._sweep()
    assert (row_of(job).state, row_of(job).owner) == ("queued", None)


# The sync


def test_the_sync_thread_survives_any_failure(
    game: Game, sharing: Sharing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gate, sync = Gate(), sharing.sync
    job = new(game, gate)
    sharing.ask(job, clocked=False)
    count, failed = sync._count, threading.Event()

    def fails(_own: Any) -> None:
        failed.set()
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(sync, "_count", fails)
    event_bus.publish(job_store.topic(job.id), "listen somebody")
    assert failed.wait(WAIT)
    monkeypatch.setattr(sync, "_count", count)
    gate.open.set()
    assert ended(job).state == "done"
    assert "The job store could not be updated" in caplog.text


@pytest.mark.usefixtures("rows")
def test_a_dead_sync_thread_is_replaced() -> None:
    sync = JobSync(lambda: Pool(1))
    sync._thread = threading.Thread(target=lambda: None)
    sync._thread.start()
    sync._thread.join()
    job = Job("reply", "g", 1, "me", Gate())
    sync.take(job, clocked=False)
    assert sync._thread.is_alive()
    sync.drop(job)
    sync.close()


def test_listeners_can_change_while_they_are_counted(game: Game, sharing: Sharing) -> None:
    """Two threads change the listeners in other processes: the bus's and the sync's."""
    job = new(game, Gate())
    sharing.ask(job, clocked=False)
    own = sharing.sync._own[job.id]
    faults: list[BaseException] = []

    def come_and_go() -> None:
        try:
            for number in range(3000):
                sharing.sync._hear(own, f"listen {number}")
                sharing.sync._hear(own, f"leave {number - 50}")
        except BaseException as fault:  # noqa: BLE001 - reported below
            faults.append(fault)

    threads = [threading.Thread(target=come_and_go) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        sharing.sync._count(own)
    assert faults == []
    assert job.listeners == 1


@pytest.mark.usefixtures("rows")
def test_engine_time_is_charged_once(sharing: Sharing, monkeypatch: pytest.MonkeyPatch) -> None:
    bills: list[Any] = []
    monkeypatch.setattr(sharing.sync, "_write", lambda _jobs, bill: bills.extend(bill))
    monkeypatch.setattr(sync_module, "_AGAIN", 0.01)
    failures = iter([OperationalError("away"), OperationalError("away")])

    def publish(_topic: str, _text: str) -> None:
        if (failure := next(failures, None)) is not None:
            raise failure

    monkeypatch.setattr("plyground.web.engine.job_sync.event_bus.publish", publish)
    job = Job("reply", "g", 1, "me", Gate())
    sharing.sync._words.append(("job:x", "leave me"))
    sharing.sync.charge(job, 2.0)
    until(lambda: not sharing.sync._words)
    assert next(failures, None) is None, "it failed twice"
    assert bills == [("me", "", 2.0)]


def test_failed_follow_leaves_no_listener(
    game: Game, sharing: Sharing, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = foreign(game, other)
    far = sharing.find(row.pk)
    assert far is not None

    def away(_job: str) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(job_store, "find", away)
    with pytest.raises(OperationalError):
        sharing.follow(far)
    assert job_store.topic(row.pk) not in event_bus._bus._hearers


# The heartbeat


def test_processes_get_time_to_report_after_an_outage(rows: Cluster) -> None:
    processes.me()
    until(processes.is_sure)
    rows.stop()
    until(lambda: not processes.is_sure())
    rows.start()
    until(lambda: processes._pulse.sure_from < float("inf"))
    left = processes._pulse.sure_from - time.monotonic()
    assert datetime.timedelta(seconds=left) > processes.dead_after() / 2
    connections.close_all()  # the outage broke them, and later tests would use them


@pytest.mark.deep
def test_searches_keep_their_owner_after_a_long_outage(tmp_path: Path) -> None:
    """Longer than the limit for dead processes. Each of two servers comes back before the other."""
    key = "a key that both share, so that each knows the other's visitors, of fifty characters"
    settings = {"PLYGROUND_SECRET_KEY": key, "PLYGROUND_DEAD_AFTER": "2"}
    with cluster() as made, contextlib.ExitStack() as listening:
        servers = [Server(tmp_path / name, "--database", made.url, **settings) for name in "ab"]
        found: list[tuple[Visitor, str]] = []
        for server in servers:
            visitor = Visitor(server.start().port)
            game = visitor.begin("go", "level:8", size="19", clock="30+0", colour="white")
            now = visitor.state(game)
            job = now["job"] or visitor.want(now, "reply").json["job"]
            listening.enter_context(visitor.listen(job["id"]))
            found.append((visitor, job["id"]))
        with psycopg.connect(made.url) as line:
            before = line.execute(_OWNERS).fetchall()
        assert len({owner for _, owner, _ in before}) == 2
        made.stop()
        time.sleep(4)
        made.start()
        time.sleep(4)
        with psycopg.connect(made.url) as line:
            assert line.execute(_OWNERS).fetchall() == before
        for visitor, job in found:
            assert visitor.ask("DELETE", f"/api/jobs/{job}/").status == 200
        for server in servers:
            server.stop()
            assert "Traceback" not in server.log, server.log


_OWNERS = "SELECT id, owner_id, state IN ('queued', 'running') FROM web_search ORDER BY id"
