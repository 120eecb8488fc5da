"""Measurements of one server on SQLite, as a page sees it."""

import contextlib
import itertools
import json
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from loads.rows import Row, percentile, slope
from loads.serving import Server, Visitor, any_move

GAMES = ("othello", "gomoku", "robogo", "dobutsu", "go")
_TURNS = 4
_ECHOES = 40  # moves of each turn
_ANALYSTS = 3
_UNDER_WAY = 1.0  # seconds until the analyses are
_CROWD = 50  # simultaneous visitors
_ROUND = 30  # games: after this many, levels, games and deletions repeat
_SMALL = 20  # games of small players after them: more than the server keeps
_ROUNDS = 15
_FIRST_ROUNDS = 4


def measure_start(server: Server) -> list[Row]:
    """From the command to the first page, with an empty home and with a used one."""
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
    """The time of a move between two people, from its POST to the new state."""
    rows = []
    for size in ("9", "19"):
        times: list[float] = []
        dice = random.Random(1)
        with Visitor(server) as visitor:
            now = visitor.begin("go", opponent="person", size=size)
            spent = server.seconds()
            while len(times) < 300:
                if now["stage"] != "playing":
                    now = visitor.begin("go", opponent="person", size=size)
                move = any_move(now, dice)
                begin = time.perf_counter()
                now = visitor.move(now, move)
                times.append((time.perf_counter() - begin) * 1000)
            spent = server.seconds() - spent
        board = f"move echoed, Go {size}x{size},"
        rows += [
            Row(f"{board} p50", percentile(times, 0.5), "ms"),
            Row(f"{board} p95", percentile(times, 0.95), "ms", 50),
            Row(f"{board} server CPU", spent / len(times) * 1000, "ms"),
        ]
    return rows


def measure_beside(server: Server) -> list[Row]:
    """The same, alone and beside three visitors who analyse all the time, in turns."""
    alone, beside = list[float](), list[float]()
    with Visitor(server) as visitor:
        for number in range(2 * _TURNS):
            if number % 2:
                with _analysts(server):
                    beside += _echoes(visitor, random.Random(number))
            else:
                alone += _echoes(visitor, random.Random(number))
    before, after = percentile(alone, 0.95), percentile(beside, 0.95)
    return [
        Row("move echoed alone, p95", before, "ms"),
        Row(f"move echoed beside {_ANALYSTS} analysts, p95", after, "ms"),
        Row("the ratio of the two", after / before, "", 1.5),
    ]


def _echoes(visitor: Visitor, dice: random.Random) -> list[float]:
    times: list[float] = []
    now = visitor.begin("go", opponent="person", size="9")
    while len(times) < _ECHOES and now["stage"] == "playing":
        move = any_move(now, dice)
        begin = time.perf_counter()
        now = visitor.move(now, move)
        times.append((time.perf_counter() - begin) * 1000)
    return times


@contextlib.contextmanager
def _analysts(server: Server) -> Iterator[None]:
    """Visitors whose analyses go on until the end."""
    ended = threading.Event()

    def analyse() -> None:
        with Visitor(server) as visitor:
            visitor.ask("GET", "/")
            body = json.dumps({"game": "othello", "seconds": 1.0}).encode()
            while not ended.is_set():
                visitor.ask("POST", "/api/analyse/", body)

    threads = [threading.Thread(target=analyse) for _ in range(_ANALYSTS)]
    for thread in threads:
        thread.start()
    time.sleep(_UNDER_WAY)
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def measure_thinking(server: Server) -> list[Row]:
    """The time from the POST of a move to the first thinking event with a move, at level 7."""
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
    return games_at_once([server])


def games_at_once(servers: Sequence[Server]) -> list[Row]:
    """The same on several servers, with the visitors spread over them."""
    start = threading.Barrier(_CROWD)

    def play(number: int) -> list[float]:
        dice, times = random.Random(number), list[float]()
        with Visitor(servers[number % len(servers)]) as visitor:
            now = visitor.begin(GAMES[number % len(GAMES)], opponent="level:3")
            start.wait()
            while len(times) < 5 and now["stage"] == "playing":
                begin = time.perf_counter()
                now = visitor.move(now, any_move(now, dice))
                if now["job"]:
                    now = visitor.reply(now)
                    times.append(time.perf_counter() - begin)
        return times

    with ThreadPoolExecutor(_CROWD) as pool:
        times = [one for some in pool.map(play, range(_CROWD)) for one in some]
    return [
        Row(f"{_CROWD} games at once, replies", len(times)),
        Row(f"{_CROWD} games at once, p95", percentile(times, 0.95), "s"),
        Row(f"{_CROWD} games at once, slowest", max(times), "s", 2),
    ]


def measure_memory(server: Server) -> list[Row]:
    """The server's memory after each round of 50 games.

    A game's player is kept with its table until others have played, and a random part of the table
    is in use; tables would hide everything else. So each round ends with more small players than
    the server keeps, in unfinished games, which makes rounds comparable. The first rounds fill the
    caches, and do not count.
    """
    held: list[float] = []
    dice = random.Random(3)
    with Visitor(server) as visitor:
        for _ in range(_ROUNDS):
            for number in range(_ROUND):
                level = f"level:{(1, 3, 7)[number % 3]}"
                game = _play_briefly(visitor, GAMES[number % len(GAMES)], level, dice)
                if number % 2:
                    visitor.form(f"/games/{game}/delete/")
            for _ in range(_SMALL):
                _play_briefly(visitor, "gomoku", "level:1", dice)
            held.append(server.megabytes())
    later = held[_FIRST_ROUNDS:]
    total = _ROUND + _SMALL
    gained = slope(range(len(later)), later) * 100 / total
    return [
        Row(f"memory after {total * _FIRST_ROUNDS} games", held[_FIRST_ROUNDS - 1], "MB"),
        Row(f"memory after {total * _ROUNDS} games", held[-1], "MB"),
        Row("memory gained by 100 games", gained, "MB", 2),
    ]


def _play_briefly(visitor: Visitor, game: str, level: str, dice: random.Random) -> str:
    """Three moves against a level with a short time limit; returns the game's id."""
    now = visitor.begin(game, opponent=level)
    for _ in range(3):
        if now["stage"] != "playing":
            break
        now = visitor.move(now, any_move(now, dice))
        if now["job"]:
            visitor.ask("POST", f"/api/jobs/{now['job']['id']}/hurry/")
            now = visitor.reply(now)
    return str(now["id"])
