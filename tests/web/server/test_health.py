"""Health and readiness for probes, which send neither a cookie nor a known host name."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from plyground.web.base import event_bus
from plyground.web.server import health, profiles
from tests.web.cluster import cluster
from tests.web.serving import Server
from tests.web.shared import until
from tests.web.visitor import Visitor

STRANGE = {"Host": "10.1.2.3:8000"}


def asked(method: str, path: str = "/health/") -> tuple[int, dict[str, str], bytes]:
    """The application's answer, in a separate event loop."""
    from plyground.web.asgi import application

    sent: list[Mapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": [(b"host", b"10.1.2.3")]}
    asyncio.run(application(scope, receive, send))
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, sent[1]["body"]


def test_health_needs_neither_a_thread_nor_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object, **__: object) -> None:
        raise AssertionError("nobody may ask for that")

    monkeypatch.setattr("concurrent.futures.ThreadPoolExecutor.submit", no)
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", no)
    status, headers, body = asked("GET")
    assert (status, json.loads(body)) == (200, {"alive": True})
    assert headers["cache-control"] == "no-store"
    assert asked("HEAD")[::2] == (200, b"")
    status, headers, _ = asked("POST")
    assert (status, headers["allow"]) == (405, "GET, HEAD")


def test_ready_answers_a_probe_by_ip_address(client: Client) -> None:
    for _ in range(300):  # more than any other client may request
        answer = client.get("/ready/", headers=STRANGE)
        assert answer.status_code == 200
    parts = {"database": True, "writes": True, "tables": True, "news": True}
    assert answer.json() == {"ready": True, "parts": parts}
    assert not answer.cookies
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/", headers=STRANGE).status_code == 400
    assert client.post("/ready/", headers=STRANGE).status_code == 405


def test_server_without_a_database_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(connection, "cursor", away)
    answer = client.get("/ready/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    parts = {"database": False, "writes": False, "tables": False, "news": False}
    assert answer.json() == {"ready": False, "parts": parts}


def test_server_without_tables_or_events_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Executor:
        def __init__(self, _: object) -> None:
            raise DatabaseError("no such table")

    monkeypatch.setattr(health, "_migrated", False)
    with monkeypatch.context() as patch:
        patch.setattr(health, "MigrationExecutor", Executor)
        assert client.get("/ready/").json()["parts"]["tables"] is False
    assert client.get("/ready/").status_code == 200
    monkeypatch.setattr(event_bus, "is_up", lambda: False)
    answer = client.get("/ready/")
    assert (answer.status_code, answer.json()["parts"]["news"]) == (503, False)


def test_a_real_server_is_alive_and_ready(server: Server) -> None:
    visitor = Visitor(server.port)
    assert visitor.ask("GET", "/health/", Host="192.0.2.1").json == {"alive": True}
    assert visitor.ask("GET", "/ready/", Host="192.0.2.1").json["ready"] is True
    assert visitor.ask("GET", "/", Host="192.0.2.1").status == 400
    assert visitor.cookies == {}


@pytest.mark.deep
def test_readiness_follows_the_database(tmp_path: Path) -> None:
    """Always alive, but ready only with a database."""
    with cluster() as made:
        server = Server(tmp_path, "--database", made.url).start()
        visitor = Visitor(server.port)
        assert visitor.ask("GET", "/ready/").status == 200
        made.stop()
        away = visitor.ask("GET", "/ready/")
        assert (away.status, away.json["parts"]["database"]) == (503, False)
        assert visitor.ask("GET", "/health/").status == 200
        made.start()
        until(lambda: visitor.ask("GET", "/ready/").status == 200)
        assert visitor.ask("GET", "/ready/").json["ready"] is True
        server.stop()


# Profiles


KEY = "0123456789" * 5 + "abcdefghijklmnopqrstuvwxyz"


def test_local_profile_has_its_usual_settings(tmp_path: Path) -> None:
    local = profiles.read_profile({"PLYGROUND_HOSTS": "a.example, b.example,"}, tmp_path / "key")
    assert local.hosts == ("localhost", "127.0.0.1", "[::1]", "a.example", "b.example")
    assert (local.https, local.redirect, local.hsts) == (False, False, 0)
    assert profiles.read_profile({"PLYGROUND_HTTPS": "on"}, tmp_path / "key").https


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"PLYGROUND_PROFILE": "staging"}, "is local or production, not 'staging'"),
        ({"PLYGROUND_HOSTS": ""}, "PLYGROUND_HOSTS has to name the server"),
        ({"PLYGROUND_HOSTS": "a.example,*"}, "must list every host; \\* is not allowed"),
        ({"PLYGROUND_SECRET_KEY": ""}, "a secret key is needed"),
        ({"PLYGROUND_HSTS": "for ever"}, "is a number of seconds, not 'for ever'"),
        ({"PLYGROUND_HTTPS": "off"}, "PLYGROUND_HTTPS can't be off"),
    ],
)
def test_missing_production_settings_are_reported(
    tmp_path: Path, more: dict[str, str], sentence: str
) -> None:
    good = {
        "PLYGROUND_PROFILE": "production",
        "PLYGROUND_HOSTS": "games.example.org",
        "PLYGROUND_SECRET_KEY": KEY,
    }
    assert profiles.read_profile(good, tmp_path / "key").hsts == 365 * 24 * 3600
    with pytest.raises(ValueError, match=sentence):
        profiles.read_profile({**good, **more}, tmp_path / "key")


def plyground(home: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        env={**os.environ, "PLYGROUND_HOME": str(home), **settings},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_django_finds_nothing_to_warn_of_in_production(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "secret_key").write_text(plyground(home, "new-key").stdout, encoding="ascii")
    settings = {"PLYGROUND_PROFILE": "production", "PLYGROUND_HOSTS": "games.example.org"}
    strict = ("manage", "check", "--deploy", "--fail-level", "WARNING")
    done = plyground(home, *strict, **settings)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "System check identified no issues (1 silenced).\n", "preload"
    assert done.stderr == ""
    assert plyground(home, *strict).returncode == 1, "locally there is no HTTPS"


def test_server_with_missing_settings_does_not_start(tmp_path: Path) -> None:
    done = plyground(tmp_path, "serve", "--host", "0.0.0.0", PLYGROUND_PROFILE="production")
    assert done.returncode == 2
    assert done.stderr.startswith("plyground: In production PLYGROUND_HOSTS has to name")


def test_production_serves_https_only(tmp_path: Path) -> None:
    server = Server(
        tmp_path,
        PLYGROUND_PROFILE="production",
        PLYGROUND_HOSTS="games.example.org",
        PLYGROUND_SECRET_KEY=KEY,
    ).start()
    try:
        assert server.announced == (
            f"Plyground listens on 127.0.0.1:{server.port}, for https://games.example.org/"
            " behind a proxy.\n"
        )
        visitor = Visitor(server.port)
        plain = visitor.ask("GET", "/", Host="games.example.org")
        assert (plain.status, plain.headers["location"]) == (301, "https://games.example.org/")
        assert visitor.ask("GET", "/", Host="localhost").status == 400
        assert visitor.ask("GET", "/health/").status == 200
        assert visitor.ask("GET", "/ready/").status == 200
        secure = {"Host": "games.example.org", "X-Forwarded-Proto": "https"}
        page = visitor.ask("GET", "/", **secure)
        assert page.status == 200
        hsts = page.headers["strict-transport-security"]
        assert hsts == "max-age=31536000; includeSubDomains"
        assert "secure" in page.headers["set-cookie"].lower()
        assert page.headers["x-frame-options"] == "DENY"
    finally:
        server.stop()
    assert '"route": "/"' in server.log, "the production profile logs requests by default"
    assert '"level": "error"' not in server.log
