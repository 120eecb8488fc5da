"""My games: the list with its filters, and deleting games."""

from collections.abc import Iterable
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from plyground.session.session import PERSON
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.games import invitations, repository
from plyground.web.games.models import Game
from plyground.web.games.owners import own_game
from plyground.web.play import errors, game_choices, jobs
from plyground.web.play.views import seen
from plyground.web.visitors.visitors import visitor_of

_A_PAGE = 20  # games
_SILENT = ("game_hangs", "game_busy", "game_ended")
_OPPONENTS = ("computer", "person", "screen", "watch")
_RESULTS = ("open", "won", "lost", "drawn")
_ALONE = Q(black=PERSON) & ~Q(white=PERSON), Q(white=PERSON) & ~Q(black=PERSON)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All games of a visitor, the latest first; the query selects some."""
    visitor = visitor_of(request)
    rows = repository.games_of(visitor).order_by("-changed", "pk")
    total = rows.count()
    chosen = _chosen(request)
    found = rows.filter(_asked(visitor, chosen))
    page = Paginator(found, _A_PAGE).get_page(request.GET.get("page"))
    names = list(rows.order_by().values_list("name", flat=True).distinct())
    values = {
        "page": page,
        "games": _listed(page, visitor),
        "total": total,
        "found": page.paginator.count,
        "questions": _questions(names, chosen),
        "query": urlencode({key: text for key, text in chosen.items() if text}),
        "imported": _count(request.GET.get("imported", "")),
        "deleted": _count(request.GET.get("deleted", "")),
    }
    return render(request, "play/games.html", values)


# Filters


def _chosen(request: HttpRequest) -> dict[str, str]:
    """The filters in the query; unknown values count as none."""
    given = request.GET
    result = given.get("result", "") or given.get("show", "")  # a link of version 0.1
    opponent = given.get("opponent", "")
    return {
        "game": given.get("game", "")[:64],
        "opponent": opponent if opponent in _OPPONENTS else "",
        "result": result if result in _RESULTS else "",
    }


def _asked(visitor: str, chosen: dict[str, str]) -> Q:
    """The filters as a condition."""
    asked = Q(name=chosen["game"]) if chosen["game"] else Q()
    by_link, people = ~Q(seat=""), Q(black=PERSON, white=PERSON)
    opponents = {
        "computer": Q(seat="") & (_ALONE[0] | _ALONE[1]),
        "person": by_link,
        "screen": Q(seat="") & people,
        "watch": ~Q(black=PERSON) & ~Q(white=PERSON),
    }
    if chosen["opponent"]:
        asked &= opponents[chosen["opponent"]]
    over = Q(result__isnull=False)
    black, white = _side(visitor, "black"), _side(visitor, "white")
    results = {
        "open": Q(result__isnull=True),
        "won": over & ((black & Q(result__winner="black")) | (white & Q(result__winner="white"))),
        "lost": over & ((black & Q(result__winner="white")) | (white & Q(result__winner="black"))),
        "drawn": over & Q(result__winner=None),
    }
    return asked & results[chosen["result"]] if chosen["result"] else asked


def _side(visitor: str, side: str) -> Q:
    """The games in which the visitor alone has this side."""
    other = "white" if side == "black" else "black"
    alone = Q(seat="") & _ALONE[side == "white"]
    return alone | Q(seat=side, visitor=visitor) | Q(seat=other, guest=visitor)


def _questions(names: Iterable[str], chosen: dict[str, str]) -> list[dict[str, object]]:
    """The filters as questions with their choices."""
    known = set(directory.names())
    titles = [(name, game_choices.title(name) if name in known else name) for name in names]
    opponents = {
        "computer": _("The computer"),
        "person": _("A person by link"),
        "screen": _("A person on this screen"),
        "watch": _("Two computers"),
    }
    results = {
        "open": _("Unfinished"),
        "won": _("Wins"),
        "lost": _("Losses"),
        "drawn": _("Draws"),
    }
    rows = [
        ("game", _("Game"), sorted(titles, key=lambda row: row[1])),
        ("opponent", _("Opponent"), list(opponents.items())),
        ("result", _("Result"), list(results.items())),
    ]
    return [
        {"name": name, "label": label, "choices": choices, "value": chosen[name]}
        for name, label, choices in rows
    ]


# Rows


def _listed(rows: Iterable[Game], visitor: str) -> list[dict[str, object]]:
    """Rows of the list. A game written in Python may be gone or hang; its rows stay.

    If a program does not answer, it is not asked again for the next row.
    """
    silent: dict[str, ValueError] = {}
    listed = []
    for row in rows:
        try:
            if row.name in silent:
                raise silent[row.name]
            listed.append(seen(row, visitor))
        except ValueError as error:
            if isinstance(error, Refused) and error.code in _SILENT:
                silent[row.name] = error
            listed.append(_failing(row, error))
    return listed


def _failing(row: Game, error: ValueError) -> dict[str, object]:
    return {
        "id": row.pk,
        "title": row.name,
        "situation": errors.sentence_of(error),
        "changed": row.changed,
        "fails": True,
    }


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


# Deleting


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, game_id: str) -> HttpResponse:
    """Asks for confirmation, then deletes a game with its moves.

    A game by link is deleted when both have left it.
    """
    row, visitor = own_game(request, game_id), visitor_of(request)
    if row is None:
        raise Http404
    if request.method != "POST":
        return render(request, "play/delete.html", {"game": _listed([row], visitor)[0]})
    _delete(row, visitor)
    return redirect("games")


@require_POST
def delete_many(request: HttpRequest) -> HttpResponse:
    """The same for the games that were ticked on a page of the list."""
    visitor = visitor_of(request)
    ids = request.POST.getlist("game")[:_A_PAGE]
    rows = list(repository.games_of(visitor).filter(pk__in=ids).order_by("-changed", "pk"))
    if not rows:
        return redirect("games")
    if "sure" not in request.POST:
        return render(request, "play/delete_many.html", {"games": _listed(rows, visitor)})
    for row in rows:
        _delete(row, visitor)
    return redirect(f"{reverse('games')}?deleted={len(rows)}")


def _delete(row: Game, visitor: str) -> None:
    row.version += 1  # otherwise a search for it would continue
    jobs.outdated(row)
    invitations.leave(row, visitor)
    if row.name in directory.names():
        directory.of(row.name).forget(str(row.pk))
