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
# Levels 7 and 8 are the strong search: what a move of theirs costs, in the same microseconds.
EFFORTS = {7: 300_000, 8: 2_000_000}

# Beginners at Gomoku see lines and no threats; its own evaluation understands too much for them.
_LINES = (
    "runs*0.2+open_twos*0.5+half_open_threes*0.7+open_threes*1.5+half_open_fours*1.5+open_fours*4"
)

# And at Dobutsu they count pieces and steps; its own evaluation knows the solved game by heart.
_COUNTING = "pieces+hand+mobility*1.5+lion_safety+tries"

# Robogo's evaluation may learn; these stay as they are.
_STONES = "stones+lines*2+threats*5+atari*0.5"

# Othello's evaluation has learned since; what people can read of it suits these levels better.
_DISCS = "squares+freedom+firm+threats+tempo"

_EYES = {"dobutsu": _COUNTING, "robogo": _STONES, "othello": _DISCS}  # of all levels up to 6

# What is different in a game. Playouts tell something from the first on, so in Go other efforts do;
# and where one error seldom decides a game there have to be more of them.
_CHANGES: dict[str, dict[int, dict[str, Any]]] = {
    "wide go": {
        1: {"effort": 300},
        2: {"effort": 600, "eye": 0.64, "slip": 0.065},
        3: {"effort": 1200, "eye": 0.78, "slip": 0.045},
        4: {"effort": 2400, "eye": 0.88, "slip": 0.03, "lapse": 1.0},
        5: {"effort": 4800, "eye": 0.94, "slip": 0.015, "lapse": 1.0},
        6: {"effort": 9000, "lapse": 1.0},
    },
    "go": {
        1: {"effort": 320, "eye": 0.475, "slip": 0.095},
        2: {"effort": 670, "eye": 0.73, "slip": 0.046, "floor": 0.285},
        3: {"effort": 1050, "eye": 0.88},
        4: {"effort": 2400, "lapse": 0.66},
        5: {"effort": 4800, "lapse": 0.42},
        6: {"effort": 11000},
    },
    "othello": {
        1: {"effort": 950, "eye": 0.68, "blind": 0.27, "slip": 0.054, "floor": 0.31},
        2: {"effort": 2100, "eye": 0.81, "blind": 0.17, "slip": 0.036, "floor": 0.245},
        3: {"effort": 3700, "lapse": 0.92},
        6: {"effort": 20000},
    },
    "gomoku": {
        1: {"eyes": _LINES, "pool": 20, "eye": 0.22, "blind": 1.0, "slip": 0.4, "floor": 0.6},
        2: {"eyes": _LINES, "effort": 600, "eye": 0.48, "blind": 0.7, "slip": 0.19, "floor": 0.4},
        3: {"eyes": _LINES, "effort": 2800, "eye": 0.92, "blind": 0.04, "slip": 0.013},
        4: {"effort": 3500, "eye": 0.6, "blind": 0.68, "slip": 0.22, "lapse": 0.98},
        5: {"effort": 3100, "eye": 0.86, "blind": 0.38, "slip": 0.08, "lapse": 0.62},
        6: {"effort": 18000},
    },
    "dobutsu": {
        1: {"effort": 550, "eye": 0.52, "blind": 0.43, "slip": 0.092},
        2: {"eye": 0.73, "blind": 0.23},
        4: {"effort": 2500, "lapse": 0.31},
    },
    "robogo": {
        1: {"pool": 24, "eye": 0.15, "blind": 1.0, "slip": 0.45, "floor": 0.6},
        2: {"effort": 600, "eye": 0.42, "blind": 0.76, "slip": 0.21, "floor": 0.4},
        3: {"effort": 2200, "eye": 0.64, "blind": 0.44, "slip": 0.1, "floor": 0.25},
        4: {"effort": 2600, "eye": 0.81, "blind": 0.2, "slip": 0.05, "lapse": 0.72},
        5: {"effort": 3700, "eye": 0.92, "blind": 0.1, "slip": 0.03, "lapse": 0.33},
        6: {"effort": 10000},
    },
    "wide robogo": {
        1: {"eye": 0.4, "blind": 0.8, "slip": 0.22},
        2: {"eye": 0.55, "blind": 0.6, "slip": 0.13},
        3: {"eye": 0.72, "blind": 0.35, "slip": 0.07},
        4: {"effort": 4000, "blind": 0.1, "slip": 0.025, "lapse": 1.0},
        5: {"effort": 10000, "blind": 0.05, "slip": 0.02, "lapse": 0.5},
        6: {"effort": 10000},
    },
    "vast robogo": {  # whose tactics can take longer than a move may
        1: {"eye": 0.3, "blind": 0.9, "slip": 0.25},
        2: {"eye": 0.4, "blind": 0.8, "slip": 0.2},
        3: {"eye": 0.55, "blind": 0.5, "slip": 0.1},
        4: {"eye": 0.75, "blind": 0.25, "slip": 0.05, "lapse": 1.0},
        5: {"blind": 0.08, "slip": 0.02, "lapse": 1.0},
        6: {"effort": 5000, "slip": 0.005, "lapse": 1.0},
    },
}

# The same for levels 7 and 8, on the boards of the ladder: what makes steps of them.
_STRONG: dict[str, dict[int, int]] = {
    "othello": {7: 22_000, 8: 200_000},
    "gomoku": {7: 150_000, 8: 1_000_000},
    "robogo": {7: 100_000, 8: 1_000_000},
    "dobutsu": {7: 70_000, 8: 1_000_000},
    "go": {7: 18_000, 8: 41_000},
}

# What a node, in Go a playout, costs in microseconds, at most about: on any board, for each point
# of it, for each pair of points; and how many times as much with the game's own tactics.
_COSTS = {
    "othello": (0.6, 0.0, 0.0, 1.3),
    "gomoku": (2.4, 0.0, 0.0, 0.7),
    "renju": (14.0, 0.0, 0.0, 1.0),
    "robogo": (2.0, 0.0125, 0.0, 2.0),
    "wide robogo": (2.0, 0.0125, 0.0, 12.0),
    "dobutsu": (0.6, 0.0, 0.0, 1.0),
    "go": (2.0, 0.35, 0.0008, 1.0),
}
_COST_IN_PYTHON = (12.0, 0.0, 0.0, 1.0)
# How much of that a node of a long search costs: most are found in the table, or near its leaves.
_LONG = {
    "othello": 0.25,
    "gomoku": 0.6,
    "renju": 0.3,
    "robogo": 0.45,
    "wide robogo": 0.15,
    "vast robogo": 0.7,
    "dobutsu": 0.5,
    "go": 0.9,
}
_LEAST = 3  # nodes
_READING = 7000  # microseconds, for all candidates of a move


def row_for(level: int, position: Position) -> Row:
    """The row of a level from 1 to 6 in this game."""
    changes = _CHANGES.get(_kind(position)) or _CHANGES.get(position.game.name, {})
    eyes = _EYES.get(position.game.name, "")
    return replace(ROWS[level], **{"eyes": eyes, **changes.get(level, {})})


def _kind(position: Position) -> str:
    """The game, or a kind of it that has rows or costs of its own."""
    if position.game.values.get("rule") == "renju":
        return "renju"
    points, name = points_of(position), position.game.name
    if name == "robogo" and points > 9 * 9:
        return "wide robogo" if points <= 13 * 13 else "vast robogo"
    return "wide go" if name == "go" and points > 13 * 13 else name


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
    efforts = EFFORTS | _STRONG.get(_kind(position), {})
    return nodes_within(efforts[level], position)


def nodes_within(effort: float, position: Position) -> int:
    """How many nodes, or in Go playouts, a long search looks at in so many microseconds."""
    return units(effort / _LONG.get(_kind(position), 1.0), position, sharp=True)


def units(effort: float, position: Position, *, sharp: bool = False) -> int:
    """What an effort in microseconds buys."""
    return max(_LEAST, int(effort / cost_of(position, sharp=sharp)))


def cost_of(position: Position, *, sharp: bool = False) -> float:
    """What a node, or a playout, costs in this game in microseconds."""
    points = points_of(position)
    costs = _COSTS.get(_kind(position)) or _COSTS.get(position.game.name, _COST_IN_PYTHON)
    each, by_point, by_pair, sharper = costs
    cost = each + by_point * points + by_pair * points * points
    return cost * sharper if sharp else cost


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
    shape = position._state.shape()  # noqa: SLF001 - of the same package
    return len(shape.columns) * len(shape.rows)
