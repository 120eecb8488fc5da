"""The lobby live: an event stream that is woken by the bus, like those of games."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable

from django.db import Error
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from plyground.web.base import event_bus
from plyground.web.base.answers import later
from plyground.web.community import challenges, lobby
from plyground.web.engine.stream import HEARTBEAT, RETRY
from plyground.web.play import streams

_GAP = 0.5  # seconds between two events, so that many changes make few
_SOON = 5


class LobbyFollower:
    """One stream of the lobby: it hears events in any thread, and sends in the event loop."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._wake: Callable[[], None] = lambda: None
        self._changed = self._closed = False
        self._sent = ""
        self._heard = time.monotonic()

    def hear(self, _text: str) -> None:
        """Something in the lobby has changed; called in the thread of the bus."""
        self._heard = time.monotonic()
        self._changed = True
        self._wake()

    def close(self) -> None:
        """The server is shutting down, and ends the stream."""
        self._closed = True
        self._wake()

    async def events(self) -> AsyncIterator[str]:
        """The lobby now, and after each change; a sign of life otherwise."""
        loop = asyncio.get_running_loop()
        bell = asyncio.Event()

        def wake() -> None:
            # the loop is closed, so there is no client any more
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(bell.set)

        self._wake = wake
        self._changed = True
        yield f"retry: {RETRY}\n\n"
        while not self._closed:
            bell.clear()
            if self._changed:
                if text := await self._read():
                    yield text
                await asyncio.sleep(_GAP)
            if self._changed or self._closed:
                continue
            try:
                await asyncio.wait_for(bell.wait(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"

    async def _read(self) -> str:
        """The event to send; empty if nothing visible has changed, or if it cannot be read now."""
        self._changed = False
        try:
            text: str = await streams.shared(
                ("lobby", self._language), self._heard, _lobby, self._language
            )
        except Error:
            self._changed = True
            return ""
        if text == self._sent:
            return ""
        self._sent = text
        return f"event: lobby\ndata: {text}\n\n"


def _lobby(language: str) -> str:
    """The lobby as JSON; called in a thread."""
    with translation.override(language):
        return json.dumps(lobby.lobby(), ensure_ascii=False, separators=(",", ":"))


class Following(StreamingHttpResponse):
    """A stream of the lobby, counted as long as it is open."""

    def __init__(self, follower: LobbyFollower, keys: list[str]) -> None:
        super().__init__(
            follower.events(),
            content_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )
        self._follower, self._keys = follower, keys
        streams.open_stream(follower)
        self._leave = event_bus.subscribe(challenges.TOPIC, follower.hear)

    def close(self) -> None:
        """Stops listening."""
        if streams.forget(self._follower):
            self._leave()
            streams.count(self._keys, -1)
        super().close()


@require_GET
def events(request: HttpRequest) -> HttpResponseBase:
    """The lobby as events."""
    keys = streams.keys_of(request)
    if not streams.count(keys, 1):
        return later(429, "too_many", _("Too many pages show this game."), _SOON)
    return Following(LobbyFollower(translation.get_language() or "en"), keys)
