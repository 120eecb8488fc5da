"""Jobs and the pool that runs them, without games: order, fairness, limits, ends."""

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from plyground.web.engine import job as job_module
from plyground.web.engine import stream as stream_module
from plyground.web.engine.job import Job, State
from plyground.web.engine.pool import Full, Pool

Data = dict[str, Any]

WAIT = 60.0  # seconds; a busy machine must not fail the test
_versions = itertools.count(1)


class Gate:
    """Work that waits until it is released or stopped, and reports that it has begun."""

    def __init__(self, name: str = "done") -> None:
        self.name = name
        self.began = threading.Event()
        self.open = threading.Event()
        self.runs = 0

    def __call__(self, job: Job) -> tuple[str, Data]:
        self.runs += 1
        self.began.set()
        end = time.monotonic() + WAIT
        while not self.open.is_set() and not job.stop.is_set() and time.monotonic() < end:
            time.sleep(0.002)
        return self.name, {}


def quickly(_job: Job) -> tuple[str, Data]:
    return "done", {"answer": 1}


def new(
    work: Callable[[Job], tuple[str, Data]] = quickly,
    *,
    visitor: str = "me",
    game: str | None = None,
    kind: str = "reply",
    version: int | None = None,
    quick: bool = False,
) -> Job:
    number = next(_versions) if version is None else version
    return Job(kind, game or f"game {number}", number, visitor, work, quick=quick)


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.002)


def ended(job: Job) -> State:
    """Waits for its end."""
    until(lambda: job.is_over)
    return job.state


def names(job: Job) -> list[str]:
    return [event.name for event in job.since(0)[0]]


def data_of(job: Job) -> list[Data]:
    return [json.loads(event.data) for event in job.since(0)[0]]


@pytest.fixture
def make_pool() -> Iterator[Callable[..., Pool]]:
    pools: list[Pool] = []

    def make(workers: int = 1, **settings: float) -> Pool:
        pools.append(Pool(workers, **settings))  # type: ignore[arg-type]
        return pools[-1]

    yield make
    for pool in pools:
        pool.close()


MakePool = Callable[..., Pool]


# A job


def test_events_keep_their_order_and_can_be_read_from_anywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(job_module, "GAP", 0.0)
    job = new()
    job.tell("queued", {"ahead": 1})
    job.tell("thinking", {"depth": 1})
    job.tell("thinking", {"depth": 2})
    job.end("done", {"state": {}})
    events, is_over = job.since(0)
    assert [(event.number, event.name) for event in events] == [
        (1, "queued"),
        (2, "thinking"),
        (3, "thinking"),
        (4, "done"),
    ]
    assert is_over
    assert [event.number for event in job.since(2)[0]] == [3, 4]
    assert job.since(4) == ([], True)


def test_only_the_last_of_quick_reports_is_kept() -> None:
    job = new()
    for depth in range(1000):
        job.tell("thinking", {"depth": depth})
    events = data_of(job)
    assert len(events) < 100
    assert events[-1] == {"depth": 999}


def test_number_of_kept_events_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "GAP", 0.0)
    job = new()
    for depth in range(2000):
        job.tell("thinking", {"depth": depth})
    assert len(data_of(job)) == 300
    assert data_of(job)[-1] == {"depth": 1999}


def test_no_event_follows_the_last_one() -> None:
    job = new()
    assert job.end("done", {})
    assert not job.end("failed", {"sentence": "no"})
    assert not job.cancel()
    job.tell("thinking", {"depth": 1})
    assert names(job) == ["done"]


def test_a_job_that_settles_can_not_be_cancelled_and_one_that_was_can_not_settle() -> None:
    job = new()
    assert job.start()
    assert job.settle()
    assert not job.cancel()
    assert job.end("done", {})
    other = new()
    other.start()
    assert other.cancel()
    assert not other.settle()
    assert other.state == "cancelled"
    assert other.stop.is_set(), "or the search would go on"


def test_listeners_are_woken_and_see_the_end() -> None:
    job, ends = new(), list[bool]()
    job.listen(ends.append)
    job.tell("thinking", {})
    job.end("done", {})
    assert ends == [False, True]


# The pool


def test_a_job_runs_and_is_found_afterwards(make_pool: MakePool) -> None:
    pool = make_pool()
    job = pool.submit(new())
    until(lambda: job.is_over)
    assert pool.find(job.id) is job
    assert (names(job), data_of(job)) == (["done"], [{"answer": 1}])
    assert pool.find("something else") is None


def test_the_same_job_is_not_begun_twice(make_pool: MakePool) -> None:
    pool, gate = make_pool(), Gate()
    first = pool.submit(new(gate, game="g", version=1))
    again = pool.submit(new(gate, game="g", version=1))
    assert again is first
    assert pool.submit(new(gate, game="g", version=1, kind="hint")) is not first
    assert pool.at_work(("reply", "g", 1)) is first


def test_two_threads_get_the_same_job(make_pool: MakePool) -> None:
    pool, gate = make_pool(2), Gate()
    got: list[Job] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        got.append(pool.submit(new(gate, game="g", version=1)))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(got)) == 1
    gate.open.set()
    until(lambda: got[0].is_over)
    assert gate.runs == 1


def test_a_hint_is_found_again_but_a_reply_that_was_played_is_not(make_pool: MakePool) -> None:
    pool = make_pool()
    for kind, same in (("hint", True), ("reply", False)):
        job = pool.submit(new(game=kind, version=1, kind=kind))
        ended(job)
        assert (pool.submit(new(game=kind, version=1, kind=kind)) is job) is same


def test_a_job_that_was_cancelled_can_be_asked_for_again(make_pool: MakePool) -> None:
    pool, gate = make_pool(), Gate()
    job = pool.submit(new(gate, game="g", version=1))
    gate.began.wait(WAIT)
    pool.cancel(lambda one: one is job)
    assert names(job) == ["cancelled"]
    again = pool.submit(new(game="g", version=1))
    assert again is not job
    until(lambda: again.state == "done")


def test_a_waiting_job_shows_its_place_in_the_queue(make_pool: MakePool) -> None:
    pool, gates = make_pool(), [Gate() for _ in range(3)]
    jobs = [pool.submit(new(gate, visitor=str(i))) for i, gate in enumerate(gates)]
    gates[0].began.wait(WAIT)
    until(lambda: data_of(jobs[2]) and data_of(jobs[2])[-1] == {"ahead": 1})
    assert data_of(jobs[1])[-1] == {"ahead": 0}
    gates[0].open.set()
    gates[1].began.wait(WAIT)
    assert data_of(jobs[2])[-1] == {"ahead": 0}
    assert names(jobs[0]) == ["done"], "a listener that did not wait received nothing"


def test_a_full_queue_takes_no_more_until_there_is_room(make_pool: MakePool) -> None:
    pool, gate = make_pool(most=2), Gate()
    running = pool.submit(new(gate))
    gate.began.wait(WAIT)
    waiting = [pool.submit(new()) for _ in range(2)]
    with pytest.raises(Full):
        pool.submit(new())
    pool.cancel(lambda one: one is waiting[0])
    pool.submit(new())
    gate.open.set()
    until(lambda: running.is_over and waiting[1].is_over)
    assert names(waiting[0])[-1] == "cancelled"


def test_second_job_of_a_visitor_waits_for_first_jobs_of_others(make_pool: MakePool) -> None:
    pool, gate, order = make_pool(), Gate(), list[str]()

    def noting(name: str) -> Callable[[Job], tuple[str, Data]]:
        def note(_job: Job) -> tuple[str, Data]:
            order.append(name)
            return "done", {}

        return note

    pool.submit(new(gate, visitor="greedy"))
    gate.began.wait(WAIT)
    many = [pool.submit(new(noting(f"greedy {i}"), visitor="greedy")) for i in range(3)]
    late = pool.submit(new(noting("late"), visitor="late"))
    assert data_of(late)[-1] == {"ahead": 0}
    assert data_of(many[0])[-1] == {"ahead": 1}
    gate.open.set()
    until(lambda: all(job.is_over for job in (*many, late)))
    assert order == ["late", "greedy 0", "greedy 1", "greedy 2"]


def test_quick_jobs_do_not_wait_for_slow_ones(make_pool: MakePool) -> None:
    pool, gate = make_pool(1), Gate()
    slow = [pool.submit(new(gate)) for _ in range(3)]
    quick = pool.submit(new(quick=True, visitor="beginner"))
    until(lambda: quick.is_over)
    assert not any(job.is_over for job in slow)


def test_one_game_is_searched_by_one_thread_at_a_time(make_pool: MakePool) -> None:
    pool, stubborn = make_pool(2), threading.Event()

    def hold(_job: Job) -> tuple[str, Data]:
        stubborn.wait(WAIT)
        return "done", {}

    first = pool.submit(new(hold, game="g", version=1))
    until(lambda: first.state == "running")
    pool.cancel(lambda one: one is first)
    second = pool.submit(new(game="g", version=2))
    elsewhere = pool.submit(new(game="h"))
    until(lambda: elsewhere.is_over)
    assert not second.is_over, "the first has not let go of its player yet"
    stubborn.set()
    until(lambda: second.state == "done")
    assert names(first) == ["cancelled"], "its answer is thrown away"


def test_a_failure_is_reported_and_the_worker_survives(
    make_pool: MakePool, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_job: Job) -> tuple[str, Data]:
        raise RuntimeError("broken on purpose")

    pool = make_pool()
    bad, good = pool.submit(new(fail)), pool.submit(new())
    until(lambda: good.is_over)
    assert names(bad) == ["failed"]
    assert "broken on purpose" in caplog.text
    assert good.state == "done"


def test_a_search_without_listeners_is_cancelled(make_pool: MakePool) -> None:
    pool, gate = make_pool(2, abandoned=0.15), Gate()
    alone, heard = new(gate), new(gate)

    def wake(_is_end: bool) -> None: ...

    heard.listen(wake)
    for job in (alone, heard):
        pool.submit(job)
    assert ended(alone) == "cancelled"
    until(lambda: heard.state == "running")
    time.sleep(0.2)
    assert heard.state == "running", "somebody listens"
    heard.leave(wake)
    assert ended(heard) == "cancelled"


def test_finished_job_is_found_for_a_while(make_pool: MakePool) -> None:
    pool = make_pool(abandoned=0.2, kept=WAIT)
    job = pool.submit(new())
    until(lambda: job.is_over)
    assert pool.find(job.id) is job


def test_finished_job_is_forgotten_in_the_end(make_pool: MakePool) -> None:
    pool = make_pool(abandoned=0.2, kept=0.1)
    job = pool.submit(new())
    until(lambda: job.is_over)
    until(lambda: pool.find(job.id) is None)


def test_number_of_finished_jobs_is_bounded(make_pool: MakePool) -> None:
    pool = make_pool(2, most_kept=5)
    jobs = []
    for _ in range(20):
        jobs.append(pool.submit(new()))
        until(lambda: jobs[-1].is_over)
    pool.submit(new(Gate()))  # finished jobs would count as well
    found = [job for job in jobs if pool.find(job.id)]
    assert found == jobs[-5:]


def test_the_time_a_search_took_is_charged(make_pool: MakePool) -> None:
    bill: list[tuple[str, float]] = []
    pool = make_pool(charge=lambda job, seconds: bill.append((job.visitor, seconds)))

    def nap(_job: Job) -> tuple[str, Data]:
        time.sleep(0.05)
        return "done", {}

    job = pool.submit(new(nap, visitor="who"))
    until(lambda: job.is_over)
    [(visitor, seconds)] = bill
    assert visitor == "who"
    assert seconds >= 0.05


def test_closing_the_pool_ends_all_jobs(make_pool: MakePool) -> None:
    pool, gate = make_pool(1), Gate()
    jobs = [pool.submit(new(gate)) for _ in range(3)]
    gate.began.wait(WAIT)
    pool.close()
    assert [names(job)[-1] for job in jobs] == ["cancelled"] * 3
    assert not any(thread.is_alive() for thread in pool._threads)
    with pytest.raises(Full):
        pool.submit(new())


def test_first_report_is_immediate_and_later_ones_are_throttled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream_module, "GAP", 60.0)
    job = new()
    job.tell("thinking", {"depth": 0})

    async def listen() -> list[str]:
        events = stream_module.stream(job)
        heard = [await anext(events), await anext(events)]
        job.tell("thinking", {"depth": 1})
        heard.append(await asyncio.wait_for(anext(events), WAIT))
        job.tell("thinking", {"depth": 2})
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(events), 0.2)
        return heard

    retry, begun, line = asyncio.run(listen())
    assert retry.startswith("retry: ")
    assert ('"depth": 0' in begun, '"depth": 1' in line) == (True, True)
