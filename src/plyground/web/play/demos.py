"""Short demo games on the home page, from the games' guides.

For a game whose guide has none, such as most games written in Python, the service plays one.
"""

import functools

from plyground.engine.game_guide import Demo, guide_of
from plyground.engine.view import View
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame


def first_ply(name: str) -> int:
    """The ply of the board that a visitor sees first."""
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
    """Every board of the game, without legal moves, because the boards are not playable."""
    service, demo = directory.of(name), guide_of(name).demo
    if demo is None:
        return [{**view, "moves": []} for view in _played(name)]
    stored = _stored(name, demo)
    seen = [service.look(stored, ply)["view"] for ply in range(len(stored.moves) + 1)]
    return [{**view, "moves": []} for view in seen]


def _played(name: str) -> list[View]:
    """The game that the service plays.

    If it cannot, or not in time, the first board from now on.
    """
    try:
        return directory.of(name).demo(name)
    except Refused as refused:
        if refused.code == "game_busy":
            raise
        return [first_view(name)]


def _stored(name: str, demo: Demo) -> StoredGame:
    steps = tuple(Step(move) for move in demo.moves.split())
    return StoredGame(name, dict(demo.options), moves=steps, at=len(steps))
