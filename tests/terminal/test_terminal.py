"""The command in a real terminal, a pseudo one."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from plyground.journal import load_records
from tests.terminal.tables import WAIT


class Terminal:
    """A program in a terminal of 80 by 24."""

    def __init__(self, home: Path, *arguments: str, **environment: str) -> None:
        self._end, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        variables = {"PLYGROUND_HOME": str(home), "TERM": "xterm-256color", **environment}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "plyground", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | variables,
        )
        os.close(theirs)
        self.seen = b""

    def wait_for(self, words: bytes) -> None:
        """Reads until the words have been shown since the last wait."""
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

    def finish(self) -> int:
        """Reads to the end; the program must come to one by itself."""
        until = time.monotonic() + WAIT
        while self._read() and self._program.poll() is None:
            assert time.monotonic() < until, "it does not end"
        code = self._program.wait(WAIT)
        os.close(self._end)
        return code


def test_a_game_on_the_screen_is_saved_and_goes_on_later(tmp_path: Path) -> None:
    first = Terminal(tmp_path, "gomoku", "--white", "random:seed=1")
    first.wait_for(b"Your turn")
    first.press(b"\r")
    first.wait_for(b"1. h8")
    first.press(b"q")
    assert first.finish() == 0
    assert b"--resume" in first.seen
    (file,) = (tmp_path / "games").iterdir()
    assert load_records(file)[0].moves[0] == "h8"
    again = Terminal(tmp_path, "--resume")
    again.wait_for(b"1. h8")
    again.press(b"\x03")
    assert again.finish() == 0


def test_a_plain_prompt_on_a_terminal(tmp_path: Path) -> None:
    plain = Terminal(tmp_path, "othello", "--plain")
    plain.wait_for(b"black>")
    plain.press(b"quit\n")
    assert plain.finish() == 0
    assert b"Goodbye." in plain.seen
    assert b"\x1b[?1049h" not in plain.seen, "no full screen"
