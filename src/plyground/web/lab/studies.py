"""The studies in the laboratory: visibility, progress, reports.

PLYGROUND_STUDIES   folders of studies, as in PATH; all visitors see these. Without it, people on
                    this machine see `studies` and `experiments` of the current folder.

Pages identify a study by an id made from its folder, which leads only to folders that were found.
Only records are read: an experiment's file is never run here.
"""

import hashlib
import logging
import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from django.http import HttpRequest

from plyground.lab.browse import Overview, Stamp, Watch, stamp_of, understanding
from plyground.lab.record_file import records_file
from plyground.lab.report import Document, report
from plyground.lab.report.document import Block
from plyground.lab.store import find_studies, read_study
from plyground.web.base.logs import Word
from plyground.web.engine import tablebases

SETTING = "PLYGROUND_STUDIES"
MOST_BYTES = 20_000_000  # bytes of records that may be downloaded
_USUAL = ("studies", "experiments")
_FRESH = 1.0  # seconds for which a list of folders is valid
_PAUSE = 1.0  # seconds between two checks of the records of a running study
_AGE = 2.0  # seconds for which the report of a running study is current
_KEPT = 16  # cached reports
_WAITING = 16

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Found:
    """The folder of a study, its id, and the folder's name on pages."""

    id: str
    folder: Path
    label: str
    watch: Watch = field(repr=False, compare=False)

    def look(self) -> Overview:
        """The current overview."""
        return self.watch.look()

    def without_folder(self, sentence: str) -> str:
        """A sentence about it without the path of its folder."""
        return sentence.replace(str(self.folder), self.label)


@dataclass(frozen=True)
class Report:
    """The report after this many tasks; or why there is none."""

    document: Document | None
    done: int = 0
    blocks: Sequence[Block] = ()  # without the question, which the page shows itself
    trouble: str = ""


class Busy(Exception):  # noqa: N818 - nothing is wrong
    """Too many requests wait for reports."""


# Which ones


def are_shown(request: HttpRequest) -> bool:
    """Whether this visitor may see studies: on this machine, or if folders are configured."""
    return bool(os.environ.get(SETTING)) or tablebases.is_here(request)


def check() -> None:
    """Raises ValueError if the setting names a missing folder."""
    for root in _roots():
        if not root.is_dir():
            raise ValueError(f"{SETTING} must name folders of studies; {root} is not a folder.")


def _roots() -> list[Path]:
    named = [Path(one).expanduser() for one in os.environ.get(SETTING, "").split(os.pathsep) if one]
    if named:
        return named
    return [root for name in _USUAL if (root := Path(name)).is_dir()]


class StudyIndex:
    """The current studies. Folders are searched at most once a second."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._found: dict[str, Found] = {}
        self._looked = -_FRESH
        self._roots: list[Path] = []

    def all(self) -> dict[str, Found]:
        """All studies by id."""
        with self._turn:
            roots = [root.resolve() for root in _roots()]
            now = time.monotonic()
            if roots != self._roots or now - self._looked >= _FRESH:
                self._found = {one.id: one for root in roots for one in self._within(root)}
                self._looked, self._roots = now, roots
            return self._found

    def _within(self, root: Path) -> Iterator[Found]:
        """The studies of a folder, without links that lead out of it."""
        try:
            folders = find_studies(root)
        except ValueError:  # deleted meanwhile
            return
        for folder in folders:
            if records_file(folder).resolve().parent == folder:
                name = folder_id(folder)
                label = folder.relative_to(root.parent).as_posix()
                known = self._found.get(name)
                yield known or Found(name, folder, label, Watch(folder, _PAUSE))


def folder_id(folder: Path, usual: str = "study") -> str:
    """An id for an address: the folder's name, and a hash that makes it unique.

    >>> folder_id(Path("/x/experiments/Was ist das?"))
    'was-ist-das-f4be6d81'
    """
    name = re.sub(r"[^a-z0-9]+", "-", folder.name.lower()).strip("-")[:60]
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:8]
    return f"{name or usual}-{digest}"


# Reports


@dataclass(frozen=True)
class _Made:
    stamp: Stamp | None
    asked: float
    report: Future[Report]


class GameService:
    """Makes reports, one at a time in a separate thread, and caches the last ones."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._made: OrderedDict[Path, _Made] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="plyground-report")

    def ask(self, study: Found, *, runs: bool = False) -> Future[Report]:
        """The report of the current records; of a running study, of recent ones."""
        stamp, now = stamp_of(study.folder), time.monotonic()
        with self._turn:
            known = self._made.get(study.folder)
            if known is None or not _will_do(known, stamp, now, runs):
                if sum(not one.report.done() for one in self._made.values()) >= _WAITING:
                    raise Busy
                known = _Made(stamp, now, self._thread.submit(_make, study))
                self._made[study.folder] = known
            self._made.move_to_end(study.folder)
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
            return known.report


def _will_do(known: _Made, stamp: Stamp | None, now: float, runs: bool) -> bool:
    if known.stamp == stamp or not known.report.done():
        return True
    return runs and now - known.asked < _AGE


def _make(study: Found) -> Report:
    """Any error is reported, and does not end the thread."""
    try:
        with understanding(study.folder):
            written = read_study(study.folder)
            document = report(written)
            blocks = document.blocks[1:] if written.head["question"] else document.blocks
            return Report(document, len(written.records), blocks)
    except ValueError as error:
        return Report(None, trouble=study.without_folder(str(error)))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported
        _log.exception("The report of %s could not be created", Word(study.label))
        return Report(None, trouble=f"The report can't be made ({type(error).__name__}).")


index = StudyIndex()
service = GameService()
