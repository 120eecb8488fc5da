"""The measured Elo between levels: `ladder.json`, which tools/ladder.py writes.

The games stand in experiments/ladder, and docs/explanation/levels.md says how they were played.
"""

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Rung:
    """A level of a game: its Elo above level 1 with the ends of its 95 % interval.

    `share` is its share of the points against the level below, with its ends; `games` says how many
    were played.
    `equal` names a lower level which it could not be told apart from, `why` says why.
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
    """The levels of a game that were measured, by number; nothing for a game that was not.

    >>> rungs("othello")[1].elo, rungs("tictactoe")
    (0, {})
    """
    found = _read().get(game, {}).get("levels", {})
    return {int(level): Rung(int(level), **known) for level, known in found.items()}


def board(game: str) -> int | None:
    """The size of the board that the levels were measured on, where that was not the usual one.

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
