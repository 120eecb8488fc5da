"""A record as a sequence of events, one for each line of a file."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from plyground.records.record import Node, Record

FORMAT = 1
SIMPLE_REMARKS = ("comment", "seconds", "cpu_seconds", "clock")
REMARKS = (*SIMPLE_REMARKS, "evaluation", "extra")


def remarks_of(node: Node) -> dict[str, Any]:
    """The comments and evaluations of a node, as keys of an event."""
    remarks = {
        name: value for name in SIMPLE_REMARKS if (value := getattr(node, name)) not in (None, "")
    }
    if node.evaluation is not None:
        known = vars(node.evaluation).items()
        remarks["evaluation"] = {name: value for name, value in known if value not in (None, ())}
    if node.extra:
        remarks["extra"] = node.extra
    return remarks


def events_of(record: Record) -> Iterator[dict[str, Any]]:
    """The whole record as events, one for each line of a file.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("othello"))
    >>> _ = record.play("f5")
    >>> list(events_of(record))[1]
    {'node': 1, 'move': 'f5'}
    """
    yield head_of(record)
    if remarks := remarks_of(record.root):
        yield {"at": 0, **remarks}
    numbers = {record.root: 0}
    waiting = record.root.children[::-1]
    while waiting:
        node = waiting.pop()
        numbers[node] = len(numbers)
        assert node.parent is not None, "only the root has none"
        yield node_event(node, numbers[node], numbers[node.parent])
        waiting += node.children[::-1]
    if record.current is not record.end:
        yield {"current": numbers[record.current]}
    if record.result is not None:
        yield result_event(record)


def head_of(record: Record) -> dict[str, Any]:
    """The first event."""
    head: dict[str, Any] = {"record": FORMAT, "game": record.game.name}
    head["options"] = dict(record.game.changed)
    if record.start is not None:
        head["position"] = record.start
    head["players"] = dict(record.players)
    if record.info:
        head["info"] = record.info
    return head


def node_event(node: Node, number: int, parent: int) -> dict[str, Any]:
    """A move, or a position set up. Without a parent, it follows the previous node."""
    event: dict[str, Any] = {"node": number}
    if parent != number - 1:
        event["parent"] = parent
    event |= {"move": node.move} if node.move is not None else {"setup": node.setup}
    return event | remarks_of(node)


def result_event(record: Record) -> dict[str, Any]:
    """The last event."""
    assert record.result is not None, "a game that has no result has no such event"
    event: dict[str, Any] = {"result": dict(vars(record.result))}
    if record.dead:
        event["dead"] = list(record.dead)
    return event


def lines_of(record: Record) -> Iterator[str]:
    """The whole record as JSON lines.

    >>> import plyground
    >>> record = Record(plyground.game("dobutsu"), players={"black": "Ada", "white": "level:3"})
    >>> node = record.play("b2b3", comment="at once")
    >>> for line in lines_of(record):
    ...     print(line)
    {"record":1,"game":"dobutsu","options":{},"players":{"black":"Ada","white":"level:3"}}
    {"node":1,"move":"b2b3","comment":"at once"}
    """
    return (dump(event) for event in events_of(record))


def dump(event: Mapping[str, Any]) -> str:
    """An event as one line of JSON."""
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace").decode()  # lone surrogates cannot be encoded in UTF-8
