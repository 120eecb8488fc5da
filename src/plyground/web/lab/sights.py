"""Positions of trainings: self-play games to replay, evaluated by any generation's network."""

import functools
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from plyground.engine.network import find_network
from plyground.engine.options import Value
from plyground.engine.view import Turn, View
from plyground.train import browse
from plyground.train.self_play import DRAWN, EXACT, FULL, GameRecord, Row, unpack_policy
from plyground.web.contract.boards import NetworkAnswer
from plyground.web.contract.study import SeenMove, SeenPosition
from plyground.web.game_service import directory
from plyground.web.game_service.service import Refused
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games import sentences
from plyground.web.lab.trainings import FoundRun
from plyground.web.pages.pictures import pack
from plyground.web.study.board_api import query_of

_KEPT = 4000  # cached answers of networks


@dataclass(frozen=True)
class Place:
    """A position of a training: the start of the game, or a position of a self-play game."""

    generation: int = 0  # the game's generation; 0: the start
    number: int = 0
    ply: int = 0


def is_playable(game: str) -> bool:
    """Whether this server has the game of a training."""
    return game in directory.names()


def seen(run: FoundRun, place: Place, network: int | None) -> SeenPosition:
    """A position with the answer of a generation's network; Refused says what is wrong."""
    known = run.look()
    if not is_playable(known.game):
        raise Refused("no_such_game", _("The game of this training is not on this server."))
    record = _record(run, place)
    moves = record["moves"].split() if record else []
    if not 0 <= place.ply <= len(moves):
        raise Refused("no_such_ply", _("There is no such move in this game."))
    steps = tuple(map(Step, moves))
    stored = StoredGame(known.game, dict(known.options or {}), moves=steps, at=len(steps))
    board = directory.of(known.game).look(stored, place.ply)
    view = board["view"]
    here = stored.cut(place.ply)
    answer = None
    if network is not None and view["moves"]:
        answer = _ask(run, here, network)
    row = record["rows"][place.ply] if record and place.ply < len(moves) else None
    searched = _searched(row, [move["text"] for move in view["moves"]])
    played = moves[place.ply] if place.ply < len(moves) else ""
    return {
        "view": pack(view),
        "ply": place.ply,
        "last_ply": len(moves),
        "situation": _situation(here, view),
        "value": answer["outcomes"] if answer else None,
        "search": _search_value(row, view["turn"]),
        "moves": _moves(
            [(move["text"], move["to"]) for move in view["moves"]], answer, searched, played
        ),
        "analysis": _analysis_url(here),
    }


def _record(run: FoundRun, place: Place) -> GameRecord | None:
    """The game of a place; None for the start."""
    if not place.generation:
        return None
    for record in browse.games_of(run.folder, place.generation):
        if record["number"] == place.number:
            return record
    raise Refused("no_such_game", _("There is no such game in this training."))


def _analysis_url(stored: StoredGame) -> str:
    query = query_of(stored) | {"moves": " ".join(step.text for step in stored.moves)}
    return f"{reverse('analysis')}?{urlencode(query)}"


def _situation(stored: StoredGame, view: View) -> str:
    """The side to move, or how the game ended."""
    if view["result"] is not None:
        return sentences.ended(view["result"], [], stored.options)
    return _("%(side)s to move.") % {"side": sentences.side_name(view["turn"])}


# Answers of networks and searches


def _ask(run: FoundRun, stored: StoredGame, generation: int) -> NetworkAnswer:
    path = browse.network_file(run.folder, generation)
    stamp = browse.stamp_of(path)
    if stamp is None:
        raise Refused("no_such_network", _("This generation has no network."))
    options = tuple(stored.options.items())
    moves = tuple(step.text for step in stored.moves)
    return _answer(stored.game, options, moves, path, stamp)


def is_found(path: Path, game: str) -> bool:
    """Whether the name of this network finds it."""
    try:
        return find_network(path.stem, game).path.resolve() == path.resolve()
    except ValueError:
        return False


@functools.lru_cache(maxsize=_KEPT)
def _answer(
    game: str,
    options: tuple[tuple[str, Value], ...],
    moves: tuple[str, ...],
    path: Path,
    _stamp: browse.Stamp,
) -> NetworkAnswer:
    name = path.stem
    steps = tuple(map(Step, moves))
    stored = StoredGame(game, dict(options), moves=steps, at=len(steps))
    try:
        if find_network(name, game).path.resolve() != path.resolve():
            raise Refused("no_such_network", _("Another network of the same name is found first."))
        return directory.of(game).ask_network(stored, name)
    except Refused:
        raise
    except ValueError:  # the sentence may name a folder
        sentence = _("The network %(name)s can't be used.") % {"name": name}
        raise Refused("bad_network", sentence) from None


def _searched(row: Row | None, moves: list[str]) -> dict[str, float]:
    """A full search's recommendation, as shares of the legal moves; empty for other searches."""
    if row is None or row[0] not in (FULL, EXACT):
        return {}
    try:
        parts = unpack_policy(row[3])
    except ValueError:
        return {}
    whole = sum(parts)
    if len(parts) != len(moves) or not whole:
        return {}
    return {move: part / whole for move, part in zip(moves, parts, strict=True)}


def _search_value(row: Row | None, turn: Turn) -> float | None:
    """Black's share of the point in the search; None if there was no search."""
    if row is None or row[0] == DRAWN:
        return None
    return _bounded(row[1] if turn == "black" else 1 - row[1])


def _bounded(share: float) -> float:
    return round(min(1.0, max(0.0, share)), 4)


def _moves(
    legal: list[tuple[str, str | None]],
    answer: NetworkAnswer | None,
    searched: dict[str, float],
    played: str,
) -> list[SeenMove]:
    """The legal moves, the network's best first; without a network, the search's."""
    policy = {row["move"]: row["share"] for row in answer["moves"]} if answer else {}
    rows: list[SeenMove] = [
        {
            "move": move,
            "to": to,
            "network": _bounded(policy[move]) if move in policy else None,
            "search": _bounded(searched[move]) if searched else None,
            "played": move == played,
        }
        for move, to in legal
    ]
    return sorted(rows, key=lambda row: (-(row["network"] or 0), -(row["search"] or 0)))
