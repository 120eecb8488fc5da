"""`plyground backup --every`: regular backups, each verified, with the latest few kept."""

import datetime
import os
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from plyground.web.server import backup, http_server

_NAME = re.compile(r"plyground-\d{8}-\d{6}\.gz")
_UNITS = {"m": 60.0, "h": 3600.0, "d": 86400.0}
_LONGEST = 366 * _UNITS["d"]
_PATIENCE = 3600.0  # seconds for a verification


def seconds_of(text: str) -> float:
    """The seconds of a span of time such as 30m, 12h or 7d.

    >>> seconds_of("30m"), seconds_of("12h"), seconds_of("0.5d")
    (1800.0, 43200.0, 43200.0)
    """
    number, unit = text[:-1], _UNITS.get(text[-1:], 0.0)
    try:
        seconds = float(number) * unit
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST:
        raise ValueError(f"--every takes a time such as 30m, 12h or 7d, not {text[:40]!r}.")
    return seconds


def run(folder: Path, every: float, keep: int) -> None:
    """Makes a backup now and after each interval, until a signal ends it.

    A failure is reported, and the next backup is made on schedule.
    """
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"With --every give a folder; {folder} is a file.")
    end = threading.Event()
    with http_server.signals(lambda *_: end.set()):
        while not end.is_set():
            try:
                print(make(folder, keep), flush=True)
            except (OSError, ValueError) as error:
                print(f"plyground: {error}", file=sys.stderr, flush=True)
            end.wait(every)


def make(folder: Path, keep: int) -> str:
    """Makes and verifies a backup, and deletes the oldest ones; returns a sentence about it.

    An unverified backup is kept under another name, and nothing is deleted for it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.datetime.now(datetime.UTC)
    path = folder / f"plyground-{now:%Y%m%d-%H%M%S}.gz"
    header = backup.backup(path, force=True)
    try:
        verify(path)
    except ValueError:
        path.replace(path.with_suffix(".bad"))
        raise
    made = sorted(one for one in folder.iterdir() if _NAME.fullmatch(one.name))
    for old in made[:-keep]:
        old.unlink()
    return f"{path}: {header}, verified; {min(keep, len(made))} kept"


def verify(path: Path) -> None:
    """Restores a backup into a scratch database; ValueError if that fails."""
    with tempfile.TemporaryDirectory(prefix="plyground-verify-") as scratch:
        url = f"sqlite:///{scratch}/scratch.sqlite3"
        command = [sys.executable, "-m", "plyground", "restore", str(path), "--database", url]
        environment = {**os.environ, "PLYGROUND_HOME": scratch, "PLYGROUND_PROFILE": "local"}
        done = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    if done.returncode:
        why = done.stderr.strip().removeprefix("plyground: ")
        raise ValueError(f"{path} can't be restored, so it is kept as {path.stem}.bad: {why}")
