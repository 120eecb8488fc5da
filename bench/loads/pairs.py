"""Games by link between people at two different servers, with additional listeners."""

import asyncio
import contextlib
import itertools
import json
import re
import time
from collections import Counter
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from loads.lines import Broken, Pool, Stream
from loads.people import LONG_GAMES, Person, Refused, script

_VERSION = re.compile(rb'"version": ?(\d+)')
_LATE = 10.0  # seconds after which a missing move counts as lost
_AT_ONCE = 8  # games that are set up at a time
_SETTLING = 2.0  # seconds between the last stream that opens and the first move
_LAG = 0.05  # seconds between checks of the client's own lag


@dataclass(frozen=True)
class Plan:
    """The number of players and listeners, their servers, and the duration."""

    ports: tuple[int, int]
    games: int
    idle: int
    seconds: float
    every: float = 2.0  # seconds between the moves of a game


@dataclass
class Outcome:
    """The results. Times are in milliseconds, moments of the monotonic clock."""

    delivered: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    broken: int = 0  # streams that ended by themselves
    late: int = 0  # moves that were still unanswered when the next was due
    streams: int = 0
    began: float = 0.0
    ended: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)


class Ear:
    """Notes when each version of a game first arrives by stream."""

    def __init__(self) -> None:
        self.came: dict[int, float] = {}
        self.doubled = 0
        self._waiting: dict[int, asyncio.Future[float]] = {}

    def expect(self, version: int) -> "asyncio.Future[float]":
        """Announces a version; call it before the version can arrive."""
        future = asyncio.get_running_loop().create_future()
        self._waiting[version] = future
        return future

    def __call__(self, name: bytes, data: bytes, now: float) -> None:
        """An event."""
        found = _VERSION.search(data) if name == b"state" else None
        if found is None:
            return
        version = int(found[1])
        if version in self.came:
            self.doubled += 1
            return
        self.came[version] = now
        future = self._waiting.pop(version, None)
        if future is not None and not future.done():
            future.set_result(now)


@dataclass
class Seat:
    """One of the two players of a game."""

    person: Person
    ear: Ear
    stream: Stream


@dataclass
class LinkGame:
    """A game by link with both players, Black first, and its prepared moves."""

    id: str
    version: int
    shared: str
    seats: tuple[Seat, Seat]
    moves: list[str]
    played: int = 0
    spectators: list[tuple[Ear, Stream]] = field(default_factory=list)


async def seat(
    name: str, black: Pool, white: Pool, moves: list[str], watchers: int = 0
) -> LinkGame:
    """Creates a game by link: one player begins it, the other joins, both listen."""
    owner, invited = Person(black), Person(white)
    now = await owner.begin(name, opponent="link", colour="black")
    await invited.form(now["link"]["invite"])
    now = await invited.state(now["id"])
    path = f"/api/games/{now['id']}/events/?version={now['version']}"
    seats = []
    for person in (owner, invited):
        ear = Ear()
        seats.append(Seat(person, ear, await person.follow(path, ear)))
    game = LinkGame(now["id"], now["version"], now["shared"], (seats[0], seats[1]), moves)
    for _, pool in zip(range(watchers), itertools.cycle((white, black)), strict=False):
        ear, path = Ear(), f"{game.shared}events/?version={now['version']}"
        game.spectators.append((ear, await Person(pool).follow(path, ear)))
    return game


async def play(game: LinkGame, begin: float, plan: Plan, outcome: Outcome) -> None:
    """A move at each interval, by the two in turn, until the time is up."""
    for number, move in enumerate(game.moves):
        due = begin + number * plan.every
        if due >= outcome.ended:
            return
        wait = due - time.monotonic()
        outcome.late += number > 0 and wait < 0
        await asyncio.sleep(max(0.0, wait))
        mover, other = game.seats[number % 2], game.seats[1 - number % 2]
        command = {"version": game.version, "ply": number, "action": "move", "move": move}
        body = json.dumps(command).encode()
        arrival = other.ear.expect(game.version + 1)
        sent = time.perf_counter()
        await mover.person.ask("POST", f"/api/games/{game.id}/actions/", body)
        outcome.acknowledged.append(1000 * (time.perf_counter() - sent))
        game.version += 1
        game.played += 1
        try:
            outcome.delivered.append(1000 * (await asyncio.wait_for(arrival, _LATE) - sent))
        except TimeoutError:
            outcome.lost += 1
            return


async def check(game: LinkGame, outcome: Outcome) -> None:
    """Whether both servers have exactly the acknowledged moves."""
    for one in game.seats:
        state = await one.person.state(game.id)
        known = [move["text"] for move in state["moves"]]
        expected = game.moves[: game.played]
        outcome.doubled += max(0, len(known) - len(expected))
        outcome.lost += max(0, len(expected) - len(known))
        if known != expected and len(known) == len(expected):
            outcome.errors["other moves than were played"] += 1


async def run(plan: Plan) -> Outcome:
    """The whole load: all games are created and played, then checked."""
    outcome = Outcome()
    pools = [Pool(port) for port in plan.ports]
    games, idle = await _seat_all(plan, pools, outcome)
    await asyncio.sleep(_SETTLING)
    outcome.began = time.monotonic()
    outcome.ended = outcome.began + plan.seconds
    lagging = asyncio.ensure_future(_watch_lag(outcome))
    plays = [
        play(game, outcome.began + plan.every * at / len(games), plan, outcome)
        for at, game in enumerate(games)
    ]
    await _all(plays, outcome)
    outcome.ended = time.monotonic()
    lagging.cancel()
    await asyncio.sleep(1)  # waits for events that should not come
    await _all([check(game, outcome) for game in games], outcome)
    _count(games, idle, outcome)
    for pool in pools:
        pool.close()
    return outcome


async def _seat_all(
    plan: Plan, pools: list[Pool], outcome: Outcome
) -> tuple[list[LinkGame], list[LinkGame]]:
    """Creates the games that are played, and the idle ones."""
    turns = asyncio.Semaphore(_AT_ONCE)
    length = int(plan.seconds / plan.every) + 2

    async def one(number: int, is_idle: bool) -> LinkGame | None:
        black, white = pools[number % 2], pools[1 - number % 2]
        name = LONG_GAMES[number // 2 % len(LONG_GAMES)]
        async with turns:
            try:
                moves = [] if is_idle else script(name, length, number)
                return await seat(name, black, white, moves, 2 if is_idle else 0)
            except (Refused, Broken) as error:
                outcome.errors[str(error)] += 1
                return None

    playing = await asyncio.gather(*(one(number, False) for number in range(plan.games)))
    idle = await asyncio.gather(*(one(number, True) for number in range(plan.idle // 4)))
    return [game for game in playing if game], [game for game in idle if game]


async def _all(tasks: Iterable[Coroutine[Any, Any, None]], outcome: Outcome) -> None:
    """Waits for all; errors are counted, and the others continue."""
    for error in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(error, (Refused, Broken)):
            outcome.errors[str(error)] += 1
        elif error is not None:
            raise error


async def _watch_lag(outcome: Outcome) -> None:
    """Measures the client's own lag, which delays its measurements by as much."""
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            due = time.perf_counter() + _LAG
            await asyncio.sleep(_LAG)
            outcome.lags.append(1000 * (time.perf_counter() - due))


def _count(games: list[LinkGame], idle: list[LinkGame], outcome: Outcome) -> None:
    """Collects the results of every stream, and closes it."""
    for game in (*games, *idle):
        pairs = [(one.ear, one.stream) for one in game.seats] + game.spectators
        for ear, stream in pairs:
            outcome.streams += 1
            outcome.doubled += ear.doubled
            outcome.broken += stream.is_over
            stream.close()
