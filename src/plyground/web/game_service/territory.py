"""Counting in Go: the engine's proposal of dead stones, the count, and an estimate before it."""

from plyground.engine.counting import (
    PLAYOUTS,
    CountRow,
    count_rows,
    dead_stones,
    expected_lead,
    needs_count,
    owners_of,
    ownership,
)
from plyground.engine.game import Position
from plyground.session.session import Session
from plyground.web.contract.boards import CountPart, TerritoryData

_USUAL_POINTS = 19 * 19  # on a larger board fewer playouts, to keep the waiting short
_PROPOSALS = 500
_proposed: dict[tuple[object, ...], tuple[str, ...]] = {}  # cached dead stones of Go positions
_DIGITS = 2  # of an expected owner


def propose(session: Session, *, new: bool) -> None:
    """If stones are to be counted from now on, the engine proposes the dead ones.

    Two computers accept the proposal.
    """
    if not new or session.stage != "counting":
        return
    session.mark(dead_in(session.record.current.position))
    if not session.people:
        session.agree()


def playouts_for(position: Position) -> int:
    """The number of playouts; fewer on a board larger than usual."""
    view = position.view()
    share = _USUAL_POINTS / (len(view["columns"]) * len(view["rows"]))
    return round(PLAYOUTS * min(1.0, share))


def dead_in(position: Position) -> tuple[str, ...]:
    """The dead stones; cached, so that going back and forth needs no new search."""
    key = (tuple(position.game.changed.items()), position.to_text())
    dead = _proposed.get(key)
    if dead is None:
        dead = tuple(dead_stones(position, playouts=playouts_for(position)))
        if len(_proposed) >= _PROPOSALS:
            _proposed.clear()
        _proposed[key] = dead
    return dead


def territory(session: Session, *, marked: bool) -> TerritoryData | None:
    """The owner of each point now; None in games that are not counted so.

    Unless the players have `marked` the dead stones, the engine's proposal counts.
    """
    if not session.counts:
        return None
    position = session.position
    if not marked and needs_count(position):
        position = position.mark_dead(dead_in(position))
    return _counted(position) if position.result() is not None else _estimated(position)


def _counted(position: Position) -> TerritoryData:
    rows = count_rows(position)
    return {
        "counted": True,
        "owners": {at: owner for at, owner in owners_of(position).items() if owner},
        "lead": sum(row.black - row.white for row in rows),
        "rows": [_part(row) for row in rows],
    }


def _estimated(position: Position) -> TerritoryData:
    owners = ownership(position, playouts=playouts_for(position))
    return {
        "counted": False,
        "owners": {at: round(value, _DIGITS) for at, value in owners.items()},
        "lead": round(expected_lead(position, owners), 1),
        "rows": [],
    }


def _part(row: CountRow) -> CountPart:
    return {"part": row.part, "black": row.black, "white": row.white}
