"""Analysis board, reviews, searches to watch, studies and trainings: data for their pages."""

from typing import Literal

from typing_extensions import TypedDict

from plyground.engine.view import AidView, Turn, View
from plyground.learn.grading import Grade
from plyground.learn.recording import TermValue
from plyground.web.contract.boards import Outcomes, PackedView, Score
from plyground.web.contract.games import BoardTablebaseValues
from plyground.web.contract.service import BookLine, GameTree, Palette
from plyground.web.contract.values import Chance, Count, Options, SideCounts, SideTexts, Words

# The analysis board


class StudyPosition(TypedDict):
    """A position with texts in the visitor's language."""

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
    book: list[BookLine]


class StudyGame(GameTree):
    """A game with its variations, and the address of its page."""

    query: dict[str, str]
    title: str
    url: str


class StudyGames(TypedDict):
    """The games of a pasted text."""

    games: list[StudyGame]


class SavedFile(TypedDict):
    """A file for the browser to save."""

    text: str
    name: str


class StudyPage(TypedDict):
    """The initial data of the analysis board's page."""

    game: str
    options: Options
    query: dict[str, str]
    start: str | None
    moves: list[str]
    palette: Palette
    board: StudyPosition
    home: str  # the page of the analysed game; empty: none


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
    """A move on the page of a review; chances and scores are Black's."""

    side: Turn
    text: str
    name: str
    chance: Chance
    score: float | None
    grade: Grade
    mark: str
    better: Count
    answer: Count
    words: MoveWords


class ReviewStart(TypedDict):
    """The standing before the first move."""

    chance: Chance
    score: float | None


class ReviewPage(TypedDict):
    """The initial data of a review's page."""

    view: PackedView
    moves: list[ReviewMove]
    start: ReviewStart
    boards: str
    fork: str
    opponents: SideTexts
    query: dict[str, str]
    unit: str
    person: Turn | Literal[""]  # whose mistakes come first; empty: those of both
    territory: str
    summary: str
    again: str
    effort: Count


class ReviewAsk(TypedDict):
    """The initial data of the page without a review yet: where to request one."""

    start: str


_From = TypedDict("_From", {"from": str | None})


class BetterMove(_From):
    """The points of the better move."""

    to: str


class ReviewBoard(TypedDict):
    """The board after a move, with the better move."""

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
    """The initial data of the page."""

    query: dict[str, str]
    cursor: int
    view: View
    searches: list[WatchedSearch]


class WatchedPosition(TypedDict):
    """A position along a search, in words; `result` is empty before the end."""

    moves: list[str]
    result: str
    terms: list[TermValue]


class WatchBoard(WatchedPosition):
    """The position with its board, for display."""

    view: PackedView


class WatchBoards(TypedDict):
    """Several of them."""

    boards: list[WatchBoard]


class WatchFullBoard(WatchedPosition):
    """The position with its whole view, for playing."""

    view: View


class WatchFullBoards(TypedDict):
    """Several of them."""

    boards: list[WatchFullBoard]


# The laboratory


class StudyRow(TypedDict):
    """A row of a list: a study or a training, in the visitor's language."""

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
    """All studies and trainings; `key` changes with their set or order."""

    key: str
    studies: list[StudyRow]


class InlineReport(TypedDict):
    """A report as part of a page."""

    done: Count
    trouble: str
    body: str


# Trainings


class Interval(TypedDict):
    """A share of the points with its interval."""

    share: Chance
    low: Chance
    high: Chance


class TrainingScore(Interval):
    """The score of a network against an opponent."""

    opponent: str
    games: Count


class TrainingPoint(TypedDict):
    """The data of a generation; games and hours are counted from the beginning."""

    generation: Count
    games: Count
    hours: float
    losses: dict[str, float]
    plies: float
    black: Interval
    scores: list[TrainingScore]


class TrainingElo(TypedDict):
    """The rating of a generation's network, above the untrained network."""

    generation: Count
    elo: float
    low: float
    high: float


class TrainingState(StudyRow):
    """The state of a training: new points, and the available generations."""

    points: list[TrainingPoint]
    elos: list[TrainingElo]
    networks: list[Count]
    played: list[Count]


class TrainingPage(TypedDict):
    """The initial data of a training's page.

    `opponent` is the spec of a generation's network, with {} for its number, and `play` the form
    of a new game; both are empty if it is not available as an opponent.
    """

    state: TrainingState
    address: str
    opponent: str
    play: str


class MachinePlace(TypedDict):
    """A move of a self-play game; generation 0 is the start."""

    generation: Count
    game: Count
    ply: Count


class MachineChapter(TypedDict):
    """A chapter of the lesson: a position of a training, and the generation shown first."""

    key: Count
    training: str
    network: Count
    place: MachinePlace


class MachinePage(TypedDict):
    """The initial data of the lesson on how a machine learns, with its trainings by game."""

    trainings: dict[str, TrainingPage]
    chapters: list[MachineChapter]


class TrainingGame(TypedDict):
    """A self-play game in a list."""

    number: Count
    winner: Turn | None
    plies: Count


class TrainingGames(TypedDict):
    """The first games of a generation."""

    generation: Count
    games: list[TrainingGame]


class SeenMove(TypedDict):
    """A legal move: the network's value for it, and the search's recommendation."""

    move: str
    to: str | None
    network: Chance | None
    search: Chance | None
    played: bool


class SeenPosition(TypedDict):
    """A position of a training, evaluated by one of its networks.

    `situation` describes the state in words. `value` is the network's, `search` Black's share of
    the point by a search; both are None, and `moves` is empty, if the game is over.
    """

    view: PackedView
    ply: Count
    last_ply: Count
    situation: str
    value: Outcomes | None
    search: Chance | None
    moves: list[SeenMove]
    analysis: str
