"""What does not survive when a record is written in a notation."""

from collections import Counter
from collections.abc import Iterator

from plyground.record import Node, Record


def losses(before: Record, after: Record) -> list[str]:
    """What the first record has and the second, read back, has not; in words.

    >>> from plyground.registry import game
    >>> record = Record(game("othello"), players={"black": "Ada"})
    >>> node = record.play("f5", comment="as always")
    >>> losses(record, Record(game("othello")))
    ['1 move', '1 comment', 'players']
    """
    had, has = _count(before), _count(after)
    lost = [
        f"{had[what] - has[what]} {what}{'s' * (had[what] - has[what] > 1)}"
        for what in had
        if had[what] > has[what]
    ]
    lost += [
        words
        for what, words in _NAMES.items()
        if getattr(before, what) != getattr(after, what) and (what != "info" or before.info)
    ]
    if before.outcome() != after.outcome():
        lost.append("the result")
    if not lost and before != after:
        lost.append("details of remarks")
    return lost


_NAMES = {
    "game": "options of the game",
    "start": "the first position",
    "players": "players",
    "info": "what is said of the game",
    "dead": "the dead stones",
}


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
        counts["foreign remark"] += len(node.extra)
    return counts


def _nodes(record: Record) -> Iterator[Node]:
    waiting = [record.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children
