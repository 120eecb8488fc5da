"""The command about opening books: `plyground book GAME build` and `plyground book GAME show`."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from plyground.books import Book, BookMove, find
from plyground.books.book import load
from plyground.books.build import Plan
from plyground.books.build import build as build_book
from plyground.books.finding import path_of
from plyground.books.listing import list_moves
from plyground.cli.arguments import GameName, Json, Load, Moves, Settings, load_games, read_settings
from plyground.cli.tablebase import heeding_signals
from plyground.engine import registry
from plyground.engine.game import Game, Position
from plyground.engine.spec import ALGORITHMS, read_spec
from plyground.engine.stop import Stop

app = typer.Typer()

_SEARCH = "search:nodes=500000"
_MOST = 100_000
_LINES = 12  # of the console without a terminal, for a whole book

Action = Annotated[str, typer.Argument(metavar="build|show", help="Build a book, or show one.")]
File = Annotated[
    Path | None, typer.Option("--book", metavar="FILE", help="The book's file; default: our own.")
]


@app.command()
def book(
    name: GameName,
    action: Action,
    settings: Settings = None,
    moves: Moves = None,
    positions: Annotated[
        int, typer.Option(min=1, max=_MOST, help="build: how many positions to search in all.")
    ] = 100,
    player: Annotated[
        str, typer.Option("--search", metavar="SPEC", help="build: the search of a position.")
    ] = _SEARCH,
    lines: Annotated[
        int, typer.Option(min=1, max=20, help="build: how many moves of a position.")
    ] = 4,
    proof_nodes: Annotated[
        int, typer.Option(min=0, help="build: also look for a proof, with this many nodes.")
    ] = 0,
    book_file: File = None,
    load_files: Load = None,
    as_json: Json = False,
) -> None:
    """Build or show a book of openings.

    `build` searches the most likely positions, one after the other, and can be stopped and
    continued. `show` prints the moves of a position, which `--moves` leads to.
    """
    load_games(load_files)
    game = registry.game(name, **read_settings(settings))
    if action == "build":
        if moves:
            raise ValueError("A book begins at the start of the game: --moves is for `show`.")
        plan = Plan(_checked(player), lines, proof_nodes)
        _build(game, book_file or path_of(game), plan, positions)
    elif action == "show":
        _show(game, book_file, moves, as_json=as_json)
    else:
        raise ValueError(f"After the game comes build or show, not {action[:40]!r}.")


def _checked(player: str) -> str:
    spec = read_spec(player)
    if spec.algorithm not in ("search", "mcts") or not {"nodes", "depth", "playouts"} & set(
        spec.settings
    ):
        takes = ", ".join(name for name in ALGORITHMS if name in ("search", "mcts"))
        raise ValueError(
            f"A book is searched by {takes} with a limit in nodes, depth or playouts, not by"
            f" {player[:60]!r}."
        )
    return player


def _build(game: Game, path: Path, plan: Plan, positions: int) -> None:
    console = Console(stderr=True, highlight=False)
    stop, begin = Stop(), time.monotonic()
    with heeding_signals(stop) as caught, console.status("opening the book") as status:
        before: list[int] = []

        def show_progress(done: int, position: Position) -> None:
            before.append(done)
            spent = time.monotonic() - begin
            searched = done - before[0]
            left = f", {spent / searched * (positions - done):.0f} s left" if searched else ""
            after = " ".join(position.played) or "the start"
            text = f"{done} of {positions} positions{left}: {after}"
            if console.is_terminal:
                status.update(text)
            elif searched % max(1, positions // _LINES) == 0:
                console.print(text, markup=False, soft_wrap=True)

        built = build_book(game, path, plan, positions, stop=stop, on_progress=show_progress)
    size = path.stat().st_size
    print(f"{path}: {len(built)} positions up to {built.deepest} plies, {size:,} bytes")
    if stop.is_set():
        print("plyground: Stopped. The same command continues.", file=sys.stderr)
        raise typer.Exit(128 + caught[0])


def _show(game: Game, path: Path | None, moves: str | None, *, as_json: bool) -> None:
    found = load(path) if path is not None else find(game)
    if found is None:
        raise ValueError(
            f"There is no book of {game!r}. `plyground book {game.name} build` makes one."
        )
    if found.game != game:
        raise ValueError(f"{path} is a book of {found.game!r}, not of {game!r}; see --set.")
    position = game.start().play_all(moves or "")
    if as_json:
        rows = found.moves(position, images=False)
        print(json.dumps([_json(found, position, row) for row in rows]))
        return
    print(f"{len(found)} positions up to {found.deepest} plies, by {found.contents.search}")
    print(position.ascii())
    print(list_moves(found, position))


def _json(found: Book, position: Position, row: BookMove) -> dict[str, Any]:
    line = [row.move, *found.line(position.play(row.move))]
    return {
        "move": row.move,
        "chance": row.chance,
        "proven": row.proven,
        "mate": row.mate,
        "line": line,
    }
