"""The recipe for point-in-time recovery with PostgreSQL in docs/how-to/running.md."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.project import ROOT
from tests.web.cluster import Cluster, cluster
from tests.web.server.test_workers import until

pytestmark = pytest.mark.deep


def settings(name: str, archive: Path, **others: str) -> str:
    """The recipe's lines that begin with this word, for an archive in this folder."""
    text = (ROOT / "docs" / "how-to" / "running.md").read_text(encoding="utf-8")
    lines = re.findall(rf"^    ({name}\w* = .*?)(?:  +#.*)?$", text, flags=re.MULTILINE)
    assert lines, f"the recipe says nothing of {name}"
    found = "\n".join(lines).replace("/archive", str(archive))
    for word, value in others.items():
        found, count = re.subn(rf"(?m)^{word} = .*$", f"{word} = '{value}'", found)
        assert count, f"the recipe says nothing of {word}"
    return f"\n{found}\n"


def ask(postgresql: Cluster, command: str) -> Any:
    import psycopg

    with psycopg.connect(postgresql.url, autocommit=True) as line:
        found = line.execute(command.encode())
        return found.fetchall() if found.description else None


def begin_archive(postgresql: Cluster) -> Path:
    """A cluster that archives its log; the folder belongs to the same user as its files."""
    archive = postgresql.folder / "archive"
    archive.mkdir(mode=0o700)
    owner = (postgresql.folder / "data").stat()
    os.chown(archive, owner.st_uid, owner.st_gid)
    with (postgresql.folder / "data" / "postgresql.conf").open("a") as file:
        file.write(settings("archive", archive))
    postgresql.stop()
    postgresql.start()
    return archive


def test_recipe_goes_back_to_a_moment_before_a_mistake() -> None:
    with cluster() as postgresql:
        archive = begin_archive(postgresql)
        ask(postgresql, "CREATE TABLE moves (text varchar)")
        ask(postgresql, "INSERT INTO moves VALUES ('before the base backup')")
        base = archive / "base"
        where = ("-h", str(postgresql.folder), "-U", "plyground")
        postgresql.run("pg_basebackup", *where, "-D", str(base), "-X", "none", "-c", "fast")
        ask(postgresql, "INSERT INTO moves VALUES ('after it')")
        ((moment,),) = ask(postgresql, "SELECT clock_timestamp()::text")
        ask(postgresql, "DELETE FROM moves")  # the mistake
        ((last,),) = ask(postgresql, "SELECT pg_walfile_name(pg_switch_wal())")
        done = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver"
        until(lambda: ask(postgresql, done)[0][0] >= last)
        postgresql.stop()

        data = postgresql.folder / "data"
        data.rename(postgresql.folder / "aside")
        base.rename(data)
        with (data / "postgresql.conf").open("a") as file:
            file.write(settings("re(?:store|covery)_", archive, recovery_target_time=moment))
        (data / "recovery.signal").touch()
        postgresql.start()
        until(lambda: ask(postgresql, "SELECT pg_is_in_recovery()") == [(False,)])
        assert ask(postgresql, "SELECT text FROM moves") == [
            ("before the base backup",),
            ("after it",),
        ]
