"""The searches of the watch page: the available ones, and the form that selects them."""

import functools

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from plyground.engine import registry
from plyground.engine.network import latest_networks, network_files, networks_in
from plyground.learn import watch
from plyground.web.base.form_fields import ChoiceField, Choices, TextField, offer
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.play.new_game_form import Given

WHICH = ("a", "b")
_MOST_CURSOR = 10_000_000
_LONGEST = 4000  # characters of a field
_FIRST, _NONE = "minimax", "none"
_DEPTH, _PLAYOUTS = "3", "200"

_PLAIN = "rave=off,priors=off,bias=off,policy=off,solver=off"
# The searches of the form: a name, a text, and the spec with a place for the number.
CHOICES: dict[str, tuple[str | Promise, str]] = {
    "minimax": (gettext_lazy("Minimax"), "minimax:depth={}"),
    "alphabeta": (gettext_lazy("Alpha-beta"), "alphabeta:depth={}"),
    "ordered": (gettext_lazy("Alpha-beta, good moves first"), "alphabeta:depth={},order=on"),
    "deepening": (gettext_lazy("Iterative deepening"), "deepening:depth={}"),
    "deepening-ordered": (
        gettext_lazy("Iterative deepening, good moves first"),
        "deepening:depth={},order=on",
    ),
    "uct": (gettext_lazy("Monte Carlo, as in the textbook"), f"mcts:playouts={{}},{_PLAIN}"),
    "mcts": (gettext_lazy("Monte Carlo, with all techniques"), "mcts:playouts={}"),
}

_SENTENCES = {
    "algorithm": gettext_noop("Only these searches can be watched: %(names)s."),
    "setting": gettext_noop(
        "A search to watch has no setting %(name)s. Its settings are: %(names)s."
    ),
    "depth": gettext_noop("The depth can be a whole number from 1 to %(most)s."),
    "playouts": gettext_noop("The playouts can be a whole number from 1 to %(most)s."),
}


def reason(no: watch.Unwatchable) -> str:
    """Why a search cannot be shown, in the visitor's language."""
    if no.code in _SENTENCES:
        return _(_SENTENCES[no.code]) % no.values
    return str(no)


# Choices


def choices(game: str) -> dict[str, tuple[str | Promise, str]]:
    """The searches of the form for this game."""
    words, plain = CHOICES["uct"]
    guided = {
        f"net:{name}": (
            _("Monte Carlo, guided by the network %(name)s") % {"name": name},
            f"mcts:net={name},playouts={{}}",
        )
        for name in latest_networks(game)
    }
    return {**CHOICES, "uct": (words, plain + _silence(game)), **guided}


@functools.lru_cache(maxsize=64)
def _silence(game: str) -> str:
    """Keeps the evaluation out of playouts: a term with weight zero."""
    if game not in registry.native():
        return ""
    terms = directory.of(game).glance(StoredGame(game), [[]], "")[0]["terms"]
    return f",eval={terms[0]['name']}*0" if terms else ""


def choice_of(game: str, spec: str) -> tuple[str, str]:
    """The choice and the number that make this spec; the spec itself if there is none."""
    read = watch.read(spec)
    number = str(read.settings["playouts" if read.algorithm == "mcts" else "depth"])
    for choice, (_words, text) in choices(game).items():
        if text.format(number) == spec:
            return choice, number
    return spec, number


def title(game: str, spec: str) -> str:
    """The name of a search for people."""
    choice, number = choice_of(game, spec)
    known = choices(game)
    if choice not in known:
        return spec
    values = {"search": known[choice][0], "count": number}
    if watch.read(spec).algorithm == "mcts":
        return _("%(search)s: %(count)s playouts") % values
    return _("%(search)s: depth %(count)s") % values


# The form


def _number_field() -> TextField:
    return TextField(
        required=False,
        label=gettext_lazy("Depth, or playouts"),
        initial=_DEPTH,
        widget=forms.NumberInput({"min": 1, "max": watch.MOST_PLAYOUTS}),
    )


def _offered(game: str, which: str, given: Given) -> Choices:
    """The choices; a spec that matches none becomes an additional one."""
    chosen, known = given.get(which, ""), choices(game)
    rows = [(key, str(words)) for key, (words, _text) in known.items()]
    if chosen and chosen != _NONE and chosen not in known:
        rows.append((chosen, chosen))
    return [(_NONE, _("None")), *rows] if which == "b" else rows


class SearchesForm(forms.Form):
    """The searches to watch, their depth, and the place to show first.

    A search is one of the choices, with a number, or a complete spec. `initial` fills in an unsent
    form.
    """

    a_n = _number_field()
    a = ChoiceField(required=False, label=gettext_lazy("First search"), initial=_FIRST)
    b_n = _number_field()
    b = ChoiceField(required=False, label=gettext_lazy("Second search, beside it"), initial=_NONE)
    at = TextField(required=False)

    def __init__(
        self, game: str, given: Given | None = None, *, initial: Given | None = None
    ) -> None:
        super().__init__(given, initial=dict(initial or {}))
        self.game = game
        for which in WHICH:
            offer(self, which, [("", _offered(game, which, given or initial or {}))])

    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """The searches, each with its number."""
        return [(self[which], self[f"{which}_n"]) for which in WHICH]

    def specs(self) -> tuple[str, ...]:
        """The searches of a valid form."""
        return tuple(spec for which in WHICH if (spec := self.cleaned_data[which]))

    def clean_a(self) -> str:
        """The first search, as a spec; empty for none."""
        return self._spec("a", _FIRST)

    def clean_b(self) -> str:
        """The second search."""
        return self._spec("b", _NONE)

    def _spec(self, which: str, usual: str) -> str:
        text = self.cleaned_data[which].strip() or usual
        if text == _NONE:
            return ""
        if text in (known := choices(self.game)):
            spec = known[text][1]
            number = self.cleaned_data[f"{which}_n"].strip()
            text = spec.format(number or (_PLAYOUTS if spec.startswith("mcts") else _DEPTH))
        try:
            read = watch.read(text[:_LONGEST])
        except watch.Unwatchable as no:
            raise ValidationError(reason(no)) from None
        if not network_files(self.game).keys() >= set(networks_in(read)):
            raise ValidationError(_("There is no such network for this game."))
        return str(read)

    def clean_at(self) -> int:
        """The index in the replay."""
        text = self.cleaned_data["at"]
        if not text:
            return 0
        if not text.isascii() or not text.isdecimal() or int(text[:9]) > _MOST_CURSOR:
            raise ValidationError(_("The place in the replay must be a whole number."))
        return int(text[:9])
