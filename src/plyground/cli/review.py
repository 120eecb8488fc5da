"""The command `review`: reviews a recorded game."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from plyground.cli.arguments import (
    Json,
    Load,
    Settings,
    TableFile,
    load_games,
    read_settings,
    use_table,
)
from plyground.cli.convert import put, read_bytes
from plyground.engine import registry
from plyground.engine.spec import LEVELS
from plyground.engine.view import Turn
from plyground.learn.grading import GRADES
from plyground.learn.review import EFFORT, FORMATS, Review, annotate, remark
from plyground.learn.review import review as review_record
from plyground.records.notation import find_format, read, write
from plyground.records.record import Malformed, Record

app = typer.Typer()

_SIDES: tuple[Turn, ...] = ("black", "white")
_SHOWN = 10  # mistakes


@app.command()
def review(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for standard input.")],
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the game with comments: SGF, KIF, GGF, JSON lines."
        ),
    ] = None,
    effort: Annotated[
        int, typer.Option(min=1, max=LEVELS, help="Search as many nodes as this level.")
    ] = EFFORT,
    number: Annotated[int, typer.Option(min=1, help="The number of the game in the file.")] = 1,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game, if FILE does not name it."),
    ] = None,
    settings: Settings = None,
    table_file: TableFile = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Review a recorded game: grade every move and show better moves."""
    load_games(load)
    use_table(table_file)
    if out is not None:
        _check_out(out, force)
    record = _record(source, number, game, settings)
    if out is not None:
        write([record], find_format(out).name)  # the notation may not be able to hold the game
    begin = time.perf_counter()
    found = _reviewed(record, effort)
    seconds = time.perf_counter() - begin
    if out is not None:
        annotate(record, found)
        put(out, write([record], find_format(out).name).encode("utf-8", "replace"), force)
    if as_json:
        print(json.dumps(found.plain()))
    else:
        _print_review(found, seconds)


def _check_out(out: str, force: bool) -> None:
    """Checks the output before the search begins."""
    name = find_format(out).name
    if name not in FORMATS:
        known = ", ".join(FORMATS)
        raise ValueError(f"{name} can't hold comments; these can: {known}.")
    if Path(out).exists() and not force:
        raise ValueError(f"{out} exists; --force replaces it.")


def _record(source: str, number: int, game: str | None, settings: list[str] | None) -> Record:
    if game is None and settings:
        raise ValueError("--set needs --game, because options belong to a game.")
    given = None if game is None else registry.game(game, **read_settings(settings))
    try:
        records = read(read_bytes(source), game=given, name="" if source == "-" else source)
    except Malformed as wrong:
        raise ValueError(f"{source}, {wrong}") from None
    if number > len(records):
        raise ValueError(f"Games in {source}: {len(records)}; there is no game {number}.")
    return records[number - 1]


def _reviewed(record: Record, effort: int) -> Review:
    with Progress(console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("reviewing", total=None)
        return review_record(
            record,
            effort=effort,
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def _print_review(found: Review, seconds: float) -> None:
    table = Table("", "accuracy", *GRADES, box=None)
    for side in _SIDES:
        accuracy = found.accuracy(side)
        counts = found.counts(side)
        shown = "none" if accuracy is None else f"{accuracy:.0f}"
        table.add_row(side, shown, *(str(counts[grade]) for grade in GRADES))
    Console().print(table)
    mistakes = found.mistakes()
    for move in mistakes[:_SHOWN]:
        print(f"\n{move.ply}. {remark(move)}")
    if len(mistakes) > _SHOWN:
        print(f"\n... and {len(mistakes) - _SHOWN} smaller ones.")
    print(f"\n{len(found.moves)} moves in {seconds:.1f} s.")
