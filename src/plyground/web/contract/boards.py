"""The visible data of a board, and the results of a search."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from plyground.engine.view import AidView, FullMoveView, HandView, MarkView, ShapeName, Turn, View
from plyground.session.threats import Threat
from plyground.web.contract.values import Chance, Count, SideCounts

# Display


class Score(TypedDict):
    """A running score, its unit, and whether to show it during the game."""

    black: float
    white: float
    unit: str
    shown: bool


class Seen(TypedDict):
    """The visible data of a position."""

    view: View
    position: str
    aids: list[AidView]
    score: Score | None
    captured: SideCounts | None


class Position(Seen):
    """A position of a game, after this many moves."""

    ply: Count


class SharedPosition(TypedDict):
    """A position of a shared game, after this many moves."""

    ply: Count
    view: View


class Views(TypedDict):
    """The boards of a short game."""

    views: list[View]


# Boards for display only


PackedHint = TypedDict(
    "PackedHint", {"area": list[str], "from": str | None, "to": str}, total=False
)
PackedHint.__doc__ = "What is pointed at on a board: points, or a move."


class PackedView(TypedDict):
    """A view without the parts that only players need; `pieces` combines equal ones.

    A row of `pieces` is their side, their kind, and their squares, separated by spaces.
    """

    game: str
    shape: ShapeName
    columns: list[str]
    rows: list[str]
    turn: Turn
    ply: int
    pieces: list[tuple[Turn, str, str]]
    hands: NotRequired[list[HandView]]
    last_move: NotRequired[FullMoveView]
    marks: NotRequired[list[MarkView]]
    hint: NotRequired[PackedHint]


# Answers


class Result(TypedDict):
    """How a game ended."""

    winner: Turn | None
    code: str
    sentence: str


class Evaluation(TypedDict):
    """A player's evaluation of its move, from its own side."""

    score: float
    win_chance: Chance
    mate: int | None
    exact: bool
    depth: Count
    nodes: Count
    pv: list[str]


class Move(TypedDict):
    """The move that a level plays, and the board after it."""

    move: str
    position: str
    turn: Turn | None
    result: Result | None
    evaluation: Evaluation | None
    seconds: float


class AnalysisLine(TypedDict):
    """One move with its expected line, from the side to move's point of view.

    `threats`, in a game of five in a row, names what each move of `pv` makes; it is left out if
    none makes anything.
    """

    move: str
    pv: list[str]
    score: float
    win_chance: Chance
    mate: int | None
    exact: bool
    depth: Count
    threats: NotRequired[list[Threat]]


class Analysis(TypedDict):
    """The analysis of a board: its lines, the best first."""

    lines: list[AnalysisLine]
    nodes: Count
    seconds: float


class MoveShare(TypedDict):
    """A move, and its share of a network's policy."""

    move: str
    share: Chance


class Outcomes(TypedDict):
    """The probabilities of a win for Black, of a draw, and of a win for White."""

    black: Chance
    draw: Chance
    white: Chance


class NetworkAnswer(TypedDict):
    """A network's answer about a board, without a search.

    Shares are those of the side to move, the largest first; the rest is from Black's point of view:
    Black's lead at the end, and for each square 1 if it will be Black's and -1 if it will be
    White's.
    """

    network: str
    outcomes: Outcomes
    moves: list[MoveShare]
    score: float | None
    ownership: dict[str, float] | None


class CountPart(TypedDict):
    """A part of a count in Go, with the points of each side."""

    part: Literal["stones", "territory", "dead", "prisoners", "komi"]
    black: float
    white: float


class TerritoryData(TypedDict):
    """The owner of each point of a Go board: 1 Black, -1 White.

    `counted`: the game is over, and `rows` are the parts of the score. Otherwise it is an estimate,
    and Black's lead is the expected one.
    """

    counted: bool
    owners: dict[str, float]
    lead: float
    rows: list[CountPart]


class CountLine(TypedDict):
    """A line of the table of a count, in words; the last one is the sum."""

    words: str
    black: float
    white: float


class Territory(TypedDict):
    """The owner of each point of a Go board, with texts."""

    counted: bool
    owners: dict[str, float]
    lead: float
    sentence: str
    lines: list[CountLine]


class Limits(TypedDict):
    """The limits of a search."""

    seconds: float
    depth: int | None
    lines: int
