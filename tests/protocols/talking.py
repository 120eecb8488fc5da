"""How the tests talk to servers: in this process through pipes, or in a separate process.

Nothing here uses the clients of the package. A golden file has lines `> command` and `< answer`; in
an answer `#` stands for any number, and VERSION for the version.
"""

import io
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TextIO, cast

from plyground.players.protocols.serving import Server

GOLDEN = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "protocols.md"
PATIENCE = 60.0  # seconds for an answer on a busy machine; a test that needs them all has failed

MakeServer = Callable[[BinaryIO, TextIO], Server]


class Silence(AssertionError):  # noqa: N818 - names the event
    """There was no answer."""


class Ears:
    """The lines received, in order."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def hear(self, line: str | None) -> None:
        self._lines.put(line)

    def line(self, seconds: float = PATIENCE) -> str:
        """The next line; raises Silence if there is none in time, or no more at all."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise Silence(f"no line within {seconds} seconds") from None
        if line is None:
            raise Silence("the output has ended")
        return line

    def until(self, start: str, seconds: float = PATIENCE) -> list[str]:
        """All lines up to the first that begins like this."""
        deadline = time.monotonic() + seconds
        lines = [self.line(seconds)]
        while not lines[-1].startswith(start):
            lines.append(self.line(max(0.01, deadline - time.monotonic())))
        return lines

    def rest(self) -> list[str]:
        """The remaining lines after the output has ended."""
        lines = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        return lines


class _Out(io.TextIOBase):
    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    def write(self, text: str) -> int:
        for line in text.removesuffix("\n").split("\n"):
            self._ears.hear(line)
        return len(text)


class OwnServer(Ears):
    """A server in a thread of this process; its input goes through a real pipe."""

    def __init__(self, make: MakeServer) -> None:
        super().__init__()
        end, self._input = os.pipe()
        self._lines_in = os.fdopen(end, "rb")
        self.server = make(self._lines_in, cast(TextIO, _Out(self)))
        self.trouble: list[BaseException] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            self.server.serve()
        except BaseException as error:  # noqa: BLE001 - shown by the test
            self.trouble.append(error)
        self.hear(None)

    def send(self, *lines: str | bytes) -> None:
        for line in lines:
            data = line if isinstance(line, bytes) else line.encode()
            os.write(self._input, data + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._input)
        self._thread.join(PATIENCE)
        self._lines_in.close()
        assert not self._thread.is_alive(), "the server does not end"
        assert not self.trouble, self.trouble


class Process(Ears):
    """`python -m plyground ...` in a separate process."""

    def __init__(self, *arguments: str) -> None:
        super().__init__()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plyground", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.hear(line.rstrip("\n"))
        self.hear(None)

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str) -> str:
        """Sends a line and returns the next line of output."""
        self.send(line)
        return self.line()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self.process as process:
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.close()
            try:
                code = process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            complaints = process.stderr.read()
        if error is None:
            assert (code, complaints) == (0, "")


def check_golden(name: str, make: MakeServer) -> None:
    """Plays through a golden file and compares every answer."""
    expected: list[str] = []
    with OwnServer(make) as session:
        for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines():
            if line.startswith(">"):
                session.send(line[1:].strip())
            elif line.startswith("<"):
                heard = session.line()
                expected.append(line)
                pattern = re.escape(line[1:].strip()).replace(r"\#", r"[-+0-9.]+")
                pattern = pattern.replace("VERSION", re.escape(version("plyground")))
                assert re.fullmatch(pattern, heard.strip()), (name, len(expected), line, heard)
    assert expected, "a golden file without answers"
    assert session.rest() == []


def write_golden(name: str, make: MakeServer) -> None:
    """Rewrites the answers of a golden file, for review by a person; never run by a test."""
    path, kept = GOLDEN / name, []
    with OwnServer(make) as session:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("<"):
                continue
            kept.append(line)
            if line.startswith(">"):
                session.send(line[1:].strip())
                try:
                    while True:
                        kept.append(f"< {_lasting(session.line(1.0))}".rstrip())
                except Silence:
                    continue
    path.write_text("\n".join(kept) + "\n", encoding="utf-8")


def _lasting(line: str) -> str:
    """The line without times and version, which change."""
    line = line.replace(version("plyground"), "VERSION")
    line = re.sub(r"\b(nps|time) [0-9]+", r"\1 #", line)
    line = re.sub(r"^(nodestats [0-9]+) [0-9.]+", r"\1 #", line)
    return re.sub(r"^(=== [A-Z0-9]+/[-0-9.]*/)[0-9.]+", r"\1#", line)
