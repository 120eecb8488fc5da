"""Tables of patterns: trained evaluations, for every search that takes an evaluation.

`search:eval=patterns:NAME` names a table by its file name without the ending. A table belongs to
one game on one board size. Tables are in the same folders as networks.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Game, Position
from plyground.engine.network import NAME, folders
from plyground.engine.pattern_file import ENDING, PatternHeader, read_patterns
from plyground.engine.stop import Running


@dataclass(frozen=True, eq=False)
class Patterns:
    """A table of patterns ready for use."""

    name: str
    path: Path
    header: PatternHeader
    core: _core.PatternTable

    def evaluation(self, position: Position) -> _core.Patterns:
        """The table as the evaluation of this position's game, or a ValueError."""
        game = position.game
        if game.name != self.header.game:
            raise ValueError(
                f"The patterns {self.name} are for {self.header.game}, not {game.name}."
            )
        return _evaluation(self, game)

    def evaluate(self, position: Position) -> float:
        """Black's advantage in a position, in the unit of the game's own evaluation."""
        return core_state(position).evaluate(self.evaluation(position))


@functools.lru_cache(maxsize=32)
def _evaluation(patterns: Patterns, game: Game) -> _core.Patterns:
    state = core_state(game.start())
    layout = patterns.header.layout
    _, _, contents, extras = state.squares_shape()
    if (tuple(contents), tuple(extras)) != (layout.contents, layout.extras):
        raise ValueError(
            f"The patterns {patterns.name} expect squares with {_listed(layout.contents)}; with"
            f" these options the game has {_listed(contents)}."
        )
    return state.patterns(patterns.core)


def _listed(contents: tuple[str, ...] | list[str]) -> str:
    return ", ".join(contents)


def play_and_learn(
    start: Position,
    learner: _core.PatternLearner,
    plan: _core.PatternTraining,
    first: int,
    count: int,
    stop: _core.Stop,
) -> _core.PatternGames:
    """Plays this many self-play games of a learner, starting with this number."""
    with Running(stop):
        return core_state(start).learn_patterns(learner, plan, first, count, stop)


def load_patterns(path: Path, name: str | None = None) -> Patterns:
    """The table in a file."""
    file = read_patterns(path)
    header = file.header
    try:
        core = _core.PatternTable(header.layout.plan(), header.meaning, file.weights, header.unit)
    except (ValueError, TypeError) as error:
        raise ValueError(f"The table of patterns {path} can't be used: {error}") from None
    return Patterns(name or path.name.removesuffix(ENDING), path, header, core)


def pattern_files(game: str) -> dict[str, Path]:
    """Every table of a game by its name; if names are equal, the first counts."""
    found: dict[str, Path] = {}
    for folder in folders(game):
        for path in sorted(folder.glob(f"*{ENDING}")):
            found.setdefault(path.name.removesuffix(ENDING), path)
    return found


def find_patterns(name: str, game: str) -> Patterns:
    """The table with this name; a ValueError lists the available ones."""
    if NAME.fullmatch(name):
        for folder in folders(game):
            path = folder / f"{name}{ENDING}"
            if path.is_file():
                return _loaded(name, path, path.stat().st_mtime_ns)
    known = ", ".join(pattern_files(game)) or "none yet"
    raise ValueError(f"There are no patterns {name[:80]!r} for {game}; the patterns are: {known}.")


@functools.lru_cache(maxsize=8)
def _loaded(name: str, path: Path, _changed: int) -> Patterns:
    return load_patterns(path, name)
