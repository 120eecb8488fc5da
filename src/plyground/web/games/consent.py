"""Games by link: what each person may do alone, and what needs the other's consent.

This module contains pure rules: it reads rows and games, and writes nothing. One side offers a
takeback, a draw, the count of dead stones or a rematch, and the other accepts. An offer ends with
the next move. After the first count either side may resume play; later this needs both, because
otherwise the losing side could resume forever.
"""

from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from plyground.engine.view import Turn, other
from plyground.web.contract.games import Offer, OfferKind, OfferRow
from plyground.web.contract.service import Placed
from plyground.web.game_service.commands import Refused, refuse
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games.models import Game

MOST_OFFERS = 3  # of a side between two moves: each causes an update of the other's page

_NOT_YOURS = "It is not your turn."  # kinds with refusal sentences
_MUTUAL = (
    "draw",
    "agree",
    "play_on",
    "rematch",
)  # repeating the other side's offer accepts it
_DONE = ("resign", "toggle")  # by either side, whenever the rules allow it


@dataclass(frozen=True)
class Ruling:
    """The effect of a command: an action, on a side's behalf; or an offer, or its end."""

    action: str = ""
    side: Turn = "black"
    offer: OfferRow | None = None


def standing(row: Game) -> Offer | None:
    """The offer that can be answered now, for the state."""
    offer = row.offer
    if not offer or offer.get("closed"):
        return None
    return {"kind": offer["kind"], "by": offer["by"]}


def remembered(row: Game, action: str) -> OfferRow | None:
    """What stays known of offers that end with this action: that play was resumed once."""
    went_on = action == "play_on" or _went_on(row)
    return {"closed": True, "went_on": True} if went_on else None


def _went_on(row: Game) -> bool:
    return bool(row.offer and row.offer.get("went_on"))


def is_complete(row: Game) -> bool:
    """Whether both seats are taken."""
    return bool(row.visitor and row.guest)


def rule(row: Game, stored: StoredGame, place: Placed, action: str, me: Turn | None) -> Ruling:
    """The ruling on a side's command; Refused says why it is not allowed."""
    if me is None:
        raise Refused("not_your_turn", _NOT_YOURS)
    if action == "accept":
        return _accepted(row, me)
    if action == "decline":
        return _declined(row)
    if action == "move":
        if place["stage"] == "playing" and place["turn"] != me:
            raise Refused("not_your_turn", _NOT_YOURS)
        return Ruling("move", me)
    if action in _DONE or (action == "play_on" and not _went_on(row)):
        if action == "resign" and place["stage"] != "over":
            _must_be_complete(row)
        return Ruling(action, me)
    if action == "redo":
        raise Refused("by_link", _("Moves taken back by agreement can't be played again."))
    if action not in ("undo", *_MUTUAL):
        raise refuse("no_such_action")
    _check_offer(row, stored, place, action, me)
    return _offered(row, action, me)


def can_offer(row: Game, stored: StoredGame, place: Placed, action: str, me: Turn) -> bool:
    """Whether a side may offer this now."""
    try:
        _check_offer(row, stored, place, action, me)
        _offered(row, action, me)
    except Refused:
        return False
    return True


def plies_back(stored: StoredGame, turn: Turn, side: Turn) -> int:
    """The number of plies since this side last moved, inclusive; 0 if it has not.

    Sides alternate.
    """
    back = 2 if side == turn else 1
    return back if stored.at >= back else 0


def _check_offer(row: Game, stored: StoredGame, place: Placed, action: str, me: Turn) -> None:
    """Refuses offers that are impossible at this stage of the game."""
    stage = place["stage"]
    if action == "rematch":
        if stage != "over":
            raise Refused("not_over", _("The game is not over yet."))
        if row.successor:
            raise Refused("offered_already", _("The next game has already begun."))
    elif action in ("agree", "play_on"):
        if stage != "counting":
            raise refuse("not_counting")
    elif stage == "over" or (action == "draw" and stage == "counting"):
        raise refuse("counting" if stage == "counting" else "over_already")
    elif action == "undo":
        _check_undo(row, stored, place["turn"], me)
        if not row.guest:
            return  # there is no opponent yet
    _must_be_complete(row)


def _check_undo(row: Game, stored: StoredGame, turn: Turn, me: Turn) -> None:
    if row.strict:
        raise Refused("strict", _("This is a strict game: moves can't be taken back."))
    if not plies_back(stored, turn, me):
        raise refuse("nothing_to_undo")


def _must_be_complete(row: Game) -> None:
    if not is_complete(row):
        raise Refused("no_opponent", _("The other seat is empty."))


def _offered(row: Game, action: str, me: Turn) -> Ruling:
    if action == "undo" and not row.guest:
        return Ruling("undo", me)
    offer = standing(row)
    if offer is not None and offer["by"] == me:
        raise Refused("offered_already", _("You have already made an offer, and it is still open."))
    if offer is not None and offer["kind"] == action and action in _MUTUAL:
        return Ruling(action, me)
    made = dict((row.offer or {}).get("made", {}))
    made[me] = made.get(me, 0) + 1
    if made[me] > MOST_OFFERS:
        raise Refused("too_many_offers", _("You have made too many offers for now."))
    made_now: OfferRow = {"kind": cast(OfferKind, action), "by": me, "made": made}
    if _went_on(row):
        made_now["went_on"] = True
    return Ruling(offer=made_now)


def _accepted(row: Game, me: Turn) -> Ruling:
    offer = standing(row)
    if offer is None or offer["by"] == me:
        raise Refused("no_offer", _("Your opponent has made no offer that you could answer."))
    return Ruling(offer["kind"], other(me))


def _declined(row: Game) -> Ruling:
    """Declines the other's offer, or withdraws one's own; that it was made stays known."""
    if standing(row) is None:
        raise Refused("no_offer", _("Your opponent has made no offer that you could answer."))
    return Ruling(offer=cast(OfferRow, {**row.offer, "closed": True}))
