"""Commands for operators: the right database is used, and nothing is lost."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plyground.web.base.database import held, name_of, read_database
from tests.web.cluster import postgresql
from tests.web.serving import Server
from tests.web.visitor import Visitor


def plyground(
    home: Path, *arguments: str, typed: str | None = "", **settings: str
) -> tuple[int, str]:
    """The exit code of a command and its output; typed None: there is no keyboard at all."""
    command = [sys.executable, "-m", "plyground", *arguments]
    if typed is None:
        command = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
    done = subprocess.run(
        command,
        env={**os.environ, "PLYGROUND_HOME": str(home), **settings},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A home with one game and one token, and a backup of it."""
    home = tmp_path_factory.mktemp("kept") / "home"
    server = Server(home).start()
    try:
        visitor = Visitor(server.port)
        visitor.play(visitor.state(visitor.begin("othello")))
        program = {"Content-Type": "application/json", "Cookie": ""}
        assert visitor.ask("POST", "/api/tokens/", {"label": "x"}, **program).status == 201
    finally:
        server.stop()
    file = home.parent / "all.gz"
    code, output = plyground(home, "backup", str(file))
    there = f"1 game, 1 move, 1 token, from {home / 'plyground.sqlite3'}"
    assert (code, output) == (0, f"{file}: {there}\n")
    return home, file


def test_a_backup_of_a_database_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """An empty one, made by mistake, would look like a good backup."""
    wrong = tmp_path / "wrong"
    code, output = plyground(wrong, "backup", str(tmp_path / "file.gz"))
    assert code == 2
    assert output.startswith(f"plyground: There is no database at {wrong / 'plyground.sqlite3'};")
    assert list(tmp_path.iterdir()) == [], "nothing was made"
    other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    code, output = plyground(wrong, "backup", str(tmp_path / "file.gz"), "--database", other)
    assert (code, "other.sqlite3" in output) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_restore_shows_what_is_replaced_before_asking(kept: tuple[Path, Path]) -> None:
    home, file = kept
    database = home / "plyground.sqlite3"
    code, output = plyground(home, "restore", str(file), "--replace", typed="n\n")
    assert code == 130
    there = "1 game, 1 move, 1 token"
    assert f"Drop {there} of {database} for {there} of {file}?" in output
    code, output = plyground(home, "restore", str(file), "--replace", typed="y\n")
    assert code == 0
    assert output.endswith(f"{file}: {there}, into {database}\n")


@pytest.mark.parametrize("typed", ["", None])
def test_restore_without_an_answer_changes_nothing(
    kept: tuple[Path, Path], typed: str | None
) -> None:
    home, file = kept
    code, output = plyground(home, "restore", str(file), "--replace", typed=typed)
    assert code == 2
    assert output.endswith(
        "There was no answer, so nothing was changed. Use --yes to skip the question.\n"
    )


def replacing_is_refused(server: Server, file: Path, *arguments: str) -> None:
    """While it runs; not with --force, and not after its end."""
    command = ("restore", str(file), "--replace", "--yes", *arguments)
    code, output = plyground(server.home, *command)
    assert code == 2
    assert output.startswith("plyground: A server uses ")
    assert "sesame" not in output
    assert plyground(server.home, *command, "--force")[0] == 0
    server.stop()
    assert plyground(server.home, *command)[0] == 0


def test_restore_is_refused_while_a_server_runs(kept: tuple[Path, Path], tmp_path: Path) -> None:
    server = Server(tmp_path / "home").start()
    try:
        replacing_is_refused(server, kept[1])
    finally:
        if server.process is not None:
            server.kill()


def test_restore_is_refused_while_a_server_runs_elsewhere(
    kept: tuple[Path, Path], tmp_path: Path
) -> None:
    with postgresql() as url:
        server = Server(tmp_path / "home", "--database", url).start()
        try:
            Visitor(server.port).begin("othello")
            replacing_is_refused(server, kept[1], "--database", url)
        finally:
            if server.process is not None:
                server.kill()


@contextmanager
def restoring(home: Path) -> Iterator[None]:
    with held(read_database("", home), alone=True) as is_free:
        assert is_free
        yield


def test_server_does_not_start_during_a_restore(kept: tuple[Path, Path]) -> None:
    home, _ = kept
    with restoring(home):
        code, output = plyground(home, "serve", "--no-browser", "--port", "0")
    assert code == 2
    assert "A backup is being restored into" in output


def test_servers_share_the_database_and_restore_needs_it_alone(tmp_path: Path) -> None:
    settings = read_database("", tmp_path)
    with held(settings) as first, held(settings) as second, held(settings, alone=True) as third:
        assert (first, second, third) == (True, True, False)
    with held(settings, alone=True) as alone, held(settings) as late:
        assert (alone, late) == (True, False)


def test_database_file_is_private(tmp_path: Path) -> None:
    home = tmp_path / "home"
    mask = os.umask(0)
    try:
        server = Server(home)
        server.shares_static = False
        home.mkdir(mode=0o755)
        server.start()
    finally:
        os.umask(mask)
    try:
        Visitor(server.port).begin("othello")
        modes = {
            file.name: stat.S_IMODE(file.stat().st_mode)
            for file in home.iterdir()
            if file.name != "log.txt"
        }
    finally:
        server.stop()
    assert {"plyground.sqlite3", "plyground.sqlite3-wal", "plyground.sqlite3-shm"} <= set(modes)
    assert modes.pop("static") == 0o700, "nobody else may put a file there"
    assert set(modes.values()) == {0o600}


def test_several_threads_make_one_database(tmp_path: Path) -> None:
    """The second thread finds the file, and does not fail."""
    settings = read_database("", tmp_path)
    faults: list[Exception] = []

    def open_it() -> None:
        try:
            settings["OPTIONS"]["factory"](settings["NAME"]).close()
        except Exception as error:  # noqa: BLE001 - reported below
            faults.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_database_is_named_without_its_password(tmp_path: Path) -> None:
    url = "postgresql://ada:sesame@[::1]:5433/games"
    assert name_of(read_database(url, tmp_path)) == "postgresql://[::1]:5433/games"
