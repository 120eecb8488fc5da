"""The application that uvicorn runs: our files, Django, and an orderly end."""

import asyncio
import threading

import django

django.setup()  # before models are imported

from plyground.web import assets, bus, desks, health, jobs, limits, logs, processes  # noqa: E402
from plyground.web.handler import Handler, Receive, Scope, Send  # noqa: E402

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
    desks.close()
    processes.close()
    bus.close()


async def _live(receive: Receive, send: Send) -> None:
    """Games written in Python are looked for while nobody waits; at the end all is ended."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            threading.Thread(target=desks.names, daemon=True).start()
            threading.Thread(target=jobs.begin, daemon=True).start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await asyncio.to_thread(_end)
            await send({"type": "lifespan.shutdown.complete"})
            return
