"""The settings of a match: players, number of games, openings, rules."""

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from typing import Any

from plyground import _core
from plyground.engine import registry, tablebase
from plyground.engine.game import Game
from plyground.engine.view import Turn
from plyground.matches.clocks import TimeControl
from plyground.matches.playing import Agreement, Rules
from plyground.records.record import today

FORMAT = 1
MAX_GAMES = 1_000_000


@dataclass(frozen=True)
class Match:
    """The specs of two players, and the conditions of their match.

    Games come in pairs, 0 and 1, 2 and 3 and so on, with the same opening and colours changed. The
    first player has Black in even games.

    >>> import plyground
    >>> match = Match(plyground.game("dobutsu"), "level:3", "random", games=10)
    >>> match.pair(7), match.color(6), match.color(7)
    (3, 'black', 'white')
    >>> Match.of_json(match.as_json()) == match
    True
    """

    game: Game
    first: str
    second: str
    games: int = 100
    openings: str = "random:4"
    seed: int = 1
    time: TimeControl | None = None
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise ValueError(f"A match has from 1 to {MAX_GAMES} games, not {self.games}.")

    def pair(self, number: int) -> int:
        """The pair of a game."""
        return number // 2

    def color(self, number: int) -> Turn:
        """The first player's colour in a game."""
        return "white" if number % 2 else "black"

    def players(self, number: int) -> dict[Turn, str]:
        """The player of each colour in a game."""
        if self.color(number) == "black":
            return {"black": self.first, "white": self.second}
        return {"black": self.second, "white": self.first}

    def settings(self) -> dict[str, Any]:
        """Everything that the games depend on, as plain data."""
        return {
            "game": self.game.name,
            "options": dict(self.game.changed),
            "first": self.first,
            "second": self.second,
            "openings": self.openings,
            "seed": self.seed,
            "time": asdict(self.time) if self.time else None,
            "rules": asdict(self.rules),
        }

    def as_json(self) -> dict[str, Any]:
        """The whole match as plain data."""
        return {**self.settings(), "games": self.games}

    @classmethod
    def of_json(cls, given: Mapping[str, Any]) -> "Match":
        """The inverse of as_json()."""
        rules = dict(given["rules"])
        for name in ("win", "draw"):
            rules[name] = Agreement(**rules[name]) if rules[name] else None
        return cls(
            registry.game(given["game"], **given["options"]),
            given["first"],
            given["second"],
            given["games"],
            given["openings"],
            given["seed"],
            TimeControl(**given["time"]) if given["time"] else None,
            Rules(**rules),
        )


def circumstances(game: str = "") -> dict[str, Any]:
    """The date and the kind of machine of a match, and whether the game has a tablebase there.

    >>> circumstances("othello")["table"]
    False
    """
    return {
        "table": tablebase.find(game) is not None,
        "date": today(),
        "plyground": version("plyground"),
        "core": _core.BUILD,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }
