"""The commands of a game, and the reasons for refusing one."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from plyground.engine.results import IllegalMove
from plyground.session.session import Session
from plyground.web.contract.service import CommandArguments

Command = Callable[[Session, CommandArguments], None]

# Sentences without arguments, so that a page can translate them.
REFUSALS = {
    "game_over": "The game is over. Take a move back or start a new game.",
    "counting": "Both have passed: count the stones, or play on.",
    "not_counting": "Stones are counted after two passes.",
    "no_stone": "Only stones can be marked dead, and there is no stone there.",
    "nothing_to_undo": "There is no move to take back.",
    "nothing_to_redo": "There is no move to redo.",
    "over_already": "The game is over already.",
    "watching": "Two computers play this game; you can only watch.",
    "no_text": "That must be a text.",
    "no_such_action": "There is no such action.",
    "no_such_player": (
        "A player must be a person, level:1 to level:8, maximum:seconds=S, or a network."
    ),
    "no_such_network": "There is no such network for this board here.",
    "no_such_ply": "There is no such move in this game.",
    "too_many_games": "At most 2 megabytes and 100 games.",
    "too_many_moves": "These games have too many moves to be imported at once.",
    "no_computer": "No computer is to move here.",
    "stopped": "The search was stopped before it had an answer.",
    "game_hangs": "This game's own program did not answer in time, so it was ended. Try again.",
    "game_busy": "This game's own program is busy. Try again in a moment.",
    "game_starts": "This game's own program has not started yet. Try again in a moment.",
    "game_ended": "This game's own program ended without an answer. Try again.",
    "engine_away": "No engine worker is running just now. Try again in a moment.",
    "engine_ended": "The engine stopped before it had an answer. Try again in a moment.",
}


class Refused(ValueError):  # noqa: N818 - nothing is broken: the rules say no
    """A command that cannot be applied: a stable code, its arguments, a sentence, and its place."""

    def __init__(
        self, code: str, sentence: str, args: Mapping[str, str] | None = None, at: str | None = None
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.arguments = dict(args or {})
        self.at = at

    def __reduce__(self) -> tuple[type["Refused"], tuple[Any, ...]]:
        return Refused, (self.code, self.sentence, self.arguments, self.at)


class Unavailable(Refused):
    """A required program is not available now; a later request may be answered."""

    def __reduce__(self) -> tuple[type["Unavailable"], tuple[Any, ...]]:
        return Unavailable, (self.code, self.sentence)


_PASSING = ("game_hangs", "game_busy", "game_ended", "game_starts", "engine_away", "engine_ended")


def refuse(code: str) -> Refused:
    """The refusal with the sentence of this code."""
    return (Unavailable if code in _PASSING else Refused)(code, REFUSALS[code])


def apply(session: Session, action: str, command: CommandArguments) -> None:
    """Applies a command; Refused says why it is impossible."""
    if action not in ACTIONS:
        raise refuse("no_such_action")
    try:
        ACTIONS[action](session, command)
    except IllegalMove as refused:
        at = refused.refusal.args.get("point") or refused.refusal.args.get("to")
        raise Refused(refused.code, refused.sentence, refused.refusal.args, at) from None


def _text(command: CommandArguments, name: Literal["move", "point"], most: int) -> str:
    text = command.get(name)
    if not isinstance(text, str):
        raise refuse("no_text")
    return text[:most]


def _play(session: Session, command: CommandArguments) -> None:
    move = _text(command, "move", 100)
    if session.stage != "playing":
        raise refuse("counting" if session.stage == "counting" else "game_over")
    session.play(move)


def _undo(session: Session, _: CommandArguments) -> None:
    if not session.undo():
        raise refuse("nothing_to_undo")


def _redo(session: Session, _: CommandArguments) -> None:
    if not session.redo():
        raise refuse("nothing_to_redo")


def _resign(session: Session, command: CommandArguments) -> None:
    """The server, not the client, sets the side; without one, the person who may act resigns."""
    if session.speaker is None:
        raise refuse("watching")
    if session.stage == "over":
        raise refuse("over_already")
    session.resign(command.get("side"))


def _draw(session: Session, _: CommandArguments) -> None:
    if session.stage != "playing":
        raise refuse("counting" if session.stage == "counting" else "over_already")
    session.agree_draw()


def _toggle(session: Session, command: CommandArguments) -> None:
    point = _text(command, "point", 20)
    _must_count(session)
    try:
        session.toggle(point)
    except ValueError:
        raise Refused("no_stone", REFUSALS["no_stone"], at=point) from None


def _agree(session: Session, _: CommandArguments) -> None:
    _must_count(session)
    session.agree()


def _play_on(session: Session, _: CommandArguments) -> None:
    _must_count(session)
    session.play_on()


def _must_count(session: Session) -> None:
    if session.stage != "counting":
        raise refuse("not_counting")


ACTIONS: dict[str, Command] = {
    "move": _play,
    "undo": _undo,
    "redo": _redo,
    "resign": _resign,
    "draw": _draw,
    "toggle": _toggle,
    "agree": _agree,
    "play_on": _play_on,
}
