"""The service's cache between requests, and the transfer of stored games to other processes."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import plyground
from plyground.session.session import PERSON
from plyground.web.game_service import service as service_module
from plyground.web.game_service import sessions
from plyground.web.game_service.service import LocalGameService, Refused
from plyground.web.game_service.stored_game import Step, StoredGame, packed, unpacked
from tests.web.stored_games import opened, play


@pytest.fixture
def service() -> LocalGameService:
    return LocalGameService()


def line_of(name: str, plies: int) -> Sequence[str]:
    """Some legal moves, always the same."""
    position = plyground.game(name).start()
    for ply in range(plies):
        moves = [move for move in position.moves() if move != "pass"]
        position = position.play(moves[ply * 7 % len(moves)])
    return position.played


def test_a_kept_session_answers_as_a_new_one(service: LocalGameService) -> None:
    stored = opened(service, "go", white="level:1")
    stored = replace(stored, white=PERSON)
    commands = [("move", move) for move in line_of("go", 30)]
    commands[10:10] = [("undo", ""), ("undo", ""), ("redo", "")]
    for action, move in commands:
        try:
            after = service.act(stored, action, {"move": move})
        except Refused:
            continue
        fresh = LocalGameService()
        assert fresh.act(stored, action, {"move": move}) == after
        assert fresh.picture(after) == service.picture(after)
        stored = after
    assert stored.at > 20


def test_a_long_game_is_not_played_again_for_every_request(
    service: LocalGameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = opened(service, "go", " ".join(line_of("go", 40)))

    def play_again(_: StoredGame) -> None:
        raise AssertionError("all its moves were played again")

    monkeypatch.setattr(sessions, "session_on", play_again)
    for move in ("pass", "A1"):
        service.picture(stored)
        stored = service.act(stored, "move", {"move": move})
    stored = unpacked(packed(stored))  # as it comes from the rows
    assert service.picture(stored)["view"]["ply"] == 42


def test_few_sessions_are_kept(service: LocalGameService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "_SESSIONS", 5)
    stored = opened(service, "go")
    for move in line_of("go", 20):
        stored = play(service, stored, move)
        service.picture(service.act(stored, "undo", {}))
    assert len(service._sessions) == 5


def test_very_long_games_are_not_kept(
    service: LocalGameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "_LONGEST", 5)
    stored = opened(service, "go")
    for ply, move in enumerate(line_of("go", 8), 1):
        stored = play(service, stored, move)
        assert service.picture(stored)["view"]["ply"] == ply
        assert len(service._sessions) == (ply < 5)


def test_several_threads_can_use_one_stored_game(service: LocalGameService) -> None:
    stored = opened(service, "go", " ".join(line_of("go", 60)))
    found: list[bool] = []
    expected = play(LocalGameService(), stored, "pass")

    def ask() -> None:
        for _ in range(10):
            found.append(play(service, stored, "pass") == expected)
            found.append(service.picture(stored)["view"]["ply"] == 60)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 80


def test_a_move_with_too_many_letters_is_refused(
    service: LocalGameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.game_service.stored_game.MOST_LETTERS", 3)
    with pytest.raises(ValueError, match="at most 3 letters"):
        play(service, opened(service, "dobutsu"), "c1c2")


def test_a_stored_game_survives_a_pipe() -> None:
    thought: Any = {"score": 0.5, "pv": ["f5"]}
    result: Any = {"winner": "black"}
    stored = StoredGame(
        "othello",
        {"size": 8},
        "8/8 b",
        "level:1",
        PERSON,
        (Step("f5", 1.0, 2.0, thought),),
        1,
        result,
        ("A1",),
    )
    line = packed({"stored": stored, "data": b"\0\xff"})
    assert line.count(b"\n") == 1
    assert unpacked(line) == {"stored": stored, "data": b"\0\xff"}
    for wrong in (
        b"",
        b"{",
        b'{"~stored":5}',
        b'{"~stored":["go",{},null,"","",[5]]}',
        b"[" * 100_000,
    ):
        with pytest.raises(ValueError, match=r"\w"):
            unpacked(wrong)
