"""Engine time in the database: common to all processes, and without plain addresses."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from plyground.web.engine import budget
from plyground.web.engine.models import EngineBudget
from tests.web.shared import shared_database

ADDRESS = "192.0.2.7"


@pytest.fixture(scope="module", autouse=True)
def rows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with shared_database(tmp_path_factory.mktemp("rows")):
        yield


@pytest.fixture
def engine_budget() -> Iterator[budget.Rows]:
    yield budget.Rows(10, 0.001)
    EngineBudget.objects.all().delete()


def test_engine_budget_is_kept_in_the_shared_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_ENGINE_SECONDS", "5")
    budget.engine_time.cache_clear()
    budget.require_engine_time("somebody", ADDRESS)
    budget.charge("somebody", ADDRESS, 7)
    with pytest.raises(budget.NoTime) as no:
        budget.require_engine_time("somebody", ADDRESS)
    assert 1 < no.value.wait <= 2
    with pytest.raises(budget.NoTime), budget.engine_work("somebody", ADDRESS):
        raise AssertionError("there is no time for that")
    budget.engine_time.cache_clear()
    with pytest.raises(budget.NoTime):
        budget.require_engine_time("somebody", ADDRESS)
    EngineBudget.objects.all().delete()
    budget.engine_time.cache_clear()


def test_a_bucket_starts_full_and_fills_with_time(engine_budget: budget.Rows) -> None:
    assert (engine_budget.wait("a", ""), engine_budget.left("a", "")) == (0, 10)
    engine_budget.spend("a", "", 4)
    assert engine_budget.left("a", "") == pytest.approx(6, abs=0.1)
    engine_budget.spend("a", "", 8)
    assert engine_budget.left("a", "") == pytest.approx(-2, abs=0.1)
    assert engine_budget.wait("a", "") == pytest.approx(2000, rel=0.1)
    EngineBudget.objects.update(at=EngineBudget.objects.get().at - 1500)
    assert engine_budget.wait("a", "") == pytest.approx(500, rel=0.3)
    EngineBudget.objects.update(at=0)
    assert (engine_budget.wait("a", ""), engine_budget.left("a", "")) == (0, 10), (
        "never above its brim"
    )
    engine_budget.spend("a", "", 1)
    assert engine_budget.left("a", "") == pytest.approx(9, abs=0.1)


def test_an_address_has_more_than_a_visitor(engine_budget: budget.Rows) -> None:
    for visitor in "abcd":
        engine_budget.spend(visitor, ADDRESS, 10.5)
    assert engine_budget.wait("new", ADDRESS) > 0
    assert engine_budget.wait("new", "192.0.2.8") == 0
    assert engine_budget.wait("a", "192.0.2.8") > 0


def test_strangers_are_charged_by_address_and_localhost_is_free(
    engine_budget: budget.Rows,
) -> None:
    engine_budget.spend("", ADDRESS, 11)
    assert engine_budget.wait("", ADDRESS) > 0
    assert engine_budget.wait("somebody", ADDRESS) == 0
    engine_budget.spend("local", "127.0.0.1", 100)
    assert engine_budget.wait("other", "127.0.0.1") == 0


def test_address_is_stored_as_a_hash(engine_budget: budget.Rows) -> None:
    engine_budget.spend("a", ADDRESS, 1)
    keys = set(EngineBudget.objects.values_list("key", flat=True))
    assert keys == {"v:a", f"a:{budget.hashed(ADDRESS)}"}
    assert not any(ADDRESS in key for key in keys)
    assert max(map(len, keys)) <= 80


def test_simultaneous_charges_are_all_counted(engine_budget: budget.Rows) -> None:
    start = threading.Barrier(4)

    def spend() -> None:
        start.wait()
        for _ in range(20):
            with transaction.atomic():
                engine_budget.spend_all([("b", "x", 0.1), ("a", "x", 0.1)])
            with transaction.atomic():
                engine_budget.spend_all([("a", "x", 0.1), ("b", "x", 0.1)])
        connection.close()

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    levels = dict(EngineBudget.objects.values_list("key", "level"))
    assert levels["v:a"] == pytest.approx(10 - 16, abs=0.1)
    assert levels["v:b"] == pytest.approx(10 - 16, abs=0.1)
    assert levels["a:x"] == pytest.approx(40 - 32, abs=0.1)


def test_full_buckets_are_pruned(engine_budget: budget.Rows) -> None:
    for visitor in ("just now", "long ago", "in debt"):
        engine_budget.spend(visitor, "", 1)
    long = EngineBudget.objects.filter(key="v:long ago")
    long.update(at=long.get().at - 1100)
    debt = EngineBudget.objects.filter(key="v:in debt")
    debt.update(at=debt.get().at - 1100, level=-5)
    engine_budget.prune()
    left = set(EngineBudget.objects.values_list("key", flat=True))
    assert left == {"v:just now", "v:in debt"}
