"""HTTP with time limits: idle and endless requests are closed.

uvicorn itself limits only the time between two requests, so that a thousand who connect and say
nothing would take all places of a process.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

# Seconds for the headers, from the connection or their first byte on, and then for the body.
LIMITS = {"head": 15.0, "body": 60.0}


class Protocol(H11Protocol):
    """A connection with limits on how long a request takes to come; its answer takes its time."""

    _limit: asyncio.TimerHandle | None = None
    _awaited = ""  # what the limit is for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._await("head")

    def data_received(self, data: bytes) -> None:
        """Some of a request has come."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """An answer is out; the next request may have been sent ahead of it."""
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._await("")
        super().connection_lost(exc)

    def _look(self) -> None:
        state = self.conn.their_state
        if state is h11.SEND_BODY:
            self._await("body")
        elif state is h11.IDLE and self.conn.trailing_data[0]:
            self._await("head")
        else:  # of the time between two requests uvicorn takes care
            self._await("")

    def _await(self, what: str) -> None:
        """Sets a limit once for each, or who sends a byte now and then could stay."""
        if what == self._awaited:
            return
        if self._limit is not None:
            self._limit.cancel()
        self._awaited = what
        self._limit = self.loop.call_later(LIMITS[what], self._hang_up) if what else None

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
