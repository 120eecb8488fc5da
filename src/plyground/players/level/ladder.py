"""The measured Elo between levels: `ladder.json`, which tools/ladder.py writes.

The games are in experiments/ladder, and docs/explanation/levels.md says how they were played.
"""

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Rung:
    """A level of a game: its Elo above level 1 with the ends of its 95 % interval.

    `share` is its share of the points against the level below, with the ends of its interval;
    `games` is their number. `equal` names a lower level that the games could not distinguish from
    it, `why` gives the reason.
    """

    level: int
    elo: float
    low: float
    high: float
    share: float | None = None
    share_low: float | None = None
    share_high: float | None = None
    games: int = 0
    equal: int | None = None
    why: str = ""

    @property
    def spread(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """Short, for a list of levels.

        >>> print(Rung(1, 0, 0, 0), Rung(3, 377.6, 330, 421), sep="; ")
        0; +378 ± 46
        """
        return f"{self.elo:+.0f} ± {self.spread:.0f}" if self.level > 1 else "0"


def rungs(game: str) -> dict[int, Rung]:
    """The measured levels of a game, by number; empty for other games.

    >>> rungs("othello")[1].elo, rungs("tictactoe")
    (0, {})
    """
    found = _read().get(game, {}).get("levels", {})
    return {int(level): Rung(int(level), **known) for level, known in found.items()}


def board(game: str) -> int | None:
    """The board size of the measurement, if it was not the default size.

    >>> board("go"), board("othello")
    (9, None)
    """
    size: int | None = _read().get(game, {}).get("options", {}).get("size")
    return size


@functools.cache
def _read() -> dict[str, Any]:
    path = resources.files(__package__) / "ladder.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
