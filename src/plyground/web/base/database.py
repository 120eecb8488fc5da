"""The choice of the database, SQLite or a URL, and whether it can be reached."""

import contextlib
import importlib.util
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from plyground.extras import EXTRAS

_POSTGRES = ("postgres", "postgresql")
_PATIENCE = {  # otherwise an unreachable host would block requests for minutes
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# Seconds to wait for SQLite's write lock; a page waits twice as long for its answer.
WRITE_PATIENCE = 5.0
_FILE = "plyground.sqlite3"
_EXAMPLES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME"


def read_database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for this URL; without one, SQLite in the folder.

    >>> read_database("sqlite:////tmp/games.sqlite3", Path("."))["NAME"]
    '/tmp/games.sqlite3'
    >>> read_database("mysql://localhost/games", Path("."))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: The URL of a database is sqlite:///FILE or postgresql://..., not mysql.
    """
    if not url:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _sqlite(str(folder / _FILE))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(f"This is not the URL of a database; use {_EXAMPLES}.") from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme == "sqlite":
        if parts.netloc or not name:
            raise ValueError("The URL of SQLite is sqlite:///FILE, with three slashes.")
        return _sqlite(name)
    if parts.scheme not in _POSTGRES:
        # The rest of the URL may contain a password.
        scheme = parts.scheme[:20] or "that"
        raise ValueError(f"The URL of a database is {_EXAMPLES}, not {scheme}.")
    return _postgres(parts, name, port)


def _postgres(parts: SplitResult, name: str, port: int | None) -> dict[str, Any]:
    if not name:
        raise ValueError(f"The URL lacks the name of the database; use {_EXAMPLES}.")
    if importlib.util.find_spec("psycopg") is None:
        raise ValueError(f"PostgreSQL needs psycopg: {EXTRAS['server'].command}.")
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": {**_PATIENCE, **options},
        "CONN_MAX_AGE": 300,  # seconds; each thread keeps its own connection
        "CONN_HEALTH_CHECKS": True,
    }


def _sqlite(name: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": WRITE_PATIENCE,
            # Otherwise two transactions that read first and then write could deadlock.
            "transaction_mode": "IMMEDIATE",
            # FULL: acknowledged writes survive a power failure.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            "factory": _Private,
        },
    }


class _Private(sqlite3.Connection):
    """A connection to a file that only its owner can read, if it is created now."""

    def __init__(self, database: str, *args: Any, **kwargs: Any) -> None:
        if database != ":memory:" and not database.startswith("file:"):
            # It exists already, or cannot be created: then SQLite reports it. SQLite's other files
            # get the same mode.
            with contextlib.suppress(OSError):
                os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        super().__init__(database, *args, **kwargs)


def require_database(url: str, folder: Path) -> None:
    """Raises ValueError if it is a missing SQLite file, without creating it."""
    file = folder / _FILE
    if url:
        found = read_database(url, folder)
        if "sqlite" not in found["ENGINE"]:
            return
        file = Path(found["NAME"])
    if not file.is_file():
        raise ValueError(
            f"There is no database at {file}; PLYGROUND_HOME, DATABASE_URL or --database says"
            " where it is."
        )


def name_of(settings: Mapping[str, Any]) -> str:
    """The name of the database for people, without its password.

    >>> name_of({"ENGINE": "x.postgresql", "NAME": "games", "HOST": "db", "PORT": "5432"})
    'postgresql://db:5432/games'
    >>> name_of({"ENGINE": "x.sqlite3", "NAME": "/tmp/games.sqlite3"})
    '/tmp/games.sqlite3'
    """
    if "sqlite" in settings["ENGINE"]:
        return str(Path(settings["NAME"]).absolute())
    host, port = settings.get("HOST") or "localhost", settings.get("PORT")
    if ":" in host:
        host = f"[{host}]"
    return f"postgresql://{host}{f':{port}' if port else ''}/{settings['NAME']}"


@contextlib.contextmanager
def held(settings: Mapping[str, Any], *, alone: bool = False) -> Iterator[bool]:
    """Locks an SQLite file, by a lock file beside it: shared with other servers, or exclusively.

    The value is whether it was locked: False if another process holds the other kind of lock. The
    lock is not on the file itself, because SQLite loses its own locks when another descriptor is
    closed.
    """
    try:
        import fcntl
    except ImportError:  # a system without such locks
        yield True
        return
    if "sqlite" not in settings["ENGINE"]:
        yield True
        return
    try:
        handle = os.open(f"{settings['NAME']}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # then SQLite cannot write there either, and reports it
        yield True
        return
    try:
        kind = fcntl.LOCK_EX if alone else fcntl.LOCK_SH
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(handle)
