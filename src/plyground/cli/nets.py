"""The commands about networks: `nets list`, `show`, `add`, `compare` and `export`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from plyground import matches
from plyground.cli.arguments import GameName, Json, Load, Settings, load_games, read_settings
from plyground.cli.convert import put
from plyground.cli.pattern_rows import add_table, described, pattern_rows, tables_in
from plyground.engine.network import NAME, Network, find_network, known_networks, load_network
from plyground.engine.network_file import ENDING, NetworkHeader, read_network
from plyground.engine.patterns import find_patterns, pattern_files
from plyground.engine.registry import all_games
from plyground.engine.registry import game as find_game
from plyground.extras import needed_for
from plyground.paths import data_folder

app = typer.Typer(help="List, describe, add, compare and export networks.", no_args_is_help=True)

Maybe = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="Only the networks of this game.")
]
NetworkName = Annotated[
    str, typer.Argument(metavar="NAME", help="A network, as `nets list` shows.")
]
Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE...", help="Network files, or folders that contain them."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace an existing file.")]
Playouts = Annotated[int, typer.Option(min=1, help="The number of playouts for each move.")]
Games = Annotated[int, typer.Option(min=2, help="The number of games.")]
Workers = Annotated[int, typer.Option(min=1, help="The number of games played at the same time.")]


@app.command("list")
def list_networks(name: Maybe = None, load: Load = None, as_json: Json = False) -> None:
    """List the networks and tables of patterns that searches can use."""
    load_games(load)
    rows = []
    for known in known_networks():
        try:
            header = read_network(known.path).header
        except ValueError as error:
            print(f"plyground: {error}", file=sys.stderr)
            continue
        if name in (None, header.game):
            rows.append(_described(known.name, known.path, header))
    rows += pattern_rows([name] if name else list(all_games()))
    if as_json:
        print(json.dumps(rows, indent=2))
        return
    table = Table(box=None)
    for column in ("network", "game", "size", "games", "generation"):
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*(str(row[column]) for column in ("network", "game", "size")), *_made(row))
    of = f" for {name}" if name else ""
    Console().print(
        table if rows else f"There is no network{of} yet. Create one with plyground train."
    )


@app.command("show")
def show_network(
    game: GameName, name: NetworkName, load: Load = None, as_json: Json = False
) -> None:
    """Describe a network: its game, its planes and its training."""
    load_games(load)
    its = find_game(game).name
    if name in pattern_files(its):
        row = described(find_patterns(name, its))
    else:
        network = find_network(name, its)
        row = _described(network.name, network.path, network.header)
        row["kernel"] = network.core.kernel
    if as_json:
        print(json.dumps(row, indent=2))
        return
    made = row.pop("about")
    for key, value in [*row.items(), *made.items()]:
        print(f"{key:12} {_shown(value)}")


@app.command("add")
def add_networks(files: Files, force: Force = False) -> None:
    """Copy networks into the data folder, where every search finds them by name."""
    tables = tables_in(files)
    found = [path for file in files for path in _network_paths(file) if path not in tables]
    if not found and not tables:
        raise ValueError(f"There is no file that ends in {ENDING} or .plypat.")
    networks = [load_network(path) for path in found]  # check all of them before copying any
    targets: dict[Path, Network] = {}
    for network in networks:
        target = _target(network, force=force)
        if (same := targets.setdefault(target, network)) is not network:
            raise ValueError(f"{same.path} and {network.path} have the same name.")
    for path in tables:
        add_table(path)
    for target, network in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        put(str(target), network.path.read_bytes(), force=True)
        print(f"{network.name} for {network.header.game}: {target}")


@app.command("export")
def export_network(
    name: GameName,
    network: NetworkName,
    out: Annotated[Path, typer.Option("--onnx", metavar="FILE", help="The ONNX file to write.")],
    settings: Settings = None,
    force: Force = False,
    load: Load = None,
) -> None:
    """Write a network as an ONNX file, for boards of one size."""
    load_games(load)
    found = find_network(network, find_game(name).name)
    options = read_settings(settings) if settings else found.header.options
    game = find_game(name, **options)
    found.judge(game.start())  # a ValueError says why it cannot play there
    with needed_for("onnx"):
        from plyground.engine.onnx_export import export
    put(str(out), export(read_network(found.path), game), force)
    rows, columns = len(game.start().rows), len(game.start().columns)
    print(f"{found.name} for {game.name} on boards of {rows} rows and {columns} columns: {out}")


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
    """Play a match between two networks."""
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
        return sorted(file.rglob(f"*{ENDING}"))
    return [file]


def _target(network: Network, *, force: bool) -> Path:
    """The destination of an added network; ValueError if another network is there."""
    game = network.header.game
    for name in (network.name, game):
        if not NAME.fullmatch(name):
            raise ValueError(
                f"In {network.path} the name {name[:80]!r} can't be used; a name has letters,"
                " digits, dots and dashes, and begins with a letter or a digit."
            )
    target = data_folder() / "networks" / game / f"{network.name}{ENDING}"
    if target.exists() and target.read_bytes() != network.path.read_bytes() and not force:
        raise ValueError(f"Another network {network.name} for {game} exists; --force replaces it.")
    return target


def _described(name: str, path: Path, header: NetworkHeader) -> dict[str, Any]:
    return {
        "network": name,
        "game": header.game,
        "options": dict(header.options),
        "size": f"{header.blocks}x{header.channels}",
        "planes": list(header.planes),
        "score": header.has_score,
        "ownership": header.has_ownership,
        "about": dict(header.about),
        "path": str(path),
    }


def _shown(value: Any) -> str:
    """A value for people.

    >>> _shown(["a", "b"]), _shown({"size": 9, "ko": None}), _shown(True)
    ('a, b', 'size=9, ko=none', 'yes')
    """
    if isinstance(value, dict):
        return ", ".join(f"{name}={_shown(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(map(_shown, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _made(row: dict[str, Any]) -> tuple[str, str]:
    about = row["about"]
    return str(about.get("games", "")), str(about.get("generation", ""))
