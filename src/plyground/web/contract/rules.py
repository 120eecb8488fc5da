"""The available games, their options and levels."""

from typing import Literal

from typing_extensions import TypedDict

from plyground.engine.options import Value
from plyground.engine.view import View


class OptionRules(TypedDict):
    """An option of a game, and its allowed values."""

    name: str
    type: Literal["int", "float", "choice"]
    default: Value
    choices: list[Value]
    low: float | None
    high: float | None
    may_be_none: bool
    sentence: str
    allowed: str


class LevelName(TypedDict):
    """A level: its spec, and its name for people."""

    player: str
    title: str


class Rules(TypedDict):
    """A game in short."""

    name: str
    title: str
    sentence: str
    options: list[OptionRules]
    levels: list[LevelName]
    formats: list[str]


class FullRules(Rules):
    """A game with its rules in words, and its first position."""

    rules: str
    position: str
    view: View


class AllRules(TypedDict):
    """Every game that can be played here."""

    games: list[Rules]


class Format(TypedDict):
    """A notation that can hold a game."""

    sentence: str
    extension: str


class Description(TypedDict):
    """A game's description for pages: title, rules, options, notations, the first view."""

    name: str
    title: str
    rules: str
    options: list[OptionRules]
    formats: dict[str, Format]
    view: View
