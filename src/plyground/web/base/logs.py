"""The server's log: one line per request, and errors, without personal data.

PLYGROUND_LOG        json, text or off; off still writes faults to standard error
PLYGROUND_LOG_LEVEL  info, warning or error: the lowest level that is logged

A line contains the route but not the requested address. An error has its kind and place but not its
message, which may quote a name, a token or a game. Values in the messages of other modules are
logged only if they are numbers.
"""

import contextlib
import contextvars
import json
import logging
import os
import re
import secrets
import sys
import time
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import cast

KINDS = ("json", "text", "off")
LEVELS = ("info", "warning", "error")

_log = logging.getLogger("plyground.engine.request")
_request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="")
_SANE = re.compile(r"[0-9a-fA-F-]{8,36}")  # as proxies create them; a word might be a name
_PLACE = re.compile(r"%(?:\(\w+\))?[-#0 +]*[\d.]*[diouxXeEfFgGcrsa]|%%")
_FRAMES = 30


def begin() -> None:
    """Starts logging as the environment says; ValueError for an invalid setting."""
    kind = os.environ.get("PLYGROUND_LOG") or _usual()
    level = os.environ.get("PLYGROUND_LOG_LEVEL") or "info"
    if kind not in KINDS:
        raise ValueError(f"PLYGROUND_LOG is {', '.join(KINDS)}, not {kind[:40]!r}.")
    if level not in LEVELS:
        raise ValueError(f"PLYGROUND_LOG_LEVEL is {', '.join(LEVELS)}, not {level[:40]!r}.")
    _log.setLevel(level.upper() if kind != "off" else "CRITICAL")
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one.formatter, Lines)]:
        root.removeHandler(old)
    if kind == "off":
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(as_json=kind == "json"))
    handler.setLevel(level.upper())
    root.addHandler(handler)


def _usual() -> str:
    return "json" if os.environ.get("PLYGROUND_PROFILE") == "production" else "off"


def request_id(sent: str) -> str:
    """The id of a request: the proxy's, if it looks like one, or a new one.

    >>> request_id("0123456789abcdef"), len(request_id("Ada Lovelace"))
    ('0123456789abcdef', 12)
    """
    return sent.lower() if _SANE.fullmatch(sent) else secrets.token_hex(6)


@contextlib.contextmanager
def during(name: str) -> Iterator[None]:
    """Lines logged in this thread meanwhile belong to the request with this id."""
    token = _request.set(name)
    try:
        yield
    finally:
        _request.reset(token)


def current() -> str:
    """The id of the current request, as shown to people; or empty."""
    return _request.get()[:12]


def tell(method: str, route: str, status: int, seconds: float) -> None:
    """Logs an answered request."""
    level = logging.ERROR if status >= 500 else logging.INFO
    fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    _log.log(level, "request", extra={"fields": fields})


class Word(str):
    """A value that identifies no person, so that it may be logged."""

    __slots__ = ()


def kind(error: BaseException) -> Word:
    """The kind of an error; its message may contain personal data."""
    return Word(type(error).__name__)


class Lines(logging.Formatter):
    """Formats a record as one line of JSON, or as text for people."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line; an error as text has several."""
        row = fields_of(record)
        return json.dumps(row) if self._as_json else _text(row)


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """The parts of a record that may be logged."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    row: dict[str, object] = {
        "time": f"{at}.{int(record.msecs):03d}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": plain(record.msg, record.args),
        "process": record.process,
        "request": _request.get() or None,
    }
    row |= getattr(record, "fields", {})
    if record.exc_info and record.exc_info[0] is not None:
        row |= _fault(record.exc_info[0], record.exc_info[1], record.exc_info[2])
    return row


def plain(message: object, values: object) -> str:
    """A message without values that may be personal.

    >>> plain("The %s of game %s took %d s, 100%%", ("reply", "Xy12", 3))
    'The … of game … took 3 s, 100%'
    """
    text = message if isinstance(message, str) else type(message).__name__
    rest = iter(values if isinstance(values, tuple) else (values,))

    def put(found: re.Match[str]) -> str:
        if found[0] == "%%":
            return "%"
        value = next(rest, None)
        return str(value) if isinstance(value, int | float | Word) else "…"

    return _PLACE.sub(put, text).strip() if values else text.strip()


def _fault(
    kind: type[BaseException], error: BaseException | None, where: TracebackType | None
) -> dict[str, object]:
    frames = traceback.extract_tb(where)[-_FRAMES:]
    row: dict[str, object] = {
        "error": kind.__name__,
        "trace": [f"{_short(one.filename)}:{one.lineno} {one.name}" for one in frames],
    }
    cause = error and (
        error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    )
    if cause:
        row["cause"] = type(cause).__name__
    return row


def _short(path: str) -> str:
    """A file's path relative to its package, without the installation path."""
    parts = path.replace("\\", "/").split("/")
    for root in ("site-packages", "src"):
        if root in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(root) :])
    return "/".join(parts[-2:])


def _text(row: dict[str, object]) -> str:
    request = row["request"] or "-"
    if "route" in row:
        what = f"{row['method']} {row['route']} {row['status']} {row['ms']} ms"
    else:
        what = f"{row['logger']}: {row['message']}"
    line = f"{row['time']} {row['level']} {row['process']} {request} {what}"
    if "error" in row:
        line += (
            "".join(f"\n    {frame}" for frame in cast(list[str], row["trace"]))
            + f"\n    {row['error']}"
        )
    return line
