"""Lessons and puzzles: the answers about their steps and the moves in them."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from plyground.engine.view import AidView, ResultView, View
from plyground.web.contract.service import Outcome, ShownMove
from plyground.web.contract.values import Count


class StepHint(TypedDict):
    """Help with a move: a text, and the points to look at."""

    words: str
    at: list[str]


class LessonStep(TypedDict):
    """A step of a lesson, or a puzzle, before the first move."""

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
    """The initial data of a lesson's page."""

    lesson: str
    reached: Count
    step: LessonStep
    flipped: NotRequired[bool]


class StepDone(TypedDict):
    """A step without a task was read."""

    outcome: Literal["done"]
    words: str


class StepOutcome(TypedDict):
    """The result of a move."""

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
    rating: NotRequired[str]  # what a first attempt at a puzzle changed


class StepHelp(ShownMove):
    """The move itself, also in words."""

    words: str


class Solution(TypedDict):
    """The whole line of a puzzle, and every board along it."""

    moves: list[str]
    views: list[View]


class GameSummary(TypedDict):
    """The teacher's summary after a game: three sentences, the last one with a link."""

    sentences: list[str]
    url: NotRequired[str]


class ProgressRow(TypedDict):
    """A visitor's progress in a lesson."""

    lesson: str
    step: Count
    done: bool
    changed: object
