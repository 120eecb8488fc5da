"""The data between the web and the game service: the rules' side of states and reviews."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from plyground.engine.view import AidView, ResultView, Turn, View
from plyground.learn.recording import PlayoutRecording, TermValue, TreeRecording
from plyground.session.session import Stage
from plyground.session.threats import Threat
from plyground.web.contract.boards import Evaluation, Seen
from plyground.web.contract.games import GameName, Mover, Values
from plyground.web.contract.jobs import Place
from plyground.web.contract.reviews import ReviewData
from plyground.web.contract.values import Options, SideTexts

Recording: TypeAlias = TreeRecording | PlayoutRecording  # a search to watch
TaskData: TypeAlias = Mapping[str, object]  # plyground.learn.lessons.Task


class Placed(TypedDict):
    """The side to move, the length of the game, and the player to move."""

    turn: Turn
    stage: Stage
    people: list[Turn]
    to_move: Mover | None


class Picture(Seen, Placed):
    """The current view and the possible commands."""

    game: GameName
    speaker: Turn | None
    result: ResultView | None
    can_undo: bool
    can_redo: bool
    can_pass: bool
    passed: bool
    must_pass: bool


class ViewerPicture(Picture):
    """The same for one player of a game; `waits`: the other seat is still free."""

    me: Turn | None
    waits: bool


class Chosen(TypedDict):
    """A computer's answer: the move, or None to resign, and its evaluation."""

    move: str | None
    evaluation: Evaluation | None


class ClockLeft(TypedDict, total=False):
    """A player's time, as arguments of plyground.players.player.Clock."""

    left: float
    increment: float
    move: float | None


class CommandArguments(TypedDict, total=False):
    """The arguments of a command; the server, not the client, sets the side."""

    move: str | None
    point: str | None
    on: bool | None
    side: Turn | None


class PlainReview(ReviewData):
    """A review with its game, as written by plyground.learn.review."""

    format: int
    game: str
    options: Options
    start: str | None


class Mistake(TypedDict):
    """A mistake, as found by plyground.learn.teacher."""

    move: str
    better: list[str]
    answer: list[str]
    loss: float
    before: float
    chance: float
    wins: int | None
    loses: int | None
    parts: Place
    reply: Place | None


# Lessons


class RefusalData(TypedDict):
    """Why a move was refused."""

    code: str
    args: dict[str, str]
    sentence: str


Outcome = Literal["open", "refused", "right", "wrong", "done"]


class Judgement(TypedDict):
    """The result of a person's last move in a lesson."""

    outcome: Outcome
    turn: int
    turns: int
    move: str
    views: list[View]
    aids: list[AidView]
    verdict: str | None
    reply: str
    result: ResultView | None
    refusal: RefusalData | None


_Parts = TypedDict("_Parts", {"from": str | None})


class ShownMove(_Parts):
    """The move to play in a lesson; None if the last one must be taken back first."""

    move: str | None
    kind: str
    to: str | None
    piece: str | None


class WorstMove(TypedDict):
    """The largest mistake of a side."""

    ply: int
    move: str
    best: str
    before: float
    chance: float


class Summary(TypedDict):
    """The summary of a side's game."""

    accuracy: float | None
    worst: WorstMove | None
    mistakes: int
    cause: str | None
    count: int
    lesson: str | None


# The analysis board


class BookLine(TypedDict):
    """A move of the opening book with the best moves after it, for the side to move."""

    win_chance: float
    exact: bool
    mate: int | None
    pv: list[str]


class Looked(Seen):
    """A position of the analysis board; `made` names what the last move made."""

    options: Options
    start: str | None
    moves: list[str]
    result: ResultView | None
    terms: list[TermValue]
    tablebase: Values | None
    made: Threat
    book: list[BookLine]


class Palette(TypedDict):
    """The pieces that can be put on the board, and those that a hand may hold."""

    kinds: list[str]
    hands: list[str]


Piece: TypeAlias = tuple[str, str, str]  # where, whose, which
Held: TypeAlias = tuple[str, str, int]  # whose, which, how many
Node: TypeAlias = tuple[
    int, str | None, str | None, str
]  # parent, move, position that is set up, comment


class GameTree(TypedDict):
    """A game with its variations."""

    game: str
    options: Options
    start: str | None
    players: SideTexts
    nodes: list[Node]
