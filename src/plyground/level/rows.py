"""The levels in numbers: how much each looks, and how it errs.

A row says it once for all games; what a node or a playout costs in a game turns the row's effort
into nodes or playouts, so that a level means the same on every machine.
"""

from dataclasses import dataclass, replace
from typing import Any

from plyground.game import Position


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
SECONDS = {7: 0.3, 8: 2.0}  # levels that search for a time

# Beginners at Gomoku see lines and no threats; its own evaluation understands too much for them.
_LINES = (
    "runs*0.2+open_twos*0.5+half_open_threes*0.7+open_threes*1.5+half_open_fours*1.5+open_fours*4"
)

# What is different in a game. Playouts tell something from the first on, so in Go other efforts do;
# and where one error seldom decides a game there have to be more of them.
_CHANGES: dict[str, dict[int, dict[str, Any]]] = {
    "go": {
        1: {"effort": 300},
        2: {"effort": 700},
        3: {"effort": 1500},
        4: {"effort": 3000},
        5: {"effort": 6000},
        6: {"effort": 9000},
    },
    "gomoku": {
        1: {"eyes": _LINES, "eye": 0.4, "blind": 0.9, "slip": 0.25},
        2: {"eyes": _LINES, "blind": 0.1, "slip": 0.02},
        3: {"eye": 0.5, "blind": 0.9, "slip": 0.3, "floor": 0.4},
        4: {"eye": 0.75, "blind": 0.6, "slip": 0.12, "lapse": 0.9},
        5: {"blind": 0.2, "slip": 0.05, "lapse": 0.4},
    },
    "robogo": {
        1: {"eye": 0.4, "blind": 0.8, "slip": 0.2},
        2: {"eye": 0.6, "blind": 0.5, "slip": 0.1},
        3: {"blind": 0.12, "slip": 0.03},
        4: {"blind": 0.1, "slip": 0.03, "lapse": 0.45},
        5: {"lapse": 0.15},
        6: {"effort": 10000},
    },
}

# What a node, in Go a playout, costs in microseconds, at most about: on any board, for each point
# of it, for each pair of points; and how many times as much with the game's own tactics.
_COSTS = {
    "othello": (0.6, 0.0, 0.0, 1.3),
    "gomoku": (2.4, 0.0, 0.0, 0.7),
    "renju": (14.0, 0.0, 0.0, 1.0),
    "robogo": (2.0, 0.0125, 0.0, 2.0),
    "dobutsu": (0.6, 0.0, 0.0, 1.0),
    "go": (2.0, 0.35, 0.0008, 1.0),
}
_COST_IN_PYTHON = (12.0, 0.0, 0.0, 1.0)
_LEAST = 8  # nodes
_READING = 8000  # microseconds, for all candidates of a move

# Robogo's tactics take longer than their nodes tell where the board is large.
_SHARP_UP_TO = {"robogo": 9 * 9}


def row_for(level: int, position: Position) -> Row:
    """The row of a level from 1 to 6 in this game."""
    return replace(ROWS[level], **_CHANGES.get(position.game.name, {}).get(level, {}))


def is_sharp(row: Row, position: Position) -> bool:
    """Whether the level looks at the game's own tactics here."""
    return row.lapse < 1 and points_of(position) <= _SHARP_UP_TO.get(position.game.name, 10**6)


def whole_search(row: Row, position: Position) -> str:
    """The search it makes when it does not weigh single moves."""
    if row.lapse == 1:
        return "deepening:order=on"
    # Without the tactics no table either: a win found in it would be replayed, at any cost.
    return "search:table=1" if is_sharp(row, position) else "search:table=0,specialist=off"


def nodes_for(row: Row, position: Position) -> int:
    """How many nodes, or in Go playouts, the row's effort buys in this game.

    >>> import plyground
    >>> small, large = (plyground.game("go", size=size).start() for size in (9, 19))
    >>> nodes_for(row_for(6, small), small), nodes_for(row_for(6, large), large)
    (253, 38)
    """
    return units(row.effort, position, sharp=is_sharp(row, position))


def units(effort: float, position: Position, *, sharp: bool = False) -> int:
    """What an effort in microseconds buys."""
    return max(_LEAST, int(effort / cost_of(position, sharp=sharp)))


def cost_of(position: Position, *, sharp: bool = False) -> float:
    """What a node, or a playout, costs in this game in microseconds."""
    renju = position.game.values.get("rule") == "renju"
    points, name = points_of(position), "renju" if renju else position.game.name
    each, by_point, by_pair, sharper = _COSTS.get(name, _COST_IN_PYTHON)
    cost = each + by_point * points + by_pair * points * points
    return cost * sharper if sharp else cost


def width_for(row: Row, position: Position, replies: int) -> int:
    """How many candidates it can read so far that every reply is looked at."""
    return max(2, min(row.width, int(_READING / (cost_of(position) * replies))))


def points_of(position: Position) -> int:
    """How large the board is."""
    shape = position._state.shape()  # noqa: SLF001 - of the same package
    return len(shape.columns) * len(shape.rows)
