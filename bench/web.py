"""Measures the server as a page meets it, in one run, against the project's promises.

    python bench/web.py             # about two minutes
    python bench/web.py --json
    python bench/web.py echo games  # only some

A server in a process of its own, with a home of its own, answers over loopback; who asks runs on
the same processor. Limits of rate and engine time are off, for here one visitor does it all.
"""

import argparse
import contextlib
import http.client
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Self
from urllib.parse import urlencode

Data = dict[str, Any]

GAMES = ("othello", "gomoku", "robogo", "dobutsu", "go")
_GENEROUS = {"PLYGROUND_RATE": "off", "PLYGROUND_ENGINE_SECONDS": "off"}
_WAIT = 60.0


@dataclass(frozen=True)
class Row:
    """A figure, and what was promised of it."""

    name: str
    value: float
    unit: str
    most: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the promise is kept."""
        if self.most is None:
            return ""
        return "kept" if self.value < self.most else "MISSED"


class Server:
    """`plyground serve` on a free port; `started` are the seconds it took to its first page."""

    def __init__(self, home: str) -> None:
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "plyground", "serve", "--no-browser", "--port", "0"],
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
        """What it holds in memory now."""
        command = ["ps", "-o", "rss=", "-p", str(self.process.pid)]
        return int(subprocess.check_output(command, text=True)) / 1024

    def close(self) -> float:
        """Ends it as Ctrl-C does; the seconds that took."""
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
        """An answer's body; anything but success ends the run."""
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
        """A new game."""
        if not self._token:
            self.ask("GET", "/")
        path = self.form(f"/play/{game}/", **form).decode()
        return self.state(path.strip("/").rpartition("/")[2])

    def form(self, path: str, **form: str) -> bytes:
        """Sends a form."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(form).encode(), **kind)

    def state(self, game: str) -> Data:
        """A game as it is now."""
        state: Data = json.loads(self.ask("GET", f"/api/games/{game}/"))
        return state

    def move(self, now: Data, move: str) -> Data:
        """Plays; the state after it."""
        wish = {"version": now["version"], "ply": now["ply"], "action": "move", "move": move}
        path = f"/api/games/{now['id']}/actions/"
        state: Data = json.loads(self.ask("POST", path, json.dumps(wish).encode()))
        return state

    def events(self, job: str) -> Iterator[tuple[str, Data]]:
        """What a job tells, on a connection of its own."""
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
    """A legal move, and no pass where there is another."""
    moves = [move["text"] for move in now["view"]["moves"]]
    return str(dice.choice([move for move in moves if move != "pass"] or moves))


def percentile(values: list[float], share: float) -> float:
    """The value that so many of a hundred do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1]


def measure_start(server: Server) -> list[Row]:
    """From the command to the first page, in an empty home and in one that was used."""
    with tempfile.TemporaryDirectory() as home:
        with Server(home) as first:
            ending = first.close()
        with Server(home) as again:
            pass
    return [
        Row("first start to first page", max(first.started, server.started), "s", 3),
        Row("later start to first page", again.started, "s", 3),
        Row("Ctrl-C to the end", ending, "s", 3),
    ]


def measure_echo(server: Server) -> list[Row]:
    """A move between two people, from its POST to the new state."""
    rows = []
    for size in ("9", "19"):
        times: list[float] = []
        dice = random.Random(1)
        with Visitor(server) as visitor:
            now = visitor.begin("go", opponent="person", size=size)
            while len(times) < 300:
                if now["stage"] != "playing":
                    now = visitor.begin("go", opponent="person", size=size)
                move = any_move(now, dice)
                begin = time.perf_counter()
                now = visitor.move(now, move)
                times.append((time.perf_counter() - begin) * 1000)
        board = f"move echoed, Go {size}x{size},"
        rows += [
            Row(f"{board} p50", percentile(times, 0.5), "ms"),
            Row(f"{board} p95", percentile(times, 0.95), "ms", 50),
        ]
    return rows


def measure_thinking(server: Server) -> list[Row]:
    """From the POST of a move to the first thinking event that names a move, level 7."""
    dice = random.Random(2)
    starts, lines = list[float](), list[float]()
    with Visitor(server) as visitor:
        for game in itertools.islice(itertools.cycle(GAMES), 30):
            now = visitor.begin(game, opponent="level:7")
            move = any_move(now, dice)
            begin = time.perf_counter()
            now = visitor.move(now, move)
            for number, (name, data) in enumerate(visitor.events(now["job"]["id"])):
                took = (time.perf_counter() - begin) * 1000
                if not number:
                    starts.append(took)
                if name == "thinking" and data["move"] is not None:
                    lines.append(took)
                    break
            else:
                raise SystemExit(f"a search in {game} ended without a line")
            visitor.ask("DELETE", f"/api/jobs/{now['job']['id']}/")
    return [
        Row("first event of any kind, p95", percentile(starts, 0.95), "ms"),
        Row("first thinking event with a move, p50", percentile(lines, 0.5), "ms"),
        Row("first thinking event with a move, p95", percentile(lines, 0.95), "ms", 100),
    ]


def measure_games(server: Server) -> list[Row]:
    """Fifty visitors at once, each with a game against level 3."""
    start = threading.Barrier(50)

    def play(number: int) -> list[float]:
        dice, times = random.Random(number), list[float]()
        with Visitor(server) as visitor:
            now = visitor.begin(GAMES[number % len(GAMES)], opponent="level:3")
            start.wait()
            while len(times) < 5 and now["stage"] == "playing":
                begin = time.perf_counter()
                now = visitor.move(now, any_move(now, dice))
                if now["job"]:
                    now = visitor.reply(now)
                    times.append(time.perf_counter() - begin)
        return times

    with ThreadPoolExecutor(50) as pool:
        times = [one for some in pool.map(play, range(50)) for one in some]
    return [
        Row("50 games at once, replies", len(times), ""),
        Row("50 games at once, p95", percentile(times, 0.95), "s"),
        Row("50 games at once, slowest", max(times), "s", 2),
    ]


def measure_memory(server: Server) -> list[Row]:
    """What the server holds after every 50 of 500 games; the slope leaves out the first 100."""
    held: list[float] = []
    dice = random.Random(3)
    with Visitor(server) as visitor:
        for number in range(1, 501):
            level = f"level:{(1, 3, 7)[number % 3]}"
            now = visitor.begin(GAMES[number % len(GAMES)], opponent=level)
            for _ in range(3):
                if now["stage"] != "playing":
                    break
                now = visitor.move(now, any_move(now, dice))
                if now["job"]:
                    visitor.ask("POST", f"/api/jobs/{now['job']['id']}/hurry/")
                    now = visitor.reply(now)
            if number % 2:
                visitor.form(f"/games/{now['id']}/delete/")
            if number % 50 == 0:
                held.append(server.megabytes())
    slope = statistics.linear_regression(range(len(held) - 1), held[1:]).slope * 2
    rows = [Row(f"memory after {50 * (i + 1)} games", value, "MB") for i, value in enumerate(held)]
    return [*rows, Row("memory gained by 100 games", slope, "MB", 2)]


MEASURES: dict[str, Callable[[Server], list[Row]]] = {
    "start": measure_start,
    "echo": measure_echo,
    "thinking": measure_thinking,
    "games": measure_games,
    "memory": measure_memory,
}


def main() -> int:
    """Prints a table; exit code 1 if a promise is not kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", nargs="*", choices=[[], *MEASURES], help="only these")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as home, Server(home) as server:
        for name in arguments.what or MEASURES:
            found = MEASURES[name](server)
            rows += found
            if not arguments.json:
                print(f"\n{(MEASURES[name].__doc__ or '').splitlines()[0]}")
            for row in [] if arguments.json else found:
                promise = "" if row.most is None else f"under {row.most:g}"
                print(f"  {row.name:38}{row.value:10.2f} {row.unit:3} {promise:10} {row.verdict}")
    if arguments.json:
        print(json.dumps([{**asdict(row), "verdict": row.verdict} for row in rows], indent=2))
    return any(row.verdict == "MISSED" for row in rows)


if __name__ == "__main__":
    raise SystemExit(main())
