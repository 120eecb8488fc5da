"""The calculations of the benchmark."""

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import plyground

sys.path.append(str(Path(__file__).parents[3] / "bench"))

from loads.lines import Answer, Broken, Chunks, Pool, Stream, read_head
from loads.meter import Meter
from loads.pairs import Ear
from loads.people import LONG_GAMES, script
from loads.rows import Row, blocks, percentile, slope


def test_rows_say_whether_their_promise_is_kept() -> None:
    assert [Row("", value, "", 2).verdict for value in (1, 2)] == ["kept", "MISSED"]
    assert [Row("", value, "", 0).verdict for value in (0, 1)] == ["kept", "MISSED"]
    assert Row("", 7).verdict == Row("", 7).promise == ""
    assert [Row("", 1, "", most).promise for most in (2, 0)] == ["under 2", "none"]


def test_percentiles_are_taken_of_sorted_values() -> None:
    values = [float(value) for value in range(101)]
    random.Random(1).shuffle(values)
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99)] == [50, 95, 99]
    assert percentile([3.0], 0.95) == 3
    assert percentile([], 0.95) == 0


def test_slope_ignores_outliers() -> None:
    dice = random.Random(2)
    flat = [100 + dice.choice([0, 0, 0, 30, 60]) for _ in range(30)]
    assert abs(slope(range(30), flat)) < 0.5
    leak = [value + 2 * at for at, value in enumerate(flat)]
    assert 1.5 < slope(range(30), leak) < 2.5
    assert slope([1], [5]) == 0


def test_blocks_leave_out_an_incomplete_rest() -> None:
    assert blocks([1, 9, 2, 5, 5, 6, 100], 3) == [2, 5]
    assert blocks([1], 3) == []


def test_chunked_body_is_read_in_pieces_of_any_size() -> None:
    raw = b"5\r\nhello\r\n7;x=y\r\n, world\r\n0\r\n\r\n"
    for size in (1, 2, 3, len(raw)):
        chunks = Chunks()
        parts = [chunks.feed(raw[at : at + size]) for at in range(0, len(raw), size)]
        assert b"".join(parts) == b"hello, world"
        assert chunks.is_over


def test_response_head_is_parsed() -> None:
    raw = b"HTTP/1.1 302 Found\r\nLocation: /games/x/\r\nset-cookie: a=1; Path=/\r\nSet-Cookie: b=2"
    assert read_head(raw) == (302, {b"location": b"/games/x/"}, (b"a=1; Path=/", b"b=2"))


@asynccontextmanager
async def _server(answers: list[bytes]) -> AsyncIterator[asyncio.Server]:
    """Answers each request on any connection with the next of these, in two parts.

    At the end it waits until the clients have disconnected.
    """
    talks: list[asyncio.Task[None] | None] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.append(asyncio.current_task())
        while await reader.readline():
            while (await reader.readline()).strip():
                pass
            answer = answers.pop(0)
            for part in (answer[:30], answer[30:]):
                writer.write(part)
                await writer.drain()
            if not answer.endswith(b"\n"):
                break
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        yield server
        await asyncio.wait_for(asyncio.gather(*filter(None, talks)), 60)


def _port(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])


def test_connections_are_reused() -> None:
    answers = [
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab\n",
        b"HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\ncd\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf",
    ]

    async def ask() -> list[Answer]:
        async with _server(answers) as server:
            pool = Pool(_port(server))
            found = [await pool.ask("GET", "/", {}) for _ in range(2)]
            with pytest.raises(Broken):
                await pool.ask("GET", "/", {})
            pool.close()
            return found

    found = asyncio.run(ask())
    assert [(one.status, one.body) for one in found] == [(200, b"ab\n"), (404, b"cd")]


def test_listener_counts_each_version_once() -> None:
    events = [
        b": still here\n\n",
        b'event: state\ndata: {"id": "x", "version": 7}\n\n',
        b'event: version\ndata: {"version": 8}\n\n',
        b'event: state\ndata: {"id": "x", "version": 7}\n\n',
    ]
    body = b"".join(b"%x\r\n%b\r\n" % (len(event), event) for event in events) + b"0\r\n\r\n"
    answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body

    async def follow() -> tuple[Ear, Stream]:
        async with _server([answer]) as server:
            ear = Ear()
            coming = ear.expect(7)
            stream = await Stream.open(_port(server), "/", {}, ear)
            await asyncio.wait_for(coming, 60)
            while not stream.is_over:
                await asyncio.sleep(0.01)
            stream.close()
            return ear, stream

    ear, stream = asyncio.run(follow())
    assert list(ear.came) == [7]
    assert ear.doubled == 1
    assert stream.heard == {b"state": 2, b"version": 1}


def test_scripts_can_be_played() -> None:
    for game in LONG_GAMES:
        moves = script(game, 32, seed=3)
        assert len(moves) == 32
        assert moves == script(game, 32, seed=3)
    assert plyground.game("othello").start().play_all(script("othello", 32, 3)).ply == 32


def test_meter_measures_this_process() -> None:
    with Meter({"me": os.getpid()}, every=0.05) as watched:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
    use = watched.use()["me"]
    assert use.processor > 0.05
    assert use.threads >= 2
    assert use.megabytes[-1][1] > 5
