"""Territory in Go: who owns each point, and the count as a table."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from plyground.engine.messages import number
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.contract.boards import CountLine, Territory, TerritoryData
from plyground.web.engine import budget, tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import repository
from plyground.web.games.models import Game
from plyground.web.play import import_export
from plyground.web.play.api import answering, mine
from plyground.web.visitors import api_auth
from plyground.web.visitors.visitors import visitor_of


@require_safe
@answering
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Who owns each point of a game's board, counted or estimated."""
    row, stored = mine(request, game_id)
    return JsonResponse(_asked(request, row, stored, len(stored.moves)))


@require_safe
@answering
def of_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a game that anyone may see."""
    row = import_export.shared_row(token)
    stored = repository.read(row)
    return JsonResponse(_asked(request, row, stored, stored.at))


def _asked(request: HttpRequest, row: Game, stored: StoredGame, last: int) -> Territory:
    text = request.GET.get("ply", str(stored.at))
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Problem(400, "malformed", _("There is no such move in this game."))
    ply = int(text)
    if ply > last:
        raise Problem(422, "no_such_ply", _("There is no such move in this game."))
    counts = directory.of(row.name).place(stored)["stage"] == "counting" and ply == stored.at
    if not (counts or tablebases.is_open(row)):
        raise Problem(403, "not_open", _("The estimate is hidden in this game until it is over."))
    return asked(request, stored, ply, marked=True)


def asked(request: HttpRequest, stored: StoredGame, ply: int, *, marked: bool) -> Territory:
    """The service's result with texts; an estimate is charged like any other search."""
    address = address_of(request)
    payer = api_auth.payer(visitor_of(request), address)
    with budget.engine_work(payer, address):
        found = directory.of(stored.game).territory(stored, ply, marked=marked)
    if found is None:
        raise Problem(404, "no_territory", _("This game is not decided by territory."))
    return {
        "counted": found["counted"],
        "owners": found["owners"],
        "lead": found["lead"],
        "sentence": _sentence(found),
        "lines": _lines(found),
    }


def _sentence(found: TerritoryData) -> str:
    lead = {"points": number(abs(found["lead"]))}
    black = found["lead"] > 0
    if found["counted"]:
        if not found["lead"]:
            return _("Both sides have the same number of points.")
        words = _("Black is ahead by %(points)s.") if black else _("White is ahead by %(points)s.")
    elif abs(found["lead"]) < 1:
        return _("Estimate: about even.")
    elif black:
        words = _("Estimate: Black leads by %(points)s.")
    else:
        words = _("Estimate: White leads by %(points)s.")
    return words % lead


def _lines(found: TerritoryData) -> list[CountLine]:
    """The parts of the count, and their sum; nothing for an estimate."""
    names = {
        "stones": _("Stones"),
        "territory": _("Territory"),
        "dead": _("Dead stones of the other side"),
        "prisoners": _("Prisoners"),
        "komi": _("Komi"),
    }
    rows = found["rows"]
    lines: list[CountLine] = [
        {"words": names[row["part"]], "black": row["black"], "white": row["white"]}
        for row in rows
        if row["part"] != "komi" or row["white"]
    ]
    if not rows:
        return []
    both = sum(row["black"] for row in rows), sum(row["white"] for row in rows)
    return [*lines, {"words": _("Sum"), "black": both[0], "white": both[1]}]
