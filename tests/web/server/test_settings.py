"""The key that signs cookies, and the URL of a database."""

import importlib.util
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from plyground.web.base.database import _PATIENCE, read_database
from plyground.web.server.secret_key import read_secret


def test_secret_key_is_made_once_and_private(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "key"
    mask = os.umask(0)
    try:
        key = read_secret(path)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_secret(path) == key
    assert len(key) >= 50
    assert [file.name for file in path.parent.iterdir()] == ["key"]
    assert read_secret(tmp_path / "other") != key


def test_several_processes_at_once_get_the_same_key(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from plyground.web.server.secret_key import read_secret;"
        "sys.stdin.readline(); print(read_secret(pathlib.Path(sys.argv[1])))"
    )
    path = tmp_path / "key"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=60)[0] for process in started}
    assert keys == {path.read_text(encoding="ascii") + "\n"}
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


def test_secret_key_is_made_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError("not here")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "key"
    key = read_secret(path)
    assert read_secret(path) == key
    assert [file.name for file in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize("content", ["", "short\n"])
def test_invalid_secret_key_is_reported(tmp_path: Path, content: str) -> None:
    path = tmp_path / "key"
    path.write_text(content, encoding="ascii")
    with pytest.raises(ValueError, match="key is too short for a secret key; delete it"):
        read_secret(path)


def test_default_database_is_in_the_data_folder(tmp_path: Path) -> None:
    configured = read_database("", tmp_path / "home")
    assert configured["NAME"] == str(tmp_path / "home" / "plyground.sqlite3")
    assert configured["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in configured["OPTIONS"]["init_command"]
    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:///games.db", {"NAME": "games.db"}),
        ("sqlite:////tmp/my%20games.db", {"NAME": "/tmp/my games.db"}),
        (
            "postgresql://ada:p%40ss%2Fword@db.example:5433/games",
            {
                "NAME": "games",
                "USER": "ada",
                "PASSWORD": "p@ss/word",
                "HOST": "db.example",
                "PORT": "5433",
            },
        ),
        ("postgres://localhost/games", {"NAME": "games", "USER": "", "PORT": ""}),
        (
            "postgresql://ada@/games?host=/run/sockets&port=5434&sslmode=require",
            {
                "HOST": "/run/sockets",
                "PORT": "5434",
                "OPTIONS": {**_PATIENCE, "sslmode": "require"},
            },
        ),
        ("postgresql://[::1]:5432/games", {"HOST": "::1", "PORT": "5432"}),
    ],
)
def test_database_urls_are_parsed(tmp_path: Path, url: str, expected: dict[str, object]) -> None:
    configured = read_database(url, tmp_path)
    assert {name: configured[name] for name in expected} == expected


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("games.sqlite3", "The URL of a database is sqlite:///FILE or postgresql"),
        ("mysql://ada:secret@localhost/games", "not mysql"),
        ("sqlite://games.db", "three slashes"),
        ("sqlite:///", "three slashes"),
        ("postgresql://ada:secret@localhost", "lacks the name"),
        ("postgresql://ada:secret@localhost/", "lacks the name"),
        ("postgresql://ada:secret@localhost:many/games", "not the URL of a database"),
        ("postgresql://ada:secret@localhost:99999/games", "not the URL of a database"),
        ("postgresql://ada:secret@[::1/games", "not the URL of a database"),
    ],
)
def test_a_bad_database_url_is_reported_without_its_password(
    tmp_path: Path, url: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        read_database(url, tmp_path)
    assert "secret" not in str(caught.value)


def test_a_missing_driver_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(
        ValueError, match=r'PostgreSQL needs psycopg: pip install "plyground\[server\]"'
    ):
        read_database("postgresql://localhost/games", tmp_path)


def settings_with(tmp_path: Path, **environment: str) -> list[object]:
    code = (
        "import json; from plyground.web import settings as s;"
        "print(json.dumps([s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.LANGUAGE_COOKIE_SECURE, s.SECURE_PROXY_SSL_HEADER]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PLYGROUND_HOME": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[object] = json.loads(done.stdout)
    return found


def test_cookies_are_secure_behind_https(tmp_path: Path) -> None:
    assert settings_with(tmp_path) == [False, False, False, None]
    header = ["HTTP_X_FORWARDED_PROTO", "https"]
    assert settings_with(tmp_path, PLYGROUND_HTTPS="on") == [True, True, True, header]


def test_setting_django_up_leaves_the_logging_of_others_alone() -> None:
    """Configuring logging would close every existing handler, and even standard error."""
    script = (
        "import io, logging, os, tempfile\n"
        "os.environ['PLYGROUND_HOME'] = tempfile.mkdtemp()\n"
        "stream = io.StringIO()\n"
        "class Closing(logging.StreamHandler):\n"
        "    def close(self):\n"
        "        self.stream.close()\n"
        "logging.getLogger().addHandler(Closing(stream))\n"
        "import django\n"
        "django.setup()\n"
        "print(stream.closed)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
