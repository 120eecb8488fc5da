"""A game's data beyond its rules: one `GameGuide` per game, with defaults.

A native game keeps its guide in `plyground/games/NAME/__init__.py`, as `GUIDE`. A class written in
Python may have a `guide` attribute. A game without a guide gets the defaults, so no caller has to
test which game it is. A guide holds plain data and functions of a game or a position; its texts are
in English and are translated where they are shown. Code that depends on more of the package than
the rules (a notation, a player's move selection) is named by its import path, `module:name`, and
imported when it is used. docs/reference/games.md has the overview.
"""

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.options import RuleSet, Value
from plyground.engine.pattern_shapes import PatternGuide

Plugin = str  # an import path: "package.module:name"


@dataclass(frozen=True)
class NodeCost:
    """The largest cost of a node of a search, or of a playout, in microseconds.

    The default is that of a game written in Python.
    """

    each: float = 12.0
    by_point: float = 0.0  # for each point of the board
    by_pair: float = 0.0  # for each pair of points
    with_tactics: float = 1.0  # the factor for the game's own tactics


@dataclass(frozen=True)
class LevelGuide:
    """How the levels play a game. `level/rows.py` has the settings that all games share."""

    eyes: str = ""  # the evaluation of levels 1 to 6, or net:NAME; "" is the game's own
    search: str = ""  # the search of levels 7 and 8, such as mcts:net=NAME; "" is the strong search
    # overrides for a level's row
    changes: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    # the cost of a node at levels 7 and 8, in microseconds
    efforts: Mapping[int, int] = field(default_factory=dict)
    # the playouts of a level, in a game written in Python that favours playouts
    playouts: Mapping[int, int] = field(default_factory=dict)
    cost: NodeCost = NodeCost()
    long_cost: float = 1.0  # the share of `cost` that a node of a long search costs
    ponder: Plugin = ""  # chooses candidates instead of the usual search: see level/__init__.py


USUAL_LEVELS = LevelGuide()


def usual_levels(_game: Game) -> LevelGuide:
    """The default levels, for games without tuned levels."""
    return USUAL_LEVELS


@dataclass(frozen=True)
class Demo:
    """A short game for the home page."""

    moves: str  # separated by spaces
    shown: int  # how many of them are on the board when a visitor first sees it
    options: Mapping[str, Value] = field(default_factory=dict)


BEFORE, AFTER = "Before", "After"  # labels of two frames of a figure


@dataclass(frozen=True)
class Frame:
    """A board of a figure: its first position, the moves played, and the points to highlight."""

    start: str | None = None
    moves: str = ""
    area: str = ""  # points, separated by spaces
    to: str = ""
    came: str = ""  # with `to`: an arrow
    label: str = ""


@dataclass(frozen=True)
class Figure:
    """A rule in pictures: a sentence and the boards that show it."""

    title: str
    sentence: str
    frames: tuple[Frame, ...]
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class SgfGuide:
    """How to read and write SGF for a game."""

    number: str  # the number in GM
    is_named: bool = True  # the number identifies this game, and not another that shares its format
    komi: bool = False
    handicap: bool = False
    own_labels: bool = False  # points are written with the game's labels, such as f5
    passes: tuple[str, ...] = ()  # other texts that are read as a pass
    written_pass: str = ""
    # The values of RU: names of rules with the options they mean. The first that fits is written.
    rules: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    rules_within: bool = False  # a name may be part of a longer text
    writes_rules: bool = False


@dataclass(frozen=True)
class GtpGuide:
    """How the Go Text Protocol works with a game. The defaults are for a game written in Python."""

    rank: int = 1000  # the place in `list_games`
    columns: str = ""  # the game's 25 column letters for GTP; "" uses the labels of its board
    rules: Mapping[str, str] = field(default_factory=dict)  # names of rules, and the rule set
    is_usual: bool = False  # the game of a program that was started without one
    passes: bool = False  # passing is part of the game
    silent_passes: bool = False  # passes are forced, and programs may not speak of them
    board_by_stones: bool = True  # placing stones one by one can set up any board
    lines: int | None = None  # lines of an analysis that cost nothing extra
    tells_lead: bool = False  # a score is the lead of a side


@dataclass(frozen=True)
class Protocol:
    """A common protocol, in the guide of the game that its server begins with."""

    name: str  # of the command, and before the colon of a player's spec
    server: Plugin
    client: Plugin
    sentence: str  # for the help
    rank: int = 1000  # the place in lists


@dataclass(frozen=True)
class RulesSpeed:
    """A promised speed of the rules, in leaves, games or moves per second."""

    work: str  # the measurement's name
    unit: Literal["leaves/s", "games/s", "moves/s"]
    amount: int  # the depth of perft for leaves, else the number of random games
    target: float
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchSpeed:
    """A textbook search to measure."""

    work: str
    spec: str
    options: Mapping[str, Value] = field(default_factory=dict)
    moves: str = ""  # moves played before


@dataclass(frozen=True)
class BenchGuide:
    """What the benchmarks measure for a game: `plyground bench` and `plyground signature`."""

    rules: tuple[RulesSpeed, ...] = ()
    searches: tuple[SearchSpeed, ...] = ()
    strong: Plugin = (
        ""  # measures the strong searches: (seconds) -> Iterator[bench.strong.Measured]
    )
    suites: Mapping[str, Plugin] = field(default_factory=dict)  # positions with known answers
    # A small search whose node count changes with the rules, the move order or the heuristics.
    signature: str = ""
    signature_options: Mapping[str, Value] = field(default_factory=dict)


def no_line_search(_game: Game) -> int | None:
    """The default: stones in lines do not decide most games."""
    return None


def usual_patterns(_game: Game) -> PatternGuide:
    """The default: shapes that suit any board."""
    return PatternGuide()


@dataclass(frozen=True)
class GameGuide:
    """Everything about a game except its rules. Every field has a default that suits any game.

    >>> guide_of("a game of one's own") == GameGuide()
    True
    """

    # Words: English texts for pages where people choose and learn the game
    sentence: str = ""  # the game in one sentence; "" takes the first sentence of its rules
    figures: tuple[Figure, ...] = ()  # the rules in pictures
    demo: Demo | None = None
    option_labels: Mapping[str, str] = field(default_factory=dict)  # keyed by the option's name
    choice_labels: Mapping[str, str] = field(default_factory=dict)  # keyed by the value's text
    value_labels: Mapping[tuple[str, Value], str] = field(default_factory=dict)  # of one option
    unit: str = ""  # what a score counts, with its plural if players count it

    # Choosing
    # presets: options of a game for one click
    starter: Mapping[str, str] = field(default_factory=dict)
    usual_values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # listed first
    hidden_options: tuple[str, ...] = ()  # not useful at a board
    later_options: tuple[str, ...] = ()  # added after records of studies were written
    rule_sets: Mapping[str, RuleSet] = field(default_factory=dict)  # values of the option `rules`

    # Playing
    levels: Callable[[Game], LevelGuide] = usual_levels
    marks_dead: bool = False  # after two passes dead stones are marked before the count
    tablebase: bool = False  # small enough to be solved as a whole

    # Learning
    lesson_place: int = 1000  # games with lower numbers come first in lists of lessons
    lessons_on: Mapping[str, str] = field(
        default_factory=dict
    )  # a kind of mistake: a lesson's name
    # heuristics for hints; None: all of them, weighted
    readable_terms: tuple[str, ...] | None = None
    # too rare for a short example game
    piece_signs: Mapping[tuple[str, str], str] = field(default_factory=dict)
    piece_order: tuple[str, ...] = ()  # kinds of pieces, in the order of the selection

    # Puzzles
    capture_puzzles: bool = False  # its puzzles may ask for the capture of groups
    # The number of directions in which lines count (2 or 4), if only lines of stones decide and
    # stones never move.
    line_directions: Callable[[Game], int | None] = no_line_search

    # Training settings that suit the game better than the defaults of train/settings.py
    training: Mapping[str, str | int | float | bool] = field(default_factory=dict)

    # What an evaluation by patterns looks at
    patterns: Callable[[Game], PatternGuide] = usual_patterns

    # Notations and protocols
    formats: tuple[Plugin, ...] = ()  # notations of this game only: notation.format.Format
    sgf: SgfGuide | None = None  # None: SGF cannot represent the game
    gtp: GtpGuide = GtpGuide()
    protocols: tuple[Protocol, ...] = ()

    bench: BenchGuide = BenchGuide()

    def texts(self) -> Iterator[str]:
        """The texts for people, to be translated."""
        yield from filter(None, (self.sentence, self.unit))
        for labels in (self.option_labels, self.choice_labels, self.value_labels):
            yield from labels.values()
        for figure in self.figures:
            yield from (figure.title, figure.sentence)
            yield from (frame.label for frame in figure.frames if frame.label)


def guide_of(name: str) -> GameGuide:
    """The guide of the game with this name; the defaults if it has none.

    >>> import plyground
    >>> levels = guide_of("othello").levels(plyground.game("othello"))
    >>> levels.efforts[8]
    200000
    """
    if name in _natives():
        return _native_guide(name)
    own = registry.own_guide(name)
    if own is None:
        return _USUAL
    if not isinstance(own, GameGuide):
        raise ValueError(
            f"The guide of the game {name!r} must be a plyground.GameGuide,"
            f" not {type(own).__name__}."
        )
    return own


def native_guides() -> dict[str, GameGuide]:
    """The guides of all native games, by name.

    >>> list(native_guides())[:5]
    ['robogo', 'gomoku', 'go', 'othello', 'dobutsu']
    """
    return {name: _native_guide(name) for name in _natives()}


@functools.cache
def protocols() -> dict[str, tuple[str, Protocol]]:
    """Every protocol by name, with the game that its server starts with.

    >>> list(protocols())[:2], protocols()["nboard"][0]
    (['gtp', 'gomocup'], 'othello')
    """
    rows = [(name, row) for name, guide in native_guides().items() for row in guide.protocols]
    return {row.name: (name, row) for name, row in sorted(rows, key=lambda one: one[1].rank)}


def folder_of(name: str) -> Path | None:
    """The folder of a native game's data files, such as lessons and puzzles.

    >>> folder_of("go").name, folder_of("../secrets")
    ('go', None)
    """
    return Path(__file__).parents[1] / "games" / name if name in _natives() else None


def load_plugin(plugin: Plugin) -> Any:
    """The object at an import path.

    >>> load_plugin("math:pi") > 3
    True
    """
    module, _, name = plugin.partition(":")
    return getattr(importlib.import_module(module), name)


_USUAL = GameGuide()


@functools.cache
def _natives() -> tuple[str, ...]:
    return tuple(registry.native())


@functools.cache
def _native_guide(name: str) -> GameGuide:
    module = f"plyground.games.{name}"
    try:
        found: GameGuide = importlib.import_module(module).GUIDE
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return _USUAL  # there is no data file yet
    return found
