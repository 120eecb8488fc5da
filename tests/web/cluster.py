"""A PostgreSQL for all tests of a run, in a temporary folder and behind a socket."""

import atexit
import fcntl
import functools
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import missing

_QUICK = "-c listen_addresses='' -c fsync=off -c max_connections=200 -c shared_buffers=16MB"


class Cluster:
    """A cluster in a folder; it can be stopped and started again."""

    def __init__(self, folder: Path, settings: str = _QUICK) -> None:
        self.url = f"postgresql://plyground@/postgres?host={folder}"
        self._folder = self.folder = folder
        self._settings = settings
        self._programs = _programs()
        self._who = _somebody()

    def make(self, run: Path) -> None:
        """Makes its files, by copying those that were made first in this run."""
        first = run / "postgresql-data"
        if self._who:
            os.chown(self._folder, self._who["user"], self._who["group"])
        if first.exists():
            subprocess.run(["cp", "-a", first, self._folder / "data"], check=True)
            return
        quick = ("--no-sync", "--auth=trust", "--locale=C", "--encoding=UTF8")
        self._run("initdb", "-U", "plyground", *quick)
        subprocess.run(["cp", "-a", self._folder / "data", first], check=True)

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "-l", log, "-w", "-o", f"-k {self._folder} {self._settings}", "start")

    def stop(self) -> None:
        """Stops it at once, with all connections."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        self.run(program, "-D", str(self._folder / "data"), *arguments)

    def run(self, program: str, *arguments: str) -> None:
        """Runs one of PostgreSQL's programs, as the owner of the files."""
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=120,
            **self._who,
        )


@contextmanager
def cluster(settings: str = _QUICK) -> Iterator[Cluster]:
    """A running cluster with an empty database, which is deleted afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
    try:
        made = Cluster(folder, settings)
        with _only_one() as run:
            made.make(run)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql(settings: str = _QUICK) -> Iterator[str]:
    """The address of an empty database, which is deleted afterwards.

    Making a cluster takes seconds, so all test processes of a run share one.
    """
    if settings != _QUICK:
        with cluster(settings) as own:
            yield own.url
        return
    url = _common()
    name = f"test_{os.getpid()}_{next(_numbers)}"
    _tell(url, f"CREATE DATABASE {name}")
    try:
        yield url.replace("/postgres?", f"/{name}?")
    finally:
        _tell(url, f"DROP DATABASE {name} WITH (FORCE)")


_numbers = itertools.count(1)


@functools.cache
def _common() -> str:
    """The address of this run's cluster, made by the first process that needs it."""
    with _only_one() as run:
        note = run / "postgresql-folder"
        if note.exists():
            return Cluster(Path(note.read_text(encoding="utf-8"))).url
        folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
        common = Cluster(folder)
        common.make(run)
        common.start()
        note.write_text(str(folder), encoding="utf-8")
    return common.url


def close() -> None:
    """Ends the shared cluster after the tests."""
    note = _run_folder() / "postgresql-folder"
    if "PYTEST_XDIST_WORKER" not in os.environ and note.exists():
        folder = Path(note.read_text(encoding="utf-8"))
        Cluster(folder).stop()
        shutil.rmtree(folder, ignore_errors=True)
        note.unlink()


def _run_folder() -> Path:
    """The folder that all processes of a run share; a benchmark is a run of one process."""
    return Path(os.environ.get("PLYGROUND_TEST_RUN") or _own_folder())


@functools.cache
def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="plyground-run-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@contextmanager
def _only_one() -> Iterator[Path]:
    """The folder of the run, locked against other processes."""
    folder = _run_folder()
    with (folder / "postgresql-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _tell(url: str, command: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as line:
        line.execute(command.encode())


def _programs() -> Path:
    """Debian keeps them outside the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    return found[-1].parent if found else missing("PostgreSQL is not installed")


def _somebody() -> dict[str, Any]:
    """PostgreSQL never runs as root, so a test as root uses another user."""
    if os.geteuid() != 0:
        return {}
    known = {row.pw_name: row for row in pwd.getpwall()}
    row = known.get("postgres") or known.get("nobody")
    if row is None:
        missing("there is no user whom PostgreSQL could run as")
    return {"user": row.pw_uid, "group": row.pw_gid, "extra_groups": []}
