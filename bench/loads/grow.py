"""Two web processes without searches, and engine workers beside them, on one PostgreSQL.

Everything runs on this machine, including the load: more workers than processors show that work is
shared, but not that more work is done.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from loads import meter
from loads.rows import Row, percentile
from loads.service import DATABASE, first_process, postgresql
from loads.serving import Data, Server, Visitor, any_move
from loads.together import Size

_MIX = ("othello", "gomoku", "go", "dobutsu", "connect_four")
_LEVEL = 5
_WORKERS = (1, 2, 3)
_SECONDS = 20.0  # for each number of workers
_PLAYERS = 12  # players without thinking time, so that the workers always have work
_GAMES = 100
_THINKS = 3.0  # seconds per move, for each of this many players


@dataclass
class Played:
    """The players' results."""

    echoes: list[float]
    replies: list[float]
    seconds: float


@contextlib.contextmanager
def _cluster(workers: int) -> Iterator[tuple[list[Server], dict[str, int]]]:
    """The servers, and the first process of each part by name."""
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgresql())
        home = stack.enter_context(tempfile.TemporaryDirectory())
        arguments = ("--database", url, "--engine", "workers")
        servers = [stack.enter_context(Server(home, *arguments)) for _ in range(2)]
        engines = [stack.enter_context(_worker(url, home)) for _ in range(workers)]
        roots = {f"web {at}": one.process.pid for at, one in enumerate(servers, 1)}
        roots |= {f"worker {at}": pid for at, pid in enumerate(engines, 1)}
        yield servers, roots | {DATABASE: first_process(url)}


@contextlib.contextmanager
def _worker(url: str, home: str) -> Iterator[int]:
    command = [sys.executable, "-m", "plyground", "engine-worker", "--database", url]
    environment = {**os.environ, "PLYGROUND_HOME": home}
    with subprocess.Popen(
        [*command, "--slots", "1"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.terminate()


def _play(servers: list[Server], players: int, seconds: float, thinks: float) -> Played:
    """Plays this many games at once against one level, for this long.

    Each person has some thinking time.
    """
    played = Played([], [], seconds)
    begun = threading.Barrier(players + 1)
    end = [0.0]

    def play(number: int) -> None:
        dice = random.Random(number)
        with Visitor(servers[number % len(servers)]) as visitor:
            now = _begin(visitor, number)
            begun.wait()
            time.sleep(thinks * dice.random())
            while time.perf_counter() < end[0]:
                if now["stage"] != "playing" or now["to_move"] != "person":
                    now = _begin(visitor, number)
                at = time.perf_counter()
                now = visitor.move(now, any_move(now, dice))
                played.echoes.append((time.perf_counter() - at) * 1000)
                if now["job"]:
                    now = visitor.reply(now)
                    played.replies.append((time.perf_counter() - at) * 1000)
                time.sleep(thinks)

    with ThreadPoolExecutor(players) as pool:
        futures = [pool.submit(play, number) for number in range(players)]
        end[0] = time.perf_counter() + seconds
        begun.wait()
        end[0] = time.perf_counter() + seconds
        for future in futures:
            future.result()
    return played


def _begin(visitor: Visitor, number: int) -> Data:
    return visitor.begin(_MIX[number % len(_MIX)], opponent=f"level:{_LEVEL}")


def measure_grow(size: Size) -> list[Row]:
    """Replies per second with 1, 2 and 3 engine workers of one slot each, level 5."""
    rows: list[Row] = []
    for workers in _WORKERS:
        with _cluster(workers) as (servers, roots):
            before = meter.costs(roots)
            played = _play(servers, _PLAYERS, max(3.0, _SECONDS * size.share), 0.0)
            rows += _rows(f"{workers} workers:", played, before, meter.costs(roots))
    return rows


def measure_hundred(size: Size) -> list[Row]:
    """100 games at once at level 5, 3 s of thought by each person; 2 web processes, 2 workers."""
    with _cluster(2) as (servers, roots):
        before = meter.costs(roots)
        games = size.count(_GAMES)
        played = _play(servers, games, max(10.0, 60 * size.share), _THINKS)
        rows = _rows(f"{games} games:", played, before, meter.costs(roots))
    return [
        *rows,
        Row("move echoed, p50", percentile(played.echoes, 0.5), "ms"),
        Row("move echoed, p95", percentile(played.echoes, 0.95), "ms", 50),
        Row("reply, p50", percentile(played.replies, 0.5), "ms"),
        Row("reply, p95", percentile(played.replies, 0.95), "ms", 500),
    ]


def _rows(
    name: str, played: Played, before: dict[str, meter.Cost], after: dict[str, meter.Cost]
) -> list[Row]:
    replies = max(1, len(played.replies))
    spent = {part: after[part].seconds - before[part].seconds for part in after}

    def share(word: str) -> float:
        return sum(one for part, one in spent.items() if part.startswith(word)) / replies * 1000

    return [
        Row(f"{name} replies", len(played.replies)),
        Row(f"{name} replies a second", len(played.replies) / played.seconds),
        Row(f"{name} web CPU a reply", share("web"), "ms"),
        Row(f"{name} worker CPU a reply", share("worker"), "ms"),
        Row(f"{name} PostgreSQL CPU a reply", share(DATABASE), "ms"),
        *(
            Row(f"{name} memory of {part}", cost.megabytes, "MB")
            for part, cost in after.items()
            if part != DATABASE
        ),
    ]
