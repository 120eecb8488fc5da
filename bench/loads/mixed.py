"""A simulated hour of all activities of people and programs, twelve times as fast."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from loads import doings
from loads.doings import Visit, World
from loads.lines import Broken, Pool
from loads.people import Refused

FASTER = 12  # an hour in five minutes
_ARRIVALS = 1200  # an hour
_ENDING = 30.0  # seconds for the last visitors to finish

Doing = Callable[[Visit], Awaitable[None]]

# How many of a hundred visitors choose each activity.
_ACTIVITIES: dict[Doing, int] = {
    doings.look_around: 30,
    doings.play_a_level: 30,
    doings.play_by_link: 16,
    doings.watch: 12,
    doings.use_the_api: 6,
    doings.sign_up: 6,
}


@dataclass(frozen=True)
class Plan:
    """The servers, and the duration."""

    ports: tuple[int, int]
    seconds: float
    seed: int = 7


@dataclass
class Outcome:
    """The results; moments are of the monotonic clock."""

    came: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)  # of requests, in milliseconds
    moves: int = 0
    lost: int = 0
    doubled: int = 0
    began: float = 0.0
    ended: float = 0.0


async def run(plan: Plan) -> Outcome:
    """Starts visitors at intervals, whether or not earlier ones have finished."""
    outcome = Outcome()
    pools = [Pool(port) for port in plan.ports]
    world = World(pools, 1 / FASTER)
    dice = random.Random(plan.seed)
    outcome.began = time.monotonic()
    tasks: dict[asyncio.Task[None], str] = {}
    due = outcome.began
    for number in itertools.count():
        due += dice.expovariate(_ARRIVALS * FASTER / 3600)
        if due > outcome.began + plan.seconds:
            break
        await asyncio.sleep(due - time.monotonic())
        doing = dice.choices(list(_ACTIVITIES), list(_ACTIVITIES.values()))[0]
        name = doing.__name__.replace("_", " ")
        tasks[asyncio.create_task(_count(doing, name, Visit(world, number), outcome))] = name
    outcome.ended = outcome.began + plan.seconds
    _, late = await asyncio.wait(tasks, timeout=_ENDING)
    for task in late:
        task.cancel()
        outcome.errors[f"{tasks[task]}: not done in time"] += 1
    outcome.times = [1000 * one for pool in pools for one in pool.times]
    outcome.moves, outcome.lost, outcome.doubled = world.moves, world.lost, world.doubled
    for pool in pools:
        pool.close()
    return outcome


async def _count(doing: Doing, name: str, visit: Visit, outcome: Outcome) -> None:
    """Runs an activity, and counts it under its name, or its error."""
    try:
        await doing(visit)
        outcome.came[name] += 1
    except (Refused, Broken) as error:
        outcome.errors[f"{name}: {error}"] += 1
    except TimeoutError:
        outcome.errors[f"{name}: nothing came"] += 1
