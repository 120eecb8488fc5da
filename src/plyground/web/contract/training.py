"""Trainings that the Lab follows: data for their pages."""

from typing_extensions import TypedDict

from plyground.engine.view import Turn
from plyground.web.contract.boards import Outcomes, PackedView
from plyground.web.contract.study import StudyRow
from plyground.web.contract.values import Chance, Count


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
