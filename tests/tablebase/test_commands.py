"""`verify`, `solve --all` and `--tablebase`, as a user runs them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from plyground import cli
from plyground.engine.stop import Stop
from plyground.engine.tablebase import build as making
from plyground.engine.tablebase.figures import Counts
from tests.web.tablebases import FIRST, write

BAD = "is not a tablebase"


def plyground(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("table") / "mine.values", FIRST)


def test_analyse_shows_every_move_exactly(table: Path) -> None:
    output = plyground(
        "analyse", "dobutsu", "--lines", "99", "--json", "--tablebase", str(table)
    ).stdout
    report = json.loads(output)
    assert {line["move"]: line["mate"] for line in report["lines"]} == {
        "c1c2": 3,
        "b1a2": None,
        "b2b3": -76,
        "b1c2": -12,
    }
    assert all(line["exact"] for line in report["lines"])


def test_a_table_in_the_data_folder_is_found(table: Path, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "tablebases"
    folder.mkdir(parents=True)
    (folder / "dobutsu.values").symlink_to(table)
    output = plyground("analyse", "dobutsu", "--json").stdout
    assert json.loads(output)["mate"] == 3


@pytest.mark.parametrize(
    "command",
    [
        ["analyse", "dobutsu", "--player", "search:nodes=500"],
        ["play", "dobutsu", "--plain", "--black", "level:2", "--white", "level:2"],
        ["match", "dobutsu", "level:1", "random", "--games", "2"],
        ["uci"],
        ["usi"],
    ],
)
def test_a_bad_tablebase_is_reported_and_the_game_goes_on(
    command: list[str], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.table"
    bad.write_bytes(b"not a tablebase")
    done = plyground(*command, "--tablebase", str(bad), text="quit\n")
    assert f"plyground: {bad} {BAD}. Plyground continues without it.\n" in done.stderr
    assert done.returncode == 0
    folder = tmp_path / "home" / "tablebases"
    folder.mkdir(parents=True)
    (folder / "dobutsu.table").write_bytes(b"not a tablebase")
    done = plyground(*command, text="quit\n")
    assert done.stderr.count(BAD) == 1
    assert done.returncode == 0


def test_missing_file_is_reported(tmp_path: Path) -> None:
    for name in ("nowhere.table", ""):
        done = plyground("analyse", "dobutsu", "--tablebase", str(tmp_path / name))
        assert done.returncode == 2
        assert done.stderr.startswith("plyground: ")


def test_players_of_a_match_use_the_table_of_the_command(table: Path) -> None:
    """It says that c1c2 wins, so Black plays it, in this process or in another."""
    done = plyground(
        *("match", "dobutsu", "level:8", "level:8", "--games", "2", "--openings", "none"),
        *("--max-plies", "1", "--concurrency", "2", "--tablebase", str(table)),
        *("--out", str(table.parent / "games.jsonl")),
    )
    assert done.returncode == 0, done.stderr
    rows = (table.parent / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert sum('"c1c2"' in row for row in rows) == 2


def test_verify_finds_wrong_values(table: Path) -> None:
    done = plyground("verify", "dobutsu", "--tablebase", str(table), "--samples", "10")
    assert done.returncode == 1
    assert done.stderr.startswith("plyground: The tablebase is wrong: ")


def test_a_damaged_tablebase_is_reported_and_search_takes_over(tmp_path: Path) -> None:
    table = write(tmp_path / "mine.values", FIRST)
    with table.open("r+b") as handle:
        handle.seek(-1000, os.SEEK_END)
        handle.write(b"x")
    done = plyground("verify", "dobutsu", "--tablebase", str(table), "--samples", "10")
    assert done.returncode != 0
    assert f"{table} is damaged" in done.stderr
    done = plyground("analyse", "dobutsu", "--tablebase", str(table), "--nodes", "2000")
    assert done.returncode == 0
    assert f"{table} is damaged" in done.stderr
    assert "(0 nodes" not in done.stdout


def test_verify_without_a_tablebase_is_refused(tmp_path: Path) -> None:
    done = plyground("verify", "dobutsu")
    assert done.returncode == 2
    assert "There is no tablebase of dobutsu. `plyground solve dobutsu --all`" in done.stderr
    done = plyground("verify", "go")
    assert (done.returncode, "Solved as a whole: dobutsu." in done.stderr) == (2, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello", "--all"], "too large to be solved as a whole"),
        (["dobutsu", "--all", "--moves", "b2b3"], "solves the whole game with default options"),
        (["dobutsu", "--all", "--set", "try=entry"], "solves the whole game with default options"),
        (["dobutsu", "--threads", "2"], "need --all"),
        (["dobutsu", "--all", "--threads", "0"], "--threads"),
        (["dobutsu", "--all", "--out", "/"], "is a folder"),
    ],
)
def test_solve_all_reports_errors(arguments: list[str], sentence: str) -> None:
    done = plyground("solve", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr


def solve_in_process(*arguments: str) -> int:
    with pytest.raises(SystemExit) as done:
        cli.main(["solve", "dobutsu", "--all", *arguments])
    assert isinstance(done.value.code, int)
    return done.value.code


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in place of which the command believes that a tablebase is built."""
    path = tmp_path / "dobutsu.table"

    def build(game: str, out: Path, **more: Any) -> making.Built:
        more["on_progress"](making.Progress("counting", 0.5, "a note"))
        out.write_bytes(b"x" * 1234)
        counts = Counts(10, {3: 4, -2: 3, 0: 2})
        return making.Built(game, out, counts, -2, 9, 1.5, 2.5, 3_000_000)

    monkeypatch.setattr(making, "build", build)
    return path


def test_a_built_tablebase_is_summarised(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve_in_process("--out", str(made), "--threads", "1") == 0
    output = capsys.readouterr()
    assert output.out.splitlines() == [
        "dobutsu: 19 reachable positions",
        "game over, or the lion can be captured: 10",
        "open: 9; for the side to move 4 wins, 3 losses, 2 draws",
        "the longest win takes 3 plies",
        "the first player loses in 2 plies",
        "checked: all counts, and 9 values against the next positions",
        f"{made}: 1,234 bytes",
        "1.5 s, 2.5 s of CPU time, 3 MB of memory",
    ]
    assert output.err.split() == ["a", "note", "counting"]


def test_a_built_tablebase_is_summarised_as_json(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert solve_in_process("--out", str(made), "--json") == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["file"], output["bytes"], output["start"]) == (str(made), 1234, -2)
    assert (output["reachable"], output["open"], output["wins"], output["draws"]) == (19, 9, 4, 2)
    assert output["by_value"] == {"-2": 3, "0": 2, "3": 4}


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_making_a_table_can_be_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sent: signal.Signals
) -> None:
    before = signal.getsignal(sent)

    def build(*_: Any, stop: Stop, **__: Any) -> making.Built:
        signal.raise_signal(sent)
        assert stop.is_set()
        raise making.Stopped("What was found is kept.")

    monkeypatch.setattr(making, "build", build)
    assert solve_in_process() == 128 + sent
    assert "plyground: What was found is kept." in capsys.readouterr().err
    assert signal.getsignal(sent) == before
