"""How the levels play Connect Four."""

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

_LEVELS = LevelGuide(
    changes={
        1: {"eyes": "threes+twos*0.5+centre*0.1"},
        2: {"eyes": "threes+twos*0.5+centre*0.1"},
        3: {"blind": 0.16, "slip": 0.035},
        4: {"lapse": 0.6},
        5: {"effort": 3000, "lapse": 0.4},
    },
    efforts={7: 30_000, 8: 300_000},
    cost=NodeCost(0.6, with_tactics=1.3),
    long_cost=0.3,
)


def levels_for(_game: Game) -> LevelGuide:
    """The same on every board."""
    return _LEVELS
