"""Names for the threats that a move makes in games of five in a row.

The core finds fours and open threes (`Position.aids`); here a move gets a name by those it adds.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from plyground.engine.game import Position
from plyground.engine.view import AidView

Threat = Literal["", "three", "four", "open_four", "two_threes", "four_three", "two_fours"]

# What a move makes, as a sentence goes on after "makes".
WORDS: dict[Threat, str] = {
    "three": "an open three",
    "four": "a four",
    "open_four": "an open four",
    "two_threes": "two open threes",
    "four_three": "a four and an open three",
    "two_fours": "two fours",
}

_FIVE = 5  # the length of a line in which these names are used


def threat_of(position: Position, move: str) -> Threat:
    """What a move makes for its side: a new four, open three, or two of these.

    >>> import plyground
    >>> position = plyground.game("gomoku").start().play_all("h8 a1 i8 a2 h9 c15 h10 h11")
    >>> [threat_of(position, move) for move in ("j8", "h7", "g10", "a15")]
    ['three', 'four', 'three', '']
    """
    if position.game.values.get("line") != _FIVE:
        return ""
    before = {_stones(row) for row in _threats(position, position.turn)}
    after = position.play(move)
    new = [row for row in _threats(after, position.turn) if _stones(row) not in before]
    fours = [row for row in new if row["count"] == 1]
    # stones that are part of a four are not called a three as well
    threes = [
        row
        for row in new
        if row["count"] == 2 and not any(set(row["at"]) <= set(four["at"]) for four in fours)
    ]
    if fours:
        if len(fours) > 1:
            return "two_fours"
        if len(fours[0]["points"]) > 1:
            return "open_four"
        return "four_three" if threes else "four"
    return ("two_threes" if len(threes) > 1 else "three") if threes else ""


def threats_along(position: Position, moves: Iterable[str]) -> list[Threat]:
    """The same for each move of a line."""
    moves = list(moves)
    if position.game.values.get("line") != _FIVE:
        return [""] * len(moves)
    found: list[Threat] = []
    for move in moves:
        found.append(threat_of(position, move))
        position = position.play(move)
    return found


def is_forced_win(mate: int | None, threats: Sequence[Threat]) -> bool:
    """Whether a line wins by threats: the winner's moves, all but the last, each make one.

    >>> is_forced_win(5, ["four", "", "four_three", "", ""]), is_forced_win(1, [""])
    (True, False)
    """
    return mate is not None and mate > 1 and len(threats) == mate and all(threats[:-1:2])


def by_turns(moves: Sequence[str], threats: Sequence[Threat]) -> list[tuple[str, Threat, str]]:
    """The moves of the side to move with their threats, each with the reply.

    >>> by_turns(["a1", "b1", "c1"], ["four", "", ""])
    [('a1', 'four', 'b1'), ('c1', '', '')]
    """
    replies = [*moves[1::2], ""]
    return list(zip(moves[::2], threats[::2], replies, strict=False))


def _threats(position: Position, side: str) -> list[AidView]:
    return [row for row in position.aids() if row["kind"] == "threat" and row["owner"] == side]


def _stones(row: AidView) -> tuple[object, ...]:
    return row["count"], *sorted(row["at"])
