"""Trainings that begin from the page: on the server's own machine, one at a time, stoppable."""

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from plyground.paths import SETTING as HOME
from plyground.paths import TRAININGS
from plyground.train import browse
from plyground.web.lab import live, trainings
from tests.conftest import missing

HOLD = "import fcntl, sys, time; fcntl.flock(0, fcntl.LOCK_EX); print(flush=True); time.sleep(60)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder without trainings."""
    monkeypatch.setenv(HOME, str(tmp_path))
    monkeypatch.setenv("PLYGROUND_RATE", "off")
    monkeypatch.delenv(TRAININGS, raising=False)
    monkeypatch.setattr(trainings, "index", trainings.TrainingIndex())
    return tmp_path / "training"


@pytest.fixture
def busy(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock, like a training process."""
    folder.mkdir()
    with (folder / ".live").open("w+") as file:
        process = subprocess.Popen(
            [sys.executable, "-c", HOLD], stdin=file, stdout=subprocess.PIPE, text=True
        )
        file.write(json.dumps({"process": process.pid, "run": "mine"}))
    assert process.stdout is not None
    process.stdout.readline()
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def without(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """As if a module were not installed."""
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda one, *more: None if one == name else find(one, *more)
    )


def test_without_pytorch_a_sentence_says_what_is_missing(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "torch")
    page = client.get("/learn/machine/").content.decode()
    assert "plyground[train]" in page
    assert 'name="game"' not in page
    answer = client.post("/lab/trainings/begin/", {"game": "gomoku"})
    assert answer.status_code == 422
    assert "plyground[train]" in answer.content.decode()
    assert not folder.exists()


def test_nobody_elsewhere_can_begin_or_stop_a_training(client: Client, folder: Path) -> None:
    stranger = Client(SERVER_NAME="localhost", REMOTE_ADDR="192.0.2.1")
    assert 'id="live"' in client.get("/learn/machine/").content.decode()
    assert 'id="live"' not in stranger.get("/learn/machine/").content.decode()
    for path in ("/lab/trainings/begin/", "/lab/trainings/mine-12345678/stop/"):
        assert stranger.post(path, {"game": "gomoku"}).status_code == 404
    assert not folder.exists()


@pytest.mark.usefixtures("busy")
def test_a_second_training_is_refused_while_one_goes_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "why_not", lambda: "")
    page = client.get("/learn/machine/").content.decode()
    assert "A training is already running" in page
    answer = client.post("/lab/trainings/begin/", {"game": "gomoku"})
    assert answer.status_code == 422
    assert "A training is already running." in answer.content.decode()


def test_only_the_training_that_is_named_is_stopped(busy: subprocess.Popen[str]) -> None:
    now = live.current()
    assert now is not None
    assert (now.process, now.run) == (busy.pid, "mine")
    live.stop("another")
    assert busy.poll() is None
    live.stop("mine")
    busy.wait(30)
    assert live.current() is None
    live.stop("mine")


@pytest.mark.deep
def test_a_training_begins_is_watched_and_stopped(client: Client, folder: Path) -> None:
    if importlib.util.find_spec("torch") is None:
        missing("PyTorch is not installed")
    answer = client.post("/lab/trainings/begin/", {"game": "gomoku"})
    assert answer.status_code == 302
    here = answer["Location"]
    try:
        assert client.get(f"{here}state/").json()["state"] == "running"
        until = time.monotonic() + 120
        while not browse.is_running(next(folder.glob("live-gomoku-*"))):
            assert time.monotonic() < until
            time.sleep(0.2)
        assert f"{here}stop/" in client.get(here).content.decode()
        assert client.post(f"{here}stop/").status_code == 302
        while live.current() is not None:
            assert time.monotonic() < until
            time.sleep(0.2)
    finally:
        live.close()
    assert client.get(f"{here}state/").json()["state"] == "stopped"
    (run,) = folder.glob("live-gomoku-*")
    assert "Traceback" not in (run / "output.txt").read_text(encoding="utf-8")
