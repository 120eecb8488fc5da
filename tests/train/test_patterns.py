"""Training of patterns: perfect play, repetition, continuation, Ctrl-C and kill -9, bad input."""

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import Position
from plyground.cli import main
from plyground.engine.stop import Stop
from plyground.train.pattern_run import PatternRun
from plyground.train.pattern_settings import PatternSettings
from plyground.train.pattern_training import PatternTrainer
from plyground.train.progress import Progress
from tests.project import ROOT

EXAMPLE = ROOT / "examples" / "tictactoe.py"
SMALL = {"games": 50, "random_plies": 3}
THOROUGH = {"games": 10_000, "random_plies": 8, "explore": 0.5, "result_weight": 0.2}


def begin(folder: Path, name: str = "gomoku", **changes: Any) -> PatternRun:
    options = {"size": 5, "line": 4} if name == "gomoku" else {}
    game = plyground.game(name, **options)
    return PatternRun.open(folder, PatternSettings.for_game(game, {**SMALL, **changes}))


def trained(run: PatternRun, generations: int) -> PatternRun:
    PatternTrainer(run).run(generations=generations)
    return run


class Solved:
    """Tic-tac-toe, solved completely."""

    def __init__(self) -> None:
        self.values: dict[str, int] = {}
        self.positions: list[Position] = []

    def value(self, position: Position) -> int:
        """1 if the side to move wins, 0 for a draw, -1."""
        text = position.to_text()
        if text not in self.values:
            if result := position.result():
                self.values[text] = -1 if result.winner else 0
            else:
                self.positions.append(position)
                after = [self.value(position.play(move)) for move in position.moves()]
                self.values[text] = -min(after)
        return self.values[text]


def test_tic_tac_toe_is_learned_to_perfection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every reachable position, a lookahead of one ply keeps the value."""
    plyground.load(EXAMPLE)
    run = trained(begin(tmp_path / "run", "tictactoe", **THOROUGH), 4)
    monkeypatch.setenv("PLYGROUND_NETWORKS", str(run.folder / "networks"))
    spec = f"alphabeta:depth=1,eval=patterns:{run.network_path(4).stem}"
    solved = Solved()
    assert solved.value(plyground.game("tictactoe").start()) == 0
    assert len(solved.positions) == 4520
    for position in solved.positions:
        move = plyground.search(position, spec).move
        assert move is not None
        assert solved.value(position.play(move)) == -solved.value(position), position.to_text()


def tables(run: PatternRun) -> list[bytes]:
    return [path.read_bytes() for path in sorted((run.folder / "networks").iterdir())]


def test_seed_repeats_a_run_and_another_seed_does_not(tmp_path: Path) -> None:
    first, again, other = (
        trained(begin(tmp_path / name / "run", seed=seed), 3)
        for name, seed in (("one", 1), ("two", 1), ("three", 2))
    )
    assert tables(first) == tables(again)
    assert tables(first) != tables(other)


def test_run_that_was_stopped_goes_on_to_the_same_tables(tmp_path: Path) -> None:
    whole = trained(begin(tmp_path / "whole" / "run"), 4)
    run = begin(tmp_path / "parts" / "run")
    for generations in (1, 3):
        trained(run, generations)
    stop = Stop()

    def end_midway(its: Progress) -> None:
        if its.games:
            stop.set()

    PatternTrainer(run, stop=stop, on_progress=end_midway).run(generations=4)
    assert len(run.log()) == 3
    trained(run, 4)
    assert tables(run) == tables(whole)


def test_processor_time_ends_a_run_after_a_whole_generation(tmp_path: Path) -> None:
    run = begin(tmp_path / "run")
    PatternTrainer(run).run(cpu_minutes=1e-6)
    assert len(run.log()) == 1
    PatternTrainer(run).run(cpu_minutes=1e-6)  # which was spent
    assert len(run.log()) == 1
    PatternTrainer(run).run(generations=3, cpu_minutes=60)
    assert len(run.log()) == 3


def command(folder: Path, *more: str) -> list[str]:
    return [
        *(sys.executable, "-m", "plyground", "train", "tictactoe", "--load", str(EXAMPLE)),
        *("--model", "patterns", "--name", "run", "--out", str(folder), *more),
    ]


def test_killed_run_goes_on_to_the_same_tables(tmp_path: Path) -> None:
    """Killed three times on the way, it makes the same tables as an undisturbed run."""
    words = ("--generations", "12", "--with", "games=400")
    subprocess.run(command(tmp_path / "whole", *words), check=True, stdout=subprocess.DEVNULL)
    killed, dice = tmp_path / "killed", random.Random(4)
    for number in range(3):
        process = subprocess.Popen(command(killed, *words), stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(2 if number else 1):
            process.stdout.readline()
        time.sleep(dice.uniform(0, 0.1))
        process.kill()
        process.communicate()
    subprocess.run(command(killed, *words), check=True, stdout=subprocess.DEVNULL)
    settings = PatternSettings.of_file(killed / "run" / "settings.json")
    runs = [PatternRun(folder / "run", settings) for folder in (tmp_path / "whole", killed)]
    assert tables(runs[0]) == tables(runs[1])
    assert [row["generation"] for row in runs[1].log()] == list(range(1, 13))


def test_ctrl_c_ends_a_run_without_a_traceback(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path, "--with", "games=100"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("generation   1: 100 games")
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=30)
    assert (process.returncode, error) == (130, "")
    assert "eval=patterns:run@" in out


def test_training_needs_no_pytorch_and_no_numpy(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['torch'] = sys.modules['numpy'] = None\n"
        "from plyground.cli import main\n"
        f"main({command(tmp_path, '--generations', '1', '--with', 'games=5')[3:]!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "generation   1: 5 games" in done.stdout


def test_opponents_are_measured(tmp_path: Path) -> None:
    run = begin(
        tmp_path / "run",
        games=400,
        opponents="random:seed=1",
        measure_games=12,
        measure_every=1,
        player="search:depth=2",
    )
    (score,) = trained(run, 1).log()[0]["scores"]
    assert (score["opponent"], score["games"]) == ("random:seed=1", 12)
    assert score["share"] > 0.5
    assert os.environ.get("PLYGROUND_NETWORKS") is None


def test_nets_commands_know_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path / "home"))
    run = trained(begin(tmp_path / "run"), 1)
    for words in (
        ("nets", "add", str(run.folder / "networks")),
        ("nets", "list", "gomoku"),
        ("nets", "show", "gomoku", "run@0001"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        assert not ended.value.code
        assert "run@0001" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["nets", "list", "--json"])
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["game"], row["about"]["generation"]) == ("gomoku", 1)


def test_go_on_needs_the_same_settings_and_model(tmp_path: Path) -> None:
    run = trained(begin(tmp_path / "run"), 1)
    with pytest.raises(ValueError, match=r"was started with rate=1\.0, not 0\.5"):
        begin(tmp_path / "run", rate=0.5)
    (run.folder / "settings.json").write_text(json.dumps({"game": "gomoku", "blocks": 4}))
    with pytest.raises(ValueError, match="trains a network, not patterns"):
        begin(tmp_path / "run")


def test_damaged_state_is_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    run = trained(begin(tmp_path / "run"), 1)
    (state,) = run.folder.glob("learner-*")
    content = state.read_bytes()
    state.write_bytes(content[:-100] + bytes(100))
    with pytest.raises(ValueError, match="is damaged: its checksum is wrong"):
        trained(run, 2)
    state.write_bytes(content)
    assert len(trained(run, 2).log()) == 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"depth": 0}, "depth can be from 1 to 8, not 0"),
        ({"explore": 1.5}, "explore can be from"),
        ({"meaning": "luck"}, "meaning can be auto, odds or margin"),
        ({"meaning": "margin"}, "has no margin"),
        ({"player": "level:3"}, "player can be a search without eval="),
        ({"player": "search:eval=discs,depth=1"}, "player can be a search without eval="),
        ({"player": "random"}, "player can be a search without eval="),
    ],
)
def test_bad_settings_get_a_sentence(
    tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        begin(tmp_path / "run", **changes)
    assert not (tmp_path / "run").exists()


def test_wrong_model_or_setting_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, sentence in (
        (("--model", "luck"), "model can be network or patterns, not 'luck'"),
        (("--model", "patterns", "--with", "blocks=2"), "has no setting 'blocks=2'"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["train", "connect_four", "--out", str(tmp_path), *words])
        assert ended.value.code == 2
        assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_settings_of_the_guide_can_be_changed() -> None:
    othello = plyground.game("othello")
    assert PatternSettings.for_game(othello, {}).random_plies == 10
    assert PatternSettings.for_game(othello, {"random_plies": 3}).random_plies == 3
    settings = PatternSettings.for_game(othello, {})
    assert dataclasses.replace(settings, meaning="odds").sum_meaning == "odds"
    assert settings.sum_meaning == "margin"
