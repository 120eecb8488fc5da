"""Minimal HTTP on the event loop, because the client runs on the processors that it measures.

A `Line` carries one request after another, a `Stream` the events of one. Neither parses more of its
content than necessary.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self, TypeVar

Hear = Callable[[bytes, bytes, float], None]
Head = tuple[int, dict[bytes, bytes], tuple[bytes, ...]]  # status, headers, cookies
Kind = TypeVar("Kind", bound=asyncio.Protocol)

_IDLE = 60.0  # seconds after which a connection is not reused; the server closes it after 75
_OPENING = 30.0  # seconds to connect
_WAIT = 60.0  # seconds to wait for an answer


class Broken(Exception):  # noqa: N818 - says what the line is
    """The server closed the connection before it answered, or did not answer in time."""


@dataclass(frozen=True)
class Answer:
    """A server's answer; header names in lower case, one cookie per row."""

    status: int
    headers: dict[bytes, bytes]
    cookies: tuple[bytes, ...]
    body: bytes


class Chunks:
    """Removes the lengths from a chunked body."""

    def __init__(self) -> None:
        self.is_over = False
        self._raw = bytearray()

    def feed(self, data: bytes) -> bytes:
        """The part of the body that is complete."""
        self._raw += data
        parts = []
        while not self.is_over:
            end = self._raw.find(b"\r\n")
            if end < 0:
                break
            length = int(bytes(self._raw[:end]).partition(b";")[0], 16)
            if len(self._raw) < end + length + 4:
                break
            parts.append(bytes(self._raw[end + 2 : end + 2 + length]))
            del self._raw[: end + length + 4]
            self.is_over = length == 0
        return b"".join(parts)


def place(path: str) -> str:
    """An address without the ids of games, for counting."""
    return re.sub(r"[\w-]{16,}", "ID", path.partition("?")[0])


def read_head(raw: bytes) -> Head:
    """Status, headers and cookies of an answer."""
    first, *rows = raw.split(b"\r\n")
    headers: dict[bytes, bytes] = {}
    cookies = []
    for row in rows:
        name, _, value = row.partition(b":")
        if name.lower() == b"set-cookie":
            cookies.append(value.strip())
        else:
            headers[name.lower()] = value.strip()
    return int(first.split(b" ", 2)[1]), headers, tuple(cookies)


class Line(asyncio.Protocol):
    """A persistent connection; one request at a time."""

    def __init__(self) -> None:
        self.idle_since = time.monotonic()
        self.is_dead = False
        self._transport: asyncio.WriteTransport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._raw = bytearray()
        self._body = bytearray()
        self._head: Head | None = None
        self._chunks: Chunks | None = None
        self._length = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The server closed the connection; waiting requests fail."""
        self.is_dead = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Broken(f"the server hung up: {exc or 'closed'}"))

    async def ask(self, request: bytes) -> Answer:
        """Sends a request, and waits for the complete answer."""
        assert self._transport is not None
        if self.is_dead or self._transport.is_closing():
            raise Broken("the server hung up")
        self._raw, self._body, self._head = bytearray(), bytearray(), None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        try:
            return await asyncio.wait_for(self._answer, _WAIT)
        except TimeoutError:
            self.close()
            raise Broken(f"no answer in {_WAIT:g} s") from None
        finally:
            self.idle_since = time.monotonic()

    def data_received(self, data: bytes) -> None:
        """A part of the answer."""
        if self._head is None:
            self._raw += data
            head, found, rest = bytes(self._raw).partition(b"\r\n\r\n")
            if not found:
                return
            self._head = read_head(head)
            headers = self._head[1]
            self._chunks = Chunks() if b"transfer-encoding" in headers else None
            self._length = int(headers.get(b"content-length", b"0"))
            data = rest
        self._body += data if self._chunks is None else self._chunks.feed(data)
        if self._chunks.is_over if self._chunks else len(self._body) >= self._length:
            assert self._answer is not None
            if not self._answer.done():
                self._answer.set_result(Answer(*self._head, bytes(self._body)))

    def close(self) -> None:
        """Closes the connection."""
        self.is_dead = True
        if self._transport is not None:
            self._transport.close()


class Pool:
    """Connections to one server, as many as are in use at a time.

    The requests carry the identity.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.times: list[float] = []  # seconds for each request
        self._free: list[Line] = []
        self._all: list[Line] = []

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes = b""
    ) -> Answer:
        """One request, on a free connection."""
        rows = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{rows}Content-Length: {len(body)}"
        line = await self._line()
        begin = time.perf_counter()
        answer = await line.ask(head.encode() + b"\r\n\r\n" + body)
        self.times.append(time.perf_counter() - begin)
        if answer.headers.get(b"connection", b"").lower() == b"close":
            line.close()
        elif not line.is_dead:
            self._free.append(line)
        return answer

    def close(self) -> None:
        """Closes all connections."""
        for line in self._all:
            line.close()

    async def _line(self) -> Line:
        while self._free:
            line = self._free.pop()
            if not line.is_dead and time.monotonic() - line.idle_since < _IDLE:
                return line
            line.close()
        self._all = [line for line in self._all if not line.is_dead]
        line = await _connect(self.port, Line)
        self._all.append(line)
        return line


class Stream(asyncio.Protocol):
    """The events of one request. `hear` receives name, data and the time of completion."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        self.opened: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.is_over = False
        self.is_ours = False  # we closed it
        self.heard: Counter[bytes] = Counter()  # events by name
        self._request = request
        self._hear = hear
        self._transport: asyncio.WriteTransport | None = None
        self._chunks: Chunks | None = None
        self._raw = bytearray()

    @classmethod
    async def open(cls, port: int, path: str, headers: dict[str, str], hear: Hear) -> Self:
        """Opens a stream; raises Broken if the server refuses."""
        rows = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{rows}\r\n".encode()
        stream = await _connect(port, lambda: cls(request, hear))
        try:
            status = await asyncio.wait_for(stream.opened, _WAIT)
        except TimeoutError:
            stream.close()
            raise Broken(f"no stream in {_WAIT:g} s") from None
        if status != 200:
            stream.close()
            raise Broken(f"GET {place(path)} {status}")
        return stream

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """The stream has ended."""
        self.is_over = True
        if not self.opened.done():
            self.opened.set_exception(Broken(f"the server hung up: {exc or 'closed'}"))

    def data_received(self, data: bytes) -> None:
        """A part of the stream; usually a whole event."""
        now = time.perf_counter()
        if self._chunks is None:
            self._raw += data
            head, found, data = bytes(self._raw).partition(b"\r\n\r\n")
            if not found:
                return
            self._raw.clear()
            self._chunks = Chunks()
            if not self.opened.done():  # or there is no waiter any more
                self.opened.set_result(read_head(head)[0])
        self._raw += self._chunks.feed(data)
        while (end := self._raw.find(b"\n\n")) >= 0:
            event = bytes(self._raw[:end])
            del self._raw[: end + 2]
            self._tell(event, now)
        if self._chunks.is_over:
            self.is_over = True

    def close(self) -> None:
        """Closes the stream, like a page that is left."""
        self.is_ours = True
        if self._transport is not None:
            self._transport.close()

    def _tell(self, event: bytes, now: float) -> None:
        name = data = b""
        for row in event.split(b"\n"):
            if row.startswith(b"event: "):
                name = row[7:]
            elif row.startswith(b"data: "):
                data = row[6:]
        if name:
            self.heard[name] += 1
            self._hear(name, data, now)


async def _connect(port: int, make: Callable[[], Kind]) -> Kind:
    loop = asyncio.get_running_loop()
    connection = loop.create_connection(make, "127.0.0.1", port)
    try:
        _, line = await asyncio.wait_for(connection, _OPENING)
    except (OSError, TimeoutError) as error:
        raise Broken(f"no connection: {error}") from None
    return line
