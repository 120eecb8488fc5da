"""The commands about networks: `nets list`, `nets show`, `nets add` and `nets compare`."""

import json
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from plyground import matches
from plyground.cli.arguments import GameName, Json, Load, Settings, load_games, read_settings
from plyground.cli.pattern_rows import add_table, described, pattern_rows, tables_in
from plyground.engine.network import Network, find_network, load_network, network_files
from plyground.engine.network_file import ENDING
from plyground.engine.patterns import find_patterns, pattern_files
from plyground.engine.registry import all_games
from plyground.engine.registry import game as find_game
from plyground.paths import data_folder

app = typer.Typer(help="List, describe, add and compare networks.", no_args_is_help=True)

Maybe = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="Only the networks of this game.")
]
NetworkName = Annotated[str, typer.Argument(metavar="NAME", help="A network, as `nets list` says.")]
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Network files, or folders with some.")
]
Playouts = Annotated[int, typer.Option(min=1, help="The playouts of every move.")]
Games = Annotated[int, typer.Option(min=2, help="The number of games.")]
Workers = Annotated[int, typer.Option(min=1, help="The number of games played at the same time.")]


@app.command("list")
def list_networks(name: Maybe = None, load: Load = None, as_json: Json = False) -> None:
    """List the networks and tables of patterns that searches can use."""
    load_games(load)
    games = [find_game(name).name] if name else list(all_games())
    found = [
        _described(load_network(path, each))
        for game in games
        for each, path in network_files(game).items()
    ]
    rows = [row for row in found if row["game"] in games] + pattern_rows(games)
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(box=None)
    for column in ("network", "game", "size", "games", "generation"):
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*(str(row[column]) for column in ("network", "game", "size")), *_made(row))
    Console().print(table if rows else "There is no network yet; plyground train makes one.")


@app.command("show")
def show_network(
    game: GameName, name: NetworkName, load: Load = None, as_json: Json = False
) -> None:
    """Describe a network: what it plays, what it sees, how it was made."""
    load_games(load)
    its = find_game(game).name
    if name in pattern_files(its):
        row = described(find_patterns(name, its))
    else:
        row = _described(find_network(name, its))
    if as_json:
        print(json.dumps(row, indent=2))
        return
    for key, value in row.items():
        print(f"{key:12} {json.dumps(value) if isinstance(value, dict | list) else value}")


@app.command("add")
def add_networks(files: Files) -> None:
    """Copy networks into the data folder, where every search finds them by name."""
    tables = tables_in(files)
    found = [path for file in files for path in _network_paths(file) if path not in tables]
    if not found and not tables:
        raise ValueError(f"There is no file that ends in {ENDING} or .plypat.")
    for path in tables:
        add_table(path)
    for path in found:
        network = load_network(path)  # a damaged one is refused before anything is copied
        target = data_folder() / "networks" / network.header.game / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        print(f"{network.name} for {network.header.game}: {target}")


@app.command("compare")
def compare_networks(
    name: GameName,
    first: NetworkName,
    second: NetworkName,
    settings: Settings = None,
    games: Games = 20,
    playouts: Playouts = 100,
    workers: Workers = 1,
    load: Load = None,
) -> None:
    """Let two networks play a match."""
    load_games(load)
    game = find_game(name, **read_settings(settings))
    specs = [
        f"mcts:net={find_network(each, game.name).name},playouts={playouts}"
        for each in (first, second)
    ]
    match = matches.Match(game, specs[0], specs[1], games)
    print(matches.run(match, concurrency=workers, load=tuple(load or ())))


def _network_paths(file: Path) -> list[Path]:
    if file.is_dir():
        return sorted(file.glob(f"*{ENDING}"))
    return [file]


def _described(network: Network) -> dict[str, Any]:
    header = network.header
    return {
        "network": network.name,
        "game": header.game,
        "options": dict(header.options),
        "size": f"{header.blocks}x{header.channels}",
        "planes": list(header.planes),
        "score": header.has_score,
        "ownership": header.has_ownership,
        "kernel": network.core.kernel,
        "about": dict(header.about),
        "path": str(network.path),
    }


def _made(row: dict[str, Any]) -> tuple[str, str]:
    about = row["about"]
    return str(about.get("games", "")), str(about.get("generation", ""))
