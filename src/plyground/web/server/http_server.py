"""One process that serves a socket: uvicorn, from its first request to an orderly shutdown."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator


def answer(listener: socket.socket, announce: Callable[[], None]) -> None:
    """Serves this socket until a signal ends the process; `announce` is called when it is ready.

    The end of the server ends the searches, and so the streams.
    """
    import uvicorn

    from plyground.web.asgi import application
    from plyground.web.engine import tablebases
    from plyground.web.games import presence
    from plyground.web.play import jobs, streams
    from plyground.web.server import http_protocol

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            announce()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            presence.close()
            streams.close()
            await asyncio.to_thread(jobs.close)
            await super().shutdown(sockets)

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            with signals(self.handle_exit):
                yield

    http_protocol.allow_files()
    config = uvicorn.Config(
        http_protocol.bounded(application),
        log_level="error",  # invalid HTTP is not worth a log line
        log_config=None,  # logs.py does the logging
        http=http_protocol.Protocol,
        ws="none",
        # longer than a move takes, so that no request finds a closing connection
        timeout_keep_alive=75,
        timeout_graceful_shutdown=1,
        lifespan="on",
        server_header=False,
    )
    Server(config).run(sockets=[listener])
    tablebases.leave()


@contextlib.contextmanager
def signals(handler: Callable[..., None]) -> Iterator[None]:
    """Ending a server by Ctrl-C or a signal is intended, not a failure."""
    signs = (signal.SIGINT, signal.SIGTERM)
    before = {sign: signal.signal(sign, handler) for sign in signs}
    try:
        yield
    finally:
        for sign, old in before.items():
            signal.signal(sign, old)
