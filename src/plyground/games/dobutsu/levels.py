"""How the levels play Dobutsu shogi."""

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

_LEVELS = LevelGuide(
    # Beginners count pieces and steps; Dobutsu's own evaluation was learned from the solved game.
    eyes="pieces+hand+mobility*1.5+lion_safety+tries",
    changes={
        1: {"effort": 550, "eye": 0.52, "blind": 0.43, "slip": 0.092},
        2: {"eye": 0.73, "blind": 0.23},
        4: {"effort": 2500, "lapse": 0.31},
    },
    efforts={7: 70_000, 8: 1_000_000},
    cost=NodeCost(0.6),
    long_cost=0.5,
)


def levels_for(_game: Game) -> LevelGuide:
    """The same whatever the options."""
    return _LEVELS
