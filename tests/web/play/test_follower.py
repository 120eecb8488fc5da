"""One stream by itself: how it turns events into messages, with a simulated game."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from plyground.web.base import event_bus
from plyground.web.games.models import Game
from plyground.web.play import streams
from plyground.web.play.streams import Follower, Seen

Data = dict[str, Any]
_WAIT = 60.0


class World:
    """A game that others change, and how often it was read."""

    def __init__(self) -> None:
        self.version = 1
        self.over = self.gone = self.lost = False
        self.there: Data = {"black": True, "white": False, "watchers": 0}
        self.looks = self.counts = 0
        self.failures = 0
        self.blind = 0

    def see(self, _game: str, viewer: str | None, language: str) -> Seen:
        self.looks += 1
        if self.failures:
            self.failures -= 1
            raise OperationalError("away")
        if self.gone or self.lost:
            return Seen(gone=self.gone)
        text = json.dumps({"version": self.version, "viewer": viewer, "language": language})
        return Seen(self.version, self.over, text)

    def of(self, _game: str) -> Data:
        self.counts += 1
        if self.blind:
            self.blind -= 1
            raise OperationalError("away")
        return dict(self.there)


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(streams, "_see", world.see)
    monkeypatch.setattr(streams, "presence", SimpleNamespace(of=world.of))
    monkeypatch.setattr(streams, "_PAUSES", (0.01,))
    monkeypatch.setattr(streams, "_PRESENCE", 0.05)
    return world


def follower(world: World, viewer: str | None = "me", version: int = 1) -> Follower:
    row = Game(id="game", visitor="me", guest="you", seat="black", version=world.version)
    return Follower(row, viewer, version)


async def next_event(stream: AsyncIterator[str]) -> tuple[str, Data]:
    """The next event that is not a comment."""
    while True:
        text = await asyncio.wait_for(anext(stream), _WAIT)
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        if "event" in fields:
            return fields["event"], json.loads(fields["data"])


async def quiet(stream: AsyncIterator[str]) -> bool:
    """Checks that there is no event for a moment. The stream cannot be used afterwards."""
    try:
        text = await asyncio.wait_for(anext(stream), 0.2)
    except TimeoutError:
        return True
    return text.startswith(("retry", ":")) and await quiet(stream)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    asyncio.run(all_of_it())


def test_current_client_gets_only_presence(world: World) -> None:
    async def work() -> None:
        stream = follower(world).events()
        assert await next_event(stream) == ("presence", world.there)
        assert await quiet(stream)

    run(work)
    assert (world.looks, world.counts) == (0, 1)


def test_own_change_sends_a_version_and_another_change_a_state(world: World) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        one.hear("2 black")
        assert await next_event(stream) == ("version", {"version": 2})
        world.version = 3
        one.hear("3 white")
        assert (await next_event(stream))[1]["version"] == 3
        world.version = 4
        one.hear("4 ")
        assert (await next_event(stream))[0] == "state"
        one.hear("3 white")  # late
        one.hear("4 white")
        one.hear("nonsense")
        assert await quiet(stream)

    run(work)


def test_only_the_newest_event_of_a_burst_is_sent(world: World) -> None:
    async def work() -> None:
        one = follower(world, None)
        stream = one.events()
        await next_event(stream)
        for version in range(2, 30):
            one.hear(f"{version} {'white' if version % 2 else 'black'}")
        world.version = 30
        assert (await next_event(stream))[1]["version"] == 30
        one.hear("30 white")
        assert await quiet(stream)

    run(work)
    assert world.looks == 1


def test_spectators_of_one_language_share_one_state(world: World) -> None:
    async def work() -> None:
        many = [follower(world, None, version=0) for _ in range(10)]
        many[0].language = "ja"
        events = await asyncio.gather(*(next_event(one.events()) for one in many))
        assert [data["language"] for _, data in events] == ["ja"] + ["en"] * 9
        mine = await next_event(follower(world, "me", version=0).events())
        assert mine[1]["viewer"] == "me"

    run(work)
    assert world.looks == 3


def test_state_is_read_again_after_missed_events(world: World) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        world.version = 7
        world.there["white"] = True
        one.hear(event_bus.MISSED)
        assert (await next_event(stream))[1]["version"] == 7
        assert await next_event(stream) == ("presence", world.there)
        one.hear(event_bus.MISSED)
        assert await quiet(stream), "nothing was missed this time"

    run(work)
    assert world.looks == 2


def test_after_an_outage_only_the_latest_state_is_sent(world: World) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        world.failures, world.version = 4, 2
        one.hear("2 white")
        assert (await next_event(stream))[1]["version"] == 2

    run(work)
    assert world.looks == 5


def test_a_change_is_sent_even_if_presence_can_not_be_read(world: World) -> None:
    async def work() -> None:
        world.blind = 2
        one = follower(world, version=0)
        stream = one.events()
        assert (await next_event(stream))[1]["version"] == 1
        assert await next_event(stream) == ("presence", world.there)

    run(work)
    assert (world.looks, world.counts) == (1, 3)


def test_reload_does_not_change_presence(world: World) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        world.there["white"] = True
        one.hear("presence")
        world.there["white"] = False
        one.hear("presence")
        assert await quiet(stream)

    run(work)


def test_presence_is_sent_when_it_changes_but_throttled(world: World) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        for number in range(1, 40):
            world.there["watchers"] = number
            one.hear("presence")
        assert (await next_event(stream))[1]["watchers"] == 39
        one.hear("presence")
        assert await quiet(stream)

    run(work)
    assert world.counts <= 4


@pytest.mark.parametrize("how", ["heard", "found", "left", "closed"])
def test_stream_ends_when_there_is_nothing_to_follow(world: World, how: str) -> None:
    async def work() -> None:
        one = follower(world)
        stream = one.events()
        await next_event(stream)
        if how == "closed":
            one.close()
        else:
            world.gone, world.lost = how == "found", how == "left"
            one.hear("gone" if how == "heard" else "2 white")
        if how in ("heard", "found"):
            assert await next_event(stream) == ("gone", {})
        with pytest.raises(StopAsyncIteration):
            await next_event(stream)

    run(work)


def test_stream_of_a_finished_game_ends_after_a_while(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_SETTLED", 0.05)

    async def work() -> None:
        stream = follower(world).events()
        await next_event(stream)
        more = asyncio.ensure_future(anext(stream))
        async with asyncio.timeout(30):
            while world.looks < 2:  # whether the game is over; it is not
                await asyncio.sleep(0.01)
        assert not more.done()
        more.cancel()
        world.over = True
        stream = follower(world).events()
        await next_event(stream)
        with pytest.raises(StopAsyncIteration):
            await next_event(stream)

    run(work)


def test_heartbeats_are_sent(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)

    async def work() -> None:
        stream = follower(world).events()
        texts = [await asyncio.wait_for(anext(stream), _WAIT) for _ in range(4)]
        assert texts[0].startswith("retry: ")
        assert texts[2:] == [": still here\n\n"] * 2

    run(work)


def test_stream_ends_when_access_is_revoked(world: World) -> None:
    async def listen() -> None:
        may = [True]
        row = Game(id="game", visitor="me", guest="you", seat="black", version=world.version)
        one = Follower(row, "me", 1, lambda: may[0])
        stream = one.events()
        assert (await next_event(stream))[0] == "presence"
        one.hear_of_viewer("")  # of another session
        world.version = 2
        one.hear("2 white")
        assert await next_event(stream) == (
            "state",
            {"version": 2, "viewer": "me", "language": "en"},
        )
        may[0], world.version = False, 3
        one.hear("3 white")
        one.hear_of_viewer("")
        assert [part async for part in stream if not part.startswith(":")] == []

    run(listen)


def test_stream_opened_after_revocation_sends_nothing(world: World) -> None:
    async def listen() -> None:
        row = Game(id="game", visitor="me", guest="you", seat="black", version=world.version)
        parts = [part async for part in Follower(row, "me", 0, lambda: False).events()]
        assert [part for part in parts if "event:" in part] == []

    run(listen)


def test_events_before_the_first_read_are_kept(world: World) -> None:
    one = follower(world)
    world.version = 2
    one.hear("2 white")

    async def work() -> None:
        assert (await next_event(one.events()))[1]["version"] == 2

    run(work)
