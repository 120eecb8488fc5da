"""`plyground serve --watch`: a changed file replaces the game, a broken one shows its sentence."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from plyground.engine import registry
from plyground.web.game_service import directory
from plyground.web.home import views, watching
from plyground.web.play import game_choices
from plyground.web.server.serve import ServeOptions, _watch_games
from tests.project import ROOT

SOURCE = (ROOT / "examples" / "tictactoe.py").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game that a server watches."""
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setenv(registry.SETTING, str(file))
    monkeypatch.setenv(watching.SETTING, "1")
    directory.close()
    views._watcher.cache_clear()
    yield file
    monkeypatch.undo()
    directory.close()
    views._watcher.cache_clear()
    game_choices.describe.cache_clear()


def edit(file: Path, text: str) -> None:
    """Writes it with another time, however coarse the clock of the file system is."""
    before = file.stat().st_mtime_ns
    file.write_text(text, encoding="utf-8")
    os.utime(file, ns=(before + 10**9, before + 10**9))


def answer(client: Client) -> str:
    return client.get("/watched-games/").content.decode()


def test_edit_replaces_the_game_and_a_broken_one_shows_its_line(client: Client, file: Path) -> None:
    assert 'id="watched-games"' in client.get("/rules/tictactoe/").content.decode()
    assert answer(client).strip() == '<div data-version="0"></div>'

    edit(file, SOURCE.replace("def result", "def result("))
    broken = answer(client)
    assert 'data-version="0"' in broken
    assert "Your last edit can't be loaded." in broken
    assert "mine.py, line " in broken
    assert "SyntaxError" in broken
    assert "Tic-tac-toe" in client.get("/rules/tictactoe/").content.decode()

    edit(file, SOURCE.replace('title = "Tic-tac-toe"', 'title = "Noughts"'))
    assert answer(client).strip() == '<div data-version="1"></div>'
    assert "Noughts" in client.get("/rules/tictactoe/").content.decode()
    assert answer(client).strip() == '<div data-version="1"></div>'


def test_other_servers_watch_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(watching.SETTING, raising=False)
    assert client.get("/watched-games/").status_code == 404
    assert "watched-games" not in client.get("/rules/go/").content.decode()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ServeOptions(watch=True), "--watch needs a game written in Python: add --load FILE.py."),
        (ServeOptions(watch=True, workers=2), "--watch is for one process"),
        (ServeOptions(watch=True, engine="workers"), "--watch is for one process"),
    ],
)
def test_watching_that_can_not_work_is_refused(
    options: ServeOptions, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.SETTING, "mine.py" if "process" in words else "")
    monkeypatch.setenv(watching.SETTING, "")
    with pytest.raises(ValueError, match=words):
        _watch_games(options)
