"""A process that plays games of a training run: `python -m plyground.train.worker`.

It uses the protocol of `plyground.matches.worker`.
"""

import atexit
import contextlib
import functools
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from plyground.engine import registry
from plyground.engine.network_file import ENDING
from plyground.engine.registry import blame
from plyground.matches.worker import serve
from plyground.train.self_play import SelfPlayer
from plyground.train.settings import TrainSettings
from plyground.train.warm_start import WarmPlayer


class Player:
    """Keeps the network of the last task, because the next one is likely to need it too."""

    def __init__(self, settings: TrainSettings) -> None:
        self._settings = settings
        self._about: tuple[bool, str] | None = None
        self._player: SelfPlayer | WarmPlayer

    def answer(self, task: dict[str, Any]) -> dict[str, Any]:
        """The games of a task."""
        warm = self._settings.is_warm(task["generation"])
        if self._about != (warm, task["network"]):
            network = Path(task["network"])
            self._player = (
                WarmPlayer(self._settings) if warm else SelfPlayer(self._settings, network)
            )
            self._about = (warm, task["network"])
        games = [self._player.play(task["generation"], number) for number in task["numbers"]]
        return {"games": games}


@contextlib.contextmanager
def _prepared(settings: dict[str, Any], load: list[str]) -> Iterator[Player]:
    for file in load:
        registry.load(Path(file))
    yield Player(TrainSettings(**settings))


def play_task(task: Mapping[str, Any]) -> dict[str, Any]:
    """The same for a task that includes settings and network, on any machine."""
    try:
        network = task["network"]
        file = _file_with(network)
        player = _player(json.dumps(task["settings"], sort_keys=True))
        return player.answer({**task, "network": str(file)})
    except Exception as error:  # noqa: BLE001 - a game in Python may do anything
        return {"error": blame(error) or str(error) or type(error).__name__}


@functools.lru_cache(maxsize=1)
def _player(settings: str) -> Player:
    return Player(TrainSettings(**json.loads(settings)))


@functools.lru_cache(maxsize=1)
def _file_with(network: bytes) -> Path:
    """A file with this network; it replaces the previous one."""
    file = _folder() / f"{hashlib.sha256(network).hexdigest()[:16]}{ENDING}"
    for old in file.parent.iterdir():
        old.unlink()
    file.write_bytes(network)
    return file


@functools.cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="plyground-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def answer(player: Player, task: dict[str, Any]) -> dict[str, Any]:
    """The games of a task, or why there are none."""
    try:
        return player.answer(task)
    except Exception as error:  # noqa: BLE001 - a game in Python may do anything
        return {"error": blame(error) or str(error) or type(error).__name__}


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        serve(_prepared, answer)
