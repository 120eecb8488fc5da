"""The activities of one visitor, from the first page to the last."""

import asyncio
import contextlib
import json
import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from loads.lines import Pool
from loads.people import LONG_GAMES, Data, Person, Refused, script

GAMES = ("othello", "gomoku", "robogo", "dobutsu", "go")
_WAIT = 30.0  # seconds to wait for an event
_ENDS = ("done", "failed", "cancelled")
_STATIC = re.compile(rb'(?:href|src)="(/static/[^"]+)"')
_PASSWORD = "an owl reads 7 maps"


@dataclass
class World:
    """What all visitors share: the servers, the games to watch, and the counts."""

    pools: list[Pool]
    pace: float  # of a second: the unit of pauses
    watchable: dict[str, str] = field(default_factory=dict)  # the server of each game
    moves: int = 0
    lost: int = 0
    doubled: int = 0


class Visit:
    """One visitor, who starts at this server and later uses the other one."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.dice = random.Random(number)
        self.here = world.pools[number % len(world.pools)]
        self.there = world.pools[(number + 1) % len(world.pools)]

    async def pause(self, seconds: float) -> None:
        """Waits for about this long, like a visitor who looks at the board."""
        await asyncio.sleep(self.world.pace * self.dice.uniform(0.5, 1.5) * seconds)

    def chance(self, share: float) -> bool:
        """Returns true with this probability."""
        return self.dice.random() < share

    def compare(self, known: list[str], played: list[str]) -> None:
        """Counts moves that are duplicated or missing."""
        self.world.lost += max(0, len(played) - len(known))
        self.world.doubled += max(0, len(known) - len(played))
        if len(known) == len(played) and known != played:
            self.world.lost += 1


class Inbox:
    """The events of a stream, in order."""

    def __init__(self) -> None:
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    def __call__(self, name: bytes, data: bytes, _now: float) -> None:
        """An event."""
        self._events.put_nowait((name.decode(), data))

    async def until(self, *names: str) -> tuple[str, Data]:
        """Waits for the first of these."""
        while True:
            name, data = await asyncio.wait_for(self._events.get(), _WAIT)
            if name in names:
                return name, json.loads(data)

    async def version(self, least: int) -> Data:
        """Waits for a state at least as new as this."""
        while True:
            _, state = await self.until("state")
            if state["version"] >= least:
                return state


@contextlib.asynccontextmanager
async def listening(person: Person, path: str) -> AsyncIterator[Inbox]:
    """Receives the events of a stream."""
    inbox = Inbox()
    stream = await person.follow(path, inbox)
    try:
        yield inbox
    finally:
        stream.close()


# Looking


async def look_around(visit: Visit) -> None:
    """Opens the home page with all its files, then some other pages."""
    person = Person(visit.here)
    page = await person.ask("GET", "/")
    for address in sorted(set(_STATIC.findall(page.body))):
        await person.ask("GET", address.decode())
    name = visit.dice.choice(GAMES)
    places = [f"/rules/{name}/", f"/new/{name}/", f"/api/demos/{name}/", "/games/", "/import/"]
    for place in visit.dice.sample(places, 3):
        await visit.pause(10)
        await person.ask("GET", place)


async def watch(visit: Visit) -> None:
    """Watches another game for a while; the home page if there is none."""
    person = Person(visit.here)
    if not visit.world.watchable:
        await person.ask("GET", "/")
        return
    place = visit.dice.choice(list(visit.world.watchable.values()))
    await person.ask("GET", place)
    async with listening(person, f"{place}events/?version=0") as inbox:
        await inbox.until("state")
        await visit.pause(60)


# Playing


async def play_a_level(visit: Visit) -> None:
    """Plays some moves against a level, with a hint and a takeback now and then."""
    person = Person(visit.here)
    await person.ask("GET", "/")
    level = f"level:{visit.dice.randint(1, 5)}"
    now = await person.begin(visit.dice.choice(GAMES), opponent=level)
    await person.ask("GET", f"/games/{now['id']}/")
    for number in range(visit.dice.randint(3, 8)):
        if now["stage"] != "playing":
            break
        if visit.chance(0.15) and now["can"]["hint"]:
            await hint(person, now)
        if number and visit.chance(0.15) and now["can"]["undo"]:
            now = await person.act(now, "undo")
        now = await move(visit, person, now)
        if visit.chance(0.1):  # a proxy in front may send requests to either server
            person = person.moved(visit.there)
        await visit.pause(8)
    if now["can"]["resign"] and visit.chance(0.3):
        await person.act(now, "resign")
    if visit.chance(0.3):
        await person.form(f"/games/{now['id']}/delete/")


async def move(visit: Visit, person: Person, now: Data) -> Data:
    """A move, and the computer's reply; returns the state after both."""
    choices = [one["text"] for one in now["view"]["moves"]]
    mine = visit.dice.choice([one for one in choices if one != "pass"] or choices)
    played = [*(one["text"] for one in now["moves"][: now["ply"]]), mine]
    after = await person.act(now, "move", move=mine)
    visit.world.moves += 1
    visit.compare([one["text"] for one in after["moves"][: after["ply"]]], played)
    if not after["job"]:
        return after
    async with listening(person, f"/api/jobs/{after['job']['id']}/events/") as inbox:
        name, data = await inbox.until(*_ENDS)
    if name != "done":
        raise Refused(f"a reply has {name}")
    done: Data = data["state"]
    visit.compare([one["text"] for one in done["moves"]][: len(played)], played)
    return done


async def hint(person: Person, now: Data) -> None:
    """Requests a hint; waits for the answer without following the search."""
    body = {"game": now["id"], "version": now["version"], "kind": "hint"}
    job = (await person.tell("POST", "/api/jobs/", body))["job"]["id"]
    async with listening(person, f"/api/jobs/{job}/events/") as inbox:
        name, _ = await inbox.until("thinking", *_ENDS)
        if name == "thinking":
            await person.ask("POST", f"/api/jobs/{job}/hurry/")
            name, _ = await inbox.until(*_ENDS)
    if name != "done":
        raise Refused(f"a hint has {name}")


async def play_by_link(visit: Visit) -> None:
    """Two visitors at two servers: moves, a takeback, resignation, sometimes a rematch."""
    owner, guest = Person(visit.here), Person(visit.there)
    name = visit.dice.choice(LONG_GAMES)
    moves = script(name, visit.dice.randint(6, 14), visit.number)
    now = await owner.begin(name, opponent="link", colour="black")
    await owner.ask("GET", f"/games/{now['id']}/")
    invite = now["link"]["invite"]
    await guest.ask("GET", invite)
    await guest.form(invite)
    game, path = now["id"], f"/api/games/{now['id']}/events/?version=0"
    visit.world.watchable[game] = now["shared"]
    try:
        async with listening(owner, path) as first, listening(guest, path) as second:
            now = (await second.until("state"))[1]
            await first.version(now["version"])
            now = await _exchange(visit, now, moves, [(owner, first), (guest, second)])
        for person in (owner, guest):
            known = [one["text"] for one in (await person.state(game))["moves"]]
            visit.compare(known, moves)
    finally:
        del visit.world.watchable[game]
    if visit.chance(0.5):
        await _again(owner, guest, now)


async def _exchange(
    visit: Visit, now: Data, moves: list[str], both: list[tuple[Person, Inbox]]
) -> Data:
    """Plays the moves alternately, with some takebacks by consent; then one side resigns."""
    for number, text in enumerate(moves):
        (mover, own), (other, theirs) = both[number % 2], both[1 - number % 2]
        now = await _tell_other(theirs, await mover.act(now, "move", move=text))
        visit.world.moves += 1
        if number and visit.chance(0.1):
            now = await _tell_other(theirs, await mover.act(now, "undo"))
            now = await _tell_other(own, await other.act(now, "accept"))
            now = await _tell_other(theirs, await mover.act(now, "move", move=text))
        await visit.pause(6)
    loser, _ = both[visit.number % 2]
    _, inbox = both[1 - visit.number % 2]
    return await _tell_other(inbox, await loser.act(now, "resign"))


async def _tell_other(inbox: Inbox, now: Data) -> Data:
    """Waits until the other visitor has received an action."""
    return await inbox.version(now["version"])


async def _again(owner: Person, guest: Person, now: Data) -> None:
    """A rematch: one side offers, the other accepts."""
    path = f"/api/games/{now['id']}/rematch/"
    await owner.tell("POST", path, {})
    found = await guest.tell("POST", path, {})
    await guest.ask("GET", found["url"])
    await owner.ask("GET", found["url"])


# Programs and accounts


async def use_the_api(visit: Visit) -> None:
    """A program with a token: the rules, single moves, an analysis, a game."""
    token = await Person(visit.here).tell("POST", "/api/tokens/", {"label": "bench"}, 201)
    program = Person(visit.here, token["token"])
    await program.ask("GET", "/api/rules/")
    body: Data = {"game": visit.dice.choice(LONG_GAMES), "moves": []}
    for _ in range(4):
        level = f"level:{visit.dice.randint(1, 4)}"
        found = await program.tell("POST", "/api/move/", body | {"player": level})
        body["moves"].append(found["move"])
        await visit.pause(4)
    await program.tell("POST", "/api/analyse/", body | {"seconds": 0.2, "lines": 2})
    now = await program.tell("POST", "/api/games/", {"game": "dobutsu", "opponent": "level:1"}, 201)
    await move(visit, program.moved(visit.there), now)
    await program.ask("DELETE", f"/api/games/{now['id']}/", wanted=(200, 204))


async def sign_up(visit: Visit) -> None:
    """A game, an account that takes it over, and the same game after logging in."""
    person = Person(visit.here)
    now = await person.begin(visit.dice.choice(GAMES), opponent="level:1")
    now = await move(visit, person, now)
    name = f"visitor-{visit.number}-{visit.dice.randrange(10**9)}"
    fields = {"name": name, "password": _PASSWORD, "again": _PASSWORD}
    await person.ask("GET", "/account/sign-up/")
    await person.form("/account/sign-up/", **fields)
    other = Person(visit.there)
    await other.form("/account/sign-in/", name=name, password=_PASSWORD)
    await other.ask("GET", "/games/")
    now = await other.state(now["id"])
    if now["stage"] == "playing" and now["to_move"] == "person":
        await move(visit, other, now)
    await person.form("/account/sign-out/")
