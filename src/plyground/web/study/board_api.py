"""The requests of the analysis board: positions, and games from and to texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from plyground.engine.network import network_files
from plyground.engine.options import show
from plyground.engine.view import other
from plyground.session.session import SIDES
from plyground.session.threats import WORDS
from plyground.web.base import answers
from plyground.web.base.answers import Problem
from plyground.web.base.client_address import address_of
from plyground.web.base.request_body import read_body
from plyground.web.contract import requests
from plyground.web.contract.page_requests import (
    ComposeRequest,
    NetworkRequest,
    PasteRequest,
    SaveRequest,
)
from plyground.web.contract.service import GameTree, Looked, Node
from plyground.web.contract.study import SavedFile, StudyGame, StudyGames, StudyPosition
from plyground.web.engine import budget
from plyground.web.game_service import analysis_service, directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import consent, sentences
from plyground.web.play import (
    api,
    errors,
    game_choices,
    import_export,
    new_game_form,
    value_views,
)
from plyground.web.visitors import api_auth
from plyground.web.visitors.visitors import visitor_of

_LONGEST = 500_000  # characters of a pasted text
_SOON = 5
_SENTENCES = (
    gettext_noop("A game can have at most 2000 moves here, variations included."),
    gettext_noop("At most 20 games can be read at once here."),
    gettext_noop("Positions of this game can only be reached by playing."),
)


def query_of(stored: StoredGame) -> dict[str, str]:
    """The game and its options in the form of a link."""
    query = {"game": stored.game}
    for option in game_choices.describe(stored.game)["options"]:
        if option["name"] in stored.options:
            query[new_game_form.name_of(option["name"])] = show(stored.options[option["name"]])
    return query


# A position


@require_POST
@api.answering
def at(request: HttpRequest) -> HttpResponse:
    """A position: its board, the side to move, the evaluation, and perfect play if known."""
    stored = _stored(read_body(request, requests.Board))
    consent.require_fair(visitor_of(request), stored.game)
    return JsonResponse(_looked(stored))


def _stored(command: requests.Board) -> StoredGame:
    _known(command.game)
    moves = tuple(Step(text.strip()) for text in command.moves)
    start = command.position.strip() or None
    return StoredGame(command.game, command.options, start, moves=moves, at=len(moves))


def _known(name: str) -> str:
    if not directory.has(name):
        raise Problem(422, "no_such_game", _("There is no such game."), at="game")
    return name


@contextmanager
def _asking() -> Iterator[None]:
    """Turns refusals of the service into the visitor's language."""
    try:
        yield
    except Refused:
        raise
    except ValueError as error:
        raise Problem(422, "wrong", errors.sentence_of(error)) from None


def _looked(stored: StoredGame) -> StudyPosition:
    with _asking():
        seen = directory.of(stored.game).study(stored)
    return study_position(stored, seen)


def study_position(stored: StoredGame, seen: Looked) -> StudyPosition:
    """A position with texts in the visitor's language."""
    tablebase = seen["tablebase"]
    return {
        "view": seen["view"],
        "position": seen["position"],
        "aids": seen["aids"],
        "score": seen["score"],
        "captured": seen["captured"],
        "start": seen["start"],
        "moves": seen["moves"],
        "over": seen["result"] is not None,
        "situation": _situation(stored, seen),
        "terms": [
            {
                **term,
                "name": _(term["name"].replace("_", " ")),
                "sentence": _(term["sentence"]) if term["sentence"] else "",
            }
            for term in seen["terms"]
        ],
        "tablebase": None if tablebase is None else value_views.values_answer(tablebase),
        "book": seen["book"],
    }


def _situation(stored: StoredGame, seen: Looked) -> str:
    view = seen["view"]
    if seen["result"] is None:
        side = {"side": sentences.side_name(view["turn"])}
        if [move["kind"] for move in view["moves"]] == ["pass"]:
            return _("%(side)s can only pass.") % side
        now = _("%(side)s to move.") % side
        return " ".join(filter(None, [_made(seen), now]))
    options = {one["name"]: one["default"] for one in game_choices.describe(stored.game)["options"]}
    return sentences.ended(seen["result"], [], {**options, **seen["options"]})


def _made(seen: Looked) -> str:
    """What the last move made, in a sentence."""
    if not seen["made"]:
        return ""
    values = {
        "side": sentences.side_name(other(seen["view"]["turn"])),
        "threat": _(WORDS[seen["made"]]),
    }
    return _("%(side)s has made %(threat)s.") % values


@require_POST
@api.answering
def ask_network(request: HttpRequest) -> HttpResponse:
    """A network's answer about a position, which is charged like any other search."""
    command = read_body(request, NetworkRequest)
    stored, name = _stored(command), command.network
    consent.require_fair(visitor_of(request), stored.game)
    if name not in network_files(stored.game):
        raise Problem(422, "no_such_network", _("There is no such network."), at="network")
    address = address_of(request)
    payer = api_auth.payer(visitor_of(request), address)
    with budget.engine_work(payer, address), _asking():
        found = directory.of(stored.game).ask_network(stored, name)
    return JsonResponse(found)


@require_POST
@api.answering
def territory(request: HttpRequest) -> HttpResponse:
    """Go: who owns each point, counted after two passes, or estimated."""
    stored = _stored(read_body(request, requests.Board))
    with _asking():
        return JsonResponse(value_views.territory_answer(request, stored, stored.at, marked=False))


# Editing, reading and writing


@require_POST
@api.answering
def compose(request: HttpRequest) -> HttpResponse:
    """The position composed on the board."""
    command = read_body(request, ComposeRequest)
    name, options = _known(command.game), command.options
    turn = next((side for side in SIDES if side == command.turn), None)
    if turn is None:
        raise Problem(400, "malformed", _("The side to move is black or white."), at="turn")
    with _asking():
        pieces = [(at, owner, kind) for at, owner, kind in command.pieces]
        hands = [(owner, kind, count) for owner, kind, count in command.hands]
        text = directory.of(name).compose(name, options, pieces, hands, turn)
    return JsonResponse(_looked(StoredGame(name, options, text)))


def _malformed(name: str) -> Problem:
    sentence = _("%(name)s does not have the form that the page sends.") % {"name": name}
    return Problem(400, "malformed", sentence, at=name)


@require_POST
@api.answering
def read(request: HttpRequest) -> HttpResponse:
    """The games of a pasted text, with their variations."""
    command = read_body(request, PasteRequest)
    name, text = _known(command.game), command.text
    if not text.strip():
        sentence = _("Paste a game, its moves or a position first.")
        raise Problem(422, "no_text", sentence, at="text")
    if len(text) > _LONGEST:
        sentence = _("That is too large: at most half a megabyte can be pasted.")
        raise Problem(422, "too_large", sentence, at="text")
    clean = text.encode("utf-8", "replace").decode()
    try:
        with import_export.turn(), _asking():
            games = directory.of(name).read_trees(name, command.options, clean)
    except import_export.Busy:
        return answers.later(503, "busy", sentences.busy_reading(_SOON), _SOON)
    return JsonResponse(StudyGames(games=[_found(game) for game in games]))


def _found(game: GameTree) -> StudyGame:
    if not directory.has(game["game"]):
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
    command = read_body(request, SaveRequest)
    name = _known(command.game)
    tree: GameTree = {
        "game": name,
        "options": command.options,
        "start": command.start or None,
        "players": {
            "black": command.players.get("black", "")[:60],
            "white": command.players.get("white", "")[:60],
        },
        "nodes": _nodes(command.nodes),
    }
    try:
        with import_export.turn(), _asking():
            text = directory.of(name).write_tree(tree, command.format)
    except import_export.Busy:
        return answers.later(503, "busy", sentences.busy_reading(_SOON), _SOON)
    ending = game_choices.describe(name)["formats"][command.format]["extension"]
    return JsonResponse(SavedFile(text=text, name=f"plyground-{name}.{ending}"))


def _nodes(rows: list[Node]) -> list[Node]:
    """The tree from the page: parents before their children, each a move or a set-up."""
    if len(rows) > analysis_service.MOST_NODES:
        raise Problem(422, "too_many_moves", _(analysis_service.SENTENCES["too_many_moves"]))
    if rows and all(map(_is_node, range(len(rows)), rows)):
        return rows
    raise _malformed("nodes")


def _is_node(number: int, row: Node) -> bool:
    parent, move, setup, comment = row
    if len(comment) > analysis_service.MOST_COMMENT:
        return False
    if number == 0:
        return True
    one = [text for text in (move, setup) if text is not None]
    return len(one) == 1 and 0 < len(one[0]) <= 4000 and 0 <= parent < number
