"""The types of a recorded search: plain data, ready for JSON.

`plyground.learn.watch` makes recordings, and the web's contract sends them to pages.
"""

import sys
from typing import Literal, TypeAlias

from plyground.engine.view import Turn, View

# The web describes its answers by these types; before Python 3.12, pydantic cannot read others.
if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict

# A value from Black's point of view: the number; 1 or -1 if the game is won; the plies to the win,
# if the game counts no margin.
Worth: TypeAlias = tuple[float, int, int | None]


# Minimax and alpha-beta


class TreeColumns(TypedDict):
    """The nodes of a tree in the order of their visits, with one column per value.

    move, alpha, beta, value    the number of a move or a value; -1 for none
    kind                        0 inner, 1 leaf, 2 game over; 4 more if it was cut
    offered                     how many moves there were
    black                       1 if Black is to move
    """

    depth: list[int]
    move: list[int]
    alpha: list[int]
    beta: list[int]
    value: list[int]
    kind: list[int]
    offered: list[int]
    black: list[int]


class TreePass(TypedDict):
    """One search of several with increasing depth; `begin` is the number of its root."""

    depth: int
    begin: int
    searched: int
    move: str | None
    value: int


class RecordedSearch(TypedDict):
    """The common part of recordings; `moves` are the texts that columns name by number."""

    spec: str
    move: str | None
    turn: Turn
    searched: int
    left_out: int
    stopped: bool
    moves: list[str]


class TreeRecording(RecordedSearch):
    """A search to one depth, or to several in a row."""

    kind: Literal["tree"]
    values: list[Worth]
    columns: TreeColumns
    passes: list[TreePass]


# Monte Carlo


class PlayoutNodes(TypedDict):
    """The nodes of the tree: parent and move by number, -1 for none; 1 if Black moved here."""

    parent: list[int]
    move: list[int]
    black: list[int]


class PlayoutColumns(TypedDict):
    """The playouts, with one column per value.

    leaf        the node where it left the tree
    how         0 proven, 1 game over, 2 played on
    black       the result, from 0 to 1 for Black
    opinion     the value of the evaluation; null if it was not used
    played      the end of the game that was played on; null if there was none
    mix         the evaluation's part of the result
    plies       how many moves were played on
    """

    leaf: list[int]
    how: list[int]
    black: list[float]
    opinion: list[float | None]
    played: list[float | None]
    mix: list[float]
    plies: list[int]


class StepColumns(TypedDict):
    """The steps of all playouts in order, each from the root on.

    share                   the result for the side that moved here
    proven                  0 nothing, 1 loss, 2 draw, 3 win, for that side
    mean, rave, explore     the parts of this move's selection value; null at the root
    second, instead         the next best value, and the number of its move, -1 for none
    """

    share: list[float]
    proven: list[int]
    mean: list[float | None]
    rave: list[float | None]
    explore: list[float | None]
    second: list[float | None]
    instead: list[int]


class PlayoutRecording(RecordedSearch):
    """A Monte Carlo search."""

    kind: Literal["playouts"]
    nodes: PlayoutNodes
    playouts: PlayoutColumns
    steps: StepColumns


# Boards along the way


class TermValue(TypedDict):
    """A term of an evaluation: its value, and its weight."""

    name: str
    sentence: str
    value: float
    weight: float


class Glance(TypedDict):
    """A board on the path of a search, and the terms of its evaluation."""

    view: View
    terms: list[TermValue]
