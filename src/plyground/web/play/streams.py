"""Event streams of games, for players and spectators.

A stream runs in the event loop and is woken by the bus. It uses a thread with a database connection
only to read changes, and clients with the same data share the result.
"""

import asyncio
import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.core.serializers.json import DjangoJSONEncoder
from django.db import Error
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from plyground.web.base import event_bus, limits
from plyground.web.base.answers import failure, later
from plyground.web.base.client_address import address_of
from plyground.web.base.handler import in_thread
from plyground.web.contract.games import Presence, VersionEvent
from plyground.web.engine.stream import HEARTBEAT, RETRY
from plyground.web.game_service import directory
from plyground.web.game_service.commands import Unavailable
from plyground.web.games import presence, repository, seats, state
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.play import errors, jobs
from plyground.web.visitors import api_auth
from plyground.web.visitors.visitors import visitor_of

OF_VISITOR = 20  # simultaneous streams: tabs
OF_ADDRESS = 100  # an address may have several people

_SETTLED = 600.0  # seconds without any change after which the stream of a finished game ends
_PRESENCE = 1.0  # seconds before presence changes are sent, so that reloading a page causes none
_MOST_GREETINGS = 3  # that wait to be sent
_FRESH = 0.25  # seconds for which several may share a result
_PAUSES = (1.0, 1.0, 2.0, 5.0, 10.0)  # before reading is retried
_SOON = 5  # seconds after which a tab may have been closed


@dataclass(frozen=True)
class News:
    """Pending events. `look`: events may have been missed."""

    version: int = 0
    foreign: bool = False  # some change came from another side
    presence: bool = False
    look: bool = False
    gone: bool = False
    closed: bool = False  # the server is shutting down
    check: bool = False  # whether the page may still listen
    greetings: tuple[tuple[str, str], ...] = ()  # of a side, and which


@dataclass(frozen=True)
class Seen:
    """A game as a viewer sees it, ready to be sent. Without a text it is no longer visible."""

    version: int = 0
    over: bool = False
    text: str = ""
    gone: bool = False


class Closing(Protocol):
    """A stream that the end of the server closes."""

    def close(self) -> None:
        """Ends the stream."""


class Follower:
    """One stream: it receives events in any thread, and sends in the event loop."""

    def __init__(
        self,
        row: Game,
        viewer: str | None,
        version: int,
        right: Callable[[], bool] | None = None,
    ) -> None:
        """`right` returns whether the page still has access; None: access cannot end."""
        self.game = str(row.pk)
        self.viewer = viewer
        self.side = seats.side_of(row, viewer or "") or ""
        self.language = translation.get_language() or "en"
        self.version = version if version == row.version else -1  # the version that the page has
        self.counts = bool(row.seat) or viewer is None  # whether it counts as presence
        self._lock = threading.Lock()
        self._right = right
        self._news = News(row.version, foreign=True, presence=self.counts, check=right is not None)
        self._wake: Callable[[], None] = lambda: None
        self._there: Presence | None = None  # the presence that was last sent
        self._last = 0.0  # when anything was last sent
        self._changed = 0.0  # when the game was last sent
        self._heard = time.monotonic()  # when a presence change arrived
        self._noticed = self._heard  # the first of those not sent yet

    def hear(self, text: str) -> None:
        """Receives an event of the bus; called in its thread."""
        with self._lock:
            self._news = self._added(self._news, text)
        self._wake()

    def hear_of_viewer(self, _text: str) -> None:
        """Sessions, tokens or seats of the viewer have ended, perhaps this one.

        Called like `hear`.
        """
        with self._lock:
            self._news = replace(self._news, look=True, check=self._right is not None)
        self._wake()

    def close(self) -> None:
        """The server is shutting down, and ends the stream."""
        with self._lock:
            self._news = replace(self._news, closed=True)
        self._wake()

    async def events(self) -> AsyncIterator[str]:
        """The events to send, until the game is gone or has been over for long."""
        loop = asyncio.get_running_loop()
        bell = asyncio.Event()

        def wake() -> None:
            # the loop is closed, so there is no client any more
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(bell.set)

        self._wake = wake
        self._last = self._changed = loop.time()
        failures = 0
        yield f"retry: {RETRY}\n\n"
        while True:
            bell.clear()
            news = self._take(loop.time())
            try:
                parts, ends = await self._answer(news, loop.time())
                failures = 0
            except (Error, ValueError):  # the page's other requests report the error
                self._put_back(news)
                parts, ends = [], False
                failures += 1
            for part in parts:
                self._last = loop.time()
                yield part
            if ends:
                return
            pause = _PAUSES[min(failures, len(_PAUSES)) - 1] if failures else None
            await self._wait(bell, loop.time(), pause)
            if loop.time() - self._last >= HEARTBEAT:
                self._last = loop.time()
                yield ": still here\n\n"

    def _added(self, news: News, text: str) -> News:
        if text in (event_bus.MISSED, "presence"):
            self._heard = time.monotonic()
            self._noticed = self._noticed if news.presence else self._heard
        if text == event_bus.MISSED:
            return replace(news, look=True, presence=self.counts)
        if text == "gone":
            return replace(news, gone=True)
        if text == "presence":
            return replace(news, presence=self.counts)
        if text.startswith("greet "):
            _word, side, what = text.split(" ", 2)
            return replace(news, greetings=(*news.greetings, (side, what))[-_MOST_GREETINGS:])
        number, _blank, side = text.partition(" ")
        if not number.isdecimal():
            return news
        if int(number) <= self.version:
            return news
        foreign = news.foreign or not self.side or side != self.side
        return replace(news, version=max(news.version, int(number)), foreign=foreign)

    def _take(self, now: float) -> News:
        """The pending events, to be sent at once; presence, except the first, a moment later."""
        with self._lock:
            news, self._news = self._news, News()
            if news.presence and self._there is not None and now - self._noticed < _PRESENCE:
                self._news = News(presence=True)
                news = replace(news, presence=False)
        if now - self._changed >= _SETTLED:
            news = replace(news, look=True)
        return news

    def _put_back(self, news: News) -> None:
        """They could not be sent, so they are pending again."""
        with self._lock:
            later_ = self._news
            names = ("foreign", "presence", "look", "gone", "closed", "check")
            flags = [getattr(news, name) or getattr(later_, name) for name in names]
            greetings = (news.greetings + later_.greetings)[-_MOST_GREETINGS:]
            version = max(news.version, later_.version)
            self._news = replace(News(version, *flags), greetings=greetings)

    async def _wait(self, bell: asyncio.Event, now: float, pause: float | None) -> None:
        """Waits until there is something to do; at least `pause` seconds."""
        if pause is not None:
            await asyncio.sleep(pause)
            return
        until = min(self._last + HEARTBEAT, self._changed + _SETTLED)
        with self._lock:
            if self._news.presence:
                until = min(until, self._noticed + _PRESENCE)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(bell.wait(), max(0.01, until - now))

    async def _answer(self, news: News, now: float) -> tuple[list[str], bool]:
        """The events to send, and whether the stream ends with them."""
        if news.closed or not await self._may_hear(news):
            return [], True
        if news.gone:
            return [self._event("gone", "{}")], True
        parts: list[str] = []
        if news.look or (news.version > self.version and news.foreign):
            seen = await self._look(news)
            if not seen.text:
                return ([self._event("gone", "{}")] if seen.gone else []), True
            if seen.version != self.version:
                self.version, self._changed = seen.version, now
                parts.append(self._event("state", seen.text))
            elif now - self._changed >= _SETTLED:
                self._changed = now
                if seen.over:
                    return [], True
        elif news.version > self.version:
            self.version, self._changed = news.version, now
            parts.append(self._event("version", json.dumps(VersionEvent(version=news.version))))
        for side, what in news.greetings:
            parts.append(self._event("greeting", json.dumps({"side": side, "what": what})))
        return parts + (await self._who() if news.presence else []), False

    async def _may_hear(self, news: News) -> bool:
        """Whether the page still has access; a page with a new cookie reconnects."""
        if not news.check or self._right is None:
            return True
        return bool(await in_thread(self._right))

    async def _look(self, news: News) -> Seen:
        """The current game, shared with clients that see the same version alike.

        If an event may have been missed, the state is read again.
        """
        key = ("state", self.game, news.version, self.viewer, self.language)
        since = time.monotonic() if news.look else 0.0
        seen: Seen = await shared(key, since, _see, self.game, self.viewer, self.language)
        return seen

    async def _who(self) -> list[str]:
        """The presence, if it has changed; or later, if it cannot be read now."""
        try:
            there = await shared(("presence", self.game), self._heard, presence.of, self.game)
        except Error:
            self._noticed = time.monotonic()
            self._put_back(News(presence=True))
            return []
        if there == self._there:
            return []
        self._there = there
        return [self._event("presence", json.dumps(there))]

    def _event(self, name: str, text: str) -> str:
        """One event. Its id is the version, which a reconnecting browser sends back."""
        return f"id: {max(0, self.version)}\nevent: {name}\ndata: {text}\n\n"


def _see(game: str, viewer: str | None, language: str) -> Seen:
    """Reads the game; called in a thread."""
    found = repository.load(game)
    if found is None:
        return Seen(gone=True)
    row, stored = found
    if viewer is not None and viewer not in (row.visitor, row.guest):
        return Seen()  # the visitor has left, or has a new name and may come back with it
    with translation.override(language):
        now = state.build(row, stored, jobs.running(row), since=jobs.since(row), viewer=viewer)
    text = json.dumps(now, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return Seen(row.version, now["stage"] == "over", text)


_reading: dict[Hashable, tuple[float, asyncio.Task[Any]]] = {}  # with the time it began


async def shared(key: Hashable, since: float, read: Callable[..., Any], *args: object) -> Any:
    """The result of `read` in a thread; or of another client's, if that began after `since`."""
    loop = asyncio.get_running_loop()
    began, task = _reading.get(key, (-1.0, None))
    if task is None or began < since or task.get_loop() is not loop:
        task = loop.create_task(in_thread(read, *args))
        mine = _reading[key] = time.monotonic(), task

        def forget() -> None:
            if _reading.get(key) is mine:
                del _reading[key]

        def keep(done: asyncio.Task[Any]) -> None:
            loop.call_later(_FRESH, forget)
            if not done.cancelled():
                done.exception()  # the waiting clients get it, if there are any

        task.add_done_callback(keep)
    return await asyncio.shield(task)  # a disconnecting client takes nothing from the others


# Requests


class Following(StreamingHttpResponse):
    """A stream that counts, and is visible to others, as long as it is open."""

    def __init__(self, follower: Follower, keys: list[str]) -> None:
        super().__init__(
            follower.events(),
            content_type="text/event-stream",
            headers={"X-Accel-Buffering": "no"},
        )
        self._follower, self._keys = follower, keys
        self._ticket: presence.Ticket | None = None
        open_stream(follower)
        self._subscriptions = [event_bus.subscribe(f"game:{follower.game}", follower.hear)]
        if follower.viewer:
            heard = event_bus.subscribe(f"visitor:{follower.viewer}", follower.hear_of_viewer)
            self._subscriptions.append(heard)
        try:
            follower.hear(_latest(follower.game))  # it may have changed before we listened
            if follower.counts:
                self._ticket = presence.enter(follower.game, follower.side)
        except Error:
            self.close()
            raise

    def close(self) -> None:
        """Stops listening; this may wait for the database."""
        if forget(self._follower):
            for leave in self._subscriptions:
                leave()
            count(self._keys, -1)
            if self._ticket is not None:
                presence.leave(self._ticket)
        super().close()


def _latest(game: str) -> str:
    """The current state of the game as an event of the bus."""
    version = Game.objects.filter(pk=game).values_list("version", flat=True).first()
    return "gone" if version is None else f"{version} "


_followers: set[Closing] = set()
_open: Counter[str] = Counter()
_lock = threading.Lock()


def open_stream(stream: Closing) -> None:
    """The end of the server closes this stream, too."""
    _followers.add(stream)


def forget(stream: Closing) -> bool:
    """The stream has ended; False if that was known."""
    known = stream in _followers
    _followers.discard(stream)
    return known


def close() -> None:
    """Ends all streams."""
    for follower in list(_followers):
        follower.close()


@require_GET
def events(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """The events of one's own game."""
    row = own_game(request, game_id)
    if row is None:
        return failure(404, "no_such_game", _("There is no such game of yours."))
    return _follow(request, row, visitor_of(request))


@require_GET
def shared_events(request: HttpRequest, token: str) -> HttpResponseBase:
    """The events of a shared game, for spectators."""
    row = repository.find_shared(token)
    try:
        if row is None or not directory.has(row.name):
            raise Http404
    except Unavailable as no:
        return errors.refusal(no)
    return _follow(request, row, None)


def _follow(request: HttpRequest, row: Game, viewer: str | None) -> HttpResponseBase:
    keys = keys_of(request)
    if not count(keys, 1):
        return later(429, "too_many", _("Too many pages show this game."), _SOON)
    known = request.headers.get("Last-Event-ID") or request.GET.get("version", "")
    number = known if known.isascii() and known.isdecimal() and len(known) < 10 else ""
    right = None if viewer is None else api_auth.right_of(request)
    return Following(Follower(row, viewer, int(number or -1), right), keys)


def keys_of(request: HttpRequest) -> list[str]:
    """The keys under which the streams of a client are counted."""
    visitor, origin = visitor_of(request), limits.origin_of(address_of(request))
    named = {f"v:{visitor}": visitor, f"a:{origin}": origin}
    return [key for key, name in named.items() if name]


def count(keys: list[str], more: int) -> bool:
    """Counts a stream for each of these, or ends one; False if there are too many."""
    with _lock:
        most = {"v": OF_VISITOR, "a": OF_ADDRESS}
        if more > 0 and any(_open[key] >= most[key[0]] for key in keys):
            return False
        for key in keys:
            _open[key] += more
            if not _open[key]:
                del _open[key]
    return True
