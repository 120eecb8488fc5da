"""The queue of searches when one visitor asks for too many: others still get a place and a turn."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from plyground.web.engine.job import Job
from plyground.web.engine.pool import OF_VISITOR, Full, Pool
from tests.web.engine.test_jobs import Gate, until

Data = dict[str, Any]

_numbers = itertools.count(1)


def new(visitor: str, origin: str = "", *, quick: bool = False, work: object = None) -> Job:
    number = next(_numbers)
    job = Job("reply", f"game {number}", number, visitor, work or done, quick=quick)  # type: ignore[arg-type]
    job.origin = origin
    return job


def done(_job: Job) -> tuple[str, Data]:
    return "done", {}


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
def pool(gate: Gate) -> Iterator[Pool]:
    """A pool whose only thread is busy, as is the one for quick jobs."""
    own = Pool(1, most=16)
    for visitor in ("busy", "quick"):
        begun = own.submit(new(visitor, quick=visitor == "quick", work=gate))
        until(lambda begun=begun: begun.state == "running")  # type: ignore[misc]
    yield own
    gate.open.set()
    own.close()


def test_places_of_a_visitor_are_limited(pool: Pool) -> None:
    for _ in range(OF_VISITOR):
        pool.submit(new("greedy"))
    with pytest.raises(Full):
        pool.submit(new("greedy"))
    assert pool.submit(new("modest")).state == "queued"


def test_address_with_most_jobs_gives_way_in_a_full_queue(pool: Pool) -> None:
    greedy = [pool.submit(new(f"cookie {i}", "192.0.2.1")) for i in range(16)]
    with pytest.raises(Full):
        pool.submit(new("cookie 16", "192.0.2.1"))
    others = [pool.submit(new(f"guest {i}", "192.0.2.2")) for i in range(8)]
    assert [job.state for job in greedy] == ["queued"] * 8 + ["cancelled"] * 8
    with pytest.raises(Full):
        pool.submit(new("guest 8", "192.0.2.2"))
    pool.submit(new("third", "192.0.2.3"))
    assert [job.state for job in (*greedy[:8], *others)].count("cancelled") == 1


def test_jobs_without_an_address_are_limited_by_visitor(pool: Pool) -> None:
    greedy = [pool.submit(new("greedy")) for _ in range(8)]
    others = [pool.submit(new(f"other {i}")) for i in range(8)]
    pool.submit(new("late"))
    assert greedy[-1].state == "cancelled"
    assert {job.state for job in (*greedy[:-1], *others)} == {"queued"}


def test_quick_jobs_have_their_own_places(pool: Pool) -> None:
    for number in range(16):
        pool.submit(new(f"visitor {number}"))
    with pytest.raises(Full):
        pool.submit(new("late"))
    quick = [pool.submit(new(f"beginner {i}", quick=True)) for i in range(4)]
    assert {job.state for job in quick} == {"queued"}
    with pytest.raises(Full):
        pool.submit(new("beginner 4", quick=True))


def test_other_addresses_are_served_before_a_crowd(pool: Pool, gate: Gate) -> None:
    order: list[str] = []

    def note(job: Job) -> tuple[str, Data]:
        order.append(job.visitor)
        return "done", {}

    crowd = [pool.submit(new(f"cookie {i}", "192.0.2.1", work=note)) for i in range(12)]
    guest = pool.submit(new("guest", "192.0.2.2", work=note))
    gate.open.set()
    until(lambda: all(job.is_over for job in (*crowd, guest)))
    assert "guest" in order[:2]
    assert [one for one in order if one != "guest"] == [job.visitor for job in crowd]


def test_watched_analysis_makes_way_after_its_turn() -> None:
    own = Pool(1, turn=0.2)

    def watched(job: Job) -> tuple[str, Data]:
        job.stop.wait(30)
        return "done", {}

    job = Job("analyse", "-1", 0, "looks", watched)
    own.submit(job)
    until(lambda: job.state == "running")
    assert not job.stop.wait(0.4)  # nobody else waits
    other = own.submit(new("plays"))
    until(lambda: other.state == "done")
    assert job.stop.is_set()
    own.close()
