"""The form of a new game.

Everything may be left out. A link to a position is the same form, filled in: its query has the same
names, see `name_of`.
"""

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from plyground.engine.game_guide import guide_of
from plyground.engine.options import Option, Value, show
from plyground.session.session import PERSON
from plyground.session.setup import LEVELS, OPPONENT
from plyground.web.contract.games import ClockSettings
from plyground.web.contract.rules import Description, OptionRules
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import seats, teacher
from plyground.web.play import errors, game_choices

Given = Mapping[str, str]

CLOCKS = ("1+0", "3+2", "5+3", "10+5", "30+0")
OWN = "own"
_OURS = (
    *("opponent", "colour", "black_level", "white_level", "clock", "minutes", "increment"),
    *("strict", "teacher", "position", "csrfmiddlewaretoken"),
)
_LONGEST_POSITION = 2000
_MOST_MINUTES = 600
_MOST_INCREMENT = 600


class Wrong(ValueError):  # noqa: N818 - says what the form is
    """What is wrong with a form: a sentence a field; the name "" is for the whole of it."""

    def __init__(self, sentences: dict[str, str]) -> None:
        super().__init__(" ".join(sentences.values()))
        self.sentences = sentences


@dataclass(frozen=True)
class Terms:
    """What a game begins with."""

    stored: StoredGame
    clock: ClockSettings | None
    strict: bool
    seat: str = ""  # one's own side in a game by link
    teacher: bool = False


@dataclass(frozen=True)
class Field:
    """One question of the form. `groups` are lists of choices, each with a heading or none."""

    name: str
    label: str
    kind: str  # select, number, text or switch
    value: str
    sentence: str = ""
    groups: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)
    low: str = ""
    high: str = ""
    step: str = ""
    wrong: str = ""


def name_of(name: str) -> str:
    """The field's name for an option of the game; ours come first."""
    return f"option_{name}" if name in _OURS else name


def read(game: Description, given: Given) -> Terms:
    """What the form says, checked by the rules; Wrong has a sentence for each field."""
    wrong: dict[str, str] = {}
    options: dict[str, Value] = {}
    for option in game["options"]:
        name = name_of(option["name"])
        text = given.get(name, "").strip()
        if text or (option["may_be_none"] and name in given):
            options |= _try(wrong, name, functools.partial(_option, option, text)) or {}
    clock = _try(wrong, "clock", lambda: _clock(given, wrong))
    pair = _try(wrong, "opponent", lambda: _seats(given, wrong))
    seat = ""
    if given.get("opponent", "") == seats.LINK:
        colour = given.get("colour", "")
        seat = _try(wrong, "colour", lambda: seats.read_side(colour)) or ""
    start = given.get("position", "").strip()
    if len(start) > _LONGEST_POSITION:
        wrong["position"] = _("That is too long for a position.")
    if wrong or pair is None:
        raise Wrong(wrong)
    stored = _opened(StoredGame(game["name"], options, start or None, *pair))
    strict = _is_on(given, "strict")
    # Against people the question is out of sight, so it does not count there.
    taught = _is_on(given, "teacher") and len(stored.people) == 1
    if taught and not teacher.may(stored, strict=strict, clock=clock, seat=seat):
        raise Wrong({"teacher": teacher.why_not()})
    return Terms(stored, clock, strict, seat, taught)


def _is_on(given: Given, name: str) -> bool:
    return given.get(name, "") not in ("", "no")


def _try(wrong: dict[str, str], name: str, reading: Callable[[], Any]) -> Any:
    try:
        return reading()
    except Refused as refused:
        wrong[name] = refused.sentence
    except ValueError as error:
        wrong.setdefault(name, str(error))
    return None


def _option(option: OptionRules, text: str) -> dict[str, Value]:
    known = Option(
        option["name"],
        option["sentence"],
        option["type"],
        option["default"],
        tuple(option["choices"]),
        option["low"],
        option["high"],
        option["may_be_none"],
    )
    try:
        value = known.read(text or None)
    except ValueError:
        if option["type"] == "choice" or not option["choices"]:
            raise ValueError(game_choices.allowed(option)) from None
        raise ValueError(_("Choose one of the values offered.")) from None
    return {option["name"]: value}


def _seats(given: Given, wrong: dict[str, str]) -> tuple[str, str]:
    opponent = given.get("opponent", "") or OPPONENT
    if opponent == seats.LINK:
        return PERSON, PERSON
    if opponent != seats.WATCH:
        return seats.read(opponent, given.get("colour", ""))
    levels = [given.get(name, "") or OPPONENT for name in ("black_level", "white_level")]
    for name, level in zip(("black_level", "white_level"), levels, strict=True):
        if level not in seats.LEVELS:
            wrong[name] = _("Choose level 1 to level 8.")
    return levels[0], levels[1]


def _clock(given: Given, wrong: dict[str, str]) -> ClockSettings | None:
    """The clock: none, a usual one as minutes+seconds, or one's own."""
    text = given.get("clock", "")
    if text in ("", "none"):
        return None
    if text in CLOCKS:
        return _usual(text)
    if text != OWN:
        raise ValueError(_("Choose one of the clocks offered."))
    minutes_given = _number(given.get("minutes", ""), 0.1, _MOST_MINUTES)
    increment_given = _number(given.get("increment", "") or "0", 0, _MOST_INCREMENT)
    between = _("Give a number from %(low)s to %(high)s.")
    if minutes_given is None:
        wrong["minutes"] = between % {"low": "0.1", "high": _MOST_MINUTES}
    if increment_given is None:
        wrong["increment"] = between % {"low": 0, "high": _MOST_INCREMENT}
    return {"seconds": 60 * (minutes_given or 0), "increment": increment_given or 0.0}


def _usual(text: str) -> ClockSettings:
    minutes, _plus, increment = text.partition("+")
    return {"seconds": 60.0 * float(minutes), "increment": float(increment)}


def clock_words(clock: ClockSettings) -> str:
    """A clock in a few words."""
    words = {"minutes": f"{clock['seconds'] / 60:.3g}", "seconds": f"{clock['increment']:g}"}
    return _("%(minutes)s min + %(seconds)s s a move") % words


def _number(text: str, low: float, high: float) -> float | None:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if math.isfinite(value) and low <= value <= high else None


def _opened(stored: StoredGame) -> StoredGame:
    """The game as the rules take it; what they refuse belongs to the position or to the whole."""
    service = directory.of(stored.game)
    try:
        opened = service.open(stored)
    except ValueError as error:
        sentence = errors.sentence_of(error)
        if stored.start is None:
            raise Wrong({"": sentence}) from None
    else:
        if stored.start is not None and service.picture(opened)["stage"] == "over":
            raise Wrong({"position": _("In this position the game is over already.")})
        return opened
    _opened(replace(stored, start=None))  # or else the options are at fault
    words = _("This position can't be used. %(reason)s") % {"reason": sentence}
    raise Wrong({"position": words})


# The form


def fields(game: Description, given: Given, wrong: Mapping[str, str]) -> dict[str, list[Field]]:
    """The form's questions: the first ones, and those behind a lid."""
    first = _who(game["name"], given, wrong)
    more: list[Field] = []
    for option in game["options"]:
        if option["name"] in guide_of(game["name"]).hidden_options:
            continue
        row = _option_field(game["name"], option, given, wrong)
        (first if option["name"] in ("size", "handicap") else more).append(row)
    first += _when(given, wrong)
    position = Field(
        "position",
        _("Start from a position"),
        "text",
        given.get("position", ""),
        _("A position as text; empty: the usual start."),
        wrong=wrong.get("position", ""),
    )
    return {"first": first, "more": [*more, position]}


def _who(game: str, given: Given, wrong: Mapping[str, str]) -> list[Field]:
    levels = [(f"level:{number}", game_choices.level(number, game)) for number in LEVELS]
    people = [
        (PERSON, _("A person on this screen")),
        (seats.LINK, _("A person by link")),
    ]
    levels_or_so = [(seats.ADAPTIVE, _("Adaptive: about as strong as you")), *levels]
    watched = [(seats.WATCH, _("Two computers, to watch"))]
    colours = [("black", _("Black")), ("white", _("White")), ("random", _("Random"))]
    rows = [
        (
            "opponent",
            _("Opponent"),
            [(_("People"), people), (_("The computer"), levels_or_so), (_("Others"), watched)],
        ),
        ("colour", _("Your colour"), [("", colours)]),
        ("black_level", _("Black's level"), [("", levels)]),
        ("white_level", _("White's level"), [("", levels)]),
    ]
    defaults = {"colour": "black"}
    sentences = {"opponent": game_choices.level_points(game)}
    return [
        Field(
            name,
            label,
            "select",
            given.get(name, "") or defaults.get(name, OPPONENT),
            sentences.get(name, ""),
            groups=groups,
            wrong=wrong.get(name, ""),
        )
        for name, label, groups in rows
    ]


def _when(given: Given, wrong: Mapping[str, str]) -> list[Field]:
    clocks = [("none", _("No clock"))]
    clocks += [(text, clock_words(_usual(text))) for text in CLOCKS]
    clocks.append((OWN, _("A clock of your own")))
    return [
        Field(
            "clock",
            _("Clock"),
            "select",
            given.get("clock", "") or "none",
            groups=[("", clocks)],
            wrong=wrong.get("clock", ""),
        ),
        _number_field(given, wrong, "minutes", _("Minutes each"), "10", "0.1", str(_MOST_MINUTES)),
        _number_field(
            given, wrong, "increment", _("Seconds added a move"), "0", "0", str(_MOST_INCREMENT)
        ),
        Field(
            "strict",
            _("Strict"),
            "switch",
            given.get("strict", ""),
            _("No move is taken back, no hints."),
        ),
        Field(
            "teacher",
            _("Teacher"),
            "switch",
            given.get("teacher", ""),
            _(
                "Warns before a large mistake, and says afterwards what to learn next."
                " Against the computer, without a clock."
            ),
            wrong=wrong.get("teacher", ""),
        ),
    ]


def _number_field(
    given: Given,
    wrong: Mapping[str, str],
    name: str,
    label: str,
    default: str,
    low: str,
    high: str,
) -> Field:
    return Field(
        name,
        label,
        "number",
        given.get(name, "") or default,
        low=low,
        high=high,
        step="any",
        wrong=wrong.get(name, ""),
    )


def _option_field(game: str, option: OptionRules, given: Given, wrong: Mapping[str, str]) -> Field:
    name = name_of(option["name"])
    value = given.get(name, "").strip()
    if not value and option["default"] is not None:
        value = show(option["default"])
    label, sentence = game_choices.option_label(game, option), _(option["sentence"])
    fault = wrong.get(name, "")
    if groups := _groups(game, option):
        return Field(name, label, "select", value, sentence, groups=groups, wrong=fault)
    whole = option["type"] == "int"
    return Field(
        name,
        label,
        "number",
        value,
        sentence,
        wrong=fault,
        low="" if option["low"] is None else show(option["low"]),
        high="" if option["high"] is None else show(option["high"]),
        step="1" if whole else "0.5" if option["name"] == "komi" else "any",
    )


def _groups(game: str, option: OptionRules) -> list[tuple[str, list[tuple[str, str]]]]:
    """Everything that can be chosen, what is usual first; nothing where there is too much."""
    values: list[Value] = option["choices"]
    low, high = option["low"], option["high"]
    bounded = low is not None and high is not None and option["type"] == "int"
    if not values and bounded and (high or 0) - (low or 0) < 40:
        values = list(range(int(low or 0), int(high or 0) + 1))
    if not values:
        return []
    if option["may_be_none"]:
        values = [None, *values]
    usual = [one for one in guide_of(game).usual_values.get(option["name"], ()) if one in values]
    rest = [one for one in values if one not in usual]

    def rows(these: list[Value]) -> list[tuple[str, str]]:
        return [(show(one), game_choices.choice_label(game, option, one)) for one in these]

    if not usual:
        return [("", rows(rest))]
    return [(_("Usual"), rows(usual)), (_("Others"), rows(rest))]
