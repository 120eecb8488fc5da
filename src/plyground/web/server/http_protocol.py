"""HTTP with limits: idle, endless and ambiguous requests are closed, from one address or many.

uvicorn itself limits only the time between two requests, so a thousand silent connections would
exhaust a process.
"""

import asyncio
import contextlib

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from plyground.web.base.handler import Application, Receive, Scope, Send
from plyground.web.base.limits import FILE_BYTES, origin_of

# Seconds for the headers, from the connection or their first byte, and then for the body.
LIMITS = {"head": 15.0, "body": 60.0}
MOST_OF_ADDRESS = 256  # connections per address that are awaiting a request
MOST_ANSWERED = 4000  # simultaneous requests, including streams
MOST_DROPPED = 4 * FILE_BYTES  # bytes of a body that is not read any more

_FILES = 65_536  # open files, as far as the system allows
_SHARE = 0.75  # the share for connections that are awaiting a request


class Awaited:
    """The connections that are awaiting a request, the longest-waiting first.

    If an address has too many, or all addresses together, the longest-waiting connection is closed.
    So a flood of idle connections only affects its own address. This machine, which may be a proxy,
    has no limit per address.
    """

    def __init__(self) -> None:
        self.most = 10_000
        self._all: dict[Protocol, str] = {}
        self._by_address: dict[str, dict[Protocol, None]] = {}

    def add(self, connection: "Protocol") -> None:
        """The client is expected to send something now."""
        if connection in self._all:
            return
        address = origin_of(connection.client[0]) if connection.client else ""
        own = self._by_address.setdefault(address, {})
        self._all[connection], own[connection] = address, None
        if address and len(own) > MOST_OF_ADDRESS:
            next(iter(own)).hang_up()
        if len(self._all) > self.most:
            next(iter(self._all)).hang_up()

    def discard(self, connection: "Protocol") -> None:
        """The request is there, or the connection is gone."""
        address = self._all.pop(connection, None)
        if address is None:
            return
        own = self._by_address[address]
        del own[connection]
        if not own:
            del self._by_address[address]


awaited = Awaited()


class Protocol(H11Protocol):
    """A connection with time limits for requests, but not for answers."""

    _limit: asyncio.TimerHandle | None = None
    _awaited = ""  # what the limit is for
    _dropped = 0  # bytes of a body that arrived after the answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._await("head")
        awaited.add(self)

    def data_received(self, data: bytes) -> None:
        """A part of a request has arrived."""
        is_dropped = self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY
        self._dropped = self._dropped + len(data) if is_dropped else 0
        if self._dropped > MOST_DROPPED:
            self.hang_up()
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer was sent; the next request may already be in the buffer."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._await("")
        awaited.discard(self)
        super().connection_lost(exc)

    def hang_up(self) -> None:
        """Closes the connection, whatever was still to come."""
        awaited.discard(self)
        if not self.transport.is_closing():
            self.transport.close()

    def _look(self) -> None:
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self._await("body")
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self._await("head")
        else:  # uvicorn limits the time between two requests
            self._await("")
        if state in (h11.SEND_BODY, h11.IDLE) and not self.transport.is_closing():
            awaited.add(self)
        else:
            awaited.discard(self)

    def _await(self, what: str) -> None:
        """Sets a limit once per phase, because otherwise slow senders could stay forever."""
        if what == self._awaited:
            return
        if self._limit is not None:
            self._limit.cancel()
        self._awaited = what
        self._limit = self.loop.call_later(LIMITS[what], self.hang_up) if what else None


def bounded(application: Application) -> Application:
    """The application, without ambiguous requests, and with a limit on simultaneous ones."""
    answered = 0

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal answered
        if scope["type"] != "http":
            await application(scope, receive, send)
        elif _is_ambiguous(scope):
            await _refuse(send, 400, b"A request has Content-Length or Transfer-Encoding.\n")
        elif answered >= MOST_ANSWERED:
            await _refuse(send, 503, b"Too many requests at once; try again in a moment.\n")
        else:
            answered += 1
            try:
                await application(scope, receive, send)
            finally:
                answered -= 1

    return call


def _is_ambiguous(scope: Scope) -> bool:
    """Whether two headers define the body's end: a proxy may use the other one."""
    names = {name for name, _ in scope["headers"]}
    return {b"content-length", b"transfer-encoding"} <= names


async def _refuse(send: Send, status: int, sentence: bytes) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(sentence)).encode()),
        (b"connection", b"close"),
        *([(b"retry-after", b"2")] if status == 503 else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})


def allow_files() -> None:
    """Raises the limit of open files as far as possible, and reserves some for other uses."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        awaited.most = int(_SHARE * soft)
