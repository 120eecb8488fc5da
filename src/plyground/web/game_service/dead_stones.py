"""The engine's proposal of dead stones when Go is counted."""

from plyground.engine.counting import PLAYOUTS, dead_stones
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
    session.mark(_dead(session))
    if not session.people:
        session.agree()


def _dead(session: Session) -> tuple[str, ...]:
    """The dead stones; cached, so that going back and forth needs no new search."""
    position = session.record.current.position
    key = (tuple(session.game.changed.items()), position.to_text())
    dead = _proposed.get(key)
    if dead is None:
        view = position.view()
        share = _USUAL_POINTS / (len(view["columns"]) * len(view["rows"]))
        dead = tuple(dead_stones(position, playouts=round(PLAYOUTS * min(1.0, share))))
        if len(_proposed) >= _PROPOSALS:
            _proposed.clear()
        _proposed[key] = dead
    return dead
