"""The command in a real terminal (a pseudo-terminal)."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plyground.records.journal import load_records
from tests.preloaded import take_terminal
from tests.proc import wait_for_sleep
from tests.terminal.seats import WAIT


class Terminal:
    """A program in a terminal of 80 by 24."""

    def __init__(self, home: Path, *arguments: str, **environment: str) -> None:
        self._end, theirs = pty.openpty()
        self.first_mode = self.mode()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        variables = {"PLYGROUND_HOME": str(home), "TERM": "xterm-256color", **environment}
        variables = {name: value for name, value in (os.environ | variables).items() if value}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "plyground", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=variables,
            start_new_session=True,
            preexec_fn=take_terminal,  # noqa: PLW1509 - it takes no lock
        )
        os.close(theirs)
        self._is_open = True
        self.seen = b""

    def wait_for(self, words: bytes) -> None:
        """Reads until these words have been shown since the last wait."""
        begin = len(self.seen)
        until = time.monotonic() + WAIT
        while words not in self.seen[begin:]:
            assert time.monotonic() < until, self.seen[begin:]
            self._read()

    def _read(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], 0.1)
        if not ready:
            return True
        try:
            more = os.read(self._end, 65536)
        except OSError:  # the other end is gone
            return False
        self.seen += more
        return bool(more)

    def press(self, keys: bytes) -> None:
        os.write(self._end, keys)

    def send(self, number: signal.Signals) -> None:
        self._program.send_signal(number)

    def mode(self) -> list[object]:
        """How the terminal treats typed input."""
        return termios.tcgetattr(self._end)

    def hang_up(self) -> int:
        """Closes the window; the program must end by itself."""
        os.close(self._end)
        self._is_open = False
        return self._program.wait(WAIT)

    def send_at_the_prompt(self, number: signal.Signals) -> None:
        """Sends a signal once the program waits for a line: Python misses one just before that."""
        wait_for_sleep(self._program)
        self.send(number)

    def wait_until_stopped(self) -> None:
        until = time.monotonic() + WAIT
        while True:
            found, status = os.waitpid(self._program.pid, os.WUNTRACED | os.WNOHANG)
            if found and os.WIFSTOPPED(status):
                return
            assert time.monotonic() < until, "it goes on"
            self._read()

    def end(self) -> None:
        """Leaves nothing behind, even after a failure."""
        self._program.kill()
        self._program.wait(WAIT)
        if self._is_open:
            os.close(self._end)

    def finish(self) -> int:
        """Reads to the end; the program must end by itself."""
        until = time.monotonic() + WAIT
        while self._read():
            assert time.monotonic() < until, "it does not end"
        return self._program.wait(WAIT)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Open]:
    """Opens terminals, and ends programs that are still running in them."""
    opened: list[Terminal] = []

    def new(home: Path, *arguments: str, **environment: str) -> Terminal:
        opened.append(Terminal(home, *arguments, **environment))
        return opened[-1]

    yield new
    for one in opened:
        one.end()


def test_a_game_on_the_screen_is_saved_and_goes_on_later(terminal: Open, tmp_path: Path) -> None:
    first = terminal(tmp_path, "gomoku", "--white", "random:seed=1")
    first.wait_for(b"Your turn")
    first.press(b"\r")
    first.wait_for(b"1. h8")
    first.press(b"q")
    assert first.finish() == 0
    assert b"--resume" in first.seen
    (file,) = (tmp_path / "games").iterdir()
    assert load_records(file)[0].moves[0] == "h8"
    again = terminal(tmp_path, "--resume")
    again.wait_for(b"1. h8")
    again.press(b"\x03")
    assert again.finish() == 0


def test_a_plain_prompt_on_a_terminal(terminal: Open, tmp_path: Path) -> None:
    plain = terminal(tmp_path, "othello", "--plain")
    plain.wait_for(b"black>")
    plain.press(b"quit\n")
    assert plain.finish() == 0
    assert b"Goodbye." in plain.seen
    assert b"\x1b[?1049h" not in plain.seen, "no full screen"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_a_usable_terminal(
    terminal: Open, tmp_path: Path, number: signal.Signals
) -> None:
    screen = terminal(tmp_path, "gomoku", "--white", "random:seed=1")
    screen.wait_for(b"Your turn")
    assert screen.mode() != screen.first_mode
    screen.press(b"\r")
    screen.wait_for(b"1. h8")
    screen.send(number)
    screen.wait_for(b"--resume")
    assert b"\x1b[?1049l" in screen.seen
    assert screen.mode() == screen.first_mode
    assert b"\x1b[?25h" in screen.seen, "the cursor is back"
    assert b"Traceback" not in screen.seen
    assert screen.finish() == 128 + number


def test_a_window_that_is_closed_ends_the_program(terminal: Open, tmp_path: Path) -> None:
    screen = terminal(tmp_path, "gomoku", "--white", "random:seed=1")
    screen.wait_for(b"Your turn")
    screen.press(b"\r")
    screen.wait_for(b"1. h8")
    screen.hang_up()
    (file,) = (tmp_path / "games").iterdir()
    assert load_records(file)[0].moves[0] == "h8"


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_only_prints_gets_the_prompt(
    terminal: Open, tmp_path: Path, term: str
) -> None:
    dumb = terminal(tmp_path, "othello", TERM=term)
    dumb.wait_for(b"black>")
    dumb.press(b"quit\n")
    assert dumb.finish() == 0
    assert b"\x1b[?1049h" not in dumb.seen, "no full screen"


def test_lines_can_be_edited_at_the_prompt(terminal: Open, tmp_path: Path) -> None:
    plain = terminal(tmp_path, "gomoku", "--plain", "--black=person", "--white=person")
    plain.wait_for(b"black>")
    plain.press(b"8\x1b[Dh\n")  # an 8, and an h before it
    plain.wait_for(b"white>")
    plain.send_at_the_prompt(signal.SIGINT)
    assert plain.finish() == 0
    assert b"The game is saved" in plain.seen
    (file,) = (tmp_path / "games").iterdir()
    assert load_records(file)[0].moves == ("h8",)


def test_a_signal_at_the_prompt_leaves_a_usable_terminal(terminal: Open, tmp_path: Path) -> None:
    plain = terminal(tmp_path, "gomoku", "--plain")
    plain.wait_for(b"black>")
    plain.send_at_the_prompt(signal.SIGTERM)
    assert plain.finish() == 128 + signal.SIGTERM
    assert plain.mode() == plain.first_mode


def test_a_game_that_can_not_be_saved_says_so_at_the_end(terminal: Open, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    screen = terminal(blocked, "gomoku", "--white", "random:seed=1")
    screen.wait_for(b"Your turn")
    screen.press(b"\r")
    screen.wait_for(b"1. h8")
    screen.press(b"q")
    assert screen.finish() == 0
    assert b"The game is NOT saved: Not a directory." in screen.seen
    assert b"--resume" not in screen.seen


def test_a_broken_game_ends_with_a_sentence(terminal: Open, tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "tictactoe.py"
    fault = 'if self.squares.count(".") < 9:\n            raise KeyError("lost")\n        return ['
    file = tmp_path / "faulty.py"
    file.write_text(example.read_text().replace("return [", fault, 1))
    both = ["--black=person", "--white=person"]
    screen = terminal(tmp_path, "tictactoe", "--load", str(file), *both)
    screen.wait_for(b"to move")
    screen.press(b"\r")
    assert screen.finish() == 2
    assert b"faulty.py, line" in screen.seen
    assert b"KeyError" in screen.seen
    assert b"Traceback" not in screen.seen


def test_the_screen_can_be_left_for_a_while(terminal: Open, tmp_path: Path) -> None:
    screen = terminal(tmp_path, "gomoku", "--white", "random:seed=1")
    screen.wait_for(b"Your turn")
    screen.press(b"\x1a")
    screen.wait_until_stopped()
    assert screen.mode() == screen.first_mode
    screen.send(signal.SIGCONT)
    screen.wait_for(b"Your turn")
    screen.press(b"\r")
    screen.wait_for(b"1. h8")
    screen.press(b"q")
    assert screen.finish() == 0
