"""Rate limits as token buckets, size limits, and repeated requests."""

import ipaddress
import math
import os
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from plyground.web.base.handler import Message, Receive, Scope

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
CROWD = 4  # the number of visitors whose share an address gets, because several may use it
TOO_LARGE = "plyground.too_large"  # in the scope of a request whose body was not read

MOST_BYTES = 64_000
FILE_BYTES = 2_000_000  # of a file with games
_KEPT = 10_000  # the largest number of buckets
_FILES = ("/import/", "/analysis/read/", "/analysis/save/")
_NEW_GAME = ("/play/", "/rematch/", "/fork/", "/api/games/", "/api/tokens/")


class Buckets:
    """One token bucket per key: it starts full and refills by `rate` per second.

    If there are too many, the least recently used are removed, which have refilled anyway.

    >>> buckets = Buckets(2, 0.5)
    >>> [buckets.take("me", now=0.0) for _ in range(3)], buckets.take("me", now=2.0)
    ([0.0, 0.0, 2.0], 0.0)
    """

    def __init__(self, capacity: float, rate: float, most: int = _KEPT) -> None:
        self.capacity = capacity
        self.rate = rate
        self._most = most
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._drawn: Counter[str] = Counter()  # since `drawn` was called
        self._lock = threading.Lock()
        # The level of a key that another process has drawn from, and its age in seconds.
        self.earlier: Callable[[str], tuple[float, float] | None] | None = None

    def take(self, key: str, amount: float = 1.0, now: float | None = None) -> float:
        """Takes this amount and returns 0; or takes nothing and returns the seconds to wait."""
        now = time.monotonic() if now is None else now
        with self._lock:
            level = self._level(key, now)
            if level < amount:
                return (amount - level) / self.rate
            self._keep(key, level - amount, now)
            self._drawn[key] += amount  # type: ignore[assignment]
            return 0.0

    def spend(self, key: str, amount: float, now: float | None = None) -> None:
        """Takes an amount that was already used; the bucket may become negative."""
        now = time.monotonic() if now is None else now
        with self._lock:
            self._keep(key, self._level(key, now) - amount, now)

    def wait(self, key: str, now: float | None = None) -> float:
        """The seconds until the bucket is positive again; 0 if it is."""
        now = time.monotonic() if now is None else now
        with self._lock:
            level = self._level(key, now)
        return 0.0 if level > 0 else max(0.001, -level / self.rate)

    def level(self, key: str, now: float | None = None) -> float:
        """The content of the bucket."""
        now = time.monotonic() if now is None else now
        with self._lock:
            return self._level(key, now)

    def drawn(self, now: float | None = None) -> dict[str, float]:
        """What was drawn since the last call from buckets that are half empty or more."""
        now = time.monotonic() if now is None else now
        with self._lock:
            found, self._drawn = self._drawn, Counter()
            low = {key for key in found if self._level(key, now) < self.capacity / 2}
            return {key: amount for key, amount in found.items() if key in low}

    def set_level(self, key: str, level: float, now: float | None = None) -> None:
        """Others have drawn from this bucket, too: so much is left."""
        with self._lock:
            self._keep(key, level, time.monotonic() if now is None else now)

    def __len__(self) -> int:
        return len(self._levels)

    def _level(self, key: str, now: float) -> float:
        known = self._levels.get(key)
        if known is None and self.earlier is not None and (kept := self.earlier(key)) is not None:
            known = kept[0], now - kept[1]
        level, at = known or (self.capacity, now)
        return min(self.capacity, level + (now - at) * self.rate)

    def _keep(self, key: str, level: float, now: float) -> None:
        self._levels[key] = (level, now)
        self._levels.move_to_end(key)
        while len(self._levels) > self._most:
            forgotten, _ = self._levels.popitem(last=False)
            self._drawn.pop(forgotten, None)


def whole_seconds(wait: float) -> int:
    """A waiting time in whole seconds, for people and for `Retry-After`."""
    return max(1, math.ceil(wait))


class Shares:
    """A bucket for each visitor, and a larger one for each client address.

    A visitor who deletes the cookie gets a new visitor bucket, but not a new address bucket.

    >>> shares = Shares(1, 0.001)
    >>> [shares.take(str(number), "192.0.2.1") > 0 for number in range(6)]
    [False, False, False, False, True, True]
    """

    def __init__(self, capacity: float, rate: float) -> None:
        self.visitors = Buckets(capacity, rate)
        self.addresses = Buckets(CROWD * capacity, CROWD * rate)

    def take(self, visitor: str, address: str) -> float:
        """Takes from both and returns 0, or the seconds to wait.

        Without a name, only the address counts.
        """
        origin = origin_of(address)
        wait = self.visitors.take(visitor or origin)
        return wait if wait or not origin else self.addresses.take(origin)

    def spend(self, visitor: str, address: str, amount: float) -> None:
        """Draws what has been used already."""
        origin = origin_of(address)
        self.visitors.spend(visitor or origin, amount)
        if origin:
            self.addresses.spend(origin, amount)

    def wait(self, visitor: str, address: str) -> float:
        """The seconds until both are positive again; 0 if they are."""
        origin = origin_of(address)
        wait = self.visitors.wait(visitor or origin)
        return max(wait, self.addresses.wait(origin)) if origin else wait

    def left(self, visitor: str, address: str) -> float:
        """What this visitor could still use; negative after overuse."""
        origin = origin_of(address)
        left = self.visitors.level(visitor or origin)
        return min(left, self.addresses.level(origin)) if origin else left


def origin_of(address: str) -> str:
    """The key for an address: IPv6 addresses are grouped, because a household has a whole range.

    Empty for this machine itself, which is not limited.

    >>> [origin_of(one) for one in ("192.0.2.1", "127.0.0.1", "2001:db8:1:2:3:4:5:6")]
    ['192.0.2.1', '', '2001:db8:1:2::/64']
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return origin_of(str(found.ipv4_mapped))
        if not found.is_loopback:
            return str(ipaddress.ip_network((found, 64), strict=False))
    return "" if found.is_loopback else str(found)


_looks = Shares(200, 50)
_changes = Shares(60, 20)
_games = Shares(30, 1)
_files = Shares(6, 0.5)
_accounts = Shares(20, 0.05)


def rates_apply() -> bool:
    """Whether the operator wants limits."""
    return os.environ.get("PLYGROUND_RATE") != "off"


def pause(method: str, path: str, visitor: str, address: str) -> float:
    """The seconds to wait before this request; 0: none, and the request is counted."""
    if not rates_apply():
        return 0.0
    if method not in CHANGING:
        return _looks.take(visitor, address)
    wait = _changes.take(visitor, address)
    if wait:
        return wait
    if path.startswith(_FILES):
        return _files.take(visitor, address)
    if path == "/account/sign-up/":
        return _accounts.take("", address)
    return _games.take(visitor, address) if _begins_game(path) else 0.0


def kept() -> Iterator[tuple[str, Buckets]]:
    """The buckets that outlive a process and are shared with others, and their purposes."""
    named = {"change": _changes, "game": _games, "file": _files, "account": _accounts}
    for name, shares in named.items():
        yield f"{name} visitor", shares.visitors
        yield f"{name} address", shares.addresses


def _begins_game(path: str) -> bool:
    """Whether such a request creates a game, or a visitor who could create many."""
    return path.startswith("/play/") or path.endswith(_NEW_GAME)


# Guessing


class Guessed(Exception):  # noqa: N818 - not an error
    """Too many wrong passwords were tried; `wait` is the number of seconds until the next try."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"No password can be tried for {wait:.0f} seconds.")
        self.wait = wait


class Counting(Protocol):
    """Buckets in memory or in a database."""

    def take(self, key: str) -> float:
        """Draws one and gives 0, or the seconds to wait."""

    def spend(self, key: str, amount: float) -> None:
        """Draws what has been used already."""


class Guesses:
    """Counts wrong passwords: for a name from an address, for each address, and for each name.

    `buckets` makes the counters, from their purpose, size and rate; by default they are in memory.
    The limit for each name is high, because otherwise an attacker could lock out its owner. A right
    password is not counted. Unknown names are, so the answer does not reveal them.

    >>> guesses = Guesses()
    >>> for _ in range(10):
    ...     guesses.take("ann", "192.0.2.1")
    >>> guesses.take("ann", "192.0.2.2")
    >>> guesses.take("ann", "192.0.2.1")
    Traceback (most recent call last):
    plyground.web.base.limits.Guessed: No password can be tried for 60 seconds.
    """

    def __init__(self, buckets: Callable[[str, float, float], Counting] | None = None) -> None:
        make = buckets or (lambda _purpose, capacity, rate: Buckets(capacity, rate))
        self._pairs = make("pair", 10, 1 / 60)
        self._addresses = make("address", 50, 1 / 12)
        self._names = make("name", 200, 1 / 20)

    def take(self, name: str, address: str) -> None:
        """Counts an attempt, before it is known to be wrong; or raises Guessed."""
        if not rates_apply():
            return
        for buckets, key in self._counted(name, address):
            if wait := buckets.take(key):
                raise Guessed(wait)

    def give_back(self, name: str, address: str) -> None:
        """The attempt was right."""
        for buckets, key in self._counted(name, address):
            buckets.spend(key, -1)

    def _counted(self, name: str, address: str) -> Iterator[tuple[Counting, str]]:
        """The buckets of an attempt, the narrowest first.

        So a refusal costs nothing in the others.
        """
        origin, name = origin_of(address), name.casefold()
        yield self._pairs, f"{origin} {name}"
        if origin:
            yield self._addresses, origin
        yield self._names, name


@dataclass(frozen=True)
class Allowance:
    """What a client may still request: the rest, the maximum, and the time until it is full."""

    limit: int
    remaining: int
    reset: int  # seconds


def allowance(method: str, path: str, visitor: str, address: str) -> Allowance | None:
    """The tightest limit on such requests; None if there is none."""
    if not rates_apply():
        return None
    shares = [_changes] if method in CHANGING else [_looks]
    if method in CHANGING and _begins_game(path):
        shares.append(_games)
    found = []
    for share in shares:
        whole, left = share.visitors.capacity, max(0.0, share.left(visitor, address))
        reset = math.ceil(max(0.0, whole - left) / share.visitors.rate)
        found.append(Allowance(round(whole), min(round(whole), math.floor(left)), reset))
    return min(found, key=lambda one: one.remaining)


def number(name: str, usual: float) -> float:
    """A positive number from the environment."""
    text = os.environ.get(name, "")
    try:
        value = float(text or usual)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ValueError(f"{name} is a number above 0, not {text[:40]!r}.")
    return value


# Sizes


def most_bytes(path: str) -> int:
    """The largest body of a request to this address."""
    return FILE_BYTES if path.startswith(_FILES) else MOST_BYTES


def sized(scope: Scope, receive: Receive) -> Receive:
    """Receives at most the allowed size; of a larger body nothing, and marks the scope.

    The rest is discarded as it arrives, so that a browser can read the answer; http_protocol.py
    limits how much of it.
    """
    left = most_bytes(scope["path"])
    if _announced(scope) > left:
        scope[TOO_LARGE] = True
    ended = False

    async def receive_some() -> Message:
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
    """The announced length of the request; 0 if there is none."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else 0
    return 0
