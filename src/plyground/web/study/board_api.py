"""The requests of the analysis board: positions, and games from and to texts."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from plyground.engine.options import show
from plyground.session.session import SIDES
from plyground.web.base import answers
from plyground.web.base.answers import Problem
from plyground.web.base.request_body import read_body
from plyground.web.contract import requests
from plyground.web.game_service import analysis_service, directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import sentences
from plyground.web.play import (
    api,
    errors,
    game_choices,
    import_export,
    new_game_form,
    tablebase_views,
)

Data = dict[str, Any]

_LONGEST = 500_000  # letters of a pasted text
_MOST_ROWS = 1000  # pieces of a board
_SOON = 5
_SENTENCES = (
    gettext_noop("A game can have at most 2000 moves here, variations included."),
    gettext_noop("At most 20 games can be read at once here."),
    gettext_noop("Positions of this game can only be reached by playing."),
)


def query_of(stored: StoredGame) -> dict[str, str]:
    """The game and its options as a link has them."""
    query = {"game": stored.game}
    for option in game_choices.describe(stored.game)["options"]:
        if option["name"] in stored.options:
            query[new_game_form.name_of(option)] = show(stored.options[option["name"]])
    return query


# A position


@require_POST
@api.answering
def at(request: HttpRequest) -> HttpResponse:
    """A position: its board, whose turn it is, what the evaluation says, perfect play if known."""
    stored = _stored(read_body(request, requests.Board))
    return JsonResponse(_looked(stored))


def _stored(command: requests.Board) -> StoredGame:
    _known(command.game)
    moves = tuple(Step(text.strip()) for text in command.moves)
    start = command.position.strip() or None
    return StoredGame(command.game, command.options, start, moves=moves, at=len(moves))


def _known(name: str) -> str:
    if name not in directory.names():
        raise Problem(422, "no_such_game", _("There is no such game."), at="game")
    return name


def _asked(name: str, kind: str, command: Data) -> Data:
    """The service's answer; what it refuses is told in the visitor's language."""
    try:
        return directory.of(name).study(kind, command)
    except Refused:
        raise
    except ValueError as error:
        raise Problem(422, "wrong", errors.sentence_of(error)) from None


def _looked(stored: StoredGame) -> Data:
    return told(stored, _asked(stored.game, "look", {"stored": stored}))


def told(stored: StoredGame, seen: Data) -> Data:
    """A position in the visitor's words."""
    found = {
        name: seen[name] for name in ("view", "position", "aids", "score", "captured", "start")
    }
    found["moves"] = seen["moves"]
    found["over"] = seen["result"] is not None
    found["situation"] = _situation(stored, seen)
    found["terms"] = [
        {
            **term,
            "name": _(term["name"].replace("_", " ")),
            "sentence": _(term["sentence"]) if term["sentence"] else "",
        }
        for term in seen["terms"]
    ]
    found["truth"] = None if seen["truth"] is None else tablebase_views.told(seen["truth"])
    return found


def _situation(stored: StoredGame, seen: Data) -> str:
    view = seen["view"]
    if seen["result"] is None:
        side = {"side": sentences.side_name(view["turn"])}
        if [move["kind"] for move in view["moves"]] == ["pass"]:
            return _("%(side)s has no move but to pass.") % side
        return _("%(side)s to move.") % side
    options = {one["name"]: one["default"] for one in game_choices.describe(stored.game)["options"]}
    game = {"options": {**options, **seen["options"]}}
    return sentences.told({"result": seen["result"], "people": [], "game": game})


# Editing, reading and writing


@require_POST
@api.answering
def compose(request: HttpRequest) -> HttpResponse:
    """The position that was put together on the board."""
    command = api.body(request)
    name = _known(str(command.get("game", "")))
    pieces = _rows(command, "pieces", (str, str, str))
    hands = _rows(command, "hands", (str, str, int))
    if command.get("turn") not in SIDES:
        raise Problem(400, "malformed", _("The side to move is black or white."), at="turn")
    asked = {
        "game": name,
        "options": _options(command),
        "pieces": pieces,
        "hands": hands,
        "turn": command["turn"],
    }
    text = _asked(name, "compose", asked)["position"]
    return JsonResponse(_looked(StoredGame(name, asked["options"], text)))


def _malformed(name: str) -> Problem:
    sentence = _("%(name)s is not as the page sends it.") % {"name": name}
    return Problem(400, "malformed", sentence, at=name)


def _rows(command: Data, name: str, types: tuple[type, ...]) -> list[list[Any]]:
    rows = command.get(name, [])
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


def _options(command: Data) -> Data:
    options = {} if command.get("options") is None else command["options"]
    plain = (str, int, float, bool, type(None))
    if not isinstance(options, dict) or not all(isinstance(v, plain) for v in options.values()):
        raise _malformed("options")
    return options


@require_POST
@api.answering
def read(request: HttpRequest) -> HttpResponse:
    """The games of a pasted text, with their variations."""
    command = api.body(request)
    name, text = _known(str(command.get("game", ""))), command.get("text", "")
    if not isinstance(text, str) or not text.strip():
        sentence = _("Paste a game, its moves or a position first.")
        raise Problem(422, "no_text", sentence, at="text")
    if len(text) > _LONGEST:
        sentence = _("That is too large: at most half a megabyte can be pasted.")
        raise Problem(422, "too_large", sentence, at="text")
    asked = {
        "game": name,
        "options": _options(command),
        "text": text.encode("utf-8", "replace").decode(),
    }
    try:
        with import_export.turn():
            games = _asked(name, "read", asked)["games"]
    except import_export.Busy:
        return answers.later(503, "busy", sentences.busy_reading(_SOON), _SOON)
    return JsonResponse({"games": [_found(game) for game in games]})


def _found(game: Data) -> Data:
    if game["game"] not in directory.names():
        raise Problem(422, "no_such_game", _("There is no such game here."))
    stored = StoredGame(game["game"], game["options"], game["start"])
    title = game_choices.title(stored.game)
    names = [game["players"][side] for side in SIDES]
    who = _("%(black)s against %(white)s") % dict(zip(SIDES, names, strict=True))
    query = query_of(stored)
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
    command = api.body(request)
    name = _known(str(command.get("game", "")))
    asked = {
        "game": name,
        "options": _options(command),
        "start": _text(command, "start"),
        "format": _text(command, "format") or "",
        "players": _players(command),
        "nodes": _nodes(command),
    }
    try:
        with import_export.turn():
            text = _asked(name, "write", asked)["text"]
    except import_export.Busy:
        return answers.later(503, "busy", sentences.busy_reading(_SOON), _SOON)
    ending = game_choices.describe(name)["formats"][asked["format"]]["extension"]
    return JsonResponse({"text": text, "name": f"plyground-{name}.{ending}"})


def _text(command: Data, name: str) -> str | None:
    value = command.get(name)
    if value is not None and (not isinstance(value, str) or len(value) > 4000):
        raise _malformed(name)
    return value or None


def _players(command: Data) -> Data:
    players = {} if command.get("players") is None else command["players"]
    if not isinstance(players, dict):
        raise _malformed("players")
    return {side: str(players.get(side, ""))[:60] for side in SIDES}


def _nodes(command: Data) -> list[list[Any]]:
    """The tree as the page sends it: parents before their children, each a move or a set-up."""
    rows = command.get("nodes")
    if isinstance(rows, list) and len(rows) > analysis_service.MOST_NODES:
        raise Problem(422, "too_many_moves", _(analysis_service.SENTENCES["too_many_moves"]))
    if isinstance(rows, list) and rows and all(map(_is_node, range(len(rows)), rows)):
        return rows
    raise _malformed("nodes")


def _is_node(number: int, row: object) -> bool:
    if not isinstance(row, list) or len(row) != 4:
        return False
    parent, move, setup, comment = row
    if not isinstance(comment, str) or len(comment) > analysis_service.MOST_COMMENT:
        return False
    if number == 0:
        return True
    one = [text for text in (move, setup) if text is not None]
    fits = len(one) == 1 and isinstance(one[0], str) and 0 < len(one[0]) <= 4000
    return fits and type(parent) is int and 0 <= parent < number
