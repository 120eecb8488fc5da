"""The commands `puzzles make`, `list` and `check`, and the search for puzzles in games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.cli import main
from plyground.cli import puzzles as commands
from plyground.puzzles import Puzzle, puzzles
from plyground.puzzles.make import PuzzleRequest, make
from plyground.puzzles.puzzle_file import read_file, write_line
from tests.project import ROOT

TICTACTOE = str(ROOT / "examples" / "tictactoe.py")
GOMOKU = ("gomoku", "--set", "size=7,line=4", "--plies", "3", "--seed", "4")


def run(*words: str) -> int:
    """The exit status of a command."""
    with pytest.raises(SystemExit) as ended:
        main(["puzzles", *words])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_puzzles_are_made_added_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, twin = tmp_path / "gomoku.txt", tmp_path / "gomoku.twin.txt"
    assert run("make", *GOMOKU, "--count", "2", "--out", str(file)) == 0
    assert run("make", *GOMOKU, "--count", "2", "--out", str(twin)) == 0
    first = read_file(file, "gomoku")
    assert file.read_text(encoding="utf-8") == twin.read_text(encoding="utf-8")
    assert [(one.plies, one.options) for one in first] == [(3, {"size": 7, "line": 4})] * 2
    assert run("make", *GOMOKU, "--count", "1", "--out", str(file)) == 2
    assert "exists; use --add to add to it" in capsys.readouterr().err
    assert run("make", *GOMOKU, "--count", "1", "--out", str(file), "--add") == 0
    assert len({one.id for one in read_file(file, "gomoku")}) == 3
    assert run("check", str(file)) == 0
    assert capsys.readouterr().out.count("proven: no other move wins") >= 1


def test_a_file_in_the_folder_of_its_game_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "src" / "plyground" / "games" / "connect_four" / "puzzles.txt"
    assert run("check", str(file)) == 0
    assert "no other move wins" in capsys.readouterr().out


def test_a_game_written_in_python_has_puzzles_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tictactoe.txt"
    words = ("tictactoe", "--count", "2", "--load", TICTACTOE)
    assert run("make", *words, "--out", str(file)) == 0
    assert [one.claim for one in read_file(file, "tictactoe")] == ["only", "only"]
    assert run("check", str(file)) == 0
    assert "no other move wins" in capsys.readouterr().out


def test_a_wrong_puzzle_is_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, other = puzzles("othello")[:2]
    file = tmp_path / "othello.txt"
    lines = ["# two", write_line(good), write_line(other)]
    wrong = lines[1].split("\t")
    wrong[0] = "white" if good.side == "black" else "black"
    file.write_text("\n".join([*lines, "\t".join(wrong), ""]), encoding="utf-8")
    assert run("check", str(file)) == 1
    output = capsys.readouterr()
    assert f"{file}, line 4: The position is" in output.err
    assert "2 proven: no other move wins" in output.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("make", "chess"), "chess"),
        (("make", "go", "--plies", "1-3"), "from 3 to 99 plies, not 1-3"),
        (("make", "gomoku", "--count", "0"), "1 to 10000, not 0"),
        (("make", "gomoku", "--plies", "many"), "--plies takes one or two numbers, such as 3-5"),
        (("make", "gomoku", "--plies", "9-3"), "from 3 to 99 plies, not 9-3"),
        (("make", "gomoku", "--plies", "1"), "from 3 to 99 plies, not 1-1"),
        (("make", "gomoku", "--set", "size=99"), "size can be"),
        (("make", "gomoku", "--add"), "--add needs a file"),
        (("make", "gomoku", "--out", "/no/such/place/x"), "a file in an existing, writable folder"),
        (("make", "gomoku", "--out", "-"), "without --out, the puzzles are printed"),
        (("list", "chess"), "There are no puzzles for 'chess'"),
        (("check", "chess.txt"), "chess"),
        (("check", "/no/such/place/gomoku.txt"), "No such file"),
    ],
)
def test_bad_input_is_reported_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("plyground: ")
    assert sentence in errors


def test_ctrl_c_keeps_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one = puzzles("gomoku")[0]

    def interrupted(*_: object) -> Iterator[Puzzle]:
        yield one
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "make", interrupted)
    file = tmp_path / "gomoku.txt"
    assert run("make", "gomoku", "--out", str(file)) == 130
    assert read_file(file, "gomoku") == [one]
    monkeypatch.setattr(commands, "make", lambda *_: iter([one]))
    assert run("make", "gomoku", "--count", "2") == 3
    assert "Only 1 could be found" in capsys.readouterr().err


def test_puzzles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    assert "gomoku" in capsys.readouterr().out
    assert run("list", "othello") == 0
    assert len(capsys.readouterr().out.splitlines()) == len(puzzles("othello"))


def test_progress_is_reported_by_game_and_lengths_are_mixed() -> None:
    progress: list[tuple[int, int]] = []
    request = PuzzleRequest(plyground.game("robogo", size=7, line=4), 2, seed=2, least=3, most=5)
    found = list(make(request, on_progress=lambda games, count: progress.append((games, count))))
    assert sorted(one.plies for one in found) == [3, 5]
    assert [games for games, _ in progress] == list(range(1, len(progress) + 1))
    assert progress[-1][1] == 2
