"""Lessons and puzzles: the answers about their steps and the moves in them."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from plyground.engine.view import AidView, ResultView, View
from plyground.web.contract.service import Outcome, ShownMove
from plyground.web.contract.values import Count


class StepHint(TypedDict):
    """Help with a move: words, and where to look."""

    words: str
    at: list[str]


class LessonStep(TypedDict):
    """A step of a lesson, or a puzzle, as it begins."""

    number: Count
    reading: bool
    words: str
    marks: list[str]
    shows: list[str]
    hints: list[StepHint]
    turns: Count
    passes: bool
    view: View
    aids: list[AidView]
    analysis: str  # the analysis board with this position


class LessonPage(TypedDict):
    """What the page of a lesson begins with."""

    lesson: str
    reached: Count
    step: LessonStep
    flipped: NotRequired[bool]


class StepDone(TypedDict):
    """A step that asks for nothing was read."""

    outcome: Literal["done"]
    words: str


class StepOutcome(TypedDict):
    """What became of a move."""

    outcome: Outcome
    turn: Count
    turns: Count
    move: str
    views: list[View]
    aids: list[AidView]
    verdict: str | None
    reply: str
    result: ResultView | None
    words: str
    at: str | None
    hints: NotRequired[list[StepHint]]


class StepHelp(ShownMove):
    """The move itself, in words too."""

    words: str


class Solution(TypedDict):
    """The whole line of a puzzle, and every board on the way."""

    moves: list[str]
    views: list[View]


class GameSummary(TypedDict):
    """What the teacher says after a game: three sentences, the last one with a link."""

    sentences: list[str]
    url: NotRequired[str]


class ProgressRow(TypedDict):
    """How far a visitor has come in a lesson."""

    lesson: str
    step: Count
    done: bool
    changed: object
