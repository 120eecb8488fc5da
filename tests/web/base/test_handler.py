"""The end of streams when the server shuts down."""

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
from django.http import StreamingHttpResponse

from plyground.web.base import handler
from tests.web.cluster import postgresql
from tests.web.play.test_streams import Table
from tests.web.serving import Server

WAIT = 60.0  # seconds; a busy machine must not fail the test


async def _nothing() -> AsyncIterator[str]:
    for part in list[str]():
        yield part


def test_shutdown_does_not_wait_for_a_slowly_closing_stream() -> None:
    """Its task is cancelled then, which would be logged as a fault; it is closed all the same."""
    begun, go_on, closed = threading.Event(), threading.Event(), threading.Event()

    class Slow(StreamingHttpResponse):
        def close(self) -> None:
            begun.set()
            go_on.wait(WAIT)
            super().close()
            closed.set()

    async def end() -> None:
        task = asyncio.ensure_future(handler._closed(Slow(_nothing())))
        await asyncio.to_thread(begun.wait, WAIT)
        task.cancel()
        await task
        assert not closed.is_set()
        go_on.set()

    asyncio.run(end())
    assert closed.wait(WAIT)


def test_shutdown_while_a_table_is_locked_logs_no_fault(tmp_path: Path) -> None:
    """Many clients have just disconnected, which should be recorded, but nothing can be written."""
    with postgresql() as url, contextlib.ExitStack() as open_ones:
        server = Server(tmp_path, "--database", url).start()
        table = Table(server.port).join()
        ears = [open_ones.enter_context(table.watch()) for _ in range(16)]
        for ear in ears:
            ear.wait("state")
        with psycopg.connect(url) as lock:
            lock.execute("LOCK TABLE web_presence IN EXCLUSIVE MODE")
            for ear in ears:
                ear._listener.close()
            time.sleep(0.5)
            release = threading.Timer(2.5, lock.commit)
            release.start()
            assert server.stop() == 0
            release.join()
    assert "Traceback" not in server.log, server.log
