"""Idle connections are closed; clients that wait for an answer are not."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
import uvicorn
from uvicorn.server import ServerState

from plyground.web.server import http_protocol

# Seconds. They pass when a test advances the clock, and hardly otherwise: a busy machine must not
# fail the test.
HEAD, BODY = 60.0, 180.0
WAIT = 300.0  # for an answer
FOR_EVER = 10_000.0  # no client is disconnected any more
Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
Found = TypeVar("Found")


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock the tests advance."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


async def pass_time(seconds: float) -> None:
    """Advances the clock, and runs everything that is due."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    loop.ahead += seconds
    await asyncio.sleep(0.01)


def run(work: Coroutine[Any, Any, Found]) -> Found:
    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(work)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "LIMITS", {"head": HEAD, "body": BODY})


class App:
    """Answers with the received body; at /slow/ only after longer than a head may take."""

    def __init__(self) -> None:
        self.was_asked = asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.was_asked.set()
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
        if scope["path"] == "/slow/":
            await pass_time(HEAD + 1)
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(app: Any = None) -> AsyncIterator[Connect]:
    """A server in this process; yields a function that connects to it."""
    config = uvicorn.Config(
        app or App(),
        http=http_protocol.Protocol,
        log_config=None,
        lifespan="off",
        timeout_keep_alive=10_000,  # seconds: only our own limits apply here
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: http_protocol.Protocol(config, state, {}), "127.0.0.1", 0
    )
    port = server.sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port)
    finally:
        server.close()
        for task in state.tasks:
            task.cancel()


async def answer_to(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parts: Iterable[bytes]
) -> bytes:
    """All answers to these parts, one every ten seconds, until the server disconnects."""

    async def send() -> None:
        for part in itertools.chain(parts, itertools.repeat(b"")):
            writer.write(part)
            await pass_time(10)

    answer = b""
    sending = asyncio.ensure_future(send())
    try:
        async with asyncio.timeout(FOR_EVER):
            # An unread part makes the server reset the connection.
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                while some := await reader.read(65_536):
                    answer += some
    finally:
        sending.cancel()
        writer.close()
    return answer


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
def test_endless_request_is_closed(parts: list[bytes]) -> None:
    async def ask() -> bytes:
        async with serving() as connect:
            return await answer_to(*await connect(), parts)

    assert run(ask()) == b""


def test_body_may_take_longer_than_the_head() -> None:
    async def ask() -> bytes:
        app = App()
        async with serving(app) as connect:
            reader, writer = await connect()
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n")
            writer.write(b"Content-Length: 6\r\n\r\nab")
            await app.was_asked.wait()
            await pass_time(HEAD + 1)
            writer.write(b"cd")
            await pass_time(HEAD + 1)
            writer.write(b"ef")
            answer = await asyncio.wait_for(reader.read(), WAIT)
            writer.close()
            return answer

    assert run(ask()).endswith(b"\r\n\r\nabcdef")


def test_slow_answer_and_late_next_request_are_not_cut_off() -> None:
    """Part of the next request may be sent ahead."""

    async def ask_thrice() -> list[bytes]:
        async with serving() as connect:
            reader, writer = await connect()

            async def ask(request: bytes) -> bytes:
                writer.write(request)
                answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), WAIT)
                return answer.partition(b"\r\n")[0]

            first = await ask(b"GET /slow/ HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo")
            second = await ask(b"st: x\r\n\r\n")
            await pass_time(HEAD + 1)
            third = await ask(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            writer.close()
            return [first, second, third]

    assert run(ask_thrice()) == [b"HTTP/1.1 200 OK"] * 3


def test_incomplete_next_request_is_closed() -> None:
    async def ask() -> tuple[bytes, bytes]:
        async with serving() as connect:
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")
            first = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), WAIT)
            return first, await answer_to(reader, writer, [b"x"] * 1000)

    first, rest = run(ask())
    assert first.startswith(b"HTTP/1.1 200 OK")
    assert rest == b""


# Floods


@pytest.fixture
def _one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections come from an address that is limited; four may wait."""
    monkeypatch.setattr(http_protocol, "awaited", http_protocol.Awaited())
    monkeypatch.setattr(http_protocol, "origin_of", lambda _: "192.0.2.1")
    monkeypatch.setattr(http_protocol, "MOST_OF_ADDRESS", 4)


def closed(streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> list[bool]:
    """The connections that the server has closed."""
    return [reader.at_eof() for reader, _ in streams]


@pytest.mark.usefixtures("_one_address")
def test_idle_connections_of_one_address_close_their_oldest() -> None:
    async def flood() -> tuple[list[bool], bytes]:
        async with serving() as connect:
            streams = []
            for number in range(6):
                streams.append(await connect())
                if number % 2:
                    streams[-1][1].write(b"GET / HTTP/1.1\r\n")
                await asyncio.sleep(0.01)
            found = closed(streams)
            streams[-1][1].write(b"Host: x\r\n\r\n")
            answer = await asyncio.wait_for(streams[-1][0].readuntil(b"\r\n\r\n"), WAIT)
            for _, writer in streams:
                writer.close()
            return found, answer

    found, answer = run(flood())
    assert found == [True, True, False, False, False, False]
    assert answer.startswith(b"HTTP/1.1 200 OK")


@pytest.mark.usefixtures("_one_address")
def test_connections_that_are_answered_do_not_count_as_idle() -> None:
    async def ask() -> list[bool]:
        held = asyncio.Event()

        async def app(_scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await held.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        async with serving(app) as connect:
            streams = [await connect() for _ in range(6)]
            for _, writer in streams:
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                await asyncio.sleep(0.01)
            streams += [await connect() for _ in range(4)]
            await asyncio.sleep(0.05)
            found = closed(streams)
            held.set()
            for _, writer in streams:
                writer.close()
            return found

    assert run(ask())[2:] == [False] * 8, "the first two were idle before they asked"


def test_many_idle_connections_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    few = http_protocol.Awaited()
    few.most = 50
    monkeypatch.setattr(http_protocol, "awaited", few)

    async def flood() -> bytes:
        async with serving() as connect:
            idle = [await connect() for _ in range(120)]
            reader, writer = await connect()
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), WAIT)
            assert sum(closed(idle)) >= 70
            for _, other in [*idle, (reader, writer)]:
                other.close()
            return answer

    assert run(flood()).startswith(b"HTTP/1.1 200 OK")
    assert not few._all
    assert not few._by_address


def test_body_that_nobody_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MOST_DROPPED", 200_000)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 413, "headers": []})
        await send({"type": "http.response.body", "body": b"too much"})

    async def ask() -> tuple[bytes, int]:
        async with serving(app) as connect:
            reader, writer = await connect()
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            answer = await asyncio.wait_for(reader.readuntil(b"too much"), WAIT)
            sent = 0
            with contextlib.suppress(OSError):
                while not reader.at_eof() and sent < 50_000_000:
                    writer.write(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
                    await writer.drain()
                    await asyncio.sleep(0)
                    sent += 65_536
            writer.close()
            return answer, sent

    answer, sent = run(ask())
    assert answer.startswith(b"HTTP/1.1 413")
    assert sent < 50_000_000


@pytest.mark.parametrize("path", ["/", "/health/", "/static/pages/base.css"])
def test_request_with_two_ends_is_refused_and_closed(path: str) -> None:
    app = App()

    async def ask() -> bytes:
        async with serving(http_protocol.bounded(app)) as connect:
            reader, writer = await connect()
            writer.write(f"POST {path} HTTP/1.1\r\nHost: x\r\n".encode())
            writer.write(b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n")
            writer.write(b"0\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(), WAIT)
            writer.close()
            return answer

    answer = run(ask())
    assert answer.startswith(b"HTTP/1.1 400 Bad Request")
    assert answer.count(b"HTTP/1.1") == 1
    assert not app.was_asked.is_set()


def test_too_many_requests_at_once_are_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "MOST_ANSWERED", 1)

    async def ask() -> list[bytes]:
        held, begun = asyncio.Event(), asyncio.Event()

        async def app(_scope: Any, _receive: Any, send: Any) -> None:
            begun.set()
            await held.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        async with serving(http_protocol.bounded(app)) as connect:
            streams = [await connect() for _ in range(3)]
            firsts = []
            for number, (reader, writer) in enumerate(streams):
                writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                if number == 0:
                    await begun.wait()
                    continue
                if number == 2:
                    held.set()
                    await streams[0][0].readuntil(b"\r\n\r\n")
                    await asyncio.sleep(0.05)  # the first is over
                firsts.append((await asyncio.wait_for(reader.readline(), WAIT)).strip())
            for _, writer in streams:
                writer.close()
            return firsts

    assert run(ask()) == [b"HTTP/1.1 503 Service Unavailable", b"HTTP/1.1 200 OK"]
