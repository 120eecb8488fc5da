"""Reviews: the value of every move of a game."""

from typing_extensions import TypedDict

from plyground.engine.view import Turn
from plyground.learn.grading import Grade
from plyground.session.threats import Threat
from plyground.web.contract.games import JobRef
from plyground.web.contract.values import Chance, Count, Term


class JudgedMove(TypedDict):
    """A move and its value; chances and scores are those of the side that made it."""

    ply: Count
    side: Turn
    move: str
    best: str
    best_line: list[str]
    refutation: list[str]
    chance_before: Chance
    chance: Chance
    score_before: float
    score: float
    mate: int | None
    exact: bool
    loss: Chance
    grade: Grade
    forced: bool
    why: list[Term]
    makes: Threat


class ReviewData(TypedDict):
    """The moves of a game, judged with this effort."""

    effort: Count
    moves: list[JudgedMove]


class Review(TypedDict):
    """The review of a game; null if there is none yet."""

    review: ReviewData | None


class ReviewJob(TypedDict):
    """The search that makes the review; null if it is done."""

    job: JobRef | None
