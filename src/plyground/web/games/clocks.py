"""Clocks: the time left, and lost games on time. Each side's first move is free.

A clock runs while its side is to move, even without viewers. Processes on several hosts use the
clock of the database they share.
"""

import time
from dataclasses import dataclass, replace

from django.db import connection

from plyground.engine.view import Turn, other
from plyground.records.record import outside_result
from plyground.web.base import event_bus
from plyground.web.contract.games import ClockSettings
from plyground.web.game_service.analysis_data import result_data
from plyground.web.game_service.stored_game import Step, StoredGame
from plyground.web.games.models import Game

GIFT = 15.0  # seconds that a player gives to the other
MOST_GIVEN = 300.0  # seconds above the initial time

_FREE = 2  # plies


@dataclass(frozen=True)
class Times:
    """The time left for each side, and the running clock."""

    black: float
    white: float
    running: Turn | None

    def of(self, side: Turn) -> float:
        """Seconds left for this side; negative if its flag has fallen."""
        return self.black if side == "black" else self.white


def now(clock: ClockSettings | None) -> float:
    """The time of day for a game with this clock: the same on every host.

    Without a clock precision does not matter, so the database is not asked.
    """
    if clock is None or not event_bus.is_shared():
        return time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return float(cursor.fetchone()[0])


def now_in(row: Game) -> float:
    """The time of day for a game that was read; the same everywhere, without asking again.

    The process itself counts the time since the database's answer.
    """
    noted = row.__dict__.get("_noted_time")
    if row.clock is None or noted is None:
        return now(row.clock)
    then, at = noted
    return float(then + time.monotonic() - at)


def note(row: Game, now: float) -> None:
    """Notes the database's time that came with this row."""
    row.__dict__["_noted_time"] = now, time.monotonic()


def read_times(
    clock: ClockSettings, stored: StoredGame, turn: Turn, began: float | None, now: float
) -> Times:
    """The current clocks; `turn` is the side to move, `began` the start of its turn.

    If that is None, as during a count, they are stopped.

    >>> stored = StoredGame("othello", at=0)
    >>> read_times({"seconds": 60, "increment": 2}, stored, "black", None, 100.0)
    Times(black=60.0, white=60.0, running=None)
    """
    runs = stored.result is None and stored.at >= _FREE and began is not None
    left = {side: _after_last_move(clock, stored, side, turn) for side in (turn, other(turn))}
    if runs:
        assert began is not None, "or it would not run"
        left[turn] -= max(0.0, now - began)
    winner = None if stored.result is None else stored.result["winner"]
    if stored.result is not None and stored.result["code"] == "time" and winner is not None:
        left[other(winner)] = 0.0
    return Times(left["black"], left["white"], turn if runs else None)


def _after_last_move(clock: ClockSettings, stored: StoredGame, side: Turn, turn: Turn) -> float:
    """A side's time after its last move. Sides alternate, so every other move is its own."""
    back = 2 if side == turn else 1
    known = stored.moves[stored.at - back].clock if stored.at >= back else None
    return float(clock["seconds"]) if known is None else known


def charged(stored: StoredGame, times: Times, mover: Turn, clock: ClockSettings) -> StoredGame:
    """The stored game with the mover's clock recorded at the last move.

    `times` are those before the move. A free move gets no increment either.
    """
    gain = float(clock["increment"]) if stored.at > _FREE else 0.0
    left = round(times.of(mover) + gain, 3)
    return _with_last(stored, replace(stored.moves[stored.at - 1], clock=left))


def spent(stored: StoredGame, began: float | None, now: float) -> StoredGame:
    """The stored game with the time of its last move, if known."""
    if began is None:
        return stored
    seconds = round(max(0.0, now - began), 3)
    return _with_last(stored, replace(stored.moves[stored.at - 1], seconds=seconds))


def lengthened(clock: ClockSettings, stored: StoredGame, turn: Turn, side: Turn) -> StoredGame:
    """The stored game with more time for a side; the same if it has none to lengthen, or enough.

    Time is counted from a side's last move, so there must be one.
    """
    back = 2 if side == turn else 1
    place = stored.at - back
    known = stored.moves[place].clock if place >= 0 else None
    if known is None or known + GIFT > clock["seconds"] + MOST_GIVEN:
        return stored
    moves = list(stored.moves)
    moves[place] = replace(moves[place], clock=round(known + GIFT, 3))
    return replace(stored, moves=tuple(moves))


def kept(before: StoredGame, after: StoredGame) -> StoredGame:
    """The stored game after passes were taken back, with the earlier clocks.

    The time after a pass goes to the same side's move before it; without one, the pass was free.
    """
    assert before.at - after.at <= _FREE, "or a pass would have no move before it"
    moves = list(after.moves[: after.at])
    for place in range(max(_FREE, after.at), before.at):
        moves[place - 2] = replace(moves[place - 2], clock=before.moves[place].clock)
    return replace(after, moves=tuple(moves))


def _with_last(stored: StoredGame, step: Step) -> StoredGame:
    assert stored.at, "a move was played"
    before, after = stored.moves[: stored.at - 1], stored.moves[stored.at :]
    return replace(stored, moves=(*before, step, *after))


def flagged(stored: StoredGame, loser: Turn) -> StoredGame:
    """The stored game of a game that a side has lost on time."""
    result = outside_result(other(loser), "time", f"{loser} ran out of time")
    return replace(stored, result=result_data(result))
