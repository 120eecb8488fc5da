"""Transactions, serialised if the database requires it; and which failures are temporary."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from django.db import Error, InterfaceError, OperationalError, connection, transaction

from plyground.web.base.database import WRITE_PATIENCE

# Primary result codes of SQLite that blame the disk or other programs, not our statements.
_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
_turns = threading.RLock()


class Locked(OperationalError):  # noqa: N818 - PostgreSQL's term
    """Other threads of this process have held the write lock for too long."""


@contextmanager
def writing() -> Iterator[None]:
    """A transaction. SQLite allows one write at a time, and makes the others sleep and retry.

    So our threads queue before they start. Raises Locked if that takes too long.
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
        with writing(), connection.cursor() as cursor:  # one page, rewritten unchanged
            cursor.execute("PRAGMA user_version")
            cursor.execute(f"PRAGMA user_version = {int(cursor.fetchone()[0])}")
    except Error:
        return False
    return True


def is_away(error: BaseException | None) -> bool:
    """Whether the database is unavailable or read-only now, so that a later try may succeed.

    PostgreSQL may be stopped; SQLite's disk may be full, or another program may hold its lock. An
    error in one of our statements is neither.
    """
    if not isinstance(error, Error):
        return False
    if connection.vendor == "postgresql":
        return isinstance(error, OperationalError | InterfaceError)
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return isinstance(error, Locked) or (code is not None and code & 0xFF in _UNWRITABLE)


def is_news(record: logging.LogRecord) -> bool:
    """A log filter that drops refused requests.

    The database's absence is logged once, and not for every request.
    """
    return bool(record.exc_info and not is_away(record.exc_info[1]))
