"""The goals of a lesson's steps; the rules or a search check them.

A goal is a word, sometimes with a number: `capture 2`. It is judged by a move's effect on the
position, as shown by the game's views, aids and results; no rule is repeated here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from plyground.engine.game import Position
from plyground.engine.search import search
from plyground.engine.view import Turn, other

Judge = Callable[[Position, str, int], bool]

MOST_MOVES = 5  # of `win in N`
_SHORT = 2  # plies that a plain search covers at once


@dataclass(frozen=True)
class Kind:
    """A kind of goal: its argument, a sentence for authors, and its judge."""

    pattern: str
    sentence: str
    judge: Judge


def _owned(position: Position, owner: Turn) -> dict[str, str]:
    """The squares of a side's pieces."""
    return {one["at"]: one["owner"] for one in position.view()["pieces"] if one["owner"] == owner}


def _taken(before: Position, move: str, most: int) -> bool:
    """The other side's pieces that are gone, or under the piece that moved."""
    after = before.play(move)
    theirs, still = _owned(before, other(before.turn)), _owned(after, other(before.turn))
    mine = _owned(after, before.turn)
    last = after.view()["last_move"]
    target = None if last is None else last["to"]
    gone = [at for at in theirs if at not in still and (at not in mine or at == target)]
    return len(gone) >= most


def _flipped(before: Position, move: str, least: int) -> bool:
    """The other side's pieces that changed to our colour in place."""
    after = before.play(move)
    theirs, mine = _owned(before, other(before.turn)), _owned(after, before.turn)
    last = after.view()["last_move"]
    target = None if last is None else last["to"]
    return len([at for at in theirs if at in mine and at != target]) >= least


def _won(before: Position, move: str, _: int) -> bool:
    result = before.play(move).result()
    return result is not None and result.winner == before.turn


def _drawn(before: Position, move: str, _: int) -> bool:
    result = before.play(move).result()
    return result is not None and result.winner is None


def _forced(before: Position, move: str, left: int) -> bool:
    """Whether this move wins, or leaves a proven win, in at most this many own moves."""
    return _won(before, move, 0) or (left > 1 and is_lost(before.play(move), 2 * (left - 1)))


def is_lost(position: Position, plies: int) -> bool:
    """Whether the side to move is proven to lose within this many plies.

    A plain search sees everything; for longer wins it would take too long.
    """
    if position.result() is not None:
        return False
    spec = f"search:depth={plies + 1},table=1" if plies > _SHORT else f"alphabeta:depth={plies}"
    mate = search(position, spec).mate
    return mate is not None and -plies <= mate < 0


def _line(before: Position, move: str, least: int) -> bool:
    """The longest line, as the game itself counts it."""
    score = before.play(move).score()
    return score is not None and (score.black, score.white)[before.turn == "white"] >= least


def _chances(before: Position, move: str, least: int) -> bool:
    """The points where our next stone would win."""
    after = before.play(move)
    if after.result() is not None:
        return _won(before, move, 0)
    rows = [aid for aid in after.aids() if aid["kind"] == "win" and aid["owner"] == before.turn]
    return sum(aid["count"] for aid in rows) >= least


def _atari(before: Position, move: str, least: int) -> bool:
    """A group of the other side, of at least this size, that now has one liberty and had more."""
    there = before.turn

    def short(position: Position) -> list[list[str]]:
        rows = [aid for aid in position.aids() if aid["kind"] == "liberties"]
        return [aid["at"] for aid in rows if aid["count"] == 1 and aid["owner"] == other(there)]

    known = [set(group) for group in short(before)]
    new = [group for group in short(before.play(move)) if set(group) not in known]
    return any(len(group) >= least for group in new)


def _liberties(before: Position, move: str, least: int) -> bool:
    """The liberties of the group of the stone that was played."""
    after = before.play(move)
    last = after.view()["last_move"]
    rows = [aid for aid in after.aids() if aid["kind"] == "liberties"]
    return any(last and last["to"] in aid["at"] and aid["count"] >= least for aid in rows)


def _corner(before: Position, move: str, _: int) -> bool:
    after = before.play(move).view()
    last = after["last_move"]
    corners = [c + r for c in after["columns"][:: len(after["columns"]) - 1] for r in after["rows"]]
    ends = (after["rows"][0], after["rows"][-1])
    return last is not None and last["to"] in [at for at in corners if at.endswith(ends)]


def _guarded(before: Position, move: str, _: int) -> bool:
    """Whether no corner is open to the other side."""
    after = before.play(move)
    return not any(_corner(after, answer, 0) for answer in after.moves())


def _safe(before: Position, move: str, _: int) -> bool:
    """Whether no move of the other side wins at once."""
    after = before.play(move)
    if (result := after.result()) is not None:
        return result.winner != other(before.turn)
    return not any(_won(after, answer, 0) for answer in after.moves())


def _ahead(before: Position, move: str, least: int) -> bool:
    """The running score."""
    score = before.play(move).score()
    if score is None:
        return False
    margin = score.black - score.white
    return (margin if before.turn == "black" else -margin) >= least


def _mobile(before: Position, move: str, most: int) -> bool:
    """The number of the other side's moves; a forced pass counts as none."""
    after = before.play(move)
    return len([one for one in after.view()["moves"] if one["kind"] != "pass"]) <= most


def _any(before: Position, move: str, _: int) -> bool:
    return before.explain(move) is None


KINDS = {
    "capture": Kind("capture N", "the move captures N pieces or more", _taken),
    "flip": Kind("flip N", "the move flips N pieces or more", _flipped),
    "win": Kind("win", "the move wins the game", _won),
    "win in": Kind("win in N", "N moves win by force", _forced),
    "draw": Kind("draw", "the move ends the game in a draw", _drawn),
    "line": Kind("line N", "the longest line has N stones, where the game counts it", _line),
    "chances": Kind("chances N", "there are N or more points that would win next", _chances),
    "atari": Kind("atari N", "a group of N stones or more is put into atari", _atari),
    "liberties": Kind("liberties N", "the stone's group has N liberties or more", _liberties),
    "corner": Kind("corner", "the piece lands in a corner", _corner),
    "guard": Kind("guard", "the opponent can't take a corner next", _guarded),
    "safe": Kind("safe", "the opponent can't win immediately", _safe),
    "ahead": Kind("ahead N", "the running score is better by N or more", _ahead),
    "moves": Kind("moves N", "the opponent has N moves or fewer", _mobile),
    "any": Kind("any", "any legal move is right", _any),
}
REFUSED = "refused"  # `refused CODE`: a move that the rules refuse for this reason


@dataclass(frozen=True)
class Goal:
    """A goal of a lesson's step."""

    kind: str
    number: int = 1
    code: str = ""

    @property
    def turns(self) -> int:
        """The number of own moves that it may take."""
        return self.number if self.kind == "win in" else 1

    def is_met(self, before: Position, move: str, turn: int) -> bool:
        """Whether a legal move, the person's move with this number from 0, is right."""
        left = self.number - turn if self.kind == "win in" else self.number
        return KINDS[self.kind].judge(before, move, left)


def read_goal(text: str) -> Goal:
    """A goal from its text; a ValueError lists the goals.

    >>> read_goal("capture 2"), read_goal("refused ko").code
    (Goal(kind='capture', number=2, code=''), 'ko')
    >>> read_goal("checkmate")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: There is no goal 'checkmate'; the goals are: capture N, flip N, win, ...
    """
    words = " ".join(text.split())
    if found := re.fullmatch(rf"{REFUSED} ([a-z_]+)", words):
        return Goal(REFUSED, code=found[1])
    found = re.fullmatch(r"([a-z ]+?)(?: ([0-9]{1,3}))?", words)
    kind = KINDS.get(found[1]) if found else None
    if found is None or kind is None:
        known = ", ".join([*(one.pattern for one in KINDS.values()), f"{REFUSED} CODE"])
        raise ValueError(f"There is no goal {words[:40]!r}; the goals are: {known}.")
    if found[2] and not kind.pattern.endswith(" N"):
        raise ValueError(f"The goal {found[1]} takes no number.")
    if found[1] == "win in" and not (found[2] and 1 <= int(found[2]) <= MOST_MOVES):
        raise ValueError(f"`win in N` takes a number from 1 to {MOST_MOVES}.")
    return Goal(found[1], int(found[2] or 1))
