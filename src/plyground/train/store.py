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
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from plyground.engine.network_file import ENDING, NetworkFile, write_network
from plyground.train.self_play import GameRecord, read_record
from plyground.train.settings import TrainSettings

LEAST_ROOM = 50 << 20  # bytes of disk that a run wants to find
LOCK = "lock"  # the file that the process at work on a run has locked
_TRIES = 3

_OF_A_ROW = {  # what the run itself needs of it
    **dict.fromkeys(("generation", "best", "games", "positions"), int),
    "seconds": float,
}

Row = TypeVar("Row")


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
        return _read_lines(self.games_path(generation), read_record)

    def add_games(self, generation: int, games: list[GameRecord]) -> None:
        """Keeps games that have just ended."""
        lines = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
        with _written(self.games_path(generation)) as path, path.open("ab", buffering=0) as file:
            _write_all(file, lines.encode())

    def log(self) -> list[dict[str, Any]]:
        """What is known of every generation that is over."""
        return _read_lines(self.folder / "log.jsonl", _read_row)

    def add_network(self, generation: int, network: NetworkFile) -> None:
        """Keeps the network that a generation made."""
        with _written(self.network_path(generation)) as path:
            write_network(path, network)

    def finish_generation(self, state: bytes, row: Mapping[str, Any]) -> None:
        """Keeps what a generation made. It counts once its line is in the log, the last to come."""
        with _written(self._state_path(row["generation"])) as path:
            _write_whole(path, state)
        with _written(self.folder / "log.jsonl") as path, path.open("ab", buffering=0) as file:
            _write_all(file, json.dumps(row).encode() + b"\n")
            os.fsync(file.fileno())
        self._state_path(row["generation"] - 1).unlink(missing_ok=True)

    def restore(self, generation: int, restore: Callable[[bytes], None]) -> None:
        """Gives the network in training, as the last generation left it, to what goes on with it.

        `restore` may say with a ValueError what is wrong with it.
        """
        path = self._state_path(generation)
        try:
            restore(path.read_bytes())
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ValueError(f"The run can't go on without {path}: {reason}.") from None

    def _state_path(self, generation: int) -> Path:
        return self.folder / f"learner-{generation:04}.pt"


def _read_row(fields: Any) -> dict[str, Any]:
    try:
        row = {name: kind(fields[name]) for name, kind in _OF_A_ROW.items()}
    except (KeyError, TypeError):
        raise ValueError from None
    return {**fields, **row}


def _read_lines(path: Path, read: Callable[[Any], Row]) -> list[Row]:
    """The lines of a file, each of JSON. The last one is removed if its writing was cut off."""
    if not path.exists():
        return []
    found, good = [], 0
    content = path.read_bytes()
    for line in content.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        try:
            found.append(read(json.loads(line)))
        except ValueError:
            raise ValueError(
                f"{path} is damaged in line {len(found) + 1}; remove the line to go on."
            ) from None
        good += len(line)
    if good < len(content):
        os.truncate(path, good)
    return found


@contextlib.contextmanager
def _written(path: Path) -> Iterator[Path]:
    """Says in a sentence why a file of the run can't be written."""
    try:
        yield path
    except OSError as error:
        raise ValueError(
            f"{path} can't be written: {error.strerror}. What the run has finished is kept, and the"
            " same command goes on."
        ) from None


def _write_all(file: IO[bytes], content: bytes) -> None:
    """Writes to the end of a file; if there is no room for all of it, nothing is added."""
    before = os.fstat(file.fileno()).st_size
    try:
        while content:
            content = content[file.write(content) :]
    except OSError:
        os.ftruncate(file.fileno(), before)
        raise


def _write_whole(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
