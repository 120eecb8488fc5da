"""The situation of a game in one sentence."""

from plyground.engine.view import View
from plyground.session.session import Session


def situation(session: Session, view: View, *, paused: bool = False) -> str:
    """The result, the state of the count, or the side to move.

    >>> import plyground
    >>> from plyground.records.record import Record
    >>> session = Session(Record(plyground.game("robogo")), {"black": None, "white": None})
    >>> node = session.play("pass")
    >>> situation(session, session.position.view())
    'Black passed. White to move.'
    """
    if session.stage == "over":
        return session.result_text()
    if session.stage == "counting":
        return "Both sides passed. Mark the dead stones, then agree; or continue to play."
    if session.thinker is not None:
        return "Paused." if paused else ""
    if must_pass(view):
        return f"{_passed(session, view)}You have no legal move, so you must pass: press p."
    one = len(session.people) == 1
    turn = "Your turn." if one else f"{view['turn'].capitalize()} to move."
    return _passed(session, view) + turn


def why_wait(session: Session, *, paused: bool = False) -> str:
    """Why no person can move now, and what is possible instead; empty if one can."""
    if session.stage == "over":
        return f"{session.result_text()} Press n for a new game, or u to take a move back."
    if session.stage == "counting":
        return "The stones are being counted: press a to agree, c to continue."
    if not session.people:
        return f"Two computers play this game; Space {'goes on' if paused else 'pauses'}."
    if session.thinker is None:
        return ""
    back = "; u takes your move back" if session.can_undo else ""
    return f"It is the computer's turn{back}."


def must_pass(view: View) -> bool:
    """Whether a pass is the only move."""
    return [move["kind"] for move in view["moves"]] == ["pass"]


def _passed(session: Session, view: View) -> str:
    """A mention of a pass, because the board does not show it."""
    last, before = view["last_move"], session.record.current.parent
    if last is None or last["kind"] != "pass" or before is None:
        return ""
    return f"{before.position.turn.capitalize()} passed. "
