"""The commands about lessons: `lessons list` and `lessons check`."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from plyground.cli.arguments import Load, load_games
from plyground.lab.toml_reader import Source
from plyground.learn import lessons
from plyground.learn.lessons.reading import read_source

app = typer.Typer(no_args_is_help=True, help="List lessons and check your own.")

Folders = Annotated[
    list[Path] | None,
    typer.Option("--lessons", metavar="DIR", help="A folder with your own lessons."),
]


@app.command("list")
def list_lessons(folders: Folders = None) -> None:
    """List the lessons of every game."""
    lessons.use(folders or [])
    table = Table("game", "lesson", "steps", "title", box=None)
    for game, rows in lessons.lessons().items():
        for row in rows:
            table.add_row(game, row.name, str(len(row.steps)), row.title.text_in("en"))
    Console().print(table)


@app.command()
def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE.toml...", help="The lessons to check.")
    ],
    load: Load = None,
) -> None:
    """Check lessons: accepted moves must be legal and goals reachable.

    Errors are reported with their line, and the exit status is 1.
    """
    load_games(load)
    wrong = 0
    for file in files:
        faults = _faults(file)
        wrong += len(faults)
        for fault in faults:
            print(f"plyground: {fault}", file=sys.stderr)
        if not faults:
            print(f"{file}: can be done")
    if wrong:
        raise typer.Exit(1)


def _faults(file: Path) -> list[str]:
    try:
        source = Source.read(file)
        lesson = read_source(source, file)
    except ValueError as error:
        return [str(error)]
    return [fault.with_line(source) for fault in lessons.check(lesson)]
