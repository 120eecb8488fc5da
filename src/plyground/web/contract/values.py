"""Numbers, texts and small types that many answers share."""

from typing import Annotated

from annotated_types import Ge, Le
from typing_extensions import TypedDict

from plyground.engine.options import Value

Count = Annotated[int, Ge(0)]
Chance = Annotated[float, Ge(0), Le(1)]
Options = dict[str, Value]

ENGINE_LEFT = "X-Engine-Seconds-Left"  # a header
LONGEST_LABEL = 60  # characters of a token's label
LONGEST_MOVE = 100  # characters
# A network as a player: its name, and its playouts per move.
NETWORK_PLAYER = r"mcts:net=([A-Za-z0-9][A-Za-z0-9_.@-]{0,79}),playouts=([1-9][0-9]{0,3})"
A_NETWORK = "mcts:net=mine@0040,playouts=100"


class Error(TypedDict):
    """An error: a stable code, a sentence, and its field or point."""

    code: str
    sentence: str
    at: str | None


class ErrorAnswer(TypedDict):
    """Every error answer."""

    error: Error


class Url(TypedDict):
    """An address to go to."""

    url: str


class Nothing(TypedDict):
    """Done, without further data."""


class SideFlags(TypedDict):
    """A boolean for each side."""

    black: bool
    white: bool


class SideCounts(TypedDict):
    """A count for each side."""

    black: Count
    white: Count


class SideTexts(TypedDict):
    """A text for each side."""

    black: str
    white: str


class Term(TypedDict):
    """A term of an evaluation: its name, its meaning, and its contribution."""

    name: str
    sentence: str
    gain: float


class Words(TypedDict):
    """A term for people: its name, and its meaning."""

    name: str
    sentence: str
