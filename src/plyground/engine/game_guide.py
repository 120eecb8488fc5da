"""What Plyground knows about a game beyond its rules: one `GameGuide` per game, with defaults.

A native game keeps its guide in `plyground/games/NAME/__init__.py`, as `GUIDE`. A class written in
Python may have a `guide` attribute. A game without a guide gets the defaults, so no caller has to
ask which game it is. A guide holds plain data and functions of a game or a position; texts are in
English and are translated where they are shown. Code that needs more of the package than the rules
(a notation, a player's way to choose) is named by its import path, `module:name`, and imported when
it is used. docs/reference/games.md has the overview.
"""

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from plyground.engine import registry
from plyground.engine.game import Game
from plyground.engine.options import Value
from plyground.engine.pattern_shapes import PatternGuide

Plugin = str  # an import path: "package.module:name"


@dataclass(frozen=True)
class NodeCost:
    """What a node of a search, or a playout, costs at most, in microseconds.

    The default is that of a game written in Python.
    """

    each: float = 12.0
    by_point: float = 0.0  # for each point of the board
    by_pair: float = 0.0  # for each pair of points
    with_tactics: float = 1.0  # how many times as much with the game's own tactics


@dataclass(frozen=True)
class LevelGuide:
    """How the levels play a game. `level/rows.py` has what all games share."""

    eyes: str = ""  # the evaluation of levels 1 to 6, or net:NAME; "" is the game's own
    search: str = ""  # of levels 7 and 8, such as mcts:net=NAME; "" is the strong search
    changes: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)  # of a level's row
    efforts: Mapping[int, int] = field(default_factory=dict)  # of levels 7 and 8, in microseconds
    cost: NodeCost = NodeCost()
    long_cost: float = 1.0  # the share of `cost` that a node of a long search costs
    ponder: Plugin = ""  # chooses candidates in place of the usual search: see level/__init__.py


USUAL_LEVELS = LevelGuide()


def usual_levels(_game: Game) -> LevelGuide:
    """The default levels, for games without tuned ones."""
    return USUAL_LEVELS


@dataclass(frozen=True)
class Demo:
    """A short game to look at on the home page."""

    moves: str  # with blanks between
    shown: int  # how many of them are on the board that a visitor sees first
    options: Mapping[str, Value] = field(default_factory=dict)


BEFORE, AFTER = "Before", "After"  # labels of two frames of a figure


@dataclass(frozen=True)
class Frame:
    """A board of a figure: where it begins, what is played there, what is pointed at."""

    start: str | None = None
    moves: str = ""
    area: str = ""  # points, with blanks between
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
    """How SGF is read and written for a game."""

    number: str  # what GM says
    is_named: bool = True  # that number means this game, and not another that is written like it
    komi: bool = False
    handicap: bool = False
    own_labels: bool = False  # points are written by the game's labels, such as f5
    passes: tuple[str, ...] = ()  # what is read as a pass, besides the usual
    written_pass: str = ""
    # What RU says: names of rules, with the options they mean. The first that fits is written.
    rules: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    rules_within: bool = False  # a name may stand within other words
    writes_rules: bool = False


@dataclass(frozen=True)
class GtpGuide:
    """How the Go Text Protocol speaks about a game. The defaults are for one written in Python."""

    rank: int = 1000  # the place in `list_games`
    columns: str = ""  # the game's own 25 letters for GTP's; "" goes by the labels of its board
    is_usual: bool = False  # the game of a program that was given none
    passes: bool = False  # passing is part of the game
    silent_passes: bool = False  # passes are forced, and programs may not speak of them
    board_by_stones: bool = True  # stones put one by one make any board
    lines: int | None = None  # lines of an analysis that cost nothing extra
    tells_lead: bool = False  # a score is by how much a side leads


@dataclass(frozen=True)
class Protocol:
    """A protocol of the field, in the guide of the game that its server begins with."""

    name: str  # of the command, and before the colon of a player's spec
    server: Plugin
    client: Plugin
    sentence: str  # for the help
    rank: int = 1000  # the place in lists


@dataclass(frozen=True)
class RulesSpeed:
    """A promise about the speed of the rules, in leaves, games or moves per second."""

    work: str  # its name
    unit: Literal["leaves/s", "games/s", "moves/s"]
    amount: int  # the depth of perft for leaves, else the number of random games
    target: float
    options: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchSpeed:
    """A textbook search whose speed is measured."""

    work: str
    spec: str
    options: Mapping[str, Value] = field(default_factory=dict)
    moves: str = ""  # played before


@dataclass(frozen=True)
class BenchGuide:
    """What is measured about a game: `plyground bench` and `plyground signature`."""

    rules: tuple[RulesSpeed, ...] = ()
    searches: tuple[SearchSpeed, ...] = ()
    strong: Plugin = (
        ""  # measures the strong searches: (seconds) -> Iterator[bench.strong.Measured]
    )
    suites: Mapping[str, Plugin] = field(default_factory=dict)  # positions with known answers
    # A small search whose node count tells whether rules, order or heuristics have changed.
    signature: str = ""
    signature_options: Mapping[str, Value] = field(default_factory=dict)


def no_line_search(_game: Game) -> int | None:
    """Most games are not won by lines of stones alone."""
    return None


def usual_patterns(_game: Game) -> PatternGuide:
    """The default: shapes that suit any board."""
    return PatternGuide()


@dataclass(frozen=True)
class GameGuide:
    """Everything but the rules. Every field has a default that suits any game.

    >>> guide_of("a game of one's own") == GameGuide()
    True
    """

    # Words: English texts, for a page that lets people choose and learn the game
    sentence: str = ""  # the game in one sentence; "" takes the first of its rules
    figures: tuple[Figure, ...] = ()  # the rules in pictures
    demo: Demo | None = None
    option_labels: Mapping[str, str] = field(default_factory=dict)  # by an option's name
    choice_labels: Mapping[str, str] = field(default_factory=dict)  # by a value's text
    value_labels: Mapping[tuple[str, Value], str] = field(default_factory=dict)  # of one option
    unit: str = ""  # what a score counts, where players count it too

    # Choosing
    starter: Mapping[str, str] = field(default_factory=dict)  # options of a game by one click
    usual_values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # listed first
    hidden_options: tuple[str, ...] = ()  # of no use at a board

    # Playing
    levels: Callable[[Game], LevelGuide] = usual_levels
    marks_dead: bool = False  # after two passes dead stones are marked before the count
    tablebase: bool = False  # small enough to be solved as a whole

    # Learning
    lesson_place: int = 1000  # games with a lower number come first in lists of lessons
    lessons_on: Mapping[str, str] = field(
        default_factory=dict
    )  # a kind of mistake: a lesson's name
    readable_terms: tuple[str, ...] | None = None  # heuristics for hints; None: all, weighed
    piece_signs: Mapping[tuple[str, str], str] = field(default_factory=dict)  # no short game shows
    piece_order: tuple[str, ...] = ()  # kinds of pieces, as one chooses from them

    # Puzzles
    capture_puzzles: bool = False  # its puzzles ask for the capture of stones with liberties
    # In how many directions lines count (2 or 4), if stones only stand and lines alone decide.
    line_directions: Callable[[Game], int | None] = no_line_search

    # Settings of a training that suit it better than the defaults of train/settings.py
    training: Mapping[str, str | int | float | bool] = field(default_factory=dict)

    # What an evaluation by patterns looks at
    patterns: Callable[[Game], PatternGuide] = usual_patterns

    # Notations and protocols
    formats: tuple[Plugin, ...] = ()  # notations of this game alone: notation.format.Format
    sgf: SgfGuide | None = None  # None: SGF can't hold it
    gtp: GtpGuide = GtpGuide()
    protocols: tuple[Protocol, ...] = ()

    bench: BenchGuide = BenchGuide()

    def texts(self) -> Iterator[str]:
        """The texts that people read, to be translated."""
        yield from filter(None, (self.sentence, self.unit))
        for labels in (self.option_labels, self.choice_labels, self.value_labels):
            yield from labels.values()
        for figure in self.figures:
            yield from (figure.title, figure.sentence)
            yield from (frame.label for frame in figure.frames if frame.label)


def guide_of(name: str) -> GameGuide:
    """The guide of the game of that name; the defaults where it has none.

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
    """Every protocol by name, with the game that its server begins with.

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
    """What an import path names.

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
        return _USUAL  # nobody has written one yet
    return found
