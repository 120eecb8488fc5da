"""Lists what is lost when a record is written in a notation."""

from collections import Counter
from collections.abc import Iterator

from plyground.engine.results import Result
from plyground.records.notation.ours import MARKS
from plyground.records.record import Node, Record

# The counted parts of a record, in singular and plural.
_COUNTED = {
    "move": "moves",
    "variation": "variations",
    "comment": "comments",
    "position set up": "positions set up",
    "evaluation": "evaluations",
    "clock": "clocks",
    "time of a move": "times of moves",
    "foreign remark": "foreign remarks",
}
_NAMES = {
    "game": "options of the game",
    "start": "the first position",
    "players": "players",
    "info": "data about the game",
    "dead": "the dead stones",
}


def losses(before: Record, after: Record) -> list[str]:
    """What the first record has and the second, which was read back, lacks; in words.

    >>> from plyground.engine.registry import game
    >>> record = Record(game("othello"), players={"black": "Ada"})
    >>> node = record.play("f5", comment="as always")
    >>> losses(record, Record(game("othello")))
    ['1 move', '1 comment', 'players']
    """
    missing = _count(before) - _count(after)
    lost = [
        f"{missing[one]} {one if missing[one] == 1 else many}"
        for one, many in _COUNTED.items()
        if missing[one]
    ]
    lost += [
        words
        for what, words in _NAMES.items()
        if getattr(before, what) != getattr(after, what) and (what != "info" or before.info)
    ]
    if _result_parts(before.outcome()) != _result_parts(after.outcome()):
        lost.append("the result")
    if not lost and _details(before) != _details(after):
        lost.append("details of remarks")
    return lost


def _result_parts(result: Result | None) -> tuple[object, ...] | None:
    """The content of a result, however it is worded."""
    return (result.winner, result.margin, result.code) if result else None


def _count(record: Record) -> Counter[str]:
    main = set(record.main_line())
    counts: Counter[str] = Counter()
    for node in _nodes(record):
        counts["move"] += node in main and node.move is not None
        counts["variation"] += node.parent is not None and node is not node.parent.children[0]
        counts["comment"] += bool(node.comment)
        counts["position set up"] += bool(node.setup)
        counts["evaluation"] += node.evaluation is not None
        counts["clock"] += node.clock is not None
        counts["time of a move"] += node.seconds is not None
        counts["foreign remark"] += len(_foreign(node))
    return counts


def _details(record: Record) -> list[tuple[object, ...]]:
    return [
        (
            node.move,
            node.setup,
            node.comment,
            node.evaluation,
            node.seconds,
            node.cpu_seconds,
            node.clock,
            _foreign(node),
        )
        for node in _nodes(record)
    ]


def _foreign(node: Node) -> dict[str, object]:
    return {name: value for name, value in node.extra.items() if name not in MARKS}


def _nodes(record: Record) -> Iterator[Node]:
    waiting = [record.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children
