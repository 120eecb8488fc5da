"""Metrics for Prometheus, without personal data.

They need the extra `server`. Without it nothing is counted, and there is no metrics page. Several
processes on a host (`serve --workers N`) write to a shared folder: the parent calls `share` before
it starts the others, and `forget` when one of them has ended.
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
_FIGURES = re.compile(r"(counter|histogram|summary|gauge_[a-z]+)_\d+\.db")  # a file of metrics
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class _Figures:
    """All metrics. Gauges of several processes are summed while these live."""

    def __init__(self) -> None:
        client.disable_created_metrics()  # twice as many lines, which are never used
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

_made: set[str] = set()  # folders that did not exist before


def share() -> str:
    """Creates the folder for the metrics of several processes, and sets it for child processes.

    The parent calls it before it counts anything; it does not answer requests itself. If the
    operator has named a folder, old metrics of other servers in it are deleted, and nothing else.
    """
    folder = os.environ.get(FOLDER)
    if not folder:
        folder = os.environ[FOLDER] = tempfile.mkdtemp(prefix="plyground-metrics-")
        _made.add(folder)
    elif Path(folder).is_dir():
        _delete_figures(folder)
    else:
        os.makedirs(folder, mode=0o700)  # noqa: PTH103 - with its parents, and readable only by us
        _made.add(folder)
    return folder


def _delete_figures(folder: str) -> None:
    for file in Path(folder).iterdir():
        if _FIGURES.fullmatch(file.name):
            file.unlink(missing_ok=True)


def forget(process: int) -> None:
    """A process has ended: its counts stay, but its gauges do not."""
    if client is not None and FOLDER in os.environ:
        _multiprocess.mark_process_dead(process)


def unshare() -> None:
    """Deletes these metrics at the end, and the folder if we created it."""
    if folder := os.environ.pop(FOLDER, None):
        with contextlib.suppress(OSError):  # other programs may have put files in it
            _delete_figures(folder)
            if folder in _made:
                _made.remove(folder)
                Path(folder).rmdir()


# Counting


def answered(method: str, route: str, status: int, seconds: float) -> None:
    """Counts an answered request."""
    if _figures is None:
        return
    _figures.requests.labels(route, method, str(status)).inc()
    _figures.durations.labels(route).observe(seconds)


def stream_opened() -> Callable[[], None]:
    """Counts an open stream; returns a function to call at its end."""
    if _figures is None:
        return lambda: None
    streams = _figures.streams
    streams.inc()
    return streams.dec  # type: ignore[no-any-return]


def queue(waiting: int, running: int) -> None:
    """The numbers of waiting and running searches in this process."""
    if _figures is not None:
        _figures.waiting.set(waiting)
        _figures.running.set(running)


def search_ended(kind: str, state: str) -> None:
    """Counts a finished search: done, failed or cancelled."""
    if _figures is not None:
        _figures.searches.labels(kind, state).inc()


def engine_seconds(seconds: float) -> None:
    """Adds engine time."""
    if _figures is not None and seconds > 0:
        _figures.engine.inc(seconds)


def database_error() -> None:
    """Counts a database failure."""
    if _figures is not None:
        _figures.database.inc()


def game_begun(name: str) -> None:
    """Counts a new game with this name."""
    if _figures is not None:
        _figures.games.labels(name).inc()


# Reading


def text() -> tuple[bytes, str] | None:
    """All metrics with their content type; None if nothing is counted."""
    if client is None:
        return None
    if FOLDER in os.environ:
        registry = client.CollectorRegistry()
        _multiprocess.MultiProcessCollector(registry)
    else:
        registry = client.REGISTRY
    return client.generate_latest(registry), client.CONTENT_TYPE_LATEST


def may_read(address: str) -> bool:
    """Whether this address may read the metrics: this machine, and configured networks."""
    try:
        here = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(here, "ipv4_mapped", None)
    here = mapped or here
    return here.is_loopback or any(here in network for network in readers())


def readers() -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of PLYGROUND_METRICS_FROM; ValueError if one is invalid."""
    given = os.environ.get("PLYGROUND_METRICS_FROM", "")
    try:
        return [ipaddress.ip_network(one.strip()) for one in given.split(",") if one.strip()]
    except ValueError:
        raise ValueError(
            "PLYGROUND_METRICS_FROM has addresses or networks with commas between, such as"
            " 192.0.2.7,10.0.0.0/8."
        ) from None
