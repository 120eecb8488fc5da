"""Short games to look at on the home page, from the games' guides: nobody has to think for it.

A game whose guide has none, such as most written in Python, asks its desk.
"""

import functools
from typing import Any

from plyground.game_guide import Demo, guide_of
from plyground.web import desks
from plyground.web.desk import Refused
from plyground.web.sheet import Sheet, Step

Data = dict[str, Any]


def first_ply(name: str) -> int:
    """How far the game has come on the board that a visitor sees first."""
    demo = guide_of(name).demo
    return demo.shown if demo else 0


@functools.lru_cache(maxsize=64)
def first_view(name: str) -> Data:
    """The board that a visitor sees first."""
    demo = guide_of(name).demo
    if demo is None:
        start: Data = desks.of(name).describe(name)["view"]
        return start
    view: Data = desks.of(name).look(_sheet(name, demo), demo.shown)["view"]
    return view


@functools.lru_cache(maxsize=64)
def views(name: str) -> list[Data]:
    """Every board of the game, without the moves that would be legal: nobody plays here."""
    desk, demo = desks.of(name), guide_of(name).demo
    if demo is None:
        return [view | {"moves": []} for view in _played(name)]
    sheet = _sheet(name, demo)
    seen = [desk.look(sheet, ply)["view"] for ply in range(len(sheet.moves) + 1)]
    return [view | {"moves": []} for view in seen]


def _played(name: str) -> list[Data]:
    """What the desk plays; of a game that can't, or not in time, its first board from now on."""
    try:
        return desks.of(name).demo(name)
    except Refused as refused:
        if refused.code == "game_busy":
            raise
        return [first_view(name)]


def _sheet(name: str, demo: Demo) -> Sheet:
    steps = tuple(Step(move) for move in demo.moves.split())
    return Sheet(name, dict(demo.options), moves=steps, at=len(steps))
