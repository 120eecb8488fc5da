"""The pages of lessons, and the feedback on moves."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from plyground.engine.game_guide import guide_of
from plyground.engine.options import show
from plyground.learn import lessons
from plyground.learn.lessons import Lesson, Step, Words
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import MOST_LETTERS
from plyground.web.games import sentences
from plyground.web.learn import progress
from plyground.web.pages import page_data
from plyground.web.pages.pictures import packed
from plyground.web.play import api, errors, game_choices
from plyground.web.visitors.visitors import visitor_of, welcome

Data = dict[str, Any]

_MOST_MOVES = 40  # of a person's own in one step
_COMMANDS = ("judge", "hint")


# Pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every game with its lessons, and how far this visitor has come."""
    known = progress.of(visitor_of(request))
    sections = [
        _shelf(game, rows, known)
        for game, rows in lessons.lessons().items()
        if game in directory.names()
    ]
    return render(request, "learn/learn.html", {"sections": sections})


def _shelf(game: str, rows: list[Lesson], known: dict[str, Any]) -> Data:
    """The lessons of a game; the first that is not done is the one to take next."""
    listed = [_listed(row, known.get(row.key)) for row in rows]
    ahead = next((row for row in listed if not row["done"]), None)
    if ahead is not None:
        ahead["next"] = True
    try:
        title, picture = game_choices.title(game), packed(game_choices.describe(game)["view"])
    except ValueError:  # a game written in Python may fail; the others stay
        title, picture = game, ""
    return {
        "game": game,
        "title": title,
        "picture": picture,
        "sentence": game_choices.sentence(game) if picture else "",
        "lessons": listed,
        "done": sum(row["done"] for row in listed),
        "play": _play(rows[-1]),
    }


def _listed(lesson: Lesson, known: Any) -> Data:
    return {
        "name": lesson.name,
        "title": _told(lesson.title),
        "summary": _told(lesson.summary),
        "steps": len(lesson.steps),
        "step": known.step if known else 0,
        "done": bool(known and known.done),
        "next": False,
    }


@require_safe
@errors.telling
def lesson(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A board, words, and what to do; it begins where the visitor left it."""
    found = _find(game, name)
    rows = lessons.lessons()[game]
    place = rows.index(found)
    after = rows[place + 1] if place + 1 < len(rows) else None
    known = progress.of(visitor_of(request)).get(found.key)
    reached = 0 if known is None else min(known.step, len(found.steps))
    begin = reached if reached < len(found.steps) else 0
    told = {
        "lesson": reverse("lesson", args=[game, name]),
        "reached": reached,
        "step": begun(found, begin),
    }
    values = {
        "game": game,
        "game_title": game_choices.title(game),
        "title": _told(found.title),
        "summary": _told(found.summary),
        "number": place + 1,
        "count": len(rows),
        "steps": len(found.steps),
        "told": page_data.script(told, "lesson"),
        "after": after and {"name": after.name, "title": _told(after.title)},
        "play": _play(found),
    }
    return render(request, "learn/lesson.html", values)


def _play(lesson: Lesson) -> dict[str, str]:
    """The form of a game against the first level, with a teacher who watches."""
    options = {key: show(value) for key, value in lesson.play.items()}
    return {
        "opponent": "level:1",
        "teacher": "yes",
        **guide_of(lesson.game).starter,
        **options,
    }


def _find(game: str, name: str) -> Lesson:
    found = lessons.find(game, name) if game in directory.names() else None
    if found is None:
        raise Http404
    return found


# Steps


@require_safe
@api.answering
def step(request: HttpRequest, game: str, name: str, number: int) -> HttpResponse:  # noqa: ARG001
    """A step as it begins, from 0."""
    found = _find(game, name)
    if number >= len(found.steps):
        raise Problem(404, "not_found", _("There is nothing here."))
    return JsonResponse(begun(found, number))


def begun(lesson: Lesson, number: int) -> Data:
    """A step as its page is told of it."""
    one = lesson.steps[number]
    seen = directory.of(lesson.game).teach(one.task.plain(), [], "look")
    return {
        "number": number,
        "reading": one.is_reading,
        "words": _told(one.words),
        "marks": list(one.marks),
        "shows": list(one.shows),
        "hints": [{"words": _told(hint.words), "at": list(hint.at)} for hint in one.hints],
        "turns": seen["turns"],
        "passes": any("pass" in turn for turn in one.task.accept),
        "view": seen["views"][-1],
        "aids": seen["aids"],
    }


@require_POST
@api.answering
def answer(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Judges the last of a person's moves in a step, or helps; a step that is done is kept.

    The moves that were right before it come along: nothing of a step is kept here meanwhile.
    """
    return JsonResponse(answered(request, _find(game, name), api.body(request)))


def answered(request: HttpRequest, lesson: Lesson, command: Data) -> Data:
    """What a page gets to hear that commands for something in a step."""
    number, moves = _asked(command, len(lesson.steps))
    one = lesson.steps[number]
    with _paid(request, one):
        if command.get("command", "judge") == "hint":
            return _help(one, moves)
        if one.is_reading:
            outcome: Data = {"outcome": "done", "words": ""}
        else:
            outcome = _outcome(
                one, directory.of(lesson.game).teach(one.task.plain(), moves, "judge")
            )
    if outcome["outcome"] == "done":
        progress.note(welcome(request), lesson, number)
    return outcome


def _paid(request: HttpRequest, one: Step) -> AbstractContextManager[None]:
    """A proof costs engine time, as any search does."""
    if not one.task.needs_search:
        return nullcontext()
    return budget.engine_work(visitor_of(request), address_of(request))


def _asked(command: Data, steps: int) -> tuple[int, list[str]]:
    """The step and the moves of a request."""
    number, moves = command.get("step"), command.get("moves", [])
    if type(number) is not int or not 0 <= number < steps:
        raise Problem(400, "malformed", _("There is no such step in this lesson."))
    fits = isinstance(moves, list) and len(moves) <= _MOST_MOVES
    if not fits or not all(isinstance(one, str) and len(one) <= MOST_LETTERS for one in moves):
        raise Problem(400, "malformed", _("Moves are a list of texts."))
    if command.get("command", "judge") not in _COMMANDS:
        raise Problem(400, "malformed", _("There is no such action."))
    return number, moves


def _help(one: Step, moves: list[str]) -> Data:
    """The move itself, when all hints have been told."""
    shown = directory.of(one.task.game).teach(one.task.plain(), moves, "hint")
    move = shown["move"]
    if move is None:
        sentence = _("Take your last move back first.")
    elif shown["kind"] == "pass":
        sentence = _("The move is: pass.")
    else:
        sentence = _("The move is %(move)s.") % {"move": move}
    return {**shown, "words": sentence}


def _outcome(one: Step, judged: Data) -> Data:
    """What became of a move, with its words."""
    kind = judged["outcome"]
    refusal = judged.pop("refusal")
    said = ""
    if refusal is not None:
        said = sentences.refusal(refusal["code"], refusal["args"], refusal["sentence"])
    if kind == "done":
        sentence = f"{said} {_told(one.right) if one.right else _('Right!')}".strip()
    elif kind == "wrong":
        remark = one.wrong.get(judged["move"])
        about = remark.words if remark else one.otherwise
        sentence = _told(about) if about else _refuted(judged)
    elif kind == "right":
        sentence = _("Right. Go on.")
    else:
        sentence = said
    at = refusal and (refusal["args"].get("point") or refusal["args"].get("to"))
    return {**judged, "words": sentence, "at": at}


def _refuted(judged: Data) -> str:
    """What a search says of a wrong move of which the lesson says nothing."""
    reply = judged["reply"]
    facts = {"reply": _("pass") if reply == "pass" else reply}
    match judged["verdict"]:
        case "slower":
            return _("That wins too, but it takes longer. Find the quickest way.")
        case "draws":
            return _("After %(reply)s it is only a draw. Try another move.") % facts
        case "loses":
            return _("After %(reply)s the other side wins. Try another move.") % facts
        case "later":
            return _("That captures too, but it takes longer. Find the quickest way.")
        case "escapes" if reply == "pass":
            return _("The other side passes, and the capture takes too long. Try another move.")
        case "escapes":
            return _("After %(reply)s there is no capture in time. Try another move.") % facts
        case "unclear" if reply == "pass":
            return _("The other side passes, and the win is not certain. Try another move.")
        case "unclear":
            sentence = _(
                "The other side answers %(reply)s, and the win is not certain. Try another move."
            )
            return sentence % facts
    return _("Not this time. Look again, and try another move.")


def _told(text: Words) -> str:
    return text.text_in((get_language() or "en").partition("-")[0])
