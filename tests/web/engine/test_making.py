"""A tablebase is built in the background by one process, for visitors on this machine.

The builder here is a stand-in: a few steps, each of which waits for the test.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory, override_settings

from plyground.engine import tablebase
from plyground.engine.stop import Stop
from plyground.engine.tablebase.build import Progress, Stopped, part_of
from plyground.web.engine import tablebases
from tests.web.play.test_pages import begin, text_of
from tests.web.tablebases import FIRST, write

Data = dict[str, Any]
_WAIT = 60.0  # seconds; a busy machine must not fail the test
URL = "/tablebases/dobutsu/"
_TROUBLE = "Perfect play could not be computed; see the server's log."
_PROXY = ("HTTP_X_FORWARDED_PROTO", "https")  # the settings behind a proxy with HTTPS


class Maker:
    """Replaces the builder: one step for each signal from the test."""

    def __init__(self) -> None:
        self.calls = 0
        self.threads = 0
        self.go = threading.Semaphore(0)
        self.reported = threading.Semaphore(0)
        self.fault: Exception | None = None

    def build(
        self,
        game: str,
        out: Path,
        *,
        threads: int,
        on_progress: Callable[[Progress], None],
        stop: Stop,
    ) -> None:
        """Half of it, then all of it."""
        assert game == "dobutsu"
        self.calls += 1
        self.threads = threads
        for share in (0.0, 0.5):
            on_progress(Progress("solving", share))
            self.reported.release()
            while not self.go.acquire(timeout=0.05):
                on_progress(Progress("solving", share))
                if stop.is_set():
                    part_of(out).touch()
                    raise Stopped
            if self.fault is not None:
                raise self.fault
        part_of(out).unlink(missing_ok=True)
        write(out.with_suffix(".values"), FIRST)


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """A temporary home, and a builder that waits."""
    maker = Maker()
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    monkeypatch.setattr(tablebases, "build", maker.build)
    yield maker
    tablebases.close()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + _WAIT
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def progress(client: Client) -> Data:
    answer = client.get(URL)
    assert answer.status_code == 200
    found: Data = answer.json()
    return found


def test_tablebase_is_built_while_games_continue(client: Client, maker: Maker) -> None:
    first = progress(client)
    assert (first["there"], first["share"], first["button"]["method"]) == (False, None, "POST")
    assert "not computed yet" in first["sentence"]
    begun = client.post(URL).json()
    assert begun["button"] == {"label": "Stop", "method": "DELETE"}
    assert maker.reported.acquire(timeout=_WAIT)
    maker.go.release()
    assert maker.reported.acquire(timeout=_WAIT)
    assert progress(client)["share"] == 0.5
    assert progress(client)["sentence"] == "Perfect play is being computed: 50%."
    row = begin(client, "dobutsu", opponent="person")
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is False
    maker.go.release()
    until(lambda: bool(progress(client)["there"]))
    assert progress(client)["button"] is None
    assert client.get(f"/api/games/{row.pk}/").json()["tablebase"] is True
    until(lambda: not tablebases._maker.is_busy())
    names = sorted(file.name for file in tablebase.folder().iterdir())
    assert names == ["dobutsu.making", "dobutsu.values"]


def test_repeated_requests_build_one_tablebase(client: Client, maker: Maker) -> None:
    for _ in range(3):
        client.post(URL)
    assert maker.reported.acquire(timeout=_WAIT)
    client.post(URL)
    assert maker.calls == 1
    assert maker.threads >= 1
    maker.go.release(2)
    until(lambda: tablebases.known("dobutsu"))
    client.post(URL)
    assert maker.calls == 1


def test_tablebase_build_can_be_stopped_and_resumed(client: Client, maker: Maker) -> None:
    client.post(URL)
    assert maker.reported.acquire(timeout=_WAIT)
    client.delete(URL)
    until(lambda: not tablebases.progress("dobutsu").made)
    stopped = progress(client)
    assert stopped["button"] == {"label": "Go on", "method": "POST"}
    assert "stopped" in stopped["sentence"]
    client.post(URL)
    maker.go.release(2)
    until(lambda: tablebases.known("dobutsu"))
    assert maker.calls == 2


def test_shutdown_keeps_the_progress_of_a_build(client: Client, maker: Maker) -> None:
    client.post(URL)
    assert maker.reported.acquire(timeout=_WAIT)
    tablebases.close()
    now = tablebases.progress("dobutsu")
    assert (now.made, now.begun) == (False, True)
    tablebases.leave()  # nothing is left to be cut off, so the process continues


_BUSY = """
import os, sys, threading, time
from pathlib import Path
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
django.setup()
from plyground.engine import tablebase
from plyground.web.engine import tablebases

def build(game, out, *, threads, on_progress, stop):
    left = out.with_name(f"{out.name}.{os.getpid()}-1.new")
    left.write_bytes(b"half")
    out.with_name(f"{out.name}.1-1.new").write_bytes(b"of another process")
    print("packs", flush=True)
    stop.wait()
    threading.Thread(target=time.sleep, args=(600,)).start()  # Python's own end waits for it
    time.sleep(600)

tablebases.build, tablebases._LAST = build, 0.1
tablebases.begin("dobutsu")
sys.stdin.readline()
tablebases.close()
tablebases.leave()
print("never")
"""


def test_shutdown_does_not_wait_for_packing(tmp_path: Path) -> None:
    command, home = [sys.executable, "-c", _BUSY], {"PLYGROUND_HOME": str(tmp_path)}
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **home},
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "packs\n"
        output, complaints = server.communicate("end\n", timeout=_WAIT)
    assert (server.returncode, output) == (0, "")
    assert "continues from the last save" in complaints
    names = sorted(file.name for file in (tmp_path / "tablebases").iterdir())
    assert names == ["dobutsu.making", "dobutsu.table.1-1.new"]


@pytest.mark.parametrize("kind", [OSError, RuntimeError])
def test_failures_are_reported_and_their_reason_logged(
    client: Client, maker: Maker, kind: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    maker.fault = kind(f"there is no room in {tablebase.folder()}")
    client.post(URL)
    maker.go.release()
    until(lambda: not tablebases._maker.is_busy())
    assert tablebases.progress("dobutsu").trouble
    answer = client.get(URL)
    assert answer.json()["sentence"] == _TROUBLE
    assert str(tablebase.folder().parent) not in answer.content.decode()
    assert str(maker.fault) in caplog.text
    maker.fault = None
    maker.go.release(2)
    client.post(URL)
    until(lambda: tablebases.known("dobutsu"))
    until(lambda: not tablebases._maker.is_busy())
    assert not tablebases.progress("dobutsu").trouble


def test_a_folder_that_nothing_can_be_written_to_is_reported(client: Client, maker: Maker) -> None:
    tablebase.folder().write_text("a file is in the way", encoding="utf-8")
    client.post(URL)
    until(lambda: not tablebases._maker.makes("dobutsu"))
    assert progress(client)["sentence"] == _TROUBLE
    assert maker.calls == 0


def test_tablebase_that_is_missing_after_its_build_is_reported(
    client: Client, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tablebase, "find", lambda _: None)
    maker.go.release(2)
    client.post(URL)
    until(lambda: not tablebases._maker.is_busy())
    assert maker.calls == 1
    assert progress(client)["sentence"] == _TROUBLE


_ELSEWHERE = """
import fcntl, json, sys
file = open(sys.argv[1], "w+b", buffering=0)
fcntl.flock(file, fcntl.LOCK_EX)
file.write(json.dumps({"share": 0.25}).encode())
print("held", flush=True)
sys.stdin.read()
"""


@contextlib.contextmanager
def elsewhere() -> Iterator[Callable[[], None]]:
    """Another process builds the tablebase; calling it ends that."""
    folder = tablebase.folder()
    folder.mkdir(parents=True)
    command = [sys.executable, "-c", _ELSEWHERE, str(folder / "dobutsu.making")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"

        def end() -> None:
            assert other.stdin is not None
            other.stdin.close()
            assert other.wait(_WAIT) == 0

        yield end
        end()


def test_only_one_process_builds_a_tablebase(client: Client, maker: Maker) -> None:
    with elsewhere() as end:
        assert progress(client)["sentence"] == "Perfect play is being computed: 25%."
        client.post(URL)
        until(lambda: not tablebases._maker.makes("dobutsu"))
        assert maker.calls == 0
        client.delete(URL)
        assert (tablebase.folder() / "dobutsu.stop").exists()  # which the other process checks
        end()
    assert progress(client)["button"]["method"] == "POST"


@pytest.mark.parametrize("done", [False, True], ids=["stopped", "done"])
def test_waiting_process_checks_the_tablebase_again(
    client: Client, maker: Maker, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    """The lock is then on the existing file, so no third process can get it meanwhile."""
    monkeypatch.setattr(tablebases, "_MOMENT", _WAIT)
    with elsewhere() as end:
        client.post(URL)
        assert tablebases._maker.is_busy()
        if done:
            write(tablebase.path_of("dobutsu").with_suffix(".values"), FIRST)
        end()
    if not done:
        assert maker.reported.acquire(timeout=_WAIT)
        assert tablebases.progress("dobutsu").made
        with (tablebase.folder() / "dobutsu.making").open("rb") as file:
            assert not tablebases._lock(file.fileno())
        maker.go.release(2)
    until(lambda: not tablebases._maker.is_busy())
    assert tablebases.known("dobutsu")
    assert maker.calls == (0 if done else 1)
    assert not tablebases.progress("dobutsu").trouble


def test_tablebase_is_offered_on_new_game_and_game_pages(client: Client, maker: Maker) -> None:
    offer = f'data-tablebase="{URL}"'
    row = begin(client, "dobutsu", opponent="person")
    assert offer in text_of(client, "/new/dobutsu/")
    assert offer in text_of(client, f"/games/{row.pk}/")
    other = begin(client, "othello", opponent="person")
    assert offer not in text_of(client, "/new/othello/") + text_of(client, f"/games/{other.pk}/")
    strict = begin(client, "dobutsu", opponent="level:1", strict="yes")
    assert offer not in text_of(client, f"/games/{strict.pk}/")
    write(tablebase.path_of("dobutsu").with_suffix(".values"), FIRST)
    assert offer not in text_of(client, "/new/dobutsu/") + text_of(client, f"/games/{row.pk}/")
    assert 'id="perfect-switch"' in text_of(client, f"/games/{row.pk}/")
    assert maker.calls == 0


def refused(client: Client, **request: Any) -> bool:
    """Whether such a client can neither see, start nor stop it, and gets no offer."""
    methods = (client.get, client.post, client.delete)
    answers = [method(URL, **request) for method in methods]
    page = client.get("/new/dobutsu/", **request)
    assert page.status_code == 200
    codes = {answer.status_code for answer in answers}
    assert len(codes) == 1
    assert ("data-tablebase" in page.content.decode()) is (codes == {200})
    return codes == {404}


@pytest.mark.parametrize("redirect", [False, True], ids=["local", "production"])
def test_tablebase_build_is_refused_behind_a_proxy(
    client: Client, maker: Maker, redirect: bool
) -> None:
    with override_settings(SECURE_PROXY_SSL_HEADER=_PROXY, SECURE_SSL_REDIRECT=redirect):
        assert refused(client, secure=True, HTTP_X_FORWARDED_PROTO="https")
        if not redirect:
            assert refused(client)
    assert maker.calls == 0


@pytest.mark.parametrize(
    "request_of",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": "2001:db8::7"},
        {"REMOTE_ADDR": "::ffff:192.0.2.7"},
        {"REMOTE_ADDR": ""},  # another kind of socket, with a proxy behind it
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},  # anyone can send that
        {"HTTP_VIA": "1.1 proxy"},
        {"SERVER_NAME": "games.example.org"},  # a proxy without its own headers
    ],
    ids=lambda given: "-".join(next(iter(given.items()))),
)
def test_strangers_can_not_start_or_stop_a_build(
    client: Client, maker: Maker, request_of: dict[str, str]
) -> None:
    client.post(URL)
    assert maker.reported.acquire(timeout=_WAIT)
    with override_settings(ALLOWED_HOSTS=["localhost", "games.example.org"]):
        assert refused(client, **request_of)
    assert not (tablebase.folder() / "dobutsu.stop").exists()
    assert maker.calls == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.1.1", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_localhost_is_recognised_by_all_its_names(maker: Maker, address: str, host: str) -> None:
    request = RequestFactory().get(URL, REMOTE_ADDR=address, HTTP_HOST=f"{host}:8000")
    assert tablebases.is_offered(request, "dobutsu")
    assert maker.calls == 0


@pytest.mark.parametrize("content", [None, b"no table"], ids=["gone", "bad"])
def test_nothing_is_built_if_a_tablebase_file_is_named(
    client: Client,
    maker: Maker,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
) -> None:
    named = tmp_path / "named.table"
    if content is not None:
        named.write_bytes(content)
    monkeypatch.setenv(tablebase.SETTING, str(named))
    assert refused(client)
    assert maker.calls == 0


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_other_games_have_no_tablebase(client: Client, maker: Maker, method: str) -> None:
    answer = getattr(client, method)("/tablebases/othello/")
    assert (answer.status_code, json.loads(answer.content)["error"]["code"]) == (404, "not_found")
    assert maker.calls == 0
