"""The form of a challenge: game and board, clock, rated or friendly, colour."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from plyground.engine.game_guide import guide_of
from plyground.engine.options import Value
from plyground.session.session import PERSON
from plyground.session.setup import OPPONENT
from plyground.web.base.form_fields import ChoiceField, SwitchField, offer
from plyground.web.community.challenges import Terms
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import seats
from plyground.web.play import clock_choices, game_choices, new_game_form

_CLOCK = "5+3"  # the usual one


def boards() -> list[tuple[str, str]]:
    """Every game with its usual sizes, as a value and its words."""
    found = []
    for name in directory.names():
        title = game_choices.title(name)
        sizes = _sizes(name)
        words = [f"{title} {size}\N{MULTIPLICATION SIGN}{size}" for size in sizes]
        found += [(f"{name}:{size}", text) for size, text in zip(sizes, words, strict=True)]
        if not sizes:
            found.append((name, title))
    return found


def _sizes(name: str) -> list[Value]:
    """The usual sizes of a game; empty if it has no choice."""
    for option in game_choices.describe(name)["options"]:
        if option["name"] == "size":
            return list(guide_of(name).usual_values.get("size", ())) or [option["default"]]
    return []


class ChallengeForm(forms.Form):
    """What a visitor wants to play with somebody in the lobby."""

    game = ChoiceField(label=gettext_lazy("Game"))
    clock = ChoiceField(required=False, label=gettext_lazy("Clock"), initial=_CLOCK)
    colour = ChoiceField(required=False, label=gettext_lazy("Your colour"), initial="random")
    rated = SwitchField(
        required=False,
        label=gettext_lazy("Rated"),
        help_text=gettext_lazy("With a clock, without takebacks. It counts for your rating."),
    )
    computer = SwitchField(
        required=False,
        label=gettext_lazy("If no one joins, play the computer"),
        help_text=gettext_lazy("After 45 seconds, level 2 takes the seat. That game is not rated."),
    )

    terms: Terms  # of a form that is valid

    def __init__(self, data: dict[str, str] | None = None) -> None:
        super().__init__(data)
        colours = [("random", _("Random")), ("black", _("Black")), ("white", _("White"))]
        clocks = [row for row in clock_choices.offered() if row[0] != clock_choices.OWN]
        offer(self, "game", [("", boards())])
        offer(self, "clock", [("", clocks)])
        offer(self, "colour", [("", colours)])

    def clean_game(self) -> str:
        """One of the games offered."""
        given: str = self.cleaned_data["game"]
        if given not in dict(boards()):
            raise ValidationError(_("Choose one of the values offered."))
        return given

    def clean_clock(self) -> str:
        """One of the usual clocks, or none."""
        given: str = self.cleaned_data["clock"]
        if given not in ("", "none", *clock_choices.CLOCKS):
            raise ValidationError(_("Choose one of the clocks offered."))
        return given

    def clean(self) -> None:
        """The terms as a whole."""
        if self.errors:
            return
        given = self.cleaned_data
        clock = given["clock"] if given["clock"] in clock_choices.CLOCKS else ""
        if given["rated"] and not clock:
            raise ValidationError({"clock": _("A rated game needs a clock.")})
        name, _colon, size = given["game"].partition(":")
        options: dict[str, Value] = {"size": int(size)} if size else {}
        try:
            seat = seats.read_side(given["colour"] or "random")
        except Refused as refused:
            raise ValidationError({"colour": refused.sentence}) from None
        self.terms = Terms(
            new_game_form.opened(StoredGame(name, options, None, PERSON, PERSON)),
            clock_choices.usual(clock) if clock else None,
            given["rated"],
            seat,
            OPPONENT if given["computer"] else "",
        )
