"""Where a training stands; needs no PyTorch."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict


@dataclass(frozen=True)
class Losses:
    """What a generation's learning came to, on average over its second half."""

    policy: float
    value: float
    score: float
    owners: float
    steps: int


@dataclass
class Progress:
    """Where a run stands."""

    generation: int = 0
    phase: str = ""  # "self-play", "learning" or "matches"
    games: int = 0  # of this generation
    of_games: int = 0
    all_games: int = 0
    positions: int = 0  # of all generations, as far as they were searched in full
    games_per_second: float = 0.0
    losses: Losses | None = None


class Elo(TypedDict):
    """The rating of a network or an opponent, above the network that has learned nothing."""

    player: str
    elo: float
    low: float
    high: float


OnProgress = Callable[[Progress], None]
