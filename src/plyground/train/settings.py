"""The settings of a network's training."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from plyground.engine.game import Game
from plyground.engine.game_guide import guide_of
from plyground.engine.network import NUMBERS
from plyground.train.run_settings import Range, RunSettings

_RANGES: tuple[Range, ...] = (
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
    ("chance", 0.0, 1.0),
    ("decided", 0.0, 1.0),
    ("mix", 0.0, 1.0),
    ("start_plies", 1, 1000),
    ("warm_generations", 1, 1_000_000),
    ("random_plies", 0, 1000),
    ("batch", 1, 65_536),
    ("reuse", 0.01, 1000.0),
    ("rate", 1e-6, 1.0),
    ("rate_steps", 0, 10**9),
    ("least_window", 1, 10**9),
    ("search_value", 0.0, 100.0),
    ("value_horizon", 0.0, 1000.0),
    ("average", 0, 1_000_000),
    ("surprise", 0.0, 1.0),
    ("repeats", 0.0, 1.0),
    ("gate_games", 0, 100_000),
    ("measure_past", 0, 100),
)
_CHOICES = {"root": ("gumbel", "puct"), "numbers": NUMBERS}

WARM_STEPS = 100  # over which the learning rate grows


@dataclass(frozen=True)
class TrainSettings(RunSettings):
    """The settings of a run, all of them with defaults but the game."""

    model: ClassVar[str] = "network"
    ranges: ClassVar[tuple[Range, ...]] = (*RunSettings.ranges, *_RANGES)

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
    random_plies: int = 8  # at most so many first moves are drawn from the policy
    chance: float = 0.1  # the part of chance in the policy that these are drawn from
    random_starts: float = 0.2  # the share of the games that begin with moves at random
    start_plies: int = 12  # at most so many of these
    specialist: bool = False  # let the game's specialist answer what it knows exactly
    decided: float = 0.97  # a side with this share of the point for some plies: few full searches
    mix: float = 1.0  # the network's part in the value of a position, beside a playout's
    stop_proven: bool = True  # a game ends when a search has proven its result
    tablebase: bool = False  # learn the exact values of the game's tablebase
    numbers: str = "auto"  # how networks compute: float, int8, or as the processor is faster
    warm_start: str = ""  # a spec that plays the first generations in place of the network
    warm_generations: int = 1
    # learning
    batch: int = 256
    reuse: float = 4.0  # how often a position is learned from, on average
    rate: float = 0.002
    rate_steps: int = 4000  # steps over which the rate falls to 0.7 of itself; 0: it never falls
    least_window: int = 20_000  # positions that are learned from, at least; the window grows
    search_value: float = 1.0  # the weight of the searches' values beside the result
    value_horizon: float = 0.0  # plies over which the values of later searches count as well
    average: int = 100  # steps over which the weights of the network that plays are averaged
    surprise: float = 0.5  # the share of the sampling that goes to surprising positions
    repeats: float = 0.5  # how much the weight of a position grows with its repeats; 1: each counts
    symmetries: bool = True
    # gating
    gate_games: int = 0  # 0: every new network plays on; otherwise it has to beat the best
    # measuring
    measure_past: int = 2  # earlier networks of the run that a new one meets, for its Elo

    @classmethod
    def for_game(cls, game: Game, changes: Mapping[str, Any]) -> Self:
        """The settings for a game: the usual ones, its guide's, and then the changes."""
        suited = guide_of(game.name).training
        return cls(game.name, dict(game.values), **{**suited, **changes}).check()

    @property
    def ends_proven_games(self) -> bool:
        """Whether games end early: not where the end itself is learned, as score or ownership."""
        return self.stop_proven and not self.rules.start().extra_targets

    def is_warm(self, generation: int) -> bool:
        """Whether the games of a generation are played by `warm_start`."""
        return bool(self.warm_start) and generation <= self.warm_generations

    def check(self) -> Self:
        """The settings, if they make sense; a ValueError says what does not."""
        super().check()
        if self.channels % 8:
            raise ValueError(f"channels is a multiple of 8, not {self.channels}.")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                allowed = " or ".join(choices)
                raise ValueError(f"{name} can be {allowed}, not {getattr(self, name)[:40]!r}.")
        return self

    def player_spec(self, name: str) -> str:
        """A search like those of self-play, with the network of that name."""
        specialist = "on" if self.specialist else "off"
        return (
            f"mcts:net={name},playouts={self.visits},specialist={specialist},numbers={self.numbers}"
        )

    def shown_spec(self, name: str) -> str:
        """A search with the network that is strong and still quick."""
        return f"mcts:net={name},playouts=100"


def rate_at(settings: TrainSettings, step: int) -> float:
    """Return the learning rate of a step: it grows at first, and then falls ever more slowly.

    >>> settings = TrainSettings("go", rate=0.002, rate_steps=4000)
    >>> [round(rate_at(settings, step), 5) for step in (0, 99, 5000, 12000)]
    [2e-05, 0.00198, 0.00133, 0.001]
    """
    begun = min(1.0, (step + 1) / WARM_STEPS)
    fallen = 1 + step / settings.rate_steps if settings.rate_steps else 1.0
    return settings.rate * begun / math.sqrt(fallen)
