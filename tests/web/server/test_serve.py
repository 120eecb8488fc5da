"""The life of a server: startup, messages, shutdown."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.web.server import serve
from tests.web.serving import Server
from tests.web.visitor import Visitor

WAIT = 60.0  # seconds; a busy machine must not fail the test


def refused(home: Path, *arguments: str, **settings: str) -> str:
    """The output of a server that cannot start: one line, and exit code 2."""
    answer = subprocess.run(
        [sys.executable, "-m", "plyground", "serve", "--no-browser", *arguments],
        env={**os.environ, "PLYGROUND_HOME": str(home), **settings},
        capture_output=True,
        text=True,
        timeout=WAIT,
    )
    assert answer.returncode == 2, answer
    assert answer.stdout == ""
    [line] = answer.stderr.splitlines()
    return line.removeprefix("plyground: ")


def test_a_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        message = refused(tmp_path, "--port", str(port))
    assert message == f"Port {port} of 127.0.0.1 can't be used: Address already in use; try --port."


def test_next_port_is_used_if_the_default_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(serve, "PORT", taken.getsockname()[1])
        with serve._listen("127.0.0.1", None) as free:
            assert taken.getsockname()[1] < free.getsockname()[1] < taken.getsockname()[1] + 20


def test_unknown_address_is_reported(tmp_path: Path) -> None:
    assert refused(tmp_path, "--host", "no such.name", "--port", "0") == (
        "There is no address no such.name here to listen on."
    )


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("sqlite:////no/such/folder/games.sqlite3", "The database can't be used: unable to open"),
        (f"sqlite:///{Path(__file__)}", "The database can't be used: file is not a database"),
        ("postgresql://me:sesame@127.0.0.1:1/games", "The database can't be used: connection"),
    ],
)
def test_a_database_that_can_not_be_used_is_reported(
    tmp_path: Path, url: str, message: str
) -> None:
    line = refused(tmp_path, "--port", "0", "--database", url)
    assert line.startswith(message)
    assert "sesame" not in line


def test_a_game_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    assert refused(tmp_path, "--load", "nowhere.py") == "There is no file nowhere.py."


def test_a_wrong_number_of_workers_is_reported(tmp_path: Path) -> None:
    message = refused(tmp_path, "--port", "0", PLYGROUND_WORKERS="all")
    assert message == "PLYGROUND_WORKERS is a number above 0, not 'all'."


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PLYGROUND_HTTPS": "yes"}, "PLYGROUND_HTTPS is on or off, not 'yes'."),
        ({"PLYGROUND_RATE": "0"}, "PLYGROUND_RATE is on or off, not '0'."),
        ({"PLYGROUND_HSTS": "1d"}, "PLYGROUND_HSTS is a number of seconds, not '1d'."),
        (
            {"PLYGROUND_CPU": "foo"},
            "PLYGROUND_CPU is 'foo'; it may be baseline or avx2, or unset.",
        ),
    ],
)
def test_wrong_setting_is_reported_in_every_profile(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    assert refused(tmp_path, "--port", "0", **settings) == sentence


def test_the_browser_is_opened_when_the_server_answers(tmp_path: Path) -> None:
    note = tmp_path / "note"
    browser = tmp_path / "browser.py"
    browser.write_text(
        "import sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1], timeout=20)\n"
        f"open({str(note)!r}, 'w').write(f'{{page.status}} {{sys.argv[1]}}')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", "serve", "--port", "0"],
        env={
            **os.environ,
            "PLYGROUND_HOME": str(tmp_path),
            "BROWSER": f"{sys.executable} {browser} %s",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.stdout.close()
        end = time.monotonic() + WAIT
        while not (note.exists() and note.read_text()):
            assert time.monotonic() < end, "no browser was opened"
            time.sleep(0.02)
        status, url = note.read_text().split()
        assert status == "200"
        assert url in line
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(WAIT) == 0, "a server that is stopped has not failed"
        assert process.stderr is not None
        assert process.stderr.read() == ""
        process.stderr.close()


def test_tables_are_created_once_and_games_survive_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.has_tables = False
    server.start()
    visitor = Visitor(server.port)
    now = visitor.play(visitor.state(visitor.begin("go")))
    assert server.stop() == 0
    server.start()
    try:
        assert visitor.state(now["id"]) == now
    finally:
        server.stop()
    assert "Traceback" not in server.log


def test_public_server_prints_a_warning_and_answers_to_its_host_name(tmp_path: Path) -> None:
    server = Server(tmp_path, "--host", "0.0.0.0").start()
    try:
        visitor = Visitor(server.port)
        assert visitor.ask("GET", "/", Host=socket.gethostname()).status == 200
        assert visitor.ask("GET", "/", Host="elsewhere.example").status == 400
    finally:
        server.stop()
    assert server.log == "Others who can reach this machine can reach this server too.\n"


def test_errors_of_visitors_do_not_fill_the_screen(own_server: Server) -> None:
    visitor = Visitor(own_server.port)
    visitor.ask("GET", "/")
    answers = [
        visitor.ask("GET", "/no/such/page/"),
        visitor.ask("POST", "/api/games/none/actions/", b"{"),
        visitor.ask("PATCH", "/api/games/none/"),
        visitor.ask("POST", "/play/go/", b"", **{"X-CSRFToken": ""}),
        visitor.ask("POST", "/api/jobs/", b"x" * 64_001),
        visitor.ask("GET", "/", Host="elsewhere.example"),
        visitor.ask("GET", "/", Host="a b/c"),
        visitor.ask("GET", "/games/%ff%00/"),
        visitor.ask("GET", "/", Cookie="plyground=forged; plyground=%%%"),
    ]
    assert [answer.status for answer in answers] == [404, 404, 405, 403, 413, 400, 400, 404, 200]
    own_server.stop()
    assert own_server.log == ""


def test_malformed_requests_do_not_fill_the_screen(own_server: Server) -> None:
    upgrade = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for sent in (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GARBAGE\r\n\r\n", upgrade):
        with socket.create_connection(("127.0.0.1", own_server.port), WAIT) as line:
            line.sendall(sent)
            assert line.recv(100).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 200 "))
    own_server.stop()
    assert own_server.log == ""


def test_hanging_game_delays_neither_pages_nor_shutdown(tmp_path: Path) -> None:
    """It is loaded in the background after the start."""
    (tmp_path / "hangs.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    server = Server(tmp_path / "home", "--load", str(tmp_path / "hangs.py")).start()
    visitor = Visitor(server.port)
    begin = time.monotonic()
    page = visitor.ask("GET", "/")
    assert (page.status, b"/play/othello/" in page.body) == (200, True)
    assert server.stop() == 0
    assert time.monotonic() - begin < 12, "it would wait 15 seconds for the game"
    assert server.log == ""


def test_head_requests_send_no_body(server: Server) -> None:
    visitor = Visitor(server.port)
    head, page = visitor.ask("HEAD", "/"), visitor.ask("GET", "/")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-type"] == page.headers["content-type"]


def test_too_large_body_is_refused_unread(server: Server) -> None:
    visitor = Visitor(server.port)
    visitor.begin("go")
    answer = visitor.ask("POST", "/api/jobs/", b" " * 5_000_000)
    assert (answer.status, answer.json["error"]["code"]) == (413, "too_large")
    assert visitor.ask("POST", "/import/", b" " * 5_000_000).status == 413
    page = visitor.ask("POST", "/play/go/", b" " * 5_000_000)
    assert page.status == 413
    assert b"That is too much for one request." in page.body
    assert page.headers["content-type"].startswith("text/html")


def test_too_large_body_without_a_length_is_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), WAIT) as line:
        line.sendall(
            b"POST /api/jobs/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        chunk = b"%x\r\n" % 40_000 + b" " * 40_000 + b"\r\n"
        line.sendall(chunk * 2)
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")


def test_answers_are_sent_without_delay() -> None:
    async def has_nodelay() -> bool:
        """Checks a connection that asyncio has accepted."""
        found = asyncio.get_running_loop().create_future()

        def accept(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            found.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
            writer.close()

        with serve._listen("127.0.0.1", 0) as listener:
            async with await asyncio.start_server(accept, sock=listener):
                with socket.create_connection(listener.getsockname()):
                    return bool(await found)

    assert asyncio.run(has_nodelay()), "or every answer takes 40 ms longer"


def test_printed_address_is_a_url() -> None:
    with serve._listen("127.0.0.1", 0) as listener:
        assert serve._urls(listener) == [f"http://localhost:{listener.getsockname()[1]}/"]


def test_public_server_prints_an_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise an invitation with localhost would lead everyone to their own machine."""
    monkeypatch.setattr(serve, "_addresses", lambda: ["192.0.2.5", "2001:db8::5"])
    with serve._listen("0.0.0.0", 0) as listener:
        port = listener.getsockname()[1]
        known = [f"http://localhost:{port}/", f"http://192.0.2.5:{port}/"]
        assert serve._urls(listener) == known, "it does not listen on the other"


def test_ipv6_works_where_it_is_available(tmp_path: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no IPv6")
    server = Server(tmp_path, "--host", "::1").start()
    try:
        with socket.create_connection(("::1", server.port), WAIT) as line:
            line.sendall(b"GET / HTTP/1.0\r\nHost: [::1]:%d\r\n\r\n" % server.port)
            assert line.recv(100).startswith(b"HTTP/1.1 200 ")
    finally:
        server.stop()
