"""Reads links to the watch page: game, options, moves, searches, place.

The forms on the page use the same names. Each error gets a sentence, by field.
"""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.forms import BoundField
from django.utils.translation import gettext as _

from plyground.engine.options import show
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.play import game_choices, new_game_form
from plyground.web.play.new_game_form import Given
from plyground.web.study.line_forms import LineForm
from plyground.web.study.watch_searches import WHICH, SearchesForm, choice_of

# The default without a link: tic-tac-toe, which is Gomoku on a small board.
FIRST: dict[str, str] = {
    "game": "gomoku",
    "size": "3",
    "line": "3",
    "moves": "b2 a1 c3 b1",
    "a": "minimax:depth=3",
    "b": "alphabeta:depth=3",
}


@dataclass(frozen=True)
class Setup:
    """A link after reading.

    `wrong` has a sentence per field; if it is empty, the other fields are set.
    """

    game: str
    query: dict[str, str]  # in canonical form
    searches: SearchesForm  # as sent
    line: LineForm | None = None  # the same; None without a game
    wrong: dict[str, str] = field(default_factory=dict)
    stored: StoredGame | None = None
    specs: tuple[str, ...] = ()
    cursor: int = 0

    @property
    def link(self) -> str:
        """The query as text."""
        return urlencode(self.query)


def read(given: Given) -> Setup:
    """The setup of a query; an empty one gives the default."""
    if not given.get("game"):
        given = {**FIRST, **given, "game": FIRST["game"]}
    name = given["game"]
    if not directory.has(name):
        wrong = {"game": _("There is no such game.")}
        return Setup("", dict(given), SearchesForm("", initial=given), wrong=wrong)
    game = game_choices.describe(name)
    searches, line = SearchesForm(name, given), LineForm(game, given)
    wrong = new_game_form.sentences(searches, "") | new_game_form.sentences(line, "game")
    if wrong:
        return Setup(name, dict(given), searches, line, wrong)
    specs, cursor = searches.specs(), searches.cleaned_data["at"]
    query = _written(line.stored, specs, cursor)
    return Setup(name, query, searches, line, {}, line.stored, specs, cursor)


def _written(stored: StoredGame, specs: tuple[str, ...], cursor: int) -> dict[str, str]:
    """The link in canonical form."""
    query = {"game": stored.game}
    for option in game_choices.describe(stored.game)["options"]:
        if option["name"] in stored.options:
            query[new_game_form.name_of(option["name"])] = show(stored.options[option["name"]])
    if stored.start:
        query["position"] = stored.start
    if stored.moves:
        query["moves"] = " ".join(step.text for step in stored.moves)
    query |= dict(zip(WHICH, specs, strict=False))
    if cursor:
        query["at"] = str(cursor)
    return query


# The forms: as sent if there is an error, otherwise in canonical form


def searches(setup: Setup) -> list[tuple[BoundField, BoundField]]:
    """The questions about the searches: their kind and depth."""
    if setup.wrong:
        return setup.searches.rows()
    shown = {}
    for which, spec in zip(WHICH, setup.specs, strict=False):
        shown[which], shown[f"{which}_n"] = choice_of(setup.game, spec)
    return SearchesForm(setup.game, initial=shown).rows()


def fields(setup: Setup) -> list[BoundField]:
    """The questions about the game: its options, and the first position."""
    if setup.line is None:
        return []
    if setup.wrong:
        return setup.line.rows()
    return LineForm(game_choices.describe(setup.game), initial=setup.query).rows()
