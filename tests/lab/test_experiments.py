"""The committed studies: complete, repeatable, and reported as they are.

If a report changes for a good reason, `plyground lab report FOLDER` rewrites it. The test compares
`report.md`, which has all figures. The page with charts is not stored.
"""

import importlib.util
import json
import lzma
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest

from plyground.engine.registry import game as find_game
from plyground.engine.spec import read_spec
from plyground.lab import Experiment, Plan, Written, read_study
from plyground.lab.record_file import PACKED, open_records
from plyground.lab.report import PAGE, write
from plyground.lab.work import run_task
from plyground.matches import Opening
from plyground.records.journal import dump
from tests.lab.studies import timeless
from tests.project import ROOT

EXPERIMENTS = ROOT / "experiments"
FOLDERS = [file.parent for file in sorted(EXPERIMENTS.rglob("experiment.toml"))]
WRITTEN = [folder for folder in FOLDERS if (folder / PACKED).is_file()]
# Their records are large, and one command recreates them (experiments/README.md).
AGAIN_BY_COMMAND = {
    "go/area",
    "go/territory",
    "tuning/dobutsu-1-weights",
    "tuning/go-1-weights",
    "tuning/go-2-weights",
    "tuning/gomoku-1-weights",
    "tuning/othello-1-weights",
    "tuning/robogo-1-weights",
}
LARGEST = 2_000_000  # bytes of a file that every checkout contains
QUICK, LONG = 0.4, 10.0  # seconds that a task may take to be repeated
TEXTBOOK = {"minimax", "alphabeta", "random"}

_NUMBER = re.compile(r"[-+−]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")  # noqa: RUF001
_PLACE = re.compile(r"(?<![\w.~-])(?:/(?:tmp|work|root|home|Users|opt|var)/|[A-Z]:\\)")


def name_of(folder: Path) -> str:
    return folder.relative_to(EXPERIMENTS).as_posix()


def specs(head: Mapping[str, Any], record: Mapping[str, Any]) -> list[str]:
    """The specs of the players of a task."""
    players = head["players"]
    return [players[record[seat]] for seat in ("first", "second", "player") if seat in record]


def is_fixed(text: str) -> bool:
    """Whether a player always plays the same: the textbook, with a named evaluation.

    Othello's `patterns` are named, but their weights were learned anew after these studies.
    """
    if "patterns" in text:
        return False
    try:
        spec = read_spec(text)
    except ValueError:  # a program
        return False
    timed = "seconds" in spec.settings
    return (
        spec.algorithm in TEXTBOOK
        and not timed
        and ("eval" in spec.settings or spec.algorithm == "random")
    )


def can_be_repeated(folder: Path) -> bool:
    """Whether some tasks of a study can be repeated, judging by its head."""
    with open_records(folder / PACKED) as file:
        head = json.loads(file.readline())["study"]
    if head["kind"] == "random":
        return True
    met = [meeting[:2] for meeting in head["meetings"]] or [[name] for name in head["players"]]
    return any(all(is_fixed(head["players"][name]) for name in names) for names in met)


def effort(record: Mapping[str, Any]) -> float:
    """The processor seconds of a task."""
    if record["kind"] != "pair":
        return float(record["spent"]["cpu_seconds"])
    spent = [one for game in record["games"] for one in game["spent"].values()]
    return float(sum(one["cpu_seconds"] for one in spent))


def least_effort(folder: Path) -> float:
    """The seconds of the fastest of a study's first tasks."""
    with open_records(folder / PACKED) as file:
        lines = [json.loads(line) for line in islice(file, 1, 20)]
    return min((effort(line) for line in lines if "task" in line), default=0)


def kind_of(folder: Path) -> str:
    """The kind in the experiment's file."""
    text = (folder / "experiment.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["kind"])


# Every run checks one study of each kind, and `make test-deep` all of them.
DAILY = {kind_of(folder): folder for folder in reversed(WRITTEN)}.values()


def marked(folders: list[Path]) -> list[Any]:
    """The studies; some are marked as deep."""
    return [
        pytest.param(one, id=name_of(one), marks=() if one in DAILY else pytest.mark.deep)
        for one in folders
    ]


studies = pytest.mark.parametrize("folder", marked(WRITTEN))
REPEATABLE = [folder for folder in WRITTEN if can_be_repeated(folder)]
repeatable = pytest.mark.parametrize("folder", REPEATABLE, ids=name_of)
quickly_repeatable = pytest.mark.parametrize(
    "folder", marked([folder for folder in REPEATABLE if least_effort(folder) < 5 * QUICK])
)


@cache
def written(folder: Path) -> tuple[Experiment, Written]:
    return Experiment.read(folder / "experiment.toml"), read_study(folder)


def replaying(study: Written, experiment: Experiment) -> Plan:
    """The plan, with the openings of the records, because the way they are drawn may change."""
    known = {
        record["pair"]: Opening.of_json(record["opening"])
        for record in study.records
        if record["kind"] == "pair"
    }
    return Plan(experiment, known)


def test_studies_are_committed_and_listed() -> None:
    assert len(WRITTEN) >= 10
    listed = (EXPERIMENTS / "README.md").read_text(encoding="utf-8")
    rooms = {folder.relative_to(EXPERIMENTS).parts[0] for folder in FOLDERS}
    assert {room for room in rooms if f"[{room}](" not in listed} == set()


@studies
def test_a_study_is_whole_and_belongs_to_its_experiment(folder: Path) -> None:
    experiment, study = written(folder)
    settings = json.loads(dump(experiment.settings()))
    assert {name: study.head.get(name) for name in settings} == settings
    ids = Plan(experiment).ids
    done = [record["task"] for record in study.records]
    assert study.head["tasks"] == len(ids)
    assert [record["number"] for record in study.records] == list(range(len(done)))
    assert done == list(ids[: len(done)])
    if experiment.kind == "sprt":  # ends by itself
        assert done
    else:
        assert len(done) == len(ids)


@studies
def test_recorded_moves_give_the_recorded_results(folder: Path) -> None:
    _, study = written(folder)
    game = find_game(study.head["game"], **study.head["options"])
    pairs = [record for record in study.records if record["kind"] == "pair"]
    for record in pairs[:: max(1, len(pairs) // 10)]:
        start = Opening.of_json(record["opening"]).play(game)
        for played in record["games"]:
            moves = played["moves"].split()
            end = start.play_all(moves[len(record["opening"]["moves"]) :])
            assert len(moves) == played["plies"]
            assert played["points"] == {None: 0.5, played["first"]: 1}.get(played["winner"], 0)
            result = end.result()
            # resigned, adjudicated; dead stones were removed
            if result is None or game.name == "go":
                continue
            assert (result.winner, result.code) == (played["winner"], played["ending"])
            sign = 1 if result.winner == played["first"] else -1
            assert played["margin"] == (None if result.margin is None else sign * result.margin)


@studies
def test_a_report_is_what_the_records_say(folder: Path, tmp_path: Path) -> None:
    _, words = write(folder, tmp_path / PAGE)
    kept = (folder / "report.md").read_text(encoding="utf-8")
    assert differences(kept, words.read_text(encoding="utf-8")) == []


@pytest.mark.deep
def test_the_tables_about_othello_are_what_the_records_say() -> None:
    spec = importlib.util.spec_from_file_location(
        "othello_tables", EXPERIMENTS / "othello" / "tables.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (EXPERIMENTS / "othello" / "README.md").read_text(encoding="utf-8")
    assert text.count("<!-- ") == len(module.TABLES)
    assert differences(text, module.filled(text)) == []


@studies
def test_no_file_names_a_place_on_a_machine_or_is_too_large(folder: Path) -> None:
    for file in filter(Path.is_file, (*folder.iterdir(), *folder.parent.iterdir())):
        assert file.stat().st_size < LARGEST, file.name
        opener = lzma.open if file.suffix == ".xz" else open
        with opener(file, "rb") as opened:
            assert _PLACE.search(opened.read().decode()) is None, file.name


@quickly_repeatable
def test_some_tasks_done_again_give_the_same_records(folder: Path) -> None:
    again(folder, QUICK, 3)


@pytest.mark.deep
@repeatable
def test_many_tasks_done_again_give_the_same_records(folder: Path) -> None:
    again(folder, LONG, 10)


def again(folder: Path, seconds: float, most: int) -> None:
    """Repeats some of the shorter tasks; at least the fastest."""
    experiment, study = written(folder)
    fixed = [record for record in study.records if all(map(is_fixed, specs(study.head, record)))]
    least = min(map(effort, fixed))
    wanted = {one["task"]: timeless(one) for one in fixed if effort(one) <= max(seconds, least)}
    chosen = list(wanted)[:: -(-len(wanted) // most)]
    others = set(Plan(experiment).ids) - set(chosen)
    tasks = list(replaying(study, experiment).missing(others))
    assert [task.id for task in tasks] == chosen
    for task in tasks:
        done = timeless(run_task(task))
        assert {"number": wanted[task.id]["number"], **done} == wanted[task.id]


def differences(one: str, two: str) -> list[str]:
    """The first few differences between two texts beyond the last digit of a number.

    >>> differences("1.25 Elo, p 3e-05", "1.26 Elo, p 3e-05"), differences("1 win", "3 wins")
    ([], ['1 win | 3 wins'])
    """
    lines = zip_longest(one.splitlines(), two.splitlines(), fillvalue="")
    return [f"{old} | {new}" for old, new in lines if old != new and not alike(old, new)][:5]


def alike(one: str, two: str) -> bool:
    """Whether two lines have the same words, and numbers that differ only in their last digit."""
    if _NUMBER.split(one) != _NUMBER.split(two):
        return False
    return all(map(close, _NUMBER.findall(one), _NUMBER.findall(two)))


def close(one: str, two: str) -> bool:
    """Whether two printed numbers may be the same number, rounded differently."""
    steps = [10.0 ** (exponent(each) - decimals(each)) for each in (one, two)]
    return abs(value(one) - value(two)) <= 1.01 * max(steps)


def decimals(number: str) -> int:
    return len(number.partition("e")[0].partition(".")[2])


def exponent(number: str) -> int:
    return int(number.partition("e")[2] or 0)


def value(number: str) -> float:
    return float(number.replace(",", "").replace("−", "-"))  # noqa: RUF001


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("A: +12 Elo", "A: +12 Elo", True),
        ("A: +12 Elo", "A: +13 Elo", True),
        ("A: +12 Elo", "A: +14 Elo", False),
        ("A: +12 Elo", "B: +12 Elo", False),
        ("p 1.2e-14", "p 1.3e-14", True),
        ("p 1.2e-14", "p 1.2e-12", False),
        ("1,234 nodes", "1,236 nodes", False),
        ('x="10.25"', 'x="10.26"', True),
        ("won", "won 1", False),
    ],
)
def test_comparison_ignores_the_last_digit_only(one: str, two: str, same: bool) -> None:
    assert (differences(one, two) == []) == same


def test_every_experiment_has_its_report() -> None:
    wanted = ("experiment.toml", "report.md", PACKED)
    missing = [
        folder / name
        for folder in FOLDERS
        for name in wanted
        if not (name == PACKED and name_of(folder) in AGAIN_BY_COMMAND)
    ]
    assert [path for path in missing if not path.is_file()] == []
