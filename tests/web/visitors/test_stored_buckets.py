"""Limits that outlive a process and are shared by several."""

import secrets
import time

import pytest

from plyground.web.base import limits
from plyground.web.visitors import stored_buckets
from plyground.web.visitors.models import Bucket
from plyground.web.visitors.stored_buckets import RateKeeper, StoredBuckets, digest

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def purpose() -> str:
    """One that no other test has."""
    return secrets.token_hex(8)


def age(purpose: str, key: str, seconds: float) -> None:
    """So long ago it was drawn from."""
    row = Bucket.objects.get(pk=digest(purpose, key))
    Bucket.objects.filter(pk=row.pk).update(at=row.at - seconds)


def test_wrong_passwords_are_counted_by_all_processes(purpose: str) -> None:
    here, there = (StoredBuckets(purpose, 3, 0.1) for _ in range(2))
    assert [here.take("ann"), there.take("ann"), here.take("ann")] == [0, 0, 0]
    assert 9 < there.take("ann") <= 10
    there.spend("ann", -1)
    assert here.take("ann") == 0
    age(purpose, "ann", 25)
    assert [here.take("ann"), here.take("ann")] == [0, 0]
    assert here.take("ann") > 0


def test_bucket_never_holds_more_than_its_size(purpose: str) -> None:
    buckets = StoredBuckets(purpose, 2, 1.0)
    buckets.take("ann")
    age(purpose, "ann", 1000)
    assert [buckets.take("ann") > 0 for _ in range(3)] == [False, False, True]


def test_rows_do_not_say_who_it_was(purpose: str) -> None:
    StoredBuckets(purpose, 2, 1.0).take("ann 192.0.2.1")
    assert not Bucket.objects.filter(key__contains="ann").exists()


def test_full_buckets_are_forgotten(purpose: str) -> None:
    StoredBuckets(purpose, 2, 1.0).take("old")
    age(purpose, "old", 8000)
    StoredBuckets(purpose, 2, 1.0).take("new")
    stored_buckets.prune()
    kept = Bucket.objects.filter(pk__in=[digest(purpose, "old"), digest(purpose, "new")])
    assert [row.pk for row in kept] == [digest(purpose, "new")]


def test_guesses_are_counted_in_the_database(purpose: str) -> None:
    def make(kind: str, capacity: float, rate: float) -> StoredBuckets:
        return StoredBuckets(purpose + kind, capacity, rate)

    for _ in range(10):
        limits.Guesses(make).take("ann", "192.0.2.1")
    with pytest.raises(limits.Guessed):  # by another process, or after a restart
        limits.Guesses(make).take("ANN", "192.0.2.1")


def test_rates_are_shared_by_processes(purpose: str) -> None:
    here, there = (limits.Buckets(10, 0.001) for _ in range(2))
    keepers = [RateKeeper([(purpose, one)]) for one in (here, there)]
    for buckets in (here, there):
        assert [buckets.take("me") for _ in range(6)] == [0.0] * 6
    for keeper in (*keepers, keepers[0]):
        keeper.flush()
    assert there.level("me") == pytest.approx(-2, abs=0.1)
    assert here.take("me") == 0, "it has not drawn since, so it has not looked again"


def test_only_buckets_that_are_half_empty_are_written(purpose: str) -> None:
    buckets = limits.Buckets(10, 0.001)
    buckets.take("seldom")
    RateKeeper([(purpose, buckets)]).flush()
    assert not Bucket.objects.filter(pk=digest(purpose, "seldom")).exists()


def test_rates_are_kept_over_a_restart(purpose: str) -> None:
    before, after = (limits.Buckets(10, 0.001) for _ in range(2))
    for _ in range(10):
        before.take("me")
    RateKeeper([(purpose, before)]).flush()
    RateKeeper([(purpose, after)]).load()
    assert after.take("me") > 0
    assert after.take("somebody else") == 0


def test_keeper_writes_once_more_when_the_server_ends(purpose: str) -> None:
    buckets = limits.Buckets(4, 0.001)
    keeper = RateKeeper([(purpose, buckets)])
    keeper.begin()
    for _ in range(4):
        buckets.take("me")
    keeper.close()
    row = Bucket.objects.get(pk=digest(purpose, "me"))
    assert row.level == pytest.approx(0, abs=0.01)
    assert row.at == pytest.approx(time.time(), abs=60)
