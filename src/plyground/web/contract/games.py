"""Games: their state, lists of them, and what perfect play makes of them."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from plyground.engine.view import AidView, Turn, View
from plyground.session.session import Stage
from plyground.web.contract.boards import Result, Score
from plyground.web.contract.values import (
    Count,
    Options,
    SideCounts,
    SideFlags,
    SideTexts,
)

# The state of a game


JobKind = Literal["reply", "hint", "review"]


class JobRef(TypedDict):
    """A search that runs or waits."""

    id: str
    kind: JobKind


class GameName(TypedDict):
    """Which game it is, with all its options."""

    name: str
    title: str
    options: Options


class SeatView(TypedDict):
    """The player of one side."""

    kind: Literal["person", "computer"]
    spec: str
    name: str


class SeatViews(TypedDict):
    """Who plays."""

    black: SeatView
    white: SeatView


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
Can.__doc__ = "What can be done now; accept and decline are about an offer of the other side's."


class MoveRow(TypedDict):
    """A move of the game, also one that was taken back."""

    ply: Count
    text: str
    side: Turn


class Clock(TypedDict):
    """Seconds left, and whose clock runs; a computer's runs with its search."""

    black: float
    white: float
    running: Turn | None
    increment: float


class ClockSettings(TypedDict):
    """What each side has at the beginning, and what is added after each move."""

    seconds: float
    increment: float


OfferKind = Literal["undo", "draw", "agree", "play_on", "rematch"]


class Offer(TypedDict):
    """What one side asks the other for."""

    kind: OfferKind
    by: Turn


class OfferRow(TypedDict, total=False):
    """An offer as a game keeps it: with what stays known of it when it has fallen."""

    kind: OfferKind
    by: Turn
    closed: bool
    went_on: bool
    made: dict[str, int]


class Presence(SideFlags):
    """The players who are present at a game, and the number of spectators."""

    watchers: Count


class Link(TypedDict):
    """A game between people who sit elsewhere.

    `invite` takes the free seat, and is only for who may give it away; `next` is the rematch both
    agreed to.
    """

    invite: str | None
    joined: bool
    present: SideFlags
    watchers: Count
    offer: Offer | None
    next: str | None


Mover = Literal["person", "other", "computer"]


class State(TypedDict):
    """What a client is shown of a game.

    `last_ply` is more than `ply` where moves were taken back. `me` is the side of who asks in a
    game by link. `speaker` is whose word counts now. `other` in `to_move` is a person elsewhere.
    `tablebase` says that exact values are known and may be shown now. `note` is shown once.
    """

    id: str
    version: Count
    ply: Count
    last_ply: Count
    game: GameName
    view: View
    aids: list[AidView]
    seats: SeatViews
    me: Turn | None
    people: list[Turn]
    speaker: Turn | None
    stage: Stage
    to_move: Mover | None
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


# Answers and events


class GameRow(TypedDict):
    """A game in a list."""

    id: str
    game: str
    options: Options
    version: Count
    ply: Count
    over: bool
    winner: Turn | None
    seats: SideTexts
    me: Turn | None
    changed: str
    url: str


class Games(TypedDict):
    """A page of a visitor's games."""

    games: list[GameRow]
    page: Count
    pages: Count
    total: Count


class Rematch(TypedDict):
    """Where the rematch is; by link null until both have asked, and then with the state."""

    url: str | None
    state: NotRequired[State]


class Seat(TypedDict):
    """The seat that was taken."""

    id: str
    url: str
    side: Turn | None


class VersionEvent(TypedDict):
    """The own side has changed the game, perhaps on another page."""

    version: Count


# Perfect play


class ValueWords(TypedDict):
    """What a value is called on the board, and to who hears it."""

    label: str
    spoken: str


class ValueRow(TypedDict):
    """What a move is worth with best play, for the side that makes it."""

    text: str
    value: int
    exact: bool


class TablebaseMove(ValueRow):
    """The same in words."""

    words: ValueWords


class Values(TypedDict):
    """What a tablebase says: n wins in n plies, -n loses in so many, 0 is a draw."""

    side: Turn
    value: int | None
    exact: bool
    moves: list[ValueRow]


class PositionValues(Values):
    """The same after so many plies of a game."""

    ply: Count


class BoardTablebaseValues(TypedDict):
    """What a position is worth with best play, and each of its moves, in words."""

    side: Turn
    value: int | None
    exact: bool
    moves: list[TablebaseMove]
    sentence: str


class TablebaseValues(BoardTablebaseValues):
    """The same after so many plies of a game."""

    ply: Count


class Button(TypedDict):
    """What a button says, and by which method it asks."""

    label: str
    method: str


class TablebaseProgress(TypedDict):
    """How the making of a tablebase goes."""

    there: bool
    share: float | None
    sentence: str
    button: Button | None
