"""The requests that only pages send: lessons, puzzles, analysis board, watched searches."""

from typing import Annotated

from annotated_types import MaxLen
from django.utils.translation import gettext_lazy as _
from pydantic import Field, Strict

from plyground.web.contract.body import (
    AnyText,
    Between,
    Description,
    Lenient,
    Letters,
    LooseBody,
    OneOf,
    Value,
)
from plyground.web.contract.requests import Board
from plyground.web.contract.values import LONGEST_MOVE

MOST_MOVES = 40  # of a person in one step
_MOST_ROWS = 1000  # pieces of a board
_NONE = -1
_ODD = _("%(name)s does not have the form that the page sends.")

_Text = Annotated[str, Strict()]
_Moves = Annotated[
    list[Annotated[str, Letters(LONGEST_MOVE)]],
    MaxLen(MOST_MOVES),
    Description(
        "The person's own moves in this step.", wrong=_("The moves must be a list of texts.")
    ),
]


class StepRequest(LooseBody):
    """Judge the last of a person's moves in a step of a lesson, or help."""

    step: Annotated[int, Between(0, 1000), Lenient(_NONE), Description("Which step, from 0.")] = (
        _NONE
    )
    moves: _Moves = Field(default_factory=list)
    command: Annotated[
        str,
        OneOf(("judge", "hint")),
        Description("What to do.", wrong=_("There is no such action.")),
    ] = "judge"


class PuzzleRequest(LooseBody):
    """The same for a puzzle, which has one step, or its whole solution."""

    step: Annotated[
        int,
        Between(0, 0),
        Description("Which step: the first.", wrong=_("There is no such step in this lesson.")),
    ] = 0
    moves: _Moves = Field(default_factory=list)
    command: Annotated[
        str,
        OneOf(("judge", "hint", "solution")),
        Description("What to do.", wrong=_("There is no such action.")),
    ] = "judge"
    hints: Annotated[
        int, Between(0, 1000), Lenient(0), Description("The number of hints that were shown.")
    ] = 0


class StudyRequest(LooseBody):
    """A game on the analysis board."""

    game: Annotated[str, AnyText(), Description("The game's name.")] = ""
    options: Annotated[dict[_Text, Value], Description("Options of the game.", wrong=_ODD)] = Field(
        default_factory=dict
    )


class ComposeRequest(StudyRequest):
    """Compose a position."""

    pieces: Annotated[
        list[tuple[_Text, _Text, _Text]], MaxLen(_MOST_ROWS), Description("Pieces.", wrong=_ODD)
    ] = Field(default_factory=list)
    hands: Annotated[
        list[tuple[_Text, _Text, Annotated[int, Strict()]]],
        MaxLen(_MOST_ROWS),
        Description("Pieces in hand.", wrong=_ODD),
    ] = Field(default_factory=list)
    turn: Annotated[str, AnyText(), Description("The side to move.")] = ""


class PasteRequest(StudyRequest):
    """Read a pasted text."""

    text: Annotated[str, AnyText(), Description("A game, its moves or a position.")] = ""


class SaveRequest(StudyRequest):
    """Save a game with its variations as a file."""

    start: Annotated[
        str,
        Letters(4000),
        Description("The first position, if it is not the usual one.", wrong=_ODD),
    ] = ""
    format: Annotated[str, Letters(4000), Description("The notation.", wrong=_ODD)] = ""
    players: Annotated[dict[_Text, _Text], Description("Who played, by side.", wrong=_ODD)] = Field(
        default_factory=dict
    )
    nodes: Annotated[
        list[tuple[Annotated[int, Strict()], _Text | None, _Text | None, _Text]],
        Description("The moves: each row has its parent, move, position and comment.", wrong=_ODD),
    ] = Field(default_factory=list)


class NetworkRequest(Board):
    """Ask a network about a position."""

    network: Annotated[
        str, Letters(80), Description("The network's name.", wrong=_("There is no such network."))
    ]


class WatchRequest(LooseBody):
    """Run and record a search."""

    query: Annotated[
        dict[_Text, _Text],
        Description("What the page's address says.", wrong=_("The request has no query.")),
    ]
    which: Annotated[str, AnyText(), Description("Which of its searches.")] = "a"
