"""What visitors and computers may do with a game, and when: turns, strictness, clocks, draws."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from plyground.game_guide import guide_of
from plyground.record import outside_result
from plyground.view import Turn, other
from plyground.web import clocks, desks, link, seats, store, teacher
from plyground.web.clocks import charged, flagged, read_times, spent
from plyground.web.desk import Desk, Refused
from plyground.web.models import Game
from plyground.web.sheet import Sheet

Data = dict[str, Any]

_STRICT = ("undo", "redo")


def perform(
    row: Game,
    sheet: Sheet,
    action: str,
    wish: Data,
    thinking: float | None = None,
    me: Turn | None = None,
) -> tuple[Sheet, str]:
    """Does what a visitor wishes, and writes it down; the new sheet and something to tell.

    `thinking` is when the search of the computer to move began; None where none runs. `me` is the
    visitor's side in a game by link. Refused says why not; store.Stale that the game has changed
    meanwhile.
    """
    now = clocks.now(row.clock)
    desk = desks.of(row.name)
    place = desk.place(sheet)
    turn: Turn = place["turn"]
    if place["to_move"] == "computer":
        row.turn_began = thinking
    if fallen := fallen_flag(row, sheet, turn, now):
        _write(row, sheet, fallen, me)
        return fallen, ""
    if action == "flag":
        return sheet, ""
    if action == "teacher":
        _call_teacher(row, sheet, wish)
        return sheet, ""
    if row.seat:
        return _by_link(row, sheet, link.rule(row, sheet, place, action, me), wish, me, now), ""
    _check(row, place, action)
    if action == "draw" and _is_declined(desk, sheet, place):
        return sheet, _("The computer declines; the game goes on.")
    after = _done(row, sheet, action, wish, me, now)
    if after != sheet:
        _write(row, sheet, after)
    return after, ""


def _call_teacher(row: Game, sheet: Sheet, wish: Data) -> None:
    """Has a teacher watch from now on, or no longer."""
    if not isinstance(wish.get("on"), bool):
        raise Refused("malformed", _("Say whether the teacher is to be on: true or false."))
    if not teacher.may_in(row, sheet):
        raise Refused("no_teacher", teacher.why_not())
    if wish["on"] != row.teacher:
        store.write(row, sheet, sheet, began=row.turn_began, teacher=wish["on"])


def _done(row: Game, sheet: Sheet, action: str, wish: Data, side: Turn | None, now: float) -> Sheet:
    """The sheet after an action. Who resigns is not for a client to say."""
    desk = desks.of(row.name)
    after = desk.act(sheet, action, {"side": side} if action == "resign" else wish)
    if action == "move":
        turn: Turn = desk.place(sheet)["turn"]
        after = _timed(row, sheet, spent(after, row.turn_began, now), turn, now)
    return after


def _by_link(
    row: Game, sheet: Sheet, ruling: link.Ruling, wish: Data, me: Turn | None, now: float
) -> Sheet:
    """Does what both want; or writes down what one offers, which takes nothing off the clock."""
    if not ruling.action:
        store.write(row, sheet, sheet, began=row.turn_began, offer=ruling.offer, by=me or "")
        return sheet
    if ruling.action == "rematch":
        _begin_again(row, sheet, me)
        return sheet
    if ruling.action == "undo":
        after = _taken_back(row, sheet, ruling.side)
    else:
        after = _done(row, sheet, ruling.action, wish, ruling.side, now)
    if ruling.action == "play_on":
        after = clocks.kept(sheet, after)  # or who passes late would gain time by it
    if after != sheet:
        _write(row, sheet, after, me, link.remembered(row, ruling.action))
    return after


def _taken_back(row: Game, sheet: Sheet, side: Turn) -> Sheet:
    """The sheet as it was before this side's last decision; what was taken back is gone."""
    desk = desks.of(row.name)
    after = sheet
    for _ply in range(link.plies_back(sheet, desk.place(sheet)["turn"], side)):
        after = desk.act(after, "undo", {})
    return replace(after, moves=after.moves[: after.at])


def _begin_again(row: Game, sheet: Sheet, me: Turn | None) -> None:
    """The rematch both want, colours changed, in one go with the note where it is."""
    opened = desks.of(row.name).open(sheet.swapped())
    seat = other("black" if row.seat == "black" else "white")
    terms: Data = {"strict": row.strict, "clock": row.clock, "seat": seat, "guest": row.guest}
    with store.writing():
        _require_room(row, me)
        made = store.create(row.visitor, opened, **terms)
        store.write(row, sheet, sheet, began=row.turn_began, by=me or "", successor=str(made.pk))


def _require_room(row: Game, me: Turn | None) -> None:
    """Both sit at the new game: store.TooMany or Refused where one can't keep another."""
    for visitor in (row.visitor, row.guest):
        try:
            store.require_room(visitor)
        except store.TooMany:
            if seats.side_of(row, visitor) == me:
                raise
            no_room = _("Your opponent has as many games as can be kept.")
            raise Refused("no_room", no_room) from None


def needs_engine(sheet: Sheet, action: str, wish: Data) -> bool:
    """Whether an engine has to think before there is an answer: about a draw, or dead stones."""
    if action == "draw":
        return len(sheet.people) == 1
    if not guide_of(sheet.game).marks_dead:
        return False
    if action == "redo":
        return [step.text for step in sheet.moves[-2:]] == ["pass", "pass"]
    passes = str(wish.get("move", "")).strip().lower() == "pass"
    after_pass = sheet.at > 0 and sheet.moves[sheet.at - 1].text == "pass"
    return action == "move" and passes and after_pass


def _check(row: Game, place: Data, action: str) -> None:
    """Refuses what the seats or the terms of this game do not allow."""
    if row.strict and action in _STRICT:
        raise Refused("strict", _("This is a strict game: no move is taken back."))
    if not place["people"]:
        raise Refused("watching", _("Two computers play this game; you can only watch."))
    if action in ("move", "draw") and place["to_move"] == "computer":
        raise Refused("not_your_turn", _("It is the computer's turn."))


def _is_declined(desk: Desk, sheet: Sheet, place: Data) -> bool:
    """Whether a computer is offered a draw and does not want it. Two people have agreed already."""
    asked = len(place["people"]) == 1 and place["stage"] == "playing"
    return asked and not desk.wants_draw(sheet)


def _timed(row: Game, before: Sheet, after: Sheet, mover: Turn, now: float) -> Sheet:
    """The sheet whose last move is written down with what is left on its clock."""
    if row.clock is None:
        return after
    times = read_times(row.clock, before, mover, row.turn_began, now)
    return charged(after, times, mover, row.clock)


def _write(
    row: Game, before: Sheet, after: Sheet, by: Turn | None = None, offer: Data | None = None
) -> None:
    """Puts it down. A person's turn begins now, a computer's with its search.

    Clocks stand still while stones are counted, and until somebody has come.
    """
    waits = row.clock is not None and desks.of(row.name).place(after)["to_move"] != "person"
    alone = bool(row.seat) and not row.guest
    began = None if waits or alone else clocks.now(row.clock)
    store.write(row, before, after, began=began, offer=offer, by=by or "")


def fallen_flag(row: Game, sheet: Sheet, turn: Turn, now: float | None = None) -> Sheet | None:
    """The sheet as it must be now that the side to move has no time left; None while it has."""
    if row.clock is None or sheet.result is not None:
        return None
    times = read_times(row.clock, sheet, turn, row.turn_began, now or clocks.now(row.clock))
    if times.running is None or times.of(turn) > 0:
        return None
    return flagged(sheet, turn)


def engine_clock(row: Game, sheet: Sheet, turn: Turn) -> Data | None:
    """What the computer to move may spend, as arguments of plyground.player.Clock."""
    if row.clock is None:
        return None
    times = read_times(row.clock, sheet, turn, row.turn_began, clocks.now(row.clock))
    return {"left": max(0.05, times.of(turn)), "increment": float(row.clock["increment"])}


def take(row: Game, sheet: Sheet, answer: Data, seconds: float) -> Sheet:
    """Writes down what a computer answered; Stale if the game has changed meanwhile."""
    now = clocks.now(row.clock)
    desk = desks.of(row.name)
    turn: Turn = desk.place(sheet)["turn"]
    after = fallen_flag(row, sheet, turn, now)
    if after is None:
        after = desk.take(sheet, answer, seconds)
        if answer["move"] is not None:
            after = _timed(row, sheet, after, turn, now)
    _write(row, sheet, after)
    return after


def forfeit(row: Game, sheet: Sheet, turn: Turn, code: str, reason: str) -> Sheet:
    """Writes down that a computer can't go on, and so loses."""
    after = replace(sheet, result=dict(vars(outside_result(other(turn), code, reason.rstrip(".")))))
    _write(row, sheet, after)
    return after
