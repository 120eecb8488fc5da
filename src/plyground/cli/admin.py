"""The commands for running a server: engine-worker, backup, restore, manage, new-key."""

import os
import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import TableFile, use_table
from plyground.extras import needed_for

app = typer.Typer()

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="The database; default from the settings.")
]
_DJANGO = {"allow_extra_args": True, "ignore_unknown_options": True}


@app.command("engine-worker")
def engine_worker(
    database: Database = None,
    slots: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Searches at a time; default one for each core."),
    ] = None,
    table_file: TableFile = None,
) -> None:
    """Search for servers that share a database and run with --engine workers."""
    with needed_for("server"):
        from plyground.web.server import engine_worker as workers

    use_table(table_file)
    workers.run(slots, database)


@app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; with --every a folder.")
    ],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")] = False,
    every: Annotated[
        str | None, typer.Option(metavar="TIME", help="Repeat after this time: 30m, 12h, 7d.")
    ] = None,
    keep: Annotated[
        int, typer.Option(min=1, max=10_000, help="With --every: how many backups to keep.")
    ] = 7,
) -> None:
    """Back up all games and accounts to a file. The server may be running."""
    if every is not None:
        _back_up_again_and_again(file, database, every, keep)
        return
    _require(database)
    _begin()
    from plyground.web.server import backup as backups

    print(f"{file}: {backups.backup(file, force=force)}, from {_name()}")


def _back_up_again_and_again(folder: Path, database: str | None, every: str, keep: int) -> None:
    _require(database)
    _begin()
    from plyground.web.server import backup_schedule

    backup_schedule.run(folder, backup_schedule.seconds_of(every), keep)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `backup` wrote.")],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete the current content of the database first.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Restore even while a server runs.")
    ] = False,
) -> None:
    """Restore all games and accounts from a backup into an empty database."""
    _choose(database)
    _begin()
    from plyground.web.server import backup as backups

    header = backups.check(file)
    if not replace:
        print(f"{file}: {backups.restore(file)}, into {_name()}")
        return
    with backups.alone(force=force):
        if not yes and not backups.is_empty():
            there = backups.row_counts(backups.count_rows())
            _ask(f"Drop {there} of {_name()} for {header} of {file}?")
        print(f"{file}: {backups.restore(file, replace=True)}, into {_name()}")


def _ask(question: str) -> None:
    """Continues if the answer is yes."""
    try:
        answer = typer.confirm(question) if sys.stdin is not None else None
    except typer.Abort:
        answer = None
    if answer is None:
        raise ValueError(
            "There was no answer, so nothing was changed. Use --yes to skip the question."
        )
    if not answer:
        raise typer.Exit(130)


@app.command("new-key")
def new_key() -> None:
    """Print a new secret key, for PLYGROUND_SECRET_KEY or the file secret_key."""
    print(secrets.token_urlsafe(64))


@app.command(context_settings=_DJANGO, add_help_option=False)
def manage(context: typer.Context) -> None:
    """Run a Django command, such as check, migrate or dbshell."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["plyground manage", *context.args])


def _choose(database: str | None) -> None:
    if database is not None:
        os.environ["DATABASE_URL"] = database


def _require(database: str | None) -> None:
    """Requires an existing database: a backup of an empty one would look valid."""
    from plyground.paths import data_folder
    from plyground.web.base.database import require_database

    _choose(database)
    require_database(os.environ.get("DATABASE_URL", ""), data_folder())


def _begin() -> None:
    """Sets up Django, with the tables of its database up to date."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    import django

    django.setup()
    from plyground.web.server.serve import migrate

    migrate()


def _name() -> str:
    from django.db import connection

    from plyground.web.base.database import name_of

    return name_of(connection.settings_dict)
