"""The commands that analyse a position: analyse, solve, trace."""

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from plyground.cli.arguments import (
    GameName,
    Json,
    Load,
    Moves,
    Settings,
    TableFile,
    Text,
    Threads,
    read_position,
    use_table,
)
from plyground.cli.tablebase import solve_all
from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.search import analyse as start_analysis
from plyground.engine.solution import Progress, Solution
from plyground.engine.solution import solve as solve_position
from plyground.engine.spec import limited
from plyground.engine.tracing import trace as record_trace
from plyground.solved.certificate import check_suffix
from plyground.solved.export import make_certificate

app = typer.Typer()


@app.command()
def analyse(
    name: GameName,
    player: Annotated[
        str, typer.Option("--player", metavar="SPEC", help="The search, as a spec.")
    ] = "search",
    settings: Settings = None,
    position: Text = None,
    moves: Moves = None,
    seconds: Annotated[float | None, typer.Option(help="The time limit in seconds.")] = None,
    depth: Annotated[int | None, typer.Option(help="The depth limit in plies.")] = None,
    nodes: Annotated[int | None, typer.Option(help="The limit on nodes.")] = None,
    lines: Annotated[int, typer.Option(help="How many lines to show.")] = 1,
    table_file: TableFile = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Search a position with increasing depth and report each result. Ctrl-C stops."""
    use_table(table_file, name)
    at = read_position(name, settings, position, moves, load)
    if seconds is None and depth is None and nodes is None:
        player = limited(player)
    with start_analysis(
        at, player, lines=lines, seconds=seconds, depth=depth, nodes=nodes
    ) as analysis:
        for report in analysis:
            print(_report_json(report) if as_json else _report_text(report), flush=True)


@app.command()
def solve(
    name: GameName,
    settings: Settings = None,
    position: Text = None,
    moves: Moves = None,
    seconds: Annotated[float | None, typer.Option(help="The time limit in seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(help="The limit on nodes.")] = None,
    memory: Annotated[int, typer.Option(help="The memory limit in megabytes.")] = 256,
    whole: Annotated[
        bool, typer.Option("--all", help="Solve every position and build a tablebase.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The tablebase that --all builds.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.proof", help="Write the proof for `plyground solved verify FILE.proof`."
        ),
    ] = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Prove the exact value of a position. Ctrl-C stops.

    With --all, solve every position of a small game and build its tablebase.
    """
    if whole:
        if settings or position or moves or seconds or nodes or certificate:
            raise ValueError(
                "--all solves the whole game with default options, from its first position."
            )
        solve_all(name, out, threads, as_json=as_json)
        return
    if out is not None or threads is not None:
        raise ValueError("--out and --threads need --all.")
    if certificate is not None:
        check_suffix(certificate)
    at = read_position(name, settings, position, moves, load)
    console = Console(stderr=True)
    with console.status("looking for a proof") as status:

        def show_progress(progress: Progress) -> None:
            bounds = f"from {progress.lower:g} to {progress.upper:g}"
            status.update(f"{progress.nodes} nodes; the value is {bounds}")

        solution = solve_position(
            at,
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            trust=certificate is None or bool(at.winning_sets()),
            on_progress=show_progress,
        )
        if certificate is not None and solution.verdict != "unknown":
            status.update("writing the certificate")
            make_certificate(at, solution).write(certificate)
    print(_solution_json(solution) if as_json else _solution_text(at, solution))


@app.command()
def trace(
    name: GameName,
    player: Annotated[
        str, typer.Option("--player", metavar="SPEC", help="The search to record, as a spec.")
    ] = "alphabeta:depth=3",
    settings: Settings = None,
    position: Text = None,
    moves: Moves = None,
    most: Annotated[int, typer.Option(help="The largest number of nodes to record.")] = 10_000,
    load: Load = None,
) -> None:
    """Record the tree of a textbook search as JSON."""
    at = read_position(name, settings, position, moves, load)
    print(json.dumps(record_trace(at, player, most=most)))


def _report_json(report: Report) -> str:
    best = {
        "move": report.move,
        "score": report.score,
        "win_chance": report.win_chance,
        "mate": report.mate,
        "exact": report.exact,
        "pv": list(report.pv),
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.seconds,
        "nodes_per_second": report.nodes_per_second,
        "lines": [vars(line) for line in report.lines],
    }
    return json.dumps(best)


def _report_text(report: Report) -> str:
    if not report.lines:
        return "The game is over."
    texts = []
    for line in report.lines:
        end = f" mate {line.mate}" if line.mate is not None else ""
        sure = " exact" if line.exact else ""
        texts.append(
            f"depth {report.depth} score {line.score:+.2f} chance {line.win_chance:.0%}{end}{sure}"
            f"  {' '.join(line.pv)}  ({report.nodes} nodes, {report.seconds:.2f} s)"
        )
    return "\n".join(texts)


def _solution_json(solution: Solution) -> str:
    known = {name: getattr(solution, name) for name in _SOLUTION_FIELDS}
    bounds = {
        name: bound if math.isfinite(bound) else None
        for name, bound in (("lower", solution.lower), ("upper", solution.upper))
    }
    return json.dumps({**known, **bounds})


_SOLUTION_FIELDS = (
    "verdict",
    "margin",
    "line",
    "nodes",
    "checked_nodes",
    "trusted_leaves",
    "seconds",
)


def _solution_text(at: Position, solution: Solution) -> str:
    effort = (
        f"{solution.nodes} nodes, of these {solution.checked_nodes} to check the proof,"
        f" in {solution.seconds:.2f} s"
    )
    if result := at.result():
        return f"The game is over: {result}"
    if solution.verdict == "unknown":
        known = [
            f"{word} {bound:g}"
            for word, bound in (("at least", solution.lower), ("at most", solution.upper))
            if math.isfinite(bound)
        ]
        sure = f"; the value is {' and '.join(known)}" if known else ""
        return f"unknown: not proven within the limits{sure}\n{effort}"
    size = abs(solution.margin or 0)
    by = f" by {size:g}" if at.counts_margin and size else ""
    return f"{at.turn} to move: {solution.verdict}{by}\nline: {' '.join(solution.line)}\n{effort}"
