"""Who connects and does not ask is hung up on; who waits for an answer is not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from plyground.web import protocol

WAIT = 30.0  # seconds; a busy machine is no failure
Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LIMITS", {"head": 0.8, "body": 2.5})


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers with the body it got; at /slow/ only after longer than a request may take."""
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if scope["path"] == "/slow/":
        await asyncio.sleep(1.5)
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving() -> AsyncIterator[Connect]:
    """A server in this process: gives what connects to it."""
    config = uvicorn.Config(app, http=protocol.Protocol, log_config=None, lifespan="off")
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: protocol.Protocol(config, state, {}), "127.0.0.1", 0
    )
    port = server.sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port)
    finally:
        server.close()
        for task in state.tasks:
            task.cancel()


async def said(connect: Connect, *parts: bytes, pause: float = 0.1) -> bytes:
    """All that is answered to these parts, until the server hangs up."""
    reader, writer = await connect()

    async def send() -> None:
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)

    sending = asyncio.ensure_future(send())
    try:
        return await asyncio.wait_for(reader.read(), WAIT)
    finally:
        sending.cancel()
        writer.close()


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"GET / HTTP/1.1\r\nHost: x\r\n"],
        [b"GET / HTTP/1.1\r\n", *[b"A: b\r\n"] * 1000],
        [b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n", *[b"x"] * 1000],
    ],
    ids=["silence", "half a head", "a head without end", "a body without end"],
)
def test_who_never_ends_a_request_is_hung_up_on(parts: list[bytes]) -> None:
    async def run() -> bytes:
        async with serving() as connect:
            return await said(connect, *parts)

    assert asyncio.run(run()) == b""


def test_a_body_may_take_longer_than_a_head() -> None:
    async def run() -> bytes:
        async with serving() as connect:
            head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\n"
            return await said(connect, head, b"ab", b"cd", b"ef", pause=0.4)

    assert asyncio.run(run()).endswith(b"\r\n\r\nabcdef")


def test_an_answer_takes_its_time_and_so_does_the_next_request() -> None:
    """Nor does it matter that some of the next one is sent ahead."""

    async def run() -> list[bytes]:
        async with serving() as connect:
            reader, writer = await connect()

            async def ask(request: bytes) -> bytes:
                writer.write(request)
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), WAIT)
                return answer.partition(b"\r\n")[0]

            first = await ask(b"GET /slow/ HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo")
            second = await ask(b"st: x\r\n\r\n")
            await asyncio.sleep(1.2)  # longer than a head may take
            third = await ask(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            writer.close()
            return [first, second, third]

    assert asyncio.run(run()) == [b"HTTP/1.1 200 OK"] * 3


def test_who_sends_half_of_the_next_request_is_hung_up_on_too() -> None:
    async def run() -> bytes:
        async with serving() as connect:
            return await said(connect, b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT", *[b"x"] * 99)

    assert asyncio.run(run()).startswith(b"HTTP/1.1 200 OK")
