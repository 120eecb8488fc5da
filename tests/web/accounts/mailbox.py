"""A mail server on this machine that keeps what it receives."""

import email
import email.policy
import queue
import re
import socket
from typing import Any, Self

from aiosmtpd.controller import Controller

_WAIT = 60.0  # seconds; a busy machine must not fail the test


class _OnAnyPort(Controller):
    """A mail server on a free port."""

    def __init__(self, handler: object) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        super().__init__(handler, "127.0.0.1", self._socket.getsockname()[1])

    def _create_server(self) -> Any:
        return self.loop.create_server(self._factory_invoker, sock=self._socket)


class Mailbox:
    """A context manager: the running mail server. `next` waits for a letter."""

    def __init__(self) -> None:
        self._letters: queue.Queue[email.message.EmailMessage] = queue.Queue()
        self._controller = _OnAnyPort(self)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """A letter has arrived."""
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, email.message.EmailMessage)
        assert envelope.rcpt_tos == [letter["To"]]
        self._letters.put(letter)
        return "250 OK"

    @property
    def port(self) -> int:
        """Its port."""
        return self._controller.port

    def next(self) -> email.message.EmailMessage:
        """The next letter."""
        return self._letters.get(timeout=_WAIT)

    @property
    def is_empty(self) -> bool:
        """Whether there is no other letter."""
        return self._letters.empty()

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()


def links(letter: email.message.EmailMessage) -> list[str]:
    """The paths of the links in a letter."""
    return re.findall(r"http://[^/\s]+(/\S+)", letter.get_content())
