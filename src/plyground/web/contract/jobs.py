"""Searches: what is asked for, and what they tell while they run."""

from typing_extensions import TypedDict

from plyground.engine.view import Turn
from plyground.web.contract.games import JobRef, State
from plyground.web.contract.values import Chance, Count, Term, Words


class JobAnswer(TypedDict):
    """The search that was asked for."""

    job: JobRef


# Events of a search


class Queued(TypedDict):
    """It waits: how many searches come before it."""

    ahead: Count


class Thinking(TypedDict):
    """What a search has found so far; nothing yet where there is no move."""

    side: Turn
    depth: Count
    move: str | None
    pv: list[str]
    win_chance: Chance | None
    mate: int | None
    nodes: Count
    seconds: float


class Progress(TypedDict):
    """How many moves of a game have been reviewed."""

    done: Count
    of: Count


class Failed(TypedDict):
    """It ended without an answer."""

    sentence: str


class AnalysisFailed(Failed):
    """An analysis ended without an answer: why, by its code, and where."""

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
    """What the teacher says of a person's last move."""

    loss: float
    before: float
    chance: float
    move: str
    answer: Place | None
    better: Place
    words: WarningWords


class HintWords(TypedDict):
    """A hint in three steps: where to look, the move, and why."""

    area: str
    move: str
    why: str
    terms: list[Words]


HintMove = TypedDict("HintMove", {"from": str | None})


class HintData(HintMove):
    """A move to try, where to look first, and what it gains."""

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
    why: list[Term]


class Hint(HintData):
    """The same in words, for a version of the game."""

    version: Count
    words: HintWords


class ReplyDone(TypedDict):
    """The computer has moved."""

    state: State


class WarningDone(ReplyDone):
    """Nothing was played: the teacher has something to say first."""

    warning: TeacherWarning


class HintDone(TypedDict):
    """A hint is there."""

    hint: Hint
