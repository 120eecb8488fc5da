"""The page of the analysis board.

The page keeps the tree of moves; the server knows the rules. Searches are those of /api/analyse/.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.session.session import PERSON, SIDES
from plyground.web.contract.service import Looked, Palette
from plyground.web.contract.study import StudyPage
from plyground.web.engine import tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import MOST_LETTERS, Step, StoredGame
from plyground.web.games import repository, sentences
from plyground.web.games.owners import own_game
from plyground.web.pages import page_data
from plyground.web.play import errors, game_choices, import_export, new_game_form
from plyground.web.study import watch_setup
from plyground.web.study.board_api import query_of, told

Studied = tuple[StoredGame, Looked]

MOST_MOVES = 400  # of a link


# Pages


@require_safe
@errors.telling
def page(request: HttpRequest) -> HttpResponse:
    """The position of a link, or games to choose from."""
    given = request.GET.dict()
    name = given.get("game", "")
    if not name:
        return render(request, "study/analysis.html", {"choices": _choices()})
    if name not in directory.names():
        wrong = {"game": _("There is no such game.")}
        values = {"choices": _choices(), "wrong": wrong}
        return render(request, "study/analysis.html", values, status=422)
    wrong = {}
    seen = _read(name, given, wrong)
    setup = watch_setup.Setup(name, given, wrong)
    if seen is None:
        return _show(request, setup, None)
    return _show(request, replace(setup, query=query_of(seen[0])), seen)


@require_safe
@errors.telling
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game of one's own; not while it is played against somebody, or strictly."""
    row = own_game(request, game_id)
    if row is None or row.name not in directory.names():
        raise Http404
    if not tablebases.is_open(row):
        sentence = _("This game can be analysed when it is over.")
        return errors.answer(request, 403, "not_open", sentence)
    stored = repository.read(row)
    stored = replace(stored.cut(stored.at), black=PERSON, white=PERSON, names=())
    seen = directory.of(row.name).study(stored)
    setup = watch_setup.Setup(row.name, query_of(stored))
    return _show(request, setup, (stored, seen))


def _choices() -> list[dict[str, str]]:
    """The games to choose from; one written in Python that fails is left out."""
    rows = []
    for name in directory.names():
        try:
            rows.append(
                {
                    "name": name,
                    "title": game_choices.title(name),
                    "about": game_choices.sentence(name),
                }
            )
        except ValueError:
            continue
    return rows


def _read(name: str, given: dict[str, str], wrong: dict[str, str]) -> Studied | None:
    """The position of a link, as a stored game; what is wrong gets a sentence by its field."""
    game = game_choices.describe(name)
    kept = {new_game_form.name_of(option["name"]) for option in game["options"]}
    options = {key: text for key, text in given.items() if key in kept}
    try:
        stored = new_game_form.read(game, {**options, "opponent": PERSON}).stored
    except new_game_form.Wrong as no:
        wrong |= {key or "game": sentence for key, sentence in no.sentences.items()}
        return None
    start = given.get("position", "").strip() or None
    if start is not None:
        stored = replace(stored, start=start)
        try:
            directory.of(name).study(stored)
        except ValueError as error:
            sentence = _("This position can't be used. %(reason)s")
            wrong["position"] = sentence % {"reason": errors.sentence_of(error)}
            return None
    moves = given.get("moves", "").replace(",", " ").split()
    if len(moves) > MOST_MOVES or any(len(move) > MOST_LETTERS for move in moves):
        wrong["moves"] = _("At most %(count)s moves can be given.") % {"count": MOST_MOVES}
        return None
    stored = replace(stored, moves=tuple(map(Step, moves)), at=len(moves))
    try:
        seen = directory.of(name).study(stored)
    except ValueError as error:
        wrong["moves"] = errors.sentence_of(error)
        return None
    return replace(stored, options=seen["options"], start=seen["start"]), seen


def _show(request: HttpRequest, setup: watch_setup.Setup, studied: Studied | None) -> HttpResponse:
    game = setup.game
    values: dict[str, object] = {
        "setup": setup,
        "wrong": setup.wrong,
        "title": game_choices.title(game),
        "choices": _choices(),
        "fields": watch_setup.fields(setup),
        "formats": import_export.formats(game),
        "moves": setup.query.get("moves", ""),
        "unit": game_choices.unit_name(game),
    }
    if studied is not None:
        stored, seen = studied
        palette = directory.of(game).palette(game, stored.options)
        values["palette"] = _palette(palette)
        values["solved"] = tablebases.known(game)
        known: StudyPage = {
            "game": game,
            "options": stored.options,
            "query": setup.query,
            "start": stored.start,
            "moves": seen["moves"],
            "palette": palette,
            "board": told(stored, seen),
        }
        values["told"] = page_data.script(known, "told")
    return render(request, "study/analysis.html", values, status=422 if setup.wrong else 200)


def _palette(palette: Palette) -> dict[str, object]:
    """The pieces to choose from, in words."""
    sides = [(side, sentences.side_name(side)) for side in SIDES]
    return {
        "pieces": [
            {"owner": side, "kind": kind, "words": f"{name} {sentences.piece_name(kind)}"}
            for side, name in sides
            for kind in palette["kinds"]
        ],
        "hands": [
            {"owner": side, "kind": kind, "words": sentences.piece_name(kind), "side": name}
            for side, name in sides
            for kind in palette["hands"]
        ],
    }
