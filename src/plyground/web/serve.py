"""`plyground serve`: the server, from its first migration to Ctrl-C."""

import os
import socket
import webbrowser
from dataclasses import dataclass

PORT = 8000
_TRIED = 20  # ports after the usual one


@dataclass(frozen=True)
class Terms:
    """What the command line says."""

    host: str = "127.0.0.1"
    port: int | None = None
    database: str | None = None
    open_browser: bool = True


def run(terms: Terms) -> None:
    """Serves until it is told to end; ValueError or OSError if it can't begin."""
    if terms.database is not None:
        os.environ["DATABASE_URL"] = terms.database
    _allow(terms.host)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "plyground.web.settings")
    import django
    import uvicorn
    from django.core.management import call_command

    listener = _listen(terms.host, terms.port)
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    from plyground.web.asgi import application

    config = uvicorn.Config(
        application,
        log_level="warning",
        timeout_graceful_shutdown=3,
        lifespan="on",
        server_header=False,
    )
    url = _url(listener)
    print(f"Plyground is at {url} - Ctrl-C ends it.", flush=True)
    if terms.open_browser:
        webbrowser.open(url)
    uvicorn.Server(config).run(sockets=[listener])


def _allow(host: str) -> None:
    """A server that others may reach answers to its own names and addresses too."""
    if host in ("127.0.0.1", "localhost", "::1"):
        return
    named = os.environ.get("PLYGROUND_HOSTS", "")
    own = {socket.gethostname(), *(() if host in ("0.0.0.0", "::") else (host,))}
    os.environ["PLYGROUND_HOSTS"] = ",".join(filter(None, [named, *sorted(own)]))


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port; where none was asked for, on the first free one."""
    for number in range(PORT, PORT + _TRIED) if port is None else [port]:
        try:
            return socket.create_server((host, number), reuse_port=False, backlog=512)
        except OSError as error:
            last = error
    raise OSError(f"Port {port or PORT} can't be used: {last.strerror or last}; try --port.")


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
