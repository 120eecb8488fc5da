"""What an evaluation by patterns looks at in Robogo."""

from plyground.engine.game import Game
from plyground.engine.pattern_shapes import PatternGuide, line, rectangle


def patterns_for(game: Game) -> PatternGuide:
    """Stretches of rows and columns, and blocks for captures, with the same weights everywhere.

    >>> import plyground
    >>> [len(cells) for cells in patterns_for(plyground.game("robogo")).sliding]
    [7, 9, 10]
    """
    size, length = int(game.values["size"] or 9), int(game.values["line"] or 5)
    reach = min(size, length + 2, 9)
    return PatternGuide(
        sliding=(line((0, 0), (0, 1), reach), rectangle(3, 3), rectangle(2, 5)),
        stages=2,
        alike=True,
        training={"random_plies": 8, "width": 40},
    )
