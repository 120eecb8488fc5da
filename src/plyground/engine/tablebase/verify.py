"""Checks a tablebase: values against each other, and against a search that does not use it."""

import random
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice

from plyground import _core
from plyground.engine import registry
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.report import read_report
from plyground.engine.request import make_request
from plyground.engine.spec import read_spec
from plyground.engine.tablebase import Tablebase, rank

DEPTH = 9  # depth of the search if the tablebase says that the game is decided by then
_SHALLOW = 5  # depth of the search if it says otherwise
_BATCH = 256


@dataclass(frozen=True)
class Verified:
    """How many positions were checked; `decided` and `undecided` also by a search."""

    samples: int
    decided: int
    undecided: int


class Mismatch(Exception):  # noqa: N818 - the sentence is what matters
    """A wrong value, with its position."""


def verify(
    table: Tablebase,
    *,
    samples: int = 100_000,
    seed: int = 0,
    depth: int = DEPTH,
    threads: int = 1,
    numbers: Iterable[int] | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Checks random positions, or those with these numbers; raises Mismatch on a wrong value.

    Each value must follow from those of the next positions. If it says that the game is decided
    within `depth` plies, plain alpha-beta, which agrees with minimax, must find the same number;
    otherwise it must find nothing within 5 plies. With `depth` 0 nothing is searched.
    """
    if numbers is None:
        dice = random.Random(seed)  # noqa: S311 - for samples
        size = _core.tablebase_size(table.game)
        numbers = (dice.randrange(size) for _ in range(samples))
    todo, done, decided = iter(numbers), 0, 0
    check = partial(_check, table, depth=depth)
    with ThreadPoolExecutor(threads) as pool:
        while batch := list(islice(todo, _BATCH)):
            decided += sum(pool.map(check, batch))
            done += len(batch)
            on_progress(done)
    return Verified(done, decided, done - decided if depth else 0)


def _check(table: Tablebase, number: int, *, depth: int) -> bool:
    """Checks one position; returns whether it was searched as one that is decided soon."""
    position = start_of(table.game, table.text(number))
    if position.result():  # there is no move, so the value is never used
        return False
    value = table.value(position)
    follows = max((_after(table, position, move) for move in position.moves()), key=rank)
    if value != follows:
        raise Mismatch(
            f"The tablebase is wrong: {position.to_text()!r} (number {number}) has value {value},"
            f" but {follows} follows from the moves there."
        )
    if depth == 0:
        return False
    soon = 0 < abs(value) <= depth
    found = _search(position, abs(value) if soon else min(depth, _SHALLOW))
    if found != (value if soon else None):
        raise Mismatch(
            f"The tablebase is wrong: {position.to_text()!r} (number {number}) has value {value},"
            f" but a search finds {found}."
        )
    return soon


def _after(table: Tablebase, position: Position, move: str) -> int:
    """The value of a move for the side that plays it, from the rules and the next positions."""
    after = position.play(move)
    if result := after.result():
        won = 1 if result.winner == position.turn else -1
        return won if result.winner else 0
    value = table.value(after)
    if value is None:
        raise Mismatch(f"The tablebase does not contain {after.to_text()!r}.")
    return -value - 1 if value > 0 else (1 - value if value < 0 else 0)


def _search(position: Position, depth: int) -> int | None:
    """The number of plies in which a plain search sees the end; None if it does not."""
    spec = read_spec(f"alphabeta:depth={depth},order=on,eval=pieces")
    request = make_request(position, spec, 1, {}, own_evaluation=False)
    state = core_state(position)
    report = state.search(request, None, _core.Stop(), lambda _: None, _core.Memory(), None)
    return read_report(position, report).mate


def start_of(game: str, text: str | None = None) -> Position:
    """The first position of a game, or the position of a text."""
    found = registry.game(game)
    return found.start() if text is None else found.position(text)
