"""Tablebases on the server: their availability, and building one in the background.

On one machine only one process at a time builds a tablebase: the one that holds the lock on
NAME.making in the folder of tablebases. It writes its progress there for other processes; NAME.stop
beside it asks it to stop. Finished work is kept, and the next builder continues from there. The
file NAME.making stays, because a process waiting for its lock would otherwise lock a deleted file.
"""

import contextlib
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from plyground.engine import tablebase
from plyground.engine.stop import Stop, Stopped
from plyground.engine.tablebase.build import Progress as Step
from plyground.engine.tablebase.build import build, part_of
from plyground.web.base.client_address import address_of
from plyground.web.base.limits import origin_of
from plyground.web.base.logs import Word
from plyground.web.games.models import Game

_OWN = ("localhost", "127.0.0.1", "[::1]")  # this machine's own names
_PASSED_ON = (  # headers of a proxy
    *("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP"),
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO"),
)
_NICE = 10  # niceness, so that games and searches come first
_MOMENT = 0.3  # seconds
_LAST = 10.0  # seconds at shutdown to save the work so far

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Progress:
    """The progress of building a tablebase."""

    made: bool = False  # it is being built now
    share: float = 0.0  # the share of the work
    begun: bool = False  # some of it is done and kept
    trouble: bool = False  # the last attempt failed; the log has the reason


def known(name: str) -> bool:
    """Whether the tablebase of a game is here, ready to use."""
    return not _maker.makes(name) and tablebase.find(name) is not None


def is_open(row: Game) -> bool:
    """Whether tablebase values may be shown for a game: not against a person, nor in strict games.

    After the game, everyone who may see the game may see them.
    """
    return row.result is not None or not (row.seat or row.strict)


def is_offered(request: HttpRequest, name: str) -> bool:
    """Whether the client may have the tablebase built: only on this machine, without a proxy.

    On a server for others this is the operator's decision. It is also not offered if a tablebase
    file is configured, because one in the data folder would not be used.
    """
    if name not in tablebase.games() or os.environ.get(tablebase.SETTING):
        return False
    return is_here(request)


def is_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it.

    A proxy without its own headers is recognised by the host name of the request.
    """
    if settings.SECURE_PROXY_SSL_HEADER is not None:  # there is one
        return False
    if any(header in request.META for header in _PASSED_ON):
        return False
    address = address_of(request)
    is_own = bool(address) and origin_of(address) == ""
    return is_own and split_domain_port(request.get_host())[0] in _OWN


def progress(name: str) -> Progress:
    """The progress, whichever process builds it."""
    file = _file(name, "making")
    begun = part_of(tablebase.path_of(name)).exists()
    made, written = _maker.makes(name), b""
    with contextlib.suppress(OSError), file.open("rb") as handle:  # none: it was never started
        made = made or not _lock(handle.fileno(), shared=True)
        written = handle.read()
    status = {}
    with contextlib.suppress(ValueError):  # another process is writing just now
        status = json.loads(written)
    trouble = status.get("trouble", _maker.trouble)
    return Progress(made, float(status.get("share", 0)), begun, bool(trouble))


def prepare() -> None:
    """Opens all tablebases, so that a packed one is unpacked before the first request."""
    for name in tablebase.games():
        known(name)


def begin(name: str) -> None:
    """Builds the tablebase in the background, unless it exists or is being built."""
    if not known(name):
        _maker.begin(name)


def stop(name: str) -> None:
    """Asks the builder to stop; finished work is kept."""
    if progress(name).made:
        with contextlib.suppress(OSError):
            _file(name, "stop").touch()


def close() -> None:
    """Stops this process's build, and waits a while until it is saved."""
    _maker.close()


def leave() -> None:
    """Exits the process immediately if it is still building a tablebase; the server's last act.

    Python's normal exit would wait for the packing threads, and must not find one in the core.
    Files are written atomically, so the last saved state stays and incomplete writes disappear.
    """
    if _maker.is_busy():
        _log.warning("A tablebase is not finished; the next attempt continues from the last save")
        for left in tablebase.folder().glob(f"*.{os.getpid()}-*.new"):
            left.unlink(missing_ok=True)
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)


class _Maker:
    """Builds one tablebase in a thread of this process."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._stop = Stop()
        self._thread: threading.Thread | None = None
        self._name = ""
        self.trouble = False  # which could not be written for other processes

    def is_busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def makes(self, name: str) -> bool:
        return self._name == name and self.is_busy()

    def begin(self, name: str) -> None:
        with self._turn:
            if self.is_busy():
                return
            self._stop = Stop()
            self._name, self.trouble = name, False
            self._thread = threading.Thread(target=self._run, args=(name,), daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(_LAST)

    def _run(self, name: str) -> None:
        try:
            with _alone(name) as handle:
                if handle is not None:
                    self._try(name, handle)
        except (OSError, ValueError) as error:  # no room, or a file that is not ours
            _log.warning("The tablebase of %s was not built: %s", Word(name), Word(error))
            self.trouble = True
        except Exception:  # noqa: BLE001 - whatever it is, it is reported
            _log.exception("The tablebase of %s was not built", Word(name))
            self.trouble = True

    def _try(self, name: str, handle: int) -> None:
        """Records for all processes whether it succeeded."""
        if tablebase.find(name) is not None:  # another process built it while we waited
            return
        _write(handle)
        try:
            self._make(name, handle)
        except BaseException:
            with contextlib.suppress(OSError):
                _write(handle, trouble=True)
            raise
        _write(handle)

    def _make(self, name: str, handle: int) -> None:
        command = _file(name, "stop")
        command.unlink(missing_ok=True)
        _be_nice()

        def tell(now: Step) -> None:
            if command.exists():
                self._stop.set()
            _write(handle, share=now.share)

        threads = max(1, (os.cpu_count() or 1) - 1)
        try:
            out = tablebase.path_of(name)
            build(name, out, threads=threads, on_progress=tell, stop=self._stop)
        except Stopped:
            return
        finally:
            command.unlink(missing_ok=True)
        # It is unpacked before the first request; if the server is ending, at its next start.
        if not self._stop.is_set() and tablebase.find(name) is None:
            raise ValueError(tablebase.problem(name) or "The new tablebase was not found.")


_maker = _Maker()


def _file(name: str, kind: str) -> Path:
    return tablebase.folder() / f"{name}.{kind}"


def _write(handle: int, *, share: float = 0.0, trouble: bool = False) -> None:
    """In one write, and into the locked file: a new file with its name would not be locked."""
    data = json.dumps({"share": round(share, 3), "trouble": trouble}).encode().ljust(60)
    os.lseek(handle, 0, os.SEEK_SET)
    os.write(handle, data)
    os.ftruncate(handle, len(data))


@contextlib.contextmanager
def _alone(name: str) -> Iterator[int | None]:
    """The locked file, while no other process builds.

    A process that only checks also holds it briefly.
    """
    tablebase.folder().mkdir(parents=True, exist_ok=True)
    handle = os.open(_file(name, "making"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        until = time.monotonic() + _MOMENT
        while not (is_ours := _lock(handle)) and time.monotonic() < until:
            time.sleep(0.02)
        yield handle if is_ours else None
    finally:
        os.close(handle)


def _lock(handle: int, *, shared: bool = False) -> bool:
    """Whether no other process has the file locked; a system without locks has one process."""
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
    """Lowers the priority of this thread and its children, if the system supports it."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
