"""Which database: SQLite in the data folder, or what a URL says; and whether it is away."""

import importlib.util
import logging
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

_POSTGRES = ("postgres", "postgresql")
_PATIENCE = {  # or a host that is gone would keep everybody waiting for minutes
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
_EXAMPLES = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST:PORT/NAME"


def read_database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for this URL; without one, SQLite in the folder.

    >>> read_database("sqlite:////tmp/games.sqlite3", Path("."))["NAME"]
    '/tmp/games.sqlite3'
    >>> read_database("mysql://localhost/games", Path("."))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: A database is sqlite:///FILE or postgresql://..., not mysql.
    """
    if not url:
        folder.mkdir(parents=True, exist_ok=True)
        return _sqlite(str(folder / "plyground.sqlite3"))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(f"That is no address of a database; one is {_EXAMPLES}.") from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme == "sqlite":
        if parts.netloc or not name:
            raise ValueError("SQLite is named as sqlite:///FILE, with three strokes.")
        return _sqlite(name)
    if parts.scheme not in _POSTGRES:
        # The rest may hold a password.
        raise ValueError(f"A database is {_EXAMPLES}, not {parts.scheme[:20] or 'that'}.")
    return _postgres(parts, name, port)


def _postgres(parts: SplitResult, name: str, port: int | None) -> dict[str, Any]:
    if not name:
        raise ValueError(f"The address of the database lacks its name; it is {_EXAMPLES}.")
    if importlib.util.find_spec("psycopg") is None:
        raise ValueError("PostgreSQL needs an extra: pip install 'plyground[postgres]'.")
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": {**_PATIENCE, **options},
        "CONN_MAX_AGE": 300,  # seconds; every thread keeps its own
        "CONN_HEALTH_CHECKS": True,
    }


def _sqlite(name: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            # Or two who read first and write then would each wait for the other.
            "transaction_mode": "IMMEDIATE",
            # FULL: what was acknowledged survives a power cut too.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def is_away(error: BaseException | None) -> bool:
    """Whether it went wrong because the server of the database does not answer now."""
    from django.db import InterfaceError, OperationalError, connection

    lost = isinstance(error, OperationalError | InterfaceError)
    return lost and connection.vendor == "postgresql"


def is_news(record: logging.LogRecord) -> bool:
    """A filter for a log: that the database is away is told once, and not by every request."""
    return not (record.exc_info and is_away(record.exc_info[1]))
