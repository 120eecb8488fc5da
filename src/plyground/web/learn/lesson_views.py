"""The pages of lessons, and the feedback on moves."""

from contextlib import AbstractContextManager, nullcontext
from typing import TypedDict
from urllib.parse import urlencode

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
from plyground.web.base.request_body import read_body
from plyground.web.contract.learn import LessonPage, LessonStep, StepDone, StepHelp, StepOutcome
from plyground.web.contract.page_requests import StepRequest
from plyground.web.contract.service import Judgement
from plyground.web.engine import budget
from plyground.web.game_service import directory
from plyground.web.games import sentences
from plyground.web.learn import progress
from plyground.web.learn.models import Progress
from plyground.web.pages import page_data
from plyground.web.pages.first_drawing import first_drawing
from plyground.web.pages.pictures import packed
from plyground.web.play import api, errors, game_choices, new_game_form
from plyground.web.visitors.visitors import visitor_of, welcome


class LessonRow(TypedDict):
    """A lesson in a list, with the visitor's progress."""

    name: str
    title: str
    summary: str
    steps: int
    step: int
    done: bool
    next: bool


class GameLessons(TypedDict):
    """The lessons of a game as the list shows them."""

    game: str
    title: str
    picture: str
    sentence: str
    lessons: list[LessonRow]
    done: int
    play: dict[str, str]


# Pages


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every game with its lessons, and this visitor's progress."""
    known = progress.of(visitor_of(request))
    sections = [
        _lessons_of(game, rows, known)
        for game, rows in lessons.lessons().items()
        if game in directory.names()
    ]
    return render(request, "learn/learn.html", {"sections": sections})


def next_lesson(visitor: str) -> dict[str, object] | None:
    """The lesson to take next: of the game that this visitor learned last, or of the first one."""
    known = progress.of(visitor)
    latest = sorted(known.values(), key=lambda row: row.changed, reverse=True)
    games = list(lessons.lessons())
    learned = [row.lesson.partition("/")[0] for row in latest if "/puzzle-" not in row.lesson]
    for game in dict.fromkeys([*learned, *games]):
        if game not in games or game not in directory.names():
            continue
        section = _lessons_of(game, lessons.lessons()[game], known)
        ahead = next((row for row in section["lessons"] if row["next"]), None)
        if ahead is not None:
            about = {"game": game, "game_title": section["title"], "picture": section["picture"]}
            return {**ahead, **about}
    return None


def _lessons_of(game: str, rows: list[Lesson], known: dict[str, Progress]) -> GameLessons:
    """The lessons of a game; the first unfinished one is the next to take."""
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


def _listed(lesson: Lesson, known: Progress | None) -> LessonRow:
    return {
        "name": lesson.name,
        "title": _translated(lesson.title),
        "summary": _translated(lesson.summary),
        "steps": len(lesson.steps),
        "step": known.step if known else 0,
        "done": bool(known and known.done),
        "next": False,
    }


@require_safe
@errors.telling
def lesson(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """A board, texts, and a task; it begins where the visitor stopped."""
    found = _find(game, name)
    rows = lessons.lessons()[game]
    place = rows.index(found)
    after = rows[place + 1] if place + 1 < len(rows) else None
    known = progress.of(visitor_of(request)).get(found.key)
    reached = 0 if known is None else min(known.step, len(found.steps))
    begin = reached if reached < len(found.steps) else 0
    page: LessonPage = {
        "lesson": reverse("lesson", args=[game, name]),
        "reached": reached,
        "step": begun(found, begin),
    }
    values = {
        "game": game,
        "game_title": game_choices.title(game),
        "title": _translated(found.title),
        "summary": _translated(found.summary),
        "number": place + 1,
        "count": len(rows),
        "steps": len(found.steps),
        "page_data": page_data.script(page, "lesson"),
        "drawing": first_drawing(page["step"]["view"]),
        "after": after and {"name": after.name, "title": _translated(after.title)},
        "play": _play(found),
    }
    return render(request, "learn/lesson.html", values)


def _play(lesson: Lesson) -> dict[str, str]:
    """The form of a game against the first level, with the teacher."""
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
    """A step before the first move, counted from 0."""
    found = _find(game, name)
    if number >= len(found.steps):
        raise Problem(404, "not_found", _("There is nothing here."))
    return JsonResponse(begun(found, number))


def begun(lesson: Lesson, number: int) -> LessonStep:
    """A step in the form that its page gets."""
    one = lesson.steps[number]
    seen = directory.of(lesson.game).begin_task(one.task.plain())
    return {
        "number": number,
        "reading": one.is_reading,
        "words": _translated(one.words),
        "marks": list(one.marks),
        "shows": list(one.shows),
        "hints": [{"words": _translated(hint.words), "at": list(hint.at)} for hint in one.hints],
        "turns": seen["turns"],
        "passes": any("pass" in turn for turn in one.task.accept),
        "view": seen["views"][-1],
        "aids": seen["aids"],
        "analysis": _analysis(one),
    }


def _analysis(one: Step) -> str:
    """The analysis board with the position of a step."""
    task = one.task
    options = {new_game_form.name_of(key): show(value) for key, value in task.options.items()}
    place = {"position": task.position or "", "moves": " ".join(task.setup)}
    query = {"game": task.game, **options, **{key: text for key, text in place.items() if text}}
    return f"{reverse('analysis')}?{urlencode(query)}"


@require_POST
@api.answering
def answer(request: HttpRequest, game: str, name: str) -> HttpResponse:
    """Judges the last of a person's moves in a step, or helps; a finished step is stored.

    The request includes the earlier right moves, because nothing of a step is stored meanwhile.
    """
    found, command = _find(game, name), read_body(request, StepRequest)
    if not 0 <= command.step < len(found.steps):
        raise Problem(400, "malformed", _("There is no such step in this lesson."))
    one = found.steps[command.step]
    if command.command == "hint":
        return JsonResponse(helped(request, one, command.moves))
    if one.is_reading:
        progress.note(welcome(request), found, command.step)
        return JsonResponse(StepDone(outcome="done", words=""))
    return JsonResponse(judged(request, found, command.step, command.moves))


def helped(request: HttpRequest, one: Step, moves: list[str]) -> StepHelp:
    """The next move of a step."""
    with _paid(request, one):
        return _help(one, moves)


def judged(request: HttpRequest, lesson: Lesson, number: int, moves: list[str]) -> StepOutcome:
    """The result of the last move in a step, which is stored if the step is finished."""
    one = lesson.steps[number]
    with _paid(request, one):
        found = directory.of(lesson.game).judge_task(one.task.plain(), moves)
        outcome = _outcome(one, found)
    if outcome["outcome"] == "done":
        progress.note(welcome(request), lesson, number)
    return outcome


def _paid(request: HttpRequest, one: Step) -> AbstractContextManager[None]:
    """Charges a proof as engine time, like any search."""
    if not one.task.needs_search:
        return nullcontext()
    return budget.engine_work(visitor_of(request), address_of(request))


def _help(one: Step, moves: list[str]) -> StepHelp:
    """The move itself, after the last hint."""
    shown = directory.of(one.task.game).show_move(one.task.plain(), moves)
    move = shown["move"]
    if move is None:
        sentence = _("Take your last move back first.")
    elif shown["kind"] == "pass":
        sentence = _("The move is: pass.")
    else:
        sentence = _("The move is %(move)s.") % {"move": move}
    return {**shown, "words": sentence}


def _outcome(one: Step, judged: Judgement) -> StepOutcome:
    """The result of a move, with its texts."""
    kind = judged["outcome"]
    refusal = judged["refusal"]
    refusal_text = ""
    if refusal is not None:
        refusal_text = sentences.refusal(refusal["code"], refusal["args"], refusal["sentence"])
    if kind == "done":
        praise = _translated(one.right) if one.right else _("Right!")
        sentence = f"{refusal_text} {praise}".strip()
    elif kind == "wrong":
        remark = one.wrong.get(judged["move"])
        about = remark.words if remark else one.otherwise
        sentence = _translated(about) if about else _refuted(judged)
    elif kind == "right":
        sentence = _("Right. Go on.")
    else:
        sentence = refusal_text
    at = (refusal["args"].get("point") or refusal["args"].get("to")) if refusal else None
    return {
        "outcome": judged["outcome"],
        "turn": judged["turn"],
        "turns": judged["turns"],
        "move": judged["move"],
        "views": judged["views"],
        "aids": judged["aids"],
        "verdict": judged["verdict"],
        "reply": judged["reply"],
        "result": judged["result"],
        "words": sentence,
        "at": at,
    }


def _refuted(judged: Judgement) -> str:
    """A search's answer to a wrong move that the lesson does not mention."""
    reply = judged["reply"]
    values = {"reply": _("pass") if reply == "pass" else reply}
    match judged["verdict"]:
        case "slower":
            return _("That wins too, but it takes longer. Find the quickest way.")
        case "draws":
            return _("Not this one: the other side answers %(reply)s and draws.") % values
        case "loses":
            return _("Not this one: the other side answers %(reply)s and wins.") % values
        case "later":
            return _("That captures too, but it takes longer. Find the quickest way.")
        case "escapes" if reply == "pass":
            return _("The other side passes, and the capture takes too long. Try another move.")
        case "escapes":
            return (
                _("Not this one: after the answer %(reply)s, you can't capture in time.") % values
            )
        case "unclear" if reply == "pass":
            return _("The other side passes, and the win is not certain. Try another move.")
        case "unclear":
            sentence = _(
                "The other side answers %(reply)s, and the win is not certain. Try another move."
            )
            return sentence % values
    return _("Not this time. Look again, and try another move.")


def _translated(text: Words) -> str:
    return text.text_in((get_language() or "en").partition("-")[0])
