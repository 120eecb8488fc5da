"""Short demo games on the home page, from the games' guides.

A game whose guide has none, such as most written in Python, asks its service.
"""

import functools

from plyground.engine.game_guide import Demo, guide_of
from plyground.engine.view import View
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame


def first_ply(name: str) -> int:
    """How far the game has come on the board that a visitor sees first."""
    demo = guide_of(name).demo
    return demo.shown if demo else 0


@functools.lru_cache(maxsize=64)
def first_view(name: str) -> View:
    """The board that a visitor sees first."""
    demo = guide_of(name).demo
    if demo is None:
        return directory.of(name).describe(name)["view"]
    return directory.of(name).look(_stored(name, demo), demo.shown)["view"]


@functools.lru_cache(maxsize=64)
def views(name: str) -> list[View]:
    """Every board of the game, without the moves that would be legal: nobody plays here."""
    service, demo = directory.of(name), guide_of(name).demo
    if demo is None:
        return [{**view, "moves": []} for view in _played(name)]
    stored = _stored(name, demo)
    seen = [service.look(stored, ply)["view"] for ply in range(len(stored.moves) + 1)]
    return [{**view, "moves": []} for view in seen]


def _played(name: str) -> list[View]:
    """What the service plays; of a game that can't, or not in time, its first board from now on."""
    try:
        return directory.of(name).demo(name)
    except Refused as refused:
        if refused.code == "game_busy":
            raise
        return [first_view(name)]


def _stored(name: str, demo: Demo) -> StoredGame:
    steps = tuple(Step(move) for move in demo.moves.split())
    return StoredGame(name, dict(demo.options), moves=steps, at=len(steps))
