"""What a training run is asked to do."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from plyground.engine.game import Game
from plyground.engine.network import NUMBERS
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
    root: str = "gumbel"  # or "puct": how visits are spent at the root
    considered: int = 16  # moves that the root of a search begins with, by Gumbel's rule
    value_scale: float = 1.0  # how much the policy that Gumbel's rule recommends follows values
    rescale_values: bool = False  # to go from 0 for the worst move to 1 for the best
    noise: float = 0.25  # PUCT: the share of chance in the root's policy
    forced_visits: float = 2.0  # PUCT: how often moves that chance brings up are tried; 0: no more
    temperature: float = 1.0  # PUCT: of the first move; it falls to a half every few plies
    random_plies: int = 4  # at most so many first moves are drawn from the policy
    random_starts: float = 0.2  # the share of the games that begin with moves at random
    start_plies: int = 12  # at most so many of these
    most_plies: int = 0  # 0: four for each square
    specialist: bool = False  # let the game's specialist answer what it knows exactly
    stop_proven: bool = True  # a game ends when a search has proven its result
    tablebase: bool = False  # learn the exact values of the game's tablebase
    numbers: str = "auto"  # how networks compute: float, int8, or as the processor is faster
    warm_start: str = ""  # a spec that plays the first generations in place of the network
    warm_generations: int = 1
    # learning
    batch: int = 256
    reuse: float = 4.0  # how often a position is learned from, on average
    rate: float = 0.002
    least_window: int = 20_000  # positions that are learned from, at least; the window grows
    search_value: float = 1.0  # the weight of the searches' values beside the result
    value_horizon: float = 0.0  # plies over which the values of later searches count as well
    average: int = 100  # steps over which the weights of the network that plays are averaged
    surprise: float = 0.5  # the share of the sampling that goes to surprising positions
    symmetries: bool = True
    # gating
    gate_games: int = 0  # 0: every new network plays on; otherwise it has to beat the best
    # measuring
    opponents: str = ""  # specs with blanks between
    measure_games: int = 20  # against each of them
    measure_past: int = 2  # earlier networks of the run that it meets, for its Elo
    measure_every: int = 5  # generations

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    @property
    def ply_bound(self) -> int:
        """How long a game may grow."""
        return self.most_plies or 4 * self.squares

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        start = self.rules.start()
        return len(start.rows) * len(start.columns)

    @property
    def ends_proven_games(self) -> bool:
        """Whether games end early: not where the end itself is learned, as score or ownership."""
        return self.stop_proven and not self.rules.start().extra_targets

    def is_warm(self, generation: int) -> bool:
        """Whether the games of a generation are played by `warm_start`."""
        return bool(self.warm_start) and generation <= self.warm_generations

    def check(self) -> Self:
        """The settings, if they make sense; a ValueError says what does not."""
        _ = self.rules
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} can be from {low} to {high}, not {value}.")
        if self.channels % 8:
            raise ValueError(f"channels is a multiple of 8, not {self.channels}.")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                allowed = " or ".join(choices)
                raise ValueError(f"{name} can be {allowed}, not {getattr(self, name)[:40]!r}.")
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
    ("value_scale", 0.001, 10.0),
    ("noise", 0.0, 1.0),
    ("forced_visits", 0.0, 100.0),
    ("temperature", 0.0, 10.0),
    ("random_starts", 0.0, 1.0),
    ("start_plies", 1, 1000),
    ("warm_generations", 1, 1_000_000),
    ("random_plies", 0, 1000),
    ("most_plies", 0, 10_000),
    ("batch", 1, 65_536),
    ("reuse", 0.01, 1000.0),
    ("rate", 1e-6, 1.0),
    ("least_window", 1, 10**9),
    ("search_value", 0.0, 100.0),
    ("value_horizon", 0.0, 1000.0),
    ("average", 0, 1_000_000),
    ("surprise", 0.0, 1.0),
    ("gate_games", 0, 100_000),
    ("measure_games", 2, 100_000),
    ("measure_past", 0, 100),
    ("measure_every", 1, 100_000),
)
_CHOICES = {"root": ("gumbel", "puct"), "numbers": NUMBERS}
