"""The commands of visitors and computers in a game: turns, clocks, draws, strict games."""

from collections.abc import Callable
from dataclasses import replace

from django.utils.translation import gettext as _

from plyground.engine.game_guide import guide_of
from plyground.engine.view import Turn, other
from plyground.records.record import outside_result
from plyground.web.base.transactions import writing
from plyground.web.contract.games import OfferRow
from plyground.web.contract.service import Chosen, ClockLeft, CommandArguments, Placed
from plyground.web.game_service import directory
from plyground.web.game_service.analysis_data import result_data
from plyground.web.game_service.service import GameService, Refused
from plyground.web.game_service.stored_game import StoredGame
from plyground.web.games import clocks, consent, repository, seats, teacher
from plyground.web.games.clocks import charged, flagged, read_times, spent
from plyground.web.games.models import Game

_STRICT = ("undo", "redo")


def perform(
    row: Game,
    stored: StoredGame,
    action: str,
    command: CommandArguments,
    thinking: Callable[[], float | None] | None = None,
    me: Turn | None = None,
) -> tuple[StoredGame, str]:
    """Carries out a visitor's command, and stores it; returns the new game and a message.

    `thinking` is the start of the search of the computer to move; None if none is running. `me` is
    the visitor's side in a game by link. Refused says why not; repository.Stale means that the game
    has changed meanwhile.
    """
    now = clocks.now_in(row)
    service = directory.of(row.name)
    place = service.place(stored)
    turn: Turn = place["turn"]
    if place["to_move"] == "computer":
        row.turn_began = thinking() if thinking else None
    if fallen := fallen_flag(row, stored, turn, now):
        _write(row, stored, fallen, me)
        return fallen, ""
    if action == "flag":
        return stored, ""
    if action == "teacher":
        _call_teacher(row, stored, command)
        return stored, ""
    if row.seat:
        ruling = consent.rule(row, stored, place, action, me)
        return _by_link(row, stored, ruling, command, turn, me, now), ""
    _check(row, place, action)
    if action == "draw" and _is_declined(service, stored, place):
        return stored, _("The computer declines; the game goes on.")
    after = _done(row, stored, action, command, turn, me, now)
    if after != stored:
        _write(row, stored, after)
    return after, ""


def _call_teacher(row: Game, stored: StoredGame, command: CommandArguments) -> None:
    """Switches the teacher on or off."""
    on = command.get("on")
    if on is None:
        raise Refused("malformed", _("The setting of the teacher must be true or false."))
    if not teacher.may_in(row, stored):
        raise Refused("no_teacher", teacher.why_not())
    if on != row.teacher:
        repository.write(row, stored, stored, began=row.turn_began, teacher=on)


def _done(
    row: Game,
    stored: StoredGame,
    action: str,
    command: CommandArguments,
    turn: Turn,
    side: Turn | None,
    now: float,
) -> StoredGame:
    """The stored game after a command. The server, not the client, decides which side resigns.

    `turn` is the side to move, `side` the one that acts, if known.
    """
    service = directory.of(row.name)
    after = service.act(stored, action, {"side": side} if action == "resign" else command)
    if action == "move":
        after = _timed(row, stored, spent(after, row.turn_began, now), turn, now)
    return after


def _by_link(
    row: Game,
    stored: StoredGame,
    ruling: consent.Ruling,
    command: CommandArguments,
    turn: Turn,
    me: Turn | None,
    now: float,
) -> StoredGame:
    """Carries out what both sides want; or stores an offer, which costs no time on the clock."""
    if not ruling.action:
        repository.write(row, stored, stored, began=row.turn_began, offer=ruling.offer, by=me or "")
        return stored
    if ruling.action == "rematch":
        _begin_again(row, stored, me)
        return stored
    if ruling.action == "add_time":
        return _more_time(row, stored, turn, ruling.side)
    if ruling.action == "undo":
        after = _taken_back(row, stored, turn, ruling.side)
    else:
        after = _done(row, stored, ruling.action, command, turn, ruling.side, now)
    if ruling.action == "play_on":
        after = clocks.kept(stored, after)  # otherwise a late pass would gain time
    if after != stored:
        _write(row, stored, after, me, consent.remembered(row, ruling.action))
    return after


def _more_time(row: Game, stored: StoredGame, turn: Turn, giver: Turn) -> StoredGame:
    """The stored game after a player gave the other some time; the running turn goes on."""
    assert row.clock is not None, "or consent would have refused it"
    after = clocks.lengthened(row.clock, stored, turn, other(giver))
    if after is stored:
        raise Refused("time_enough", _("Your opponent has enough time, or has not moved yet."))
    offer = row.offer
    repository.write(row, stored, after, began=row.turn_began, offer=offer, by=giver)
    return after


def _taken_back(row: Game, stored: StoredGame, turn: Turn, side: Turn) -> StoredGame:
    """The stored game before this side's last decision; the moves taken back are removed."""
    service = directory.of(row.name)
    after = stored
    for _ply in range(consent.plies_back(stored, turn, side)):
        after = service.act(after, "undo", {})
    return replace(after, moves=after.moves[: after.at])


def _begin_again(row: Game, stored: StoredGame, me: Turn | None) -> None:
    """Creates the rematch that both want, with colours changed, together with the link to it."""
    opened = directory.of(row.name).open(stored.swapped())
    seat = other("black" if row.seat == "black" else "white")
    with writing():
        _require_room(row, me)
        made = repository.create(
            row.visitor, opened, strict=row.strict, clock=row.clock, seat=seat, guest=row.guest
        )
        repository.write(
            row, stored, stored, began=row.turn_began, by=me or "", successor=str(made.pk)
        )


def _require_room(row: Game, me: Turn | None) -> None:
    """Both must have room for the new game: store.TooMany or Refused if one has not."""
    for visitor in (row.visitor, row.guest):
        try:
            repository.require_room(visitor)
        except repository.TooMany:
            if seats.side_of(row, visitor) == me:
                raise
            no_room = _("Your opponent can't keep any more games.")
            raise Refused("no_room", no_room) from None


def needs_engine(stored: StoredGame, action: str, command: CommandArguments) -> bool:
    """Whether an engine has to search before there is an answer: about a draw, or dead stones."""
    if action == "draw":
        return len(stored.people) == 1
    if not guide_of(stored.game).marks_dead:
        return False
    if action == "redo":
        return [step.text for step in stored.moves[-2:]] == ["pass", "pass"]
    passes = (command.get("move") or "").strip().lower() == "pass"
    after_pass = stored.at > 0 and stored.moves[stored.at - 1].text == "pass"
    return action == "move" and passes and after_pass


def _check(row: Game, place: Placed, action: str) -> None:
    """Refuses commands that the seats or the settings of this game do not allow."""
    if row.strict and action in _STRICT:
        raise Refused("strict", _("This is a strict game: moves can't be taken back."))
    if not place["people"]:
        raise Refused("watching", _("Two computers play this game; you can only watch."))
    if action in ("move", "draw") and place["to_move"] == "computer":
        raise Refused("not_your_turn", _("It is the computer's turn."))


def _is_declined(service: GameService, stored: StoredGame, place: Placed) -> bool:
    """Whether a computer declines a draw offer. Two people have already agreed."""
    asked = len(place["people"]) == 1 and place["stage"] == "playing"
    return asked and not service.wants_draw(stored)


def _timed(row: Game, before: StoredGame, after: StoredGame, mover: Turn, now: float) -> StoredGame:
    """The stored game with the clock recorded at its last move."""
    if row.clock is None:
        return after
    times = read_times(row.clock, before, mover, row.turn_began, now)
    return charged(after, times, mover, row.clock)


def _write(
    row: Game,
    before: StoredGame,
    after: StoredGame,
    by: Turn | None = None,
    offer: OfferRow | None = None,
) -> None:
    """Stores the game. A person's turn begins now, a computer's with its search.

    Clocks are stopped during the count, and until the second player has joined.
    """
    waits = row.clock is not None and directory.of(row.name).place(after)["to_move"] != "person"
    alone = bool(row.seat) and not row.guest
    began = None if waits or alone else clocks.now_in(row)
    repository.write(row, before, after, began=began, offer=offer, by=by or "")


def fallen_flag(
    row: Game, stored: StoredGame, turn: Turn, now: float | None = None
) -> StoredGame | None:
    """The stored game after the side to move ran out of time; None while it has time left."""
    if row.clock is None or stored.result is not None:
        return None
    times = read_times(row.clock, stored, turn, row.turn_began, now or clocks.now_in(row))
    if times.running is None or times.of(turn) > 0:
        return None
    return flagged(stored, turn)


def engine_clock(row: Game, stored: StoredGame, turn: Turn) -> ClockLeft | None:
    """The time of the computer to move, as arguments of plyground.players.player.Clock."""
    if row.clock is None:
        return None
    times = read_times(row.clock, stored, turn, row.turn_began, clocks.now_in(row))
    return {"left": max(0.05, times.of(turn)), "increment": float(row.clock["increment"])}


def take(row: Game, stored: StoredGame, answer: Chosen, seconds: float) -> StoredGame:
    """Stores a computer's answer; Stale if the game has changed meanwhile."""
    now = clocks.now_in(row)
    service = directory.of(row.name)
    turn: Turn = service.place(stored)["turn"]
    after = fallen_flag(row, stored, turn, now)
    if after is None:
        after = service.take(stored, answer, seconds)
        if answer["move"] is not None:
            after = _timed(row, stored, after, turn, now)
    _write(row, stored, after)
    return after


def forfeit(row: Game, stored: StoredGame, turn: Turn, code: str, reason: str) -> StoredGame:
    """Records that a computer cannot go on, and so loses."""
    lost = outside_result(other(turn), code, reason.rstrip("."))
    after = replace(stored, result=result_data(lost))
    _write(row, stored, after)
    return after
