"""The folder of a study: written records stay, incomplete lines go, others are kept out."""

import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from plyground.lab import Experiment, Study, frame, pairings, read_study, rows
from plyground.lab.record_file import is_running
from plyground.lab.store import find_studies
from plyground.lab.work import run_task
from tests.lab.studies import LADDER, NODES, RANDOM, ROUND_ROBIN, TIMING, do_all, lines, records

SMALL = Experiment.of(ROUND_ROBIN)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("studies") / "small"
    do_all(folder)
    return folder


def copy(finished: Path, folder: Path, size: int | None = None) -> Path:
    """The study, or the part of its file that was written when a program was killed."""
    folder.mkdir(exist_ok=True)
    data = (finished / "records.jsonl").read_bytes()
    (folder / "records.jsonl").write_bytes(data[:size])
    return folder


def test_the_head_says_all_that_the_records_depend_on(finished: Path) -> None:
    head = lines(finished)[0]["study"]
    assert (head["format"], head["seed"], head["tasks"]) == (1, 5, 6)
    assert head["players"] == dict(SMALL.players)
    assert head["title"] == "Who is best?"
    assert {"plyground", "core", "python", "system", "processors", "date"} <= set(head["played"])
    assert (finished / "experiment.toml").read_text() == ROUND_ROBIN


def test_the_band_of_a_ladder_stands_in_its_head(tmp_path: Path) -> None:
    """The file sets it; the records do not depend on it, so it may change later."""
    text = "band = [60, 80]\n" + LADDER
    with Study(tmp_path / "asked", Experiment.of(text)):
        assert lines(tmp_path / "asked")[0]["study"]["band"] == [60, 80]
    with Study(tmp_path / "later", Experiment.of(LADDER)):
        assert "band" not in lines(tmp_path / "later")[0]["study"]
    assert read_study(tmp_path / "later").head["band"] is None
    with Study(tmp_path / "later", Experiment.of(text)) as study:
        assert list(study.experiment.band or ()) == [60, 80]
    with Study(tmp_path / "other", SMALL):
        assert "band" not in lines(tmp_path / "other")[0]["study"]


@pytest.mark.parametrize(
    ("line", "band"), [("band = [60, 80]", [60, 80]), ("band = [80]", None), ("band =", None)]
)
def test_a_band_may_be_added_to_the_file_of_a_study(
    tmp_path: Path, line: str, band: list[float] | None
) -> None:
    with Study(tmp_path, Experiment.of(LADDER)):
        (tmp_path / "experiment.toml").write_text(f"{line}\n{LADDER}")
    assert read_study(tmp_path).head["band"] == band
    (tmp_path / "experiment.toml").unlink()
    assert read_study(tmp_path).head["band"] is None


@pytest.mark.parametrize("band", ["65", "[65]", "[85, 65]", "[-1, 50]", "[50, 101]", "['a', 'b']"])
def test_invalid_band_is_refused(band: str) -> None:
    with pytest.raises(ValueError, match="line 1: band can be two numbers from 0 to 100, such as"):
        Experiment.of(f"band = {band}\n{LADDER}")


def test_a_finished_study_has_nothing_left_to_do(finished: Path, tmp_path: Path) -> None:
    folder = copy(finished, tmp_path)
    with Study(folder, SMALL) as study:
        assert list(study.plan.missing(study.done)) == []
        record = study.done[study.plan.ids[0]]
        assert not study.add(record)
    assert lines(folder) == lines(finished)
    assert read_study(folder).is_finished


def test_study_cut_anywhere_continues_to_the_same_records(finished: Path, tmp_path: Path) -> None:
    data, dice = (finished / "records.jsonl").read_bytes(), random.Random(9)
    ends = [place for place, byte in enumerate(data) if byte == ord("\n")]
    cuts = {0, 1, 9, 20, ends[0], ends[0] + 1, ends[1] - 1, ends[2], ends[3] + 1, len(data) - 1}
    for number, cut in enumerate(sorted(cuts | set(dice.choices(range(len(data)), k=6)))):
        folder = copy(finished, tmp_path / str(number), cut)
        whole = max(0, data[:cut].count(b"\n") - 1)
        with Study(folder, SMALL) as study:
            assert len(study.done) == whole
            for task in study.plan.missing(study.done):
                study.add(run_task(task))
        assert records(folder) == records(finished)
        assert (folder / "records.jsonl").read_bytes().startswith(data[: ends[whole] + 1])


def test_a_continued_study_says_so(finished: Path, tmp_path: Path) -> None:
    size = (finished / "records.jsonl").read_bytes().rstrip().rfind(b"\n") + 1
    folder = copy(finished, tmp_path, size)
    with Study(folder, SMALL):
        pass
    assert "continued" in lines(folder)[-1]["note"]
    assert len(read_study(folder).versions) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("games = 4", "games = 6", "its meetings is [["),
        ("seed = 5", "seed = 6", "its seed is 5, not 6; a study can't change"),
        ("nodes=200", "nodes=201", "its players is {"),
        ("random:2", "random:3", 'its openings is "random:2", not "random:3"'),
        ("round_robin", "gauntlet", 'its kind is "round_robin", not "gauntlet"'),
        ('"small"', '"other"', 'its name is "small", not "other"'),
    ],
)
def test_a_changed_experiment_is_refused(
    finished: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    folder = copy(finished, tmp_path)
    before = (folder / "records.jsonl").read_bytes()
    with pytest.raises(ValueError, match="holds a study of another experiment") as refused:
        Study(folder, Experiment.of(ROUND_ROBIN.replace(old, new)))
    assert message in str(refused.value)
    assert (folder / "records.jsonl").read_bytes() == before


def test_an_experiment_that_was_never_run_is_not_overwritten(tmp_path: Path) -> None:
    mine = tmp_path / "experiment.toml"
    mine.write_text("name = 'a draft'\n")
    with pytest.raises(ValueError, match=r"experiment\.toml is another experiment without records"):
        Study(tmp_path, SMALL)
    assert mine.read_text() == "name = 'a draft'\n"
    mine.write_text(SMALL.text)
    with Study(tmp_path, SMALL) as study:
        assert not study.done


def test_title_question_and_remarks_may_change(finished: Path, tmp_path: Path) -> None:
    text = f"# once more\n{ROUND_ROBIN.replace('Who is', 'Which is')}"
    with Study(copy(finished, tmp_path), Experiment.of(text)) as study:
        assert len(study.done) == 6


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("plyground", "0.0.1", r"was started with Plyground 0\.0\.1, and this is"),
        ("table", True, "was started with a tablebase of the game, and this machine has none"),
    ],
)
def test_other_circumstances_that_matter_are_refused(
    finished: Path, tmp_path: Path, name: str, value: object, message: str
) -> None:
    folder = copy(finished, tmp_path)
    path = folder / "records.jsonl"
    head, _, rest = path.read_text().partition("\n")
    study = json.loads(head)
    study["study"]["played"][name] = value
    path.write_text(f"{json.dumps(study, separators=(',', ':'))}\n{rest}")
    with pytest.raises(ValueError, match=message):
        Study(folder, SMALL)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 3: This is not a JSON object."),
        ("[1]", "line 3: This is not a JSON object."),
        ('{"move":"e4"}', "line 3: This line is neither a record nor a note."),
        ('{"number":9,"task":"pair|a|b|0","kind":"count"}', "line 3: kind is 'pair', not 'count'."),
    ],
)
def test_a_spoiled_file_is_refused(finished: Path, tmp_path: Path, line: str, message: str) -> None:
    folder = copy(finished, tmp_path)
    path = folder / "records.jsonl"
    given = path.read_text().splitlines()
    path.write_text("\n".join([*given[:2], line, *given[2:]]) + "\n")
    with pytest.raises(ValueError, match="records") as refused:
        Study(folder, SMALL)
    assert message in str(refused.value)


def test_a_record_of_more_games_than_the_plan_has_is_refused(
    finished: Path, tmp_path: Path
) -> None:
    folder = copy(finished, tmp_path)
    path = folder / "records.jsonl"
    path.write_text(
        path.read_text()
        .replace("greedy|dice|1", "greedy|dice|7")
        .replace('"second":"dice","pair":1', '"second":"dice","pair":7', 1)
    )
    with pytest.raises(ValueError, match="which is not a task of this study"):
        Study(folder, SMALL)


def test_a_folder_that_is_no_study_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text("my own notes")
    with pytest.raises(ValueError, match="is not a file of a study; name another folder"):
        Study(tmp_path, SMALL)
    assert file.read_text() == "my own notes"
    with pytest.raises(ValueError, match=r"it has no records\.jsonl"):
        read_study(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="can't be written: file exists"):
        Study(file, SMALL)


def test_two_programs_do_not_write_to_one_study(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    with Study(tmp_path, SMALL):
        assert is_running(tmp_path)
        with pytest.raises(ValueError, match="Another program is running the study in"):
            Study(tmp_path, SMALL)
    assert not is_running(tmp_path)
    with Study(tmp_path, SMALL) as study:
        assert study.done == {}


def test_studies_are_found_in_a_folder(tmp_path: Path, finished: Path) -> None:
    for name in ("b", "a"):
        copy(finished, tmp_path / name)
    (tmp_path / "other").mkdir()
    assert [each.name for each in find_studies(tmp_path)] == ["a", "b"]
    assert find_studies(tmp_path / "a") == [tmp_path / "a"]
    with pytest.raises(ValueError, match="There is no folder"):
        find_studies(tmp_path / "gone")


def test_pairings_are_for_the_statistics(finished: Path) -> None:
    found = pairings(finished)
    assert [(each.first, each.second) for each in found[:3]] == [
        ("greedy", "deeper"),
        ("greedy", "dice"),
        ("deeper", "dice"),
    ]
    points = [row["points"] for row in rows(finished)]
    assert [one for each in found for one in each.points] == points


def test_rows_are_flat_and_in_the_order_of_the_plan(finished: Path, tmp_path: Path) -> None:
    found = rows(finished)
    assert len(found) == 12
    assert [row["pair"] for row in found] == [0] * 6 + [1] * 6
    for row in found:
        assert {row["black"], row["white"]} == {row["first"], row["second"]}
        assert row["winner"] in (row["first"], row["second"], None)
        assert not any(isinstance(value, dict | list) for value in row.values())
        assert row["points"] == (0.5 if row["winner"] is None else row["winner"] == row["first"])
    for number, text in enumerate((LADDER, NODES, TIMING, RANDOM)):
        folder = tmp_path / str(number)
        do_all(folder, text)
        flat = rows(str(folder))
        assert flat
        assert all(list(row) == list(flat[0]) for row in flat)
        assert not any(isinstance(value, dict | list) for row in flat for value in row.values())


def test_a_column_has_values_of_one_kind(finished: Path) -> None:
    """So that pandas keeps numbers as numbers."""
    found = rows(finished)
    kinds = {name: {type(row[name]) for row in found} - {type(None)} for name in found[0]}
    assert all(len(each) <= 1 for each in kinds.values())
    assert kinds["points"] == kinds["margin"] == kinds["cpu_seconds_first"] == {float}
    assert kinds["plies"] == kinds["pair"] == kinds["nodes_second"] == {int}
    assert {row["study"] for row in found} == {"small"}
    assert [row["first_color"] for row in found] == ["black", "white"] * 6


def test_a_frame_has_the_rows_of_several_studies(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    do_all(tmp_path, NODES)
    assert frame(finished) == rows(finished)
    assert frame(finished, str(tmp_path)) == rows(finished) + rows(tmp_path)
