"""The game summary: how it went, what cost most, and what to learn next."""

from typing import cast
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from plyground.engine.options import show
from plyground.engine.spec import LEVELS
from plyground.engine.view import other
from plyground.learn import adaptive, lessons
from plyground.learn.lessons import Lesson
from plyground.web.contract.learn import GameSummary
from plyground.web.contract.service import PlainReview, Summary
from plyground.web.game_service import directory
from plyground.web.game_service.sessions import network_seat
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import kept_reviews, seats, sentences
from plyground.web.games.models import Game
from plyground.web.learn import progress
from plyground.web.play import api
from plyground.web.visitors.visitors import visitor_of

# The sentences for the kinds of mistakes that learn/game_summary.py finds.
CAUSES = {
    "win": gettext_lazy("What cost you most: a win at once that you did not see."),
    "block": gettext_lazy("What cost you most: you let the other side win at once."),
    "try": gettext_lazy("What cost you most: a lion that could reach the far rank."),
    "corner": gettext_lazy("What cost you most: moves that gave a corner away."),
    "missed_corner": gettext_lazy("What cost you most: a corner that you could have taken."),
    "capture": gettext_lazy("What cost you most: captures that you did not see."),
    "lost": gettext_lazy("What cost you most: pieces left where they could be taken."),
    "drop": gettext_lazy("What cost you most: drops from your hand that you did not see."),
    "end": gettext_lazy("What cost you most: the last moves, when points are counted."),
    "forced": gettext_lazy("What cost you most: threats that could lead to a win by force."),
    "choices": gettext_lazy("What cost you most: moves that left the other side many choices."),
    "other": gettext_lazy("What cost you most: moves that did less than others would have."),
}


@require_safe
@api.answering
def summary(request: HttpRequest, game_id: str) -> HttpResponse:
    """Three sentences, the last one with a link; none if there is no review yet."""
    row, stored = api.mine(request, game_id)
    found = kept_reviews.of(row, stored)
    if len(stored.people) != 1 or found is None:
        return JsonResponse(GameSummary(sentences=[]))
    data = directory.of(row.name).game_summary(
        kept_reviews.part(stored), cast(PlainReview, found.plain()), stored.people[0]
    )
    text, url = _next(row, stored, data, visitor_of(request))
    return JsonResponse(GameSummary(sentences=[_how(data), _what(data), text], url=url))


def _how(data: Summary) -> str:
    """How it went."""
    if data["accuracy"] is None:
        return _("You had no choice in any of your moves.")
    values: dict[str, object] = {"accuracy": round(data["accuracy"])}
    worst = data["worst"]
    if worst is None:
        return _("You played with an accuracy of %(accuracy)s%%, without a large mistake.") % values
    values |= {"ply": worst["ply"], "move": sentences.move_name(worst["move"])}
    values |= {"before": f"{worst['before']:.0%}", "chance": f"{worst['chance']:.0%}"}
    sentence = _(
        "You played with an accuracy of %(accuracy)s%%; the largest mistake was move %(ply)s,"
        " %(move)s: it lowered your winning chance from %(before)s to %(chance)s."
    )
    return sentence % values


def _what(data: Summary) -> str:
    """The most costly kind of mistake."""
    if data["cause"] is None:
        return _("No kind of mistake stands out. Keep it up!")
    return str(CAUSES[data["cause"]])


def _next(row: Game, stored: StoredGame, data: Summary, visitor: str) -> tuple[str, str]:
    """What to do next: the lesson about it, a new lesson, or another game."""
    known = progress.of(visitor)
    lesson = lessons.find(row.name, data["lesson"]) if data["lesson"] else None
    if lesson is not None:
        values = {"title": _title(lesson)}
        if lesson.key in known and known[lesson.key].done:
            return _("Repeat the lesson “%(title)s”.") % values, _address(lesson)
        return _("Next lesson: “%(title)s”.") % values, _address(lesson)
    for lesson in lessons.lessons().get(row.name, ()):
        if lesson.key not in known or not known[lesson.key].done:
            sentence = _("Next lesson: “%(title)s”.") % {"title": _title(lesson)}
            return sentence, _address(lesson)
    return _another(row, stored)


def _another(row: Game, stored: StoredGame) -> tuple[str, str]:
    """Another game: against a stronger opponent after a win."""
    mine = stored.people[0]
    opponent = stored.seat(other(mine))
    query = {name: show(value) for name, value in row.options.items() if value is not None}
    query |= {"colour": mine, "teacher": "yes"}
    if network_seat(opponent) is not None:
        query["opponent"] = opponent
        sentence = _("Next: another game against this network.")
    elif adaptive.is_adaptive(opponent):
        query["opponent"] = seats.ADAPTIVE
        sentence = _("Next: another game against the adaptive opponent.")
    else:
        won = bool(row.result) and row.result["winner"] == mine
        level = min(LEVELS, int(opponent.partition(":")[2].partition(",")[0]) + won)
        query["opponent"] = f"level:{level}"
        sentence = _("Next: a game against level %(level)s.") % {"level": level}
    return sentence, f"{reverse('new', args=[row.name])}?{urlencode(query)}"


def _title(lesson: Lesson) -> str:
    return lesson.title.text_in((translation.get_language() or "en").partition("-")[0])


def _address(lesson: Lesson) -> str:
    return reverse("lesson", args=[lesson.game, lesson.name])
