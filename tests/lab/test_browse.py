"""Studies in one line each, anywhere below a folder, and `plyground lab list`."""

import json
from itertools import islice
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.lab import Experiment, Study
from plyground.lab.browse import overview, stamp_of
from plyground.lab.store import find_studies
from plyground.lab.work import run_task
from tests.lab.studies import NODES, RANDOM, ROUND_ROBIN, do_all


def test_studies_within_folders_are_found_but_not_hidden_ones(tmp_path: Path) -> None:
    for place in ("b/deep/er", "a", ".hidden/a", "1/2/3/4/5"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "records.jsonl").touch()
    found = [each.relative_to(tmp_path).as_posix() for each in find_studies(tmp_path)]
    assert found == ["a", "b/deep/er"]


def test_line_shows_progress_and_standing(tmp_path: Path) -> None:
    with Study(tmp_path, Experiment.of(RANDOM)) as study:
        for task in islice(study.plan.missing(study.done), 2):
            study.add(run_task(task))
        known = overview(tmp_path)
        assert (known.state, known.done, known.tasks) == ("running", 2, 8)
        assert known.standing.startswith("black wins ")
    known = overview(tmp_path)
    assert (known.state, known.name) == ("stopped", "chance")
    assert (known.kind, known.game) == ("random", "go")
    assert len(known.dates) == 1
    do_all(tmp_path, RANDOM)
    assert overview(tmp_path).state == "finished"


def test_a_folder_without_records_is_listed_with_its_problem(tmp_path: Path) -> None:
    known = overview(tmp_path / "gone")
    assert (known.state, known.name) == ("broken", "gone")
    assert known.trouble.endswith(".")
    assert stamp_of(tmp_path) is None


def listed(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    """The command's output."""
    with pytest.raises(SystemExit) as ended:
        main(["lab", "list", str(folder), *options])
    assert ended.value.code == 0
    return capsys.readouterr().out


def test_list_shows_all_studies_and_broken_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    do_all(tmp_path / "within" / "nodes", NODES)
    do_all(tmp_path / "robin", ROUND_ROBIN)
    (tmp_path / "[bold]").mkdir()
    (tmp_path / "[bold]" / "records.jsonl").write_text("[/]\n", encoding="utf-8")
    rows = {row["name"]: row for row in json.loads(listed(tmp_path, capsys, "--json"))}
    assert {name: row["state"] for name, row in rows.items()} == {
        "[bold]": "broken",
        "nodes": "finished",
        "small": "finished",
    }
    assert rows["nodes"]["standing"] == "pruned depth 5: 1258 nodes"
    assert rows["nodes"]["folder"] == str(tmp_path / "within" / "nodes")
    shown = listed(tmp_path, capsys)
    assert "[bold]" in shown
    assert "within/nodes" in shown, "the folder, which a report is asked for by"
