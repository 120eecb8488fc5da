"""The folder of a run, of a network or of patterns.

    settings.json            the settings
    networks/NAME@0007...    the network, or the table, that generation 7 made
    learner-0007.pt          the state of the learner after the last generation
    log.jsonl                a line for each generation

Every file is written whole, or a line at a time.
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
from typing import IO, Any, ClassVar, Generic, Self, TypeVar

from plyground.engine.checked_file import write_whole
from plyground.train.run_settings import RunSettings

LEAST_ROOM = 50 << 20  # bytes of disk that a run needs
LOCK = "lock"  # the file that the process at work on a run has locked
_TRIES = 3

_OF_A_ROW = {  # the fields that the run itself reads
    **dict.fromkeys(("generation", "best", "games", "positions"), int),
    "seconds": float,
}

Settings = TypeVar("Settings", bound=RunSettings)
Row = TypeVar("Row")


class Run(Generic[Settings]):
    """A training on disk. One process at a time works on it."""

    ending: ClassVar[str]  # of the files that generations make
    parts: ClassVar[tuple[str, ...]] = ("networks",)  # the folders of a run

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        self.name = folder.name

    @classmethod
    def open(cls, folder: Path, settings: Settings) -> Self:
        """The run of a folder: a new one, or one to continue with the same settings."""
        path = folder / "settings.json"
        if path.exists():
            return cls(folder, _same(folder, type(settings).of_file(path), settings))
        try:
            for part in cls.parts:
                (folder / part).mkdir(parents=True, exist_ok=True)
            write_whole(path, settings.to_json().encode())
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
            time.sleep(0.1)  # a program that only reads holds it for a moment
        file.close()
        raise ValueError(f"Another process is using {self.folder}.")

    def check_room(self) -> None:
        """Raises a ValueError if the disk is almost full, before a game rather than after it."""
        free = shutil.disk_usage(self.folder).free
        if free < LEAST_ROOM:
            raise ValueError(
                f"Only {free >> 20} MB are left on the disk of {self.folder}; a training run"
                f" needs {LEAST_ROOM >> 20} MB."
            )

    def network_path(self, generation: int) -> Path:
        """The file of a generation; network 0 is untrained."""
        return self.folder / "networks" / f"{self.name}@{generation:04}{self.ending}"

    def log(self) -> list[dict[str, Any]]:
        """A row for every generation that is over."""
        return read_lines(self.folder / "log.jsonl", _read_row)

    def finish_generation(self, state: bytes, row: Mapping[str, Any]) -> None:
        """Stores the result of a generation.

        It counts once its line is in the log, written last.
        """
        with written(self._state_path(row["generation"])) as path:
            write_whole(path, state)
        append_lines(self.folder / "log.jsonl", json.dumps(row) + "\n", sure=True)
        self._state_path(row["generation"] - 1).unlink(missing_ok=True)

    def restore(self, generation: int, restore: Callable[[bytes], None]) -> None:
        """Passes the learner's state after a generation to `restore`.

        `restore` raises a ValueError that says what is wrong with the state.
        """
        path = self._state_path(generation)
        try:
            restore(path.read_bytes())
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ValueError(f"The run can't continue without {path}: {reason}.") from None

    def _state_path(self, generation: int) -> Path:
        return self.folder / f"learner-{generation:04}.pt"


def _same(folder: Path, kept: Settings, wanted: Settings) -> Settings:
    """The settings that a run began with; a ValueError if the wanted ones differ."""
    for field in dataclasses.fields(wanted):
        old, new = getattr(kept, field.name), getattr(wanted, field.name)
        if old != new:
            raise ValueError(
                f"The run in {folder} was started with {field.name}={old}, not {new}. Give it"
                " the same settings, or choose another name."
            )
    return kept


def _read_row(fields: Any) -> dict[str, Any]:
    try:
        row = {name: kind(fields[name]) for name, kind in _OF_A_ROW.items()}
    except (KeyError, TypeError):
        raise ValueError from None
    return {**fields, **row}


def read_lines(path: Path, read: Callable[[Any], Row]) -> list[Row]:
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
                f"{path} is damaged in line {len(found) + 1}; remove the line to continue."
            ) from None
        good += len(line)
    if good < len(content):
        os.truncate(path, good)
    return found


@contextlib.contextmanager
def written(path: Path) -> Iterator[Path]:
    """Turns a failed write into a ValueError with a sentence."""
    try:
        yield path
    except OSError as error:
        raise ValueError(
            f"{path} can't be written: {error.strerror}. The finished work is saved; the same"
            " command continues."
        ) from None


def append_lines(path: Path, lines: str, *, sure: bool = False) -> None:
    """Adds lines to a file; if there is no room for all of them, nothing is added.

    With `sure` they are on the disk afterwards, whatever happens to the machine.
    """
    with written(path) as checked, checked.open("ab", buffering=0) as file:
        _append(file, lines.encode())
        if sure:
            os.fsync(file.fileno())


def _append(file: IO[bytes], content: bytes) -> None:
    """Writes to the end of a file; if there is no room for all of it, nothing is added."""
    before = os.fstat(file.fileno()).st_size
    try:
        while content:
            content = content[file.write(content) :]
    except OSError:
        os.ftruncate(file.fileno(), before)
        raise
