"""What an evaluation by patterns looks at in Gomoku."""

from plyground.engine.game import Game
from plyground.engine.pattern_shapes import PatternGuide, line, rectangle


def patterns_for(game: Game) -> PatternGuide:
    """Stretches of lines, and blocks, with the same weights everywhere.

    >>> import plyground
    >>> [len(cells) for cells in patterns_for(plyground.game("gomoku")).sliding]
    [7, 7, 9]
    """
    size, length = int(game.values["size"] or 15), int(game.values["line"] or 5)
    reach = min(size, length + 2, 9)
    return PatternGuide(
        sliding=(line((0, 0), (0, 1), reach), line((0, 0), (1, 1), reach), rectangle(3, 3)),
        stages=2,
        alike=game.values["rule"] != "renju",
        training={"random_plies": 8, "width": 60},
    )
