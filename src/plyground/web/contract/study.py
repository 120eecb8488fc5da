"""Analysis board, reviews, searches to watch, studies and trainings: data for their pages."""

from typing import Literal

from typing_extensions import TypedDict

from plyground.engine.view import AidView, Turn, View
from plyground.learn.grading import Grade
from plyground.learn.recording import TermValue
from plyground.web.contract.boards import Outcomes, PackedView, Score
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
    home: str  # the page of the game that is analysed; empty: none


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
    mark: str
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


# Trainings


class Interval(TypedDict):
    """A share of the points with where it may lie."""

    share: Chance
    low: Chance
    high: Chance


class TrainingScore(Interval):
    """How a network did against an opponent."""

    opponent: str
    games: Count


class TrainingPoint(TypedDict):
    """What is known of a generation; games and hours are counted from the beginning."""

    generation: Count
    games: Count
    hours: float
    losses: dict[str, float]
    plies: float
    black: Interval
    scores: list[TrainingScore]


class TrainingElo(TypedDict):
    """How strong the network of a generation is, above the one that has learned nothing."""

    generation: Count
    elo: float
    low: float
    high: float


class TrainingState(StudyRow):
    """How a training stands: points that the page does not know yet, and what there is to see."""

    points: list[TrainingPoint]
    elos: list[TrainingElo]
    networks: list[Count]
    played: list[Count]


class TrainingPage(TypedDict):
    """What the page of a training begins with.

    `opponent` is the spec of a generation's network, with {} for its number, and `play` the form
    of a new game; both are empty where nobody can play against it.
    """

    state: TrainingState
    address: str
    opponent: str
    play: str


class MachinePlace(TypedDict):
    """A move of a game of self-play; generation 0 is the start."""

    generation: Count
    game: Count
    ply: Count


class MachineChapter(TypedDict):
    """A chapter of the lesson: a position of a training, and the generation that it begins with."""

    key: Count
    training: str
    network: Count
    place: MachinePlace


class MachinePage(TypedDict):
    """What the lesson on how a machine learns begins with; trainings by their games."""

    trainings: dict[str, TrainingPage]
    chapters: list[MachineChapter]


class TrainingGame(TypedDict):
    """A game of self-play in a list."""

    number: Count
    winner: Turn | None
    plies: Count


class TrainingGames(TypedDict):
    """The first games of a generation."""

    generation: Count
    games: list[TrainingGame]


class SeenMove(TypedDict):
    """A legal move: what the network makes of it, and what the search recommended."""

    move: str
    to: str | None
    network: Chance | None
    search: Chance | None
    played: bool


class SeenPosition(TypedDict):
    """A position of a training as one of its networks sees it.

    `situation` says in words how it stands. `value` is the network's, `search` Black's share of the
    point as a search saw it; both are None, and `moves` is empty, when the game is over.
    """

    view: PackedView
    ply: Count
    last_ply: Count
    situation: str
    value: Outcomes | None
    search: Chance | None
    moves: list[SeenMove]
    analysis: str
