"""The path of a person's move through the server, counted in this process.

    DATABASE_URL=... PLYGROUND_HOME=... python bench/loads/moves.py

prints, as JSON, a list of the fields of `Found`: for a game of two people on one screen and one
against level 1, each new and after 60 moves. One thread makes the requests one by one, like a
thread of the server, so that its calls, its statements and its processor time can be measured.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[1]))

from loads.rows import Row
from loads.service import postgresql
from loads.way import Way, watched

Data = dict[str, Any]

OPPONENTS = ("person", "level:1")
LENGTHS = (0, 60)  # moves before the measured ones
_GAME, _OPTIONS = "go", {"size": "9"}
_TIMED = 12  # moves
_SEED = 4
_MOST_STATEMENTS = 3


@dataclass(frozen=True)
class Found:
    """The cost of one kind of move."""

    database: str
    opponent: str
    moves: int
    signed_in: bool
    way: Way
    milliseconds: float  # of the answering thread


class Player:
    """A client that sends requests to Django in this thread."""

    def __init__(self) -> None:
        from plyground.web.base.handler import Handler

        self._handler = Handler()
        self._cookies: dict[str, str] = {}
        self._token = ""
        self.ask("GET", "/")

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> Any:
        """One request; the answer, parsed if it is JSON."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {
            "host": "localhost",
            "content-type": kind,
            "content-length": str(len(body)),
            "cookie": cookies,
            "x-csrftoken": self._token,
        }
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        response = self._handler._answer(scope, body)  # noqa: SLF001 - what a thread does
        content: bytes = response.content  # type: ignore[attr-defined]
        for name, morsel in response.cookies.items():
            self._cookies[name] = morsel.value
        if found := re.search(rb'name="csrf-token" content="([^"]+)"', content):
            self._token = found[1].decode()
        if response.status_code >= 400:
            raise SystemExit(f"{method} {path}: {response.status_code} {content[:300]!r}")
        if response.status_code == 302:
            return response.headers["Location"]
        return json.loads(content) if content[:1] == b"{" else content

    def form(self, path: str, **values: str) -> str:
        """Submits a form; returns the address that follows."""
        kind = "application/x-www-form-urlencoded"
        return str(self.ask("POST", path, urlencode(values).encode(), kind))

    def sign_up(self) -> None:
        """Creates an account."""
        secret = "a long one for the bench"
        name = f"bench{os.getpid()}"
        self.form("/account/sign-up/", name=name, password=secret, again=secret)
        self.ask("GET", "/account/")

    def begin(self, opponent: str, moves: int) -> Data:
        """A game after this many moves, with a person to move."""
        url = self.form(f"/play/{_GAME}/", opponent="person", **_OPTIONS)
        now = self.state(_id_of(url))
        dice = random.Random(_SEED)
        while now["ply"] < moves:
            now = self.play(now, _move(now, dice))
        if opponent == "person":
            return now
        command = {"ply": now["ply"], "opponent": opponent, "colour": now["view"]["turn"]}
        path = f"/api/games/{now['id']}/fork/"
        return self.state(_id_of(self.ask("POST", path, json.dumps(command).encode())["url"]))

    def state(self, game: str) -> Data:
        """The current state of a game."""
        found: Data = self.ask("GET", f"/api/games/{game}/")
        return found

    def play(self, now: Data, move: str) -> Data:
        """Plays a move; returns the state after it."""
        command = {"version": now["version"], "ply": now["ply"], "action": "move", "move": move}
        path = f"/api/games/{now['id']}/actions/"
        found: Data = self.ask("POST", path, json.dumps(command).encode())
        return found

    def await_reply(self, now: Data) -> Data:
        """The state when a person is to move again."""
        while now["to_move"] == "computer":
            time.sleep(0.005)
            now = self.state(now["id"])
        return now


def count(opponent: str, moves: int, *, signed_in: bool = False) -> Found:
    """Plays the same moves twice: once to count, once to time."""
    from django.db import connection

    player = Player()
    if signed_in:
        player.sign_up()
    ways, times = list[Way](), list[float]()
    for is_timed in (False, True):
        now = player.begin(opponent, moves)
        dice = random.Random(_SEED + 1)
        for _ in range(_TIMED):
            move = _move(now, dice)
            with nullcontext(Way()) if is_timed else watched() as way:
                begin = time.thread_time()
                now = player.play(now, move)
                times.append((time.thread_time() - begin) * 1000)
            ways.append(way)
            now = player.await_reply(now)
    # The first move of a game finds cold caches; the second is typical.
    return Found(
        connection.vendor, opponent, moves, signed_in, ways[1], median(times[_TIMED + 1 :])
    )


def _id_of(url: str) -> str:
    return url.strip("/").rpartition("/")[2]


def _move(now: Data, dice: random.Random) -> str:
    moves = [move["text"] for move in now["view"]["moves"] if move["text"] != "pass"]
    return str(dice.choice(moves))


def main() -> None:
    """Measures everything on the database in the environment."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "plyground.web.settings"
    os.environ["PLYGROUND_RATE"] = "off"
    import django

    django.setup()
    from django.core.management import call_command

    from plyground.web.base import event_bus
    from plyground.web.play import jobs

    call_command("migrate", verbosity=0, interactive=False)
    jobs.begin()
    kinds = [(opponent, moves, False) for opponent in OPPONENTS for moves in LENGTHS]
    kinds.append(("person", LENGTHS[-1], True))
    found = [count(opponent, moves, signed_in=has) for opponent, moves, has in kinds]
    print(json.dumps([asdict(one) for one in found]))
    jobs.close()
    event_bus.close()


# As shown by bench/web.py


def measure_move(_: object = None) -> list[Row]:
    """The path of a person's move in Go 9x9: statements, replays, calls, processor time."""
    rows: list[Row] = []
    with postgresql() as url:
        for address in ("", url):
            for found in _run(address):
                rows += _rows(found)
    return rows


def _run(url: str) -> list[Data]:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, __file__],
            env={**os.environ, "PLYGROUND_HOME": home, "DATABASE_URL": url},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
    found: list[Data] = json.loads(done.splitlines()[-1])
    return found


def _rows(found: Data) -> list[Row]:
    way = found["way"]
    who = f"{found['opponent']}{', account' if found['signed_in'] else ''}"
    name = f"{found['database']}, {who}, {found['moves']} moves:"
    asked = ", ".join(way["asked"])
    return [
        Row(f"{name} SQL", len(way["statements"]), "", _MOST_STATEMENTS + 1),
        Row(f"{name} replays", way["replays"], "", 2),
        Row(f"{name} plays", way["plays"], "", None, f"asked: {asked}"),
        Row(f"{name} modules", len(way["modules"])),
        Row(f"{name} own calls", way["own_calls"]),
        Row(f"{name} all calls", way["calls"]),
        Row(f"{name} CPU", found["milliseconds"], "ms"),
    ]


if __name__ == "__main__":
    main()
