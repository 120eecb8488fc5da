"""`plyground new`: what it writes passes the check, its own tests and the lessons' check."""

import runpy
from pathlib import Path

import pytest

from plyground.cli import main
from plyground.engine import registry


def run(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in arguments])
    return int(ended.value.code or 0)


def test_new_game_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "_registry", registry.Registry())
    assert run("new", "my_game", "--folder", tmp_path) == 0
    game = tmp_path / "my_game.py"
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"Next: plyground check {game}")
    assert run("check", game, "--games", "20") == 0
    tests = runpy.run_path(str(tmp_path / "test_my_game.py"))
    written = [test for name, test in tests.items() if name.startswith("test_")]
    assert len(written) == 3
    for test in written:
        test()
    lesson = tmp_path / "lessons" / "01-my-game.toml"
    assert run("lessons", "check", lesson, "--load", game) == 0
    assert capsys.readouterr().out.endswith(f"{lesson}: can be done\n")


def test_new_game_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "test_mine.py").write_text("# mine\n", encoding="utf-8")
    assert run("new", "mine", "--folder", tmp_path) == 2
    assert "exists already; choose another name or --folder." in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["test_mine.py"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("go", "There is already a game called 'go'."),
        ("My Game", "A game's name is a lower-case letter, then letters, digits and '_'"),
        ("class", "not 'class'."),
    ],
)
def test_bad_name_is_refused(
    name: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", name, "--folder", tmp_path) == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
