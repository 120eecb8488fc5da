"""The engine's proposal of dead stones when Go is counted."""

from plyground.engine.counting import PLAYOUTS, dead_stones
from plyground.engine.game import Position
from plyground.session.session import Session

_USUAL_POINTS = 19 * 19  # on a larger board fewer playouts, to keep the waiting short
_PROPOSALS = 500
_proposed: dict[tuple[object, ...], tuple[str, ...]] = {}  # cached dead stones of Go positions


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
