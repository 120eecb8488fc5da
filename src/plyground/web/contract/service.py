"""What the service of a game is asked and answers: the rules' side of states and reviews."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from plyground.engine.view import AidView, ResultView, Turn, View
from plyground.learn.recording import PlayoutRecording, TermValue, TreeRecording
from plyground.session.session import Stage
from plyground.web.contract.boards import Evaluation, Seen
from plyground.web.contract.games import GameName, Mover, Values
from plyground.web.contract.jobs import Place
from plyground.web.contract.reviews import ReviewData
from plyground.web.contract.values import Options, SideTexts

Recording: TypeAlias = TreeRecording | PlayoutRecording  # a search to watch
TaskData: TypeAlias = Mapping[str, object]  # plyground.learn.lessons.Task


class Placed(TypedDict):
    """Whose turn it is, how far the game has come, and who is to move."""

    turn: Turn
    stage: Stage
    people: list[Turn]
    to_move: Mover | None


class Picture(Seen, Placed):
    """What there is to see and to do now."""

    game: GameName
    speaker: Turn | None
    result: ResultView | None
    can_undo: bool
    can_redo: bool
    can_pass: bool
    passed: bool
    must_pass: bool


class ViewerPicture(Picture):
    """The same for one of the people of a game; `waits`: nobody has taken the other seat yet."""

    me: Turn | None
    waits: bool


class Chosen(TypedDict):
    """A computer's answer: the move, or None to resign, and what it thought."""

    move: str | None
    evaluation: Evaluation | None


class ClockLeft(TypedDict, total=False):
    """What a player may spend, as arguments of plyground.players.player.Clock."""

    left: float
    increment: float
    move: float | None


class CommandArguments(TypedDict, total=False):
    """What an action is about; the side is the server's word, never a client's."""

    move: str | None
    point: str | None
    on: bool | None
    side: Turn | None


class PlainReview(ReviewData):
    """A review with the game it is of, as plyground.learn.review writes it."""

    format: int
    game: str
    options: Options
    start: str | None


class Mistake(TypedDict):
    """What is wrong with a move, as plyground.learn.teacher finds it."""

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
    """What became of a person's last move in a lesson."""

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
    """The move to play in a lesson; none where the last one is to be taken back first."""

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
    """What a side may learn from a game."""

    accuracy: float | None
    worst: WorstMove | None
    mistakes: int
    cause: str | None
    count: int
    lesson: str | None


# The analysis board


class Looked(Seen):
    """A position of the analysis board."""

    options: Options
    start: str | None
    moves: list[str]
    result: ResultView | None
    terms: list[TermValue]
    tablebase: Values | None


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
