"""What an evaluation by patterns looks at in Connect Four."""

from plyground.engine.game import Game
from plyground.engine.pattern_shapes import PatternGuide, usual_shapes, walks


def patterns_for(game: Game) -> PatternGuide:
    """The usual shapes, and additional winding ones, because crossing lines matter.

    >>> import plyground
    >>> len(patterns_for(plyground.game("connect_four")).fixed) > 60
    True
    """
    columns, rows = int(game.values["columns"] or 7), int(game.values["rows"] or 6)
    usual = usual_shapes(rows, columns, contents=4)
    more = walks(rows, columns, 7, 40)
    return PatternGuide(fixed=tuple(dict.fromkeys((*usual.fixed, *more))))
