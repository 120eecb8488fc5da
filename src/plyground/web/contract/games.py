"""Games: their state, lists of games, and perfect play."""

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
    """A running or waiting search."""

    id: str
    kind: JobKind


class GameName(TypedDict):
    """A game with all its options."""

    name: str
    title: str
    options: Options


class SeatView(TypedDict):
    """The player of one side."""

    kind: Literal["person", "computer"]
    spec: str
    name: str


class SeatViews(TypedDict):
    """The players."""

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
    """A move of the game, possibly taken back."""

    ply: Count
    text: str
    side: Turn


class Clock(TypedDict):
    """The seconds left, and the running clock; a computer's clock runs during its search."""

    black: float
    white: float
    running: Turn | None
    increment: float


class ClockSettings(TypedDict):
    """The initial time of each side, and the increment after each move."""

    seconds: float
    increment: float


OfferKind = Literal["undo", "draw", "agree", "play_on", "rematch"]


class Offer(TypedDict):
    """An offer of one side to the other."""

    kind: OfferKind
    by: Turn


class OfferRow(TypedDict, total=False):
    """An offer as stored, with the parts that stay known after it ends."""

    kind: OfferKind
    by: Turn
    closed: bool
    went_on: bool
    made: dict[str, int]


class Presence(SideFlags):
    """The players who are present at a game, and the number of spectators."""

    watchers: Count


class Link(TypedDict):
    """A game between people on different devices.

    `invite` takes the free seat, and only the owner sees it; `next` is the rematch that both agreed
    to. `computer` is the level that may take the free seat, in `wait` seconds.
    """

    invite: str | None
    joined: bool
    present: SideFlags
    watchers: Count
    offer: Offer | None
    next: str | None
    computer: str | None
    wait: float


Mover = Literal["person", "other", "computer"]


class State(TypedDict):
    """The state of a game for a client.

    `last_ply` is larger than `ply` if moves were taken back. `me` is the client's side in a game by
    link. `speaker` is the side that may act now. `other` in `to_move` is a person on another
    device. `tablebase` means that exact values are known and may be shown now. `note` is shown
    once.
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
    rated: bool
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


class ChallengeRow(TypedDict):
    """A challenge in the lobby; `by` is the public key of the person who made it."""

    id: str
    title: str
    size: str
    clock: str
    rated: bool
    colour: str
    name: str
    by: str
    here: bool


class PublicGame(TypedDict):
    """A public game that is being played."""

    title: str
    players: str
    rated: bool
    url: str


class LobbyEvent(TypedDict):
    """The lobby as everyone sees it."""

    challenges: list[ChallengeRow]
    games: list[PublicGame]


class Rematch(TypedDict):
    """The address of the rematch; by link null until both have asked, and then with the state."""

    url: str | None
    state: NotRequired[State]


class Seat(TypedDict):
    """The seat that was taken."""

    id: str
    url: str
    side: Turn | None


class VersionEvent(TypedDict):
    """The visitor's own side has changed the game, perhaps on another page."""

    version: Count


# Perfect play


class ValueWords(TypedDict):
    """The text of a value on the board, and for screen readers."""

    label: str
    spoken: str


class ValueRow(TypedDict):
    """The value of a move with best play, for the side that makes it."""

    text: str
    value: int
    exact: bool


class TablebaseMove(ValueRow):
    """The same in words."""

    words: ValueWords


class Values(TypedDict):
    """Tablebase values: n wins in n plies, -n loses in n plies, 0 is a draw."""

    side: Turn
    value: int | None
    exact: bool
    moves: list[ValueRow]


class PositionValues(Values):
    """The same after this many plies of a game."""

    ply: Count


class BoardTablebaseValues(TypedDict):
    """The values of a position and of its moves with best play, in words."""

    side: Turn
    value: int | None
    exact: bool
    moves: list[TablebaseMove]
    sentence: str


class TablebaseValues(BoardTablebaseValues):
    """The same after this many plies of a game."""

    ply: Count


class Button(TypedDict):
    """The text of a button, and the method of its request."""

    label: str
    method: str


class TablebaseProgress(TypedDict):
    """The progress of building a tablebase."""

    there: bool
    share: float | None
    sentence: str
    button: Button | None
