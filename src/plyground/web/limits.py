"""How much and how often: buckets that fill with time, for requests and for engine time."""

import math
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
TOO_LARGE = "plyground.too_large"  # in the scope of a request whose body was not read

_BYTES = 64_000
_FILE_BYTES = 2_000_000  # of a file with games
_KEPT = 10_000  # buckets


class Buckets:
    """A bucket for each of many: it starts full, fills by `rate` a second, and is drawn from.

    Those that were not used for longest are forgotten first, when there are too many; they have
    filled up meanwhile anyway.

    >>> buckets = Buckets(2, 0.5)
    >>> [buckets.take("me", now=0.0) for _ in range(3)], buckets.take("me", now=2.0)
    ([0.0, 0.0, 2.0], 0.0)
    """

    def __init__(self, capacity: float, rate: float, most: int = _KEPT) -> None:
        self.capacity = capacity
        self.rate = rate
        self._most = most
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str, amount: float = 1.0, now: float | None = None) -> float:
        """Draws so much and gives 0; or draws nothing, and gives the seconds to wait for it."""
        now = time.monotonic() if now is None else now
        with self._lock:
            level = self._level(key, now)
            if level < amount:
                return (amount - level) / self.rate
            self._keep(key, level - amount, now)
            return 0.0

    def spend(self, key: str, amount: float, now: float | None = None) -> None:
        """Draws what has been used already; the bucket may have a debt then."""
        now = time.monotonic() if now is None else now
        with self._lock:
            self._keep(key, self._level(key, now) - amount, now)

    def wait(self, key: str, now: float | None = None) -> float:
        """The seconds until there is something in the bucket again; 0 while there is."""
        now = time.monotonic() if now is None else now
        with self._lock:
            level = self._level(key, now)
        return 0.0 if level > 0 else max(0.001, -level / self.rate)

    def __len__(self) -> int:
        return len(self._levels)

    def _level(self, key: str, now: float) -> float:
        level, at = self._levels.get(key, (self.capacity, now))
        return min(self.capacity, level + (now - at) * self.rate)

    def _keep(self, key: str, level: float, now: float) -> None:
        self._levels[key] = (level, now)
        self._levels.move_to_end(key)
        while len(self._levels) > self._most:
            self._levels.popitem(last=False)


def whole_seconds(wait: float) -> int:
    """A time to wait as people and `Retry-After` are told it."""
    return max(1, math.ceil(wait))


_changes = Buckets(60, 20)
_games = Buckets(30, 1)
_files = Buckets(6, 0.5)


def pause(method: str, path: str, who: str) -> float:
    """The seconds that somebody has to wait before this request; 0: none, and it is counted."""
    if method not in CHANGING or os.environ.get("PLYGROUND_RATE") == "off":
        return 0.0
    wait = _changes.take(who)
    if wait:
        return wait
    if path.startswith("/import/"):
        return _files.take(who)
    if path.startswith("/play/") or path.endswith(("/rematch/", "/fork/")):
        return _games.take(who)
    return 0.0


def most_bytes(path: str) -> int:
    """How large the body of a request to this address may be."""
    return _FILE_BYTES if path.startswith("/import/") else _BYTES


def sized(scope: Scope, receive: Receive) -> Receive:
    """Receives no more than is allowed; of a larger body nothing, and the scope says so.

    What comes later is dropped as it comes, so that a browser gets to read the answer.
    """
    left = most_bytes(scope["path"])
    if _announced(scope) > left:
        scope[TOO_LARGE] = True
    ended = False

    async def receive_some() -> dict[str, Any]:
        nonlocal left, ended
        if scope.get(TOO_LARGE) and not ended:
            ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        message = await receive()
        while ended and message["type"] == "http.request":
            message = await receive()
        left -= len(message.get("body", b""))
        if left < 0 and not ended:
            scope[TOO_LARGE] = ended = True
            return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return receive_some


def _announced(scope: Scope) -> int:
    """What the request says of its length; 0 where it says nothing."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0
