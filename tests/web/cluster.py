"""A PostgreSQL of our own for one test process, in a temporary folder and behind a socket."""

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

_QUICK = "-c listen_addresses='' -c fsync=off -c max_connections=30 -c shared_buffers=16MB"


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, which is gone afterwards."""
    programs = _programs()
    who = _somebody()
    folder = Path(tempfile.mkdtemp(prefix="plyground-pg-"))
    if who:
        os.chown(folder, who["user"], who["group"])
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, *arguments],
            check=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            timeout=120,
            **who,
        )

    try:
        quick = ("--no-sync", "--auth=trust", "--locale=C", "--encoding=UTF8")
        run("initdb", "-D", str(data), "-U", "plyground", *quick)
        log = str(folder / "log")
        run("pg_ctl", "-D", str(data), "-l", log, "-w", "-o", f"-k {folder} {_QUICK}", "start")
        try:
            yield f"postgresql://plyground@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
