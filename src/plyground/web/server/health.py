"""Health checks and metrics for the operator.

These answers contain no personal data, so they need no cookie and no account: a probe may use an
address that is not in the list of hosts. They come before all checks and limits.
"""

import math
import time
from collections.abc import Awaitable, Callable, Mapping

from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

from plyground.extras import EXTRAS
from plyground.web.base import event_bus, metrics
from plyground.web.base.client_address import address_of
from plyground.web.base.transactions import can_write

Send = Callable[[Mapping[str, object]], Awaitable[None]]
View = Callable[[HttpRequest], HttpResponse]

ALIVE = "/health/"
_FRESH = 1.0  # seconds
_written = -math.inf, False  # the time of the last test write, and whether it succeeded
_migrated = False  # once the tables are up to date, they stay so while this process runs


async def alive(method: str, send: Send) -> None:
    """Answers from the event loop, so neither threads nor the database can delay it."""
    good = method in ("GET", "HEAD")
    body = b'{"alive": true}' if method == "GET" else b""
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"content-length", str(len(body)).encode()),
        *([] if good else [(b"allow", b"GET, HEAD")]),
    ]
    status = 200 if good else 405
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def ready(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Whether requests can be answered now; a 503 names the missing part."""
    parts = {"database": _database_answers()}
    parts["writes"] = parts["database"] and _writes()
    parts["tables"] = parts["database"] and _tables_are_made()
    parts["news"] = parts["database"] and event_bus.is_up()
    good = all(parts.values())
    response = JsonResponse({"ready": good, "parts": parts}, status=200 if good else 503)
    if not good:
        response.headers["Retry-After"] = "2"
    return response


def figures(request: HttpRequest) -> HttpResponse:
    """The metrics for Prometheus, for permitted readers."""
    if not metrics.may_read(address_of(request)):
        return _nothing("Metrics are for the addresses of PLYGROUND_METRICS_FROM only.\n")
    found = metrics.text()
    if found is None:
        return _nothing(f"Metrics need prometheus_client: {EXTRAS['server'].command}.\n")
    return HttpResponse(found[0], content_type=found[1])


PROBES: dict[str, View] = {"/ready/": ready, "/metrics/": figures}


def probe(request: HttpRequest) -> HttpResponse | None:
    """The answer to a probe; None for other requests."""
    view = PROBES.get(request.path_info)
    if view is None:
        return None
    if request.method not in ("GET", "HEAD"):
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
    return view(request)


def _nothing(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, status=404, content_type="text/plain; charset=utf-8")


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except Error:
        metrics.database_error()
        return False


def _writes() -> bool:
    """Whether the database is writable; tested at most once a second, because anyone may ask."""
    global _written  # noqa: PLW0603 - one value for the whole process
    now = time.monotonic()
    at, good = _written
    if now - at > _FRESH:
        good = can_write()
        _written = now, good
    return good


def _tables_are_made() -> bool:
    global _migrated  # noqa: PLW0603 - one value for the whole process
    if not _migrated:
        try:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except Error:
            return False
    return _migrated
