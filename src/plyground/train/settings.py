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
    """The settings of a run. All except the game have defaults."""

    model: ClassVar[str] = "network"
    ranges: ClassVar[tuple[Range, ...]] = (*RunSettings.ranges, *_RANGES)

    # the network
    blocks: int = 4
    channels: int = 32
    # self-play
    games: int = 500  # in each generation
    visits: int = 32  # playouts of a full search, whose policy is learned
    quick_visits: int = 8  # of the other searches
    full_share: float = 0.5  # the share of full searches; 1: all
    root: str = "gumbel"  # or "puct": the method at the root
    considered: int = 16  # moves that a search considers at the root, by Gumbel's rule
    value_scale: float = 1.0  # the influence of values on the policy that Gumbel's rule recommends
    rescale_values: bool = False  # scale values from 0 for the worst move to 1 for the best
    noise: float = 0.25  # PUCT: the share of noise in the root's policy
    forced_visits: float = 2.0  # PUCT: forced visits of moves that noise brings up; 0: none
    temperature: float = 1.0  # PUCT: of the first move; it halves every few plies
    random_plies: int = 8  # the largest number of first moves drawn from the policy
    chance: float = 0.1  # the uniform part of that policy
    random_starts: float = 0.2  # the share of the games that begin with random moves
    start_plies: int = 12  # the largest number of these
    specialist: bool = False  # use the exact results of the game's specialist
    decided: float = 0.97  # a side with this share of the point for some plies: few full searches
    mix: float = 1.0  # the network's part in a position's value, beside a playout's
    stop_proven: bool = True  # a game ends when a search has proven its result
    tablebase: bool = False  # learn the exact values of the game's tablebase
    numbers: str = "auto"  # arithmetic of networks: float, int8, or auto: whichever is faster
    warm_start: str = ""  # a spec that plays the first generations instead of the network
    warm_generations: int = 1
    # learning
    batch: int = 256
    reuse: float = 4.0  # how often each position is learned from, on average
    rate: float = 0.002
    rate_steps: int = 4000  # steps in which the rate falls to 0.7 of itself; 0: it never falls
    least_window: int = 20_000  # the smallest window of positions; it grows
    search_value: float = 1.0  # the weight of the searches' values against the result
    value_horizon: float = 0.0  # plies over which the values of later searches also count
    average: int = 100  # steps over which the weights of the playing network are averaged
    surprise: float = 0.5  # the share of sampling for surprising positions
    repeats: float = 0.5  # how the weight of a position grows with its repeats; 1: each counts
    symmetries: bool = True
    # gating
    gate_games: int = 0  # 0: every new network plays on; otherwise it has to beat the best
    # measuring
    measure_past: int = 2  # earlier networks of the run as opponents of a new one, for its Elo

    @classmethod
    def for_game(cls, game: Game, changes: Mapping[str, Any]) -> Self:
        """The settings for a game: the defaults, its guide's, and then the changes."""
        suited = guide_of(game.name).training
        return cls(game.name, dict(game.values), **{**suited, **changes}).check()

    @property
    def ends_proven_games(self) -> bool:
        """Whether games may end early: not if the final position is a target (score, ownership)."""
        return self.stop_proven and not self.rules.start().extra_targets

    def is_warm(self, generation: int) -> bool:
        """Whether `warm_start` plays the games of a generation."""
        return bool(self.warm_start) and generation <= self.warm_generations

    def check(self) -> Self:
        """The settings, if they are valid; a ValueError says what is wrong."""
        super().check()
        if self.channels % 8:
            raise ValueError(f"channels is a multiple of 8, not {self.channels}.")
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                allowed = " or ".join(choices)
                raise ValueError(f"{name} can be {allowed}, not {getattr(self, name)[:40]!r}.")
        return self

    def player_spec(self, name: str) -> str:
        """A search like those of self-play, with the network of this name."""
        specialist = "on" if self.specialist else "off"
        return (
            f"mcts:net={name},playouts={self.visits},specialist={specialist},numbers={self.numbers}"
        )

    def shown_spec(self, name: str) -> str:
        """A strong but quick search with the network."""
        return f"mcts:net={name},playouts=100"


def rate_at(settings: TrainSettings, step: int) -> float:
    """The learning rate of a step: it grows at first, and then falls ever more slowly.

    >>> settings = TrainSettings("go", rate=0.002, rate_steps=4000)
    >>> [round(rate_at(settings, step), 5) for step in (0, 99, 5000, 12000)]
    [2e-05, 0.00198, 0.00133, 0.001]
    """
    begun = min(1.0, (step + 1) / WARM_STEPS)
    fallen = 1 + step / settings.rate_steps if settings.rate_steps else 1.0
    return settings.rate * begun / math.sqrt(fallen)
