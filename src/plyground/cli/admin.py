"""The commands for whoever runs a server: backup, restore, manage, new-key."""

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="Another database than the usual one.")
]
_DJANGO = {"allow_extra_args": True, "ignore_unknown_options": True}


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
) -> None:
    """Write all games and accounts of a server into a file; it may run meanwhile."""
    _begin(database)
    from plyground.web.backup import backup as write

    print(f"{file}: {write(file, force=force)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `backup` wrote.")],
    database: Database = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Drop what is in the database before.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Put all games and accounts of a file back, into an empty database: all or nothing."""
    _begin(database)
    from plyground.web import backup as backups

    header = backups.check(file)
    if replace and not yes and not backups.is_empty():
        typer.confirm(f"Drop all games and accounts of this database for {header}?", abort=True)
    print(f"{file}: {backups.restore(file, replace=replace)}")


@app.command("new-key")
def new_key() -> None:
    """Make a secret key, for PLYGROUND_SECRET_KEY or the file secret_key."""
    print(secrets.token_urlsafe(64))


@app.command(context_settings=_DJANGO, add_help_option=False)
def manage(context: typer.Context) -> None:
    """Run a command of Django, such as check, migrate or dbshell."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["plyground manage", *context.args])


def _begin(database: str | None) -> None:
    """Django, with this database and its tables up to date."""
    if database is not None:
        os.environ["DATABASE_URL"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    import django

    django.setup()
    from plyground.web.serve import migrate

    migrate()
