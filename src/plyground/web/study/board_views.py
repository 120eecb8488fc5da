"""The page of the analysis board.

The page keeps the tree of moves; the server applies the rules. Searches use /api/analyse/.
"""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.engine.game_guide import guide_of
from plyground.engine.network import network_files
from plyground.session.session import PERSON, SIDES
from plyground.web.contract.service import Looked, Palette
from plyground.web.contract.study import StudyPage
from plyground.web.engine import tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, kept_reviews, repository, sentences
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.play import errors, game_choices, import_export, new_game_form
from plyground.web.study.board_api import query_of, study_position
from plyground.web.study.line_forms import AnalysisForm
from plyground.web.visitors.visitors import visitor_of

# Pages


@require_safe
@errors.telling
def page(request: HttpRequest) -> HttpResponse:
    """The position of a link, or the game played last, or games to choose from."""
    given = request.GET.dict()
    name = given.get("game", "")
    if not name:
        last = repository.games_of(visitor_of(request)).order_by("changed").last()
        if last is None or not directory.has(last.name):
            return render(request, "study/analysis_choice.html", {"choices": _choices()})
        rules = StoredGame(last.name, last.options, None)
        name, given = last.name, {**query_of(rules), **given}
    if not directory.has(name):
        wrong = {"game": _("There is no such game.")}
        values = {"choices": _choices(), "wrong": wrong}
        return render(request, "study/analysis_choice.html", values, status=422)
    form = AnalysisForm(game_choices.describe(name), given)
    if not form.is_valid():
        return _show(request, form, {"moves": given.get("moves", "")}, 422)
    return _study(request, form.stored, form.seen)


@require_safe
@errors.telling
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """A visitor's own game, unless it is a strict game or one between people that is not over."""
    row = own_game(request, game_id)
    if row is None or not directory.has(row.name):
        raise Http404
    return _of_row(request, row, ("game", "review", "analysis_game"), game_id)


@require_safe
@errors.telling
def of_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same of a shared game."""
    row = import_export.shared_row(token)
    return _of_row(request, row, ("shared", "shared_review", "analysis_shared"), token)


def _of_row(request: HttpRequest, row: Game, pages: tuple[str, str, str], key: str) -> HttpResponse:
    if not tablebases.is_open(row):
        sentence = _("This game can be analysed when it is over.")
        return errors.answer(request, 403, "not_open", sentence)
    consent.require_fair(visitor_of(request), row.name)
    stored = repository.read(row)
    game, review, here = (reverse(page, args=[key]) for page in pages)
    reviewed = pages[1] == "review" or kept_reviews.of(row, stored) is not None
    uses: dict[str, object] = {
        "game_url": game,
        "review_url": review,
        "analysis_url": here,
        "no_review": row.result is None or not stored.at or not reviewed,
    }
    stored = replace(stored.cut(stored.at), black=PERSON, white=PERSON, names=())
    return _study(request, stored, directory.of(row.name).study(stored), uses)


def _choices() -> list[dict[str, str]]:
    """The games to choose from, without games written in Python that fail."""
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


def _study(
    request: HttpRequest, stored: StoredGame, seen: Looked, uses: dict[str, object] | None = None
) -> HttpResponse:
    """The board with this position; `uses` leads to the other uses of the game it comes from."""
    query = query_of(stored)
    palette = directory.of(stored.game).palette(stored.game, stored.options)
    known: StudyPage = {
        "game": stored.game,
        "options": stored.options,
        "query": query,
        "start": stored.start,
        "moves": seen["moves"],
        "palette": palette,
        "board": study_position(stored, seen),
        "home": str(uses["analysis_url"]) if uses else "",
    }
    values = {
        "page_data": page_data.script(known, "page-data"),
        "palette": _palette(palette),
        "drawing": first_drawing(seen["view"]),
        "solved": tablebases.known(stored.game),
        "counts": guide_of(stored.game).marks_dead,
        "networks": _networks(stored.game),
        **(uses or {}),
    }
    return _show(request, AnalysisForm(game_choices.describe(stored.game), initial=query), values)


def _show(
    request: HttpRequest, form: AnalysisForm, more: dict[str, object], status: int = 200
) -> HttpResponse:
    values: dict[str, object] = {
        "game": form.game,
        "wrong": new_game_form.sentences(form, "game"),
        "title": game_choices.title(form.game),
        "choices": _choices(),
        "fields": form.rows(),
        "formats": import_export.formats(form.game),
        "unit": game_choices.unit_name(form.game),
    }
    name = "study/analysis.html" if "page_data" in more else "study/analysis_choice.html"
    return render(request, name, values | more, status=status)


def _networks(game: str) -> list[tuple[str, list[str]]]:
    """The available networks by training run, the latest first; other networks have no run."""
    runs: dict[str, list[str]] = {}
    for name in sorted(network_files(game), reverse=True):
        run, at, _generation = name.rpartition("@")
        runs.setdefault(run if at else "", []).append(name)
    return sorted(runs.items())


def _palette(palette: Palette) -> dict[str, object]:
    """The available pieces, with names."""
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
