"""External programs that crash, hang, flood us or cheat: waits end, and nothing is left."""

import os
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground
from plyground.engine.game import Position
from plyground.players.player import Clock, Forfeit, Unplayable
from plyground.players.protocols.gtp.client import GtpPlayer
from plyground.players.protocols.program import (
    MAX_COMPLAINT,
    MAX_WAITING,
    Ended,
    Program,
    Silent,
    split_command,
)
from tests.proc import is_running

BAD = Path(__file__).parent / "bad_gtp.py"
GO = plyground.game("go", size=9)
PATIENCE = 60.0  # seconds; a busy machine must not fail the test


def bad(how: str, *rest: str) -> str:
    return shlex.join([sys.executable, str(BAD), how, *rest])


def player(how: str, *rest: str, start: float = 20.0, move: float = 20.0) -> GtpPlayer:
    return GtpPlayer(bad(how, *rest), GO, start_seconds=start, move_seconds=move)


def forfeit(how: str, position: Position | None = None, **seconds: float) -> Forfeit:
    begin = time.monotonic()
    with player(how, **seconds) as bad_player, pytest.raises(Forfeit) as caught:
        bad_player.choose(position or GO.start())
    assert time.monotonic() - begin < 60
    return caught.value


@pytest.mark.parametrize(
    ("how", "code", "words"),
    [
        ("killed", "crashed", "ended again after it was restarted"),
        ("hangs", "no_answer", "did not answer in time"),
        ("illegal", "illegal_move", "played 'Z99'"),
        ("occupied", "illegal_move", "There is already a piece on D4."),
        ("garbage", "illegal_move", "played"),
        ("refuses", "misunderstood", "I do not want to"),
        ("endless_answer", "misunderstood", "gtp:"),
    ],
)
def test_bad_programs_lose_with_a_reason(how: str, code: str, words: str) -> None:
    move = 1.0 if how == "hangs" else 20.0
    loss = forfeit(how, GO.start().play("D4"), move=move)
    assert loss.code == code
    assert words in loss.sentence
    assert "\n" not in loss.sentence


@pytest.mark.parametrize("how", ["silent", "floods", "one_endless_line", "exits"])
def test_program_that_was_never_ready_does_not_lose(how: str) -> None:
    with player(how, start=1.0 if how != "exits" else 20.0) as bad_player:
        bad_player.new_game()  # a failure here is judged at the first move
        with pytest.raises(Unplayable, match=r"in time|ended before|not end"):
            bad_player.choose(GO.start())


def test_a_program_that_was_ready_once_can_lose(tmp_path: Path) -> None:
    """It plays a move, and then does not even start again."""
    with player("plays_once", str(tmp_path / "mark")) as tired:
        first = GO.start().play(str(tired.choose(GO.start()).move))
        with pytest.raises(Forfeit, match="ended again") as caught:
            tired.choose(first.play("D4"))
    assert caught.value.code == "crashed"


def test_refused_position_is_not_a_loss() -> None:
    with player("refuses_boards") as small, pytest.raises(Unplayable, match="unacceptable size"):
        small.choose(GO.start())


def test_program_that_refuses_a_move_loses() -> None:
    with player("refuses_the_third_move") as stubborn:
        position = GO.start().play(str(stubborn.choose(GO.start()).move))
        with pytest.raises(Forfeit, match="that is ko") as caught:
            stubborn.choose(position.play("D4"))
    assert caught.value.code == "misunderstood"


def test_the_last_error_output_of_a_program_is_reported() -> None:
    with player("complains") as bad_player, pytest.raises(Unplayable) as caught:
        bad_player.choose(GO.start())
    message = str(caught.value)
    assert "complains ended before it was ready (status 5; it said: line 99 of" in message
    assert message.endswith(" / model file missing: ?[31mx).")
    assert len(message) < 1000


def test_endless_error_output_does_not_block() -> None:
    with player("floods_errors") as noisy:
        assert noisy.choose(GO.start()).move == "E5"
        program = noisy._program
        assert program is not None
        assert len(program._complaint) <= MAX_COMPLAINT


def test_a_clock_bounds_the_wait() -> None:
    begin = time.monotonic()
    with player("hangs", move=100) as hanging, pytest.raises(Forfeit) as caught:
        hanging.choose(GO.start(), clock=Clock(move=0.2))
    assert caught.value.code == "no_answer"
    assert time.monotonic() - begin < 20


def test_a_program_killed_in_mid_search_is_started_again(tmp_path: Path) -> None:
    with player("crashes_once", str(tmp_path / "mark")) as crashing:
        answer = crashing.choose(GO.start().play_all("D4 C3"))
    assert answer.move == "E5"
    assert (tmp_path / "mark").exists()


def test_program_killed_from_outside_is_started_again() -> None:
    """The process is killed during a search; the waiting caller notices at once."""
    program = Program(split_command(bad("hangs")))
    try:
        program.send("genmove b", time.monotonic() + PATIENCE)
        with pytest.raises(Silent):
            program.line(time.monotonic() + 0.3)
        os.kill(program.pid, 9)
        begin = time.monotonic()
        with pytest.raises(Ended):
            program.line(begin + 2 * PATIENCE)
        assert time.monotonic() - begin < PATIENCE
        with pytest.raises(Ended):  # and the next call notices the same
            program.line(time.monotonic() + 1)
        while program.is_alive():  # its pipes close a moment before the process is gone
            assert time.monotonic() - begin < PATIENCE
            time.sleep(0.01)
    finally:
        program.close()


@pytest.mark.parametrize(("how", "move"), [("resigns", None), ("chatters", "pass")])
def test_unusual_valid_answers_are_accepted(how: str, move: str | None) -> None:
    with player(how) as odd:
        assert odd.choose(GO.start()).move == move


def test_windows_line_ends_are_accepted() -> None:
    with player("windows") as odd:
        assert odd.choose(GO.start()).move == "pass"


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def test_program_that_does_not_quit_is_killed() -> None:
    program = Program(split_command(bad("deaf")))
    pid = program.pid
    assert program.line(time.monotonic() + PATIENCE) == "deaf"
    program.close(patience=0.1)
    assert not is_running(pid)


def test_children_end_with_their_parent(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    program = Program(split_command(bad("family", str(mark))))
    assert wait_until(lambda: mark.exists() and bool(mark.read_text(encoding="ascii")))
    child = int(mark.read_text(encoding="ascii"))
    assert program.line(time.monotonic() + PATIENCE) == "deaf"
    assert is_running(child)
    program.close(patience=0.1)
    assert wait_until(lambda: not is_running(child))


def test_flood_of_output_is_bounded() -> None:
    program = Program(split_command(bad("floods")))
    try:
        assert wait_until(lambda: len(program._lines) == MAX_WAITING)
        time.sleep(0.2)
        assert len(program._lines) <= MAX_WAITING
        begin = time.monotonic()
        while time.monotonic() < begin + 0.3:
            assert program.line(begin + PATIENCE) == "nonsense"
        with pytest.raises(Silent):  # there are lines, but the time is over
            program.line(begin + 0.3)
        assert time.monotonic() - begin < PATIENCE
    finally:
        program.close()


def test_endless_line_ends_the_program() -> None:
    program = Program(split_command(bad("one_endless_line")))
    try:
        with pytest.raises(Ended):
            program.line(time.monotonic() + PATIENCE)
    finally:
        program.close()


def test_a_program_that_does_not_read_does_not_block() -> None:
    program = Program(split_command(bad("silent")))
    try:
        with pytest.raises(Silent):
            program.send("x" * 10_000_000, time.monotonic() + 0.3)
    finally:
        program.close()


def test_file_that_is_no_program_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "no-program"
    file.write_bytes(b"\x00\x01\x02")
    file.chmod(0o755)
    with GtpPlayer(str(file), GO) as nothing, pytest.raises(Unplayable, match="can't be started"):
        nothing.choose(GO.start())


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("", "A protocol is followed by a command"),
        ("'unclosed", "can't be read"),
        ("no-such-program-anywhere", "There is no program 'no-such-program-anywhere'."),
    ],
)
def test_invalid_commands_are_refused(command: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GtpPlayer(command, GO)


def test_closing_twice_or_before_the_start_does_no_harm() -> None:
    never_started = player("silent")
    never_started.close()
    never_started.close()


def test_a_program_is_ready_before_any_clock_runs() -> None:
    with player("slow_to_start") as slow:
        slow.new_game()
        begin = time.monotonic()
        answer = slow.choose(GO.start(), clock=Clock(move=1.0))
        assert answer.move == "E5"
        assert time.monotonic() - begin < 1.5


def test_a_player_that_lost_can_play_again() -> None:
    with player("cheats") as bad_player:
        for _ in range(2):
            with pytest.raises(Forfeit, match="played 'Z99'"):
                bad_player.choose(GO.start())
            bad_player.new_game()
