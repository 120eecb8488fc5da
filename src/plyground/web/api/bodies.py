"""What programs and pages send, as tables of fields; `fields.py` reads them."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from plyground.learn.review import EFFORT
from plyground.session.setup import LEVELS as _LEVELS
from plyground.session.setup import OPPONENT
from plyground.web.api.fields import Field
from plyground.web.game_service.stored_game import MOST_LETTERS
from plyground.web.visitors.tokens import LONGEST_LABEL

Body = Mapping[str, Field]

LEVELS = tuple(f"level:{level}" for level in _LEVELS)
ADAPTIVE, LINK, PERSON, WATCH = "adaptive", "link", "person", "watch"
MOST_SECONDS = 10.0  # of one analysis
MOST_LINES = 5
MOST_DEPTH = 40
MOST_MOVES = 2000  # in one request
_VERSION = 2**31 - 1

_GAME = Field("text", _("The game's name."), required=True, longest=64, example="othello")
_OPTIONS = Field(
    "values", _("Options of the game; those left out have their defaults."), most=40, example={}
)
_POSITION = Field(
    "text", _("A position as text; the beginning of the game where none is given."), longest=2000
)
_MOVES = Field(
    "texts",
    _("Moves played from there."),
    longest=MOST_LETTERS,
    most=MOST_MOVES,
    example=["d3", "c3"],
)
_BOARD = {"game": _GAME, "options": _OPTIONS, "position": _POSITION, "moves": _MOVES}
BOARD: Body = _BOARD

_CLOCK = {
    "seconds": Field("number", _("For each side."), required=True, low=1, high=36_000, example=300),
    "increment": Field("number", _("Added after each move."), low=0, high=600, usual=0),
}

TOKEN: Body = {
    "label": Field(
        "text",
        _("What the token is for, so that you know it again."),
        required=True,
        longest=LONGEST_LABEL,
        example="my bot",
    )
}
NEW_GAME: Body = {
    **_BOARD,
    "opponent": Field(
        "text",
        _(
            "A level; adaptive: one about as strong as you; link: a person elsewhere;"
            " person: you move both sides; watch: two computers."
        ),
        choices=(*LEVELS, ADAPTIVE, LINK, PERSON, WATCH),
        usual=OPPONENT,
    ),
    "colour": Field("text", _("Your side."), choices=("black", "white", "random"), usual="black"),
    "clock": Field("object", _("None where it is left out."), fields=_CLOCK),
    "strict": Field("flag", _("Nothing is taken back, and nobody helps."), usual=False),
    "teacher": Field(
        "flag",
        _("Warns before a large mistake; against the computer, without a clock."),
        usual=False,
    ),
}
MOVE: Body = {
    **_BOARD,
    "player": Field("text", _("Who is asked for a move."), choices=LEVELS, usual="level:4"),
    "seconds": Field(
        "number", _("How long level 7 or 8 may think."), low=0.05, high=MOST_SECONDS, example=1
    ),
}
ANALYSE: Body = {
    **_BOARD,
    "seconds": Field(
        "number", _("How long to search."), low=0.05, high=MOST_SECONDS, usual=1.0, example=1
    ),
    "depth": Field("whole", _("How deep at most."), low=1, high=MOST_DEPTH, example=6),
    "lines": Field("whole", _("How many moves to tell of."), low=1, high=MOST_LINES, usual=1),
}

# What pages send too. Their views judge it, since a game that has gone on comes first.
ACTIONS = (
    *("move", "undo", "redo", "resign", "draw", "toggle", "agree", "play_on", "flag"),
    *("accept", "decline", "teacher"),
)
_VERSION_FIELD = Field(
    "whole", _("The version of the state it is about."), low=0, high=_VERSION, example=1
)
ACT: Body = {
    "version": _VERSION_FIELD,
    "ply": Field("whole", _("How many moves stand on the board."), low=0, high=_VERSION),
    "action": Field("text", _("What to do."), required=True, choices=ACTIONS),
    "move": Field("text", _("The move, where the action is one."), longest=MOST_LETTERS),
    "on": Field("flag", _("Whether the teacher is to be on, where the action is that.")),
    "point": Field("text", _("Where the dead stone is that is marked."), longest=20),
}
REMATCH: Body = {"version": _VERSION_FIELD}
FORK: Body = {
    "ply": Field("whole", _("With how many of the moves it begins."), low=0, high=_VERSION),
    "opponent": Field("text", _("A level, or person."), choices=(*LEVELS, PERSON), usual=OPPONENT),
    "colour": Field("text", _("Your side."), choices=("black", "white", "random")),
    "version": _VERSION_FIELD,
}
JOB: Body = {
    "game": Field("text", _("The id of the game."), required=True, longest=24),
    "kind": Field("text", _("What to search for."), required=True, choices=("reply", "hint")),
    "anyway": Field("flag", _("A reply without a warning of the teacher's."), usual=False),
    "version": _VERSION_FIELD,
}
REVIEW: Body = {
    "effort": Field(
        "whole", _("As much as this level looks at for a move."), low=1, high=8, usual=EFFORT
    )
}
