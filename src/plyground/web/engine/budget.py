"""Engine budgets: seconds of engine time that a visitor, or an address, may use.

With PostgreSQL budgets are stored there, for all processes together, by the database's clock, with
addresses only as keyed hashes. With SQLite they are in memory. A bucket that has refilled is
deleted.
"""

import functools
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from django.db import connection
from django.utils.crypto import salted_hmac

from plyground.web.base import event_bus, metrics
from plyground.web.base.limits import CROWD, Shares, number, origin_of

_ENGINE_SECONDS = 120.0
_RATE = 1.0  # seconds added per second
_NOW = "extract(epoch FROM clock_timestamp())"


class NoTime(Exception):  # noqa: N818 - a state, not an error
    """A visitor has used up the engine time; `wait` is the seconds until there is more."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"No engine time is left for {wait:.0f} seconds.")
        self.wait = wait


class Budget(Protocol):
    """The storage of engine budgets."""

    def wait(self, visitor: str, address: str) -> float:
        """The seconds until there is engine time again; 0 if there is."""

    def left(self, visitor: str, address: str) -> float:
        """What could still be used; negative after overuse."""

    def spend(self, visitor: str, address: str, amount: float) -> None:
        """Takes an amount that was already used."""


class Rows:
    """A bucket for each visitor, and a larger one for each address, in the shared database."""

    def __init__(self, capacity: float, rate: float = _RATE) -> None:
        self._limits = {"v": (capacity, rate), "a": (CROWD * capacity, CROWD * rate)}

    def wait(self, visitor: str, address: str) -> float:
        """The seconds until both are positive again; 0 if they are."""
        levels = self._levels(visitor, address)
        debts = {kind: -level for kind, level in levels.items() if level <= 0}
        return max([0.0, *(max(0.001, debts[kind] / self._limits[kind][1]) for kind in debts)])

    def left(self, visitor: str, address: str) -> float:
        """What this visitor could still use; negative after overuse."""
        full = self._limits["v"][0]
        return min([full, *self._levels(visitor, address).values()])

    def condition(self, visitor: str, origin: str) -> tuple[str, list[Any]]:
        """The condition `wait` == 0 for use in another statement; and its arguments."""
        sql = (
            f"NOT EXISTS (SELECT 1 FROM web_credit WHERE key = ANY(%s) AND level"  # noqa: S608 - ours
            f" + CASE left(key, 1) WHEN 'v' THEN %s ELSE %s END * greatest(0, {_NOW} - at) <= 0)"
        )
        return sql, [keys_of(visitor, origin), self._limits["v"][1], self._limits["a"][1]]

    def _levels(self, visitor: str, address: str) -> dict[str, float]:
        """The contents of the used buckets, by kind; the others are full."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT key, level, {_NOW} - at FROM web_credit WHERE key = ANY(%s)",  # noqa: S608 - ours
                [keys_of(visitor, hashed(address))],
            )
            rows = cursor.fetchall()
        levels = {}
        for key, level, seconds in rows:
            capacity, rate = self._limits[key[0]]
            levels[key[0]] = min(capacity, level + rate * max(0.0, float(seconds)))
        return levels

    def spend(self, visitor: str, address: str, amount: float) -> None:
        """Takes an amount that was already used; a bucket may become negative."""
        self.spend_all([(visitor, hashed(address), amount)])

    def spend_all(self, uses: Iterable[tuple[str, str, float]]) -> None:
        """The same for several at once: visitor, hashed address, amount.

        Keys are sorted, so that two processes that do this never deadlock.
        """
        sums: Counter[str] = Counter()
        for visitor, origin, amount in uses:
            for key in keys_of(visitor, origin):
                sums[key] += amount  # type: ignore[assignment]
        with connection.cursor() as cursor:
            for key, amount in sorted(sums.items()):
                capacity, rate = self._limits[key[0]]
                cursor.execute(
                    f"INSERT INTO web_credit (key, level, at) VALUES (%s, %s, {_NOW})"  # noqa: S608 - ours
                    " ON CONFLICT (key) DO UPDATE SET at = excluded.at, level = -%s + least(%s,"
                    " web_credit.level + %s * greatest(0, excluded.at - web_credit.at))",
                    [key, capacity - amount, amount, capacity, rate],
                )

    def prune(self) -> None:
        """Deletes the buckets that have refilled."""
        with connection.cursor() as cursor:
            for kind, (capacity, rate) in self._limits.items():
                cursor.execute(
                    f"DELETE FROM web_credit WHERE at < {_NOW} - 60 AND key LIKE %s"  # noqa: S608 - ours
                    f" AND level + %s * ({_NOW} - at) >= %s",
                    [f"{kind}:%", rate, capacity],
                )


def hashed(address: str) -> str:
    """A keyed hash of an address's group; empty for none."""
    origin = origin_of(address)
    return salted_hmac("plyground.budget", origin, algorithm="sha256").hexdigest() if origin else ""


def keys_of(visitor: str, origin: str) -> list[str]:
    """The buckets of a visitor; without a name, only the address has one.

    >>> keys_of("me", "1234"), keys_of("", "1234"), keys_of("me", "")
    (['v:me', 'a:1234'], ['v:1234', 'a:1234'], ['v:me'])
    """
    return [f"v:{visitor or origin}", *([f"a:{origin}"] if origin else [])]


@functools.cache
def engine_time() -> Budget | None:
    """The engine time of all visitors; None if it is not limited."""
    if os.environ.get("PLYGROUND_ENGINE_SECONDS") == "off":
        return None
    capacity = number("PLYGROUND_ENGINE_SECONDS", _ENGINE_SECONDS)
    return Rows(capacity) if event_bus.is_shared() else Shares(capacity, _RATE)


def require_engine_time(visitor: str, address: str) -> None:
    """Raises NoTime if this visitor has none left."""
    left = engine_time()
    if left is not None and (wait := left.wait(visitor, address)):
        raise NoTime(wait)


def condition(visitor: str, origin: str) -> tuple[str, list[Any]]:
    """SQL with its arguments that is true while this visitor has engine time left."""
    left = engine_time()
    return left.condition(visitor, origin) if isinstance(left, Rows) else ("true", [])


def charge(visitor: str, address: str, seconds: float) -> None:
    """Charges the duration of a search."""
    metrics.engine_seconds(seconds)
    left = engine_time()
    if left is not None:
        left.spend(visitor, address, seconds)


@contextmanager
def engine_work(visitor: str, address: str, *, overdraft: bool = False) -> Iterator[None]:
    """Charges engine work during a request like a search; raises NoTime.

    `overdraft`: even without engine time left, which makes the budget negative.
    """
    if not overdraft:
        require_engine_time(visitor, address)
    begin = time.monotonic()
    try:
        yield
    finally:
        charge(visitor, address, time.monotonic() - begin)
