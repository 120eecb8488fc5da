"""Perfect play from a tablebase, without any search."""

import random

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.tablebase import Tablebase, find

_NEARLY = 0.1  # of the replies: the largest cost of variety


def look_up(position: Position, dice: random.Random) -> Report | None:
    """The tablebase's report with the move to play in front; None if it has no values.

    The move wins in the fewest plies, holds a draw, or resists longest. Among equal moves it takes
    one of those after which the other side has the most wrong replies.

    >>> import plyground
    >>> look_up(plyground.game("othello").start(), random.Random()) is None
    True
    """
    table = find(position.game.name)
    moves = table.moves(position) if table else ()
    if table is None or not moves:
        return None
    best = moves[0][1]
    equal = [move for move, value in moves if value == best]
    report = table.report(position, len(equal))
    if report is None or len(equal) == 1:
        return report
    ease = {move: _ease(table, position.play(move)) for move in equal}
    hardest = min(ease.values())
    chosen = dice.choice([move for move in equal if ease[move] <= hardest + _NEARLY])
    lines = sorted(report.lines, key=lambda line: line.move != chosen)
    return Report(tuple(lines), len(lines[0].pv), 0, 0.0)


def _ease(table: Tablebase, position: Position) -> float:
    """The share of moves that keep the value for the side to move; 1 if the game is over."""
    values = [value for _, value in table.moves(position)]
    if not values:
        return 1.0
    best = _outcome(values[0])
    return sum(_outcome(value) == best for value in values) / len(values)


def _outcome(value: int) -> int:
    return (value > 0) - (value < 0)
