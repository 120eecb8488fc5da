"""How the levels play Gomoku and renju."""

from dataclasses import replace

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

# Beginners see lines but no threats; Gomoku's own evaluation sees too much for them.
_LINES = (
    "runs*0.2+open_twos*0.5+half_open_threes*0.7+open_threes*1.5+half_open_fours*1.5+open_fours*4"
)
_GOMOKU = LevelGuide(
    changes={
        1: {"eyes": _LINES, "pool": 20, "eye": 0.22, "blind": 1.0, "slip": 0.4, "floor": 0.6},
        2: {"eyes": _LINES, "effort": 600, "eye": 0.48, "blind": 0.7, "slip": 0.19, "floor": 0.4},
        3: {"eyes": _LINES, "effort": 2800, "eye": 0.92, "blind": 0.04, "slip": 0.013},
        4: {
            "eyes": "threats",
            "effort": 3500,
            "eye": 0.6,
            "blind": 0.68,
            "slip": 0.22,
            "lapse": 0.98,
        },
        5: {
            "eyes": "threats",
            "effort": 3100,
            "eye": 0.86,
            "blind": 0.38,
            "slip": 0.08,
            "lapse": 0.62,
        },
        6: {"eyes": "threats", "effort": 18000},
    },
    efforts={7: 150_000, 8: 1_000_000},
    cost=NodeCost(2.4, with_tactics=0.7),
    long_cost=0.6,
)
_RENJU = replace(_GOMOKU, efforts={}, cost=NodeCost(14.0), long_cost=0.3)


def levels_for(game: Game) -> LevelGuide:
    """By the rule: renju also searches for forbidden moves, which takes time."""
    return _RENJU if game.values["rule"] == "renju" else _GOMOKU
