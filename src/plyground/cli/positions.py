"""The commands about games and positions: games, show, perft, signature, check."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from plyground import bench as bench_module
from plyground import check as check_module
from plyground.cli.arguments import (
    GameName,
    Json,
    Load,
    Moves,
    Settings,
    Text,
    load_games,
    read_position,
)
from plyground.engine import registry, simulate
from plyground.engine.game import Game
from plyground.engine.options import Option, Value

app = typer.Typer()


@app.command()
def games(load: Load = None, as_json: Json = False) -> None:
    """List the games and their options."""
    load_games(load)
    if as_json:
        print(json.dumps([_describe(game) for game in registry.all_games().values()], indent=2))
        return
    table = Table("name", "title", "option", "default", "allowed", box=None)
    for game in registry.all_games().values():
        table.add_row(game.name, game.title)
        for option in game.options:
            default = "none" if option.default is None else str(option.default)
            table.add_row("", "", option.name, default, option.allowed)
    Console().print(table)


@app.command()
def show(
    name: GameName,
    settings: Settings = None,
    moves: Moves = None,
    position: Text = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Show a position: the board, its text, and the legal moves."""
    at = read_position(name, settings, position, moves, load)
    if as_json:
        print(json.dumps(at.view(), indent=2))
        return
    print(at.ascii())
    if score := at.score():
        print(f"score: black {score.black:g}, white {score.white:g} {score.unit}")
    print(f"text: {at.to_text()}")
    if legal := at.moves():
        print(f"moves: {' '.join(legal)}")


@app.command()
def perft(
    name: GameName,
    depth: Annotated[int, typer.Option("--depth", help="The number of plies.")],
    settings: Settings = None,
    position: Text = None,
    moves: Moves = None,
    no_pass: Annotated[bool, typer.Option("--no-pass", help="Do not count passes.")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by first move.")] = False,
    load: Load = None,
) -> None:
    """Count the move sequences of a given length (perft). The last line is the count."""
    at = read_position(name, settings, position, moves, load)
    if divide:
        counts = simulate.divide(at, depth, passes=not no_pass)
        for move, count in counts.items():
            print(f"{move}: {count}")
    print(simulate.perft(at, depth, passes=not no_pass))


@app.command()
def signature() -> None:
    """Print a node count for each game; it changes only when a search changes."""
    for game, count in bench_module.signature():
        print(f"{game} {count}")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="A file that registers games.")],
    count: Annotated[int, typer.Option("--games", min=1, help="Random games to play.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed for the games.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.1, help="The time limit.")] = 30.0,
    load: Load = None,
) -> None:
    """Test a game written in Python by playing thousands of random games."""
    load_games(load)
    quiet = not sys.stderr.isatty()
    with Progress(console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("playing", total=count)
        report = check_module.check_file(
            file,
            games=count,
            seed=seed,
            seconds=seconds,
            progress=lambda done, _: bar.update(task, completed=done),
        )
    print(report)
    if not report.ok:
        raise typer.Exit(1)


def _describe(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.rules,
        "options": [_describe_option(option) for option in game.options],
    }


def _describe_option(option: Option) -> dict[str, Value | list[Value]]:
    row: dict[str, Value | list[Value]] = {
        "name": option.name,
        "sentence": option.sentence,
        "type": option.type,
        "default": option.default,
    }
    if option.choices:
        row["choices"] = list(option.choices)
    else:
        row |= {"low": option.low, "high": option.high}
    return row
