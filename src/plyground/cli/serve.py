"""The command `serve`: Plyground in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.arguments import Load, TableFile, use_table

app = typer.Typer()

Studies = Annotated[
    list[Path] | None,
    typer.Option(
        "--studies", metavar="DIR", help="A folder of studies that the Lab shows to everyone."
    ),
]
Trainings = Annotated[
    list[Path] | None,
    typer.Option(
        "--trainings", metavar="DIR", help="A folder of trainings that the Lab shows to everyone."
    ),
]
Lessons = Annotated[
    list[Path] | None,
    typer.Option("--lessons", metavar="DIR", help="A folder with your own lessons."),
]
Puzzles = Annotated[
    list[Path] | None,
    typer.Option("--puzzles", metavar="DIR", help="A folder with your own puzzles."),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; 8000 or the next free one if not given."),
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="The database, instead of SQLite.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="The number of server processes.")
    ] = 1,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="process|workers",
            help="Where to search: in a process of this server, or in `plyground engine-worker`.",
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser.")
    ] = False,
    studies: Studies = None,
    trainings: Trainings = None,
    lessons: Lessons = None,
    puzzles: Puzzles = None,
    table_file: TableFile = None,
    load: Load = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Reload games written in Python when you edit them.")
    ] = False,
) -> None:
    """Start the server and play in the browser."""
    # imported here, because the other commands need no server
    from plyground.web.server.serve import ServeOptions, run

    use_table(table_file)
    open_browser = not no_browser
    run(
        ServeOptions(
            *(host, port, database, open_browser),
            files=load or [],
            workers=workers,
            engine=engine,
            studies=studies or [],
            trainings=trainings or [],
            lessons=lessons or [],
            puzzles=puzzles or [],
            watch=watch,
        )
    )
