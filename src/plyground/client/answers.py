"""What a server answers. Made by `make contract` from src/plyground/web/contract."""

from typing import Literal, NotRequired, TypedDict


class AidView(TypedDict):
    """A fact for beginners to draw over the board; its kind defines what the parts mean."""

    kind: str
    owner: Literal["black", "white"] | None
    at: list[str]
    points: list[str]
    count: int


class LevelName(TypedDict):
    """A level: its spec, and its name for people."""

    player: str
    title: str


class OptionRules(TypedDict):
    """An option of a game, and its allowed values."""

    name: str
    type: Literal["int", "float", "choice"]
    default: str | bool | float | None
    choices: list[str | bool | float | None]
    low: float | None
    high: float | None
    may_be_none: bool
    sentence: str
    allowed: str


class Rules(TypedDict):
    """A game in short."""

    name: str
    title: str
    sentence: str
    options: list[OptionRules]
    levels: list[LevelName]
    formats: list[str]


class AllRules(TypedDict):
    """Every game that can be played here."""

    games: list[Rules]


class AnalysisLine(TypedDict):
    """One move with its expected line, from the side to move's point of view."""

    move: str
    pv: list[str]
    score: float
    win_chance: float
    mate: int | None
    exact: bool
    depth: int
    threats: NotRequired[
        list[Literal["", "three", "four", "open_four", "two_threes", "four_three", "two_fours"]]
    ]


class Analysis(TypedDict):
    """The analysis of a board: its lines, the best first."""

    lines: list[AnalysisLine]
    nodes: int
    seconds: float


# What can be done now; accept and decline are about an offer of the other side's.
Can = TypedDict(
    "Can",
    {
        "undo": bool,
        "redo": bool,
        "pass": bool,
        "resign": bool,
        "draw": bool,
        "hint": bool,
        "agree": bool,
        "rematch": bool,
        "accept": bool,
        "decline": bool,
    },
)


class Clock(TypedDict):
    """The seconds left, and the running clock; a computer's clock runs during its search."""

    black: float
    white: float
    running: Literal["black", "white"] | None
    increment: float


class Evaluation(TypedDict):
    """A player's evaluation of its move, from its own side."""

    score: float
    win_chance: float
    mate: int | None
    exact: bool
    depth: int
    nodes: int
    pv: list[str]


# A move with all its parts: kind is place, move, capture, drop or pass.
FullMoveView = TypedDict(
    "FullMoveView",
    {
        "text": str,
        "kind": str,
        "to": str | None,
        "piece": str | None,
        "from": str | None,
    },
)


class HandView(TypedDict):
    """Equal pieces in one hand."""

    owner: Literal["black", "white"]
    kind: str
    count: int


class MarkView(TypedDict):
    """Points worth showing: star, ko, line, dead, forbidden, try; gap: no cell is there."""

    kind: str
    at: list[str]


class PieceView(TypedDict):
    """A piece on the board; `at` is a column label followed by a row label."""

    at: str
    owner: Literal["black", "white"]
    kind: str


class ResultView(TypedDict):
    """How the game ended."""

    winner: Literal["black", "white"] | None
    margin: float | None
    code: str
    reason: str


class ScoreView(TypedDict):
    """A running score and what it counts."""

    black: float
    white: float
    unit: str


class View(TypedDict):
    """A position as plain data, ready for JSON."""

    game: str
    shape: Literal["squares", "points", "holes", "hexagons", "pits"]
    columns: list[str]
    rows: list[str]
    pieces: list[PieceView]
    hands: list[HandView]
    moves: list[FullMoveView]
    last_move: FullMoveView | None
    marks: list[MarkView]
    turn: Literal["black", "white"]
    ply: int
    result: ResultView | None
    scores: ScoreView | None


class FullRules(TypedDict):
    """A game with its rules in words, and its first position."""

    name: str
    title: str
    sentence: str
    options: list[OptionRules]
    levels: list[LevelName]
    formats: list[str]
    rules: str
    position: str
    view: View


class GameName(TypedDict):
    """A game with all its options."""

    name: str
    title: str
    options: dict[str, str | bool | float | None]


class SideTexts(TypedDict):
    """A text for each side."""

    black: str
    white: str


class GameRow(TypedDict):
    """A game in a list."""

    id: str
    game: str
    options: dict[str, str | bool | float | None]
    version: int
    ply: int
    over: bool
    winner: Literal["black", "white"] | None
    seats: SideTexts
    me: Literal["black", "white"] | None
    changed: str
    url: str


class Games(TypedDict):
    """A page of a visitor's games."""

    games: list[GameRow]
    page: int
    pages: int
    total: int


class JobRef(TypedDict):
    """A running or waiting search."""

    id: str
    kind: Literal["reply", "hint", "review"]


class JobAnswer(TypedDict):
    """The requested search."""

    job: JobRef


class Offer(TypedDict):
    """An offer of one side to the other."""

    kind: Literal["undo", "draw", "agree", "play_on", "rematch"]
    by: Literal["black", "white"]


class SideFlags(TypedDict):
    """A boolean for each side."""

    black: bool
    white: bool


class Link(TypedDict):
    """A game between people on different devices."""

    invite: str | None
    joined: bool
    present: SideFlags
    watchers: int
    offer: Offer | None
    next: str | None


class Result(TypedDict):
    """How a game ended."""

    winner: Literal["black", "white"] | None
    code: str
    sentence: str


class Move(TypedDict):
    """The move that a level plays, and the board after it."""

    move: str
    position: str
    turn: Literal["black", "white"] | None
    result: Result | None
    evaluation: Evaluation | None
    seconds: float


class MoveRow(TypedDict):
    """A move of the game, possibly taken back."""

    ply: int
    text: str
    side: Literal["black", "white"]


class NewToken(TypedDict):
    """A new token, with its secret, which is shown only once."""

    token: str
    id: int
    label: str


class Score(TypedDict):
    """A running score, its unit, and whether to show it during the game."""

    black: float
    white: float
    unit: str
    shown: bool


class SideCounts(TypedDict):
    """A count for each side."""

    black: int
    white: int


class Position(TypedDict):
    """A position of a game, after this many moves."""

    view: View
    position: str
    aids: list[AidView]
    score: Score | None
    captured: SideCounts | None
    ply: int


class SeatView(TypedDict):
    """The player of one side."""

    kind: Literal["person", "computer"]
    spec: str
    name: str


class SeatViews(TypedDict):
    """The players."""

    black: SeatView
    white: SeatView


class State(TypedDict):
    """The state of a game for a client."""

    id: str
    version: int
    ply: int
    last_ply: int
    game: GameName
    view: View
    aids: list[AidView]
    seats: SeatViews
    me: Literal["black", "white"] | None
    people: list[Literal["black", "white"]]
    speaker: Literal["black", "white"] | None
    stage: Literal["playing", "counting", "over"]
    to_move: Literal["person", "other", "computer"] | None
    situation: str
    result: Result | None
    can: Can
    score: Score | None
    captured: SideCounts | None
    moves: list[MoveRow]
    clock: Clock | None
    strict: bool
    teacher: bool
    tablebase: bool
    dead: list[str]
    shared: str | None
    job: JobRef | None
    note: str
    link: Link | None


class Rematch(TypedDict):
    """The address of the rematch; by link null until both have asked, and then with the state."""

    url: str | None
    state: NotRequired[State]


class Seat(TypedDict):
    """The seat that was taken."""

    id: str
    url: str
    side: Literal["black", "white"] | None
