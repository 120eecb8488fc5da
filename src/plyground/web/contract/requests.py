"""The requests of programs and pages: a model for every request with a body."""

from typing import Annotated

from annotated_types import MaxLen
from django.utils.translation import gettext_lazy as _
from pydantic import Field

from plyground.learn.review import EFFORT
from plyground.session.setup import LEVELS as _LEVELS
from plyground.session.setup import OPPONENT
from plyground.web.contract.body import (
    AnyText,
    Between,
    Body,
    Cut,
    Description,
    Flag,
    Lenient,
    Letters,
    LooseBody,
    OneOf,
    Value,
)
from plyground.web.contract.values import (
    A_NETWORK,
    LONGEST_LABEL,
    LONGEST_MOVE,
    NETWORK_PLAYER,
)

LEVELS = tuple(f"level:{level}" for level in _LEVELS)
MOST_SECONDS = 10.0  # of one analysis
MOST_WATCHED = 600.0  # of one that a client watches as a stream
MOST_LINES = 5
MOST_DEPTH = 40
MOST_MOVES = 2000  # in one request
MOST_EFFORT = 8
ADAPTIVE, LINK, PERSON, WATCH = "adaptive", "link", "person", "watch"
COLOURS = ("black", "white", "random")
ACTIONS = (
    *("move", "undo", "redo", "resign", "draw", "toggle", "agree", "play_on", "flag"),
    *("accept", "decline", "teacher", "add_time"),
)
GREETINGS = ("hello", "luck", "nice", "thanks", "game", "bye")
LONGEST_POINT = 20
_HIGHEST = 2**31 - 1
_NONE = -1  # larger than the version and the ply of any game


# Boards


class Board(Body):
    """A position: a game with its options, and moves played from a position."""

    game: Annotated[str, Letters(64), Description(_("The game's name."), example="othello")]
    options: Annotated[
        dict[Annotated[str, Letters()], Value],
        MaxLen(40),
        Description(_("Options of the game; omitted options have their defaults."), example={}),
    ] = Field(default_factory=dict)
    position: Annotated[
        str,
        Letters(2000),
        Description(_("A position as text; the start of the game by default.")),
    ] = ""
    moves: Annotated[
        list[Annotated[str, Letters(LONGEST_MOVE)]],
        MaxLen(MOST_MOVES),
        Description(_("Moves played from there."), example=["d3", "c3"]),
    ] = Field(default_factory=list)


class MoveRequest(Board):
    """Ask a level for its move."""

    player: Annotated[
        str,
        OneOf(LEVELS, NETWORK_PLAYER, A_NETWORK),
        Description(_("The player that chooses the move: a level, or a network of the server.")),
    ] = "level:4"
    seconds: Annotated[
        float | None,
        Between(0.05, MOST_SECONDS),
        Description(_("How long level 7 or 8 may think."), example=1),
    ] = None


class AnalyseRequest(Board):
    """Ask a strong search about a board."""

    seconds: Annotated[
        float,
        Between(0.05, MOST_WATCHED),
        Description(_("How long to search; as a stream up to 600 seconds."), example=1),
    ] = 1.0
    depth: Annotated[
        int | None, Between(1, MOST_DEPTH), Description(_("The greatest depth."), example=6)
    ] = None
    lines: Annotated[
        int, Between(1, MOST_LINES), Description(_("The number of moves to report."))
    ] = 1


# Games

Version = Annotated[
    int | None,
    Between(0, _HIGHEST),
    Lenient(_NONE, keeps_null=True),
    Description(_("The version of the state on which the request is based."), example=1),
]


class ClockRequest(Body):
    """The clock of a new game."""

    seconds: Annotated[float, Between(1, 36_000), Description(_("For each side."), example=300)]
    increment: Annotated[float, Between(0, 600), Description(_("Added after each move."))] = 0.0


class NewGame(Board):
    """Start a game."""

    opponent: Annotated[
        str,
        OneOf((*LEVELS, ADAPTIVE, LINK, PERSON, WATCH), NETWORK_PLAYER, A_NETWORK),
        Description(
            _(
                "A level; a network of the server, as mcts:net=NAME,playouts=N;"
                " adaptive: a level about as strong as you; link: a person elsewhere;"
                " person: you move both sides; watch: two computers."
            )
        ),
    ] = OPPONENT
    colour: Annotated[str, OneOf(COLOURS), Description(_("Your side."))] = "black"
    clock: Annotated[ClockRequest | None, Description(_("No clock if omitted."))] = None
    strict: Annotated[Flag, Description(_("Moves can't be taken back, and there is no help."))] = (
        False
    )
    teacher: Annotated[
        Flag, Description(_("Warns before a large mistake; against the computer, without a clock."))
    ] = False


class Command(LooseBody):
    """A move, or anything else that changes a game."""

    version: Version = None
    ply: Annotated[
        int | None,
        Between(0, _HIGHEST),
        Lenient(_NONE, keeps_null=True),
        Description(_("The number of moves on the board.")),
    ] = None
    action: Annotated[str, AnyText(ACTIONS), Description(_("What to do."), needed=True)] = ""
    move: Annotated[
        str | None,
        Cut(LONGEST_MOVE),
        Lenient(),
        Description(_("The move, if the action is a move.")),
    ] = None
    on: Annotated[
        Flag | None,
        Lenient(),
        Description(_("Whether the teacher is on, if the action is teacher.")),
    ] = None
    point: Annotated[
        str | None,
        Cut(LONGEST_POINT),
        Lenient(),
        Description(_("The point of a stone to mark as dead.")),
    ] = None


class GreetingRequest(LooseBody):
    """Greet the opponent of a game by link."""

    what: Annotated[
        str,
        OneOf(GREETINGS),
        Description(_("One of the greetings."), wrong=_("There is no such greeting.")),
    ]


class RematchRequest(LooseBody):
    """Play the same game again."""

    version: Version = None


class ForkRequest(LooseBody):
    """A new game with the first moves of another."""

    ply: Annotated[
        int | None,
        Between(0, _HIGHEST),
        Lenient(_NONE, keeps_null=True),
        Description(_("The number of moves with which it begins.")),
    ] = None
    opponent: Annotated[str, AnyText((*LEVELS, PERSON)), Description(_("A level, or person."))] = (
        OPPONENT
    )
    colour: Annotated[str, AnyText(COLOURS), Description(_("Your side."))] = ""
    version: Version = None


class JobRequest(LooseBody):
    """Request a reply of the computer, or a hint."""

    game: Annotated[
        str, Letters(24), Lenient(""), Description(_("The id of the game."), needed=True)
    ] = ""
    kind: Annotated[
        str, AnyText(("reply", "hint")), Description(_("What to search for."), needed=True)
    ] = ""
    anyway: Annotated[
        Flag, Lenient(False), Description(_("A reply without a warning by the teacher."))
    ] = False
    version: Version = None


class ReviewRequest(LooseBody):
    """Request a review of a game."""

    effort: Annotated[
        int,
        Between(1, MOST_EFFORT),
        Lenient(0),
        Description(_("The effort of the search: that of this level for a move.")),
    ] = EFFORT


# Tokens


class TokenRequest(Body):
    """Request a new token."""

    label: Annotated[
        str,
        Letters(LONGEST_LABEL),
        Description(_("What the token is for, so that you recognise it."), example="my bot"),
    ]
