"""A process that plays games of a training run: `python -m plyground.train.worker`.

The line between the two is that of `plyground.matches.worker`.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plyground.engine import registry
from plyground.engine.registry import blame
from plyground.matches.worker import serve
from plyground.train.self_play import SelfPlayer
from plyground.train.settings import TrainSettings


class Player:
    """Keeps the network of the last task: the next one is likely to need it too."""

    def __init__(self, settings: TrainSettings) -> None:
        self._settings = settings
        self._path = ""
        self._player: SelfPlayer | None = None

    def answer(self, task: dict[str, Any]) -> dict[str, Any]:
        """The games of a task."""
        if self._player is None or self._path != task["network"]:
            self._player = SelfPlayer(self._settings, Path(task["network"]))
            self._path = task["network"]
        games = [self._player.play(task["generation"], number) for number in task["numbers"]]
        return {"games": games}


@contextlib.contextmanager
def _prepared(settings: dict[str, Any], load: list[str]) -> Iterator[Player]:
    for file in load:
        registry.load(Path(file))
    yield Player(TrainSettings(**settings))


def answer(player: Player, task: dict[str, Any]) -> dict[str, Any]:
    """The games of a task, or why there are none."""
    try:
        return player.answer(task)
    except Exception as error:  # noqa: BLE001 - a game in Python may do anything
        return {"error": blame(error) or str(error) or type(error).__name__}


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):
        serve(_prepared, answer)
