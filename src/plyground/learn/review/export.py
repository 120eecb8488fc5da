"""Writes a review into the record of its game: comments, evaluations, better lines.

The record can then be written in any notation: SGF and KIF keep all of it, GGF the evaluations, our
own JSON everything.
"""

from collections.abc import Sequence

from plyground.engine.messages import number
from plyground.engine.report import WON
from plyground.learn.review.model import Judged, Review
from plyground.records.record import Evaluation, Node, Record
from plyground.session.threats import WORDS

FORMATS = ("sgf", "kif", "ggf", "jsonl")  # endings that allow a remark about a move

_MARKS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_WORDS = {
    "best": "the best move",
    "good": "a good move",
    "inaccuracy": "an inaccuracy",
    "mistake": "a mistake",
    "blunder": "a blunder",
}


def annotate(record: Record, review: Review, remarks: Sequence[str] | None = None) -> None:
    """Writes the review into the record; `remarks` replaces our sentences, one per move.

    ValueError if the review is of another game.

    >>> import plyground
    >>> from plyground.learn.review import review
    >>> record = plyground.Record(plyground.game("gomoku", size=5, line=4))
    >>> record.play_all(["c3", "a1"])
    >>> annotate(record, review(record, effort=1))
    >>> record.end.comment.startswith("White a1")
    True
    """
    moves = [node for node in record.main_line() if node.move is not None]
    nodes = moves[max(0, len(moves) - len(review.moves)) :]
    if tuple(node.move for node in nodes) != tuple(move.move for move in review.moves):
        raise ValueError("This review is of another game.")
    comments = list(remarks) if remarks is not None else [remark(move) for move in review.moves]
    for node, move, words in zip(nodes, review.moves, comments, strict=True):
        node.comment = "\n".join(filter(None, [node.comment, words]))
        node.evaluation = Evaluation(
            move.score, move.chance, move.mate, move.exact, pv=(move.move, *move.refutation)
        )
        if move.grade in _MARKS:
            _add_better(record, node, move)


def _add_better(record: Record, node: Node, move: Judged) -> None:
    """The better line as a variation beside the move."""
    parent = node.parent
    assert parent is not None, "a move has something before it"
    thought = Evaluation(move.score_before, move.chance_before, pv=move.best_line)
    for i, step in enumerate(move.best_line):
        known = next((child for child in parent.children if child.move == step), None)
        parent = known or record.add(parent, step, **({} if i else {"evaluation": thought}))


def remark(move: Judged) -> str:
    """The remark about a move, in a line or two.

    >>> from plyground.learn.review import Judged
    >>> print(remark(Judged(9, "black", "C3", "D4", ("D4", "D5"), ("E5",), 0.75, 0.5, 3.0, 0.0,
    ...     None, False, 0.25, "blunder")))
    Black C3 ??: a blunder that loses 25%. Winning chance 50%, score 0.
    D4 was better: 75%, score +3. For example D4 D5. The reply is E5.
    """
    side = move.side.capitalize()
    mark = f" {_MARKS[move.grade]}" if move.grade in _MARKS else ""
    if move.forced:
        return f"{side} {move.move}: the only move. {standing(move.chance, move.score)}."
    verdict = _WORDS[move.grade]
    if mark:
        verdict += f" that loses {round(move.loss * 100)}%"
    first = f"{side} {move.move}{mark}: {verdict}. {standing(move.chance, move.score)}."
    if not mark:
        return first
    better = standing(move.chance_before, move.score_before).removeprefix("Winning chance ")
    line = f" For example {' '.join(move.best_line)}." if len(move.best_line) > 1 else ""
    made = f" It makes {WORDS[move.makes]}." if move.makes else ""
    answer = f" The reply is {move.refutation[0]}." if move.refutation else ""
    return f"{first}\n{move.best} was better: {better}.{made}{line}{answer}{_why(move)}"


def percent(chance: float) -> str:
    """A chance in percent; an unproven chance is never 0 or 100 %.

    >>> percent(0.999), percent(1.0), percent(0.001), percent(0.375)
    ('99%', '100%', '1%', '38%')
    """
    return f"{chance if chance in (0, 1) else min(0.99, max(0.01, chance)):.0%}"


def standing(chance: float, score: float) -> str:
    """A side's winning chance and score, in words.

    >>> standing(0.5, 0.0), standing(1.0, 10000.0)
    ('Winning chance 50%, score 0', 'Winning chance 100%')
    """
    text = f"Winning chance {percent(chance)}"
    return text if abs(score) >= WON else f"{text}, score {_signed(score)}"


def _signed(score: float) -> str:
    score_text = number(round(score, 1))
    return f"+{score_text}" if score > 0 and score_text != "0" else score_text


def _why(move: Judged) -> str:
    names = [f"{reason.name.replace('_', ' ')} {reason.gain:+g}" for reason in move.why]
    return f" It gains {', '.join(names)}." if names else ""
