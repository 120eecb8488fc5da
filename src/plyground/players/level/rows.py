"""The levels in numbers: how much each one searches, and how it errs.

A row holds the values for all games, and the game's guide overrides some of them. The cost of a
node or a playout in a game converts the row's effort into nodes or playouts, so that a level is the
same on every machine.
"""

from dataclasses import dataclass, replace
from typing import Any

from plyground.engine.game import Position
from plyground.engine.game_guide import LevelGuide, guide_of
from plyground.engine.spec import LEVELS


@dataclass(frozen=True)
class Row:
    """How a level from 1 to 6 chooses its move.

    It glances at all moves, notices some of the best, and reads the replies to each of these. If
    `lapse` is below 1 it normally runs a full search instead, and chooses this way only now and
    then.
    """

    effort: int  # the cost of a move, in microseconds on a typical machine
    pool: int  # this many of the most promising moves may be noticed
    width: int  # it reads at most this many of them
    eye: float  # the chance to notice one of them; higher near the last move
    blind: float  # the chance to overlook the best reply to one
    slip: float  # the spread of its error, in winning chance
    floor: float  # the largest loss that it accepts knowingly, in winning chance
    lapse: float  # the chance to move without a full search
    eyes: str = ""  # the heuristics of its evaluation; the game's own by default
    playouts: int = 0  # in a game written in Python that favours playouts


ROWS: dict[int, Row] = {
    1: Row(500, 12, 4, 0.45, 0.50, 0.10, 0.45, 1.0),
    2: Row(1000, 12, 5, 0.70, 0.25, 0.05, 0.30, 1.0),
    3: Row(4000, 12, 6, 0.90, 0.10, 0.025, 0.20, 1.0),
    4: Row(2000, 12, 6, 0.90, 0.08, 0.02, 0.15, 0.40),
    5: Row(4500, 12, 6, 0.95, 0.04, 0.01, 0.10, 0.12),
    6: Row(13000, 12, 6, 1.00, 0.00, 0.01, 0.05, 0.0),
}
# Levels 7 and 8 are the strong search: the cost of their moves, in the same microseconds.
EFFORTS = {7: 300_000, 8: 2_000_000}

# The playouts of each level in a game written in Python that favours them. Their cost is unknown,
# so they do not depend on the effort; a time limit protects against slow games.
PLAYOUTS = {1: 8, 2: 20, 3: 50, 4: 120, 5: 280, 6: 800, 7: 2000, 8: 5000}
# Their errors, where these differ from those of other games
_BY_PLAYOUTS: dict[int, dict[str, float]] = {
    4: {"lapse": 0.5},
    5: {"lapse": 0.3},
}

_LEAST = 3  # nodes
_READING = 7000  # microseconds, for all candidates of a move


def row_for(level: int, position: Position) -> Row:
    """The row of a level from 1 to 6 in this game."""
    levels = levels_of(position)
    usual: dict[str, Any] = {"eyes": levels.eyes}
    if _is_played_out(position):
        usual |= {
            "playouts": levels.playouts.get(level, PLAYOUTS[level]),
            **_BY_PLAYOUTS.get(level, {}),
        }
    return replace(ROWS[level], **{**usual, **levels.changes.get(level, {})})


def levels_of(position: Position) -> LevelGuide:
    """The game's level guide for these options."""
    return guide_of(position.game.name).levels(position.game)


def nodes_for(row: Row, position: Position) -> int:
    """The number of nodes, or in Go playouts, that the row's effort allows in this game.

    >>> import plyground
    >>> small, large = (plyground.game("go", size=size).start() for size in (9, 19))
    >>> nodes_for(row_for(6, small), small), nodes_for(row_for(6, large), large)
    (308, 38)
    """
    return row.playouts or units(row.effort, position, sharp=row.lapse < 1)


def long_search(level: int, position: Position) -> int:
    """The number of nodes, or in Go playouts, for a move of level 7 or 8 in this game.

    >>> import plyground
    >>> start = plyground.game("go", size=9).start()
    >>> long_search(8, start) > 2 * long_search(7, start)
    True
    """
    guide = levels_of(position)
    if _is_played_out(position):
        return guide.playouts.get(level, PLAYOUTS[level])
    efforts = {**EFFORTS, **guide.efforts}
    return nodes_within(efforts[level], position)


def nodes_within(effort: float, position: Position) -> int:
    """The number of nodes, or in Go playouts, of a long search in this many microseconds."""
    if _is_played_out(position):
        return max(_LEAST, int(PLAYOUTS[LEVELS] * effort / EFFORTS[LEVELS]))
    return units(effort / levels_of(position).long_cost, position, sharp=True)


def _is_played_out(position: Position) -> bool:
    """Whether this is a game written in Python that favours playouts."""
    return position.runs_python and position.favours_monte_carlo


def units(effort: float, position: Position, *, sharp: bool = False) -> int:
    """The number of nodes or playouts for an effort in microseconds."""
    return max(_LEAST, int(effort / cost_of(position, sharp=sharp)))


def cost_of(position: Position, *, sharp: bool = False) -> float:
    """The cost of a node, or a playout, in this game in microseconds."""
    points, costs = points_of(position), levels_of(position).cost
    cost = costs.each + costs.by_point * points + costs.by_pair * points * points
    return cost * costs.with_tactics if sharp else cost


def reading_for(row: Row, position: Position, replies: int) -> tuple[int, int]:
    """The number of candidates to read, and the nodes for each.

    One node for each reply if that is affordable, and the row's effort beyond that.
    """
    cost = cost_of(position)
    width = max(3, min(row.width, int(_READING / (cost * replies))))
    all_replies = min(replies + 9, int(_READING / (cost * width)))
    return width, max(nodes_for(row, position) // width, all_replies)


def points_of(position: Position) -> int:
    """The number of points or squares of the board."""
    return len(position.columns) * len(position.rows)
