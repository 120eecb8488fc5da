"""The levels in numbers: how much each looks, and how it errs.

A row says it once for all games; what a node or a playout costs in a game turns the row's effort
into nodes or playouts, so that a level means the same on every machine.
"""

from dataclasses import dataclass, replace

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

# Go thinks in playouts, which tell something from the first on: other efforts suit it.
_EFFORTS = {"go": {1: 300, 2: 700, 3: 1500, 4: 3000, 5: 6000, 6: 11000}}

# Where one error seldom decides a game there have to be more of them: a factor for blind, slip and
# lapse of levels 1 to 6.
_ERRORS = {"gomoku": (1.0, 1.0, 6.0, 3.0, 3.0, 1.0), "robogo": (1.6, 1.5, 1.4, 1.4, 1.2, 1.0)}

# Beginners see lines and no threats, where the game's own evaluation understands too much.
_NAIVE_LEVELS = 2
_NAIVE = {
    "gomoku": "runs*0.2+open_twos*0.5+half_open_threes*0.7+open_threes*1.5+half_open_fours*1.5"
    "+open_fours*4"
}

# What a node costs in microseconds, at most about: on any board, for each point of it, for each pair
# of points; and how many times as much where the game's own tactics are looked at. In Go, a playout.
_COSTS = {
    "othello": (0.6, 0.0, 0.0, 1.3),
    "gomoku": (2.4, 0.0, 0.0, 0.7),
    "robogo": (0.9, 0.0125, 0.0, 3.0),
    "dobutsu": (0.6, 0.0, 0.0, 1.0),
    "go": (2.0, 0.25, 0.001, 1.0),
}
_COST_IN_PYTHON = (12.0, 0.0, 0.0, 1.0)
_LEAST = 8  # nodes

# Robogo's tactics take longer than their nodes tell where the board is large.
_SHARP_UP_TO = {"robogo": 9 * 9}


def row_for(level: int, position: Position) -> Row:
    """The row of a level from 1 to 6 in this game."""
    row, game = ROWS[level], position.game.name
    errors = _ERRORS[game][level - 1] if game in _ERRORS else 1.0
    return replace(
        row,
        effort=_EFFORTS.get(game, {}).get(level, row.effort),
        blind=min(0.9, row.blind * errors),
        slip=row.slip * errors,
        lapse=row.lapse if row.lapse == 1 else min(0.9, row.lapse * errors),
        eyes=_NAIVE.get(game, "") if level <= _NAIVE_LEVELS else "",
    )


def is_sharp(row: Row, position: Position) -> bool:
    """Whether the level looks at the game's own tactics here."""
    return row.lapse < 1 and points_of(position) <= _SHARP_UP_TO.get(position.game.name, 10**6)


def nodes_for(row: Row, position: Position) -> int:
    """How many nodes, or in Go playouts, the row's effort buys in this game.

    >>> import plyground
    >>> small, large = (plyground.game("go", size=size).start() for size in (9, 19))
    >>> nodes_for(row_for(6, small), small), nodes_for(row_for(6, large), large)
    (367, 49)
    """
    return units(row.effort, position, sharp=is_sharp(row, position))


def units(effort: float, position: Position, *, sharp: bool = False) -> int:
    """What an effort in microseconds buys."""
    points = points_of(position)
    each, by_point, by_pair, sharper = _COSTS.get(position.game.name, _COST_IN_PYTHON)
    cost = each + by_point * points + by_pair * points * points
    return max(_LEAST, int(effort / (cost * sharper if sharp else cost)))


def points_of(position: Position) -> int:
    """How large the board is."""
    shape = position._state.shape()  # noqa: SLF001 - of the same package
    return len(shape.columns) * len(shape.rows)
