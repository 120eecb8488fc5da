"""Seats: the player of each side, read from forms and requests."""

import random
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _

from plyground.engine.view import Turn, other
from plyground.learn import adaptive
from plyground.session.session import PERSON, SIDES
from plyground.session.setup import LEVELS as _LEVELS
from plyground.session.setup import OPPONENT
from plyground.web.game_service.service import Refused
from plyground.web.game_service.sessions import maximum_seat, network_seat
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import sentences
from plyground.web.games.models import Game

WATCH = "watch"
LINK = "link"
ADAPTIVE = "adaptive"
_LATEST = 200  # games to look through
_BEGUN = 2  # plies; a game resigned before does not count
# endings that are not a person's fault
_BROKEN = ("crashed", "no_answer", "illegal_move", "misunderstood")
LEVELS = {f"level:{level}" for level in _LEVELS}


def read(opponent: str, colour: str, other_level: str = "") -> tuple[str, str]:
    """The seats of black and white.

    The opponent is level:1 to level:8, maximum:seconds=S, one about as strong as the visitor (see
    `adapted`), a network (`sessions.NetworkSeat`), a person on this screen, or `watch`: two
    computers, black's level in place of the colour and white's in `other_level`. The colour is
    black, white or random, for the visitor.
    """
    opponent = opponent or OPPONENT
    is_network = network_seat(opponent) is not None
    is_listed = is_network or maximum_seat(opponent) is not None
    if not is_listed and opponent not in (*LEVELS, ADAPTIVE, PERSON, WATCH):
        sentence = _(
            "The opponent must be a person, adaptive, level 1 to level 8, maximum, or a network."
        )
        raise Refused("no_such_player", sentence)
    if opponent == ADAPTIVE:
        opponent = f"{OPPONENT},up=0"
    if opponent == PERSON:
        return PERSON, PERSON
    if opponent == WATCH:
        pair = [level if level in LEVELS else OPPONENT for level in (colour, other_level)]
        return pair[0], pair[1]
    return (opponent, PERSON) if read_side(colour) == "white" else (PERSON, opponent)


def read_side(colour: str) -> Turn:
    """The visitor's side: Black unless it is white, or random chooses White."""
    if colour not in ("", "black", "white", "random"):
        raise Refused("no_such_colour", _("Choose black, white or random."))
    white = colour == "white" or (colour == "random" and random.random() < 0.5)  # noqa: S311 - a coin toss
    return "white" if white else "black"


def adapted(stored: StoredGame, visitor: str) -> StoredGame:
    """The stored game with an opponent about as strong as this visitor, from earlier games.

    Finished games against levels count, with the same options and the same first position. Any
    other opponent stays.
    """
    sides = [side for side in SIDES if adaptive.is_adaptive(stored.seat(side))]
    if not sides:
        return stored
    found = adaptive.opponent(stored.game, _played(stored, visitor))
    black, white = (found if side in sides else stored.seat(side) for side in SIDES)
    return replace(stored, black=black, white=white)


def _played(stored: StoredGame, visitor: str) -> list[tuple[str, float]]:
    """The opponents of the latest such games and the visitor's scores, the latest last."""
    rows = Game.objects.filter(
        Q(black=PERSON, white__startswith="level:") | Q(white=PERSON, black__startswith="level:"),
        visitor=visitor,
        name=stored.game,
        start=stored.start,
        at__gte=_BEGUN,
        result__isnull=False,
    ).order_by("-changed")
    found: list[tuple[str, float]] = []
    for row in rows.only("black", "white", "result", "options")[:_LATEST]:
        if row.options == stored.options and row.result["code"] not in _BROKEN:
            mine = "black" if row.black == PERSON else "white"
            winner = row.result["winner"]
            spec = row.white if mine == "black" else row.black
            found.append((spec, 0.5 if winner is None else float(winner == mine)))
    return found[: adaptive.GAMES][::-1]


def side_of(row: Game, visitor: str) -> Turn | None:
    """The side that a visitor has in a game by link.

    None in any other game, where the owner acts for all people; and for a visitor without a seat.
    """
    if not row.seat or not visitor:
        return None
    mine: Turn = "black" if row.seat == "black" else "white"
    if visitor == row.visitor:
        return mine
    return other(mine) if visitor == row.guest else None


def free_side(row: Game) -> Turn | None:
    """The side of a game by link that has never been taken, while it is still open."""
    if not row.seat or row.guest or not row.invite or row.result is not None:
        return None
    return "white" if row.seat == "black" else "black"


def seated(stored: StoredGame, black: str, white: str) -> StoredGame:
    """The stored game with other players."""
    return replace(stored, black=black, white=white, names=())


def named(stored: StoredGame, side: Turn, name: str) -> StoredGame:
    """The stored game with the name of the player of this side; empty: unknown."""
    return replace(stored, names=tuple(name if one == side else stored.name(one) for one in SIDES))


def players_by_link(stored: StoredGame, me: Turn) -> str:
    """The players of a game by link, from one player's point of view."""
    name = stored.name(other(me)) or _("a person by link")
    if me == "black":
        return _("You, black, against %(name)s") % {"name": name}
    return _("You, white, against %(name)s") % {"name": name}


def players_of(stored: StoredGame) -> str:
    """The players in a few words for a list."""
    if _has_network(stored):
        return _names(stored, alone=len(stored.people) == 1)
    levels = {side: stored.seat(side).partition(":")[2].partition(",")[0] for side in SIDES}
    if len(stored.people) == len(SIDES):
        names = [stored.name(side) or _("a person") for side in SIDES]
        return sides(*names) if any(stored.names) else _("Two people")
    if stored.people == ["black"]:
        return _("You, black, against the computer, level %(white)s") % levels
    if stored.people == ["white"]:
        return _("You, white, against the computer, level %(black)s") % levels
    return _("Two computers: level %(black)s and level %(white)s") % levels


def _has_network(stored: StoredGame) -> bool:
    return any(network_seat(stored.seat(side)) is not None for side in SIDES)


def _names(stored: StoredGame, *, alone: bool) -> str:
    return sides(*(sentences.seat_name(stored.seat(side), alone=alone) for side in SIDES))


def sides(black: str, white: str) -> str:
    """The player of each side."""
    return _("Black: %(black)s · White: %(white)s") % {"black": black, "white": white}


def players_for_spectators(stored: StoredGame) -> str:
    """The same for a spectator."""
    if len(stored.people) != 1:
        return players_of(stored)
    if _has_network(stored):
        return _names(stored, alone=False)
    level = next(stored.seat(side) for side in SIDES if side not in stored.people)
    number = {"level": level.partition(":")[2].partition(",")[0]}
    if stored.people == ["black"]:
        return _("A person, black, against the computer, level %(level)s") % number
    return _("A person, white, against the computer, level %(level)s") % number
