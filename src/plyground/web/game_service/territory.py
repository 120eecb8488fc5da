"""Territory in Go: the count of a finished game, or an estimate before."""

from plyground.engine.counting import (
    CountRow,
    count_rows,
    expected_lead,
    needs_count,
    owners_of,
    ownership,
)
from plyground.engine.game import Position
from plyground.session.session import Session
from plyground.web.contract.boards import CountPart, TerritoryData
from plyground.web.game_service.dead_stones import dead_in, playouts_for

_DIGITS = 2  # of an expected owner


def territory(session: Session, *, marked: bool) -> TerritoryData | None:
    """Who owns each point now; None in games that are not counted so.

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
