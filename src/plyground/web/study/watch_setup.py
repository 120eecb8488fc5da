"""What a link to the watch page asks for: game, options, moves, searches, place.

The form on the page has the same names. Whatever is wrong gets a sentence, by its field.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from plyground.engine import registry
from plyground.engine.options import show
from plyground.learn import watch
from plyground.session.session import PERSON
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.play import errors, game_choices, new_game_form

Given = Mapping[str, str]

# What somebody sees who comes without a link: tic-tac-toe, which is Gomoku on a small board.
FIRST: dict[str, str] = {
    "game": "gomoku",
    "size": "3",
    "line": "3",
    "moves": "b2 a1 c3 b1",
    "a": "minimax:depth=3",
    "b": "alphabeta:depth=3",
}
WHICH = ("a", "b")
_MOST_MOVES = 400
_MOST_CURSOR = 10_000_000
_LONGEST = 4000  # letters of a field
_DEPTH, _PLAYOUTS = "3", "200"

_PLAIN = "rave=off,priors=off,bias=off,policy=off,solver=off"
# The searches of the form: a name, words, and the spec with room for the number.
CHOICES: dict[str, tuple[str | Promise, str]] = {
    "minimax": (gettext_lazy("Minimax"), "minimax:depth={}"),
    "alphabeta": (gettext_lazy("Alpha-beta"), "alphabeta:depth={}"),
    "ordered": (gettext_lazy("Alpha-beta, good moves first"), "alphabeta:depth={},order=on"),
    "deepening": (gettext_lazy("Deeper and deeper"), "deepening:depth={}"),
    "deepening-ordered": (
        gettext_lazy("Deeper and deeper, good moves first"),
        "deepening:depth={},order=on",
    ),
    "uct": (gettext_lazy("Monte Carlo, as in the textbook"), f"mcts:playouts={{}},{_PLAIN}"),
    "mcts": (gettext_lazy("Monte Carlo, with all that is known"), "mcts:playouts={}"),
}


def choices(game: str) -> dict[str, tuple[str | Promise, str]]:
    """The searches of the form for this game."""
    words, plain = CHOICES["uct"]
    return {**CHOICES, "uct": (words, plain + _silence(game))}


@functools.lru_cache(maxsize=64)
def _silence(game: str) -> str:
    """What keeps the evaluation out of playouts: a term that counts for nothing."""
    if game not in registry.native():
        return ""
    terms_of_it = directory.of(game).glance(StoredGame(game), [[]], "")[0]["terms"]
    return f",eval={terms_of_it[0]['name']}*0" if terms_of_it else ""


_SENTENCES = {
    "algorithm": gettext_noop("Only these searches can be watched: %(names)s."),
    "setting": gettext_noop("A search that is watched has no %(name)s; it may have: %(names)s."),
    "depth": gettext_noop("The depth can be a whole number from 1 to %(most)s."),
    "playouts": gettext_noop("The playouts can be a whole number from 1 to %(most)s."),
}


@dataclass(frozen=True)
class Setup:
    """A link that was read. `wrong` has a sentence a field; without any, all the rest is there."""

    game: str
    query: dict[str, str]  # as it is best written
    wrong: dict[str, str] = field(default_factory=dict)
    stored: StoredGame | None = None
    specs: tuple[str, ...] = ()
    cursor: int = 0

    @property
    def link(self) -> str:
        """The query as text."""
        return urlencode(self.query)


def read(given: Given) -> Setup:
    """What a query says; with none it is what is shown first."""
    if not given.get("game"):
        given = {**FIRST, **given, "game": FIRST["game"]}
    name = given["game"]
    if name not in directory.names():
        sentence = _("There is no such game.")
        return Setup("", dict(given), {"game": sentence})
    wrong: dict[str, str] = {}
    specs = _read_specs(name, given, wrong)
    cursor = _read_cursor(given.get("at", ""), wrong)
    stored = _read_stored(name, given, wrong)
    if wrong or stored is None:
        return Setup(name, dict(given), wrong)
    return Setup(name, _written(stored, specs, cursor), {}, stored, specs, cursor)


# The position


def _read_stored(name: str, given: Given, wrong: dict[str, str]) -> StoredGame | None:
    """The position, opened by the rules. The moves are those that led to it."""
    game = game_choices.describe(name)
    kept = {new_game_form.name_of(option["name"]) for option in game["options"]} | {"position"}
    kept_terms = {key: text for key, text in given.items() if key in kept}
    kept_terms["opponent"] = PERSON
    try:
        read = new_game_form.read(game, kept_terms)
    except new_game_form.Wrong as no:
        wrong |= {key or "game": sentence for key, sentence in no.sentences.items()}
        return None
    moves = given.get("moves", "").replace(",", " ").split()
    if len(moves) > _MOST_MOVES or any(len(move) > _LONGEST for move in moves):
        wrong["moves"] = _("At most %(count)s moves can be given.") % {"count": _MOST_MOVES}
        return None
    steps = tuple(Step(move) for move in moves)
    try:
        stored = directory.of(name).open(replace(read.stored, moves=steps, at=len(steps)))
        if directory.of(name).place(stored)["stage"] == "playing":
            return stored
        wrong["moves"] = _("In this position the game is over already.")
    except ValueError as error:
        wrong["moves"] = errors.sentence_of(error)
    return None


# The searches


def _read_specs(game: str, given: Given, wrong: dict[str, str]) -> tuple[str, ...]:
    specs = []
    for which in WHICH:
        text = given.get(which, "").strip()
        if not text and which == "a":
            text = "minimax"
        if not text or text == "none":
            continue
        if text in CHOICES:
            text = _filled(choices(game)[text][1], given.get(f"{which}_n", "").strip())
        try:
            specs.append(str(watch.read(text[:_LONGEST])))
        except watch.Unwatchable as no:
            wrong[which] = told(no)
    return tuple(specs)


def _filled(spec: str, number: str) -> str:
    return spec.format(number or (_PLAYOUTS if spec.startswith("mcts") else _DEPTH))


def told(no: watch.Unwatchable) -> str:
    """Why a search can't be watched, in the visitor's language."""
    if no.code in _SENTENCES:
        return _(_SENTENCES[no.code]) % no.values
    return str(no)


def _read_cursor(text: str, wrong: dict[str, str]) -> int:
    if not text:
        return 0
    if not text.isascii() or not text.isdecimal() or int(text[:9]) > _MOST_CURSOR:
        wrong["at"] = _("The place in the replay is a whole number.")
        return 0
    return int(text[:9])


def choice_of(game: str, spec: str) -> tuple[str, str]:
    """The choice of the form that makes this spec, and its number; the spec itself if none does."""
    read = watch.read(spec)
    number = str(read.settings["playouts" if read.algorithm == "mcts" else "depth"])
    for choice, (_words, text) in choices(game).items():
        if text.format(number) == spec:
            return choice, number
    return spec, number


def title(game: str, spec: str) -> str:
    """A search as people call it."""
    choice, number = choice_of(game, spec)
    if choice not in CHOICES:
        return spec
    values = {"search": CHOICES[choice][0], "count": number}
    if watch.read(spec).algorithm == "mcts":
        return _("%(search)s: %(count)s playouts") % values
    return _("%(search)s: depth %(count)s") % values


# The link


def _written(stored: StoredGame, specs: tuple[str, ...], cursor: int) -> dict[str, str]:
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


# The form


def fields(setup: Setup) -> list[new_game_form.Field]:
    """The questions about the game: its options, and the position to begin with."""
    if not setup.game:
        return []
    game = game_choices.describe(setup.game)
    names = {new_game_form.name_of(option["name"]) for option in game["options"]} | {"position"}
    rows = new_game_form.fields(game, setup.query, setup.wrong)
    return [row for row in (*rows["first"], *rows["more"]) if row.name in names]


def searches(setup: Setup) -> list[dict[str, object]]:
    """The questions about the searches: which, and how far."""
    rows: list[dict[str, object]] = []
    for place, which in enumerate(WHICH):
        choice, number = setup.query.get(which, ""), setup.query.get(f"{which}_n", "")
        if place < len(setup.specs):
            choice, number = choice_of(setup.game, setup.specs[place])
        offered = [(key, str(words)) for key, (words, _text) in CHOICES.items()]
        if choice and choice != "none" and choice not in CHOICES:
            offered.append((choice, choice))
        if which == "b":
            offered.insert(0, ("none", _("None")))
        rows.append(
            {
                "name": which,
                "label": _("First search") if which == "a" else _("Second search, beside it"),
                "choices": offered,
                "choice": choice or ("minimax" if which == "a" else "none"),
                "number": number or _DEPTH,
                "wrong": setup.wrong.get(which, ""),
            }
        )
    return rows
