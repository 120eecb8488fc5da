"""A worker process of `serve --workers`; it ends when its parent does."""

import contextlib
import os
import signal
import socket
import sys
import threading


def run(listener: int, ready: int, life: int) -> None:
    """Serves until a signal ends it; the arguments are three handles from the parent.

    The socket to serve; a pipe to report that it is ready; and one that closes when the parent is
    gone.
    """

    def watch() -> None:
        with contextlib.suppress(OSError):
            os.read(life, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def tell() -> None:
        with contextlib.suppress(OSError):  # the parent is already gone
            os.write(ready, b"+")
            os.close(ready)

    threading.Thread(target=watch, daemon=True).start()
    import django

    django.setup()

    from plyground.web.server import http_server

    with socket.socket(fileno=listener) as own:
        http_server.answer(own, tell)


if __name__ == "__main__":
    try:
        run(*map(int, sys.argv[1:4]))
    except (ValueError, OSError) as error:
        sys.exit(f"plyground: {error}")
