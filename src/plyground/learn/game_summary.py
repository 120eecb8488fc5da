"""The summary after a game: the kind of mistake that cost most, and the lesson about it.

Kinds are detected from the rules alone: by the effect of the better move, and of the other side's
answer to the move played. docs/how-to/teacher.md lists the kinds.
"""

from collections.abc import Callable
from typing import Any

from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of
from plyground.engine.view import Turn, other
from plyground.learn.review.judging import game_of
from plyground.learn.review.model import Judged, Review
from plyground.records.record import Record

Data = dict[str, Any]

# The kinds of mistakes; a game's guide names a lesson for each.
KINDS = (
    "win",
    "block",
    "try",
    "corner",
    "missed_corner",
    "capture",
    "lost",
    "drop",
    "end",
    "forced",
    "choices",
    "other",
)

_LATE = 0.8  # of the board has pieces
_SURE = 0.02  # winning chance: below it, or above 1 minus it, the end is near


class _Mistake:
    """A costly move, with the boards before it, after it and after the better move."""

    def __init__(self, before: Position, judged: Judged) -> None:
        self.side: Turn = judged.side
        self.judged = judged
        self.before = before
        self.after = before.play(judged.move)
        self.better = before.play(judged.best)
        line = judged.refutation
        self.answer = self.after.play(line[0]) if line and self.after.result() is None else None

    def winner(self, position: Position | None) -> Turn | None:
        """The winner in that position, if the game is over."""
        result = None if position is None else position.result()
        return None if result is None else result.winner

    def pieces(self, position: Position, side: Turn) -> int:
        """The number of a side's pieces on the board."""
        return sum(piece["owner"] == side for piece in position.view()["pieces"])

    def is_corner(self, text: str) -> bool:
        """Whether a move goes to a corner."""
        view = self.before.view()
        corners = {c + r for c in _ends(view["columns"]) for r in _ends(view["rows"])}
        return text in corners


def _ends(labels: list[str]) -> list[str]:
    return [labels[0], labels[-1]]


def _misses_win(one: _Mistake) -> bool:
    return one.winner(one.better) == one.side


def _allows_win(one: _Mistake) -> bool:
    return other(one.side) in (one.winner(one.answer), one.winner(one.after))


def _is_about_try(one: _Mistake) -> bool:
    ends = [position.result() for position in (one.better, one.answer) if position is not None]
    return any(end is not None and end.code == "try" for end in ends)


def _gives_corner(one: _Mistake) -> bool:
    line = one.judged.refutation
    return bool(line) and one.is_corner(line[0])


def _misses_corner(one: _Mistake) -> bool:
    return one.is_corner(one.judged.best)


def _misses_capture(one: _Mistake) -> bool:
    them = other(one.side)
    return one.pieces(one.better, them) < one.pieces(one.before, them)


def _loses_pieces(one: _Mistake) -> bool:
    if one.answer is None:
        return False
    return one.pieces(one.answer, one.side) < one.pieces(one.after, one.side)


def _misses_drop(one: _Mistake) -> bool:
    moves = one.before.view()["moves"]
    return any(move["text"] == one.judged.best and move["kind"] == "drop" for move in moves)


def _is_late(one: _Mistake) -> bool:
    view = one.before.view()
    points = len(view["columns"]) * len(view["rows"])
    return "pass" in (one.judged.best, one.judged.move) or len(view["pieces"]) >= _LATE * points


def _is_forced(one: _Mistake) -> bool:
    return one.judged.chance <= _SURE or one.judged.chance_before >= 1 - _SURE


def _leaves_choices(one: _Mistake) -> bool:
    return len(one.after.moves()) > len(one.better.moves())


# In this order: the most obvious kind comes first.
_SIGNS: tuple[tuple[str, Callable[[_Mistake], bool]], ...] = (
    ("try", _is_about_try),
    ("win", _misses_win),
    ("block", _allows_win),
    ("corner", _gives_corner),
    ("missed_corner", _misses_corner),
    ("capture", _misses_capture),
    ("lost", _loses_pieces),
    ("end", _is_late),
    ("drop", _misses_drop),
    ("forced", _is_forced),
    ("choices", _leaves_choices),
)
# A kind counts in games that have a lesson about it, because its sign may be common otherwise:
# every board has corners, and in Othello the other side's pieces decrease all the time. In games
# without lessons, only these kinds count.
_PLAIN = ("win", "block", "forced")


def cause(before: Position, judged: Judged) -> str:
    """The kind of mistake of a move.

    >>> import plyground
    >>> from plyground.learn.review import review
    >>> record = plyground.Record(plyground.game("gomoku", size=9))
    >>> record.play_all("e5 e4 e6 a1 e7 a9 e8 i1 e9".split())
    >>> found = review(record, effort=5)
    >>> cause(record.game.start().play_all("e5 e4 e6 a1 e7 a9 e8"), found.moves[7])
    'block'
    """
    one = _Mistake(before, judged)
    game = before.game.name
    for name, shows in _SIGNS:
        if _counts(name, game) and shows(one):
            return name
    return "other"


def _counts(name: str, game: str) -> bool:
    lessons = guide_of(game).lessons_on
    return name in lessons or ("other" not in lessons and name in _PLAIN)


def summarise(record: Record, review: Review, side: Turn) -> Data:
    """How a side played, and what to learn from it, as plain data.

    `accuracy` is from 0 to 100, or None; `worst` the largest mistake, or None; `cause` the kind of
    mistakes with the largest total cost, `count` their number, `lesson` the name of a lesson about
    it in this game. They are None if there was no large mistake.
    """
    start, texts = game_of(record)
    positions = [start]
    for text in texts:
        positions.append(positions[-1].play(text))
    mistakes = [move for move in review.mistakes(side) if move.grade in ("mistake", "blunder")]
    costs: dict[str, list[float]] = {}
    for move in mistakes:
        costs.setdefault(cause(positions[move.ply - 1], move), []).append(move.loss)
    dearest = max(costs, key=lambda name: sum(costs[name]), default=None)
    worst = mistakes[0] if mistakes else None
    return {
        "accuracy": review.accuracy(side),
        "worst": worst
        and {
            "ply": worst.ply,
            "move": worst.move,
            "best": worst.best,
            "before": worst.chance_before,
            "chance": worst.chance,
        },
        "mistakes": len(mistakes),
        "cause": dearest,
        "count": len(costs[dearest]) if dearest else 0,
        "lesson": guide_of(review.game).lessons_on.get(dearest) if dearest else None,
    }
