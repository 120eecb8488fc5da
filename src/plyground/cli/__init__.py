"""The command line: arguments only. `plyground --help` lists the commands."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as RichTable

from plyground import __version__, registry, simulate
from plyground import bench as bench_module
from plyground import check as check_module
from plyground.cli import admin, convert, match, protocols, serve, study, tables
from plyground.cli import bench as bench_commands
from plyground.cli import lab as lab_commands
from plyground.cli import lessons as lesson_commands
from plyground.cli import play as play_command
from plyground.cli import puzzles as puzzle_commands
from plyground.cli import review as review_command
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
from plyground.game import Game
from plyground.options import Option, Value

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for commands in (
    play_command,
    serve,
    study,
    review_command,
    tables,
    match,
    convert,
    protocols,
    admin,
):
    app.add_typer(commands.app)
app.add_typer(bench_commands.app, name="bench")
app.add_typer(lab_commands.app, name="lab")
app.add_typer(lesson_commands.app, name="lessons")
app.add_typer(puzzle_commands.app, name="puzzles")


def _tell_version(asked: bool) -> None:
    if asked:
        print(f"plyground {__version__}")
        raise typer.Exit


@app.callback()
def plyground(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Tell it.")
    ] = False,
) -> None:
    """Play, study and solve two-player board games."""


@app.command()
def games(load: Load = None, as_json: Json = False) -> None:
    """List the games and their options."""
    load_games(load)
    if as_json:
        print(json.dumps([_describe(game) for game in registry.games().values()], indent=2))
        return
    table = RichTable("name", "title", "option", "default", "allowed", box=None)
    for game in registry.games().values():
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
    """Show a position: the board, its text, and what may be played."""
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
    depth: Annotated[int, typer.Option("--depth", help="How many plies.")],
    settings: Settings = None,
    position: Text = None,
    moves: Moves = None,
    no_pass: Annotated[bool, typer.Option("--no-pass", help="Leave passes out.")] = False,
    divide: Annotated[bool, typer.Option("--divide", help="Also count by first move.")] = False,
    load: Load = None,
) -> None:
    """Count the move sequences of exactly so many plies; the count is the last line."""
    at = read_position(name, settings, position, moves, load)
    if divide:
        counts = simulate.divide(at, depth, passes=not no_pass)
        for move, count in counts.items():
            print(f"{move}: {count}")
    print(simulate.perft(at, depth, passes=not no_pass))


@app.command()
def signature() -> None:
    """One node count a game: it changes only when a search changes."""
    for game, count in bench_module.signature():
        print(f"{game} {count}")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="A file that registers games.")],
    count: Annotated[int, typer.Option("--games", min=1, help="Random games to play.")] = 2000,
    seed: Annotated[int, typer.Option(help="Makes the games repeatable.")] = 0,
    seconds: Annotated[float, typer.Option(min=0.1, help="The longest it may take.")] = 30.0,
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


def main(arguments: list[str] | None = None) -> NoReturn:
    """Runs a command; what is wrong with the input is told in one sentence, with exit code 2."""
    try:
        code = app(args=arguments, prog_name="plyground", standalone_mode=False)
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except MemoryError:
        print("plyground: There is not that much memory; ask for fewer megabytes.", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        told = _told(error)
        if told is None:
            raise
        if told:  # without a command the help has said it all
            print(f"plyground: {' '.join(told.split())}", file=sys.stderr)
        sys.exit(2)
    sys.exit(code if isinstance(code, int) else 0)


def _told(error: Exception) -> str | None:
    """The sentence for an error of the input or of a loaded game; None for one of our own."""
    if hasattr(error, "format_message"):  # a wrong argument
        return str(error.format_message())
    if (where := registry.blame(error)) is not None:
        return where
    return str(error) if isinstance(error, ValueError | OSError) else None


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


if __name__ == "__main__":
    main()
