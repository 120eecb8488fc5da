"""What visitors and computers may do with a game, and when: turns, strictness, clocks, draws."""

import time
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from plyground.view import Turn, other
from plyground.web import desks, store
from plyground.web.clocks import charged, flagged, read_times
from plyground.web.desk import Refused
from plyground.web.models import Game
from plyground.web.sheet import Sheet

Data = dict[str, Any]

_STRICT = ("undo", "redo")


def perform(row: Game, sheet: Sheet, action: str, wish: Data) -> tuple[Sheet, str]:
    """Does what a visitor wishes, and writes it down; the new sheet and something to tell.

    Refused says why not; store.Stale that the game has changed meanwhile.
    """
    desk = desks.of(row.name)
    picture = desk.picture(sheet)
    if fallen := fallen_flag(row, sheet, picture["view"]["turn"]):
        store.write(row, sheet, fallen)
        return fallen, ""
    if action == "flag":
        return sheet, ""
    _check(row, picture, action)
    if action == "draw" and len(picture["people"]) == 1 and not desk.wants_draw(sheet):
        return sheet, _("The computer declines; the game goes on.")
    after = desk.act(sheet, action, wish)
    if action == "move":
        after = _timed(row, sheet, after, picture["view"]["turn"])
    if after != sheet:
        store.write(row, sheet, after)
    return after, ""


def _check(row: Game, picture: Data, action: str) -> None:
    """Refuses what the seats or the terms of this game do not allow."""
    if row.strict and action in _STRICT:
        raise Refused("strict", _("This is a strict game: no move is taken back."))
    if not picture["people"] and action != "flag":
        raise Refused("watching", _("Two computers play this game; you can only watch."))
    if action in ("move", "draw") and picture["to_move"] == "computer":
        raise Refused("not_your_turn", _("It is the computer's turn."))
    if row.clock and action == "move" and picture["stage"] == "over":
        raise Refused("game_over", _("The game is over."))


def _timed(row: Game, before: Sheet, after: Sheet, mover: Turn) -> Sheet:
    """The last move with the time it took; on a clock, with what is left."""
    if row.clock is None:
        return after
    times = read_times(row.clock, before, mover, row.turn_began, time.time())
    return charged(after, times, mover, row.clock)


def fallen_flag(row: Game, sheet: Sheet, turn: Turn) -> Sheet | None:
    """The sheet as it must be now that the side to move has no time left; None while it has."""
    if row.clock is None or sheet.result is not None:
        return None
    times = read_times(row.clock, sheet, turn, row.turn_began, time.time())
    if times.running is None or times.of(turn) > 0:
        return None
    return flagged(sheet, turn)


def engine_clock(row: Game, sheet: Sheet, turn: Turn) -> Data | None:
    """What the computer to move may spend, as arguments of plyground.player.Clock."""
    if row.clock is None:
        return None
    times = read_times(row.clock, sheet, turn, row.turn_began, time.time())
    return {"left": max(0.05, times.of(turn)), "increment": float(row.clock["increment"])}


def take(row: Game, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
    """Writes down what a computer answered; Stale if the game has changed meanwhile."""
    desk = desks.of(row.name)
    turn: Turn = desk.picture(sheet)["view"]["turn"]
    after = fallen_flag(row, sheet, turn) or _timed(
        row, sheet, desk.take(sheet, answer, seconds), turn
    )
    store.write(row, sheet, after)
    return after


def forfeit(row: Game, sheet: Sheet, turn: Turn, code: str, reason: str) -> Sheet:
    """Writes down that a computer can't go on, and so loses."""
    result = {"winner": other(turn), "margin": None, "code": code, "reason": reason}
    after = replace(sheet, result=result)
    store.write(row, sheet, after)
    return after
