"""How the levels play Go."""

from dataclasses import replace

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

# Even a single playout gives information, so Go needs different efforts.
_SMALL = LevelGuide(
    changes={
        1: {"effort": 320, "eye": 0.475, "slip": 0.095},
        2: {"effort": 670, "eye": 0.73, "slip": 0.046, "floor": 0.285},
        3: {"effort": 1050, "eye": 0.88},
        4: {"effort": 2400, "lapse": 0.66},
        5: {"effort": 4800, "lapse": 0.42},
        6: {"effort": 11000},
    },
    efforts={7: 18_000, 8: 41_000},
    cost=NodeCost(2.0, 0.35, 0.0008),  # cost of a playout
    long_cost=0.9,
    ponder="plyground.games.go.pondering:ponder",
)
_WIDE = replace(
    _SMALL,
    changes={
        1: {"effort": 300},
        2: {"effort": 600, "eye": 0.64, "slip": 0.065},
        3: {"effort": 1200, "eye": 0.78, "slip": 0.045},
        4: {"effort": 2400, "eye": 0.88, "slip": 0.03, "lapse": 1.0},
        5: {"effort": 4800, "eye": 0.94, "slip": 0.015, "lapse": 1.0},
        6: {"effort": 9000, "lapse": 1.0},
    },
    efforts={},
    long_cost=1.0,
)


def levels_for(game: Game) -> LevelGuide:
    """By the size of the board."""
    return _SMALL if int(str(game.values["size"])) <= 13 else _WIDE
