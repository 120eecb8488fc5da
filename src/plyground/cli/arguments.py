"""Arguments that several commands share, and the position that they describe."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from plyground.engine import registry, tablebase
from plyground.engine.game import Position

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as `plyground games` lists.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game.")
]
Load = Annotated[
    list[Path] | None, typer.Option("--load", metavar="FILE.py", help="Load games from a file.")
]
Text = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="A position text.")]
Moves = Annotated[
    str | None, typer.Option("--moves", help="Moves to play first, separated by spaces.")
]
TableFile = Annotated[
    Path | None, typer.Option("--tablebase", metavar="FILE", help="The tablebase of a solved game.")
]
Threads = Annotated[
    int | None, typer.Option(min=1, max=256, help="The number of threads; default: all cores.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def load_games(files: list[Path] | None) -> None:
    """Loads the games written in these files."""
    for file in files or []:
        registry.load(file)


def use_table(file: Path | None, game: str | None = None) -> None:
    """Uses the tablebase in this file. If it is invalid, prints so and continues without one."""
    if file is not None:
        try:
            tablebase.use(file)
        except ValueError as error:
            if not file.expanduser().is_file():
                raise
            tablebase.use_none(file)
            print(f"plyground: {error} Plyground continues without it.", file=sys.stderr)
            return
    for name in tablebase.games() if game is None else (game,):
        if wrong := tablebase.problem(name):
            print(f"plyground: {wrong}", file=sys.stderr)


def read_position(
    name: str,
    settings: list[str] | None,
    text: str | None,
    moves: str | None,
    load: list[Path] | None,
) -> Position:
    """The position that a game, its options, a text and moves describe."""
    load_games(load)
    game = registry.game(name, **read_settings(settings))
    start = game.start() if text is None else game.position(text)
    return start.play_all(moves) if moves else start


def read_settings(settings: list[str] | None) -> dict[str, str]:
    """The options that were set on the command line."""
    pairs = [setting for given in settings or [] for setting in given.split(",")]
    for pair in pairs:
        if "=" not in pair:
            raise ValueError(f"--set takes NAME=VALUE, such as --set size=9, not {pair!r}.")
    values: dict[str, str] = {}
    for name, _, value in (pair.partition("=") for pair in pairs):
        if name.strip() in values:
            raise ValueError(f"The option {name.strip()} is set twice.")
        values[name.strip()] = value.strip()
    return values
