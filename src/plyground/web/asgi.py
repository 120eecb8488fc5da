"""The application that uvicorn runs: our files, Django, and an orderly end."""

import asyncio
import logging
import threading

import django

django.setup()  # before models are imported

from plyground.web import (  # noqa: E402
    assets,
    bus,
    desks,
    health,
    jobs,
    limits,
    logs,
    processes,
    tables,
    tokens,
)
from plyground.web.handler import Handler, Receive, Scope, Send, in_thread  # noqa: E402

_HOUR = 3600.0  # seconds
_log = logging.getLogger(__name__)

logs.begin()
_django = Handler()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Django has no lifespan of its own, and need not see requests for files."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] != "http":
        raise ValueError("This server speaks HTTP only.")
    elif scope["path"].startswith("/static/"):
        await assets.serve(scope["path"], scope["method"], send)
    elif scope["path"] == health.ALIVE:
        await health.alive(scope["method"], send)
    else:
        await _django(scope, limits.sized(scope, receive), send)


def _end() -> None:
    jobs.close()
    tables.close()
    desks.close()
    processes.close()
    bus.close()


async def _sweep() -> None:
    """Every hour what strangers have left behind goes."""
    while True:
        await asyncio.sleep(_HOUR)
        try:
            await in_thread(tokens.prune)
        except Exception:  # noqa: BLE001 - the database may be away; there is another hour
            _log.warning("Nothing was swept in this hour")


async def _live(receive: Receive, send: Send) -> None:
    """Games written in Python are looked for while nobody waits; at the end all is ended."""
    sweeping = asyncio.ensure_future(_sweep())
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            threading.Thread(target=desks.names, daemon=True).start()
            threading.Thread(target=jobs.begin, daemon=True).start()
            threading.Thread(target=tables.prepare, daemon=True).start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            sweeping.cancel()
            await asyncio.to_thread(_end)
            await send({"type": "lifespan.shutdown.complete"})
            return
