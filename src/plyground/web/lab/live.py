"""A short training on the server's own machine, to watch: one at a time, and at low priority.

The training process holds the lock on `.live` in the folder of trainings, a file with its process
id and the name of its run. So every process of the server can find and stop it.
"""

import contextlib
import dataclasses
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from django.http import HttpRequest
from django.utils.translation import gettext as _

from plyground.engine import registry
from plyground.paths import TRAININGS, data_folder, training_folders
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun
from plyground.web.engine import tablebases
from plyground.web.game_service.service import Refused
from plyground.web.lab import machine

MINUTES = 2
_NICE = 10
_LAST = 10.0  # seconds at shutdown to save the games so far
_FILE = ".live"
_PREFIX = "live-"  # of the names of runs

_began: list[subprocess.Popen[bytes]] = []  # started by this process


@dataclass(frozen=True)
class Live:
    """The current training."""

    process: int
    run: str


def is_offered(request: HttpRequest) -> bool:
    """Whether this visitor may start a training: only on this machine, without a proxy."""
    return tablebases.is_here(request)


def why_not() -> str:
    """What is missing here; empty if nothing is."""
    if importlib.util.find_spec("torch") is None:
        return _('Training needs PyTorch on the server: pip install "plyground[train]".')
    if importlib.util.find_spec("fcntl") is None:
        return _("This system can't run a training from the page; use plyground train.")
    return ""


def folder() -> Path:
    """The folder of live trainings, which the laboratory shows."""
    return training_folders()[0] if os.environ.get(TRAININGS) else data_folder() / "training"


def current() -> Live | None:
    """The current training, whichever process of the server started it."""
    try:
        import fcntl

        with (folder() / _FILE).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                found = json.loads(file.read())
                return Live(int(found["process"]), str(found["run"]))
    except (ImportError, OSError, ValueError, KeyError, TypeError):
        return None
    return None


def is_live(run: str) -> bool:
    """Whether this training is running, or will be as soon as PyTorch is loaded."""
    now = current() if run.startswith(_PREFIX) else None
    return now is not None and now.run == run


def begin(game: str) -> Path:
    """Starts a training and returns the folder of the run; Refused says why it cannot start."""
    if (trouble := why_not()) or game not in machine.GAMES:
        raise Refused("no_training", trouble or _("There is no such game."))
    import fcntl

    root = folder()
    root.mkdir(parents=True, exist_ok=True)
    with (root / _FILE).open("a+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("busy", _("A training is already running.")) from None
        run = root / f"{_PREFIX}{game.replace('_', '-')}-{time.strftime('%Y%m%d-%H%M%S')}"
        process = _start(game, run, file.fileno())
        file.truncate(0)
        file.write(json.dumps({"process": process.pid, "run": run.name}).encode())
    return run


def _settings(game: str) -> TrainSettings:
    """Settings that show results within two minutes."""
    return TrainSettings(
        game,
        dict(registry.game(game, **machine.GAMES[game]).values),
        blocks=2,
        channels=16,
        games=100,
        visits=16,
        least_window=4000,
        reuse=8,
        batch=128,
        opponents="random level:2",
        measure_every=1,
    ).check()


def _start(game: str, run: Path, held: int) -> subprocess.Popen[bytes]:
    """Starts the process, which inherits the lock; its output goes to the folder of the run."""
    settings = _settings(game)
    TrainingRun.open(run, settings)
    command = [sys.executable, "-m", "plyground", "train", game]
    command += ["--name", run.name, "--out", str(run.parent), "--minutes", str(MINUTES)]
    for name, value in machine.GAMES[game].items():
        command += ["--set", f"{name}={value}"]
    for field in dataclasses.fields(settings)[2:]:
        if (value := getattr(settings, field.name)) != field.default:
            command += ["--with", f"{field.name}={value}"]
    with (run / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            pass_fds=[held],
            start_new_session=True,
        )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
    _began[:] = [one for one in _began if one.poll() is None] + [process]
    return process


def stop(run: str) -> None:
    """Asks the training to stop, if it is this one; its results are kept."""
    now = current()
    if now is not None and now.run == run:
        with contextlib.suppress(OSError):
            os.kill(now.process, signal.SIGTERM)


def close() -> None:
    """Stops the training of this process, and waits a while until it is saved."""
    for process in _began:
        if process.poll() is None:
            process.terminate()
    for process in _began:
        try:
            process.wait(_LAST)
        except subprocess.TimeoutExpired:
            process.kill()
    _began.clear()
