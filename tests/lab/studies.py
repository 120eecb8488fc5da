"""Experiments for tests that take almost no time."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from plyground.lab import Experiment, Study
from plyground.lab.work import run_task

ROUND_ROBIN = """\
name = "small"
title = "Who is best?"
kind = "round_robin"
game = "othello"
games = 4
seed = 5
openings = "random:2"

[options]
size = 4

[players]
greedy = "alphabeta:depth=1,eval=coins"
deeper = "search:nodes=200,resign=off"
dice = "random"
"""

NODES = """\
name = "nodes"
kind = "nodes"
game = "dobutsu"
depths = [3, 5]

[options]
try = "entry"
hand = "distinct"

[players]
minimax = "minimax:eval=pieces,list=original,repetition=off"
pruned = "alphabeta:eval=pieces,list=original,repetition=off"
"""

TIMING = """\
name = "timing"
kind = "timing"
game = "robogo"
repeats = 2

[players]
ours = "search"

[[cases]]
title = "4x4, line 3"
options = { size = 4, line = 3, captures = "no", pass = "no" }
moves = "D1 C2 B3"
depths = [2, 3]

[[cases]]
options = { size = 5, line = 4 }
moves = "C3"
depths = [2]
"""

RANDOM = """\
name = "chance"
kind = "random"
game = "go"
games = 120

[vary]
size = [3, 5]
komi = [0.5, 6.5]
"""

LADDER = """\
name = "ladder"
kind = "ladder"
game = "dobutsu"
games = [4, 2]
openings = "random:2"

[players]
"level:1" = "level:1"
"level:2" = "level:2"
"level:3" = "level:3"
"""


def do_all(folder: Path, text: str = ROUND_ROBIN) -> None:
    """Does the tasks of a study in this process, one after the other."""
    with Study(folder, Experiment.of(text)) as study:
        for task in study.plan.missing(study.done):
            study.add(run_task(task))


def lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of a study's file."""
    text = (folder / "records.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def records(folder: Path) -> dict[str, dict[str, Any]]:
    """The records by task, without machine-dependent parts; each task at most once."""
    found = [line for line in lines(folder) if "task" in line]
    by_task = {record["task"]: timeless(record) for record in found}
    assert len(by_task) == len(found)
    return by_task


def timeless(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without its seconds."""
    kept = {name: value for name, value in record.items() if name != "spent"}
    if "games" in kept and isinstance(kept["games"], Iterable):
        kept["games"] = [timeless(game) for game in kept["games"]]
    return kept
