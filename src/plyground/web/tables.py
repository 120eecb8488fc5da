"""Tables of games that are solved: whether one is here, and its making in the background.

On a machine one process makes a table at a time: the one that holds the lock on NAME.making in the
folder of tables. It writes there how far it has come, for other processes to tell; NAME.stop beside
it asks it to stop. What is done by then is kept, and the next who begins goes on from there.
"""

import contextlib
import json
import logging
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from plyground import tablebase
from plyground.tablebase.build import Progress as Step
from plyground.tablebase.build import Stopped, build, part_of
from plyground.web.models import Game

_NICE = 10  # so much politer than who plays and searches
_MOMENT = 0.3  # seconds
_LAST = 10.0  # seconds for what is done so far to be written down

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """How far the making of a table has come."""

    made: bool = False  # it is being made now
    share: float = 0.0  # of the work
    begun: bool = False  # some of it is done and kept
    trouble: str = ""  # why the last attempt ended


def known(name: str) -> bool:
    """Whether the table of a game is here, ready to be asked."""
    return not _maker.makes(name) and tablebase.find(name) is not None


def is_open(row: Game) -> bool:
    """Whether a table may be asked about a game: nobody is helped against a person, or if strict.

    When the game is over, whoever may see it may.
    """
    return row.result is not None or not (row.seat or row.strict)


def is_offered(name: str) -> bool:
    """Whether a visitor may have the table made: in production that is for who runs the server."""
    return name in tablebase.GAMES and not settings.SECURE_SSL_REDIRECT


def progress(name: str) -> Progress:
    """How far it has come, whichever process makes it."""
    file = _file(name, "making")
    begun = part_of(tablebase.home_of(name)).exists()
    made, written = _maker.makes(name), b""
    with contextlib.suppress(OSError), file.open("rb") as handle:  # none: nobody has begun
        made = made or not _lock(handle.fileno(), shared=True)
        written = handle.read()
    told = {}
    with contextlib.suppress(ValueError):  # somebody writes just now
        told = json.loads(written)
    trouble = told.get("trouble") or _maker.trouble
    return Progress(made, float(told.get("share", 0)), begun, str(trouble))


def prepare() -> None:
    """Looks for all tables, so that one that is still packed is unpacked before anybody asks."""
    for name in tablebase.GAMES:
        known(name)


def begin(name: str) -> None:
    """Has the table made in the background, unless somebody makes it or it is there."""
    if not known(name):
        _maker.begin(name)


def stop(name: str) -> None:
    """Asks whoever makes it to stop; what is done is kept."""
    if progress(name).made:
        with contextlib.suppress(OSError):
            _file(name, "stop").touch()


def close() -> None:
    """Stops what this process makes, and waits until it is written down."""
    _maker.close()


class _Maker:
    """The making of one table by a thread of this process."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._name = ""
        self.trouble = ""  # which could not be written where others read it

    def makes(self, name: str) -> bool:
        return self._name == name and self._thread is not None and self._thread.is_alive()

    def begin(self, name: str) -> None:
        with self._turn:
            if self._thread is not None and self._thread.is_alive():
                return
            self._stop.clear()
            self._name, self.trouble = name, ""
            self._thread = threading.Thread(target=self._run, args=(name,), daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_LAST)

    def _run(self, name: str) -> None:
        try:
            with _alone(name) as is_ours:
                if is_ours:
                    self._make(name)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            _log.exception("The table of %s was not made", name)
            self.trouble = str(error) or type(error).__name__
            with contextlib.suppress(OSError):
                _write(name, trouble=self.trouble)

    def _make(self, name: str) -> None:
        wish = _file(name, "stop")
        wish.unlink(missing_ok=True)
        _write(name)
        _be_nice()

        def tell(now: Step) -> None:
            if wish.exists():
                self._stop.set()
            _write(name, share=now.share)

        threads = max(1, (os.cpu_count() or 1) - 1)
        try:
            out = tablebase.home_of(name)
            build(name, out, threads=threads, on_progress=tell, stop=self._stop)
            tablebase.find(name)  # unpacks it, before anybody asks
        except Stopped:
            pass
        except (OSError, ValueError) as error:  # no room, or a file that is not ours
            _log.warning("The table of %s was not made: %s", name, error)
            _write(name, trouble=str(error))
            return
        finally:
            wish.unlink(missing_ok=True)
        _file(name, "making").unlink(missing_ok=True)


_maker = _Maker()


def _file(name: str, kind: str) -> Path:
    return tablebase.folder() / f"{name}.{kind}"


def _write(name: str, *, share: float = 0.0, trouble: str = "") -> None:
    """In one piece, and into the file that is locked: a new one would be another."""
    told = asdict(Progress(share=round(share, 3), trouble=trouble[:400]))
    with _file(name, "making").open("r+b") as handle:
        handle.write(json.dumps(told).encode().ljust(600))
        handle.truncate()


@contextlib.contextmanager
def _alone(name: str) -> Iterator[bool]:
    """Whether nobody else makes it meanwhile. Who only looks has the file for a moment, too."""
    tablebase.folder().mkdir(parents=True, exist_ok=True)
    handle = os.open(_file(name, "making"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + _MOMENT
        while not (is_ours := _lock(handle)) and time.monotonic() < until:
            time.sleep(0.02)
        yield is_ours
    finally:
        os.close(handle)


def _lock(handle: int, *, shared: bool = False) -> bool:
    """Whether the file is not locked by somebody else; a system without locks has one process."""
    try:
        import fcntl
    except ImportError:
        return not shared or not _maker.makes(_maker._name)  # noqa: SLF001 - our own
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _be_nice() -> None:
    """This thread, and those that it starts, give way to the others; where that can be said."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
