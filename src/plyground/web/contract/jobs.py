"""Searches: the answer to a request, and the events during a search."""

from typing_extensions import TypedDict

from plyground.engine.view import Turn
from plyground.session.threats import Threat
from plyground.web.contract.games import JobRef, State
from plyground.web.contract.values import Chance, Count, Term, Words


class JobAnswer(TypedDict):
    """The requested search."""

    job: JobRef


# Events of a search


class Queued(TypedDict):
    """The search is waiting: the number of searches before it."""

    ahead: Count


class Thinking(TypedDict):
    """The result of a search so far; empty if there is no move yet."""

    side: Turn
    depth: Count
    move: str | None
    pv: list[str]
    win_chance: Chance | None
    mate: int | None
    nodes: Count
    seconds: float


class Progress(TypedDict):
    """The number of reviewed moves of a game."""

    done: Count
    of: Count


class Failed(TypedDict):
    """The search ended without an answer."""

    sentence: str


class AnalysisFailed(Failed):
    """An analysis ended without an answer: the reason, its code, and its place."""

    code: str
    at: str | None


Place = TypedDict("Place", {"move": str, "from": str | None, "to": str | None, "piece": str | None})
Place.__doc__ = "A move, and where it is on the board."


class WarningWords(TypedDict):
    """A warning in sentences."""

    text: str
    answer: str
    better: str


class TeacherWarning(TypedDict):
    """The teacher's comment on a person's last move."""

    loss: float
    before: float
    chance: float
    move: str
    answer: Place | None
    better: Place
    words: WarningWords


class HintWords(TypedDict):
    """A hint in three steps: the area, the move, and why."""

    area: str
    move: str
    why: str
    terms: list[Words]


HintMove = TypedDict("HintMove", {"from": str | None})


class HintData(HintMove):
    """The recommended move, the area to look at first, and the gains.

    `threats` names what each move of `pv` makes in a game of five in a row, such as `four_three`.
    """

    side: Turn
    move: str
    kind: str
    piece: str | None
    to: str | None
    area: list[str]
    chance: float
    mate: int | None
    exact: bool
    depth: Count
    pv: list[str]
    threats: list[Threat]
    why: list[Term]


class Hint(HintData):
    """The same in words, for a version of the game."""

    version: Count
    words: HintWords


class ReplyDone(TypedDict):
    """The computer has moved."""

    state: State


class WarningDone(ReplyDone):
    """Nothing was played: the teacher warns first."""

    warning: TeacherWarning


class HintDone(TypedDict):
    """A hint is available."""

    hint: Hint
