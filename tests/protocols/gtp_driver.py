"""A controller written only from the text of the protocol; it shares nothing with our client."""

import contextlib
import os
import select
import subprocess
import sys
import time
from types import TracebackType
from typing import Self

PATIENCE = 60.0  # seconds; a busy machine must not fail the test
COMMAND = [sys.executable, "-m", "plyground", "gtp"]


class Engine:
    """A GTP engine in a separate process."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._rest = b""
        self._next = 1

    def write(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def read_line(self, seconds: float = PATIENCE) -> str:
        """The next line, without its end."""
        assert self.process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, left))
            if not ready:
                raise TimeoutError(f"no line within {seconds} s; so far {self._rest!r}")
            data = os.read(self.process.stdout.fileno(), 65_536)
            if not data:
                raise EOFError(f"the engine ended; it left {self._rest!r}")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def is_quiet(self, seconds: float) -> bool:
        """Whether there is no output for this long."""
        assert self.process.stdout is not None
        return not self._rest and not select.select([self.process.stdout], [], [], seconds)[0]

    def answer(self, seconds: float = PATIENCE) -> tuple[str, list[str]]:
        """The next response: its first line, and those up to the empty line that ends it."""
        lines = [self.read_line(seconds)]
        while lines[-1]:
            lines.append(self.read_line(seconds))
        return lines[0], lines[1:-1]

    def ask(self, command: str, *, refused: bool = False) -> str:
        """The response to a command; the identity number must come back."""
        number, self._next = self._next, self._next + 1
        self.write(f"{number} {command}\n")
        head, more = self.answer()
        sign = f"{'?' if refused else '='}{number}"
        assert head == sign or head.startswith(sign + " "), (command, head)
        return "\n".join([head[len(sign) :].strip(), *more]).strip("\n")

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def stones(board: str) -> dict[str, str]:
    """The stones on a printed board, X and O by vertex; programs print similar boards."""
    found: dict[str, str] = {}
    letters: list[str] = []
    for line in board.splitlines():
        words = line.split()
        if len(words) > 1 and all(len(word) == 1 and word.isalpha() for word in words):
            if not letters:
                letters = [word.upper() for word in words]
        elif words and words[0].isdigit() and letters:
            for letter, cell in zip(letters, words[1 : len(letters) + 1], strict=True):
                if cell.strip("()") in ("X", "O"):
                    found[letter + words[0]] = cell.strip("()")
    return found
