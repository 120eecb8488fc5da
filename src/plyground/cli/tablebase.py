"""The commands about tablebases: `solve --all` builds one, `verify` checks it."""

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from plyground.cli.arguments import GameName, Json, TableFile, Threads
from plyground.engine import tablebase
from plyground.engine.stop import Stop
from plyground.engine.tablebase import build as making
from plyground.engine.tablebase.file import check_whole
from plyground.engine.tablebase.verify import Mismatch
from plyground.engine.tablebase.verify import verify as verify_table

app = typer.Typer()

_WRONG = 1


@app.command()
def verify(
    name: GameName,
    samples: Annotated[int, typer.Option(min=1, help="Positions to check.")] = 100_000,
    seed: Annotated[int, typer.Option(help="Seed for the choice of positions.")] = 0,
    threads: Threads = None,
    table_file: TableFile = None,
    as_json: Json = False,
) -> None:
    """Check a tablebase: its checksum, and the values of random positions.

    Each value is compared with the values after its moves, and with a plain search if the game
    ends within 9 plies. The exit status is 1 if a value is wrong.
    """
    if table_file is not None:
        tablebase.use(table_file)
    table = tablebase.find(name)
    if table is None:
        wrong = tablebase.problem(name) or f"There is no tablebase of {name}."
        raise ValueError(f"{wrong} {_advice(name)}")
    with _bar("comparing", samples) as move_to:
        try:
            check_whole(table.path)
            found = verify_table(
                table, samples=samples, seed=seed, threads=threads or _cores(), on_progress=move_to
            )
        except (Mismatch, ValueError) as error:
            print(f"plyground: {error}", file=sys.stderr)
            raise typer.Exit(_WRONG) from None
    if as_json:
        print(json.dumps({"file": str(table.path), **vars(found)}))
        return
    print(f"{table.path}: the checksum is right")
    print(f"{found.samples} positions: each value follows from the next positions")
    print(f"{found.decided} of them end within 9 plies: a plain search finds the same value")
    print(f"{found.undecided} others: it finds no end within 5 plies")


def solve_all(name: str, out: Path | None, threads: int | None, *, as_json: bool) -> None:
    """Builds the tablebase of a game and prints a summary."""
    path = tablebase.path_of(name) if out is None else out.expanduser()
    stop = Stop()
    with heeding_signals(stop) as caught:
        try:
            with _bar("beginning", 100) as move_to:
                built = making.build(
                    name,
                    path,
                    threads=threads or _cores(),
                    on_progress=lambda now: move_to(100 * now.share, now.phase, now.note),
                    stop=stop,
                )
        except making.Stopped as stopped:
            print(f"plyground: {stopped}", file=sys.stderr)
            raise typer.Exit(128 + caught[0]) from None
    print(json.dumps(_built_json(built)) if as_json else _built_text(built))


def _advice(name: str) -> str:
    """What to do if there is no tablebase."""
    if name in tablebase.games():
        return f"`plyground solve {name} --all` builds it."
    return f"Solved as a whole: {', '.join(tablebase.games())}."


def _cores() -> int:
    """The processors that this process may use."""
    mine = getattr(os, "sched_getaffinity", None)  # not every system has it
    return len(mine(0)) if mine else os.cpu_count() or 1


class _Mover:
    """Shows progress; without a terminal, only new phases."""

    def __init__(self, bar: Progress, words: str, total: float) -> None:
        self._bar = bar
        self._task = bar.add_task(words, total=total)
        self._shown_phase = ""

    def __call__(self, done: float, phase: str = "", note: str = "") -> None:
        if note:
            self._bar.console.print(note, markup=False, soft_wrap=True)
        if phase and phase != self._shown_phase and self._bar.disable:
            self._bar.console.print(phase)
        self._shown_phase = phase
        if phase:
            self._bar.update(self._task, description=phase)
        self._bar.update(self._task, completed=done)


@contextlib.contextmanager
def _bar(words: str, total: float) -> Iterator[_Mover]:
    columns = (TextColumn("{task.description}"), BarColumn())
    with Progress(
        *columns,
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True, highlight=False),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as bar:
        yield _Mover(bar, words, total)


@contextlib.contextmanager
def heeding_signals(stop: Stop) -> Iterator[list[int]]:
    """Sets `stop` on Ctrl-C or SIGTERM and remembers which; the work takes a moment to end."""
    caught = [int(signal.SIGINT)]

    def ask(number: int, _: object) -> None:
        caught[0] = number
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield caught
        return
    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)


def _built_json(built: making.Built) -> dict[str, Any]:
    counts = built.counts
    names = ("reachable", "over", "open", "wins", "losses", "draws", "longest")
    return {
        "game": built.game,
        "file": str(built.path),
        "bytes": built.path.stat().st_size,
        **{name: getattr(counts, name) for name in names},
        "by_value": {str(value): count for value, count in sorted(counts.by_value.items())},
        "start": built.start,
        "checked": built.checked,
        "seconds": built.seconds,
        "cpu_seconds": built.cpu_seconds,
        "memory": built.memory,
    }


def _built_text(built: making.Built) -> str:
    counts, plies = built.counts, abs(built.start)
    ends = f"loses in {plies} plies" if built.start < 0 else f"wins in {plies} plies"
    memory = f", {built.memory / 1e6:.0f} MB of memory" if built.memory else ""
    shares = f"{counts.wins:,} wins, {counts.losses:,} losses, {counts.draws:,} draws"
    effort = f"{built.seconds:.1f} s, {built.cpu_seconds:.1f} s of CPU time{memory}"
    rows = (
        f"{built.game}: {counts.reachable:,} reachable positions",
        f"game over, or the lion can be captured: {counts.over:,}",
        f"open: {counts.open:,}; for the side to move {shares}",
        f"the longest win takes {counts.longest} plies",
        f"the first player {ends if built.start else 'draws'}",
        f"checked: all counts, and {built.checked:,} values against the next positions",
        f"{built.path}: {built.path.stat().st_size:,} bytes",
        effort,
    )
    return "\n".join(rows)
