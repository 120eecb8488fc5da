"""What a training of patterns is asked to do."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from plyground.engine.game import Game
from plyground.engine.game_guide import guide_of
from plyground.engine.pattern_file import MEANINGS
from plyground.engine.registry import game as find_game
from plyground.engine.spec import ALGORITHMS, read_spec

MODEL = "patterns"


@dataclass(frozen=True)
class PatternSettings:
    """The settings of a run, all of them with defaults but the game. They never change in a run."""

    game: str
    options: Mapping[str, str | int | float | None] = field(default_factory=dict)
    seed: int = 0
    # what is learned
    stages: int = 0  # of the game, each with weights of its own; 0: as the game's guide says
    meaning: str = "auto"  # of the sum: "odds", "margin"; auto: the margin where the game counts
    # self-play
    games: int = 2000  # in each generation
    explore: float = 0.1  # how many moves are chosen at random
    random_plies: int = 6  # at most so many first moves are
    depth: int = 1  # plies to look ahead
    width: int = 0  # moves to look at, the first in the game's own order; 0: all
    most_plies: int = 0  # 0: four for each square
    # learning
    rate: float = 1.0
    result_weight: float = 0.5  # how much the rest of the game counts beside looking ahead: lambda
    # measuring
    player: str = "search:nodes=1000"  # the search that meets the opponents
    opponents: str = ""  # specs with blanks between
    measure_games: int = 20  # against each of them
    measure_every: int = 5  # generations

    @classmethod
    def for_game(cls, game: Game, changes: Mapping[str, Any]) -> Self:
        """The settings for a game: the usual ones, its guide's, and then the changes."""
        suited: dict[str, Any] = guide_of(game.name).patterns(game).training
        return cls(game.name, dict(game.values), **{**suited, **changes}).check()

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    @property
    def ply_bound(self) -> int:
        """How long a game may grow."""
        start = self.rules.start()
        return self.most_plies or 4 * len(start.rows) * len(start.columns)

    @property
    def sum_meaning(self) -> str:
        """What the sum of the weights is: "odds" or "margin"."""
        if self.meaning != "auto":
            return self.meaning
        return "margin" if self.rules.start().counts_margin else "odds"

    def check(self) -> Self:
        """The settings, if they make sense; a ValueError says what does not."""
        _ = self.rules
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} can be from {low} to {high}, not {value}.")
        if self.meaning not in ("auto", *MEANINGS):
            raise ValueError(f"meaning can be auto, odds or margin, not {self.meaning[:40]!r}.")
        if self.sum_meaning == "margin" and not self.rules.start().counts_margin:
            raise ValueError(f"{self.game} counts no margin, so meaning can be odds only.")
        self.player_spec("any")
        return self

    def player_spec(self, name: str) -> str:
        """The search that meets the opponents, with the table of that name."""
        spec = read_spec(self.player)
        if "eval" not in ALGORITHMS[spec.algorithm] or "eval" in spec.settings:
            raise ValueError(
                f"player can be a search without eval=, such as search:nodes=1000,"
                f" not {self.player[:40]!r}."
            )
        return f"{self.player}{',' if ':' in self.player else ':'}eval=patterns:{name}"

    def to_json(self) -> str:
        """The settings as a file has them."""
        return json.dumps({"model": MODEL, **dataclasses.asdict(self)}, indent=1)

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """The settings of a run that was begun earlier."""
        try:
            fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if fields.pop("model", None) != MODEL:
                raise ValueError(f"The run in {path.parent} trains a network, not patterns.")
            return cls(**fields).check()
        except (OSError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"The settings {path} can't be read: {error}") from None


_RANGES = (
    ("seed", 0, 2**63),
    ("stages", 0, 64),
    ("games", 1, 10_000_000),
    ("explore", 0.0, 1.0),
    ("random_plies", 0, 1000),
    ("depth", 1, 8),
    ("width", 0, 10_000),
    ("most_plies", 0, 10_000),
    ("rate", 1e-6, 100.0),
    ("result_weight", 0.0, 1.0),
    ("measure_games", 2, 100_000),
    ("measure_every", 1, 100_000),
)
