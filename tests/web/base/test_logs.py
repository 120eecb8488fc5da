"""The log: one line per request, faults with an id, and no personal data."""

import io
import json
import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from plyground.web.base import logs
from plyground.web.engine.pool import Pool
from plyground.web.play import api
from plyground.web.server import supervisor
from tests.web.serving import Server
from tests.web.visitor import Visitor


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The logged lines, as JSON."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("PLYGROUND_LOG", "json")
    logs.begin()
    yield stream
    monkeypatch.setenv("PLYGROUND_LOG", "off")
    logs.begin()


def test_possible_faults_are_logged_even_if_they_look_like_refusals(written: io.StringIO) -> None:
    """Without the message, which may be personal."""

    @api.answering
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(int("Lovelace"))

    assert view(HttpRequest()).status_code == 422
    [line] = lines(written.getvalue())
    assert (line["level"], line["error"]) == ("info", "ValueError")
    assert any("test_logs" in frame for frame in line["trace"])
    assert "Lovelace" not in written.getvalue()


def people_and_programs(visitor: Visitor, guest: Visitor) -> tuple[str, str]:
    """An account, a token, a game by link and a program's request; the secrets of the two."""
    visitor.ask("GET", "/account/sign-up/")
    form = {
        "csrfmiddlewaretoken": visitor.token,
        "name": "Lovelace",
        "password": "analytical engine",
        "again": "analytical engine",
    }
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    signed = visitor.ask("POST", "/account/sign-up/", urlencode(form).encode(), **kind)
    assert signed.status == 302, signed
    visitor.ask("GET", "/")
    token = visitor.ask("POST", "/api/tokens/", {"label": "Lovelace"})
    assert token.status == 201, token
    link = visitor.state(visitor.begin("othello", "link"))["link"]["invite"]
    guest.ask("GET", link)
    assert guest.ask("POST", f"/api{link}", {}).status < 300
    with_token = {"Authorization": f"Bearer {token.json['token']}"}
    assert guest.ask("GET", "/api/games/", **with_token).status == 200
    asked = {"game": "othello", "moves": ["f5", "Lovelace"], "player": "level:1"}
    assert guest.ask("POST", "/api/move/", asked, **with_token).status < 500
    return token.json["token"], link.strip("/").rpartition("/")[2]


@pytest.mark.parametrize("kind", ["json", "text"])
def test_log_holds_no_personal_data(tmp_path: Path, kind: str) -> None:
    server = Server(tmp_path, PLYGROUND_LOG=kind).start()
    visitor = Visitor(server.port)
    agent = {"User-Agent": "Personal-Agent/1", "X-Forwarded-For": "198.51.100.77"}
    game = visitor.begin("othello", "level:1")
    now = visitor.play(visitor.state(game), "f5")
    job = now["job"]["id"]
    visitor.listen(job).last()
    shared = visitor.ask("POST", f"/api/games/{game}/share/", {}).json["url"]
    bearer = {"Authorization": "Bearer ply_notatokenofanybody"}
    token, invite = people_and_programs(visitor, Visitor(server.port))
    requests = [
        ("GET", f"/games/{game}/", None, agent),
        ("GET", f"/games/{game}/?name=Ada-Lovelace", None, agent),
        ("GET", shared, None, agent),
        ("GET", "/Ada-Lovelace/", None, agent),
        ("GET", "/games/no-such-game/", None, agent),
        ("GET", f"/api/games/{game}/", None, {**agent, **bearer}),
        ("GET", "/", None, {**agent, "X-Request-ID": "Ada-Lovelace"}),
        ("GET", "/", None, {**agent, "Host": "lovelace.example"}),
        ("LOVELACE", "/", None, agent),
        ("POST", f"/api/games/{game}/actions/", {"action": "Ada-Lovelace"}, agent),
        ("POST", f"/api/games/{game}/actions/", b"Ada-Lovelace", agent),
        ("POST", "/language/", b"Ada-Lovelace", agent),
        ("DELETE", f"/api/jobs/{job}/", None, agent),
    ]
    answers = [visitor.ask(method, path, body, **more) for method, path, body, more in requests]
    assert all(answer.status < 500 for answer in answers)
    names = {answer.headers["x-request-id"] for answer in answers}
    assert len(names) == len(answers)
    server.stop()
    log = server.log
    assert all(name in log for name in names)
    personal = {
        game,
        job,
        shared.strip("/").rpartition("/")[2],
        token,
        invite,
        "analytical engine",
        visitor.token,
        *visitor.cookies.values(),
        "198.51.100.77",
        "127.0.0.1",
        "Personal-Agent",
        "notatoken",
        "no-such-game",
    }
    assert [word for word in personal if word in log] == []
    assert not re.search("lovelace", log, re.IGNORECASE)
    assert "/games/<game_id>/" in log
    assert log.count("\n") >= len(requests) + 5
    if kind == "json":
        wanted = {"time", "level", "method", "route", "status", "ms", "process", "request"}
        assert all(wanted <= set(row) for row in lines(log)), "one JSON object a line"


def test_fault_page_shows_the_id_of_its_log_line(
    client: Client, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("Ada's game xyzzy does not fit")

    client.raise_request_exception = False
    monkeypatch.setattr("plyground.web.games.repository.find", broken)
    monkeypatch.setattr("plyground.web.games.rows.load", broken)
    page = client.get("/games/xyzzy/", headers={"X-Request-ID": "0123456789abcdef0123"})
    answer = client.get("/api/games/xyzzy/")
    assert (page.status_code, answer.status_code) == (500, 500)
    assert page.headers["X-Request-ID"] == "0123456789abcdef0123"
    assert "If you report this, quote 0123456789ab." in page.content.decode()
    error = answer.json()["error"]
    assert error["code"] == "fault"
    name = answer.headers["X-Request-ID"]
    assert f"quote {name}." in error["sentence"]
    assert "xyzzy" not in written.getvalue()
    assert "Ada" not in written.getvalue()
    fault, request = [row for row in lines(written.getvalue()) if row["request"] == name]
    assert (fault["level"], fault["error"]) == ("error", "RuntimeError")
    assert fault["trace"][-1].endswith("broken")
    assert any(frame.startswith("plyground/web/") for frame in fault["trace"])
    assert (request["route"], request["status"]) == ("/api/games/<game_id>/", 500)


def test_foreign_texts_in_messages_are_not_logged(written: io.StringIO) -> None:
    log = logging.getLogger("plyground.web.play.job_work")
    log.error("The %s of game %s failed after %d s", "reply", "Xyzzy", 3)
    log.warning("%(name)s is away", {"name": "Ada"})
    log.error("100% of it")
    try:
        try:
            raise KeyError("Ada")
        except KeyError as cause:
            raise ValueError("Ada") from cause
    except ValueError:
        log.exception("Failed")
    first, second, third, fault = lines(written.getvalue())
    assert first["message"] == "The … of game … failed after 3 s"
    assert second["message"] == "… is away"
    assert third["message"] == "100% of it"
    assert (fault["error"], fault["cause"]) == ("ValueError", "KeyError")
    assert "Ada" not in written.getvalue()


def test_error_types_are_logged(written: io.StringIO) -> None:
    log = logging.getLogger("plyground.web.base.processes")
    log.warning("No heartbeat: the database says %s", logs.kind(KeyError("Ada")))
    [line] = lines(written.getvalue())
    assert line["message"] == "No heartbeat: the database says KeyError"


def test_refusals_are_not_logged_as_errors(
    client: Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also without logging: then faults go to standard error by themselves."""
    monkeypatch.setattr("plyground.web.play.jobs.shared_pool", lambda: Pool(1, most=0))
    for logger in (logging.getLogger(), logging.getLogger("django.request")):
        monkeypatch.setattr(logger, "handlers", [])  # pytest's handler
    answer = client.post("/api/move/", {"game": "othello"}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
    assert capsys.readouterr().err == ""


def test_slow_answer_is_logged_when_it_is_sent(tmp_path: Path) -> None:
    server = Server(tmp_path, PLYGROUND_LOG="json").start()
    visitor = Visitor(server.port)
    command = {"game": "go", "player": "level:8", "seconds": 0.5}
    kind = {"Content-Type": "application/json"}
    assert visitor.ask("POST", "/api/move/", command, **kind).status == 200
    wrong = {**command, "moves": ["nowhere"]}
    assert visitor.ask("POST", "/api/move/", wrong, **kind).status == 422
    with socket.create_connection(("127.0.0.1", server.port)) as hasty:
        body = json.dumps({**command, "seconds": 8}).encode()
        head = f"POST /api/move/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
        hasty.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
        time.sleep(0.5)
    end = time.monotonic() + 60
    while len(lines(server.log)) < 3:
        assert time.monotonic() < end, server.log
        time.sleep(0.05)
    server.stop()
    rows = lines(server.log)
    assert [row["status"] for row in rows] == [200, 422, 499]
    assert rows[0]["ms"] >= 400
    assert {row["route"] for row in rows} == {"/api/move/"}


def test_supervisor_logs_in_the_same_format(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = "import os, sys; os.write(int(sys.argv[2]), b'+'); __import__('time').sleep(1)"
    programs = iter([answers, ""])
    start = subprocess.Popen

    def popen(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        return start([command[0], "-c", next(programs), *command[3:]], **options)

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(sys, "stderr", written)  # between the setup and this line, pytest had it
    monkeypatch.setattr(supervisor, "_DEATHS", 1)
    monkeypatch.setenv("PLYGROUND_PROCESSES", "1")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        own = supervisor.Supervisor(listener, 1, lambda: None)
        with pytest.raises(OSError, match="keep ending"):
            own.run()
    [line] = lines(written.getvalue())
    assert line["message"] == "A process ended (code 0); another takes its place."
    assert line["level"] == "warning"


def test_request_lines_are_off_by_default(server: Server) -> None:
    before = server.log
    Visitor(server.port).ask("GET", "/")
    assert server.log == before


def test_log_level_hides_ordinary_requests(tmp_path: Path) -> None:
    server = Server(tmp_path, PLYGROUND_LOG="json", PLYGROUND_LOG_LEVEL="error").start()
    assert Visitor(server.port).ask("GET", "/").status == 200
    server.stop()
    assert server.log == ""


@pytest.mark.parametrize("name", ["PLYGROUND_LOG", "PLYGROUND_LOG_LEVEL"])
def test_an_unknown_log_setting_is_reported(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "loud")
    with pytest.raises(ValueError, match=f"{name} is .*, not 'loud'"):
        logs.begin()


@pytest.mark.parametrize("sent", ["", "short", "x" * 40, "Ada Lovelace", "../../etc", "a" * 37])
def test_invalid_request_id_is_replaced(sent: str) -> None:
    assert re.fullmatch("[0-9a-f]{12}", logs.request_id(sent))
