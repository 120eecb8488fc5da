"""Token buckets as rows: wrong passwords count for all processes together, across restarts.

Rate limits are in the memory of each process, because every request uses them. Every few seconds a
process stores the use of its half-empty buckets, and reads what is left after the use of all
processes.

Rows contain keys only as keyed hashes.
"""

import functools
import logging
import threading
import time
from collections.abc import Callable, Iterable

from django.db import Error, close_old_connections, connection
from django.utils.crypto import salted_hmac

from plyground.web.base import limits
from plyground.web.base.transactions import writing
from plyground.web.visitors.models import Bucket

_FLUSHES = 10.0  # seconds
_FULL = 7200.0  # seconds: by then every bucket is full again
_BATCH = 500

_log = logging.getLogger(__name__)


def digest(purpose: str, key: str) -> str:
    """The hash of a key in a row."""
    return salted_hmac("plyground.bucket", f"{purpose} {key}", algorithm="sha256").hexdigest()


class StoredBuckets:
    """The same as `limits.Buckets`, in the database."""

    def __init__(self, purpose: str, capacity: float, rate: float) -> None:
        self._purpose = purpose
        self._capacity = capacity
        self._rate = rate

    def take(self, key: str) -> float:
        """Takes one and returns 0; or takes nothing, and returns the seconds to wait for it."""
        with writing():
            row = self._locked(key)
            if row.level < 1:
                return (1 - row.level) / self._rate
            row.level -= 1
            row.save()
        return 0.0

    def spend(self, key: str, amount: float) -> None:
        """Takes an amount that was already used."""
        with writing():
            row = self._locked(key)
            row.level -= amount
            row.save()

    def _locked(self, key: str) -> Bucket:
        """The current row, locked until the transaction ends."""
        name, now = digest(self._purpose, key), time.time()
        fresh = Bucket(key=name, level=self._capacity, at=now)
        Bucket.objects.bulk_create([fresh], ignore_conflicts=True)
        row = Bucket.objects.select_for_update().get(pk=name)
        row.level = min(self._capacity, row.level + self._rate * max(0.0, now - row.at))
        row.at = now
        return row


def prune() -> None:
    """Deletes buckets that are full again."""
    Bucket.objects.filter(at__lt=time.time() - _FULL).delete()


# Rate limits


class RateKeeper:
    """Keeps this process's buckets in sync with those of the others."""

    def __init__(self, buckets: Iterable[tuple[str, limits.Buckets]]) -> None:
        self._buckets = list(buckets)
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Reads the stored buckets, and starts the thread that stores them."""
        self._thread = threading.Thread(target=self._live, name="plyground-rates", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stores everything once more."""
        self._end.set()
        if self._thread is not None:
            self._thread.join(_FLUSHES)

    def load(self) -> None:
        """Loads the data of earlier and other processes."""
        found = Bucket.objects.filter(at__gt=time.time() - _FULL)
        rows = {key: (level, at) for key, level, at in found.values_list("key", "level", "at")}

        def find(purpose: str, key: str) -> tuple[float, float] | None:
            level, at = rows.get(digest(purpose, key), (None, 0.0))
            return None if level is None else (level, time.time() - at)

        for purpose, buckets in self._buckets:
            buckets.earlier = functools.partial(find, purpose) if rows else None

    def flush(self) -> None:
        """Stores the use since the last time, and reads what is left."""
        for purpose, buckets in self._buckets:
            drawn = buckets.drawn()
            keys = sorted(drawn)
            for first in range(0, len(keys), _BATCH):
                part = {digest(purpose, key): key for key in keys[first : first + _BATCH]}
                self._write(buckets, part, drawn)

    def _write(
        self, buckets: limits.Buckets, part: dict[str, str], drawn: dict[str, float]
    ) -> None:
        now = time.time()
        fresh = [Bucket(key=name, level=buckets.capacity, at=now) for name in sorted(part)]
        with writing():
            Bucket.objects.bulk_create(fresh, ignore_conflicts=True)
            rows = list(Bucket.objects.select_for_update().filter(pk__in=part).order_by("pk"))
            for row in rows:
                filled = row.level + buckets.rate * max(0.0, now - row.at)
                row.level = min(buckets.capacity, filled) - drawn[part[row.pk]]
                row.at = now
            Bucket.objects.bulk_update(rows, ["level", "at"])
        for row in rows:
            buckets.set_level(part[row.pk], row.level)

    def _live(self) -> None:
        is_loaded = False
        while not self._end.is_set():
            is_loaded = is_loaded or self._try(self.load)
            self._end.wait(_FLUSHES)
            self._try(self.flush)
        connection.close()

    def _try(self, what: Callable[[], None]) -> bool:
        close_old_connections()
        try:
            what()
        except Error:  # it is retried
            _log.info("The rate limits could not be saved")
            return False
        return True
