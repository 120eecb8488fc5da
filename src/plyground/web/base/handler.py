"""Runs Django in a few threads, and streams in the event loop.

Django's own handler goes to a thread and back for every middleware, and makes a thread and a
database connection for each request. Here one of a few threads that stay, each with a connection
that stays, answers a request in one go. Only a stream goes on in the event loop afterwards, so that
those who listen cost neither a thread nor a connection.
"""

import asyncio
import contextlib
import io
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.core import signals
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

THREADS = 8

_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="plyground-request")
_Given = TypeVar("_Given")


async def in_thread(call: Callable[..., _Given], *args: object) -> _Given:
    """What a call gives that needs the database or the rules: a thread of requests makes it."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _connected, call, args)


def _connected(call: Callable[..., _Given], args: tuple[object, ...]) -> _Given:
    close_old_connections()
    try:
        return call(*args)
    finally:
        close_old_connections()


class Awaited(HttpResponse):
    """An answer that is still to come: the event loop awaits it, and no thread waits meanwhile.

    `coming` makes it, and is cancelled if the client hangs up. It has the headers of this one,
    which middleware has seen, unless it brings its own.
    """

    def __init__(self, coming: Callable[[], Coroutine[Any, Any, HttpResponse]]) -> None:
        super().__init__()
        del self.headers["Content-Type"]
        self.coming = coming


class Handler(BaseHandler):
    """An ASGI application that answers with Django."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; who has gone before it was complete gets nothing."""
        body = await _read(receive)
        if body is None:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(_threads, self._answer, scope, body)
        if isinstance(response, Awaited):
            found = await _awaited(response, receive)
            if found is None:
                return
            response = found
        status, headers = response.status_code, _headers(response)
        start = {"type": "http.response.start", "status": status, "headers": headers}
        if isinstance(response, HttpResponse):
            await send(start)
            await send({"type": "http.response.body", "body": response.content})
            return
        assert isinstance(response, StreamingHttpResponse), "there is no third kind"
        try:
            await send(start)
            await _stream(response, receive, send)
        finally:
            await _closed(response)

    def _answer(self, scope: Scope, body: bytes) -> HttpResponseBase:
        """Runs in a thread, and leaves nothing open there."""
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request = ASGIRequest(scope, io.BytesIO(body))
        except UnicodeDecodeError:
            return HttpResponse("The address can't be read.\n", "text/plain", 400)
        response = self.get_response(request)
        if isinstance(response, HttpResponse):
            response.close()
        return response


async def _read(receive: Receive) -> bytes | None:
    """The body of a request; None if it breaks off."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    cookies = [cookie.output(header="").strip() for cookie in response.cookies.values()]
    rows = [*response.items(), *(("Set-Cookie", cookie) for cookie in cookies)]
    return [(name.encode("ascii"), value.encode("latin1")) for name, value in rows]


async def _awaited(response: Awaited, receive: Receive) -> HttpResponse | None:
    """The answer that was to come; None if nobody is there any more."""
    coming = asyncio.ensure_future(response.coming())
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((coming, gone), return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            return None
        found = coming.result()
    finally:
        for task in (coming, gone):
            task.cancel()
        await asyncio.gather(coming, gone, return_exceptions=True)
    for name, value in response.items():
        if name != "Content-Length":  # of the empty one that middleware has seen
            found.headers.setdefault(name, value)
    return found


async def _gone(receive: Receive) -> None:
    """Waits until the client hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _closed(response: StreamingHttpResponse) -> None:
    """Closes it in a thread. A server that ends does not wait for that, and all has been sent."""
    closing = asyncio.get_running_loop().run_in_executor(_threads, response.close)
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.shield(closing)


async def _stream(response: StreamingHttpResponse, receive: Receive, send: Send) -> None:
    """Sends part after part until there are no more, or nobody is there any more."""

    async def pump() -> None:
        async with contextlib.aclosing(aiter(response)) as parts:  # type: ignore[type-var]
            async for part in parts:
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body"})

    tasks = [asyncio.ensure_future(pump()), asyncio.ensure_future(_gone(receive))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
