"""`plyground backup` and `plyground restore`: all data of the database in one file.

The file is JSON lines in gzip: a header (its kind, its format, the number of rows per table), one
line per row, and a last line with the SHA-256 of everything before it. It fits both SQLite and
PostgreSQL. Temporary data is left out: processes, presence, searches, engine time. So are reviews,
which can be made again; and sessions, because an old backup would log in browsers again that have
logged out.
"""

import contextlib
import datetime
import gzip
import hashlib
import json
import os
import secrets
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.models.functions import Now
from django.utils import timezone

from plyground.web.base.database import held, name_of
from plyground.web.base.models import Process
from plyground.web.base.processes import dead_after
from plyground.web.community.models import Follow, Report
from plyground.web.engine.models import EngineBudget, EngineWorker, Search, SearchTask
from plyground.web.games.models import Challenge, Game, Move, Presence, RatedResult, Review
from plyground.web.learn.models import Progress, PuzzleAttempt, PuzzleRating
from plyground.web.visitors.models import (
    Account,
    Bucket,
    EmailAddress,
    Person,
    SecondFactor,
    Session,
    Token,
)

# 1: without lessons; 2: without e-mail addresses, second factors, profiles and ratings of puzzles;
# 3: without challenges, rated results, follows and reports.
FORMAT = 4
KIND = "plyground backup"
# In insertion order: a move needs its game.
TABLES: dict[str, Any] = {
    "account": Account,
    "game": Game,
    "move": Move,
    "token": Token,
    "lesson": Progress,
    "email_address": EmailAddress,
    "second_factor": SecondFactor,
    "person": Person,
    "puzzle_rating": PuzzleRating,
    "puzzle_attempt": PuzzleAttempt,
    "challenge": Challenge,
    "rated_result": RatedResult,
    "follow": Follow,
    "report": Report,
}
_PLURALS = {"email_address": "e-mail addresses", "person": "people"}
_LATER = tuple(TABLES)[4:]  # missing in older backups

_MOMENTARY: tuple[Any, ...] = (
    *(Presence, Search, SearchTask, EngineWorker, EngineBudget, Bucket, Review, Session),
)
_BATCH = 500
_END = b'{"sha256":'  # the beginning of the last line
_LINE = 50_000_000  # bytes; a row is much shorter
_NO_BACKUP = "{} is no backup of Plyground."
_BROKEN = "{} is damaged or was cut short: {}. Nothing was changed."

Row = dict[str, Any]


@dataclass(frozen=True)
class Header:
    """The header of a backup."""

    made: str
    tables: dict[str, int]

    def __str__(self) -> str:
        return row_counts(self.tables)


def row_counts(counts: Mapping[str, int]) -> str:
    """The number of rows of each kind that has any.

    >>> row_counts({"account": 1, "game": 20, "token": 0, "email_address": 1, "person": 2})
    '1 account, 20 games, 1 e-mail address, 2 people'
    >>> row_counts({"game": 0})
    'no games'
    """
    found = [_row_count(name, count) for name, count in counts.items() if count]
    return ", ".join(found) or "no games"


def _row_count(name: str, count: int) -> str:
    word = name.replace("email", "e-mail").replace("_", " ")
    return f"{count} {word if count == 1 else _PLURALS.get(name, f'{word}s')}"


# Writing


def backup(path: Path, *, force: bool = False) -> Header:
    """Writes a consistent snapshot into a new file; others may write meanwhile."""
    if path.exists() and not force:
        raise ValueError(f"{path} exists; --force replaces it.")
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file, _snapshot():
            header = _write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except DatabaseError as error:
        raise OSError(f"The database can't be read: {_words(error)}") from None
    except OSError as error:
        raise OSError(f"{path} can't be written: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
    return header


@contextlib.contextmanager
def _snapshot() -> Iterator[None]:
    """All reads inside see the same moment, without blocking other processes."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    # Our transactions begin with a write (see database.py); this one begins with a read, and so
    # blocks nothing.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ROLLBACK")


def _write(file: IO[bytes]) -> Header:
    counts = count_rows()
    header = Header(timezone.now().isoformat(timespec="seconds"), counts)
    digest = hashlib.sha256()
    # Without a name and a time, so that the same rows give the same bytes.
    with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:

        def put(row: Row) -> None:
            line = json.dumps(row, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            packed.write(line)

        put({"kind": KIND, "format": FORMAT, "made": header.made, "tables": counts})
        for name, model in TABLES.items():
            fields = _fields(model)
            for one in model.objects.order_by("pk").iterator(_BATCH):
                put({name: {field.attname: _plain(one, field.attname) for field in fields}})
        packed.write(json.dumps({"sha256": digest.hexdigest()}).encode() + b"\n")
    return header


def _fields(model: Any) -> Any:
    return model._meta.concrete_fields  # noqa: SLF001 - Django's own name for what is documented


def _plain(row: models.Model, name: str) -> Any:
    value = getattr(row, name)
    return value.isoformat() if isinstance(value, datetime.date) else value


# Reading


def check(path: Path) -> Header:
    """Reads a complete file without changes; a ValueError says what is wrong with it.

    The checksum is verified before any content is used.
    """
    for _ in _signed(path):
        pass
    header = None
    counts = dict.fromkeys(TABLES, 0)
    for name, row in _lines(path):
        if name == "":
            header = _header(path, row)
            continue
        counts[name] += 1
        unknown = set(row) - {field.attname for field in _fields(TABLES[name])}
        if unknown:
            raise ValueError(
                f"{path} is from a newer version of Plyground: {name} has {min(unknown)} there."
            )
    assert header is not None, "the first line was one"
    if counts != header.tables:
        raise ValueError(_BROKEN.format(path, "rows are missing"))
    return header


def _lines(path: Path) -> Iterator[tuple[str, Row]]:
    """The header, without a name, and every row with its table's name.

    It verifies the checksum at the end.
    """
    for number, line in enumerate(_signed(path), 1):
        row = _object(line) or {}
        if number == 1:
            yield "", row
            continue
        name, values = next(iter(row.items()), ("", None))
        if len(row) != 1 or name not in TABLES or not isinstance(values, dict):
            raise ValueError(_BROKEN.format(path, f"line {number} is not a row"))
        yield name, values


def _signed(path: Path) -> Iterator[bytes]:
    """Every line except the last, which has the checksum; verifies it at the end."""
    digest = hashlib.sha256()
    total = None
    number = 0
    for number, line in enumerate(_raw(path), 1):
        if total is not None:
            raise ValueError(_BROKEN.format(path, "there is text after its end"))
        if number == 1 and (_object(line) or {}).get("kind") != KIND:
            raise ValueError(_NO_BACKUP.format(path))
        if line.startswith(_END):
            total = (_object(line) or {}).get("sha256", "")
            continue
        digest.update(line)
        yield line
    if not number:
        raise ValueError(_NO_BACKUP.format(path))
    if total is None:
        raise ValueError(_BROKEN.format(path, "its end is missing"))
    if total != digest.hexdigest():
        raise ValueError(_BROKEN.format(path, "its checksum is wrong"))


def _raw(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(_LINE):
                yield line
    except gzip.BadGzipFile:
        if _is_gzip(path):
            raise ValueError(_BROKEN.format(path, "its checksum is wrong")) from None
        raise ValueError(_NO_BACKUP.format(path)) from None
    except (EOFError, zlib.error):
        raise ValueError(_BROKEN.format(path, "its end is missing")) from None
    except OSError as error:
        raise OSError(f"{path} can't be read: {error.strerror or error}.") from None


def _is_gzip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def _object(line: bytes) -> Row | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _header(path: Path, row: Row) -> Header:
    if not isinstance(row.get("format"), int):
        raise ValueError(_NO_BACKUP.format(path))
    if row["format"] > FORMAT:
        raise ValueError(
            f"{path} has format {row['format']}; this Plyground reads up to {FORMAT}."
            " A newer one is needed."
        )
    tables = row.get("tables")
    if not isinstance(tables, dict) or not _fits(set(tables)):
        raise ValueError(_BROKEN.format(path, "its header is wrong"))
    return Header(str(row.get("made", "")), dict.fromkeys(TABLES, 0) | tables)


def _fits(tables: set[str]) -> bool:
    """Whether a backup has these tables: all current ones, or all except later additions."""
    return set(TABLES) - set(_LATER) <= tables <= set(TABLES)


# Restoring


def is_empty() -> bool:
    """Whether the database has no data yet."""
    return not any(model.objects.exists() for model in TABLES.values())


def count_rows() -> dict[str, int]:
    """The number of rows of each kind in the database."""
    return {name: model.objects.count() for name, model in TABLES.items()}


@contextlib.contextmanager
def alone(*, force: bool = False) -> Iterator[None]:
    """Ensures that no server uses the database; ValueError if one does, unless forced.

    In PostgreSQL every serving process has a row; beside an SQLite file there is a lock.
    """
    with held(connection.settings_dict, alone=True) as is_free:
        if not force and (not is_free or _is_served()):
            raise ValueError(
                f"A server uses {name_of(connection.settings_dict)} now; stop it first,"
                " or give --force. Nothing was changed."
            )
        yield


def _is_served() -> bool:
    if connection.vendor != "postgresql":
        return False
    return Process.objects.filter(seen__gte=Now() - dead_after()).exists()


def restore(path: Path, *, replace: bool = False) -> Header:
    """Restores everything or nothing, into an empty database or one emptied for it."""
    header = check(path)
    try:
        with transaction.atomic():
            _lock()
            if replace:
                _clear()
            elif not is_empty():
                raise ValueError(
                    "There are games or accounts in this database; --replace drops them."
                )
            _fill(path)
            _reset_sequences()
    except DatabaseError as error:
        raise OSError(f"The database refused the data: {_words(error)}") from None
    return header


def _lock() -> None:
    """Blocks other writers; SQLite allows only one write anyway."""
    if connection.vendor == "postgresql":
        names = ", ".join(
            connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - Django's own name
            for model in TABLES.values()
        )
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _clear() -> None:
    for model in (*_MOMENTARY, *reversed(TABLES.values())):
        model.objects.all().delete()


def _fill(path: Path) -> None:
    moves: list[Move] = []
    for name, row in _lines(path):
        if name == "":
            continue
        one = TABLES[name](**{key: _value(name, key, value) for key, value in row.items()})
        if isinstance(one, Move):
            moves.append(one)
        else:
            one.save_base(raw=True, force_insert=True)  # raw: times stay unchanged
        if len(moves) >= _BATCH:
            Move.objects.bulk_create(moves)
            moves = []
    Move.objects.bulk_create(moves)


def _value(name: str, key: str, value: Any) -> Any:
    """A value for a row: JSON has no times."""
    field = next(one for one in _fields(TABLES[name]) if one.attname == key)
    return field.to_python(value) if isinstance(field, models.DateField) else value


def _reset_sequences() -> None:
    """PostgreSQL's sequences would otherwise give numbers that are in use."""
    statements = connection.ops.sequence_reset_sql(no_style(), list(TABLES.values()))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _words(error: Exception) -> str:
    """The database's message, in one line and without the values it quotes."""
    return " ".join(str(error).partition("\n")[0].split())
