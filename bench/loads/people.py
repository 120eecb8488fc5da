"""Visitors on the event loop, each with a cookie and the connections of one server."""

import json
import random
import re
import secrets
from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

import plyground
from loads.lines import Answer, Hear, Pool, Stream, place

Data = dict[str, Any]

_TOKEN = "csrftoken"
_FORM = "application/x-www-form-urlencoded"
_CODE = re.compile(rb'"code": ?"(\w+)"')
_SIZES: dict[str, dict[str, str]] = {"go": {"size": "9"}, "robogo": {"size": "9"}}
LONG_GAMES = ("go", "gomoku", "othello", "robogo")


class Refused(Exception):  # noqa: N818 - names the event
    """An unexpected answer."""


class Person:
    """A client with a cookie or a token, which sends requests to this pool's server."""

    def __init__(self, pool: Pool, token: str = "") -> None:
        self.pool = pool
        self.token = token
        # The cookie itself is a valid token, so there is no need to fetch one from a page.
        self._cookies = {_TOKEN: secrets.token_hex(16)}

    def moved(self, pool: Pool) -> "Person":
        """The same client at another server."""
        other = Person(pool, self.token)
        other._cookies = self._cookies
        return other

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        kind: str = "application/json",
        wanted: Collection[int] = (200,),
    ) -> Answer:
        """An answer with an expected status; raises Refused for others."""
        headers = {**self._headers(), "Content-Type": kind} if body else self._headers()
        answer = await self.pool.ask(method, path, headers, body)
        for cookie in answer.cookies:
            name, _, value = cookie.partition(b";")[0].decode().partition("=")
            self._cookies[name] = value
        if answer.status not in wanted:
            found = _CODE.search(answer.body)
            code = found[1].decode() if found else ""
            words = [method, place(path), str(answer.status), code]
            raise Refused(" ".join(filter(None, words)))
        return answer

    async def form(self, path: str, **fields: str) -> str:
        """Submits a form; returns the address that follows."""
        answer = await self.ask("POST", path, urlencode(fields).encode(), _FORM, (302, 303))
        return answer.headers[b"location"].decode()

    async def tell(self, method: str, path: str, data: Data, *wanted: int) -> Data:
        """Sends and receives JSON."""
        body = json.dumps(data).encode()
        answer = await self.ask(method, path, body, wanted=wanted or (200,))
        found: Data = json.loads(answer.body or b"{}")
        return found

    async def begin(self, game: str, **form: str) -> Data:
        """Starts a game; returns its state."""
        found = await self.form(f"/play/{game}/", **{**_SIZES.get(game, {}), **form})
        return await self.state(last_part(found))

    async def state(self, game: str) -> Data:
        """The current state of a game."""
        state: Data = json.loads((await self.ask("GET", f"/api/games/{game}/")).body)
        return state

    async def act(self, now: Data, action: str, **more: Any) -> Data:
        """Applies a command in this state of a game; returns the next state."""
        body = {"version": now["version"], "ply": now["ply"], "action": action, **more}
        return await self.tell("POST", f"/api/games/{now['id']}/actions/", body)

    async def follow(self, path: str, hear: Hear) -> Stream:
        """Opens a stream."""
        return await Stream.open(self.pool.port, path, self._headers(), hear)

    def _headers(self) -> dict[str, str]:
        if self.token:
            return {"Authorization": f"Bearer {self.token}"}
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies, "X-CSRFToken": self._cookies[_TOKEN]}


def last_part(place: str) -> str:
    """The last part of an address: a game's id or a link's token."""
    return place.strip("/").rpartition("/")[2]


def script(game: str, length: int, seed: int) -> list[str]:
    """A sequence of legal moves without passes and without a result."""
    options = {name: int(value) for name, value in _SIZES.get(game, {}).items()}
    dice = random.Random(seed)
    while True:
        position, moves = plyground.game(game, **options).start(), list[str]()
        while len(moves) < length:
            choices = [move for move in position.moves() if move != "pass"]
            if not choices:
                break
            moves.append(dice.choice(choices))
            position = position.play(moves[-1])
        if len(moves) == length and position.result() is None:
            return moves
