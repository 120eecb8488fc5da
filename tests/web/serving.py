"""A server as a user starts it: a separate process with a temporary home."""

import atexit
import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Self

from tests.proc import children, is_running

_WAIT = 60.0  # seconds; a busy machine must not fail the test
# Searches with normal priority, because on a busy machine a low priority would wait long.
_GENEROUS = {
    "PLYGROUND_RATE": "off",
    "PLYGROUND_ENGINE_SECONDS": "100000",
    "PLYGROUND_ENGINE_NICE": "0",
}


@functools.cache
def empty_tables() -> Path:
    """An SQLite database with all migrations applied, because they take long."""
    home = Path(tempfile.mkdtemp(prefix="tables-", dir=os.environ.get("PLYGROUND_HOME")))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    command = [sys.executable, "-m", "plyground", "manage", "migrate"]
    environment = {**os.environ, "PLYGROUND_HOME": str(home)}
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return next(home.glob("*.sqlite3"))


def _share_static_files(home: Path) -> None:
    """All servers of a test run share published static files, because compressing takes long."""
    run = os.environ.get("PLYGROUND_TEST_RUN")
    if run and not (home / "static").exists():
        folder = Path(run, "static")
        folder.mkdir(exist_ok=True)
        (home / "static").symlink_to(folder)


class Server:
    """`plyground serve` on a free port; after `kill` or `stop`, `start` uses the same port.

    Limits are off unless `settings`, which go into its environment, turn them on. It uses prepared
    empty SQLite tables unless `has_tables` is off, and the compressed static files of other servers
    unless `shares_static` is off.
    """

    has_tables = True
    shares_static = True

    def __init__(self, home: Path, *arguments: str, **settings: str) -> None:
        self.home = home
        self.arguments = arguments
        self.settings = {**_GENEROUS, **settings}
        self.port = 0
        self.announced = ""  # the line with its address
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """Its output on stderr, across restarts."""
        path = self.home / "log.txt"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def children(self) -> list[int]:
        """The serving processes, if there are several, without dead ones."""
        assert self.process is not None, "it does not run"
        return [process for process in children(self.process.pid) if is_running(process)]

    def start(self) -> Self:
        """Starts it, and waits until it prints its address."""
        assert self.process is None, "it runs already"
        self.home.mkdir(parents=True, exist_ok=True)
        named = "--database" in self.arguments or "DATABASE_URL" in self.settings
        if self.has_tables and not named and not any(self.home.glob("*.sqlite3")):
            shutil.copy(empty_tables(), self.home)
        if self.shares_static:
            _share_static_files(self.home)
        command = [sys.executable, "-m", "plyground", "serve", "--no-browser"]
        with (self.home / "log.txt").open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), *self.arguments],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **self.settings, "PLYGROUND_HOME": str(self.home)},
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"(?:http://|listens on )\S+:(\d+)[/,]", line):
                self.port, self.announced = int(found[1]), line
                return self
        raise AssertionError(f"the server ended with {self.process.wait()}: {self.log}")

    def kill(self) -> None:
        """Kills it, as a power failure would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ends it like Ctrl-C; returns its exit code."""
        return self._end(signal.SIGINT)

    def restart(self) -> None:
        """Kills it, and restarts it on the same port and home."""
        self.kill()
        self.start()

    def _end(self, sign: signal.Signals) -> int:
        process, self.process = self.process, None
        assert process is not None, "it does not run"
        process.send_signal(sign)
        try:
            code = process.wait(_WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not end on {sign.name}") from None
        finally:
            assert process.stdout is not None
            process.stdout.close()
        return code
