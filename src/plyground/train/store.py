"""The folder of a training run.

    settings.json                what was asked for
    games/0007.jsonl             the games of generation 7, a line each
    networks/NAME@0007.plynet    the network that generation 7 made
    learner-0007.pt              the network in training, after the last generation
    log.jsonl                    a line for each generation

Every file is written whole, or a line at a time, so a finished game is kept whatever ends the
process.
"""

import contextlib
import dataclasses
import fcntl
import json
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from plyground.engine.network_file import ENDING
from plyground.train.self_play import GameRecord, read_record
from plyground.train.settings import TrainSettings

LEAST_ROOM = 50 << 20  # bytes of disk that a run wants to find
LOCK = "lock"  # the file that the process at work on a run has locked
_TRIES = 3


class TrainingRun:
    """A training run on disk. One process at a time works on it."""

    def __init__(self, folder: Path, settings: TrainSettings) -> None:
        self.folder, self.settings = folder, settings
        self.name = folder.name

    @classmethod
    def open(cls, folder: Path, settings: TrainSettings) -> Self:
        """The run of a folder: a new one, or one that goes on with the same settings."""
        path = folder / "settings.json"
        if path.exists():
            kept = TrainSettings.of_file(path)
            for field in dataclasses.fields(settings):
                old, new = getattr(kept, field.name), getattr(settings, field.name)
                if old != new:
                    raise ValueError(
                        f"The run in {folder} was begun with {field.name}={old}, not {new}."
                        " Give it the same settings, or choose another name."
                    )
            return cls(folder, kept)
        try:
            for part in ("games", "networks"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            _write_whole(path, settings.to_json().encode())
        except OSError as error:
            raise ValueError(f"The folder {folder} can't be written: {error.strerror}.") from None
        return cls(folder, settings)

    def lock(self) -> Any:
        """Keeps other processes out while the returned file is open."""
        file = (self.folder / LOCK).open("w")
        for _ in range(_TRIES):
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return file
            time.sleep(0.1)  # a program that only looks holds it for a moment
        file.close()
        raise ValueError(f"Another process is at work on {self.folder}.")

    def check_room(self) -> None:
        """A ValueError if the disk is almost full: better before a game than after it."""
        free = shutil.disk_usage(self.folder).free
        if free < LEAST_ROOM:
            raise ValueError(
                f"Only {free >> 20} MB are left on the disk of {self.folder};"
                f" a training run wants {LEAST_ROOM >> 20} MB."
            )

    def games_path(self, generation: int) -> Path:
        """The file of a generation's games."""
        return self.folder / "games" / f"{generation:04}.jsonl"

    def network_path(self, generation: int) -> Path:
        """The network that a generation made; 0 is the one that has learned nothing."""
        return self.folder / "networks" / f"{self.name}@{generation:04}{ENDING}"

    def games(self, generation: int) -> list[GameRecord]:
        """The finished games of a generation. A line that was cut off is left out, and removed."""
        path = self.games_path(generation)
        if not path.exists():
            return []
        found, good = [], 0
        content = path.read_bytes()
        for line in content.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break
            try:
                found.append(read_record(json.loads(line)))
            except ValueError:
                raise ValueError(
                    f"{path} is damaged in line {len(found) + 1}; remove the line to go on."
                ) from None
            good += len(line)
        if good < len(content):
            os.truncate(path, good)
        return found

    def add_games(self, generation: int, games: list[GameRecord]) -> None:
        """Keeps games that have just ended."""
        lines = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
        with self.games_path(generation).open("a", encoding="utf-8") as file:
            file.write(lines)

    def log(self) -> list[dict[str, Any]]:
        """What is known of every generation that is over."""
        path = self.folder / "log.jsonl"
        if not path.exists():
            return []
        lines = path.read_text(encoding="utf-8").splitlines()
        return [row for row in map(_read_line, lines) if row is not None]

    def finish_generation(self, state: bytes, row: Mapping[str, Any]) -> None:
        """Keeps what a generation made. It counts once its line is in the log, the last to come."""
        _write_whole(self._state_path(row["generation"]), state)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._state_path(row["generation"] - 1).unlink(missing_ok=True)

    def state(self, generation: int) -> bytes:
        """The network in training, after a generation: the last one that is over."""
        path = self._state_path(generation)
        try:
            return path.read_bytes()
        except OSError as error:
            raise ValueError(f"The run can't go on without {path}: {error.strerror}.") from None

    def _state_path(self, generation: int) -> Path:
        return self.folder / f"learner-{generation:04}.pt"


def _read_line(line: str) -> dict[str, Any] | None:
    try:
        row: dict[str, Any] = json.loads(line)
    except ValueError:
        return None  # cut off in the middle of writing
    return row


def _write_whole(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
