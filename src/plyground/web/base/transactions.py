"""Transactions, one at a time if the database needs that."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import Error, connection, transaction

from plyground.web.base.database import WRITE_PATIENCE
from plyground.web.base.outages import Locked

_turns = threading.RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction. SQLite lets one write at a time, and makes the others sleep and try again.

    So our threads take turns before they ask. Locked if that takes too long.
    """
    with _turn() if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=WRITE_PATIENCE):
        raise Locked("The database is locked.")
    try:
        yield
    finally:
        _turns.release()


def can_write() -> bool:
    """Whether a write reaches the database; it changes nothing."""
    try:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT NOT pg_is_in_recovery()")
                return bool(cursor.fetchone() == (True,))
        with writing(), connection.cursor() as cursor:  # one page, which is written as it was
            cursor.execute("PRAGMA user_version")
            cursor.execute(f"PRAGMA user_version = {int(cursor.fetchone()[0])}")
    except Error:
        return False
    return True
