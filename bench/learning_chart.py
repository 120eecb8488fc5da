"""What learning costs, as charts: Elo against processor time, and against games.

`python bench/learning_chart.py NAME TITLE RUN...` reads the logs of training runs and
writes docs/images/learning-NAME-time.svg and docs/images/learning-NAME-games.svg. A run's networks
are rated by all games in its log; the untrained network has 0.
"""

import argparse
import itertools
import json
from pathlib import Path
from typing import Any

from plyground.lab.report.charts import Axis, Curve, curves

IMAGES = Path(__file__).parents[1] / "docs" / "images"
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1b1f24 } .soft { fill: #57606a }
.title { font-size: 13.5px; font-weight: 600 } .grid { stroke: #d0d7de }
.curve, .bar { fill: none; stroke-width: 2 } .zero { stroke: #57606a; stroke-dasharray: 3 3 }
"""
COLORS = ("#005f9e", "#c04a00", "#007a58", "#a8508a", "#8a6d00")


def read(run: Path) -> list[dict[str, Any]]:
    """The log of a run, one row per generation."""
    return [json.loads(line) for line in (run / "log.jsonl").read_text("utf-8").splitlines()]


def curve(run: Path, cost: str, unit: float) -> Curve:
    """The Elo of the measured networks of a run over the sum of a column of its log."""
    log = read(run)
    sums = dict(
        zip(
            (row["generation"] for row in log),
            itertools.accumulate(row[cost] / unit for row in log),
            strict=True,
        )
    )
    ratings: list[Any] = next((row["elo"] for row in reversed(log) if row["elo"]), [])
    found = {int(each["player"].partition("@")[2] or -1): each for each in ratings}
    shown = sorted(number for number in found if number in sums)
    points = [(0.0, 0.0), *((sums[number], found[number]["elo"]) for number in shown)]
    bars = [(0.0, 0.0), *((found[number]["low"], found[number]["high"]) for number in shown)]
    return Curve(run.name, points, bars)


def picture(title: str, runs: list[Path], cost: str, unit: float, name: str) -> str:
    """The chart as a separate file."""
    lines = [curve(run, cost, unit) for run in runs]
    about = "Elo above the untrained network, with 95 % intervals."
    chart = curves(title, about, lines, (Axis(name), Axis("Elo")))
    style = STYLE + "".join(
        f".s{number} {{ stroke: {color} }} .f{number} {{ fill: {color} }}\n"
        for number, color in enumerate(COLORS)
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="720"'
    chart = chart.replace("<svg", head, 1)
    paper = '<rect x="0" y="-26" width="480" height="1000" fill="#ffffff"/>'
    return chart.replace("</desc>", f"</desc>\n<style>{style}</style>{paper}", 1) + "\n"


def main() -> None:
    """Writes both charts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("title")
    parser.add_argument("runs", nargs="+", type=Path)
    given = parser.parse_args()
    for kind, cost, unit, axis in (
        ("time", "cpu_seconds", 60, "minutes of processor time"),
        ("games", "games", 1000, "thousands of games"),
    ):
        path = IMAGES / f"learning-{given.name}-{kind}.svg"
        path.write_text(picture(given.title, given.runs, cost, unit, axis), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
