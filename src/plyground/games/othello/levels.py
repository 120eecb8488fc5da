"""How the levels play Othello."""

from dataclasses import replace

from plyground.engine.game import Game
from plyground.engine.game_guide import LevelGuide, NodeCost

_LEVELS = LevelGuide(
    # Othello's evaluation is now learned; its human-readable heuristics suit these levels better.
    eyes="squares+freedom+firm+threats+tempo",
    changes={
        1: {"effort": 950, "eye": 0.68, "blind": 0.27, "slip": 0.054, "floor": 0.31},
        2: {"effort": 2100, "eye": 0.81, "blind": 0.17, "slip": 0.036, "floor": 0.245},
        3: {"effort": 3700, "lapse": 0.92},
        6: {"effort": 20000},
    },
    efforts={7: 22_000, 8: 200_000},
    cost=NodeCost(0.6, with_tactics=1.3),
    long_cost=0.25,
)


# On 8x8 the nodes of a long search cost less, since its last plies are searched by quicker means.
_LARGE = replace(_LEVELS, long_cost=0.1)


def levels_for(game: Game) -> LevelGuide:
    """The same on every board, but for what a node costs."""
    return _LARGE if game.values["size"] == 8 else _LEVELS
