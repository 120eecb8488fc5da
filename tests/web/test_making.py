"""A table of perfect play is made in the background, by one process, for who plays on this machine.

What makes it here is a stand-in: a few steps, each of which waits for the test.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings

from plyground import tablebase
from plyground.tablebase.build import Progress, Stopped, part_of
from plyground.web import tables
from tests.web.tablebases import FIRST, write
from tests.web.test_pages import begin, text_of

Data = dict[str, Any]
_WAIT = 30.0  # seconds; a busy machine is no failure
URL = "/tables/dobutsu/"


class Maker:
    """Stands in for what makes a table: a step for each word from the test."""

    def __init__(self) -> None:
        self.calls = 0
        self.threads = 0
        self.go = threading.Semaphore(0)
        self.told = threading.Semaphore(0)
        self.fault: Exception | None = None

    def build(
        self,
        game: str,
        out: Path,
        *,
        threads: int,
        on_progress: Callable[[Progress], None],
        stop: threading.Event,
    ) -> None:
        """Half of it, then all of it."""
        assert game == "dobutsu"
        self.calls += 1
        self.threads = threads
        for share in (0.0, 0.5):
            on_progress(Progress("solving", share))
            self.told.release()
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
    """A home of its own, and a maker that waits."""
    maker = Maker()
    monkeypatch.setenv("PLYGROUND_HOME", str(tmp_path))
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    monkeypatch.setattr(tables, "build", maker.build)
    yield maker
    tables.close()


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + _WAIT
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def told(client: Client) -> Data:
    answer = client.get(URL)
    assert answer.status_code == 200
    found: Data = answer.json()
    return found


def test_it_is_made_while_games_go_on(client: Client, maker: Maker) -> None:
    first = told(client)
    assert (first["there"], first["share"], first["button"]["method"]) == (False, None, "POST")
    assert "not computed yet" in first["sentence"]
    begun = client.post(URL).json()
    assert begun["button"] == {"label": "Stop", "method": "DELETE"}
    assert maker.told.acquire(timeout=_WAIT)
    maker.go.release()
    assert maker.told.acquire(timeout=_WAIT)
    assert told(client)["share"] == 0.5
    assert told(client)["sentence"] == "Perfect play is being computed: 50%."
    row = begin(client, "dobutsu", opponent="person")
    assert client.get(f"/api/games/{row.pk}/").json()["truth"] is False
    maker.go.release()
    until(lambda: bool(told(client)["there"]))
    assert told(client)["button"] is None
    assert client.get(f"/api/games/{row.pk}/").json()["truth"] is True
    assert sorted(file.name for file in tablebase.folder().iterdir()) == ["dobutsu.values"]


def test_one_is_made_however_often_it_is_wished_for(client: Client, maker: Maker) -> None:
    for _ in range(3):
        client.post(URL)
    assert maker.told.acquire(timeout=_WAIT)
    client.post(URL)
    assert maker.calls == 1
    assert maker.threads >= 1
    maker.go.release(2)
    until(lambda: tables.known("dobutsu"))
    client.post(URL)
    assert maker.calls == 1


def test_it_is_stopped_and_goes_on(client: Client, maker: Maker) -> None:
    client.post(URL)
    assert maker.told.acquire(timeout=_WAIT)
    client.delete(URL)
    until(lambda: not tables.progress("dobutsu").made)
    stopped = told(client)
    assert stopped["button"] == {"label": "Go on", "method": "POST"}
    assert "stopped" in stopped["sentence"]
    client.post(URL)
    maker.go.release(2)
    until(lambda: tables.known("dobutsu"))
    assert maker.calls == 2


def test_the_end_of_the_server_keeps_what_is_done(client: Client, maker: Maker) -> None:
    client.post(URL)
    assert maker.told.acquire(timeout=_WAIT)
    tables.close()
    now = tables.progress("dobutsu")
    assert (now.made, now.begun) == (False, True)


@pytest.mark.parametrize("fault", [OSError("no space is left"), RuntimeError("no space is left")])
def test_what_goes_wrong_is_told(client: Client, maker: Maker, fault: Exception) -> None:
    maker.fault = fault
    client.post(URL)
    maker.go.release()
    until(lambda: bool(tables.progress("dobutsu").trouble))
    until(lambda: not tables.progress("dobutsu").made)
    assert told(client)["sentence"] == "Perfect play could not be computed: no space is left"
    maker.fault = None
    maker.go.release(2)
    client.post(URL)
    until(lambda: tables.known("dobutsu"))


def test_a_folder_that_nothing_can_be_written_to_is_told(client: Client, maker: Maker) -> None:
    tablebase.folder().write_text("a file is in the way", encoding="utf-8")
    client.post(URL)
    until(lambda: not tables._maker.makes("dobutsu"))
    assert told(client)["sentence"].startswith("Perfect play could not be computed: ")
    assert maker.calls == 0


_ELSEWHERE = """
import fcntl, json, sys
file = open(sys.argv[1], "w+b", buffering=0)
fcntl.flock(file, fcntl.LOCK_EX)
file.write(json.dumps({"share": 0.25}).encode())
print("held", flush=True)
sys.stdin.read()
"""


def test_while_another_process_makes_it_nobody_else_does(client: Client, maker: Maker) -> None:
    folder = tablebase.folder()
    folder.mkdir(parents=True)
    command = [sys.executable, "-c", _ELSEWHERE, str(folder / "dobutsu.making")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert told(client)["sentence"] == "Perfect play is being computed: 25%."
        client.post(URL)
        until(lambda: not tables._maker.makes("dobutsu"))
        assert maker.calls == 0
        client.delete(URL)
        assert (folder / "dobutsu.stop").exists()  # which the other one looks for
        other.stdin.close()
        assert other.wait(_WAIT) == 0
    assert told(client)["button"]["method"] == "POST"


def test_it_is_offered_where_games_begin_and_are_played(client: Client, maker: Maker) -> None:
    offer = f'data-table="{URL}"'
    row = begin(client, "dobutsu", opponent="person")
    assert offer in text_of(client, "/new/dobutsu/")
    assert offer in text_of(client, f"/games/{row.pk}/")
    other = begin(client, "othello", opponent="person")
    assert offer not in text_of(client, "/new/othello/") + text_of(client, f"/games/{other.pk}/")
    strict = begin(client, "dobutsu", opponent="level:1", strict="yes")
    assert offer not in text_of(client, f"/games/{strict.pk}/")
    write(tablebase.home_of("dobutsu").with_suffix(".values"), FIRST)
    assert offer not in text_of(client, "/new/dobutsu/") + text_of(client, f"/games/{row.pk}/")
    assert 'id="truth"' in text_of(client, f"/games/{row.pk}/")
    assert maker.calls == 0


def test_in_production_it_is_for_who_runs_the_server(client: Client, maker: Maker) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        answers = [getattr(client, method)(URL, secure=True) for method in ("get", "post")]
        page = client.get("/new/dobutsu/", secure=True).content.decode()
    assert [answer.status_code for answer in answers] == [404, 404]
    assert "data-table" not in page
    assert maker.calls == 0


@pytest.mark.parametrize("method", ["get", "post", "delete"])
def test_other_games_have_no_table(client: Client, maker: Maker, method: str) -> None:
    answer = getattr(client, method)("/tables/othello/")
    assert (answer.status_code, json.loads(answer.content)["error"]["code"]) == (404, "not_found")
    assert maker.calls == 0
