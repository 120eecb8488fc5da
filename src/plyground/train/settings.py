"""What a training run is asked to do."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from plyground.engine.game import Game
from plyground.engine.registry import game as find_game


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a run, all of them with defaults but the game. They never change in a run."""

    game: str
    options: Mapping[str, str | int | float | None] = field(default_factory=dict)
    seed: int = 0
    # the network
    blocks: int = 4
    channels: int = 32
    # self-play
    games: int = 500  # in each generation
    visits: int = 32  # of a full search, whose policy is learned
    quick_visits: int = 8  # of the other searches
    full_share: float = 0.5  # how many of the searches are full ones; 1: all
    considered: int = 16  # moves that the root of a search begins with
    random_plies: int = 4  # at most so many first moves are drawn from the policy
    most_plies: int = 0  # 0: four for each square
    specialist: bool = False  # let the game's specialist answer what it knows exactly
    # learning
    batch: int = 256
    reuse: float = 4.0  # how often a position is learned from, on average
    rate: float = 0.002
    least_window: int = 20_000  # positions that are learned from, at least; the window grows
    search_value: float = 1.0  # the weight of the search's value beside the result
    surprise: float = 0.5  # the share of the sampling that goes to surprising positions
    symmetries: bool = True
    # gating
    gate_games: int = 0  # 0: every new network plays on; otherwise it has to beat the best
    # measuring
    opponents: str = ""  # specs with blanks between
    measure_games: int = 20  # against each of them
    measure_every: int = 5  # generations

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    @property
    def ply_bound(self) -> int:
        """How long a game may grow."""
        view = self.rules.start().view()
        return self.most_plies or 4 * len(view["rows"]) * len(view["columns"])

    def check(self) -> Self:
        """The settings, if they make sense; a ValueError says what does not."""
        _ = self.rules
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} can be from {low} to {high}, not {value}.")
        if self.channels % 8:
            raise ValueError(f"channels is a multiple of 8, not {self.channels}.")
        return self

    def to_json(self) -> str:
        """The settings as a file has them."""
        return json.dumps(dataclasses.asdict(self), indent=1)

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """The settings of a run that was begun earlier."""
        try:
            fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return cls(**fields).check()
        except (OSError, TypeError, json.JSONDecodeError) as error:
            raise ValueError(f"The settings {path} can't be read: {error}") from None


_RANGES = (
    ("seed", 0, 2**63),
    ("blocks", 1, 40),
    ("channels", 8, 256),
    ("games", 1, 1_000_000),
    ("visits", 1, 100_000),
    ("quick_visits", 1, 100_000),
    ("full_share", 0.01, 1.0),
    ("considered", 1, 362),
    ("random_plies", 0, 1000),
    ("most_plies", 0, 10_000),
    ("batch", 1, 65_536),
    ("reuse", 0.01, 1000.0),
    ("rate", 1e-6, 1.0),
    ("least_window", 1, 10**9),
    ("search_value", 0.0, 100.0),
    ("surprise", 0.0, 1.0),
    ("gate_games", 0, 100_000),
    ("measure_games", 2, 100_000),
    ("measure_every", 1, 100_000),
)
