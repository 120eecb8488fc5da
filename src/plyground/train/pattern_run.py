"""The folder of a training of patterns: that of any run, with a checksum on the learner's state.

Games are not stored, because replaying them is faster than writing them.
"""

from typing import Any

from plyground.engine.checked_file import pack, read_checked
from plyground.engine.pattern_file import ENDING
from plyground.train.pattern_settings import PatternSettings
from plyground.train.run_folder import Run

_MAGIC = b"PLYLRN1\n"


class PatternRun(Run[PatternSettings]):
    """A training of patterns on disk. One process at a time works on it."""

    ending = ENDING

    def keep_generation(self, state: bytes, row: dict[str, Any]) -> None:
        """Stores the result of a generation.

        It counts once its line is in the log, written last.
        """
        self.finish_generation(pack(_MAGIC, {"generation": row["generation"]}, state), row)

    def kept_state(self, generation: int) -> bytes:
        """The state of the learner after a generation."""
        return read_checked(self._state_path(generation), _MAGIC, "state of a learner")[1]
