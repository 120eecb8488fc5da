"""Records as files: JSON lines that are only ever appended to, so that what was written stays.

A head, a line for every move, later remarks, a result: `docs/records.md` has the format. One file
may hold many records. Reading replays every move and refuses what the rules refuse.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

from plyground.record import OUTSIDE_ENDINGS, WITHOUT_WINNER, Evaluation, Malformed, Node, Record
from plyground.registry import game as find_game
from plyground.verdicts import IllegalMove, Result
from plyground.view import Turn

FORMAT = 1
MAX_LINE = 1_000_000

_SIMPLE = ("comment", "seconds", "cpu_seconds", "clock")
_REMARKS = (*_SIMPLE, "evaluation", "extra")


def remarks_of(node: Node) -> dict[str, Any]:
    """What is said of a node beyond its move, as keys of an event."""
    remarks = {name: value for name in _SIMPLE if (value := getattr(node, name)) not in (None, "")}
    if node.evaluation is not None:
        known = vars(node.evaluation).items()
        remarks["evaluation"] = {name: value for name, value in known if value not in (None, ())}
    if node.extra:
        remarks["extra"] = node.extra
    return remarks


def events_of(record: Record) -> Iterator[dict[str, Any]]:
    """The whole record as events: what the lines of a file say."""
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
    """A move, or a position set up. Where no parent is named it follows the node before."""
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
    >>> read_records(lines_of(record)) == [record]
    True
    """
    return (dump(event) for event in events_of(record))


def dump(event: Mapping[str, Any]) -> str:
    """An event as one line of JSON."""
    text = json.dumps(event, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace").decode()  # half a character has no UTF-8


class Journal:
    """Writes a record to a file while it is played; an event is there when the call returns.

    A file that exists is continued, never rewritten: it must hold this record and no other.
    """

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record
        path.parent.mkdir(parents=True, exist_ok=True)
        mend(path)
        self._size = path.stat().st_size if path.exists() else 0
        if not self._size:
            record.renumber()
            self._size = append(path, lines_of(record), after=0)
        elif not _holds(path, record):
            raise ValueError(f"{path.name} holds another game; it is left as it is.")
        self._remember()

    def _remember(self) -> None:
        self._written = len(self.record.nodes)
        self._current = self.record.current
        self._said = {node: remarks_of(node) for node in self.record.nodes}

    def catch_up(self) -> None:
        """Appends what was played and remarked, and where play stands, since the last call.

        What could not be written is tried again by the next call.
        """
        events = [_remark(node) for node, said in self._said.items() if remarks_of(node) != said]
        current = self._current
        for node in self.record.nodes[self._written :]:
            assert node.parent is not None, "only the root has none"
            events.append(node_event(node, node.number, node.parent.number))
            if node.parent is current and len(node.parent.children) == 1:
                current = node
        if self.record.current is not current:
            events.append({"current": self.record.current.number})
        self._write(events)
        self._remember()

    def finish(self) -> None:
        """Appends the result, or that there is none any more."""
        self._write([result_event(self.record) if self.record.result else {"result": None}])

    def _write(self, events: Iterable[Mapping[str, Any]]) -> None:
        lines = [dump(event) for event in events]
        if lines:
            self._size = append(self.path, lines, after=self._size)


def _remark(node: Node) -> dict[str, Any]:
    """All that is now said of an earlier node; what is no longer said is null."""
    return {"at": node.number, **dict.fromkeys(_REMARKS), **remarks_of(node)}


def _holds(path: Path, record: Record) -> bool:
    held = load_records(path)
    if held != [record]:
        return False
    pairs = zip(held[0].nodes, record.nodes, strict=True)
    return all(mine.move == theirs.move for mine, theirs in pairs)


def append(path: Path, lines: Iterable[str], *, after: int | None = None) -> int:
    """Appends lines in one piece, or nothing at all; returns the file's size.

    `after` is the size it must have: another one tells that somebody else has written to it.
    """
    data = memoryview("".join(line + "\n" for line in lines).encode())
    with path.open("ab", buffering=0) as file:
        if after is not None:
            _lock(file)
        size = file.seek(0, os.SEEK_END)
        if after not in (None, size):
            raise ValueError(f"Another program has written to {path.name}; it is left to that one.")
        try:
            while data:
                data = data[file.write(data) or 0 :]
        except OSError:
            file.truncate(size)  # half a line would spoil the next one
            raise
        return file.tell()


def _lock(file: IO[bytes]) -> None:
    """Keeps others from writing between a look and a write, where the system has such locks."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def mend(path: Path) -> bool:
    """Cuts off a last line that a stopped program left half written; says whether there was one."""
    if not path.exists():
        return False
    size = path.stat().st_size
    with path.open("r+b") as file:
        start = max(0, size - MAX_LINE)
        file.seek(start)
        whole = start + file.read().rfind(b"\n") + 1
        if whole == size:
            return False
        file.truncate(whole)
    return True


def read_records(lines: Iterable[str], *, first_line: int = 1) -> list[Record]:
    """All records in these lines; Malformed says which line is wrong, and why."""
    return list(iterate_records(lines, first_line=first_line))


def iterate_records(lines: Iterable[str], *, first_line: int = 1) -> Iterator[Record]:
    """The records in these lines, one after the other. Lines of other kinds are left alone."""
    reader: _Reader | None = None
    for number, line in enumerate(lines, first_line):
        if not line.strip():
            continue
        place = f"line {number}"
        event = _parse(place, line)
        if "record" in event:
            if reader:
                yield reader.finished()
            reader = _Reader(place, event)
        elif reader:
            reader.take(place, event)
        elif not _is_foreign(event):
            raise Malformed(place, "A record begins with a line that has the key 'record'.")
    if reader:
        yield reader.finished()


def load_records(path: Path) -> list[Record]:
    """All records of a file; a last line without an end is taken for unfinished and left out."""
    return list(iterate_records(whole_lines(path)))


def whole_lines(path: Path) -> Iterator[str]:
    """The lines of a file but for one that a stopped program left half written."""
    with path.open("rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            if len(line) > MAX_LINE:
                raise Malformed(f"line {number}", f"A line has at most {MAX_LINE} characters.")
            if not line.endswith(b"\n"):
                return
            try:
                yield line.decode()
            except UnicodeDecodeError:
                raise Malformed(f"line {number}", "This is not text in UTF-8.") from None


_FOREIGN = ("match", "note")  # heads of other kinds that may stand in the same file


def _is_foreign(event: Mapping[str, Any]) -> bool:
    return any(name in event for name in _FOREIGN)


def _parse(place: str, line: str) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise Malformed(place, f"A line has at most {MAX_LINE} characters.")
    try:
        event = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise Malformed(place, "This is not a line of JSON.") from None
    if not isinstance(event, dict):
        raise Malformed(place, "A line is a JSON object, {...}.")
    return event


def _no_constant(name: str) -> float:
    raise ValueError(name)


class _Reader:
    """Rebuilds a record from its events."""

    def __init__(self, place: str, head: dict[str, Any]) -> None:
        self._told_at = place  # the result
        if isinstance(head["record"], bool) or head["record"] != FORMAT:
            raise Malformed(place, f"This version reads records of format {FORMAT} only.")
        try:
            options = _typed(head, "options", dict, {})
            game = find_game(_typed(head, "game", str), **options)
            players = _typed(head, "players", dict, {})
            self.record = Record(
                game,
                _typed(head, "position", str, None),
                players={side: str(players.get(side, "")) for side in _SIDES},
                info=_typed(head, "info", dict, {}),
            )
        except (ValueError, TypeError) as error:
            raise Malformed(place, str(error)) from None

    def take(self, place: str, event: dict[str, Any]) -> None:
        """Applies an event."""
        try:
            self._apply(place, event)
        except IllegalMove as refused:
            raise Malformed(place, refused.sentence) from None
        except (ValueError, TypeError) as error:
            raise Malformed(place, str(error)) from None

    def _apply(self, place: str, event: dict[str, Any]) -> None:
        if "node" in event:
            self._add(event)
        elif "at" in event:
            for name, value in read_remarks(event).items():
                setattr(self._node(event["at"]), name, value)
        elif "current" in event:
            self.record.go_to(self._node(event["current"]))
        elif "result" in event:
            self.record.finish(read_result(event["result"]), read_dead(event))
            self._told_at = place
        elif not _is_foreign(event):
            raise ValueError("A line of a record has one of the keys node, at, current or result.")

    def _add(self, event: dict[str, Any]) -> None:
        nodes = self.record.nodes
        if event["node"] != len(nodes):
            raise ValueError(f"The next node has the number {len(nodes)}, not {event['node']!r}.")
        parent = self._node(event.get("parent", len(nodes) - 1))
        remarks = read_remarks(event)
        if "setup" in event:
            self.record.set_up(parent, _typed(event, "setup", str), **remarks)
        else:
            self.record.add(parent, _typed(event, "move", str), **remarks)

    def _node(self, number: object) -> Node:
        nodes = self.record.nodes
        if isinstance(number, bool) or not isinstance(number, int):
            raise ValueError(f"A node is named by its number, not by {number!r}.")
        if not 0 <= number < len(nodes):
            raise ValueError(
                f"There is no node {number}; the nodes so far are 0 to {len(nodes) - 1}."
            )
        return nodes[number]

    def finished(self) -> Record:
        """The record, if its result is one that its moves can have."""
        try:
            by_rules = self.record.position.result()
        except ValueError as error:
            raise Malformed(self._told_at, str(error)) from None
        stated = self.record.result
        if stated is None or stated.code in OUTSIDE_ENDINGS or _agree(stated, by_rules):
            return self.record
        really = str(by_rules) if by_rules else "still open"
        raise Malformed(
            self._told_at,
            f"The result is said to be {str(stated)!r}, but by the rules it is {really!r}.",
        )


def _agree(stated: Result, by_rules: Result | None) -> bool:
    if by_rules is None or (by_rules.winner, by_rules.code) != (stated.winner, stated.code):
        return False
    return stated.margin is None or stated.margin == by_rules.margin


_SIDES: tuple[Turn, Turn] = ("black", "white")
_MISSING = object()


def _typed(event: Mapping[str, Any], name: str, kind: type, fallback: object = _MISSING) -> Any:
    value = event.get(name, fallback)
    if value is _MISSING:
        raise ValueError(f"The key {name!r} is missing.")
    if value is not fallback and not isinstance(value, kind):
        raise ValueError(f"{name!r} has a value of the wrong type: {str(value)[:40]!r}.")
    return value


def read_remarks(event: Mapping[str, Any]) -> dict[str, Any]:
    """The remarks of an event, checked, as fields of Node."""
    remarks: dict[str, Any] = {}
    for name in ("seconds", "cpu_seconds", "clock"):
        if name in event:
            remarks[name] = None if event[name] is None else _number(event, name)
    for name, kind, nothing in (("comment", str, ""), ("extra", dict, {})):
        if name in event:
            remarks[name] = typed if (typed := _typed(event, name, kind, None)) else nothing
    if "evaluation" in event:
        given = _typed(event, "evaluation", dict, None)
        remarks["evaluation"] = None if given is None else _read_evaluation(given)
    return remarks


def _read_evaluation(given: Mapping[str, Any]) -> Evaluation:
    mate = given.get("mate")
    pv: Sequence[object] = _typed(given, "pv", list, [])
    return Evaluation(
        _number(given, "score"),
        _number(given, "win_chance"),
        None if mate is None else int(_number(given, "mate")),
        given.get("exact") is True,
        int(_number({"depth": 0, **given}, "depth")),
        int(_number({"nodes": 0, **given}, "nodes")),
        tuple(str(move) for move in pv),
    )


def _number(event: Mapping[str, Any], name: str) -> float:
    value = event.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e15:
        raise ValueError(f"{name!r} is a number, not {str(value)[:40]!r}.")
    return value


def read_result(given: object) -> Result | None:
    """The result that an event tells; None where it takes one back."""
    if given is None:  # moves were taken back
        return None
    if not isinstance(given, dict):
        raise ValueError("'result' is an object with winner, margin, code and reason.")
    winner = given.get("winner")
    if winner not in (None, *_SIDES):
        raise ValueError(f"The winner is black, white or null, not {str(winner)[:40]!r}.")
    code = _typed(given, "code", str)
    if code in WITHOUT_WINNER and winner is not None:
        raise ValueError(f"A game that ends by {code!r} has no winner.")
    margin = None if given.get("margin") is None else float(_number(given, "margin"))
    return Result(cast(Turn | None, winner), margin, code, _typed(given, "reason", str, ""))


def read_dead(event: Mapping[str, Any]) -> list[str]:
    """The dead stones of a result."""
    dead = _typed(event, "dead", list, [])
    return [str(point) for point in dead]
