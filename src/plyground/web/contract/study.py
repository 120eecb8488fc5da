"""The analysis board, reviews, searches to watch and the laboratory: data for their pages."""

from typing import Literal

from typing_extensions import TypedDict

from plyground.engine.view import AidView, Turn, View
from plyground.learn.grading import Grade
from plyground.learn.recording import TermValue
from plyground.web.contract.boards import PackedView, Score
from plyground.web.contract.games import BoardTablebaseValues
from plyground.web.contract.service import GameTree, Palette
from plyground.web.contract.values import Chance, Count, Options, SideCounts, SideTexts, Words

# The analysis board


class StudyPosition(TypedDict):
    """A position in the visitor's words."""

    view: View
    position: str
    aids: list[AidView]
    score: Score | None
    captured: SideCounts | None
    start: str | None
    moves: list[str]
    over: bool
    situation: str
    terms: list[TermValue]
    tablebase: BoardTablebaseValues | None


class StudyGame(GameTree):
    """A game with its variations, and where it can be opened."""

    query: dict[str, str]
    title: str
    url: str


class StudyGames(TypedDict):
    """The games of a pasted text."""

    games: list[StudyGame]


class SavedFile(TypedDict):
    """A file for the browser to keep."""

    text: str
    name: str


class StudyPage(TypedDict):
    """What the page of the analysis board begins with."""

    game: str
    options: Options
    query: dict[str, str]
    start: str | None
    moves: list[str]
    palette: Palette
    board: StudyPosition


# Reviews


class MoveWords(TypedDict):
    """A move of a review in sentences."""

    head: str
    verdict: str
    stands: str
    better: str
    why: str
    terms: list[Words]


class ReviewMove(TypedDict):
    """A move as the page of a review has it; chances and scores are black's."""

    side: Turn
    text: str
    name: str
    chance: Chance
    score: float | None
    grade: Grade
    better: Count
    answer: Count
    words: MoveWords


class ReviewStart(TypedDict):
    """How it stood before the first move."""

    chance: Chance
    score: float | None


class ReviewPage(TypedDict):
    """What the page of a review begins with."""

    view: PackedView
    moves: list[ReviewMove]
    start: ReviewStart
    boards: str
    fork: str
    opponents: SideTexts
    query: dict[str, str]
    unit: str
    again: str
    effort: Count


class ReviewAsk(TypedDict):
    """What the page of a game without a review begins with: where to ask for one."""

    start: str


_From = TypedDict("_From", {"from": str | None})


class BetterMove(_From):
    """Where the better move is on the board."""

    to: str


class ReviewBoard(TypedDict):
    """The board after a move, with the better one."""

    view: PackedView
    better: BetterMove | None


class ReviewBoards(TypedDict):
    """The boards along a line."""

    views: list[PackedView]


# Searches to watch


class WatchedSearch(TypedDict):
    """One of the searches of a page."""

    which: str
    spec: str
    title: str


class WatchPage(TypedDict):
    """What the page begins with."""

    query: dict[str, str]
    cursor: int
    view: View
    searches: list[WatchedSearch]


class WatchedPosition(TypedDict):
    """A position on the way of a search, in words; `result` is empty before the end."""

    moves: list[str]
    result: str
    terms: list[TermValue]


class WatchBoard(WatchedPosition):
    """The position with its board, to look at."""

    view: PackedView


class WatchBoards(TypedDict):
    """Several of them."""

    boards: list[WatchBoard]


class WatchFullBoard(WatchedPosition):
    """The position with its whole view, to play on."""

    view: View


class WatchFullBoards(TypedDict):
    """Several of them."""

    boards: list[WatchFullBoard]


# The laboratory


class StudyRow(TypedDict):
    """A study or a training in a few words, in the visitor's language."""

    id: str
    url: str
    state: Literal["running", "stopped", "finished", "broken"]
    label: str
    title: str
    question: str
    details: str
    folder: str
    done: Count
    tasks: Count
    share: float
    progress: str
    standing: str
    trouble: str
    news: str


class Studies(TypedDict):
    """All of them, and all trainings; `key` changes when others are there or their order does."""

    key: str
    studies: list[StudyRow]


class InlineReport(TypedDict):
    """A report as part of a page."""

    done: Count
    trouble: str
    body: str
