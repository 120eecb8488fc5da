"""HTTP requests to a server, with retries where they are safe, and event streams."""

import http.client
import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

Data = dict[str, Any]

LOST = (OSError, http.client.HTTPException)
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before a retry
SILENCE = 45.0  # seconds after which a silent stream counts as dead


class ApiError(Exception):
    """A refusal: a stable code, a sentence, the HTTP status, and the whole answer."""

    def __init__(self, code: str, sentence: str, status: int, answer: Data | None = None) -> None:
        super().__init__(f"{sentence} ({code})")
        self.code = code
        self.sentence = sentence
        self.status = status
        self.answer = answer or {}


class Wire:
    """The connection to a server, with the user's token."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: float = 60.0,
        timeout: float = 75.0,
        language: str = "en",
    ) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"The URL of a server looks like http://HOST:PORT, not {url!r}.")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.token = token
        self._patience = patience
        self._timeout = timeout
        self._language = language
        self._parts = parts

    def ask(self, method: str, path: str, body: Data | None = None, *, again: bool = False) -> Data:
        """The server's answer, or ApiError. `again`: repeating the request has no further effect.

        An error after a lost answer says so: `answer["tried"]`.
        """
        again = again or method in ("GET", "DELETE")
        end, tried = time.monotonic() + self._patience, False
        for attempt in range(10**6):
            pause = PAUSES[min(attempt, len(PAUSES) - 1)]
            try:
                status, headers, data = self._send(method, path, body)
            except LOST as error:
                if not again or time.monotonic() + pause > end:
                    raise ApiError("lost", f"The server does not answer: {error}", 0) from error
                tried = True
            else:
                if status < 400:
                    return data
                wait = float(headers.get("Retry-After") or 0)
                if not wait or time.monotonic() + wait > end:
                    raise _error(status, data, tried)
                pause = wait
            time.sleep(pause)
        raise AssertionError("the time limit comes long before that")

    def _send(self, method: str, path: str, body: Data | None) -> tuple[int, Any, Data]:
        connection = self._connect(self._timeout)
        try:
            connection.request(method, path, _encoded(body), self._headers())
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        return response.status, response.headers, _decoded(text)

    def events(
        self, path: str, body: Data | None = None, *, silence: float = SILENCE
    ) -> Iterator[tuple[str, Data]]:
        """Server-sent events, until the stream ends or breaks: their names and data.

        Now and then an empty name shows that the server is still there. TimeoutError if even that
        does not arrive for this many seconds.
        """
        connection = self._connect(silence)
        try:
            accept = {"Accept": "text/event-stream"}
            method = "GET" if body is None else "POST"
            connection.request(method, path, _encoded(body), self._headers() | accept)
            response = connection.getresponse()
            if response.status >= 400:
                raise _error(response.status, _decoded(response.read()), False)
            name = ""
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if not field and value:
                    yield "", {}
                elif field == "event":
                    name = value
                elif field == "data":
                    yield name, _decoded(value.encode())
        finally:
            connection.close()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._parts.hostname or "", self._parts.port
        if self._parts.scheme == "https":
            return http.client.HTTPSConnection(host, port, timeout=timeout)
        return http.client.HTTPConnection(host, port, timeout=timeout)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept-Language": self._language}
        return headers | ({"Authorization": f"Bearer {self.token}"} if self.token else {})


def _error(status: int, data: Data, tried: bool) -> ApiError:
    error = data.get("error") or {}
    code = str(error.get("code", "unreadable"))
    sentence = str(error.get("sentence", f"The server answered with {status}."))
    return ApiError(code, sentence, status, data | {"tried": tried})


def _encoded(body: Data | None) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def _decoded(text: bytes) -> Data:
    try:
        data = json.loads(text)
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
