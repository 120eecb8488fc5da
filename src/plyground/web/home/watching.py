"""Notices when the file of a loaded game changes: `plyground serve --load game.py --watch`.

A page asks every second. If the changed file can be loaded, the game's processes are replaced, and
the page reloads. If not, the page shows the sentence, and the games stay as they were.
"""

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from plyground.engine import registry
from plyground.web.game_service import directory
from plyground.web.game_service.commands import Refused
from plyground.web.game_service.game_process import Broken, Child

SETTING = "PLYGROUND_WATCH"


@dataclass(frozen=True)
class Watched:
    """The number of changes since the start, and the reason why the last one can't be loaded."""

    version: int = 0
    problem: str = ""


class Watcher:
    """The files of the loaded games, and their last change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._times = self._read()
        self.seen = Watched()

    def look(self) -> Watched:
        """Looks at the files, and replaces the games if one has changed."""
        with self._lock:
            times = self._read()
            changed = [file for file in times if times[file] != self._times.get(file)]
            if changed:
                self._times = times
                problem = next(filter(None, map(_problem, changed)), "")
                if not problem:
                    directory.reload()
                self.seen = Watched(self.seen.version + (not problem), problem)
            return self.seen

    @staticmethod
    def _read() -> dict[str, int]:
        """When each file was written; 0 while an editor replaces it."""
        files = [Path(source) for source in registry.outside() if os.sep in source]
        return {str(file): file.stat().st_mtime_ns if file.is_file() else 0 for file in files}


def is_on() -> bool:
    """Whether the server was started with `--watch`."""
    return os.environ.get(SETTING) == "1"


def _problem(file: str) -> str:
    """Why a file's games can't be loaded."""
    child = Child(file)
    try:
        child.names()
    except (Broken, Refused, ValueError) as error:
        return str(error)
    finally:
        child.close()
    return ""
