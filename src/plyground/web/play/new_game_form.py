"""The form of a new game, and its common parts with other forms: options, a position.

All fields are optional. A link to a position is such a form, filled in: its query has the same
names, see `name_of`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plyground.engine.game_guide import guide_of
from plyground.engine.network import latest_networks
from plyground.engine.options import RULES, Option, RuleSet, Value, show
from plyground.session.session import PERSON
from plyground.session.setup import LEVELS, OPPONENT
from plyground.web.base.form_fields import (
    ChoiceField,
    Choices,
    Groups,
    SwitchField,
    TextField,
    offer,
)
from plyground.web.contract.games import ClockSettings
from plyground.web.contract.rules import Description, OptionRules
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.sessions import (
    LEAST_SECONDS,
    MOST_SECONDS,
    NetworkSeat,
    maximum_seat,
    network_seat,
)
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import seats, teacher
from plyground.web.games.sentences import seat_name
from plyground.web.play import clock_choices, errors, game_choices
from plyground.web.play.clock_choices import CLOCKS, MOST_INCREMENT, MOST_MINUTES, OWN

Given = Mapping[str, str]

_OURS = (
    *(
        "opponent",
        "seconds",
        "colour",
        "black_level",
        "white_level",
        "clock",
        "minutes",
        "increment",
    ),
    *("strict", "teacher", "position", "csrfmiddlewaretoken"),
    *("game", "moves", "a", "a_n", "b", "b_n", "at", "lines", "full", "spec"),  # in links
)
_LONGEST_POSITION = 2000
MAXIMUM = "maximum"  # an opponent that comes with seconds
_FIRST = (RULES, "size", "handicap")  # options that most people choose


def name_of(name: str) -> str:
    """The field name of an option of the game; option names get a prefix if they clash."""
    return f"option_{name}" if name in _OURS else name


# Options


class OptionField(forms.Field):
    """An option of the game. The result is its name and value; an option left out gives none."""

    def __init__(self, game: str, option: OptionRules) -> None:
        self.game, self.option = game, option
        sets, name = guide_of(game).rule_sets.values(), option["name"]
        # set by rules with a name; or their default, which an empty field means
        self.is_set_by_rules = any(name in rule_set.fixed for rule_set in sets)
        self.depends_on_rules = any(name in rule_set.usual for rule_set in sets)
        help_text = _(option["sentence"])
        if self.depends_on_rules:
            empty = _("Leave it empty for the usual value of the rules.")
            help_text = f"{help_text} {empty}"
        super().__init__(
            required=False,
            label=game_choices.option_label(game, option),
            help_text=help_text,
            initial="" if option["default"] is None else show(option["default"]),
            widget=forms.Select if _values(option) else _option_input(option),
        )

    @property
    def groups(self) -> Groups:
        """All choices, the usual ones first, in lists that may have headings."""
        option, values = self.option, _values(self.option)
        listed = guide_of(self.game).usual_values.get(option["name"], ())
        usual = [one for one in listed if one in values]
        rest = [one for one in values if one not in usual]

        def rows(these: list[Value]) -> Choices:
            return [(show(one), game_choices.choice_label(self.game, option, one)) for one in these]

        if not usual:
            return [("", rows(rest))]
        return [(_("Usual"), rows(usual)), (_("Others"), rows(rest))]

    def to_python(self, value: object) -> dict[str, Value]:
        """The option in the form that the game takes."""
        text = str(value or "").strip()
        if not text and (value is None or not self.option["may_be_none"]):
            return {}
        return {self.option["name"]: self._read(text)}

    def _read(self, text: str) -> Value:
        option = self.option
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
            return known.read(text or None)
        except ValueError:
            if option["type"] == "choice" or not option["choices"]:
                raise ValidationError(game_choices.allowed(option)) from None
            raise ValidationError(_("Choose one of the values offered.")) from None

    def prepare_value(self, value: object) -> str:
        """The typed value, or the default."""
        usual = "" if self.depends_on_rules else str(self.initial)
        return str(value or "").strip() or usual


def _option_input(option: OptionRules) -> forms.NumberInput:
    attributes = {}
    if option["low"] is not None:
        attributes["min"] = show(option["low"])
    if option["high"] is not None:
        attributes["max"] = show(option["high"])
    whole = option["type"] == "int"
    attributes["step"] = "1" if whole else "0.5" if option["name"] == "komi" else "any"
    return forms.NumberInput(attributes)


def _values(option: OptionRules) -> list[Value]:
    """All values; empty if there are too many."""
    values: list[Value] = option["choices"]
    low, high = option["low"], option["high"]
    bounded = low is not None and high is not None and option["type"] == "int"
    if not values and bounded and (high or 0) - (low or 0) < 40:
        values = list(range(int(low or 0), int(high or 0) + 1))
    return [None, *values] if values and option["may_be_none"] else values


# Any game


class GameForm(forms.Form):
    """The beginning of a game with these rules. `initial` fills in an unsent form."""

    position = TextField(
        required=False,
        label=gettext_lazy("Start from a position"),
        help_text=gettext_lazy("A position as text. Leave it empty for the usual start."),
        widget=forms.TextInput(
            {"maxlength": _LONGEST_POSITION, "autocomplete": "off", "spellcheck": "false"}
        ),
    )

    def __init__(
        self, game: Description, given: Given | None = None, *, initial: Given | None = None
    ) -> None:
        super().__init__(given, initial=dict(initial or {}))
        self.game = game["name"]
        self.options = {
            name_of(option["name"]): OptionField(self.game, option) for option in game["options"]
        }
        self.fields |= self.options

    def clean_position(self) -> str:
        """The position, of a length that the rules accept."""
        text: str = self.cleaned_data["position"].strip()
        if len(text) > _LONGEST_POSITION:
            raise ValidationError(_("That is too long for a position."))
        return text

    def read_options(self) -> dict[str, Value]:
        """The options of a valid form, without those left out and those that rules set by name."""
        data = self.cleaned_data
        given = {key: value for name in self.options for key, value in data[name].items()}
        named: RuleSet | None = guide_of(self.game).rule_sets.get(str(given.get(RULES)))
        return {key: value for key, value in given.items() if not named or key not in named.fixed}

    def first_options(self) -> list[BoundField]:
        """The options that most people choose."""
        return [field for field in self._shown_options() if self._option(field) in _FIRST]

    def more_options(self) -> list[BoundField]:
        """All other options, and the position."""
        rest = [field for field in self._shown_options() if self._option(field) not in _FIRST]
        return [*rest, self["position"]]

    def _shown_options(self) -> list[BoundField]:
        hidden = guide_of(self.game).hidden_options
        fields = [self[name] for name in self.options]
        return [field for field in fields if self._option(field) not in hidden]

    def _option(self, field: BoundField) -> str:
        return self.options[field.name].option["name"]


def sentences(form: forms.Form, whole: str) -> dict[str, str]:
    """The errors of a form, by field; `whole` is the name for the form as a whole."""
    return {
        whole if name == NON_FIELD_ERRORS else name: " ".join(map(str, why))
        for name, why in form.errors.items()
    }


def opened(stored: StoredGame) -> StoredGame:
    """The game as checked by the rules; refusals belong to the position or to the whole."""
    service = directory.of(stored.game)
    try:
        found = service.open(stored)
    except ValueError as error:
        sentence = errors.sentence_of(error)
        if stored.start is None:
            raise ValidationError(sentence) from None
    else:
        if stored.start is not None and service.picture(found)["stage"] == "over":
            over = _("In this position the game is over already.")
            raise ValidationError({"position": over})
        return found
    opened(replace(stored, start=None))  # otherwise the options are wrong
    words = _("This position can't be used. %(reason)s") % {"reason": sentence}
    raise ValidationError({"position": words})


# A new game


@dataclass(frozen=True)
class NewGameSettings:
    """The settings of a new game."""

    stored: StoredGame
    clock: ClockSettings | None
    strict: bool
    seat: str = ""  # the visitor's side in a game by link
    teacher: bool = False


def _number_input(low: float, high: float) -> forms.NumberInput:
    return forms.NumberInput({"min": f"{low:g}", "max": f"{high:g}", "step": "any"})


class NewGameForm(GameForm):
    """The form of a new game with these rules: the common questions, and the game's options."""

    opponent = ChoiceField(required=False, label=gettext_lazy("Opponent"), initial=OPPONENT)
    seconds = TextField(
        required=False,
        label=gettext_lazy("Seconds a move"),
        initial="3",
        help_text=gettext_lazy("The strongest search of the game uses all of this time."),
        widget=forms.TextInput(
            {"type": "range", "min": f"{LEAST_SECONDS}", "max": f"{MOST_SECONDS:g}", "step": "0.5"}
        ),
    )
    colour = ChoiceField(required=False, label=gettext_lazy("Your colour"), initial="black")
    black_level = ChoiceField(required=False, label=gettext_lazy("Black's level"), initial=OPPONENT)
    white_level = ChoiceField(required=False, label=gettext_lazy("White's level"), initial=OPPONENT)
    clock = ChoiceField(required=False, label=gettext_lazy("Clock"), initial="none")
    minutes = TextField(
        required=False,
        label=gettext_lazy("Minutes each"),
        initial="10",
        widget=_number_input(0.1, MOST_MINUTES),
    )
    increment = TextField(
        required=False,
        label=gettext_lazy("Seconds added a move"),
        initial="0",
        widget=_number_input(0, MOST_INCREMENT),
    )
    strict = SwitchField(
        required=False,
        label=gettext_lazy("Strict"),
        help_text=gettext_lazy("No takebacks and no hints."),
    )
    teacher = SwitchField(
        required=False,
        label=gettext_lazy("Teacher"),
        help_text=gettext_lazy(
            "Warns before a large mistake, and says afterwards what to learn next."
            " Against the computer, without a clock."
        ),
    )

    settings: NewGameSettings  # of a form that is valid

    def __init__(self, game: Description, given: Given) -> None:
        if (seconds := maximum_seat(given.get("opponent", ""))) is not None:
            given = {**given, "opponent": MAXIMUM, "seconds": f"{seconds:g}"}
        super().__init__(game, given)
        self.pair = (PERSON, PERSON)
        self.seat = ""
        self.fields["opponent"].help_text = game_choices.level_points(self.game)
        for name, groups in _groups(self.game, given.get("opponent", "")).items():
            offer(self, name, groups)

    # Display

    def first(self) -> list[BoundField]:
        """The questions that come first."""
        who = ("opponent", "seconds", "colour", "black_level", "white_level")
        when = ("clock", "minutes", "increment", "strict", "teacher")
        return [
            *(self[name] for name in who),
            *self.first_options(),
            *(self[name] for name in when),
        ]

    # Input

    def clean_clock(self) -> str:
        """None, one of the usual clocks as minutes+seconds, or a custom clock."""
        text: str = self.cleaned_data["clock"]
        if text not in ("", "none", OWN, *CLOCKS):
            raise ValidationError(_("Choose one of the clocks offered."))
        return text

    def clean_minutes(self) -> float:
        """The minutes of a custom clock."""
        return self._own_clock(self.cleaned_data["minutes"], 0.1, MOST_MINUTES)

    def clean_increment(self) -> float:
        """The increment of a custom clock in seconds."""
        return self._own_clock(self.cleaned_data["increment"] or "0", 0, MOST_INCREMENT)

    def _own_clock(self, text: str, low: float, high: float) -> float:
        if self.cleaned_data.get("clock") != OWN:
            return 0.0  # the question is hidden, so it does not count
        number = clock_choices.number(text, low, high)
        if number is None:
            words = {"low": f"{low:g}", "high": f"{high:g}"}
            raise ValidationError(_("Give a number from %(low)s to %(high)s.") % words)
        return number

    def clean(self) -> None:
        """The players, and the rules' verdict on the whole."""
        self._read_players()
        if not self.errors:
            self.settings = self._read_settings()

    def _read_players(self) -> None:
        """The opponent, with its colour or levels."""
        given = self.cleaned_data
        opponent = given["opponent"] or OPPONENT
        if opponent == MAXIMUM:
            opponent = f"maximum:seconds={given['seconds'] or 3}"
            if maximum_seat(opponent) is None:
                limits = {"low": f"{LEAST_SECONDS:g}", "high": f"{MOST_SECONDS:g}"}
                words = _("Give a number from %(low)s to %(high)s.") % limits
                self.add_error("seconds", words)
                return
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

    def _read_settings(self) -> NewGameSettings:
        given = self.cleaned_data
        start = given["position"] or None
        stored = opened(StoredGame(self.game, self.read_options(), start, *self.pair))
        clock, strict = self._read_clock(), given["strict"]
        # Against people the question is hidden, so it does not count there.
        taught = given["teacher"] and len(stored.people) == 1
        if taught and not teacher.may(stored, strict=strict, clock=clock, seat=self.seat):
            raise ValidationError({"teacher": teacher.why_not()})
        return NewGameSettings(stored, clock, strict, self.seat, taught)

    def _read_clock(self) -> ClockSettings | None:
        given = self.cleaned_data
        if given["clock"] == OWN:
            return {"seconds": 60 * given["minutes"], "increment": given["increment"]}
        return clock_choices.usual(given["clock"]) if given["clock"] in CLOCKS else None


def _groups(game: str, opponent: str) -> dict[str, Groups]:
    """What can be chosen, by question; networks are the latest of each run, and that of a link."""
    levels = [(f"level:{number}", game_choices.level(number)) for number in LEVELS]
    people = [
        (PERSON, _("A person on this screen")),
        (seats.LINK, _("A person by link")),
    ]
    adaptive = (seats.ADAPTIVE, _("Adaptive: about as strong as you"))
    levels_or_so = [adaptive, *levels, (MAXIMUM, _("Maximum - As strong as possible"))]
    watched = [(seats.WATCH, _("Two computers, to watch"))]
    listed = [NetworkSeat(name).spec for name in latest_networks(game)]
    named = [opponent] if network_seat(opponent) and opponent not in listed else []
    networks = [(spec, seat_name(spec, alone=False)) for spec in (*named, *listed)]
    colours = [("black", _("Black")), ("white", _("White")), ("random", _("Random"))]
    return {
        "opponent": [
            (_("People"), people),
            (_("The computer"), levels_or_so),
            *([(_("Networks"), networks)] if networks else []),
            (_("Others"), watched),
        ],
        "colour": [("", colours)],
        "black_level": [("", levels)],
        "white_level": [("", levels)],
        "clock": [("", clock_choices.offered())],
    }
