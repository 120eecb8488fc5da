"""What is known of a position: perfect play, and territory in Go; and building a tablebase."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from plyground.engine.messages import number
from plyground.engine.view import other
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.contract.boards import CountLine, Territory, TerritoryData
from plyground.web.contract.games import (
    BoardTablebaseValues,
    Button,
    TablebaseMove,
    TablebaseProgress,
    TablebaseValues,
    Values,
    ValueWords,
)
from plyground.web.engine import budget, tablebases
from plyground.web.game_service import directory
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import consent, repository, sentences
from plyground.web.games.models import Game
from plyground.web.play import import_export
from plyground.web.play.api import answering, mine
from plyground.web.visitors import api_auth
from plyground.web.visitors.visitors import visitor_of


@require_safe
@answering
def of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The value of a game's position with best play, and of each of its moves."""
    row, stored = mine(request, game_id)
    return JsonResponse(_asked(request, row, stored, len(stored.moves)))


@require_safe
@answering
def of_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a game that anyone may see."""
    row = import_export.shared_row(token)
    stored = repository.read(row)
    return JsonResponse(_asked(request, row, stored, stored.at))


def _asked(request: HttpRequest, row: Game, stored: StoredGame, last: int) -> TablebaseValues:
    ply = _ply(request, stored)
    if not tablebases.known(row.name):
        raise Problem(404, "no_table", _("This server has no tablebase for this game."))
    consent.require_fair(visitor_of(request), row.name)
    if not tablebases.is_open(row):
        sentence = _("Perfect play is hidden in this game until it is over.")
        raise Problem(403, "not_open", sentence)
    _require_ply(ply, last)
    found = directory.of(row.name).tablebase_values(stored, ply)
    if found is None:  # deleted meanwhile
        raise Problem(404, "no_table", _("This server has no tablebase for this game."))
    return {**values_answer(found), "ply": found["ply"]}


def _ply(request: HttpRequest, stored: StoredGame) -> int:
    """The position that the request is about."""
    text = request.GET.get("ply", str(stored.at))
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise Problem(400, "malformed", _("There is no such move in this game."))
    return int(text)


def _require_ply(ply: int, last: int) -> None:
    if ply > last:
        raise Problem(422, "no_such_ply", _("There is no such move in this game."))


def values_answer(found: Values) -> BoardTablebaseValues:
    """The service's result, with texts."""
    moves: list[TablebaseMove] = [
        {**move, "words": _words(move["value"], move["exact"])} for move in found["moves"]
    ]
    return {
        "side": found["side"],
        "value": found["value"],
        "exact": found["exact"],
        "moves": moves,
        "sentence": _sentence(found),
    }


def _sentence(found: Values) -> str:
    value, mover = found["value"], found["side"]
    if value is None:
        return ""
    if value == 0:
        return _("A draw with best play.")
    plies = abs(value)
    winner = mover if value > 0 else other(mover)
    sentence = ngettext(
        "%(side)s wins in %(plies)s move with best play.",
        "%(side)s wins in %(plies)s moves with best play.",
        plies,
    ) % {"side": sentences.side_name(winner), "plies": plies}
    if found["exact"]:
        return sentence
    doubt = _("But a position has occurred twice: the third time is a draw.")
    return f"{sentence} {doubt}"


def _words(value: int, exact: bool) -> ValueWords:
    """A value on a square, and for screen readers; with a question mark if it is uncertain."""
    label, spoken = _surely(value)
    if not exact:
        label = f"{label}?"
        spoken = _("%(worth)s, unless the position occurs a third time") % {"worth": spoken}
    return {"label": label, "spoken": spoken}


def _surely(value: int) -> tuple[str, str]:
    if value == 0:
        return _("D"), _("draws")
    plies = {"plies": abs(value)}
    if value > 0:
        spoken = ngettext("wins in %(plies)s move", "wins in %(plies)s moves", value)
        return _("W %(plies)s") % plies, spoken % plies
    spoken = ngettext("loses in %(plies)s move", "loses in %(plies)s moves", -value)
    return _("L %(plies)s") % plies, spoken % plies


# Territory


@require_safe
@answering
def territory_of_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The owner of each point of a game's board, counted or estimated."""
    row, stored = mine(request, game_id)
    return JsonResponse(_territory(request, row, stored, len(stored.moves)))


@require_safe
@answering
def territory_of_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a game that anyone may see."""
    row = import_export.shared_row(token)
    stored = repository.read(row)
    return JsonResponse(_territory(request, row, stored, stored.at))


def _territory(request: HttpRequest, row: Game, stored: StoredGame, last: int) -> Territory:
    ply = _ply(request, stored)
    _require_ply(ply, last)
    counts = directory.of(row.name).place(stored)["stage"] == "counting" and ply == stored.at
    if not (counts or tablebases.is_open(row)):
        raise Problem(403, "not_open", _("The estimate is hidden in this game until it is over."))
    if not counts:
        consent.require_fair(visitor_of(request), row.name)
    return territory_answer(request, stored, ply, marked=True)


def territory_answer(
    request: HttpRequest, stored: StoredGame, ply: int, *, marked: bool
) -> Territory:
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
        "sentence": _territory_sentence(found),
        "lines": _count_lines(found),
    }


def _territory_sentence(found: TerritoryData) -> str:
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


def _count_lines(found: TerritoryData) -> list[CountLine]:
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


# Building


@require_http_methods(["GET", "HEAD", "POST", "DELETE"])
@answering
def tablebase(request: HttpRequest, name: str) -> HttpResponse:
    """The progress of building a tablebase; POST starts or continues it, DELETE stops it.

    Only for the server's own machine; others get 404.
    """
    if not tablebases.is_offered(request, name):
        raise Http404
    if request.method == "POST":
        tablebases.begin(name)
    elif request.method == "DELETE":
        tablebases.stop(name)
    return JsonResponse(_progress(name, began=request.method == "POST"))


def _progress(name: str, *, began: bool) -> TablebaseProgress:
    """The page's content: a sentence, the progress, and the button's text and request."""
    if tablebases.known(name):
        return {"there": True, "share": 1, "sentence": _("Perfect play is ready."), "button": None}
    now = tablebases.progress(name)
    if now.made or began:
        percent = {"percent": int(100 * now.share)}
        sentence = _("Perfect play is being computed: %(percent)s%%.") % percent
        button: Button = {"label": _("Stop"), "method": "DELETE"}
        return {"there": False, "share": now.share, "sentence": sentence, "button": button}
    button = {"label": _("Go on") if now.begun else _("Compute it"), "method": "POST"}
    return {"there": False, "share": None, "sentence": _offer(now), "button": button}


def _offer(now: tablebases.Progress) -> str:
    if now.trouble:
        return _("Perfect play could not be computed; see the server's log.")
    if now.begun:
        return _("The computation of perfect play was stopped; it can continue from there.")
    return _(
        "Perfect play shows for every move whether it wins. It is not computed yet: that takes a"
        " minute or two, about 500 MB on this computer while it runs, and 190 MB afterwards."
    )
