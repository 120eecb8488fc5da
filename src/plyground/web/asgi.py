"""The ASGI application: static files, Django, and an orderly shutdown."""

import asyncio
import logging
import threading

import django
from django.conf import settings

django.setup()  # before models are imported

from plyground.web.base import event_bus, limits, logs, processes  # noqa: E402
from plyground.web.base.handler import Handler, Receive, Scope, Send, in_thread  # noqa: E402
from plyground.web.engine import search_service, tablebases  # noqa: E402
from plyground.web.game_service import directory  # noqa: E402
from plyground.web.lab import live  # noqa: E402
from plyground.web.pages import assets  # noqa: E402
from plyground.web.play import jobs  # noqa: E402
from plyground.web.server import health  # noqa: E402
from plyground.web.visitors import sessions, stored_buckets, tokens  # noqa: E402

_HOUR = 3600.0  # seconds
_log = logging.getLogger(__name__)

logs.begin()
_django = Handler()
_rates = stored_buckets.RateKeeper(limits.kept())


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application.

    Django has no lifespan support, and never sees requests for static files.
    """
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] != "http":
        raise ValueError("This server speaks HTTP only.")
    elif scope["path"].startswith(settings.STATIC_URL):
        await _files(scope, receive, send)
    elif scope["path"] == health.ALIVE:
        await health.alive(scope["method"], send)
    else:
        await _page(scope, receive, send)


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    await _django(scope, limits.sized(scope, receive), send)


_files = assets.application(_page)


def _end() -> None:
    _rates.close()
    jobs.close()
    search_service.close()
    live.close()
    tablebases.close()
    directory.close()
    processes.close()
    event_bus.close()


async def _sweep() -> None:
    """Deletes the old data of anonymous visitors every hour."""
    while True:
        await asyncio.sleep(_HOUR)
        try:
            await in_thread(tokens.prune)
            await in_thread(sessions.prune)
            await in_thread(stored_buckets.prune)
        except Exception:  # noqa: BLE001 - the database may be away; the next hour tries again
            _log.warning("The hourly clean-up failed; the next one is in an hour")


async def _live(receive: Receive, send: Send) -> None:
    """Finds games written in Python before requests need them; ends everything at shutdown."""
    sweeping = asyncio.ensure_future(_sweep())
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            search_service.begin()
            _rates.begin()
            threading.Thread(target=directory.names, daemon=True).start()
            threading.Thread(target=jobs.begin, daemon=True).start()
            threading.Thread(target=tablebases.prepare, daemon=True).start()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            sweeping.cancel()
            await asyncio.to_thread(_end)
            await send({"type": "lifespan.shutdown.complete"})
            return
