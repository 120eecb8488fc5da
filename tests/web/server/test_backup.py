"""Backup and restore between both databases, and damaged backup files."""

import gzip
import hashlib
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from plyground.web.base.models import Process
from plyground.web.server import backup as backups
from tests.web.cluster import postgresql

# Fills a database with rows of every kind and unusual values, in a separate process, because Django
# uses only one database per process.
_FILL = """
import datetime, os, django
django.setup()
from plyground.web.server.serve import migrate
migrate()
from plyground.web.base.models import Process
from plyground.web.engine.models import EngineBudget, Search
from plyground.web.community.models import Follow, Report
from plyground.web.games.models import Challenge, Game, Move, RatedResult
from plyground.web.learn.models import Progress, PuzzleAttempt, PuzzleRating
from plyground.web.visitors.models import Account, EmailAddress, Person, SecondFactor, Token
from django.contrib.auth.hashers import make_password
for number in range(int(os.environ["GAMES"])):
    game = Game.objects.create(
        id=f"game-{number}", visitor=f"visitor-{number % 7}", name="go",
        options={"size": 9, "komi": 6.5}, start=None if number % 2 else "\\u76e4 \\U0001f600",
        black="person", white="level:3", names=["\\u68cb", ""], at=2,
        result={"winner": None, "code": "\\u00e9"} if number % 3 else None, dead=["a1"],
        strict=True, clock={"seconds": 60, "increment": 0.1}, turn_began=1e9 + number / 3,
        version=2**31 - 1 - number, share=f"share-{number}", note="a\\nb", seat="black",
        guest="guest", invite=None, offer={"kind": "draw", "by": "black"},
    )
    Move.objects.bulk_create(
        Move(game=game, ply=ply, text=f"m{ply}", seconds=0.1 * ply, evaluation={"score": ply / 7})
        for ply in range(1, 4)
    )
    # Times that are not of today, to see that they stay.
    then = datetime.datetime(2020, 2, 29, 1, 2, 3, number, tzinfo=datetime.timezone.utc)
    Game.objects.filter(pk=game.pk).update(created=then, changed=then)
ada = Account.objects.create(name="Ada", password=make_password("secret words"), stamp=3)
EmailAddress.objects.create(account=ada, address="ada@example.org")
SecondFactor.objects.create(account=ada, secret="A" * 32, used=2**40, recovery=["0" * 64])
Person.objects.create(visitor="visitor-1", name="\\u30dc", blocked=True)
rated = {"visitor": "visitor-1", "rating": 1500.5}
PuzzleRating.objects.create(game="go", deviation=0.1, volatility=0.06, **rated)
PuzzleAttempt.objects.create(puzzle="go/1", score=0.5, **rated)
used = datetime.date(2024, 1, 2)
Token.objects.create(digest="0" * 64, visitor="visitor-1", label="\\u30dc", used=used)
Progress.objects.create(visitor="visitor-1", lesson="go/ko", step=2, done=True)
old = datetime.datetime(2021, 3, 4, 5, 6, 7, 8, tzinfo=datetime.timezone.utc)
Challenge.objects.create(game=game, computer="level:2")
Challenge.objects.update(since=old)
RatedResult.objects.create(id="rated", name="go", options={"size": 9}, black="a", white="b")
RatedResult.objects.update(at=old)
Follow.objects.create(visitor="visitor-1", followed="visitor-2")
Report.objects.create(visitor="visitor-1", reported="visitor-2", reason="name", done=True)
Report.objects.update(at=old)
EngineBudget.objects.create(key="k", level=1.0, at=2.0)
process = Process.objects.create()
Search.objects.create(id="s", kind="reply", game=game, version=1, visitor="v", owner=process)
"""
_ROWS = """
import json, django
django.setup()
from plyground.web.server.backup import TABLES
rows = {
    model.__name__: list(model.objects.order_by("pk").values()) for model in TABLES.values()
}
print(json.dumps(rows, default=str, sort_keys=True))
"""
_NEXT = """
import django
django.setup()
from plyground.web.games.models import Game, Move
from plyground.web.visitors.models import Token
Token.objects.create(digest="1" * 64, visitor="v", label="next")
Move.objects.create(game=Game.objects.first(), ply=9, text="next")
print("ok")
"""
# Another process writes during a backup: its data is not in it, and is not refused.
_MOMENT = """
import sys, django
django.setup()
from pathlib import Path
from django.db import connection
from plyground.web.server import backup
from plyground.web.visitors.models import Token
written = backup._write
def write_while_others_do(file):
    assert not backup.is_empty()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("DELETE FROM web_token")
    other.close()
    return written(file)
backup._write = write_while_others_do
header = backup.backup(Path(sys.argv[1]))
assert backup.check(Path(sys.argv[1])) == header
print(header.tables["token"], Token.objects.count())
"""


def run(*command: str, database: str, home: Path, check: bool = True, **more: str) -> str:
    """Runs one of our commands on this database; returns its output."""
    done = subprocess.run(
        [sys.executable, *command],
        env={
            **os.environ,
            "DATABASE_URL": database,
            "PLYGROUND_HOME": str(home),
            "DJANGO_SETTINGS_MODULE": "plyground.web.settings",
            **more,
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert not check or done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def rows(database: str, home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("-c", _ROWS, database=database, home=home))
    return found


def lines_of(path: Path) -> list[bytes]:
    with gzip.open(path, "rb") as file:
        return file.readlines()


def rewrite(path: Path, lines: list[bytes], *, sign: bool = True) -> None:
    """Writes a file of these lines; signed, it looks genuine."""
    body = b"".join(lines)
    end = json.dumps({"sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
    path.write_bytes(gzip.compress(body + (end if sign else b"")))


@pytest.mark.deep
def test_backup_moves_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    first, second = (f"sqlite:///{tmp_path / name}.sqlite3" for name in ("first", "second"))
    one, two = tmp_path / "one.gz", tmp_path / "two.gz"
    run("-c", _FILL, database=first, home=tmp_path, GAMES="400")
    before = rows(first, tmp_path)
    assert {len(table) for table in before.values()} == {1, 400, 1200}, "every table has rows"
    mask = os.umask(0)
    try:
        output = run("-m", "plyground", "backup", str(one), database=first, home=tmp_path)
    finally:
        os.umask(mask)
    place = first.removeprefix("sqlite:///")
    counts = (
        "1 account, 400 games, 1200 moves, 1 token, 1 lesson, 1 e-mail address, 1 second factor,"
        " 1 person, 1 puzzle rating, 1 puzzle attempt, 1 challenge, 1 rated result, 1 follow,"
        " 1 report"
    )
    assert output == f"{one}: {counts}, from {place}\n"
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    with postgresql() as url:
        run("-m", "plyground", "restore", str(one), database=url, home=tmp_path)
        assert rows(url, tmp_path) == before
        run("-m", "plyground", "backup", str(two), database=url, home=tmp_path)
        assert run("-c", _NEXT, database=url, home=tmp_path) == "ok\n", "numbers go on"
        crowded = run(
            "-m", "plyground", "restore", str(one), database=url, home=tmp_path, check=False
        )
        assert "--replace drops them" in crowded
        run(
            "-m",
            "plyground",
            "restore",
            str(one),
            "--replace",
            "--yes",
            database=url,
            home=tmp_path,
        )
        assert rows(url, tmp_path) == before
        moment = str(tmp_path / "moment.gz")
        assert run("-c", _MOMENT, moment, database=url, home=tmp_path) == "1 0\n"
    run("-m", "plyground", "restore", str(two), database=second, home=tmp_path)
    assert rows(second, tmp_path) == before
    assert not [file.name for file in tmp_path.iterdir() if file.name.startswith(".")]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A good file, and its database."""
    home = tmp_path_factory.mktemp("good")
    database = f"sqlite:///{home / 'games.sqlite3'}"
    run("-c", _FILL, database=database, home=home, GAMES="3")
    run("-m", "plyground", "backup", str(home / "good.gz"), database=database, home=home)
    return home / "good.gz", database


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def unpacked(path: Path) -> bytearray:
    """The same in an uncompressed gzip file."""
    return bytearray(gzip.compress(b"".join(lines_of(path)), 0))


def flip_in_a_name(path: Path) -> None:
    """Renames a column, as if the file came from a newer Plyground."""
    content = unpacked(path)
    content[content.index(b'"seconds"') + 3] ^= 0b10000
    path.write_bytes(content)


def flip_in_the_format(path: Path) -> None:
    content = unpacked(path)
    content[content.index(b'"format":4') + 9] ^= 0b1
    path.write_bytes(content)


def with_a_slip(path: Path) -> None:
    """The same with correct packing."""
    *lines, end = lines_of(path)
    lines = [line.replace(b'"seconds":', b'"sesonds":') for line in lines]
    rewrite(path, [*lines, end], sign=False)


def without_end(path: Path) -> None:
    rewrite(path, lines_of(path)[:-1], sign=False)


def without_a_row(path: Path) -> None:
    lines = lines_of(path)
    rewrite(path, [*lines[:3], *lines[4:-1]])


def with_a_changed_row(path: Path) -> None:
    lines = lines_of(path)
    end = lines.pop()
    rewrite(path, [*(line.replace(b"level:3", b"level:8") for line in lines), end], sign=False)


def with_more(path: Path) -> None:
    lines = lines_of(path)
    rewrite(path, [*lines, lines[2]], sign=False)


def of_the_future(path: Path) -> None:
    first, *lines, _ = lines_of(path)
    rewrite(path, [json.dumps({**json.loads(first), "format": 99}).encode() + b"\n", *lines])


def with_a_new_column(path: Path) -> None:
    first, second, *lines, _ = lines_of(path)
    account = json.loads(second)
    account["account"]["shoe_size"] = 42
    rewrite(path, [first, json.dumps(account).encode() + b"\n", *lines])


def with_a_foreign_table(path: Path) -> None:
    first, *lines, _ = lines_of(path)
    rewrite(path, [first, b'{"process": {}}\n', *lines])


def with_a_row_that_does_not_fit(path: Path) -> None:
    """The checksum is right, but the database refuses: a move without its game."""
    rewrite(
        path,
        [line.replace(b'"game_id":"game-1"', b'"game_id":"gone"') for line in lines_of(path)[:-1]],
    )


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (cut, "its end is missing"),
        (flip, "is damaged or was cut short|is no backup"),  # depends on the bit
        (flip_in_a_name, "its checksum is wrong"),
        (with_a_slip, "its checksum is wrong"),
        (flip_in_the_format, "its checksum is wrong"),
        (without_end, "its end is missing"),
        (without_a_row, "rows are missing"),
        (with_a_changed_row, "its checksum is wrong"),
        (with_more, "there is text after its end"),
        (of_the_future, "has format 99; this Plyground reads up to 4"),
        (with_a_new_column, "is from a newer version of Plyground: account has shoe_size there"),
        (with_a_foreign_table, "line 2 is not a row"),
        (with_a_row_that_does_not_fit, "The database refused the data"),
        (lambda path: path.write_bytes(b""), "is no backup of Plyground"),
        (lambda path: path.write_bytes(b"PK\3\4 something else"), "is no backup of Plyground"),
        (lambda path: path.write_bytes(gzip.compress(b"{}\n[1]\n")), "is no backup of Plyground"),
        (lambda path: path.write_bytes(gzip.compress(b"\xff" * 99)), "is no backup of Plyground"),
        (lambda path: path.unlink(), "can't be read: No such file"),
    ],
)
def test_bad_backup_is_reported_and_nothing_is_lost(
    good: tuple[Path, str],
    tmp_path: Path,
    spoil: Callable[[Path], object],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In this process, whose database has no data to lose."""
    from django.db import connection

    from plyground.web.games.models import Move
    from plyground.web.server import backup

    file = tmp_path / "bad.gz"
    file.write_bytes(good[0].read_bytes())
    spoil(file)
    database = tmp_path / "kept.sqlite3"
    with sqlite3.connect(good[1].removeprefix("sqlite:///")) as source:
        with sqlite3.connect(database) as target:
            source.backup(target)
        target.close()
    source.close()
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(database))
    try:
        before = list(Move.objects.order_by("pk").values())
        with pytest.raises((ValueError, OSError), match=sentence):
            backup.restore(file, replace=True)
        assert list(Move.objects.order_by("pk").values()) == before != []
    finally:
        connection.close()


def test_backup_without_lessons_is_restored(good: tuple[Path, str], tmp_path: Path) -> None:
    from plyground.web.server import backup

    header, *others = (json.loads(line) for line in lines_of(good[0])[:-1])
    del header["tables"]["lesson"]
    old = [row for row in [header | {"format": 1}, *others] if "lesson" not in row]
    file = tmp_path / "old.gz"
    rewrite(file, [json.dumps(row).encode() + b"\n" for row in old])
    assert backup.check(file).tables["lesson"] == 0
    database = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    run("-m", "plyground", "restore", str(file), database=database, home=tmp_path)
    found: dict[str, Any] = json.loads(run("-c", _ROWS, database=database, home=tmp_path))
    assert found["Progress"] == []


def test_every_table_is_in_a_backup_or_is_temporary() -> None:
    ours = {one for one in apps.get_models() if one.__module__.startswith("plyground.web.")}
    assert ours == {*backups.TABLES.values(), *backups._MOMENTARY, Process}


def test_existing_file_is_replaced_only_with_force(good: tuple[Path, str]) -> None:
    file, database = good
    before = file.read_bytes()
    output = run(
        "-m", "plyground", "backup", str(file), database=database, home=file.parent, check=False
    )
    assert "exists; --force replaces it" in output
    assert file.read_bytes() == before
    run("-m", "plyground", "backup", str(file), "--force", database=database, home=file.parent)


def test_backup_is_a_snapshot_and_blocks_no_request(
    good: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another client writes during the backup: its data is not in it, and is not refused."""
    from django.db import connection

    from plyground.web.server import backup
    from plyground.web.visitors.models import Token

    database = good[1].removeprefix("sqlite:///")
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "NAME", database)
    counted = backup._write

    def write_while_others_do(file: Any) -> backup.Header:
        assert not backup.is_empty()  # the first read fixes the snapshot
        with sqlite3.connect(database, timeout=1) as other:
            other.execute("DELETE FROM web_token")
        other.close()
        return counted(file)

    monkeypatch.setattr(backup, "_write", write_while_others_do)
    try:
        header = backup.backup(tmp_path / "moment.gz")
        assert header.tables["token"] == 1
        assert backup.check(tmp_path / "moment.gz") == header
        assert not Token.objects.exists()
    finally:
        connection.close()
