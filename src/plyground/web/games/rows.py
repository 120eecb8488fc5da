"""A game and its moves by SQL of our own: read in one statement, and written in one or two.

Every move of every game comes this way, and Django's queries would take five statements and make
each of them anew. Whatever else is done with games is done by the models.
"""

import functools
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection

from plyground.web.base import event_bus
from plyground.web.base.transactions import writing
from plyground.web.game_service.stored_game import Step
from plyground.web.games import clocks
from plyground.web.games.models import Game, Move

Converter = tuple[int, Callable[..., Any], object]  # of which field, and Django's own arguments

# The moves as one JSON text. SQLite writes numbers into JSON with 15 digits; `quote` writes them
# all.
_STEPS = {
    "postgresql": "SELECT json_agg(json_build_array(ply, text, seconds, clock, evaluation)"
    " ORDER BY ply)::text FROM {moves} WHERE game_id = {games}.id",
    "sqlite": "SELECT json_group_array(json_array(ply, text, quote(seconds), quote(clock),"
    " json(evaluation))) FROM {moves} WHERE game_id = {games}.id",
}
_NOW = {"postgresql": "extract(epoch FROM clock_timestamp())::float8", "sqlite": "NULL"}
_STEP = {"ply": "integer", "text": "varchar", "seconds": "float8", "clock": "float8"}


def load(game_id: str) -> tuple[Game, tuple[Step, ...]] | None:
    """The row of a game and its moves, both of the same version; None where there is none."""
    sql, names, converters = _loading(connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [game_id])
        found = cursor.fetchone()
    if found is None:
        return None
    *values, now, steps = found
    for at, convert, column in converters:
        values[at] = convert(values[at], column, connection)
    row = Game.from_db(connection.alias, names, values)
    if now is not None:
        clocks.note(row, now)
    return row, _steps(steps)


def _steps(text: str | None) -> tuple[Step, ...]:
    rows = json.loads(text or "[]")
    rows.sort()  # by ply, which no two share
    if connection.vendor == "sqlite":
        for row in rows:
            row[2:4] = [None if one == "NULL" else float(one) for one in row[2:4]]
    return tuple([Step(*row[1:]) for row in rows])


@functools.cache
def _loading(vendor: str) -> tuple[str, list[str], list[Converter]]:
    """The statement for a row, the names of its fields, and how each of them is read."""
    fields = Game._meta.concrete_fields  # noqa: SLF001 - as Django documents it
    games, moves = _table(Game), _table(Move)
    columns = [f"{games}.{_quoted(str(field.column))}" for field in fields]
    steps = _STEPS[vendor].format(games=games, moves=moves)
    sql = f"SELECT {', '.join(columns)}, {_NOW[vendor]}, ({steps}) FROM {games} WHERE id = %s"  # noqa: S608
    converters: list[Converter] = [
        (at, convert, column)
        for at, column in enumerate(field.get_col(games) for field in fields)
        for convert in (
            *connection.ops.get_db_converters(column),
            *column.get_db_converters(connection),
        )
    ]
    return sql, [str(field.attname) for field in fields], converters


def write(row: Game, values: Mapping[str, Any], ply: int, step: Step | None, by: str) -> bool:
    """Changes a row and adds a move to it, if there is one; False if it has changed meanwhile.

    Whoever follows the game is told. PostgreSQL does all of that in one statement.
    """
    update, fields = _update(tuple(values))
    given = [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values.values(), strict=True)
    ]
    terms = [*given, row.pk, row.version]
    move = [] if step is None else [ply, step.text, step.seconds, step.clock, _evaluation(step)]
    topic, news = f"game:{row.pk}", f"{values['version']} {by}"
    with connection.cursor() as cursor:
        if event_bus.is_shared():
            add = _add_to_changed() if move else ""
            told = event_bus.notice(topic, news)
            cursor.execute(
                f"WITH changed AS ({update} RETURNING id){add}"  # noqa: S608 - all of it ours
                " SELECT pg_notify(%s, %s) FROM changed",
                [*terms, *move, *told],
            )
            return bool(cursor.rowcount)
        with writing():
            cursor.execute(update, terms)
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
    """A move for the row that was changed, where one was."""
    columns = ", ".join(map(_quoted, ("game_id", *_STEP, "evaluation")))
    typed = ", ".join(f"%s::{kind}" for kind in (*_STEP.values(), "jsonb"))
    return f", added AS (INSERT INTO {_table(Move)} ({columns}) SELECT id, {typed} FROM changed)"  # noqa: S608


def _evaluation(step: Step) -> Any:
    return None if step.evaluation is None else json.dumps(step.evaluation)


def _table(model: type[Game] | type[Move]) -> str:
    return _quoted(model._meta.db_table)  # noqa: SLF001


def _quoted(name: str) -> str:
    return f'"{name}"'
