"""A game and its moves by our own SQL: read in one statement, and written in one or two.

Every move of every game uses this path, and Django's queries would take five statements and compile
each of them again. Everything else uses the models.
"""

import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model

from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.game_service.stored_game import Step
from plyground.web.games import clocks
from plyground.web.games.models import Game, Move
from plyground.web.visitors.models import Account, Session

_Model = TypeVar("_Model", bound=Model)
Converter = tuple[int, Callable[..., Any], object]  # the field, and Django's own arguments

# The moves as one JSON text. SQLite writes numbers into JSON with 15 digits; `quote` writes all
# digits.
_STEPS = {
    "postgresql": "SELECT json_agg(json_build_array(ply, text, seconds, clock, evaluation)"
    " ORDER BY ply)::text FROM {moves} WHERE game_id = {games}.id",
    "sqlite": "SELECT json_group_array(json_array(ply, text, quote(seconds), quote(clock),"
    " json(evaluation))) FROM {moves} WHERE game_id = {games}.id",
}
_NOW = {"postgresql": "extract(epoch FROM clock_timestamp())::float8", "sqlite": "NULL"}
_STEP = {"ply": "integer", "text": "varchar", "seconds": "float8", "clock": "float8"}


@dataclass(frozen=True)
class Loaded:
    """The row of a game and its moves, both of one version; and the requested account."""

    row: Game
    steps: tuple[Step, ...]
    account: Account | None


def load(game_id: str, session: tuple[int, str] | None = None) -> Loaded | None:
    """A game, and also the account of a valid session, if both are named.

    None if there is no such game.
    """
    games, accounts = _fields(Game, connection.vendor), _fields(Account, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(
            _loading(connection.vendor, session is not None), [*(session or ()), game_id]
        )
        found = cursor.fetchone()
    if found is None:
        return None
    now, steps, *values = found
    row = _made(Game, games, values[: len(games.names)])
    known = values[len(games.names) :]
    account = _made(Account, accounts, known) if known and known[0] is not None else None
    if now is not None:
        clocks.note(row, now)
    return Loaded(row, _steps(steps), account)


def _made(model: type[_Model], fields: "_Fields", values: list[Any]) -> _Model:
    for at, convert, column in fields.converters:
        values[at] = convert(values[at], column, connection)
    return model.from_db(connection.alias, fields.names, values)


def _steps(text: str | None) -> tuple[Step, ...]:
    rows = json.loads(text or "[]")
    rows.sort()  # by ply, which is unique
    if connection.vendor == "sqlite":
        for row in rows:
            row[2] = None if row[2] == "NULL" else float(row[2])
            row[3] = None if row[3] == "NULL" else float(row[3])
    return tuple([Step(*row[1:]) for row in rows])


@dataclass(frozen=True)
class _Fields:
    """The columns of a model, the key first; the names of its fields, and how each is read."""

    columns: str
    names: list[str]
    converters: list[Converter]


@functools.cache
def _fields(model: type[Model], vendor: str) -> _Fields:
    assert vendor == connection.vendor, "converters are this database's"
    meta = model._meta  # noqa: SLF001 - as Django documents it
    fields = meta.concrete_fields
    assert fields[0].primary_key, "by the key it is seen whether there is a row"
    converters: list[Converter] = [
        (at, convert, column)
        for at, column in enumerate(field.get_col(meta.db_table) for field in fields)
        for convert in (
            *connection.ops.get_db_converters(column),
            *column.get_db_converters(connection),
        )
    ]
    columns = [f"{_table(model)}.{_quoted(str(field.column))}" for field in fields]
    return _Fields(", ".join(columns), [str(field.attname) for field in fields], converters)


@functools.cache
def _loading(vendor: str, with_account: bool) -> str:
    games, accounts = _table(Game), _table(Account)
    steps = _STEPS[vendor].format(games=games, moves=_table(Move))
    columns, join = _fields(Game, vendor).columns, ""
    if with_account:
        columns += f", {_fields(Account, vendor).columns}"
        sessions = _table(Session)
        join = (
            f" LEFT JOIN {accounts} ON {accounts}.id = %s AND EXISTS (SELECT 1 FROM {sessions}"  # noqa: S608
            f" WHERE account_id = {accounts}.id AND digest = %s)"
        )
    return f"SELECT {_NOW[vendor]}, ({steps}), {columns} FROM {games}{join} WHERE {games}.id = %s"  # noqa: S608


def write(row: Game, values: Mapping[str, object], ply: int, step: Step | None, by: str) -> bool:
    """Changes a row and adds a move to it, if there is one; False if it has changed meanwhile.

    Followers of the game get an event. PostgreSQL does all of that in one statement.
    """
    update, fields = _update(tuple(values))
    given = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values.values(), strict=True)
    ]
    parameters = [*given, row.pk, row.version]
    move = [] if step is None else [ply, step.text, step.seconds, step.clock, _evaluation(step)]
    topic, news = f"game:{row.pk}", f"{values['version']} {by}"
    with connection.cursor() as cursor:
        if event_bus.is_shared():
            add = _add_to_changed() if move else ""
            notice = event_bus.notice(topic, news)
            cursor.execute(
                f"WITH changed AS ({update} RETURNING id){add}"  # noqa: S608 - all of it ours
                " SELECT pg_notify(%s, %s) FROM changed",
                [*parameters, *move, *notice],
            )
            return bool(cursor.rowcount)
        with writing():
            cursor.execute(update, parameters)
            if not cursor.rowcount:
                return False
            if move:
                cursor.execute(_add(), [row.pk, *move])
            event_bus.publish(topic, news)
    return True


@functools.cache
def _update(names: tuple[str, ...]) -> tuple[str, list[Any]]:
    """The statement that changes these fields of a row, and the fields."""
    changes = ", ".join(f"{_quoted(name)} = %s" for name in names)
    sql = f"UPDATE {_table(Game)} SET {changes} WHERE id = %s AND version = %s"  # noqa: S608
    return sql, [Game._meta.get_field(name) for name in names]  # noqa: SLF001


@functools.cache
def _add() -> str:
    columns = ", ".join(map(_quoted, ("game_id", *_STEP, "evaluation")))
    return f"INSERT INTO {_table(Move)} ({columns}) VALUES (%s, %s, %s, %s, %s, %s)"  # noqa: S608


@functools.cache
def _add_to_changed() -> str:
    """A move for the row that was changed, if it was."""
    columns = ", ".join(map(_quoted, ("game_id", *_STEP, "evaluation")))
    typed = ", ".join(f"%s::{kind}" for kind in (*_STEP.values(), "jsonb"))
    return f", added AS (INSERT INTO {_table(Move)} ({columns}) SELECT id, {typed} FROM changed)"  # noqa: S608


def _evaluation(step: Step) -> Any:
    return None if step.evaluation is None else json.dumps(step.evaluation)


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)  # noqa: SLF001


def _quoted(name: str) -> str:
    return f'"{name}"'
