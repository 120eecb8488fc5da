"""Summaries of training runs, running or finished. Needs no PyTorch.

This module changes nothing in a run, and reads runs of other versions as far as possible.
"""

import contextlib
import json
import math
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from plyground.engine.network_file import ENDING
from plyground.engine.options import Value
from plyground.train.run_folder import LOCK
from plyground.train.self_play import GameRecord, read_record

State = Literal["running", "stopped", "broken"]
Stamp = tuple[int, int]  # size and time of a file
LogRow = Mapping[str, Any]  # the log's data about a generation; another version may have other keys

MOST_GAMES = 100  # bytes of a generation's games that are read
_LONGEST = 1 << 20  # characters of a settings file


@dataclass(frozen=True)
class RunOverview:
    """The state of a run. If it is broken, `trouble` says why and the rest is empty."""

    folder: Path
    state: State
    game: str = ""
    options: Mapping[str, Value] | None = None
    of_games: int = 0  # games per generation
    size: str = ""  # of the network: blocks and channels
    rows: tuple[LogRow, ...] = ()  # rows of the log, one for each finished generation
    games: int = 0  # games of the current generation
    trouble: str = ""

    @property
    def generation(self) -> int:
        """The last finished generation."""
        return int(self.rows[-1]["generation"]) if self.rows else 0


def find_runs(root: Path) -> list[Path]:
    """The runs in a folder of runs."""
    return sorted(path.parent for path in root.glob("*/settings.json"))


class RunWatch:
    """A run that several threads check repeatedly."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._turn = threading.Lock()
        self._stamps: tuple[Stamp | None, ...] = ()
        self._known = RunOverview(folder, "broken")
        self._counted: tuple[Path | None, int, int] = (None, 0, 0)  # a file, its bytes, its lines

    def look(self) -> RunOverview:
        """The current state. Files are read when they have changed."""
        with self._turn:
            stamps = tuple(stamp_of(self.folder / name) for name in ("settings.json", "log.jsonl"))
            if stamps != self._stamps:
                self._known, self._stamps = _summarise(self.folder), stamps
            if self._known.state == "broken":
                return self._known
            state: State = "running" if is_running(self.folder) else "stopped"
            games = self._count(games_file(self.folder, self._known.generation + 1))
            fields = {**vars(self._known), "state": state, "games": games}
            return RunOverview(**fields)

    def _count(self, path: Path) -> int:
        """The number of lines of a growing file; known lines are not read again."""
        known, size, lines = self._counted
        if known != path:
            size = lines = 0
        with contextlib.suppress(OSError), path.open("rb") as file:
            file.seek(size)
            while block := file.read(1 << 20):
                lines += block.count(b"\n")
                size += len(block)
        self._counted = path, size, lines
        return lines


def stamp_of(path: Path) -> Stamp | None:
    """A stamp that changes with a file; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def is_running(folder: Path) -> bool:
    """Whether a process is now working on the run; False if the system cannot tell."""
    try:
        import fcntl
    except ImportError:
        return False
    with contextlib.suppress(OSError), (folder / LOCK).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _summarise(folder: Path) -> RunOverview:
    """The overview, except for the parts that change without the log."""
    try:
        with (folder / "settings.json").open(encoding="utf-8") as file:
            settings = json.loads(file.read(_LONGEST))
        return RunOverview(
            folder,
            "stopped",
            game=str(settings["game"]),
            options=dict(settings.get("options") or {}),
            of_games=int(settings.get("games") or 0),
            size=f"{settings['blocks']}x{settings['channels']}" if "blocks" in settings else "",
            rows=tuple(_rows(folder / "log.jsonl")),
        )
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        reason = isinstance(error, OSError) and error.strerror
        trouble = f"The settings of this training can't be read ({reason or type(error).__name__})."
        return RunOverview(folder, "broken", trouble=trouble)


def _rows(path: Path) -> Iterator[LogRow]:
    """The complete lines of a log."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        with contextlib.suppress(ValueError):
            row = json.loads(line)
            if isinstance(row, dict) and isinstance(row.get("generation"), int):
                yield row


# Networks and games


def networks(folder: Path) -> list[int]:
    """The generations of a run with a network."""
    found = []
    for path in (folder / "networks").glob(f"*@*{ENDING}"):
        number = path.name.removesuffix(ENDING).rpartition("@")[2]
        if number.isascii() and number.isdigit() and path == network_file(folder, int(number)):
            found.append(int(number))
    return sorted(found)


def network_file(folder: Path, generation: int) -> Path:
    """The network of a generation."""
    return folder / "networks" / f"{folder.name}@{generation:04}{ENDING}"


def games_file(folder: Path, generation: int) -> Path:
    """The games of a generation."""
    return folder / "games" / f"{generation:04}.jsonl"


def played(folder: Path) -> list[int]:
    """The generations with games."""
    names = [path.stem for path in (folder / "games").glob("*.jsonl")]
    return sorted(int(name) for name in names if name.isascii() and name.isdigit())


def games_of(folder: Path, generation: int) -> list[GameRecord]:
    """The first games of a generation; incomplete lines are left out."""
    path = games_file(folder, generation)
    return list(_games(path, stamp_of(path)))


@lru_cache(maxsize=8)
def _games(path: Path, stamp: Stamp | None) -> tuple[GameRecord, ...]:
    if stamp is None:
        return ()
    with path.open("rb") as file:
        return tuple(islice(_read(file), MOST_GAMES))


def _read(lines: Iterable[bytes]) -> Iterator[GameRecord]:
    for line in lines:
        if line.endswith(b"\n"):
            with contextlib.suppress(ValueError):
                yield read_record(json.loads(line))


# Figures


def share_interval(points: float, games: int) -> tuple[float, float, float]:
    """A share of the points with Wilson's interval of 95 %.

    >>> [round(part, 2) for part in share_interval(10, 20)]
    [0.5, 0.3, 0.7]
    >>> share_interval(0, 0)
    (0.5, 0.0, 1.0)
    """
    if not games:
        return 0.5, 0.0, 1.0
    z = 1.96
    share = points / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt((share * (1 - share) + z * z / (4 * games)) / games)
    whole = 1 + z * z / games
    return share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
