"""An external program that exchanges lines with us. It may hang, flood us, or exit at any time.

No wait here is endless, and no output of the program is stored without a limit.
"""

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from pathlib import Path

MAX_LINE = 1_000_000  # a longer run of bytes without a line end is not a line
MAX_COMPLAINT = 4000  # bytes of its latest standard error output
MAX_WAITING = 10_000  # unread lines; beyond that the program has to wait
_MOMENT = 0.3  # seconds
_COMPLAINTS = 3  # lines
_SHOWN = 300  # characters of them
_GAMES = "/usr/games"  # Debian installs games in a separate folder that is often not on the path


class Ended(Exception):  # noqa: N818 - names the event
    """The program ended, or closed its output."""


class Silent(Exception):  # noqa: N818
    """The program did not answer in time."""


def split_command(command: str) -> list[str]:
    """The words of a command; the program must exist.

    >>> split_command("no-such-program --mode gtp")
    Traceback (most recent call last):
        ...
    ValueError: There is no program 'no-such-program'.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"The command {command[:80]!r} can't be read: {error}.") from None
    if not words:
        raise ValueError("A protocol is followed by a command, as in 'gtp:gnugo --mode gtp'.")
    found = shutil.which(words[0]) or shutil.which(words[0], path=_GAMES)
    if found is None:
        raise ValueError(f"There is no program {words[0][:80]!r}.")
    return [found, *words[1:]]


class _Lines:
    """A queue of lines between the reading thread and its consumer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: deque[str] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._woken = False

    def __len__(self) -> int:
        return len(self._kept)

    def put(self, line: str) -> bool:
        """Adds a line as soon as there is room; False if the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or len(self._kept) < self._most)
            if self._ended:
                return False
            self._kept.append(line)
            self._changed.notify_all()
            return True

    def get(self, seconds: float) -> str | None:
        """The next line, in time; None after `wake`.

        Raises Ended if there will be none, or Silent.
        """
        with self._changed:
            wait = min(max(0.0, seconds), threading.TIMEOUT_MAX)
            self._changed.wait_for(lambda: self._kept or self._ended or self._woken, wait)
            if self._woken:
                self._woken = False
                return None
            if not self._kept and self._ended:
                raise Ended
            # A program that floods us always has lines waiting, but it still runs out of time.
            if not self._kept or seconds <= 0:
                raise Silent
            self._changed.notify_all()
            return self._kept.popleft()

    def wake(self) -> None:
        """Wakes the current or next waiter for a line."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def end(self) -> None:
        """There will be no more lines."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


class Program:
    """A running program with lines in and lines out."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C is for us; and the whole process group can be ended at once
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._errors, self._complaint = self._process.stderr, b""
        os.set_blocking(self._input.fileno(), False)
        self._lines = _Lines(MAX_WAITING)
        self._readers = [
            threading.Thread(target=work, daemon=True) for work in (self._read, self._overhear)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def _read(self) -> None:
        """Splits the program's output into lines; unread lines make the program wait."""
        rest = b""
        while len(rest) <= MAX_LINE:
            chunk = self._output.read(65_536)
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if not self._lines.put(line.decode("utf-8", "replace").rstrip("\r")):
                    return
        self._lines.end()

    def _overhear(self) -> None:
        """Keeps the end of its standard error output, so that it never has to wait."""
        while chunk := self._errors.read(65_536):
            self._complaint = (self._complaint + chunk)[-MAX_COMPLAINT:]

    def last_words(self) -> str:
        """How it ended, if it has, and its last complaint; in a few words or none."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_MOMENT)  # its pipes close a little before it exits
            self._readers[1].join(_MOMENT)
        status = self._process.poll()
        words = [] if not status else [f"status {status}" if status > 0 else f"signal {-status}"]
        lines = [line.strip() for line in self._complaint.decode("utf-8", "replace").splitlines()]
        shown = " / ".join(list(filter(None, lines))[-_COMPLAINTS:])[-_SHOWN:]
        if shown:
            words.append("it said: " + "".join(c if c.isprintable() else "?" for c in shown))
        return "; ".join(words)

    def send(self, line: str, deadline: float) -> None:
        """Sends a line; raises Ended or Silent if the program no longer reads."""
        data = memoryview(line.replace("\n", " ").encode("utf-8", "replace") + b"\n")
        while data:
            try:
                data = data[os.write(self._input.fileno(), data) :]
            except BlockingIOError:
                ready = select.select([], [self._input], [], max(0.0, deadline - time.monotonic()))
                if not ready[1]:
                    raise Silent from None
            except (OSError, ValueError):
                raise Ended from None

    def line(self, deadline: float) -> str | None:
        """The next line of its output, or None after `wake`.

        Raises Silent after the deadline, Ended if there will be none.
        """
        return self._lines.get(deadline - time.monotonic())

    def wake(self) -> None:
        """Wakes the thread that waits for a line. Call it from any thread."""
        self._lines.wake()

    def cpu_seconds(self) -> float:
        """The processor time it has used so far, if the system reports it."""
        try:
            stat = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return 0.0
        fields = stat.rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_alive(self) -> bool:
        """Whether it is still running."""
        return self._process.poll() is None

    def close(self, patience: float = 0.5) -> None:
        """Ends the program and its children: by closing its input, by a signal, by force."""
        self._lines.end()
        self._input.close()
        for ending in (None, signal.SIGTERM, signal.SIGKILL):
            if ending is not None:
                self._signal(ending)
            try:
                self._process.wait(patience)
                break
            except subprocess.TimeoutExpired:
                continue
        self._signal(signal.SIGKILL)  # children that outlived their parent
        self._process.wait()
        for reader, stream in zip(self._readers, (self._output, self._errors), strict=True):
            reader.join(1.0)
            stream.close()

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            return
