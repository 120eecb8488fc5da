"""Whole studies: in processes, stopped, killed and continued, and `plyground lab` itself."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.engine.stop import Stop
from plyground.lab import Experiment, Standing, Study, run
from plyground.matches.stats import estimate
from tests.conftest import deep_after, scaled
from tests.lab.studies import NODES, RANDOM, ROUND_ROBIN, do_all, records
from tests.matches.test_command import NO_ROOM, on_a_terminal, wait_for
from tests.proc import children, is_running

SLOW = """\
name = "slow"
kind = "round_robin"
game = "dobutsu"
games = 1000
openings = "none"

[players]
a = "search:nodes=20000,resign=off,tablebase=off"
b = "alphabeta:depth=4"
"""
SPRT = """\
name = "test"
kind = "sprt"
game = "othello"
games = 400
elo0 = 0
elo1 = 200
openings = "random:2"
options = { size = 4 }

[players]
good = "alphabeta:depth=4"
bad = "random"
"""


def run_here(folder: Path, text: str = ROUND_ROBIN, workers: int = 2) -> Standing:
    with Study(folder, Experiment.of(text)) as study:
        return run(study, workers=workers)


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "plyground", "lab", *map(str, arguments)]


def status(*arguments: str | Path) -> int:
    """The exit status of the command, run in this process."""
    with pytest.raises(SystemExit) as ended:
        main(["lab", *map(str, arguments)])
    return int(str(ended.value.code))


def write(folder: Path, text: str) -> Path:
    file = folder / "experiment-to-run.toml"
    file.write_text(text)
    return file


def done(folder: Path) -> int:
    path = folder / "records.jsonl"
    return path.read_bytes().count(b'"task":') if path.exists() else 0


def test_parallel_and_serial_runs_give_the_same_records(tmp_path: Path) -> None:
    do_all(tmp_path / "here")
    standing = run_here(tmp_path / "there")
    assert records(tmp_path / "there") == records(tmp_path / "here")
    assert standing.is_finished
    assert (standing.done, standing.total, standing.failures) == (6, 6, [])


def test_progress_is_reported_before_the_first_task_and_after_each(tmp_path: Path) -> None:
    reports: list[tuple[int, str]] = []
    with Study(tmp_path, Experiment.of(ROUND_ROBIN)) as study:
        run(study, on_progress=lambda standing: reports.append((standing.done, str(standing))))
    assert [number for number, _ in reports] == list(range(7))
    assert reports[0][1] == "beginning"
    assert "%" in reports[1][1]
    assert " to " in reports[-1][1]


def test_the_standing_is_the_leader_s_share_with_its_interval() -> None:
    standing = Standing(Experiment.of(ROUND_ROBIN), 6)
    for pair in range(5):
        games = [{"points": 1.0}, {"points": 0.5}]
        names = {"first": "greedy", "second": "dice", "pair": pair}
        standing.take({"task": str(pair), "kind": "pair", **names, "games": games})
    assert standing.leader() is not None
    known = estimate([(1.0, 0.5)] * 5)
    assert str(standing) == f"greedy 75.0% ({known.low:.0%} to {known.high:.0%})"


def test_standing_of_other_kinds_shows_counts(tmp_path: Path) -> None:
    assert str(run_here(tmp_path / "nodes", NODES, 1)) == "pruned depth 5: 1258 nodes"
    assert str(run_here(tmp_path / "random", RANDOM, 1)).startswith("black wins ")


def test_a_sequential_test_ends_when_it_is_decided(tmp_path: Path) -> None:
    standing = run_here(tmp_path, SPRT)
    assert standing.verdict == "accepted"
    assert standing.is_finished
    assert standing.done < 100
    again = run_here(tmp_path, SPRT)
    assert (again.verdict, again.done, str(again)) == ("accepted", standing.done, str(standing))


def test_without_the_extra_a_sequential_test_is_refused_before_a_folder_is_made(
    tmp_path: Path,
) -> None:
    code = (
        "import sys\n"
        "sys.modules['scipy'] = None\n"
        "from plyground.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    study = tmp_path / "study"
    arguments = ["lab", "run", str(write(tmp_path, SPRT)), "--out", str(study)]
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.startswith("plyground: The laboratory needs scipy")
    assert 'pip install "plyground[lab]"' in ended.stderr
    assert not study.exists()


def test_sequential_test_uses_pairs_in_the_order_of_the_plan() -> None:
    experiment = Experiment.of(SPRT)

    def heard(order: list[int]) -> str:
        standing = Standing(experiment, 200)
        for pair in order:
            games = [{"points": 1.0}, {"points": float(pair < 5)}]
            names = {"first": "good", "second": "bad", "pair": pair}
            record = {"task": f"pair|good|bad|{pair}", "kind": "pair", **names, "games": games}
            standing.take(record)
        return str(standing)

    forward = list(range(40))
    shuffled = random.Random(3).sample(forward, len(forward))
    assert heard(shuffled) == heard(forward)
    assert heard([1, 2, 3]) == heard([])


def test_a_run_can_be_stopped_in_the_middle_of_a_task(tmp_path: Path) -> None:
    endless = NODES.replace("[3, 5]", "[3, 11]")
    stop = Stop()
    with Study(tmp_path, Experiment.of(endless)) as study:
        standing = run(
            study,
            workers=2,
            stop=stop,
            on_progress=lambda standing: stop.set() if standing.done == 2 else None,
        )
    assert (standing.done, standing.is_finished) == (2, False)
    assert done(tmp_path) == 2


def test_failed_tasks_are_reported_and_not_recorded(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    example = Path(__file__).parents[2] / "examples" / "tictactoe.py"
    text = example.read_text().replace('name = "tictactoe"', 'name = "breaking_lab"')
    broken.write_text(text.replace("def play(self, move", "def play(self, move, more"))
    experiment = (
        'name = "x"\nkind = "round_robin"\ngame = "breaking_lab"\nload = ["broken.py"]\n'
        'games = 20\nopenings = "none"\n[players]\na = "random"\nb = "random:seed=3"\n'
    )
    file = write(tmp_path, experiment)
    ended = subprocess.run(
        command("run", file, "--out", tmp_path / "study", "--json"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 1, ended.stderr
    output = json.loads(ended.stdout)
    assert (output["done"], len(output["failures"])) == (0, 3)
    assert output["failures"][0]["task"] == "pair|a|b|0"
    assert "broken.py" in output["failures"][0]["sentence"]
    assert records(tmp_path / "study") == {}


@pytest.mark.parametrize("workers", [0, 257])
def test_workers_are_a_sensible_number(tmp_path: Path, workers: int) -> None:
    with (
        Study(tmp_path, Experiment.of(ROUND_ROBIN)) as study,
        pytest.raises(ValueError, match="from 1 to 256 workers"),
    ):
        run(study, workers=workers)


# ---- the command ----


def test_the_command_runs_an_experiment_and_lists_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert status("run", write(tmp_path, NODES)) == 0
    output = capsys.readouterr().out.splitlines()
    assert output == ["nodes: 4 of 4 tasks", "  pruned depth 5: 1258 nodes", "  studies/nodes"]
    assert status("list", "--json") == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row == {
        "folder": "studies/nodes",
        "name": "nodes",
        "kind": "nodes",
        "game": "dobutsu",
        "tasks": 4,
        "done": 4,
        "state": "finished",
        "standing": "pruned depth 5: 1258 nodes",
        "title": "nodes",
    }
    (tmp_path / "studies" / "odd").mkdir()
    (tmp_path / "studies" / "odd" / "records.jsonl").write_text("{}\n")
    assert status("list") == 0
    listed = capsys.readouterr().out
    assert "finished" in listed
    assert "broken" in listed


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        ("kind = 3", [], "experiment-to-run.toml: name is missing"),
        (ROUND_ROBIN.replace("eval=coins", "eval=coin"), [], ", line 13: othello has no heuristic"),
        (ROUND_ROBIN, ["--workers", "0"], "--workers"),
        (ROUND_ROBIN, ["--out", "/dev/null"], "/dev/null can't be written: file exists."),
    ],
)
def test_mistakes_are_reported_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, more: list[str], words: str
) -> None:
    out = [] if "--out" in more else ["--out", str(tmp_path / "study")]
    assert status("run", write(tmp_path, text), *out, *more) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in output.err
    assert output.err.count("\n") == 1
    assert not (tmp_path / "study").exists()


@contextmanager
def running(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    """A study that would take long, once its first records are written."""
    folder.mkdir(exist_ok=True)
    study = folder / "study"
    process = subprocess.Popen(
        command("run", write(folder, SLOW), "--out", study, "--workers", "2", *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        begun = done(study)
        wait_for(lambda: process.poll() is not None or done(study) > begun)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("sent", "code"), deep_after(1, [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
)
def test_an_interrupted_study_leaves_a_valid_file(
    tmp_path: Path, sent: signal.Signals, code: int
) -> None:
    with running(tmp_path, "--json") as process:
        wait_for(lambda: len(children(process.pid)) == 2)
        workers = children(process.pid)
        os.kill(workers[0], signal.SIGKILL)  # its task is done again by the next one
        begun = done(tmp_path / "study")
        wait_for(lambda: done(tmp_path / "study") > begun + 1)
        workers = children(process.pid)
        process.send_signal(sent)
        written, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (code, "")
    standing = json.loads(written)
    assert (standing["finished"], standing["failures"]) == (False, [])
    study = tmp_path / "study"
    assert (study / "records.jsonl").read_bytes().endswith(b"\n")
    assert len(records(study)) - standing["done"] in (0, 1)  # between writing and counting
    assert not any(map(is_running, workers))
    with Study(study, Experiment.of(SLOW)) as again:
        assert len(again.done) == len(records(study))


def test_a_full_disk_ends_a_study_and_leaves_whole_records(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="limits are not the same everywhere")
    text, room = ROUND_ROBIN.replace("games = 4", "games = 40"), 6_000
    file, study = write(tmp_path, text), tmp_path / "study"
    ended = subprocess.run(
        command("run", file, "--out", study, "--json"),
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert ended.returncode == 1
    message = rf"plyground: {re.escape(str(study))}/records.jsonl can't be written: {NO_ROOM}\.\n"
    assert re.fullmatch(message, ended.stderr), ended.stderr
    standing = json.loads(ended.stdout)
    assert standing["finished"] is False
    assert standing["done"] == len(records(study)) > 1
    assert (study / "records.jsonl").read_bytes().endswith(b"\n")


def test_two_runs_of_one_study_at_a_time_are_refused(tmp_path: Path) -> None:
    with running(tmp_path):
        file, study = tmp_path / "experiment-to-run.toml", tmp_path / "study"
        ended = subprocess.run(
            command("run", file, "--out", study), capture_output=True, text=True, timeout=60
        )
        assert ended.returncode == 2
        assert "Another program is running the study in" in ended.stderr
        listed = subprocess.run(
            command("list", tmp_path, "--json"), capture_output=True, text=True, timeout=60
        )
        assert json.loads(listed.stdout)[0]["state"] == "running"


def killed_again_and_again(folder: Path, times: int, dice: random.Random) -> None:
    """Kills runs of a study at random moments, then lets it end; compares with a normal run."""
    text = ROUND_ROBIN.replace("size = 4", "size = 6").replace("games = 4", "games = 40")
    folder.mkdir(exist_ok=True)
    file, study = write(folder, text), folder / "study"
    wanted = len(Experiment.of(text).meetings) * 20
    for _ in range(10):  # on a busy machine a study may be finished before it is killed
        kill_runs(file, study, times, wanted // (times + 1), dice)
        if done(study) < wanted:
            break
        shutil.rmtree(study)
    assert 0 < done(study) < wanted
    run_here(study, text)
    do_all(folder / "quiet", text)
    assert records(study) == records(folder / "quiet")


def kill_runs(file: Path, study: Path, times: int, most: int, dice: random.Random) -> None:
    """Starts runs of a study, and kills each after a few tasks and a random moment."""
    for _ in range(times):
        until = done(study) + dice.randrange(0, most)
        process = subprocess.Popen(
            command("run", file, "--out", study, "--workers", "2"), stdout=subprocess.DEVNULL
        )
        wait_for(lambda p=process, u=until: p.poll() is not None or done(study) > u)  # type: ignore[misc]
        time.sleep(dice.random() * 0.02)
        process.kill()  # it may have ended by itself
        process.wait(60)


def test_a_killed_study_is_continued_to_the_same_records(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, 2, random.Random())


@pytest.mark.deep
def test_a_study_killed_many_times_comes_to_the_same_records(tmp_path: Path) -> None:
    for number in range(scaled(5)):
        killed_again_and_again(tmp_path / str(number), 8, random.Random())


def test_on_a_terminal_a_bar_shows_tasks_and_standing(tmp_path: Path) -> None:
    file = write(tmp_path, ROUND_ROBIN)
    written, shown = on_a_terminal(command("run", file, "--out", tmp_path / "study"))
    assert b"6 of 6 tasks" in written
    assert b"6/6" in shown
    assert b"%" in shown
    assert b" to " in shown
