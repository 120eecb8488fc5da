# ruff: noqa: S311 - nothing here is a secret
"""Stress-tests the whole system for hours, within limits, and prints its counts.

    tools/endurance.py                     all steps in full: up to three hours
    tools/endurance.py --share 0.01        a hundredth of each
    tools/endurance.py fuzz requests       only some steps
    tools/endurance.py --anew              discard earlier counts

Counts are stored in build/endurance.json, so that a stopped run can be continued. Exit code 1 if
anything was lost, doubled or failed.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

KEPT = ROOT / "build" / "endurance.json"
_KILLS, _INPUTS, _REQUESTS = 1000, 10_000_000, 200_000
_SOAK = 1800.0  # seconds
_SAVES = 10.0  # seconds between two saves of the counts
_CLIENTS = 4

Counts = dict[str, Any]
Goal = Callable[[Counts, float], Iterator[None]]


def fuzz(counts: Counts, share: float) -> Iterator[None]:
    """Changes valid texts at random and reads them: only a ValueError may be raised."""
    from plyground.engine import registry
    from plyground.engine.game import Game
    from plyground.records import notation

    games = [registry.game(name) for name in registry.native()]
    seeds = _seeds()
    goal = round(_INPUTS * share)
    dice = random.Random(counts.setdefault("seed", 1) + counts.get("inputs", 0))

    def position(game: Game, text: bytes) -> None:
        game.position(text.decode("utf-8", "replace"))

    def moves(game: Game, text: bytes) -> None:
        game.start().play_all(text.decode("utf-8", "replace"))

    def record(_game: Game, text: bytes) -> None:
        notation.read(text, game=None)

    readers: list[Callable[[Game, bytes], None]] = [position, moves, record]
    while counts.get("inputs", 0) < goal:
        game, read = dice.choice(games), dice.choice(readers)
        texts: dict[object, bytes] = {
            position: game.start().to_text().encode(),
            moves: b"e5 d4 pass c3",
        }
        made = _changed(texts.get(read) or dice.choice(seeds), dice)
        try:
            read(game, made)
            counts["read"] = counts.get("read", 0) + 1
        except ValueError:
            pass
        except Exception as error:  # noqa: BLE001 - counted, and kept
            fault = f"{read.__name__} {game.name} {type(error).__name__} {made!r}"
            counts.setdefault("faults", []).append(fault[:300])
        counts["inputs"] = counts.get("inputs", 0) + 1
        yield


def _seeds() -> list[bytes]:
    """A game of each kind in each notation that can hold it."""
    from plyground.engine import registry
    from plyground.records import notation
    from plyground.records.record import Record

    found = []
    for name in registry.native():
        record = Record(registry.game(name))
        dice = random.Random(name)
        for _ in range(8):
            moves = record.current.position.moves()
            record.play_all([dice.choice(moves)])
        fitting = (row.name for row in notation.formats().values() if row.holds(record.game))
        found += [notation.write([record], name).encode() for name in fitting]
    return found


def _changed(text: bytes, dice: random.Random) -> bytes:
    made = bytearray(text)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        at = dice.randrange(len(made) + 1)
        kind = dice.randrange(4)
        if kind == 0:
            made[at : at + 1] = bytes([dice.randrange(256)])
        elif kind == 1:
            del made[at : at + dice.randrange(1, 9)]
        elif kind == 2:
            made[at:at] = made[: dice.randrange(1, 20)]
        else:
            made[at:at] = dice.choice((b"\0", b"(;", b")", b"9999999999", b"\xff", b"-1", b"\n"))
    return bytes(made)


def requests(counts: Counts, share: float) -> Iterator[None]:
    """Sends unusual requests to a server: none may be answered with 500 or end it."""
    from tests.web.serving import Server
    from tests.web.visitor import Visitor

    paths = (
        "/",
        "/api/games/",
        "/play/go/",
        "/api/jobs/",
        "/api/move/",
        "/import/",
        "/account/sign-in/",
    )
    bodies = (b"", b"{}", b"[]", b'{"game": "go"}', b"\xff\0", b"[" * 900, b'{"game": 1e999}')
    dice = random.Random(counts.get("requests", 0))
    with tempfile.TemporaryDirectory() as home, _running(Server(Path(home))) as server:
        visitors = [Visitor(server.port) for _ in range(_CLIENTS)]
        while counts.get("requests", 0) < _REQUESTS * share:
            method = dice.choice(("GET", "POST", "PUT", "DELETE", "HEAD"))
            path = dice.choice(paths) + dice.choice(("", "x/", "%00/", "../", "?" + "a" * 99))
            body = _changed(dice.choice(bodies), dice) if method != "GET" else None
            status: int | str
            try:
                status = dice.choice(visitors).ask(method, path, body).status
            except (OSError, HTTPException) as error:
                status = type(error).__name__
            counts["requests"] = counts.get("requests", 0) + 1
            answers = counts.setdefault("answers", {})
            answers[str(status)] = answers.get(str(status), 0) + 1
            if status == 500 or not isinstance(status, int):
                counts.setdefault("faults", []).append(f"{method} {path} {body!r}: {status}"[:300])
            yield
        if "Traceback" in server.log:
            counts.setdefault("faults", []).append(server.log[-300:])


class _running:  # noqa: N801 - a context manager
    def __init__(self, server: Any) -> None:
        self._server = server

    def __enter__(self) -> Any:
        return self._server.start()

    def __exit__(self, *_: object) -> None:
        self._server.stop()


def kills(counts: Counts, share: float) -> Iterator[None]:
    """Kills servers, engines, workers and PostgreSQL in games; checks all acknowledged moves."""
    from tests.web.cluster import cluster
    from tests.web.server.test_engine_workers import SETTINGS, Worker
    from tests.web.server.test_workers import Player
    from tests.web.serving import Server
    from tests.web.visitor import Answer, Visitor

    class Patient(Visitor):
        """Comes back later where a server says so: nothing was acknowledged."""

        def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
            answer = super().ask(method, path, body, **headers)
            if answer.status == 503:
                raise ConnectionError
            return answer

    dice = random.Random(counts.get("kills", 0))
    with ExitStack() as stack:
        postgresql = stack.enter_context(cluster("-c listen_addresses='' -c max_connections=200"))
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        arguments = ("--database", postgresql.url, "--workers", "2", "--engine", "workers")
        server = stack.enter_context(_running(Server(home / "server", *arguments, **SETTINGS)))
        engines = [Worker(postgresql.url, home) for _ in range(2)]
        stack.callback(lambda: [one.end() for one in engines if one.process.poll() is None])
        players = [Player(server.port, level) for level in (1, 2, 3, 4)]
        for player in players:
            player.visitor = Patient(server.port)
        threads = [threading.Thread(target=player.play, daemon=True) for player in players]
        for thread in threads:
            thread.start()
        try:
            while counts.get("kills", 0) < _KILLS * share:
                time.sleep(dice.uniform(0.5, 3.0))
                what = dice.choice(("server", "worker", "worker", "PostgreSQL"))
                _kill(what, server, engines, postgresql, home, dice)
                counts["kills"] = counts.get("kills", 0) + 1
                of = counts.setdefault("of", {})
                of[what] = of.get(what, 0) + 1
                yield
        finally:
            for player in players:
                player.end.set()
            for thread in threads:
                thread.join(90)
            _check(players, counts)


def _kill(
    what: str, server: Any, engines: list[Any], postgresql: Any, home: Path, dice: random.Random
) -> None:
    from tests.web.server.test_engine_workers import Worker

    if what == "server":
        with suppress(IndexError, ProcessLookupError):  # it may be starting
            os.kill(dice.choice(server.children()), signal.SIGKILL)
    elif what == "worker":
        at = dice.randrange(len(engines))
        engines[at].end(signal.SIGKILL)
        engines[at] = Worker(postgresql.url, home)
    else:
        postgresql.stop()
        postgresql.start()


def _check(players: list[Any], counts: Counts) -> None:
    """Checks that acknowledged moves are stored, once, in place."""
    for player in players:
        last = {now["id"]: now for now in player.acknowledged}
        for game in last:
            found = player.persist(lambda player=player, game=game: player.visitor.state(game))
            for now in player.acknowledged:
                if now["id"] == game and found["moves"][: now["ply"]] != now["moves"]:
                    counts.setdefault("faults", []).append(f"lost a move of {game}")
        counts["acknowledged"] = counts.get("acknowledged", 0) + len(player.acknowledged)


def sanitizers(counts: Counts, share: float) -> Iterator[None]:
    """The whole core under ASan and UBSan, every threaded search under TSan."""
    scale = {"PLYGROUND_TEST_SCALE": str(max(0.01, min(1.0, share)))}
    tests = ("tests/search/test_threads.py", "tests/project/test_sanitizer.py")
    commands = {
        "ASan and UBSan": [sys.executable, "tools/sanitize.py", "--all"],
        "TSan": [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "deep or sanitize or not deep",
            *tests,
        ],
    }
    for name, command in commands.items():
        if counts.get(name) == "passed":
            continue
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **scale}, check=False)
        counts[name] = "passed" if done.returncode == 0 else f"exit code {done.returncode}"
        if done.returncode:
            counts.setdefault("faults", []).append(name)
        yield


def soak(counts: Counts, share: float) -> Iterator[None]:
    """Half an hour of all activities on two processes, to measure memory growth."""
    minutes = max(0.5, _SOAK * share / 60)
    command = [sys.executable, "bench/web.py", "mixed", "--minutes", str(minutes), "--json"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    rows = json.loads(done.stdout or "[]")
    counts["minutes"] = minutes
    counts["rows"] = {row["name"]: row["value"] for row in rows}
    faults = [row["name"] for row in rows if row["verdict"] == "MISSED"]
    if faults or not rows:
        counts["faults"] = faults or ["no figures"]
    yield


STEPS: dict[str, Goal] = {
    "kills": kills,
    "fuzz": fuzz,
    "requests": requests,
    "sanitizers": sanitizers,
    "soak": soak,
}


def _run(name: str, share: float) -> Counts:
    counts: Counts = _kept().get(name, {})
    if counts.get("share", 0) >= share:
        return counts
    begin, before, saved = time.monotonic(), counts.get("seconds", 0.0), 0.0
    try:
        for _ in STEPS[name](counts, share):
            if time.monotonic() - saved > _SAVES:
                saved = time.monotonic()
                counts["seconds"] = before + saved - begin
                _save(name, counts)
        counts["share"] = share
    finally:
        counts["seconds"] = round(before + time.monotonic() - begin, 1)
        counts["date"] = f"{datetime.now(UTC):%Y-%m-%d}"
        _save(name, counts)
    return counts


def _kept() -> Counts:
    kept: Counts = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def _save(name: str, counts: Counts) -> None:
    """Stores the counts of one step. Other steps may run in other processes."""
    KEPT.parent.mkdir(exist_ok=True)
    draft = KEPT.with_suffix(f".{name}")
    draft.write_text(json.dumps({**_kept(), name: counts}, indent=2), encoding="utf-8")
    draft.replace(KEPT)


def main() -> int:
    """Runs the steps and prints their figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("steps", nargs="*", choices=[[], *STEPS], help="only these")
    parser.add_argument("--share", type=float, default=1.0, help="a part of each count")
    parser.add_argument("--anew", action="store_true", help="forget what was counted")
    arguments = parser.parse_args()
    if arguments.anew:
        KEPT.unlink(missing_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # servers end, too
    faults = 0
    for name in arguments.steps or STEPS:
        counts = _run(name, arguments.share)
        faults += len(counts.get("faults", ()))
        print(f"{name}: {json.dumps(counts)}", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    raise SystemExit(main())
