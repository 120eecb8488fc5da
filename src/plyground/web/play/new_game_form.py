"""The form of a new game.

Everything may be left out. A link to a position is the same form, filled in: its query has the same
names, see `name_of`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from plyground.engine.game_guide import guide_of
from plyground.engine.options import Option, Value, show
from plyground.session.session import PERSON
from plyground.session.setup import LEVELS, OPPONENT
from plyground.web.base.form_fields import SwitchField, TextField
from plyground.web.contract.games import ClockSettings
from plyground.web.contract.rules import Description, OptionRules
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import seats, teacher
from plyground.web.play import clock_choices, errors, game_choices
from plyground.web.play.clock_choices import CLOCKS, MOST_INCREMENT, MOST_MINUTES, OWN

Given = Mapping[str, str]

_OURS = (
    *("opponent", "colour", "black_level", "white_level", "clock", "minutes", "increment"),
    *("strict", "teacher", "position", "csrfmiddlewaretoken"),
)
_LONGEST_POSITION = 2000


class Wrong(ValueError):  # noqa: N818 - says what the form is
    """What is wrong with a form: a sentence a field; the name "" is for the whole of it."""

    def __init__(self, sentences: dict[str, str]) -> None:
        super().__init__(" ".join(sentences.values()))
        self.sentences = sentences


@dataclass(frozen=True)
class NewGameSettings:
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


class OptionField(forms.Field):
    """An option of the game. The value comes with its name; nothing comes of an option left out."""

    def __init__(self, option: OptionRules) -> None:
        super().__init__(required=False)
        self.option = option

    def to_python(self, value: object) -> dict[str, Value]:
        """The option as the game takes it."""
        text = str(value or "").strip()
        if not text and (value is None or not self.option["may_be_none"]):
            return {}
        try:
            return _option(self.option, text)
        except ValueError as error:
            raise ValidationError(str(error)) from None


class NewGameForm(forms.Form):
    """The form of a new game of these rules: the questions of every game, and its options."""

    opponent = TextField(required=False)
    colour = TextField(required=False)
    black_level = TextField(required=False)
    white_level = TextField(required=False)
    clock = TextField(required=False)
    minutes = TextField(required=False)
    increment = TextField(required=False)
    strict = SwitchField(required=False)
    teacher = SwitchField(required=False)
    position = TextField(required=False)

    def __init__(self, game: Description, given: Given) -> None:
        super().__init__(given)
        self.options = {name_of(option["name"]): option for option in game["options"]}
        self.fields |= {name: OptionField(option) for name, option in self.options.items()}
        self.pair = (PERSON, PERSON)
        self.seat = ""

    def clean_clock(self) -> str:
        """None, a usual one as minutes+seconds, or one's own."""
        text: str = self.cleaned_data["clock"]
        if text not in ("", "none", OWN, *CLOCKS):
            raise ValidationError(_("Choose one of the clocks offered."))
        return text

    def clean_minutes(self) -> float:
        """The minutes of one's own clock."""
        return self._own_clock(self.cleaned_data["minutes"], 0.1, MOST_MINUTES)

    def clean_increment(self) -> float:
        """The seconds that one's own clock adds."""
        return self._own_clock(self.cleaned_data["increment"] or "0", 0, MOST_INCREMENT)

    def _own_clock(self, text: str, low: float, high: float) -> float:
        if self.cleaned_data.get("clock") != OWN:
            return 0.0  # the question is out of sight, so it does not count
        number = clock_choices.number(text, low, high)
        if number is None:
            words = {"low": f"{low:g}", "high": f"{high:g}"}
            raise ValidationError(_("Give a number from %(low)s to %(high)s.") % words)
        return number

    def clean_position(self) -> str:
        """The position, of a length that the rules can be asked about."""
        text: str = self.cleaned_data["position"].strip()
        if len(text) > _LONGEST_POSITION:
            raise ValidationError(_("That is too long for a position."))
        return text

    def clean(self) -> None:
        """Who plays: the opponent, with the colour or the levels it takes."""
        given = self.cleaned_data
        opponent = given["opponent"] or OPPONENT
        if opponent == seats.WATCH:
            self.pair = self._level("black_level"), self._level("white_level")
            return
        try:
            if opponent == seats.LINK:
                self.seat = seats.read_side(given["colour"])
            else:
                self.pair = seats.read(opponent, given["colour"])
        except Refused as refused:
            self.add_error("colour" if opponent == seats.LINK else "opponent", refused.sentence)

    def _level(self, name: str) -> str:
        level: str = self.cleaned_data[name] or OPPONENT
        if level not in seats.LEVELS:
            self.add_error(name, _("Choose level 1 to level 8."))
        return level

    def read_clock(self) -> ClockSettings | None:
        """The clock of a form that is valid."""
        given = self.cleaned_data
        if given["clock"] == OWN:
            return {"seconds": 60 * given["minutes"], "increment": given["increment"]}
        return clock_choices.usual(given["clock"]) if given["clock"] in CLOCKS else None

    def read_options(self) -> dict[str, Value]:
        """The options of a form that is valid, without those left out."""
        given = self.cleaned_data
        return {key: value for name in self.options for key, value in given[name].items()}


def read(game: Description, given: Given) -> NewGameSettings:
    """What the form says, checked by the rules; Wrong has a sentence for each field."""
    form = NewGameForm(game, given)
    if not form.is_valid():
        raise Wrong({name: " ".join(map(str, why)) for name, why in form.errors.items()})
    start = form.cleaned_data["position"] or None
    stored = _opened(StoredGame(game["name"], form.read_options(), start, *form.pair))
    clock, strict = form.read_clock(), form.cleaned_data["strict"]
    # Against people the question is out of sight, so it does not count there.
    taught = form.cleaned_data["teacher"] and len(stored.people) == 1
    if taught and not teacher.may(stored, strict=strict, clock=clock, seat=form.seat):
        raise Wrong({"teacher": teacher.why_not()})
    return NewGameSettings(stored, clock, strict, form.seat, taught)


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
    return [
        Field(
            "clock",
            _("Clock"),
            "select",
            given.get("clock", "") or "none",
            groups=[("", clock_choices.offered())],
            wrong=wrong.get("clock", ""),
        ),
        _number_field(given, wrong, "minutes", _("Minutes each"), "10", "0.1", str(MOST_MINUTES)),
        _number_field(
            given, wrong, "increment", _("Seconds added a move"), "0", "0", str(MOST_INCREMENT)
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
