"""What the page of the analysis board asks for: positions, games from texts, and texts of games."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from plyground.options import show
from plyground.sitting.session import SIDES
from plyground.web import (
    analysis_desk,
    api,
    bodies,
    desks,
    errors,
    exchange,
    guide,
    programs,
    terms,
    truth,
    words,
)
from plyground.web.api import Problem
from plyground.web.desk import Refused
from plyground.web.sheet import Sheet, Step

Data = dict[str, Any]

_LONGEST = 500_000  # letters of a pasted text
_MOST_ROWS = 1000  # pieces of a board
_SOON = 5
_SENTENCES = (
    gettext_noop("A game can have at most 2000 moves here, variations included."),
    gettext_noop("At most 20 games can be read at once here."),
    gettext_noop("Positions of this game can only be reached by playing."),
)


def query_of(sheet: Sheet) -> dict[str, str]:
    """The game and its options as a link has them."""
    query = {"game": sheet.game}
    for option in guide.describe(sheet.game)["options"]:
        if option["name"] in sheet.options:
            query[terms.name_of(option)] = show(sheet.options[option["name"]])
    return query


# A position


@require_POST
@api.answering
def at(request: HttpRequest) -> HttpResponse:
    """A position: its board, whose turn it is, what the evaluation says, perfect play if known."""
    sheet = _sheet(programs.body(request, bodies.BOARD))
    return JsonResponse(_looked(sheet))


def _sheet(wish: Data) -> Sheet:
    _known(wish["game"])
    moves = tuple(Step(text.strip()) for text in wish["moves"] or ())
    start = (wish["position"] or "").strip() or None
    return Sheet(wish["game"], wish["options"] or {}, start, moves=moves, at=len(moves))


def _known(name: str) -> str:
    if name not in desks.names():
        raise Problem(422, "no_such_game", _("There is no such game."), at="game")
    return name


def _asked(name: str, kind: str, wish: Data) -> Data:
    """The desk's answer; what it refuses is told in the visitor's language."""
    try:
        return desks.of(name).study(kind, wish)
    except Refused:
        raise
    except ValueError as error:
        raise Problem(422, "wrong", errors.sentence_of(error)) from None


def _looked(sheet: Sheet) -> Data:
    return told(sheet, _asked(sheet.game, "look", {"sheet": sheet}))


def told(sheet: Sheet, seen: Data) -> Data:
    """A position in the visitor's words."""
    found = {
        name: seen[name] for name in ("view", "position", "aids", "score", "captured", "start")
    }
    found["moves"] = seen["moves"]
    found["over"] = seen["result"] is not None
    found["situation"] = _situation(sheet, seen)
    found["terms"] = [
        {
            **term,
            "name": _(term["name"].replace("_", " ")),
            "sentence": _(term["sentence"]) if term["sentence"] else "",
        }
        for term in seen["terms"]
    ]
    found["truth"] = None if seen["truth"] is None else truth.told(seen["truth"])
    return found


def _situation(sheet: Sheet, seen: Data) -> str:
    view = seen["view"]
    if seen["result"] is None:
        side = {"side": words.side_name(view["turn"])}
        if [move["kind"] for move in view["moves"]] == ["pass"]:
            return _("%(side)s has no move but to pass.") % side
        return _("%(side)s to move.") % side
    options = {one["name"]: one["default"] for one in guide.describe(sheet.game)["options"]}
    game = {"options": {**options, **seen["options"]}}
    return words.told({"result": seen["result"], "people": [], "game": game})


# Editing, reading and writing


@require_POST
@api.answering
def compose(request: HttpRequest) -> HttpResponse:
    """The position that was put together on the board."""
    wish = api.body(request)
    name = _known(str(wish.get("game", "")))
    pieces = _rows(wish, "pieces", (str, str, str))
    hands = _rows(wish, "hands", (str, str, int))
    if wish.get("turn") not in SIDES:
        raise Problem(400, "malformed", _("The side to move is black or white."), at="turn")
    asked = {
        "game": name,
        "options": _options(wish),
        "pieces": pieces,
        "hands": hands,
        "turn": wish["turn"],
    }
    text = _asked(name, "compose", asked)["position"]
    return JsonResponse(_looked(Sheet(name, asked["options"], text)))


def _malformed(name: str) -> Problem:
    sentence = _("%(name)s is not as the page sends it.") % {"name": name}
    return Problem(400, "malformed", sentence, at=name)


def _rows(wish: Data, name: str, types: tuple[type, ...]) -> list[list[Any]]:
    rows = wish.get(name, [])
    if (
        not isinstance(rows, list)
        or len(rows) > _MOST_ROWS
        or not all(_fits(row, types) for row in rows)
    ):
        raise _malformed(name)
    return rows


def _fits(row: object, types: tuple[type, ...]) -> bool:
    if not isinstance(row, list) or len(row) != len(types):
        return False
    return all(type(one) is kind for one, kind in zip(row, types, strict=True))


def _options(wish: Data) -> Data:
    options = {} if wish.get("options") is None else wish["options"]
    plain = (str, int, float, bool, type(None))
    if not isinstance(options, dict) or not all(isinstance(v, plain) for v in options.values()):
        raise _malformed("options")
    return options


@require_POST
@api.answering
def read(request: HttpRequest) -> HttpResponse:
    """The games of a pasted text, with their variations."""
    wish = api.body(request)
    name, text = _known(str(wish.get("game", ""))), wish.get("text", "")
    if not isinstance(text, str) or not text.strip():
        sentence = _("Paste a game, its moves or a position first.")
        raise Problem(422, "no_text", sentence, at="text")
    if len(text) > _LONGEST:
        sentence = _("That is too large: at most half a megabyte can be pasted.")
        raise Problem(422, "too_large", sentence, at="text")
    asked = {
        "game": name,
        "options": _options(wish),
        "text": text.encode("utf-8", "replace").decode(),
    }
    try:
        with exchange.turn():
            games = _asked(name, "read", asked)["games"]
    except exchange.Busy:
        return api.later(503, "busy", words.busy_reading(_SOON), _SOON)
    return JsonResponse({"games": [_found(game) for game in games]})


def _found(game: Data) -> Data:
    if game["game"] not in desks.names():
        raise Problem(422, "no_such_game", _("There is no such game here."))
    sheet = Sheet(game["game"], game["options"], game["start"])
    title = guide.title(sheet.game)
    names = [game["players"][side] for side in SIDES]
    who = _("%(black)s against %(white)s") % dict(zip(SIDES, names, strict=True))
    query = query_of(sheet)
    return {
        **game,
        "query": query,
        "title": f"{title}: {who}" if all(names) else title,
        "url": f"?{urlencode(query)}",
    }


@require_POST
@api.answering
def save(request: HttpRequest) -> HttpResponse:
    """The game with its variations as a file."""
    wish = api.body(request)
    name = _known(str(wish.get("game", "")))
    asked = {
        "game": name,
        "options": _options(wish),
        "start": _text(wish, "start"),
        "format": _text(wish, "format") or "",
        "players": _players(wish),
        "nodes": _nodes(wish),
    }
    try:
        with exchange.turn():
            text = _asked(name, "write", asked)["text"]
    except exchange.Busy:
        return api.later(503, "busy", words.busy_reading(_SOON), _SOON)
    ending = guide.describe(name)["formats"][asked["format"]]["extension"]
    return JsonResponse({"text": text, "name": f"plyground-{name}.{ending}"})


def _text(wish: Data, name: str) -> str | None:
    value = wish.get(name)
    if value is not None and (not isinstance(value, str) or len(value) > 4000):
        raise _malformed(name)
    return value or None


def _players(wish: Data) -> Data:
    players = {} if wish.get("players") is None else wish["players"]
    if not isinstance(players, dict):
        raise _malformed("players")
    return {side: str(players.get(side, ""))[:60] for side in SIDES}


def _nodes(wish: Data) -> list[list[Any]]:
    """The tree as the page sends it: parents before their children, each a move or a set-up."""
    rows = wish.get("nodes")
    if isinstance(rows, list) and len(rows) > analysis_desk.MOST_NODES:
        raise Problem(422, "too_many_moves", _(analysis_desk.SENTENCES["too_many_moves"]))
    if isinstance(rows, list) and rows and all(map(_is_node, range(len(rows)), rows)):
        return rows
    raise _malformed("nodes")


def _is_node(number: int, row: object) -> bool:
    if not isinstance(row, list) or len(row) != 4:
        return False
    parent, move, setup, comment = row
    if not isinstance(comment, str) or len(comment) > analysis_desk.MOST_COMMENT:
        return False
    if number == 0:
        return True
    one = [text for text in (move, setup) if text is not None]
    fits = len(one) == 1 and isinstance(one[0], str) and 0 < len(one[0]) <= 4000
    return fits and type(parent) is int and 0 <= parent < number
