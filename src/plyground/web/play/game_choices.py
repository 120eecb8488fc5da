"""Texts about games, options and levels, for pages where people choose."""

import functools

from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from plyground.engine.game_guide import guide_of
from plyground.engine.options import Value, show
from plyground.engine.view import View
from plyground.players.level import ladder
from plyground.session.setup import LEVELS
from plyground.web.contract.rules import Description, OptionRules
from plyground.web.game_service import directory

# Options that several games have, or may have; a guide has those of its own game.
_LABELS = {
    "size": _("Board size"),
    "line": _("Stones in a row to win"),
    "ko": _("Ko"),
    "captures": _("Captures"),
    "pass": _("Passing"),
}

_CHOICES = {
    "yes": _("Yes"),
    "no": _("No"),
    "none": _("None"),
    "positional": _("No board twice"),
    "simple": _("No immediate retaking"),
}

_TIMES = "\N{MULTIPLICATION SIGN}"


@functools.lru_cache(maxsize=64)
def describe(name: str) -> Description:
    """The service's description of a game; games seldom change while the server runs."""
    return directory.of(name).describe(name)


def title(name: str) -> str:
    """What a game is called."""
    return gettext(describe(name)["title"])


def sentence(name: str) -> str:
    """A game in one sentence: the guide's, or the first of its rules."""
    if own := guide_of(name).sentence:
        return gettext(own)
    first = str(describe(name)["rules"]).partition(". ")[0].strip().rstrip(".")
    return Truncator(first).chars(160) + "." if first else ""


def level(number: int) -> str:
    """A level and what to expect of it."""
    words = {"level": number, "words": gettext(LEVELS[number])}
    return gettext("Level %(level)s - %(words)s") % words


def level_points(game: str) -> str:
    """How strong the levels of a game are, and what the numbers mean; nothing if not measured."""
    rungs = ladder.rungs(game)
    if not rungs:
        return ""
    points = [_points(number, rungs[number]) for number in sorted(rungs) if number > 1]
    return f"{'; '.join(points)}. {_measured(game)}"


def _points(number: int, rung: ladder.Rung) -> str:
    if rung.equal is not None:
        equal = {"level": number, "equal": rung.equal}
        return gettext("Level %(level)s: as strong as level %(equal)s") % equal
    return gettext("Level %(level)s: %(words)s") % {"level": number, "words": str(rung)}


def _measured(game: str) -> str:
    sentence = gettext(
        "The numbers are Elo points above level 1, measured in games between levels: with 200"
        " points more, a player wins about three games in four."
    )
    size = ladder.board(game)
    if size is None:
        return sentence
    where = gettext("Measured on %(size)s.") % {"size": f"{size}{_TIMES}{size}"}
    return f"{sentence} {where}"


def option_label(game: str, option: OptionRules) -> str:
    """The label of an option."""
    name = option["name"]
    if own := guide_of(game).option_labels.get(name):
        return gettext(own)
    return str(_LABELS.get(name) or name.replace("_", " ").capitalize())


def choice_label(game: str, option: OptionRules, value: Value) -> str:
    """A value of an option in words."""
    if option["name"] == "size":
        return f"{value} {_TIMES} {value}"
    guide, text = guide_of(game), show(value)
    own = guide.value_labels.get((option["name"], value)) or guide.choice_labels.get(text)
    if own:
        return gettext(own)
    return str(_CHOICES.get(text) or text.replace("_", " "))


def unit_name(game: str) -> str:
    """The unit of a score, if players also count in it."""
    unit = guide_of(game).unit
    return gettext(unit) if unit else ""


def allowed(option: OptionRules) -> str:
    """The allowed values, in a sentence."""
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


def size_words(view: View) -> str:
    """The size of a board: columns times rows."""
    return f"{len(view['columns'])} {_TIMES} {len(view['rows'])}"
