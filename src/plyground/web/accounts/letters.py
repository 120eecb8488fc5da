"""Sends e-mail, if the operator has set an SMTP server (PLYGROUND_SMTP).

One thread sends, so a page answers as fast for an unknown name as for a known one.
"""

import functools
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import closing
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import Error, close_old_connections, connection
from django.utils.translation import get_language, override

_MOST = 100  # letters that wait

_log = logging.getLogger(__name__)


@functools.cache
def _waiting() -> "queue.Queue[Callable[[], None]]":
    """The queue of letters; its thread starts with the first one."""
    found: queue.Queue[Callable[[], None]] = queue.Queue(_MOST)
    threading.Thread(target=_work, args=(found,), name="plyground-mail", daemon=True).start()
    return found


def is_on() -> bool:
    """Whether this server can send e-mail."""
    return bool(settings.EMAIL_HOST)


def later(write: Callable[[], None]) -> bool:
    """Runs a function that sends letters, in the thread; False if too many wait already."""
    language = get_language()

    def run() -> None:
        with override(language):
            write()

    try:
        _waiting().put_nowait(run)
    except queue.Full:
        return False
    return True


def send(address: str, subject: str, text: str) -> None:
    """Sends a letter now; an OSError or SMTPException says why it was not possible."""
    headers = {"Auto-Submitted": "auto-generated"}
    with closing(get_connection()) as server:  # Django leaves one open that fails halfway
        EmailMessage(subject, text, to=[address], headers=headers, connection=server).send()


def _work(waiting: "queue.Queue[Callable[[], None]]") -> None:
    while True:
        write = waiting.get()
        close_old_connections()
        try:
            write()
        except (OSError, SMTPException, Error) as error:
            # The address stays out of the log, and a server's sentence may quote it.
            _log.error("A letter could not be sent: %s", type(error).__name__)
        finally:
            connection.close()
            waiting.task_done()
