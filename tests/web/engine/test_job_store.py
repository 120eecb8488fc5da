"""Jobs as rows: publishing, and taking over the jobs of dead processes."""

import datetime
import itertools
import json
import math
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models.functions import Now
from django.http import Http404

from plyground.web.base import event_bus, processes
from plyground.web.base.ids import new_visitor
from plyground.web.base.models import Process
from plyground.web.engine import budget, job_store
from plyground.web.engine import job_sync as sync_module
from plyground.web.engine.job import Job, Wake
from plyground.web.engine.models import EngineBudget, Search
from plyground.web.engine.pool import Full, Pool
from plyground.web.engine.sharing import Sharing
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play.job_work import resumed_work
from tests.web.engine.test_jobs import Gate
from tests.web.shared import WAIT, shared_database, until

Data = dict[str, Any]

_versions = itertools.count(100)


@pytest.fixture(scope="module", autouse=True)
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with shared_database(tmp_path_factory.mktemp("rows")):
        yield


_sharings: list[Sharing] = []


def _charge(job: Job, seconds: float) -> None:
    _sharings[-1].sync.charge(job, seconds)


@pytest.fixture
def pool() -> Iterator[Pool]:
    own = Pool(2, charge=_charge)
    yield own
    own.close()


@pytest.fixture
def sharing(pool: Pool) -> Iterator[Sharing]:
    own = Sharing(lambda: pool, 8, resumed_work)
    _sharings.append(own)
    yield own
    own.sync.close()
    Search.objects.all().delete()
    EngineBudget.objects.all().delete()


@pytest.fixture
def game() -> Game:
    stored = StoredGame("dobutsu", black="level:1", white="level:1")
    return repository.create(new_visitor(), directory.of("dobutsu").open(stored))


@pytest.fixture
def other() -> Iterator[Process]:
    process = Process.objects.create()
    yield process
    process.delete()


def new(game: Game, work: Any, kind: str = "reply", **more: Any) -> Job:
    version = more.pop("version", None) or next(_versions)
    return Job(kind, game.pk, version, game.visitor, work, **more)


def row_of(job: Job | str) -> Search:
    return Search.objects.get(pk=job if isinstance(job, str) else job.id)


def ended(job: Job | str) -> Search:
    until(lambda: row_of(job).state not in job_store.LIVE)
    return row_of(job)


def foreign(game: Game, owner: Process | None, **more: Any) -> Search:
    """A job that another process runs or ran."""
    values = {"kind": "reply", "version": game.version, "visitor": game.visitor, **more}
    name = f"job-{next(_versions)}"
    return Search.objects.create(id=name, game=game, owner=owner, state="running", **values)


def make_old(process: Process) -> None:
    seen = Now() - datetime.timedelta(seconds=60)
    Process.objects.filter(pk=process.pk).update(seen=seen)


# Jobs of this process


def test_job_row_is_written_at_start_and_end(game: Game, sharing: Sharing) -> None:
    gate = Gate()
    job = new(game, gate, address="192.0.2.7")
    assert sharing.ask(job, clocked=False) == job.id
    row = row_of(job)
    assert (row.owner_id, row.state, row.latest) == (processes.me(), "queued", None)  # type: ignore[attr-defined]
    assert (row.visitor, row.origin) == (game.visitor, budget.hashed("192.0.2.7"))
    assert gate.began.wait(WAIT)
    gate.open.set()
    row = ended(job)
    assert (row.state, row.latest["name"], row.latest["data"]) == ("done", "done", "{}")
    until(lambda: EngineBudget.objects.count() == 2)
    until(lambda: sharing.sync.known() == [])


def test_job_with_a_clock_stores_when_it_began(game: Game, sharing: Sharing) -> None:
    gate = Gate()

    def work(job: Job) -> tuple[str, Data]:
        job.tell("thinking", {})
        return gate(job)

    job = new(game, work)
    sharing.ask(job, clocked=True)
    until(lambda: row_of(job).began == job.began is not None)
    assert row_of(job).state == "running"
    gate.open.set()
    ended(job)


def test_job_of_another_process_is_not_run_here(
    game: Game, sharing: Sharing, other: Process
) -> None:
    row = foreign(game, other)
    job = new(game, Gate(), version=row.version)
    assert sharing.ask(job, clocked=False) == row.pk
    assert sharing.sync.known() == []
    done = foreign(game, other, kind="hint")
    Search.objects.filter(pk=done.pk).update(state="done")
    hint = new(game, Gate(), "hint", version=done.version)
    assert sharing.ask(hint, clocked=False) == done.pk, "a hint that was found is found"


def test_new_job_starts_after_a_cancelled_one(game: Game, sharing: Sharing, pool: Pool) -> None:
    first = new(game, Gate())
    sharing.ask(first, clocked=False)
    pool.cancel(lambda one: one is first)
    gate = Gate()
    again = new(game, gate, version=first.version)
    assert sharing.ask(again, clocked=False) == again.id
    assert row_of(first).state == "cancelled"
    gate.open.set()
    ended(again)


def test_jobs_beyond_the_shared_limit_are_refused(
    game: Game, sharing: Sharing, other: Process
) -> None:
    for _ in range(8):
        foreign(game, other, version=next(_versions))
    with pytest.raises(Full):
        sharing.ask(new(game, Gate()), clocked=False)
    assert sharing.sync.known() == []


def test_job_for_a_deleted_game_is_refused(game: Game, sharing: Sharing) -> None:
    job = new(game, Gate())
    repository.delete(game)
    job.game = "gone"
    with pytest.raises(Http404):
        sharing.ask(job, clocked=False)


def test_a_pool_that_is_full_leaves_no_row(game: Game) -> None:
    pool = Pool(1, most=0)
    sharing = Sharing(lambda: pool, 8, resumed_work)
    with pytest.raises(Full):
        sharing.ask(new(game, Gate()), clocked=False)
    assert not Search.objects.exists()
    assert sharing.sync.known() == []


# Listening from another process


def test_remote_listener_is_counted_and_gets_events(
    game: Game, sharing: Sharing, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    job = new(game, gate)
    sharing.ask(job, clocked=False)
    assert gate.began.wait(WAIT)
    job.tell("thinking", {"depth": 1})
    assert row_of(job).latest is None, "no other process listens"
    for who in ("one", "two"):
        event_bus.publish(job_store.topic(job.id), f"listen {who}")
    until(lambda: job.listeners == 1)
    until(lambda: (row_of(job).latest or {}).get("data") == '{"depth": 1}')
    job.tell("thinking", {"depth": 2})
    until(lambda: row_of(job).latest["data"] == '{"depth": 2}')
    event_bus.publish(job_store.topic(job.id), "leave one")
    time.sleep(0.1)
    assert job.listeners == 1
    event_bus.publish(job_store.topic(job.id), "leave two")
    until(lambda: job.listeners == 0)
    monkeypatch.setattr(sync_module, "_LISTENS", 0.3)
    usual, counts = job.listen, list[int]()

    def listen(wake: Wake) -> None:
        usual(wake)
        counts.append(job.listeners)

    monkeypatch.setattr(job, "listen", listen)  # it may be over before we check
    event_bus.publish(job_store.topic(job.id), "listen lost")
    until(lambda: counts)
    until(lambda: job.listeners == 0)
    gate.open.set()
    ended(job)


def test_job_is_hurried_and_cancelled_by_another_process(game: Game, sharing: Sharing) -> None:
    hurried, cancelled = (new(game, Gate()) for _ in range(2))
    for job in (hurried, cancelled):
        job.game = game.pk
    sharing.ask(hurried, clocked=False)
    event_bus.publish(job_store.topic(hurried.id), "hurry")
    assert ended(hurried).state == "done"
    sharing.ask(cancelled, clocked=False)
    event_bus.publish(job_store.topic(cancelled.id), "cancel")
    assert ended(cancelled).state == "cancelled"


@pytest.mark.parametrize("text", ["1000000 black", "gone"])
def test_job_is_cancelled_when_the_game_changes(game: Game, sharing: Sharing, text: str) -> None:
    job = new(game, Gate())
    sharing.ask(job, clocked=False)
    event_bus.publish(f"game:{game.pk}", "presence")
    event_bus.publish(f"game:{game.pk}", f"{job.version} white")
    event_bus.publish(f"game:{game.pk}", text)
    assert ended(job).state == "cancelled"


def test_job_is_cancelled_after_a_missed_change(game: Game, sharing: Sharing) -> None:
    gate = Gate()
    same, old = new(game, gate, version=game.version), new(game, Gate())
    for job in (same, old):
        sharing.ask(job, clocked=False)
        event_bus._bus.tell(f"game:{game.pk}", event_bus.MISSED)
    assert ended(old).state == "cancelled"
    assert row_of(same).state in job_store.LIVE
    gate.open.set()
    ended(same)


def test_a_database_that_breaks_down_and_loses_a_row_does_not_end_the_job(
    game: Game, sharing: Sharing
) -> None:
    gate = Gate()
    same, old = new(game, gate, version=game.version), new(game, Gate())
    for job in (same, old):
        sharing.ask(job, clocked=False)
    Search.objects.filter(pk=same.id).delete()
    event_bus._bus.tell(f"game:{game.pk}", event_bus.MISSED)
    assert ended(old).state == "cancelled"
    assert not same.is_over
    gate.open.set()
    until(lambda: same.state == "done")


# Listening to other processes


def test_remote_job_reports_through_its_row(game: Game, sharing: Sharing, other: Process) -> None:
    row = foreign(game, other, latest={"number": 3, "name": "thinking", "data": "{}"})
    words: list[str] = []
    leave = event_bus.subscribe(job_store.topic(row.pk), words.append)
    found = sharing.find(row.pk)
    assert found is not None
    remote = sharing.follow(found)
    assert [one.number for one in remote.since(0)[0]] == [3]
    until(lambda: f"listen {processes.me()}" in words)
    heard: list[bool] = []
    remote.listen(heard.append)
    end = {"number": 9, "name": "done", "data": json.dumps({"state": 1})}
    Search.objects.filter(pk=row.pk).update(state="done", latest=end)
    event_bus.publish(job_store.topic(row.pk), "news")
    until(lambda: remote.is_over)
    assert heard == [True]
    events, is_over = remote.since(3)
    assert ([one.number for one in events], is_over) == ([9], True)
    leave()


def test_the_last_listener_that_leaves_is_announced(
    game: Game, sharing: Sharing, other: Process
) -> None:
    row = foreign(game, other)
    words: list[str] = []
    leave = event_bus.subscribe(job_store.topic(row.pk), words.append)
    found = sharing.find(row.pk)
    assert found is not None
    remote, again = sharing.follow(found), sharing.follow(found)
    assert remote is again
    wakes = [lambda _end: None, lambda _end: None]
    for wake in wakes:
        remote.listen(wake)
    remote.leave(wakes[0])
    assert not any(word.startswith("leave") for word in words)
    remote.leave(wakes[1])
    until(lambda: f"leave {processes.me()}" in words)
    leave()


def test_process_that_takes_over_a_job_learns_its_listeners_at_once(
    game: Game, sharing: Sharing, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would consider the job abandoned before the next message arrives."""
    # otherwise that would send the same message
    monkeypatch.setattr(sync_module, "_RENEWS", math.inf)
    row = foreign(game, other)
    words: list[str] = []
    leave = event_bus.subscribe(job_store.topic(row.pk), words.append)
    listens = f"listen {processes.me()}"
    found = sharing.find(row.pk)
    assert found is not None
    remote = sharing.follow(found)
    until(lambda: words.count(listens) == 1)
    event_bus.publish(job_store.topic(row.pk), job_store.TAKEN_UP)
    event_bus.publish(
        job_store.topic(row.pk), "next"
    )  # when this arrives, the first one has arrived everywhere
    until(lambda: "next" in words)
    remote.listen(lambda _end: None)
    event_bus.publish(job_store.topic(row.pk), job_store.TAKEN_UP)
    until(lambda: words.count(listens) == 2)
    leave()


def test_a_job_whose_game_is_deleted_is_cancelled(
    game: Game, sharing: Sharing, other: Process
) -> None:
    row = foreign(game, other)
    found = sharing.find(row.pk)
    assert found is not None
    remote = sharing.follow(found)
    repository.delete(game)
    event_bus.publish(job_store.topic(row.pk), "news")
    until(lambda: remote.is_over)
    assert remote.state == "cancelled"
    assert sharing.find(row.pk) is None


def test_remote_job_is_cancelled_even_if_its_process_does_not_answer(
    game: Game, sharing: Sharing, other: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.engine.sharing._PATIENCE", 0.05)
    row = foreign(game, other)
    found = sharing.find(row.pk)
    assert found is not None
    sharing.cancel(found)
    assert (row_of(row.pk).state, row_of(row.pk).latest["name"]) == ("cancelled", "cancelled")


# Jobs of dead processes


@pytest.mark.parametrize("gone", [True, False])
def test_job_of_a_dead_process_is_taken_over(
    game: Game, sharing: Sharing, other: Process, gone: bool
) -> None:
    row = foreign(game, None if gone else other, latest={"number": 7, "name": "thinking"})
    words: list[str] = []
    leave = event_bus.subscribe(job_store.topic(row.pk), words.append)
    sharing._sweep()
    if not gone:
        assert row_of(row.pk).owner == other, "it is alive"
        make_old(other)
        sharing._sweep()
    found = ended(row.pk)
    assert (found.state, found.latest["name"]) == ("done", "done")
    assert found.latest["number"] > 1_000_000, "its number is new to every listener"
    until(lambda: job_store.TAKEN_UP in words)
    leave()
    game.refresh_from_db()
    assert (game.version, game.at) == (2, 1)


def test_orphaned_job_of_a_changed_game_is_cancelled(game: Game, sharing: Sharing) -> None:
    row = foreign(game, None)
    Game.objects.filter(pk=game.pk).update(version=5)
    sharing._sweep()
    assert ended(row.pk).state == "cancelled"
    assert Game.objects.get(pk=game.pk).at == 0


def test_job_lost_by_its_own_process_is_taken_over(game: Game, sharing: Sharing) -> None:
    row = foreign(game, Process.objects.get(pk=processes.me()))
    sharing._sweep()
    assert row_of(row.pk).state == "running", "it may be about to begin"
    Search.objects.update(changed=Now() - datetime.timedelta(seconds=60))
    sharing._sweep()
    assert ended(row.pk).state == "done"


@pytest.mark.usefixtures("sharing")
def test_orphaned_job_is_claimed_once(game: Game) -> None:
    row = foreign(game, None)
    found = job_store.orphans([], 8)
    assert [one.pk for one in found] == [row.pk]
    assert job_store.claim(found[0])
    assert not job_store.claim(row)


def test_process_taken_for_dead_drops_jobs_that_others_took_over(
    game: Game, sharing: Sharing, pool: Pool, other: Process
) -> None:
    gate = Gate()
    lost, kept = new(game, Gate()), new(game, gate)
    kept.game = game.pk
    for job in (lost, kept):
        sharing.ask(job, clocked=False)
    Search.objects.filter(pk=lost.id).update(owner=other)
    Search.objects.filter(pk=kept.id).update(owner=None)
    sharing._back()
    assert lost.is_over
    assert pool.find(lost.id) is None
    assert (row_of(lost).state, row_of(lost).owner) == ("queued", other)
    assert row_of(kept).owner_id == processes.me()  # type: ignore[attr-defined]
    gate.open.set()
    assert ended(kept).state == "done"


def test_jobs_running_at_shutdown_are_left_to_other_processes(
    game: Game, sharing: Sharing, pool: Pool
) -> None:
    job = new(game, Gate())
    sharing.ask(job, clocked=False)
    sharing.close()
    pool.close()
    assert (row_of(job).state, row_of(job).owner) == ("queued", None)


@pytest.mark.usefixtures("sharing")
def test_old_finished_jobs_are_deleted(game: Game, other: Process) -> None:
    old, new_one, live = (foreign(game, other, version=next(_versions)) for _ in range(3))
    Search.objects.filter(pk__in=[old.pk, new_one.pk]).update(state="done")
    Search.objects.filter(pk__in=[old.pk, live.pk]).update(
        changed=Now() - datetime.timedelta(seconds=90)
    )
    job_store.prune()
    assert set(Search.objects.values_list("pk", flat=True)) == {new_one.pk, live.pk}
