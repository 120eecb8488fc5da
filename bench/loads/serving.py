"""A server as a user starts it, and a visitor with one request at a time."""

import contextlib
import http.client
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, Self
from urllib.parse import urlencode

from loads import meter

Data = dict[str, Any]

_GENEROUS = {"PLYGROUND_RATE": "off", "PLYGROUND_ENGINE_SECONDS": "off"}
_WAIT = 60.0


class Server:
    """`plyground serve` on a free port; `started` is the time in seconds to its first page."""

    def __init__(self, home: str, *arguments: str) -> None:
        begin = time.perf_counter()
        command = [sys.executable, "-m", "plyground", "serve", "--no-browser", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, *arguments],
            env={**os.environ, **_GENEROUS, "PLYGROUND_HOME": home},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        if found is None:
            raise SystemExit("the server did not start")
        self.port = int(found[1])
        with Visitor(self) as visitor:
            visitor.ask("GET", "/")
        self.started = time.perf_counter() - begin

    def megabytes(self) -> float:
        """Its current memory."""
        return meter.costs({"it": self.process.pid})["it"].megabytes

    def seconds(self) -> float:
        """Its processor time so far."""
        return meter.costs({"it": self.process.pid})["it"].seconds

    def close(self) -> float:
        """Ends it like Ctrl-C; returns the seconds that took."""
        begin = time.perf_counter()
        self.process.send_signal(2)
        self.process.wait(_WAIT)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return time.perf_counter() - begin

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.close()


class Visitor:
    """A browser that keeps its connection, its cookie and its token."""

    def __init__(self, server: Server) -> None:
        self._line = http.client.HTTPConnection("localhost", server.port, timeout=_WAIT)
        self._port = server.port
        self._cookies: dict[str, str] = {}
        self._token = ""

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> bytes:
        """An answer's body; any error ends the run."""
        self._line.request(method, path, body, {**self._headers(), **headers})
        response = self._line.getresponse()
        content = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        if found := re.search(rb'name="csrf-token" content="([^"]+)"', content):
            self._token = found[1].decode()
        if response.status >= 400:
            raise SystemExit(f"{method} {path}: {response.status} {content[:300]!r}")
        return response.headers.get("Location", "").encode() or content

    def begin(self, game: str, **form: str) -> Data:
        """Starts a game."""
        if not self._token:
            self.ask("GET", "/")
        path = self.form(f"/play/{game}/", **form).decode()
        return self.state(path.strip("/").rpartition("/")[2])

    def form(self, path: str, **form: str) -> bytes:
        """Submits a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(form).encode(), **kind)

    def state(self, game: str) -> Data:
        """The current state of a game."""
        state: Data = json.loads(self.ask("GET", f"/api/games/{game}/"))
        return state

    def move(self, now: Data, move: str) -> Data:
        """Plays a move; returns the state after it."""
        body = {"version": now["version"], "ply": now["ply"], "action": "move", "move": move}
        path = f"/api/games/{now['id']}/actions/"
        state: Data = json.loads(self.ask("POST", path, json.dumps(body).encode()))
        return state

    def events(self, job: str) -> Iterator[tuple[str, Data]]:
        """The events of a job, on a separate connection."""
        line = http.client.HTTPConnection("localhost", self._port, timeout=_WAIT)
        with contextlib.closing(line):
            line.request("GET", f"/api/jobs/{job}/events/", headers=self._headers())
            response = line.getresponse()
            name = ""
            for row in response:
                if row.startswith(b"event: "):
                    name = row[7:].decode().strip()
                elif row.startswith(b"data: "):
                    yield name, json.loads(row[6:])

    def reply(self, now: Data) -> Data:
        """The state after the computer's reply."""
        for name, data in self.events(now["job"]["id"]):
            if name == "done":
                state: Data = data["state"]
                return state
        raise SystemExit("a search gave no move")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies, "X-CSRFToken": self._token}


def any_move(now: Data, dice: random.Random) -> str:
    """A legal move, preferably not a pass."""
    moves = [move["text"] for move in now["view"]["moves"]]
    return str(dice.choice([move for move in moves if move != "pass"] or moves))
