"""A PostgreSQL of our own for one test process, in a temporary folder and behind a socket."""

import functools
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import missing

_QUICK = "-c listen_addresses='' -c fsync=off -c max_connections=80 -c shared_buffers=16MB"


class Cluster:
    """One that was made; it can be stopped and started again."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.url = f"postgresql://plyground@/postgres?host={folder}"
        self._folder = folder
        self._settings = settings
        self._programs = _programs()
        self._who = _somebody()
        if self._who:
            os.chown(folder, self._who["user"], self._who["group"])
        quick = ("--no-sync", "--auth=trust", "--locale=C", "--encoding=UTF8")
        self._run("initdb", "-U", "plyground", *quick)

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        log = str(self._folder / "log")
        self._run("pg_ctl", "-l", log, "-w", "-o", f"-k {self._folder} {self._settings}", "start")

    def stop(self) -> None:
        """Stops it at once, whoever is connected."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", str(self._folder / "data"), *arguments],
            check=True,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=120,
            **self._who,
        )


@contextmanager
def cluster(settings: str = _QUICK) -> Iterator[Cluster]:
    """A running one with an empty database, which is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
    try:
        made = Cluster(folder, settings)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql(settings: str = _QUICK) -> Iterator[str]:
    """The address of an empty database, which is gone afterwards; the bench wants a safer one.

    To make a cluster takes seconds, so those of one test process share one.
    """
    if settings != _QUICK:
        with cluster(settings) as own:
            yield own.url
        return
    common = _common()
    name = f"test_{next(_numbers)}"
    _tell(common, f"CREATE DATABASE {name}")
    try:
        yield common.url.replace("/postgres?", f"/{name}?")
    finally:
        _tell(common, f"DROP DATABASE {name} WITH (FORCE)")


_numbers = itertools.count(1)
_shared = ExitStack()


@functools.cache
def _common() -> Cluster:
    return _shared.enter_context(cluster())


def close() -> None:
    """Ends the cluster that is shared; the tests are over."""
    _shared.close()


def _tell(common: Cluster, command: str) -> None:
    import psycopg

    with psycopg.connect(common.url, autocommit=True) as line:
        line.execute(command.encode())


def _programs() -> Path:
    """Debian keeps them where no path leads."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    return found[-1].parent if found else missing("PostgreSQL is not installed")


def _somebody() -> dict[str, Any]:
    """PostgreSQL never runs as root, so a test that does lends it to somebody else."""
    if os.geteuid() != 0:
        return {}
    known = {row.pw_name: row for row in pwd.getpwall()}
    row = known.get("postgres") or known.get("nobody")
    if row is None:
        missing("there is no user whom PostgreSQL could run as")
    return {"user": row.pw_uid, "group": row.pw_gid, "extra_groups": []}
