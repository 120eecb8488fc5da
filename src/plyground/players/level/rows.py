"""The levels in numbers: how much each one searches, and how it errs.

A row says it once for all games, and the game's guide says what differs there. What a node or a
playout costs in a game turns the row's effort into nodes or playouts, so that a level means the
same on every machine.
"""

from dataclasses import dataclass, replace

from plyground.engine.game import Position
from plyground.engine.game_guide import LevelGuide, guide_of


@dataclass(frozen=True)
class Row:
    """How a level from 1 to 6 looks for its move.

    It glances at all moves, notices some of the best, and reads the replies to each of these. Where
    `lapse` is below 1 it searches as a whole instead, and only now and then lapses into that.
    """

    effort: int  # what a look may cost, in microseconds of a usual machine
    pool: int  # so many of the moves that look best may come to its mind
    width: int  # it reads at most so many of them
    eye: float  # the chance to notice one of them; more where it is near the last move
    blind: float  # the chance to overlook the best reply to one
    slip: float  # the spread of its judgement, in winning chance
    floor: float  # the most it gives away with open eyes, in winning chance
    lapse: float  # the chance to move without a search of the whole
    eyes: str = ""  # the heuristics it judges by; the game's own unless given


ROWS: dict[int, Row] = {
    1: Row(500, 12, 4, 0.45, 0.50, 0.10, 0.45, 1.0),
    2: Row(1000, 12, 5, 0.70, 0.25, 0.05, 0.30, 1.0),
    3: Row(4000, 12, 6, 0.90, 0.10, 0.025, 0.20, 1.0),
    4: Row(2000, 12, 6, 0.90, 0.08, 0.02, 0.15, 0.40),
    5: Row(4500, 12, 6, 0.95, 0.04, 0.01, 0.10, 0.12),
    6: Row(13000, 12, 6, 1.00, 0.00, 0.01, 0.05, 0.0),
}
# Levels 7 and 8 are the strong search: what a move of theirs costs, in the same microseconds.
EFFORTS = {7: 300_000, 8: 2_000_000}

_LEAST = 3  # nodes
_READING = 7000  # microseconds, for all candidates of a move


def row_for(level: int, position: Position) -> Row:
    """The row of a level from 1 to 6 in this game."""
    levels = levels_of(position)
    return replace(ROWS[level], **{"eyes": levels.eyes, **levels.changes.get(level, {})})


def levels_of(position: Position) -> LevelGuide:
    """What the game's guide says about levels, for these options."""
    return guide_of(position.game.name).levels(position.game)


def nodes_for(row: Row, position: Position) -> int:
    """How many nodes, or in Go playouts, the row's effort buys in this game.

    >>> import plyground
    >>> small, large = (plyground.game("go", size=size).start() for size in (9, 19))
    >>> nodes_for(row_for(6, small), small), nodes_for(row_for(6, large), large)
    (308, 38)
    """
    return units(row.effort, position, sharp=row.lapse < 1)


def long_search(level: int, position: Position) -> int:
    """How many nodes, or in Go playouts, a move of level 7 or 8 may take in this game.

    >>> import plyground
    >>> start = plyground.game("go", size=9).start()
    >>> long_search(8, start) > 2 * long_search(7, start)
    True
    """
    efforts = {**EFFORTS, **levels_of(position).efforts}
    return nodes_within(efforts[level], position)


def nodes_within(effort: float, position: Position) -> int:
    """How many nodes, or in Go playouts, a long search looks at in so many microseconds."""
    return units(effort / levels_of(position).long_cost, position, sharp=True)


def units(effort: float, position: Position, *, sharp: bool = False) -> int:
    """What an effort in microseconds buys."""
    return max(_LEAST, int(effort / cost_of(position, sharp=sharp)))


def cost_of(position: Position, *, sharp: bool = False) -> float:
    """What a node, or a playout, costs in this game in microseconds."""
    points, costs = points_of(position), levels_of(position).cost
    cost = costs.each + costs.by_point * points + costs.by_pair * points * points
    return cost * costs.with_tactics if sharp else cost


def reading_for(row: Row, position: Position, replies: int) -> tuple[int, int]:
    """How many candidates it reads, and how many nodes each may take.

    One for each reply where that can be afforded, and the row's effort beyond that.
    """
    cost = cost_of(position)
    width = max(3, min(row.width, int(_READING / (cost * replies))))
    all_replies = min(replies + 9, int(_READING / (cost * width)))
    return width, max(nodes_for(row, position) // width, all_replies)


def points_of(position: Position) -> int:
    """How large the board is."""
    return len(position.columns) * len(position.rows)
