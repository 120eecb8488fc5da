"""deploy/nginx.conf unchanged, except for ports and folders: HTTPS in front of two servers."""

import functools
import gzip
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import brotli
import pytest
from django.templatetags.static import static

from plyground.web.pages import assets
from tests.conftest import missing
from tests.web.cluster import postgresql
from tests.web.serving import Server
from tests.web.visitor import Answer, Listener, Visitor

EXAMPLE = Path(__file__).parents[3] / "deploy" / "nginx.conf"
NAME = "games.example.org"
KEY = "0123456789" * 5 + "abcdefghijklmnopqrstuvwxyz"


def nginx() -> str:
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin"])
    return shutil.which("nginx", path=path) or missing("nginx is not installed")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def certify(folder: Path) -> None:
    """A certificate that only this test trusts."""
    openssl = shutil.which("openssl") or missing("openssl is not installed")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem")
    subprocess.run(
        [openssl, "req", "-x509", *curve, "-days", "1", "-subj", f"/CN={NAME}", *files],
        check=True,
        capture_output=True,
    )


def configure(folder: Path, plain: int, secure: int, ports: list[int]) -> Path:
    """The example with ports and folders of this test, in a minimal nginx configuration."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for old, new in (
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ", f"listen 127.0.0.1:{secure} "),
        (r"listen \[::\].*", ""),
        (r"/etc/letsencrypt/live/games\.example\.org", str(folder)),
        (r"/var/log/nginx", str(folder)),
        (r"/var/cache/nginx", str(folder)),
        (r"# server 127\.0\.0\.1:8001", f"server 127.0.0.1:{ports[1]}"),
        (r"server 127\.0\.0\.1:8000", f"server 127.0.0.1:{ports[0]}"),
    ):
        text, count = re.subn(old, new, text)
        assert count, f"{old} is not in the example any more"
    (folder / "plyground.conf").write_text(text, encoding="utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    main = folder / "nginx.conf"
    main.write_text(
        # otherwise it switches to a user without write access here
        ("user root;\n" if os.geteuid() == 0 else "")
        + f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log warn;\n"
        + "events {}\nhttp {\n"
        + "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
        + f"include {folder}/plyground.conf;\n}}\n",
        encoding="utf-8",
    )
    return main


def test_nginx_accepts_the_example_configuration(tmp_path: Path) -> None:
    certify(tmp_path)
    main = configure(tmp_path, free_port(), free_port(), [8000, 8001])
    command = [nginx(), "-t", "-c", str(main), "-e", str(tmp_path / "error.log")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "warn" not in done.stderr
    assert (tmp_path / "error.log").read_text() == ""


@contextmanager
def proxy(folder: Path, ports: list[int]) -> Iterator[tuple[int, int]]:
    """A running nginx: its ports for HTTP and HTTPS."""
    certify(folder)
    for _ in range(5):  # another program may take a port before nginx does
        plain, secure = free_port(), free_port()
        process = subprocess.Popen(
            [nginx(), "-c", str(configure(folder, plain, secure, ports)), "-e", log_of(folder)]
        )
        if answers(process, secure):
            break
    else:
        raise AssertionError(Path(log_of(folder)).read_text())
    try:
        yield plain, secure
    finally:
        process.terminate()
        process.wait(60)


def log_of(folder: Path) -> str:
    return str(folder / "error.log")


def answers(process: "subprocess.Popen[bytes]", port: int) -> bool:
    """Waits until nginx accepts connections; False if it has ended."""
    end = time.monotonic() + 60
    while process.poll() is None:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process.poll() is None
        assert time.monotonic() < end, "nginx does not answer"
        time.sleep(0.05)
    return False


class Guest(Visitor):
    """A visitor with HTTPS and the host name, like a browser."""

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return super()._headers({"Host": NAME, "Referer": f"https://{NAME}/", **more})

    def follow(self, path: str) -> Listener:
        return Listener(self.port, path, self._headers({}))


@pytest.fixture
def secure_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visitors use HTTPS meanwhile, and trust the test's certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    secure = functools.partial(http.client.HTTPSConnection, context=context)
    monkeypatch.setattr(http.client, "HTTPConnection", secure)


def ask_plainly(port: int) -> Answer:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.sendall(f"GET /games/?a=b HTTP/1.0\r\nHost: {NAME}\r\n\r\n".encode())
        head, _, body = line.makefile("rb").read().partition(b"\r\n\r\n")
    first, *rows = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (row.split(": ", 1) for row in rows)}
    return Answer(int(first.split()[1]), headers, body)


@pytest.mark.usefixtures("secure_connections")
def test_two_servers_behind_nginx_act_as_one(tmp_path: Path) -> None:
    with postgresql() as url:
        settings = {
            "PLYGROUND_PROFILE": "production",
            "PLYGROUND_HOSTS": NAME,
            "PLYGROUND_SECRET_KEY": KEY,
        }
        servers = [Server(tmp_path / name, "--database", url, **settings).start() for name in "ab"]
        folder = tmp_path / "nginx"
        folder.mkdir()
        try:
            with proxy(folder, [server.port for server in servers]) as (plain, secure):
                look_around(plain, secure)
                streams_are_not_held_back(secure)
                news_come_from_the_other_server(secure)
        finally:
            for server in servers:
                server.stop()
        logs = [server.log for server in servers]
    assert all('"route": "/api/games/<game_id>/"' in log for log in logs), "both have answered"
    assert '"level": "error"' not in "".join(logs)
    access = (folder / "plyground.log").read_text(encoding="utf-8")
    assert "127.0.0.1" not in access
    assert "/games/" not in access
    name = access.split()[-1]
    assert any(name in log for log in logs), "a line here is found there"


def look_around(plain: int, secure: int) -> None:
    sent = ask_plainly(plain)
    assert (sent.status, sent.headers["location"]) == (301, f"https://{NAME}/games/?a=b")
    guest = Guest(secure)
    page = guest.ask("GET", "/", **{"Accept-Encoding": "gzip"})
    assert page.status == 200
    assert "max-age=31536000" in page.headers["strict-transport-security"]
    assert b"<!doctype html>" in gzip.decompress(page.body)
    style = static("pages/base.css")
    for coding, decode in {"": bytes, "gzip": gzip.decompress, "br": brotli.decompress}.items():
        file = guest.ask("GET", style, **{"Accept-Encoding": coding})
        content = assets.contents()["pages/base.css"]
        assert (file.status, decode(file.body)) == (200, content)
        assert file.headers.get("content-encoding", "") == coding
        assert "immutable" in file.headers["cache-control"]
    assert [guest.ask("GET", path).status for path in ("/metrics/", "/ready/")] == [404, 404]
    assert guest.ask("GET", "/health/").status == 200
    assert guest.ask("POST", "/import/", b"x" * 2_200_000).status == 413


def streams_are_not_held_back(port: int) -> None:
    """The first event of a search arrives while it is running, whichever servers are used."""
    guest = Guest(port)
    now = guest.play(guest.state(guest.begin("go", "level:8", size="19")))
    job = now["job"]["id"]
    with guest.listen(job) as listener:
        events = iter(listener)
        name = next(events)[1]
        while name == "queued":
            name = next(events)[1]
        assert name == "thinking"
        assert guest.state(now["id"])["job"] == {"id": job, "kind": "reply"}
        assert guest.ask("POST", f"/api/jobs/{job}/hurry/").status == 200
        *_, (_, name, data) = events
    assert (name, data["state"]["ply"]) == ("done", 2)


def news_come_from_the_other_server(port: int) -> None:
    """Two people play by link; each move is sent to one server and read from either."""
    host, guest = Guest(port), Guest(port)
    now = host.state(host.begin("othello", "link"))
    guest.ask("GET", "/")
    joined = guest.ask("POST", f"/api{now['link']['invite']}", {})
    assert joined.status in (200, 201), joined
    for mover, other in ((host, guest), (guest, host)) * 2:
        now = mover.state(now["id"])
        with other.follow(f"/api/games/{now['id']}/events/?version={now['version']}") as listener:
            after = mover.play(now)
            end = time.monotonic() + 60
            for _, name, data in listener:
                if name == "state" and data["version"] == after["version"]:
                    break
                assert time.monotonic() < end, "the move does not come"
            else:
                raise AssertionError("the stream ended without the move")
