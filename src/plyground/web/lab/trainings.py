"""The trainings in the laboratory, and their visibility.

PLYGROUND_TRAININGS   folders of training runs, as in PATH; all visitors see these. Without it,
                      people on the server's own machine see the trainings of the data folder.

All visitors also see the trainings that come with Plyground, because they are part of a lesson.
Pages identify a training by an id made from its folder.
"""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.http import HttpRequest

from plyground.engine import registry
from plyground.paths import TRAININGS, data_folder, games_folder
from plyground.train.browse import RunOverview, RunWatch, find_runs
from plyground.web.engine import tablebases
from plyground.web.lab.studies import folder_id

_FRESH = 1.0  # seconds for which a list of folders is valid


@dataclass(frozen=True)
class FoundRun:
    """The folder of a training, its id, and the folder's name on pages."""

    id: str
    folder: Path
    label: str
    is_ours: bool  # it comes with Plyground
    watch: RunWatch = field(repr=False, compare=False)

    def look(self) -> RunOverview:
        """The current overview."""
        return self.watch.look()


def are_shown(request: HttpRequest) -> bool:
    """Whether this visitor may see the trainings of this server."""
    return bool(os.environ.get(TRAININGS)) or tablebases.is_here(request)


def check() -> None:
    """Raises ValueError if the setting names a missing folder."""
    for root in _named():
        if not root.is_dir():
            raise ValueError(f"{TRAININGS} must name folders of trainings; {root} is not a folder.")


def _named() -> list[Path]:
    return [
        Path(one).expanduser() for one in os.environ.get(TRAININGS, "").split(os.pathsep) if one
    ]


def run_id(folder: Path) -> str:
    """The id of a training, from its folder."""
    return folder_id(folder, "training")


class TrainingIndex:
    """The current trainings. Folders are searched at most once a second."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._found: dict[str, FoundRun] = {}
        self._looked = -_FRESH
        self._roots: list[Path] = []

    def of(self, request: HttpRequest) -> dict[str, FoundRun]:
        """The trainings that this visitor may see, by id."""
        shown = are_shown(request)
        return {name: run for name, run in self._all().items() if shown or run.is_ours}

    def forget(self) -> None:
        """Searches again at the next request, because a training was just started."""
        with self._turn:
            self._looked = -_FRESH

    def _all(self) -> dict[str, FoundRun]:
        with self._turn:
            roots = [root.resolve() for root in _named() or [data_folder() / "training"]]
            now = time.monotonic()
            if roots != self._roots or now - self._looked >= _FRESH:
                ours = [
                    (games_folder() / game / "trainings").resolve() for game in registry.native()
                ]
                found = [*self._within(roots, is_ours=False), *self._within(ours, is_ours=True)]
                self._found = {run.id: run for run in found}
                self._looked, self._roots = now, roots
            return self._found

    def _within(self, roots: list[Path], *, is_ours: bool) -> Iterator[FoundRun]:
        """The trainings of some folders; links to other places are not followed."""
        for root in roots:
            for folder in find_runs(root):
                if (folder / "settings.json").resolve().parent == folder:
                    name = run_id(folder)
                    label = folder.relative_to(root.parent).as_posix()
                    known = self._found.get(name)
                    yield known or FoundRun(name, folder, label, is_ours, RunWatch(folder))


index = TrainingIndex()
