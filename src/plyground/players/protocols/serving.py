"""What protocol servers share: reading commands, and searching without blocking."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import BinaryIO, TextIO

from plyground.engine.stop import Stop
from plyground.players.player import Player

Work = Callable[[Stop], None]  # a function that answers soon after the stop is set

MAX_LINE = 1_000_000
_LAST_WORD = 2.0  # seconds to finish an answer after the input has ended


class Server:
    """Reads commands and answers them. A protocol implements `obey`; output is one line at a time.

    `lines` and `out` are standard input and output unless a test passes others.
    """

    def __init__(
        self, player: Player, lines: BinaryIO | None = None, out: TextIO | None = None
    ) -> None:
        self.player = player
        self.running = True
        self.is_heard = True  # until the other side closes our output
        self.thinking = Thinking()
        self._lines = lines or sys.stdin.buffer
        self._out = out or sys.stdout
        self._speaking = threading.Lock()

    def obey(self, line: str) -> None:
        """Carries out one command. It must answer bad input in the protocol's own way."""
        raise NotImplementedError

    def hear(self, line: str) -> None:
        """Handles a line: at once, unless a protocol queues commands."""
        self.obey(line)

    def finish(self) -> None:
        """The input has ended: the current work may still be finished."""

    def hang_up(self) -> None:
        """There will be no more input, for whatever reason."""

    def serve(self) -> None:
        """Handles commands until the end of the input or of the protocol."""
        try:
            for line in self._commands():
                self.hear(line)
                if not self.running:
                    break
            self.finish()
        finally:
            self.hang_up()
            self.thinking.cancel(_LAST_WORD)
            self.player.close()  # ends an external program that cannot be interrupted
            self.thinking.cancel(_LAST_WORD)

    def _commands(self) -> Iterator[str]:
        """The lines of the input; a line too long for a command is cut."""
        while line := self._lines.readline(MAX_LINE):
            if not line.endswith(b"\n"):
                while (more := self._lines.readline(MAX_LINE)) and not more.endswith(b"\n"):
                    continue
            yield line.decode("utf-8", "replace").strip("\r\n")

    def say(self, text: str) -> None:
        """Writes one or more lines at once; ends the server if the output is closed."""
        with self._speaking:
            try:
                self._out.write(text + "\n")
                self._out.flush()
            except BrokenPipeError:
                self.running = False
                self.is_heard = False
                self._abandon()

    def _abandon(self) -> None:
        """Discards buffered output, so that the process ends without an error message."""
        if self._out is sys.stdout:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


class Thinking:
    """Runs one search at a time in a background thread; it can be stopped."""

    def __init__(self) -> None:
        self.stop = Stop()  # of the latest work
        self._thread: threading.Thread | None = None

    def start(self, work: Work) -> None:
        """Starts work, after ending earlier work."""
        self.cancel()
        self.stop = Stop()
        self._thread = threading.Thread(target=work, args=(self.stop,), daemon=True)
        self._thread.start()

    def is_busy(self) -> bool:
        """Whether work is in progress."""
        return self._thread is not None and self._thread.is_alive()

    def cancel(self, patience: float | None = None) -> None:
        """Asks for an answer now, and waits for it: the work still sends its final output."""
        self.stop.set()
        self.wait(patience)

    def wait(self, patience: float | None = None) -> None:
        """Waits until the work is done, or for this many seconds."""
        if self._thread is not None:
            self._thread.join(patience)
            if not self._thread.is_alive():
                self._thread = None
