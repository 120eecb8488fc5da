"""Which errors of a database pass: it does not answer now, or can't write."""

import logging
import sqlite3

from django.db import Error, InterfaceError, OperationalError, connection

# Primary result codes of SQLite that blame the disk or other programs, and not our statements.
_UNWRITABLE = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}


class Locked(OperationalError):  # noqa: N818 - as PostgreSQL would say
    """Other threads of this process have waited for the right to write for too long."""


def is_away(error: BaseException | None) -> bool:
    """Whether the database does not answer now, or can't write: a later try may succeed.

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
    """A filter for a log of faults: what a request was refused is none.

    The database's absence is logged once, and not by every request.
    """
    return bool(record.exc_info and not is_away(record.exc_info[1]))
