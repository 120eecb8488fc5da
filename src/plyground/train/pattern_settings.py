"""The settings of a training of patterns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from plyground.engine.game import Game
from plyground.engine.game_guide import guide_of
from plyground.engine.pattern_file import MEANINGS
from plyground.engine.spec import ALGORITHMS, read_spec
from plyground.train.run_settings import Range, RunSettings

_RANGES: tuple[Range, ...] = (
    ("stages", 0, 64),
    ("games", 1, 10_000_000),
    ("explore", 0.0, 1.0),
    ("random_plies", 0, 1000),
    ("depth", 1, 8),
    ("width", 0, 10_000),
    ("rate", 1e-6, 100.0),
    ("result_weight", 0.0, 1.0),
)


@dataclass(frozen=True)
class PatternSettings(RunSettings):
    """The settings of a run. All except the game have defaults."""

    model: ClassVar[str] = "patterns"
    ranges: ClassVar[tuple[Range, ...]] = (*RunSettings.ranges, *_RANGES)

    # the patterns to learn
    stages: int = 0  # stages of the game, each with separate weights; 0: as in the game's guide
    meaning: str = "auto"  # of the sum: "odds", "margin"; auto: the margin if the game counts
    # self-play
    games: int = 2000  # in each generation
    explore: float = 0.1  # the number of moves chosen at random
    random_plies: int = 6  # the largest number of random first moves
    depth: int = 1  # plies to look ahead
    width: int = 0  # moves to look at, the first in the game's own order; 0: all
    # learning
    rate: float = 1.0
    result_weight: float = 0.5  # the weight of the rest of the game against the lookahead: lambda
    # measuring
    player: str = "search:nodes=1000"  # the search for matches against the opponents

    @classmethod
    def for_game(cls, game: Game, changes: Mapping[str, Any]) -> Self:
        """The settings for a game: the defaults, its guide's, and then the changes."""
        suited: dict[str, Any] = guide_of(game.name).patterns(game).training
        return cls(game.name, dict(game.values), **{**suited, **changes}).check()

    @property
    def sum_meaning(self) -> str:
        """What the sum of the weights is: "odds" or "margin"."""
        if self.meaning != "auto":
            return self.meaning
        return "margin" if self.rules.start().counts_margin else "odds"

    def check(self) -> Self:
        """The settings, if they are valid; a ValueError says what is wrong."""
        super().check()
        if self.meaning not in ("auto", *MEANINGS):
            raise ValueError(f"meaning can be auto, odds or margin, not {self.meaning[:40]!r}.")
        if self.sum_meaning == "margin" and not self.rules.start().counts_margin:
            raise ValueError(f"{self.game} has no margin, so meaning can only be odds.")
        self.player_spec("any")
        return self

    def player_spec(self, name: str) -> str:
        """The search for matches against the opponents, with the table of this name."""
        spec = read_spec(self.player)
        if "eval" not in ALGORITHMS[spec.algorithm] or "eval" in spec.settings:
            raise ValueError(
                f"player can be a search without eval=, such as search:nodes=1000,"
                f" not {self.player[:40]!r}."
            )
        return f"{self.player}{',' if ':' in self.player else ':'}eval=patterns:{name}"
