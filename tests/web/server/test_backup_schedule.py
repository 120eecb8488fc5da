"""`plyground backup --every`: verified, and kept by count."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.web.server import backup, backup_schedule
from tests.web.serving import empty_tables


def backups(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.glob("*.gz"))


def test_schedule_verifies_and_keeps_the_latest(tmp_path: Path) -> None:
    """Of three old ones and a new one, two stay; other files are not touched; SIGTERM ends it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [f"plyground-2025010{day}-000000.gz" for day in (1, 2, 3)]
    for name in (*old, "mine.gz"):
        (folder / name).touch()
    command = [sys.executable, "-m", "plyground", "backup", str(folder), "--every", "12h"]
    process = subprocess.Popen(
        [*command, "--keep", "2", "--database", f"sqlite:///{empty_tables()}"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PLYGROUND_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    with process:
        line = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 0
    assert ": no games, verified; " in line
    assert line.endswith(", verified; 2 kept\n")
    kept = backups(folder)
    assert kept[0] == "mine.gz"
    assert kept[1] == old[-1]
    assert backup.check(folder / kept[2]).tables["game"] == 0
    assert len(kept) == 3


def test_what_cannot_be_restored_is_kept_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: Path, *, force: bool) -> backup.Header:
        assert force
        path.write_text("no backup")
        return backup.Header("", {})

    monkeypatch.setattr(backup, "backup", write)
    old = tmp_path / "plyground-20250101-000000.gz"
    old.touch()
    with pytest.raises(ValueError, match=r"kept as plyground-\d+-\d+.bad: .*is no backup"):
        backup_schedule.make(tmp_path, 1)
    assert backups(tmp_path) == [old.name]
    assert len(list(tmp_path.glob("*.bad"))) == 1


@pytest.mark.parametrize("text", ["", "12", "0h", "-1d", "12x", "nan h", "infd", "9999d"])
def test_wrong_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="--every takes a time"):
        backup_schedule.seconds_of(text)


def test_schedule_needs_a_folder(tmp_path: Path) -> None:
    file = tmp_path / "backup.gz"
    file.touch()
    with pytest.raises(ValueError, match="give a folder"):
        backup_schedule.run(file, 60, 1)
