"""Runs Django in a few threads, and streams in the event loop.

Django's own handler switches to a thread and back for every middleware, and creates a thread and a
database connection for each request. Here a request is answered in one go by one of a few permanent
threads, each with a permanent connection. Only a stream continues in the event loop afterwards, so
that its listeners occupy neither a thread nor a connection.
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
    """Runs a call that needs the database or the rules in a request thread."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _connected, call, args)


def _connected(call: Callable[..., _Given], args: tuple[object, ...]) -> _Given:
    close_old_connections()
    try:
        return call(*args)
    finally:
        close_old_connections()


class Awaited(HttpResponse):
    """An answer that is still to come: the event loop awaits it without occupying a thread.

    `coming` makes it, and is cancelled if the client disconnects. It has the headers of this
    response, which middleware has seen, unless it has its own.
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
        """Answers one request; ignores a client that disconnected before sending it completely."""
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
    """The body of a request; None if it is incomplete."""
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
    """The awaited answer; None if the client has disconnected."""
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
    """Waits until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _closed(response: StreamingHttpResponse) -> None:
    """Closes it in a thread.

    A server that is shutting down does not wait, because everything was sent.
    """
    closing = asyncio.get_running_loop().run_in_executor(_threads, response.close)
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.shield(closing)


async def _stream(response: StreamingHttpResponse, receive: Receive, send: Send) -> None:
    """Sends part after part until there are no more, or the client has disconnected."""

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
