"""The settings that every training has."""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

from plyground.engine.game import Game
from plyground.engine.registry import game as find_game

Range = tuple[str, float, float]  # a setting, and its range


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run. All but the game have defaults, and none changes during the run."""

    model: ClassVar[str]  # the learner
    ranges: ClassVar[tuple[Range, ...]] = (
        ("seed", 0, 2**63),
        ("most_plies", 0, 10_000),
        ("measure_games", 2, 100_000),
        ("measure_every", 1, 100_000),
    )

    game: str
    options: Mapping[str, str | int | float | None] = field(default_factory=dict)
    seed: int = 0
    most_plies: int = 0  # of a game; 0: four for each square
    # measuring
    opponents: str = ""  # specs separated by spaces
    measure_games: int = 20  # against each of them
    measure_every: int = 5  # generations

    @property
    def rules(self) -> Game:
        """The game with its options."""
        return find_game(self.game, **self.options)

    @property
    def squares(self) -> int:
        """The number of squares of the board."""
        start = self.rules.start()
        return len(start.rows) * len(start.columns)

    @property
    def ply_bound(self) -> int:
        """The most plies of a game."""
        return self.most_plies or 4 * self.squares

    def player_spec(self, name: str) -> str:
        """The player that matches measure, with the network or table of that file name."""
        raise NotImplementedError

    def shown_spec(self, name: str) -> str:
        """The player that the command suggests to people."""
        return self.player_spec(name)

    def check(self) -> Self:
        """The settings, if they are valid; a ValueError says what is wrong."""
        _ = self.rules
        for name, low, high in self.ranges:
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} can be from {low} to {high}, not {value}.")
        return self

    def to_json(self) -> str:
        """The settings in the file format."""
        return json.dumps({"model": self.model, **dataclasses.asdict(self)}, indent=1)

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """The settings of an existing run."""
        try:
            fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            model = fields.pop("model", "network")  # which was once the only kind
            if model != cls.model:
                raise ValueError(
                    f"The run in {path.parent} trains {_NAMES.get(model, 'something else')},"
                    f" not {_NAMES[cls.model]}."
                )
            return cls(**fields).check()
        except (OSError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"The settings {path} can't be read: {error}") from None


_NAMES = {"network": "a network", "patterns": "patterns"}
