"""How the levels play Robogo."""

from dataclasses import replace

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

_SMALL = LevelGuide(
    # Robogo's evaluation may be trained; this one stays the same
    eyes="stones+lines*2+threats*5+atari*0.5",
    changes={
        1: {"pool": 24, "eye": 0.15, "blind": 1.0, "slip": 0.45, "floor": 0.6},
        2: {"effort": 600, "eye": 0.42, "blind": 0.76, "slip": 0.21, "floor": 0.4},
        3: {"effort": 2200, "eye": 0.64, "blind": 0.44, "slip": 0.1, "floor": 0.25},
        4: {"effort": 2600, "eye": 0.81, "blind": 0.2, "slip": 0.05, "lapse": 0.72},
        5: {"effort": 3700, "eye": 0.92, "blind": 0.1, "slip": 0.03, "lapse": 0.33},
        6: {"effort": 10000},
    },
    efforts={7: 100_000, 8: 1_000_000},
    cost=NodeCost(2.0, 0.0125, with_tactics=2.0),
    long_cost=0.45,
)
_WIDE = replace(
    _SMALL,
    changes={
        1: {"eye": 0.4, "blind": 0.8, "slip": 0.22},
        2: {"eye": 0.55, "blind": 0.6, "slip": 0.13},
        3: {"eye": 0.72, "blind": 0.35, "slip": 0.07},
        4: {"effort": 4000, "blind": 0.1, "slip": 0.025, "lapse": 1.0},
        5: {"effort": 10000, "blind": 0.05, "slip": 0.02, "lapse": 0.5},
        6: {"effort": 10000},
    },
    efforts={},
    cost=NodeCost(2.0, 0.0125, with_tactics=12.0),
    long_cost=0.15,
)
_VAST = replace(  # boards on which tactics can take longer than a move may
    _SMALL,
    changes={
        1: {"eye": 0.3, "blind": 0.9, "slip": 0.25},
        2: {"eye": 0.4, "blind": 0.8, "slip": 0.2},
        3: {"eye": 0.55, "blind": 0.5, "slip": 0.1},
        4: {"eye": 0.75, "blind": 0.25, "slip": 0.05, "lapse": 1.0},
        5: {"blind": 0.08, "slip": 0.02, "lapse": 1.0},
        6: {"effort": 5000, "slip": 0.005, "lapse": 1.0},
    },
    efforts={},
    long_cost=0.7,
)


def levels_for(game: Game) -> LevelGuide:
    """By the size of the board."""
    size = int(str(game.values["size"]))
    if size <= 9:
        return _SMALL
    return _WIDE if size <= 13 else _VAST
