"""The folder of a training of patterns.

    settings.json                what was asked for
    networks/NAME@0007.plypat    the table that generation 7 made
    learner-0007.pt              what the learner knew after the last generation
    log.jsonl                    a line for each generation

Games are not kept: they take less time to play again than to write down.
"""

import dataclasses
from pathlib import Path
from typing import Any, Self

from plyground.engine.checked_file import pack, read_checked, write_whole
from plyground.engine.pattern_file import ENDING
from plyground.train.pattern_settings import PatternSettings
from plyground.train.settings import TrainSettings
from plyground.train.store import TrainingRun

_MAGIC = b"PLYLRN1\n"


class PatternRun(TrainingRun):
    """A training of patterns on disk. One process at a time works on it."""

    def __init__(self, folder: Path, settings: PatternSettings) -> None:
        super().__init__(folder, TrainSettings(settings.game, settings.options, settings.seed))
        self.wanted = settings

    @classmethod
    def begin(cls, folder: Path, settings: PatternSettings) -> Self:
        """The run of a folder: a new one, or one that goes on with the same settings."""
        path = folder / "settings.json"
        if path.exists():
            _check_same(folder, PatternSettings.of_file(path), settings)
            return cls(folder, settings)
        try:
            (folder / "networks").mkdir(parents=True, exist_ok=True)
            write_whole(path, settings.to_json().encode())
        except OSError as error:
            raise ValueError(f"The folder {folder} can't be written: {error.strerror}.") from None
        return cls(folder, settings)

    def network_path(self, generation: int) -> Path:
        """The table that a generation made."""
        return self.folder / "networks" / f"{self.name}@{generation:04}{ENDING}"

    def keep_generation(self, state: bytes, row: dict[str, Any]) -> None:
        """Keeps what a generation made. It counts once its line is in the log, the last to come."""
        try:
            self.finish_generation(pack(_MAGIC, {"generation": row["generation"]}, state), row)
        except OSError as error:
            raise ValueError(f"{self.folder} can't be written: {error.strerror}.") from None

    def kept_state(self, generation: int) -> bytes:
        """What the learner knew after a generation: the last one that is over."""
        return read_checked(self._state_path(generation), _MAGIC, "state of a learner")[1]


def _check_same(folder: Path, kept: PatternSettings, wanted: PatternSettings) -> None:
    for field in dataclasses.fields(wanted):
        old, new = getattr(kept, field.name), getattr(wanted, field.name)
        if old != new:
            raise ValueError(
                f"The run in {folder} was begun with {field.name}={old}, not {new}."
                " Give it the same settings, or choose another name."
            )
