"""The commands about puzzles: `puzzles make`, `puzzles list` and `puzzles check`."""

import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from plyground import puzzles
from plyground.cli.arguments import (
    GameName,
    Load,
    Settings,
    TableFile,
    load_games,
    read_settings,
    use_table,
)
from plyground.cli.match import INTERRUPTED, TERMINATED, Terminated, ending_early, make_bar
from plyground.engine import registry
from plyground.engine.game import Game
from plyground.puzzles import Puzzle, again
from plyground.puzzles.make import PuzzleRequest, make, usual
from plyground.puzzles.puzzle_file import head, numbered, read_file, write_line, write_options

app = typer.Typer(no_args_is_help=True, help="Make, list and check puzzles.")

_WRONG = 1
_FEWER = 3

Count = Annotated[int, typer.Option(help="The number of puzzles.")]
Seed = Annotated[int, typer.Option(help="Seed for the games that puzzles are taken from.")]
Plies = Annotated[
    str | None, typer.Option(metavar="A-B", help="Plies to the win; in endgames, empty points.")
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write to this file instead of the screen.")
]
Add = Annotated[bool, typer.Option("--add", help="Add to the file, without duplicates.")]
Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Puzzle files, named after their game.")
]


@app.command("make")
def make_puzzles(
    name: GameName,
    settings: Settings = None,
    count: Count = 10,
    seed: Seed = 1,
    plies: Plies = None,
    out: Out = None,
    add: Add = False,
    table_file: TableFile = None,
    load: Load = None,
) -> None:
    """Find puzzles in games between levels: positions with only one winning move.

    In Go, only one move captures. Every puzzle is proved. Ctrl-C keeps the puzzles found so far.
    The exit status is 3 if there are fewer than requested.
    """
    load_games(load)
    use_table(table_file, name)
    game = registry.game(name, **read_settings(settings))
    least, most = usual(game) if plies is None else _read_plies(plies)
    request = PuzzleRequest(game, count, seed, least, most)
    known = _known(out, game, add=add)
    found: list[Puzzle] = []
    status = _find(request, known, found)
    rows = [*known, *found]
    rows.sort(key=lambda one: (one.rating, one.plies, one.position))
    _write(game, rows, out)
    if status == 0 and len(found) < count:
        status = _FEWER
        print(f"plyground: Only {len(found)} could be found.", file=sys.stderr)
    raise typer.Exit(status)


def _read_plies(text: str) -> tuple[int, int]:
    given = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    if given is None:
        raise ValueError(f"--plies takes one or two numbers, such as 3-5, not {text[:40]!r}.")
    return int(given[1]), int(given[2] or given[1])


def _known(out: Path | None, game: Game, *, add: bool) -> list[Puzzle]:
    """The puzzles that are already in the file."""
    if out is None:
        if add:
            raise ValueError("--add needs a file: --out FILE.")
        return []
    if str(out) == "-":
        raise ValueError("--out takes a file name; without --out, the puzzles are printed.")
    folder = out.absolute().parent
    if out.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise ValueError(
            f"{out} can't be written: --out needs a file in an existing, writable folder."
        )
    if not out.exists():
        return []
    if not add:
        raise ValueError(f"{out} exists; use --add to add to it, or choose another name.")
    return read_file(out, game.name)


def _find(request: PuzzleRequest, known: list[Puzzle], found: list[Puzzle]) -> int:
    """Searches for puzzles; returns the exit status if it ended early."""
    with make_bar() as bar, ending_early():
        task = bar.add_task("playing", total=request.count)

        def show(games: int, puzzles_: int) -> None:
            bar.update(task, description=f"{games} games", completed=puzzles_)

        try:
            for one in make(request, known, show):
                found.append(one)  # noqa: PERF402 - what was found must outlive an interrupt
        except KeyboardInterrupt as ended:
            return TERMINATED if isinstance(ended, Terminated) else INTERRUPTED
    return 0


def _write(game: Game, rows: list[Puzzle], out: Path | None) -> None:
    text = head(game.title) + "".join(f"{write_line(one)}\n" for one in rows)
    if out is None:
        print(text, end="")
    else:
        part = out.with_name(f"{out.name}.part")  # keep a file that puzzles are added to
        part.write_text(text, encoding="utf-8")
        part.replace(out)


@app.command("list")
def list_puzzles(
    name: Annotated[
        str | None, typer.Argument(metavar="GAME", help="List every puzzle of this game.")
    ] = None,
) -> None:
    """List the puzzles: their number in each game, or all of one game."""
    if name is None:
        table = Table("game", "puzzles", "by rating, 1 to 5", box=None)
        for game in puzzles.games():
            ratings = Counter(one.rating for one in puzzles.puzzles(game))
            counts = " ".join(str(ratings[rating]) for rating in range(1, 6))
            table.add_row(game, str(ratings.total()), counts)
        Console().print(table)
        return
    rows = puzzles.puzzles(name)
    if not rows:
        known = ", ".join(puzzles.games())
        raise ValueError(f"There are no puzzles for {name[:40]!r}; there are puzzles for: {known}.")
    for one in rows:
        claim = f"{one.claim} {one.target}".rstrip()
        about = f"{one.id} {one.rating} {one.side} {claim} {one.asked}/{one.plies}"
        print(f"{about} {write_options(one.options)} {one.position}")


@app.command()
def check(files: Files, table_file: TableFile = None, load: Load = None) -> None:
    """Check every puzzle of a file with a second method.

    Errors are reported with their line, and the exit status is 1. A file is named after its
    game: gomoku.txt. A file puzzles.txt has the game of its folder.
    """
    load_games(load)
    use_table(table_file)
    wrong = sum(_check(file) for file in files)
    if wrong:
        raise typer.Exit(_WRONG)


def _check(file: Path) -> int:
    """Prints the faults of a file, and returns their number."""
    name = file.resolve().parent.name if file.name == "puzzles.txt" else file.name.partition(".")[0]
    registry.game(name)  # report a wrong file name before proving anything
    rows = numbered(file, name)
    wrong, ways = 0, Counter[str]()
    with make_bar() as bar:
        task = bar.add_task(file.name, total=len(rows))
        for number, one in rows:
            try:
                ways[again.prove(one)] += 1
            except again.Fault as fault:
                wrong += 1
                print(f"plyground: {file}, line {number}: {fault}", file=sys.stderr)
            bar.advance(task)
    for way, count in sorted(ways.items()):
        print(f"{file}: {count} {way}")
    return wrong
