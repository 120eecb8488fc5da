"""Reviews of games: the page, its boards, the job, and files."""

from typing import Any, Literal, cast

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from plyground.engine.game_guide import guide_of
from plyground.engine.report import WON
from plyground.engine.spec import LEVELS
from plyground.engine.view import Turn, other
from plyground.learn.grading import GRADES
from plyground.learn.review import EFFORT, FORMATS, Judged, Review, percent
from plyground.session.session import PERSON, SIDES
from plyground.session.setup import OPPONENT
from plyground.web.base import answers
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.base.request_body import read_body
from plyground.web.contract.requests import ReviewRequest
from plyground.web.contract.reviews import ReviewJob
from plyground.web.contract.service import PlainReview
from plyground.web.contract.study import (
    BetterMove,
    ReviewAsk,
    ReviewBoard,
    ReviewBoards,
    ReviewMove,
    ReviewPage,
    ReviewStart,
)
from plyground.web.contract.values import SideTexts
from plyground.web.engine import tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, kept_reviews, repository, seats, sentences, state
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.pages.pictures import pack, packed
from plyground.web.play import api, errors, game_choices, import_export, jobs
from plyground.web.study import review_sentences
from plyground.web.study.board_api import query_of
from plyground.web.visitors.visitors import visitor_of

_SOON = 5  # seconds: by then the queue is shorter
_MOST_MOVES = 1000  # a page with more would be slow
_DEEPER = 8  # the effort of a deeper review
_LINES = ("better", "answer")


# Pages


@require_safe
@errors.telling
def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The review of the visitor's own game; if there is none yet, the page requests it."""
    row = _mine(request, game_id)
    if not tablebases.is_open(row):
        sentence = _("This game can be reviewed when it is over.")
        return errors.answer(request, 403, "not_open", sentence)
    return _show(request, row, shared="", viewer=visitor_of(request))


@require_safe
@errors.telling
def shared_page(request: HttpRequest, token: str) -> HttpResponse:
    """The review of a shared game, if it has one."""
    row = import_export.shared_row(token)
    if not tablebases.is_open(row):
        raise Http404
    return _show(request, row, shared=token)


def _mine(request: HttpRequest, game_id: str) -> Game:
    row = own_game(request, game_id)
    if row is None or not directory.has(row.name):
        raise Http404
    return row


def _show(request: HttpRequest, row: Game, *, shared: str, viewer: str = "") -> HttpResponse:
    stored = repository.read(row)
    found = kept_reviews.of(row, stored) if stored.at else None
    now = state.build(row, stored, viewer=None)
    values: dict[str, object] = {
        "title": game_choices.title(row.name),
        "seats": seats.players_for_spectators(stored),
        "result": now["situation"],
        "shared": shared,
        "played": stored.at,
        "review": found,
        "game": row.name,
        **_uses(row, shared),
    }
    if found is None:
        seen = directory.of(row.name).look(stored, stored.at)["view"]
        values |= {"picture": packed(seen), "drawing": first_drawing(seen)}
        asks = ReviewAsk(start=reverse("api_review", args=[row.pk]))
        values["asks"] = page_data.script(asks, "asks") if not shared else ""
    else:
        values |= _found(row, stored, found, shared, _person(row, stored, viewer))
    return render(request, "study/review.html", values)


def _uses(row: Game, shared: str) -> dict[str, str]:
    """The other uses of the same game."""
    pages = ("shared", "shared_review", "analysis_shared")
    if not shared:
        pages = ("game", "review", "analysis_game")
    play, here, analyse = (reverse(page, args=[shared or row.pk]) for page in pages)
    return {"back": play, "here": here, "analysis_url": analyse}


def _person(row: Game, stored: StoredGame, viewer: str) -> Turn | Literal[""]:
    """The side whose mistakes the reader wants to see first; empty: both alike."""
    if not viewer:
        return ""
    people = stored.people
    return seats.side_of(row, viewer) or (people[0] if len(people) == 1 else "")


def _found(
    row: Game, stored: StoredGame, found: Review, shared: str, person: Turn | Literal[""]
) -> dict[str, object]:
    """What the page shows of a review."""
    mistakes: list[dict[str, Any]] = [
        {"move": move, "words": review_sentences.of_move(move), **_grade_words(move)}
        for move in found.mistakes()
    ]
    last = directory.of(row.name).look(stored, stored.at)
    own = reverse("api_review", args=[row.pk])
    pages = "shared_review" if shared else "review"
    page: ReviewPage = {
        "view": pack(last["view"]),
        "moves": [_review_move(move) for move in found.moves],
        "start": _start_of(found),
        "boards": reverse(pages, args=[shared or row.pk]) + "at/",
        "fork": "" if shared else f"/api/games/{row.pk}/fork/",
        "opponents": _opponents(stored),
        "query": query_of(stored) | ({"position": stored.start} if stored.start else {}),
        "unit": game_choices.unit_name(row.name),
        "person": person,
        "territory": _territory(row, shared),
        "summary": f"/games/{row.pk}/summary/" if person and not row.seat else "",
        "again": own if not shared and found.effort < _DEEPER else "",
        "effort": _DEEPER,
    }
    route = "shared_review_file" if shared else "review_file"
    files = [
        {**one, "url": reverse(route, args=[shared or row.pk, one["name"]])}
        for one in import_export.formats(row.name)
        if one["name"] in FORMATS
    ]
    return {
        "page_data": page_data.script(page, "page-data"),
        "drawing": first_drawing(last["view"]),
        "sides": [_side(found, side) for side in SIDES],
        "mistakes": [one for one in mistakes if person in ("", one["move"].side)],
        "others": [one for one in mistakes if person not in ("", one["move"].side)],
        "person": person,
        "table": [_row(move) for move in found.moves],
        "files": files,
        "unit": page["unit"],
        "counts": page["territory"],
        "practises": page["summary"],
        "deeper": bool(page["again"]),
    }


def _territory(row: Game, shared: str) -> str:
    """Where the page asks who owns each point; empty in games that are not counted so."""
    if not guide_of(row.name).marks_dead:
        return ""
    return f"/shared/{shared}/territory/" if shared else f"/api/games/{row.pk}/territory/"


def _side(found: Review, side: Turn) -> dict[str, object]:
    accuracy = found.accuracy(side)
    counts = found.counts(side)
    return {
        "side": side,
        "name": sentences.side_name(side),
        "accuracy": None if accuracy is None else round(accuracy),
        "counts": [(review_sentences.grades(grade), counts[grade], grade) for grade in GRADES],
    }


def _grade_words(move: Judged) -> dict[str, object]:
    return {
        "grade": move.grade,
        "name": review_sentences.grade_name(move),
        "mark": review_sentences.MARKS.get(move.grade, ""),
        "lost": round(move.loss * 100),
    }


def _row(move: Judged) -> dict[str, object]:
    """A move in the table."""
    return {
        "ply": move.ply,
        "side": sentences.side_name(move.side),
        "move": sentences.move_name(move.move),
        "chance": percent(move.black_chance),
        "score": "" if abs(move.score) >= WON else f"{round(move.black_score, 1) + 0.0:+g}",
        "better": sentences.move_name(move.best) if move.best != move.move else "",
        **_grade_words(move),
    }


def _review_move(move: Judged) -> ReviewMove:
    """A move for the page's code: Black's chance and score, and texts."""
    return {
        "side": move.side,
        "text": move.move,
        "name": sentences.move_name(move.move),
        "chance": move.black_chance,
        "score": None if abs(move.score) >= WON else move.black_score,
        "grade": move.grade,
        "mark": review_sentences.MARKS.get(move.grade, ""),
        "better": len(move.best_line) if move.best != move.move else 0,
        "answer": len(move.refutation),
        "words": review_sentences.of_move(move),
    }


def _start_of(found: Review) -> ReviewStart:
    """The standing before the first move."""
    first = found.moves[0]
    black = first.side == "black"
    score = first.score_before if black else -first.score_before
    return {
        "chance": first.chance_before if black else 1 - first.chance_before,
        "score": None if abs(score) >= WON else score + 0.0,
    }


def _opponents(stored: StoredGame) -> SideTexts:
    """Against whom each side would try again: the computer that was there, or the usual one."""
    specs = [stored.seat(other(side)).partition(",")[0] for side in SIDES]
    black, white = (OPPONENT if spec == PERSON else spec for spec in specs)
    return {"black": black, "white": white}


# Boards


@require_safe
@api.answering
def look(request: HttpRequest, game_id: str, ply: int) -> HttpResponse:
    """The board after a move, with the better move; or the boards along a line."""
    return _boards(request, _mine(request, game_id), ply)


@require_safe
@api.answering
def shared_look(request: HttpRequest, token: str, ply: int) -> HttpResponse:
    """The same for a shared game."""
    return _boards(request, import_export.shared_row(token), ply)


def _boards(request: HttpRequest, row: Game, ply: int) -> HttpResponse:
    stored = repository.read(row)
    found = kept_reviews.of(row, stored) if tablebases.is_open(row) else None
    if found is None or not 0 <= ply <= len(found.moves):
        raise Problem(404, "no_such_ply", _("There is no such move in this review."))
    line = request.GET.get("line", "")
    service = directory.of(row.name)
    move = found.moves[ply - 1] if ply else None
    if line in _LINES and move is not None:
        better = line == "better"
        moves = move.best_line if better else move.refutation
        steps = [list(moves[: i + 1]) for i in range(len(moves))]
        seen = service.glance(stored.cut(ply - 1 if better else ply), steps, "")
        return JsonResponse(ReviewBoards(views=[pack(one["view"]) for one in seen]))
    better_move: BetterMove | None = None
    if move is not None and move.best != move.move:
        then = service.glance(stored.cut(ply - 1), [[move.best]], "")[0]["view"]["last_move"]
        if then is not None and then["to"]:
            better_move = {"from": then["from"], "to": then["to"]}
    view = pack(service.look(stored, ply)["view"])
    return JsonResponse(ReviewBoard(view=view, better=better_move))


# The search


@require_http_methods(["GET", "HEAD", "POST"])
@api.answering
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The review as data; a POST requests the job that makes it, and repeats get the same job."""
    row, stored = api.mine(request, game_id)
    effort = _effort(read_body(request, ReviewRequest)) if request.method == "POST" else EFFORT
    if not tablebases.is_open(row):
        raise Problem(403, "not_open", _("This game can be reviewed when it is over."))
    consent.require_fair(visitor_of(request), row.name)
    known = kept_reviews.of(row, stored)
    if request.method != "POST":
        return JsonResponse({"review": None if known is None else known.plain()})
    if not stored.at:
        raise Problem(422, "no_moves", _("No move has been played in this game."))
    if stored.at > _MOST_MOVES:
        sentence = _("A game of at most %(count)s moves can be reviewed.")
        raise Problem(422, "too_many_moves", sentence % {"count": _MOST_MOVES})
    if known is not None and known.effort >= effort:
        return JsonResponse(ReviewJob(job=None))
    try:
        job = jobs.ask_review(row, stored, address_of(request), effort=effort)
    except jobs.Full:
        sentence = _("The engine is busy with too many games. Try again in a few seconds.")
        return answers.later(503, "busy", sentence, _SOON)
    return JsonResponse(ReviewJob(job=job))


def _effort(command: ReviewRequest) -> int:
    if not command.effort:
        sentence = _("The effort can be a whole number from 1 to %(most)s.") % {"most": LEVELS}
        raise Problem(400, "malformed", sentence, at="effort")
    return command.effort


# Files


@require_safe
@errors.telling
def download(request: HttpRequest, game_id: str, format_name: str) -> HttpResponse:
    """The visitor's own game with its review, as a file."""
    return _file(_mine(request, game_id), format_name)


@require_safe
@errors.telling
def shared_download(_request: HttpRequest, token: str, format_name: str) -> HttpResponse:
    """A shared game with its review, as a file."""
    return _file(import_export.shared_row(token), format_name)


def _file(row: Game, format_name: str) -> HttpResponse:
    stored = repository.read(row)
    found = kept_reviews.of(row, stored) if tablebases.is_open(row) else None
    known = game_choices.describe(row.name)["formats"]
    if found is None or format_name not in known or format_name not in FORMATS:
        raise Http404
    remarks = [review_sentences.remark(move) for move in found.moves]
    text = directory.of(row.name).write_review(
        kept_reviews.part(stored),
        format_name,
        {"date": f"{row.created:%Y-%m-%d}"},
        cast(PlainReview, found.plain()),
        remarks,
    )
    return import_export.as_file(row, format_name, text, "review-")
