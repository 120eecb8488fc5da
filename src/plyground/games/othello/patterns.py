"""What an evaluation by patterns looks at in Othello."""

from plyground.engine.game import Game
from plyground.engine.pattern_shapes import PatternGuide, line, rectangle


def patterns_for(game: Game) -> PatternGuide:
    """Corners, edges with the squares diagonally adjacent to their ends, and the inner lines.

    >>> import plyground
    >>> [len(patterns_for(plyground.game("othello", size=size)).fixed) for size in (4, 6, 8)]
    [5, 9, 12]
    """
    size = int(game.values["size"] or 8)
    edge = (*line((0, 0), (0, 1), size), (1, 1), (1, size - 2))
    diagonals = [line((0, length - 1), (1, -1), length) for length in range(4, size + 1)]
    rows = [line((row, 0), (0, 1), size) for row in range(1, size // 2)]
    blocks = [rectangle(2, 4), rectangle(3, 3)]
    if size > 4:
        blocks.append(rectangle(2, 5))
    return PatternGuide(
        fixed=tuple(dict.fromkeys((*blocks, edge, *rows, *diagonals))),
        stages={4: 2, 6: 5}.get(size, 8),
        alike=True,
        training={"random_plies": 10 if size > 4 else 4, "explore": 0.05},
    )
