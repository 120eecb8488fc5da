"""The analysis board: any position, its variations, and what the engine thinks of it.

The page keeps the tree of moves; the server knows the rules. Searches are those of /api/analyse/.
"""

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.sitting.session import PERSON, SIDES
from plyground.web import (
    catalog,
    desks,
    errors,
    exchange,
    guide,
    store,
    tables,
    terms,
    watch_setup,
    words,
)
from plyground.web.analysis_answers import query_of, told
from plyground.web.sheet import MOST_LETTERS, Sheet, Step
from plyground.web.visitors import own_game

Data = dict[str, Any]

MOST_MOVES = 400  # of a link


# Pages


@require_safe
@errors.telling
def page(request: HttpRequest) -> HttpResponse:
    """The position of a link, or games to choose from."""
    given = request.GET.dict()
    name = given.get("game", "")
    if not name:
        return render(request, "plyground/analysis.html", {"choices": _choices()})
    if name not in desks.names():
        wrong = {"game": _("There is no such game.")}
        values = {"choices": _choices(), "wrong": wrong}
        return render(request, "plyground/analysis.html", values, status=422)
    wrong = {}
    seen = _read(name, given, wrong)
    setup = watch_setup.Setup(name, given, wrong)
    if seen is None:
        return _show(request, setup, None)
    return _show(request, replace(setup, query=query_of(seen["sheet"])), seen)


@require_safe
@errors.telling
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game of one's own; not while it is played against somebody, or strictly."""
    row = own_game(request, game_id)
    if row is None or row.name not in desks.names():
        raise Http404
    if not tables.is_open(row):
        sentence = _("This game can be analysed when it is over.")
        return errors.answer(request, 403, "not_open", sentence)
    sheet = store.read(row)
    sheet = replace(sheet.cut(sheet.at), black=PERSON, white=PERSON, names=())
    seen = desks.of(row.name).study("look", {"sheet": sheet})
    setup = watch_setup.Setup(row.name, query_of(sheet))
    return _show(request, setup, {**seen, "sheet": sheet})


def _choices() -> list[Data]:
    """The games to choose from; one written in Python that fails is left out."""
    rows = []
    for name in desks.names():
        try:
            rows.append({"name": name, "title": guide.title(name), "about": guide.sentence(name)})
        except ValueError:
            continue
    return rows


def _read(name: str, given: dict[str, str], wrong: dict[str, str]) -> Data | None:
    """The position that a link says, with its sheet; what is wrong gets a sentence by its field."""
    game = guide.describe(name)
    kept = {terms.name_of(option) for option in game["options"]}
    options = {key: text for key, text in given.items() if key in kept}
    try:
        sheet = terms.read(game, {**options, "opponent": PERSON}).sheet
    except terms.Wrong as no:
        wrong |= {key or "game": sentence for key, sentence in no.sentences.items()}
        return None
    start = given.get("position", "").strip() or None
    if start is not None:
        sheet = replace(sheet, start=start)
        try:
            desks.of(name).study("look", {"sheet": sheet})
        except ValueError as error:
            sentence = _("This position can't be used. %(reason)s")
            wrong["position"] = sentence % {"reason": errors.sentence_of(error)}
            return None
    moves = given.get("moves", "").replace(",", " ").split()
    if len(moves) > MOST_MOVES or any(len(move) > MOST_LETTERS for move in moves):
        wrong["moves"] = _("At most %(count)s moves can be given.") % {"count": MOST_MOVES}
        return None
    sheet = replace(sheet, moves=tuple(map(Step, moves)), at=len(moves))
    try:
        seen = desks.of(name).study("look", {"sheet": sheet})
    except ValueError as error:
        wrong["moves"] = errors.sentence_of(error)
        return None
    return {**seen, "sheet": replace(sheet, options=seen["options"], start=seen["start"])}


def _show(request: HttpRequest, setup: watch_setup.Setup, seen: Data | None) -> HttpResponse:
    game = setup.game
    values: Data = {
        "setup": setup,
        "wrong": setup.wrong,
        "title": guide.title(game),
        "choices": _choices(),
        "fields": watch_setup.fields(setup),
        "formats": exchange.formats(game),
        "moves": setup.query.get("moves", ""),
        "unit": guide.unit_name(game),
    }
    if seen is not None:
        sheet: Sheet = seen["sheet"]
        wish = {"game": game, "options": sheet.options}
        palette = desks.of(game).study("palette", wish)
        values["palette"] = _palette(palette)
        values["solved"] = tables.known(game)
        known = {
            "game": game,
            "options": sheet.options,
            "query": setup.query,
            "start": sheet.start,
            "moves": seen["moves"],
            "palette": palette,
            "board": told(sheet, seen),
        }
        values["told"] = catalog.script(known, "told")
    return render(request, "plyground/analysis.html", values, status=422 if setup.wrong else 200)


def _palette(palette: Data) -> Data:
    """The pieces to choose from, in words."""
    sides = [(side, words.side_name(side)) for side in SIDES]
    return {
        "pieces": [
            {"owner": side, "kind": kind, "words": f"{name} {words.piece_name(kind)}"}
            for side, name in sides
            for kind in palette["kinds"]
        ],
        "hands": [
            {"owner": side, "kind": kind, "words": words.piece_name(kind), "side": name}
            for side, name in sides
            for kind in palette["hands"]
        ],
    }
