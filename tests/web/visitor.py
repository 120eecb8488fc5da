"""A visitor without a browser: cookies, tokens, JSON, and streams of events."""

import contextlib
import http.client
import json
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

Data = dict[str, Any]
_WAIT = 60.0  # seconds; a busy machine must not fail the test


@dataclass(frozen=True)
class Answer:
    """A server's answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Data:
        """The parsed body."""
        data: Data = json.loads(self.body)
        return data


class Visitor:
    """A visitor of the server at this port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.token = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """One request on a new connection; a body other than bytes is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_WAIT)
        try:
            connection.request(method, path, _encoded(body), self._headers(headers))
            response = connection.getresponse()
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            answer = Answer(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                response.read(),
            )
        finally:
            connection.close()
        if found := re.search(rb'name="csrf-token" content="([^"]+)"', answer.body):
            self.token = found[1].decode()
        return answer

    def begin(self, game: str, opponent: str = "person", **form: str) -> str:
        """Starts a game; returns its id."""
        if not self.token:
            self.ask("GET", "/")
        form = {"opponent": opponent, "csrfmiddlewaretoken": self.token, **form}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.ask("POST", f"/play/{game}/", urlencode(form).encode(), **kind)
        assert answer.status == 302, answer
        return answer.headers["location"].strip("/").rpartition("/")[2]

    def state(self, game: str) -> Data:
        """The current state of the game."""
        return self.ask("GET", f"/api/games/{game}/").json

    def act(self, now: Data, action: str, **more: Any) -> Answer:
        """Applies a command in this state of a game."""
        command = {"version": now["version"], "ply": now["ply"], "action": action, **more}
        return self.ask("POST", f"/api/games/{now['id']}/actions/", command)

    def play(self, now: Data, move: str | None = None) -> Data:
        """Plays a move, by default the first legal one; returns the new state."""
        move = now["view"]["moves"][0]["text"] if move is None else move
        answer = self.act(now, "move", move=move)
        assert answer.status == 200, answer
        return answer.json

    def want(self, now: Data, kind: str) -> Answer:
        """Requests a search."""
        command = {"game": now["id"], "version": now["version"], "kind": kind}
        return self.ask("POST", "/api/jobs/", command)

    def listen(self, job: str, after: int = 0) -> "Listener":
        """Opens the stream of a job."""
        more = {"Last-Event-ID": str(after)} if after else {}
        return Listener(self.port, f"/api/jobs/{job}/events/", self._headers(more))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": cookies, "X-CSRFToken": self.token, "Host": "localhost", **more}


class Listener:
    """An open stream: iterate to get (number, name, data) until it ends."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_WAIT)
        self._connection.request("GET", path, headers=headers)
        self.response = self._connection.getresponse()

    def __iter__(self) -> Iterator[tuple[int, str, Data]]:
        fields: dict[str, str] = {}
        for line in self.response:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}
        self.close()

    def last(self) -> tuple[str, Data]:
        """Waits for its end."""
        *_, (_, name, data) = self
        return name, data

    def close(self) -> None:
        """Disconnects, like a page that is left."""
        if self._connection.sock is not None:
            with contextlib.suppress(OSError):  # the other side was faster
                self._connection.sock.shutdown(socket.SHUT_RDWR)
        self.response.close()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _encoded(body: Any) -> Any:
    return body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
