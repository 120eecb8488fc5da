"""Games, options and levels in words for people who choose one."""

import functools
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from plyground.level import ladder
from plyground.options import show
from plyground.sitting.seating import LEVELS
from plyground.web import desks

Data = dict[str, Any]

_SENTENCES = {
    "go": _(
        "Surround more of the board than the other side; stones without a free point come off."
    ),
    "gomoku": _("Get five of your stones in a row before the other side does."),
    "othello": _("Trap discs between your own to flip them; the most discs win in the end."),
    "robogo": _("Five in a row wins, but surrounded stones come off: a quick way into Go."),
    "dobutsu": _("Shogi with five animals on twelve squares: catch the other lion."),
}

# What one click plays where the rules' own defaults are not for beginners.
STARTERS: dict[str, dict[str, str]] = {"go": {"size": "9"}}

_LABELS = {
    "size": _("Board size"),
    "line": _("Stones in a row to win"),
    "rule": _("Rule"),
    "komi": _("Komi"),
    "scoring": _("Counting"),
    "ko": _("Ko"),
    "suicide": _("Suicide"),
    "handicap": _("Handicap"),
    "max_moves": _("Stones at most"),
    "captures": _("Captures"),
    "pass": _("Passing"),
    "try": _("The try"),
}

_CHOICES = {
    "yes": _("Yes"),
    "no": _("No"),
    "none": _("None"),
    "freestyle": _("Freestyle: longer lines win too"),
    "exact": _("Exact: longer lines do not win"),
    "renju": _("Renju: black may not do everything"),
    "area": _("Area: stones and surrounded points"),
    "territory": _("Territory: surrounded points and prisoners"),
    "positional": _("No board twice"),
    "situational": _("No board twice with the same side to move"),
    "simple": _("No immediate retaking"),
    "official": _("Official: the lion is not taken at once"),
    "entry": _("Entry: the lion can't be taken when it arrives"),
}

_TIMES = "\N{MULTIPLICATION SIGN}"

# Options that change a count and not the game are of no use at a board.
HIDDEN = {("dobutsu", "hand")}
# What people usually choose, first in the list.
USUAL: dict[tuple[str, str], tuple[int, ...]] = {
    ("go", "size"): (9, 13, 19),
    ("gomoku", "size"): (15, 19, 9),
    ("gomoku", "line"): (5,),
    ("robogo", "size"): (9, 7, 13),
    ("robogo", "line"): (5, 4),
}


@functools.lru_cache(maxsize=64)
def describe(name: str) -> Data:
    """What the desk says of a game; games do not change while the server runs."""
    return desks.of(name).describe(name)


def title(name: str) -> str:
    """What a game is called."""
    return gettext(describe(name)["title"])


def sentence(name: str) -> str:
    """A game in one sentence; one written in Python is told by the first of its rules."""
    if name in _SENTENCES:
        return str(_SENTENCES[name])
    first = str(describe(name)["rules"]).partition(". ")[0].strip().rstrip(".")
    return Truncator(first).chars(160) + "." if first else ""


def level(number: int, game: str = "") -> str:
    """A level and what to expect of it, in a game as far as that was measured."""
    words: Data = {"level": number, "words": gettext(LEVELS[number])}
    told = gettext("Level %(level)s: %(words)s") % words
    rung = ladder.rungs(game).get(number)
    if rung is None or number == 1:
        return told
    if rung.equal is not None:
        words = {"told": told, "equal": rung.equal}
        return gettext("%(told)s, as strong as level %(equal)s") % words
    return gettext("%(told)s, %(points)s") % {"told": told, "points": str(rung)}


def level_points(game: str) -> str:
    """What the numbers beside the levels mean; nothing where there are none."""
    if not ladder.rungs(game):
        return ""
    sentence = gettext(
        "The numbers are Elo points above level 1, measured in games of level against level:"
        " 200 more win about three games of four."
    )
    size = ladder.board(game)
    if size is None:
        return sentence
    where = gettext("Measured on %(size)s.") % {"size": f"{size}{_TIMES}{size}"}
    return f"{sentence} {where}"


def option_label(option: Data) -> str:
    """What an option is called."""
    name = option["name"]
    return str(_LABELS.get(name) or name.replace("_", " ").capitalize())


def choice_label(game: str, option: Data, value: Any) -> str:
    """A value of an option in words."""
    if option["name"] == "size":
        return f"{value} {_TIMES} {value}"
    if (game, option["name"], value) == ("go", "handicap", 0):
        return gettext("None")
    text = show(value)
    return str(_CHOICES.get(text) or text.replace("_", " "))


def allowed(option: Data) -> str:
    """What may be given, in a sentence."""
    low, high = show(option["low"]), show(option["high"])
    if option["choices"]:
        return gettext("Choose one of the values offered.")
    if option["low"] is None or option["high"] is None:
        return gettext("Give a number.")
    if option["type"] == "int":
        words = gettext("Give a whole number from %(low)s to %(high)s.")
    else:
        words = gettext("Give a number from %(low)s to %(high)s.")
    return words % {"low": low, "high": high}


def size_words(view: Data) -> str:
    """The size of a board: columns times rows."""
    return f"{len(view['columns'])} {_TIMES} {len(view['rows'])}"
