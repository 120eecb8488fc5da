"""What a desk keeps between requests, and how sheets get to another process."""

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

import plyground
from plyground.sitting.session import PERSON
from plyground.web import desk as desk_module
from plyground.web import sittings
from plyground.web.desk import LocalDesk, Refused
from plyground.web.sheet import Sheet, Step, packed, unpacked
from tests.web.sheets import opened, play


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


def line_of(name: str, plies: int) -> Sequence[str]:
    """Some legal moves, always the same."""
    position = plyground.game(name).start()
    for ply in range(plies):
        moves = [move for move in position.moves() if move != "pass"]
        position = position.play(moves[ply * 7 % len(moves)])
    return position.played


def test_a_kept_session_answers_as_a_new_one(desk: LocalDesk) -> None:
    sheet = opened(desk, "go", white="level:1")
    sheet = replace(sheet, white=PERSON)
    wishes = [("move", move) for move in line_of("go", 30)]
    wishes[10:10] = [("undo", ""), ("undo", ""), ("redo", "")]
    for action, move in wishes:
        try:
            after = desk.act(sheet, action, {"move": move})
        except Refused:
            continue
        fresh = LocalDesk()
        assert fresh.act(sheet, action, {"move": move}) == after
        assert fresh.picture(after) == desk.picture(after)
        sheet = after
    assert sheet.at > 20


def test_a_long_game_is_not_played_again_for_every_request(
    desk: LocalDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = opened(desk, "go", " ".join(line_of("go", 40)))

    def play_again(_: Sheet) -> None:
        raise AssertionError("all its moves were played again")

    monkeypatch.setattr(sittings, "session_on", play_again)
    for move in ("pass", "A1"):
        desk.picture(sheet)
        sheet = desk.act(sheet, "move", {"move": move})
    sheet = unpacked(packed(sheet))  # as it comes from the rows
    assert desk.picture(sheet)["view"]["ply"] == 42


def test_few_sessions_are_kept(desk: LocalDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "_SESSIONS", 5)
    sheet = opened(desk, "go")
    for move in line_of("go", 20):
        sheet = play(desk, sheet, move)
        desk.picture(desk.act(sheet, "undo", {}))
    assert len(desk._sessions) == 5


def test_very_long_games_are_not_kept(desk: LocalDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "_LONGEST", 5)
    sheet = opened(desk, "go")
    for ply, move in enumerate(line_of("go", 8), 1):
        sheet = play(desk, sheet, move)
        assert desk.picture(sheet)["view"]["ply"] == ply
        assert len(desk._sessions) == (ply < 5)


def test_several_threads_may_ask_about_one_sheet(desk: LocalDesk) -> None:
    sheet = opened(desk, "go", " ".join(line_of("go", 60)))
    found: list[bool] = []
    expected = play(LocalDesk(), sheet, "pass")

    def ask() -> None:
        for _ in range(10):
            found.append(play(desk, sheet, "pass") == expected)
            found.append(desk.picture(sheet)["view"]["ply"] == 60)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 80


def test_a_move_with_too_many_letters_is_refused(
    desk: LocalDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.web.sheet.MOST_LETTERS", 3)
    with pytest.raises(ValueError, match="at most 3 letters"):
        play(desk, opened(desk, "dobutsu"), "c1c2")


def test_a_sheet_goes_through_a_pipe_whole() -> None:
    thought = {"score": 0.5, "pv": ["f5"]}
    sheet = Sheet(
        "othello",
        {"size": 8},
        "8/8 b",
        "level:1",
        PERSON,
        (Step("f5", 1.0, 2.0, thought),),
        1,
        {"winner": "black"},
        ("A1",),
    )
    line = packed({"sheet": sheet, "data": b"\0\xff"})
    assert line.count(b"\n") == 1
    assert unpacked(line) == {"sheet": sheet, "data": b"\0\xff"}
    for wrong in (
        b"",
        b"{",
        b'{"~sheet":5}',
        b'{"~sheet":["go",{},null,"","",[5]]}',
        b"[" * 100_000,
    ):
        with pytest.raises(ValueError, match=r"\w"):
            unpacked(wrong)
