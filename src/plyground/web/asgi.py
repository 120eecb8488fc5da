"""The application that uvicorn runs: our files, Django, and an orderly end."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.core.asgi import get_asgi_application

from plyground.web import assets, desks, jobs, limits

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

_django = get_asgi_application()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Django has no lifespan of its own, and need not see requests for files."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/static/"):
        await assets.serve(scope["path"], scope["method"], send)
    else:
        await _django(scope, limits.sized(scope, receive), send)


async def _live(receive: Receive, send: Send) -> None:
    """Nothing needs to be started; at the end whatever was is ended."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            jobs.close()
            desks.close()
            await send({"type": "lifespan.shutdown.complete"})
            return
