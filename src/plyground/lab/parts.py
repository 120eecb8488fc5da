"""The common parts of all kinds of experiments: pairings of players, positions to search."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.engine.game import Game
from plyground.engine.game_guide import guide_of
from plyground.engine.options import Value
from plyground.engine.registry import game as find_game
from plyground.lab.toml_reader import Table, shown
from plyground.matches import Opening, Rules, TimeControl
from plyground.matches.openings import NONE

MAX_GAMES = 1_000_000
MAX_PLAYERS = 200
MAX_CASES = 1000
MAX_NAME = 200
MAX_TASKS = 1_000_000
BATCH = 100  # random games per task

SEPARATOR = "|"  # the separator of names in a task's id


@dataclass(frozen=True)
class Meeting:
    """Two players by name, and the number of openings they play, each twice."""

    first: str
    second: str
    pairs: int


def recorded_options(game: Game) -> dict[str, Value]:
    """All options, except later ones at their defaults: records of earlier studies lack them."""
    later = guide_of(game.name).later_options
    changed = game.changed
    return {
        name: value for name, value in game.values.items() if name not in later or name in changed
    }


@dataclass(frozen=True)
class Case:
    """A position to search, with its depths; no depths means the specs' own limits."""

    game: Game
    opening: Opening = field(default_factory=Opening)
    depths: tuple[int, ...] = ()
    title: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "title": self.title,
            "options": recorded_options(self.game),
            "opening": self.opening.as_json(),
            "depths": list(self.depths),
        }


@dataclass(frozen=True)
class Hypotheses:
    """The hypotheses of a sequential test: Elo differences, and the error probabilities."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class Tuning:
    """The weights to tune, and the heuristics that keep their present weights."""

    terms: Mapping[str, float] = field(hash=False)  # heuristic -> present weight
    held: Mapping[str, float] = field(default_factory=dict, hash=False)
    ridge: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts of an experiment of any kind."""

    players: Mapping[str, str] = field(default_factory=dict, hash=False)  # name -> spec
    meetings: tuple[Meeting, ...] = ()
    openings: str = NONE
    time: TimeControl | None = None
    rules: Rules = field(default_factory=Rules)
    cases: tuple[Case, ...] = ()
    games: int = 0  # random games per case
    repeats: int = 1  # of a measurement of time
    test: Hypotheses | None = None
    band: tuple[float, float] | None = None  # of a ladder: a step's share of the points, in percent
    tuning: Tuning | None = None

    @property
    def tasks(self) -> int:
        """The number of tasks, or slightly more."""
        played = sum(meeting.pairs for meeting in self.meetings)
        depths = sum(max(1, len(case.depths)) for case in self.cases)
        return played + depths * max(len(self.players) * self.repeats, self.games // BATCH + 1)


def read_players(table: Table, least: int) -> dict[str, str]:
    """The players of the file: specs by name, in file order."""
    given = table.table("players")
    for name, spec in given.values.items():
        check_name(given, name)
        if not isinstance(spec, str):
            raise given.wrong(name, "a player in quotes, such as 'level:3'")
    if not least <= len(given.values) <= MAX_PLAYERS:
        raise table.error(
            "players",
            f"[players] has from {least} to {MAX_PLAYERS} lines such as strong = 'level:6',"
            f" not {len(given.values)}.",
        )
    return dict(given.values)


def check_name(table: Table, name: str) -> None:
    """Checks a name, because names appear in tables, charts and tasks."""
    if not 0 < len(name.strip()) <= MAX_NAME or not name.isprintable() or SEPARATOR in name:
        raise table.error(
            name,
            f"A name has from 1 to {MAX_NAME} characters, none of them {SEPARATOR!r},"
            f" not {shown(name)}.",
        )


def products(
    table: Table, is_right: Callable[[object], bool], what: str
) -> Iterator[dict[str, Any]]:
    """Every combination of one value per key."""
    for name, values in table.values.items():
        if not isinstance(values, list) or not values or not all(map(is_right, values)):
            raise table.wrong(name, f"a list of {what}")
        if any(values.count(each) > 1 for each in values):
            raise table.wrong(name, f"a list of different {what}")
    if not table.values:
        raise table.error(None, f"At least one key with a list of {what} is needed.")
    count = 1
    for values in table.values.values():
        count *= len(values)
    if count > MAX_CASES:
        raise table.error(None, f"At most {MAX_CASES} cases are allowed, and these are {count}.")
    for chosen in itertools.product(*table.values.values()):
        yield dict(zip(table.values, chosen, strict=True))


def read_options(table: Table, name: str, options: Mapping[str, Any]) -> Game:
    """The game with these options, which are in this table."""
    try:
        return find_game(name, **options)
    except (ValueError, TypeError) as error:
        sentence = str(error)
        wrong = (
            key for key in table.values if sentence.startswith(f"{key} ") or f"{key!r};" in sentence
        )
        raise table.error(next(wrong, None), sentence) from None
