"""The progress of a training. Needs no PyTorch."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict


@dataclass(frozen=True)
class Losses:
    """The losses of a generation, on average over the second half of its steps."""

    policy: float
    value: float
    score: float
    owners: float
    steps: int


@dataclass
class Progress:
    """How far a run is."""

    generation: int = 0
    phase: str = ""  # "self-play", "learning" or "matches"
    games: int = 0  # of this generation
    of_games: int = 0
    all_games: int = 0
    positions: int = 0  # of all generations, those with a full search
    games_per_second: float = 0.0
    losses: Losses | None = None


class Elo(TypedDict):
    """The rating of a network or an opponent, above the untrained network."""

    player: str
    elo: float
    low: float
    high: float


OnProgress = Callable[[Progress], None]
