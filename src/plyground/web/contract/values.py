"""Numbers, texts and small shapes that many answers share."""

from typing import Annotated

from annotated_types import Ge, Le
from typing_extensions import TypedDict

from plyground.engine.options import Value

Count = Annotated[int, Ge(0)]
Chance = Annotated[float, Ge(0), Le(1)]
Options = dict[str, Value]

ENGINE_LEFT = "X-Engine-Seconds-Left"  # a header
LONGEST_LABEL = 60  # letters of a token's
LONGEST_MOVE = 100  # letters
# A network as a player: its name, and how many playouts it has for a move.
NETWORK_PLAYER = r"mcts:net=([A-Za-z0-9][A-Za-z0-9_.@-]{0,79}),playouts=([1-9][0-9]{0,3})"
A_NETWORK = "mcts:net=mine@0040,playouts=100"


class Error(TypedDict):
    """What is wrong: a code that stays, a sentence, and the field or point it is about."""

    code: str
    sentence: str
    at: str | None


class ErrorAnswer(TypedDict):
    """Every answer that is no success."""

    error: Error


class Url(TypedDict):
    """Where to go."""

    url: str


class Nothing(TypedDict):
    """Done, and there is nothing more to say."""


class SideFlags(TypedDict):
    """Something about each side that is true or false."""

    black: bool
    white: bool


class SideCounts(TypedDict):
    """How many of something each side has."""

    black: Count
    white: Count


class SideTexts(TypedDict):
    """A text for each side."""

    black: str
    white: str


class Term(TypedDict):
    """Part of an evaluation: its name, what it means, and how much it changes."""

    name: str
    sentence: str
    gain: float


class Words(TypedDict):
    """A term for people: what it is called, and what it means."""

    name: str
    sentence: str
