"""The profile of a visitor: results, strength, puzzles, lessons, streaks, usual mistakes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from plyground.learn import lessons
from plyground.matches.performance import Performance
from plyground.matches.stats import Tally
from plyground.web.community import achievements, mistakes, names, results
from plyground.web.community.results import Finished
from plyground.web.game_service import directory
from plyground.web.learn import progress, puzzle_ratings, puzzle_views
from plyground.web.learn.puzzle_views import Known
from plyground.web.play import game_choices
from plyground.web.visitors import people
from plyground.web.visitors.visitors import account_of, visitor_of, welcome

Row = dict[str, object]


@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """The visitor's own profile; a guest may choose a name."""
    if request.method == "POST":
        return _rename(request)
    return _show(request)


@require_safe
def person(request: HttpRequest, key: str) -> HttpResponse:
    """What everyone may see of a person."""
    found = people.find(key)
    if found is None:
        raise Http404
    if found.visitor == visitor_of(request):
        return redirect("profile")
    values = about(found.visitor) | {"name": names.shown(found.visitor), "key": key}
    return render(request, "community/person.html", values)


def _show(request: HttpRequest, status: int = 200, **more: object) -> HttpResponse:
    visitor = visitor_of(request)
    values = about(visitor) | {
        "name": people.name_of(request),
        "is_guest": account_of(request) is None,
        "key": people.known(visitor).key if visitor else "",
        "mistakes": mistakes.usual(visitor) if visitor else None,
        "advice": mistakes.advice(),
    }
    return render(request, "community/profile.html", values | more, status=status)


def _rename(request: HttpRequest) -> HttpResponse:
    if account_of(request) is not None:
        return redirect("profile")
    given = request.POST.get("name", "")
    try:
        people.rename_guest(welcome(request), names.checked(given))
    except people.NameTaken:
        wrong = _("This name, or one that looks like it, is taken. Choose another.")
        return _show(request, 422, wrong=wrong, given=given[:60])
    except names.BadName as bad:
        return _show(request, 422, wrong=str(bad), given=given[:60])
    return redirect("profile")


# What a profile contains


def about(visitor: str) -> Row:
    """The part of a profile that everyone may see."""
    games = results.finished(visitor)
    known = progress.of(visitor)
    attempts = puzzle_ratings.counts(visitor)
    today = timezone.now().date()
    streak = puzzle_views.streak(known, puzzle_views.today())
    courses = _courses(known)
    scores = [score for row in attempts.values() for score in row]
    finished_courses = sum(row["done"] == row["count"] for row in courses)
    return {
        "games": [_game(name, games) for name in _names(games)],
        "total": len(games),
        "puzzles": _puzzles(visitor, attempts),
        "courses": [row for row in courses if row["done"]],
        "streaks": {
            "puzzles": streak,
            "wins": results.longest_run(one.score for one in games),
            "days": results.days_in_a_row((one.day for one in games), today),
        },
        "achievements": achievements.of(games, scores, streak, finished_courses),
    }


def _names(games: list[Finished]) -> list[str]:
    played = {one.game for one in games}
    return [name for name in directory.names() if name in played]


def _game(name: str, games: list[Finished]) -> Row:
    """The results in one game."""
    mine = [one for one in games if one.game == name]
    return {
        "name": name,
        "title": game_choices.title(name),
        "all": Tally.of(one.score for one in mine),
        "rows": results.by_opponent(mine),
        "strength": _strength(name, results.strength(name, mine)),
    }


def _strength(name: str, found: Performance | None) -> str:
    """The strength in words: Elo above level 1, its interval, and the nearest level."""
    if found is None:
        return ""
    values = {
        "elo": f"{found.elo:+.0f}",
        "low": f"{found.low:+.0f}",
        "high": f"{found.high:+.0f}",
        "level": results.near_level(name, found.elo),
    }
    return _("%(elo)s Elo (95 %%: %(low)s to %(high)s), about level %(level)s") % values


def _puzzles(visitor: str, attempts: dict[str, list[float]]) -> list[Row]:
    """The puzzles of each game: the rating, and how they were solved."""
    rated = puzzle_ratings.of(visitor)
    known = directory.names()
    return [
        {
            "name": name,
            "title": game_choices.title(name),
            "rating": str(rated[name]) if name in rated else "",
            "tried": len(scores),
            "clean": scores.count(puzzle_ratings.SOLVED),
            "helped": scores.count(puzzle_ratings.HELPED),
        }
        for name, scores in attempts.items()
        if name in known
    ]


def _courses(known: Known) -> list[Row]:
    """The lessons done in each game."""
    return [
        {
            "title": game_choices.title(game),
            "done": sum(bool(known.get(row.key) and known[row.key].done) for row in rows),
            "count": len(rows),
        }
        for game, rows in lessons.lessons().items()
        if game in directory.names()
    ]
