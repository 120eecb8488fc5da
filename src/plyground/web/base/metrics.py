"""Metrics for Prometheus, without personal data.

They need the extra `server`. Without it nothing is counted, and there is no page of figures.
Several processes on a host (`serve --workers N`) write theirs into a folder that all of them share:
the parent calls `share` before it starts the others, and `forget` when one of them has ended.
"""

import contextlib
import ipaddress
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def _load() -> tuple[Any, Any]:
    try:
        import prometheus_client
        from prometheus_client import multiprocess
    except ImportError:  # the extra is for servers
        return None, None
    return prometheus_client, multiprocess


client, _multiprocess = _load()

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_FIGURES = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_\d+\.db")  # a file of figures
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class _Figures:
    """All that is counted. Gauges of several processes are summed up while these live."""

    def __init__(self) -> None:
        client.disable_created_metrics()  # twice as many lines, and nobody asks
        self.requests = client.Counter(
            "plyground_requests", "Requests answered", ["route", "method", "status"]
        )
        self.durations = client.Histogram(
            "plyground_request_seconds", "Until the answer began", ["route"], buckets=_SECONDS
        )
        self.streams = _gauge("plyground_streams_open", "Streams of events that are read now")
        self.waiting = _gauge("plyground_searches_waiting", "Searches that wait for a worker")
        self.running = _gauge("plyground_searches_running", "Searches that run now")
        self.searches = client.Counter(
            "plyground_searches", "Searches that have ended", ["kind", "state"]
        )
        self.engine = client.Counter("plyground_engine_seconds", "Time the engines have thought")
        self.database = client.Counter(
            "plyground_database_errors", "Times the database did not answer"
        )
        self.games = client.Counter("plyground_games_begun", "Games begun", ["game"])


def _gauge(name: str, sentence: str) -> Any:
    return client.Gauge(name, sentence, multiprocess_mode="livesum")


_figures: _Figures | None = _Figures() if client is not None else None


# Several processes

_made: set[str] = set()  # folders that were not there before


def share() -> str:
    """Makes the folder for the figures of several processes, and tells those started later.

    For the parent, before anything of its own counts: it does not answer requests itself. Whoever
    runs the server may have named a folder: old figures in it, which are not of this server, are
    deleted, and nothing else.
    """
    folder = os.environ.get(FOLDER)
    if not folder:
        folder = os.environ[FOLDER] = tempfile.mkdtemp(prefix="plyground-metrics-")
        _made.add(folder)
    elif Path(folder).is_dir():
        _delete_figures(folder)
    else:
        os.makedirs(folder, mode=0o700)  # noqa: PTH103 - with its parents, and for us alone
        _made.add(folder)
    return folder


def _delete_figures(folder: str) -> None:
    for file in Path(folder).iterdir():
        if _FIGURES.fullmatch(file.name):
            file.unlink(missing_ok=True)


def forget(process: int) -> None:
    """A process has ended: what it counted stays, what was on in it is not any more."""
    if client is not None and FOLDER in os.environ:
        _multiprocess.mark_process_dead(process)


def unshare() -> None:
    """Deletes these figures at the end, and the folder if we have made it."""
    if folder := os.environ.pop(FOLDER, None):
        with contextlib.suppress(OSError):  # somebody may have put more in
            _delete_figures(folder)
            if folder in _made:
                _made.remove(folder)
                Path(folder).rmdir()


# Counting


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """A request was answered."""
    if _figures is None:
        return
    _figures.requests.labels(route, method, str(status)).inc()
    _figures.durations.labels(route).observe(seconds)


def stream_opened() -> Callable[[], None]:
    """Somebody reads a stream from now on; gives what is called when that is over."""
    if _figures is None:
        return lambda: None
    streams = _figures.streams
    streams.inc()
    return streams.dec  # type: ignore[no-any-return]


def queue(waiting: int, running: int) -> None:
    """So many searches wait, and so many run, in this process."""
    if _figures is not None:
        _figures.waiting.set(waiting)
        _figures.running.set(running)


def search_ended(kind: str, state: str) -> None:
    """A search is over: done, failed or cancelled."""
    if _figures is not None:
        _figures.searches.labels(kind, state).inc()


def engine_seconds(seconds: float) -> None:
    """An engine has thought for so long."""
    if _figures is not None and seconds > 0:
        _figures.engine.inc(seconds)


def database_error() -> None:
    """The database did not answer."""
    if _figures is not None:
        _figures.database.inc()


def game_begun(name: str) -> None:
    """A game of this name was begun."""
    if _figures is not None:
        _figures.games.labels(name).inc()


# Telling


def text() -> tuple[bytes, str] | None:
    """All figures, and what kind of text that is; None where nothing is counted."""
    if client is None:
        return None
    if FOLDER in os.environ:
        registry = client.CollectorRegistry()
        _multiprocess.MultiProcessCollector(registry)
    else:
        registry = client.REGISTRY
    return client.generate_latest(registry), client.CONTENT_TYPE_LATEST


def may_read(address: str) -> bool:
    """Whether this address may read the metrics: this machine, and those a setting names."""
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(here, "ipv4_mapped", None)
    here = mapped or here
    return here.is_loopback or any(here in network for network in readers())


def readers() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of PLYGROUND_METRICS_FROM; ValueError if one is none."""
    given = os.environ.get("PLYGROUND_METRICS_FROM", "")
    try:
        return [ipaddress.ip_network(one.strip()) for one in given.split(",") if one.strip()]
    except ValueError:
        raise ValueError(
            "PLYGROUND_METRICS_FROM has addresses or networks with commas between, such as"
            " 192.0.2.7,10.0.0.0/8."
        ) from None
