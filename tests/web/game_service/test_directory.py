"""Finding games outside the core, and errors in broken ones."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from plyground.engine import registry
from plyground.web.game_service import directory, game_process
from plyground.web.game_service.stored_game import StoredGame
from tests.project import ROOT
from tests.test_registry import install

EXAMPLE = str(ROOT / "examples" / "tictactoe.py")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A new directory, isolated from other tests."""
    directory.close()
    yield
    monkeypatch.undo()
    directory.close()


def test_broken_files_are_reported_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    codes = {
        "syntax.py": "def f(:\n",
        "ends.py": "import os\nos._exit(0)\n",
        "hangs.py": "import time\ntime.sleep(60)\n",
        "again.py": Path(EXAMPLE).read_text(encoding="utf-8"),
    }
    for name, code in codes.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    monkeypatch.setattr(game_process, "START", 4.0)
    sources = [EXAMPLE, *(str(tmp_path / name) for name in (*codes, "gone.py"))]
    monkeypatch.setenv(registry.SETTING, os.pathsep.join(sources))
    with caplog.at_level(logging.WARNING):
        assert directory.names() == [*registry.native(), "tictactoe"]
        assert directory.names() == [*registry.native(), "tictactoe"]  # reported once
    assert directory.of("tictactoe").describe("tictactoe")["title"] == "Tic-tac-toe"
    messages = "\n".join(sorted(caplog.messages))
    assert messages.splitlines() == [
        f"The games of {file} can't all be played here: {words}."
        for file, words in (
            ("again.py", "there is already a game called 'tictactoe'"),
            ("ends.py", "its process ended while loading it"),
            ("gone.py", "There is no file 'gone.py' to load games from"),
            ("hangs.py", "it did not finish loading"),
            ("syntax.py", "syntax.py, line 1: SyntaxError: invalid syntax"),
        )
    ]


def test_games_of_the_core_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_process(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", no_process)
    assert directory.names() == registry.native()
    assert directory.of("go").describe("go")["name"] == "go"
    with pytest.raises(ValueError, match="There is no game called 'tictactoe' here"):
        directory.of("tictactoe")


def test_a_record_finds_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.SETTING, EXAMPLE)
    service = directory.of("tictactoe")
    after = service.act(service.open(StoredGame("tictactoe")), "move", {"move": "b2"})
    [(stored, note)] = directory.read(service.write(after, "jsonl", {}).encode(), "")
    assert (stored.game, stored.moves[0].text, note) == ("tictactoe", "b2", "")
    with pytest.raises(ValueError, match=r"\w"):
        directory.read(b"\0 nothing that is a game", "")


def test_games_of_installed_packages_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = Path(EXAMPLE).read_text(encoding="utf-8")
    install(tmp_path, "noughts", "noughts_and_crosses", code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert registry.outside() == ["noughts_and_crosses"]
    assert directory.names() == [*registry.native(), "tictactoe"]
    assert directory.of("tictactoe").picture(StoredGame("tictactoe"))["to_move"] == "person"
    assert "noughts_and_crosses" not in sys.modules


def test_game_that_is_still_looked_for_is_unavailable_and_not_unknown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.SETTING, EXAMPLE)
    monkeypatch.setattr(directory, "_PATIENCE", 0.01)
    with directory._outside._lock:  # another thread is still searching
        for path in ("/api/rules/tictactoe/", "/play/tictactoe/"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), path
        board = {"game": "tictactoe"}
        answer = client.post("/api/move/", board, content_type="application/json")
        assert answer.json()["error"]["code"] == "game_starts"
    assert client.get("/api/rules/tictactoe/").status_code == 200
    assert client.get("/api/rules/chess/").status_code == 404


def test_program_that_dies_is_no_refusal_by_the_rules(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.SETTING, str(Path(__file__).parents[1] / "nasty.py"))
    board = {"game": "nasty", "moves": ["exit"]}
    answer = client.post("/api/move/", board, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.json()["error"]["code"] == "game_ended"
    fails = client.post("/api/move/", board | {"moves": ["fail"]}, content_type="application/json")
    assert (fails.status_code, fails.json()["error"]["code"]) == (422, "game_fails")
