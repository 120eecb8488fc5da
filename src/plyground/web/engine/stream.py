"""Streams a job as server-sent events, from worker threads to the event loop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from plyground.web.engine.job import GAP, Job

HEARTBEAT = 15.0  # seconds: proxies close a connection without data
RETRY = 1000  # milliseconds until a browser reconnects after a lost connection


async def stream(job: Job, after: int = 0) -> AsyncIterator[str]:
    """The job's events after this one until its end; while this runs, it counts as a listener."""
    loop = asyncio.get_running_loop()
    news, end = asyncio.Event(), asyncio.Event()

    def wake(is_end: bool) -> None:
        # the loop is closed, so there is no listener any more
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe((end if is_end else news).set)

    job.listen(wake)
    try:
        yield f"retry: {RETRY}\n\n"
        paces = False
        while True:
            news.clear()
            events, is_over = job.since(after)
            for event in events:
                yield event.text()
                after = event.number
            if is_over:
                return
            # A limited number per second, but the end at once, and a first line after the start of
            # the search.
            if events and paces:
                await _first_of(end, seconds=GAP)
            paces = paces or bool(events)
            if not await _first_of(news, end, seconds=HEARTBEAT):
                yield ": still here\n\n"
    finally:
        job.leave(wake)


async def _first_of(*events: asyncio.Event, seconds: float) -> bool:
    """Waits until one of them is set, or for this long; returns whether one was."""
    if any(event.is_set() for event in events):
        return True
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        done, _ = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for wait in waits:
            wait.cancel()
