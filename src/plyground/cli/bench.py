"""The commands that measure speed."""

import json
from typing import Annotated, Any

import typer

from plyground import bench
from plyground.bench import strong
from plyground.cli.arguments import Json, Load, load_games

app = typer.Typer(help="Measure speed.", no_args_is_help=True)


@app.command("rules")
def rules(as_json: Json = False, load: Load = None) -> None:
    """Measure the speed of the rules on one thread."""
    load_games(load)
    rows = []
    for rate in bench.measure_rules():
        rows.append(rate)
        if not as_json:
            print(
                f"{rate.game:8} {rate.work:20} {rate.per_second / 1e6:10.3f} M {rate.unit:9}"
                f" target {rate.target / 1e6:7.3f} M ({rate.ratio:.1f}x)"
                f"  position {rate.position_bytes} bytes",
                flush=True,
            )
    if as_json:
        rates: list[dict[str, Any]] = [{**vars(rate), "ratio": rate.ratio} for rate in rows]
        print(json.dumps({"build": bench.build(), "rates": rates}, indent=2))
    else:
        print(f"build: {bench.build()}")


@app.command("search")
def search(
    as_json: Json = False,
    against: Annotated[str | None, typer.Option(help="Also measure: openspiel.")] = None,
) -> None:
    """Measure the speed of the textbook searches on one thread."""
    rows = []
    for row in bench.measure_search(against):
        rows.append(row)
        if not as_json:
            print(
                f"{row['work']:52} {row['nodes']:>10} nodes {row['cpu_seconds']:8.3f} s"
                f" {row['nodes_per_second'] / 1e6:9.3f} M nodes/s",
                flush=True,
            )
    if as_json:
        print(json.dumps({"build": bench.build(), "rows": rows}, indent=2))


@app.command("strong")
def strong_searches(
    seconds: Annotated[float, typer.Option(help="How long each search runs.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure the strong searches: playouts, nodes, threads, Robogo's timings."""
    for row in strong.measure_strong(seconds):
        if as_json:
            print(json.dumps({**vars(row), "kept": row.kept}), flush=True)
        else:
            sign = "at most" if row.less_is_better else "at least"
            mark = "" if row.kept else "  MISSED"
            print(f"{row.work:58} {row.figure:12.4g} {row.unit:10} {sign} {row.target:g}{mark}")


@app.command("ffo")
def ffo(
    first: Annotated[int, typer.Option(help="The first position.")] = 40,
    last: Annotated[int, typer.Option(help="The last position.")] = 44,
    as_json: Json = False,
) -> None:
    """Solve Othello endgames of the FFO suite and measure the time."""
    total, wrong = 0.0, 0
    for solved in bench.suite("ffo")(first, last):
        ending, report = solved.ending, solved.report
        total += solved.cpu_seconds
        wrong += not solved.right
        row = {
            "number": ending.number,
            "empties": ending.empties,
            "score": report.score,
            "move": report.move,
            "right": solved.right,
            "nodes": report.nodes,
            "cpu_seconds": solved.cpu_seconds,
        }
        if as_json:
            print(json.dumps(row), flush=True)
            continue
        print(
            f"FFO {ending.number} ({ending.empties} empty): {report.score:+g} {report.move}"
            f" {'right' if solved.right else 'WRONG'}, {report.nodes / 1e6:.1f} M nodes,"
            f" {solved.cpu_seconds:.2f} s, {report.nodes / solved.cpu_seconds / 1e6:.1f} M nodes/s",
            flush=True,
        )
    if not as_json:
        print(f"total {total:.2f} s of CPU time, build: {bench.build()}")
    if wrong:
        raise typer.Exit(1)
