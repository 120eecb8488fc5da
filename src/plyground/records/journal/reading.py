"""Reads records: replays every move and reports mistakes with their line."""

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BufferedIOBase
from pathlib import Path
from typing import Any, cast

from plyground.engine.registry import game as find_game
from plyground.engine.results import IllegalMove, Result
from plyground.engine.view import Turn
from plyground.records.journal.events import FORMAT
from plyground.records.record import (
    OUTSIDE_ENDINGS,
    WITHOUT_WINNER,
    Evaluation,
    Malformed,
    Node,
    Record,
)

MAX_LINE = 1_000_000


def read_records(lines: Iterable[str], *, first_line: int = 1) -> list[Record]:
    """All records in these lines; Malformed says which line is wrong, and why.

    >>> lines = ['{"record":1,"game":"othello"}', '{"node":1,"move":"f5"}']
    >>> [record.moves for record in read_records(lines)]
    [('f5',)]
    """
    return list(iterate_records(lines, first_line=first_line))


def iterate_records(lines: Iterable[str], *, first_line: int = 1) -> Iterator[Record]:
    """The records in these lines, one after the other. Other kinds of lines are skipped.

    >>> lines = ['{"record":1,"game":"othello"}', '{"record":1,"game":"go"}']
    >>> [record.game.name for record in iterate_records(lines)]
    ['othello', 'go']
    """
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
    r"""All records of a file, also of one packed as `.xz`, without an incomplete last line.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "games.jsonl")
    >>> _ = file.write_text('{"record":1,"game":"othello"}\n{"node":1,"mo')
    >>> load_records(file)
    [<Record of game('othello'): 0 moves, in progress>]
    """
    return list(iterate_records(whole_lines(path)))


def whole_lines(path: Path) -> Iterator[str]:
    r"""The lines of a file, without a last line that a stopped program left incomplete.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "games.jsonl")
    >>> _ = file.write_text('{"record":1,"game":"othello"}\n{"node":1,"mo')
    >>> [line.strip() for line in whole_lines(file)]
    ['{"record":1,"game":"othello"}']
    """
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        yield from whole_lines_of(file)


def whole_lines_of(file: BufferedIOBase) -> Iterator[str]:
    """The same for an open file."""
    for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
        if len(line) > MAX_LINE:
            raise Malformed(f"line {number}", f"A line has at most {MAX_LINE} characters.")
        if not line.endswith(b"\n"):
            return
        try:
            yield line.decode()
        except UnicodeDecodeError:
            raise Malformed(f"line {number}", "This is not text in UTF-8.") from None


_FOREIGN = ("match", "note")  # other kinds of heads that may be in the same file


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
        self._result_at = place  # the result
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
            self._result_at = place
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
            raise ValueError(f"A node is identified by its number, not by {number!r}.")
        if not 0 <= number < len(nodes):
            raise ValueError(
                f"There is no node {number}; the nodes so far are 0 to {len(nodes) - 1}."
            )
        return nodes[number]

    def finished(self) -> Record:
        """The record, if its result is possible after its moves."""
        try:
            by_rules = self.record.position.result()
        except ValueError as error:
            raise Malformed(self._result_at, str(error)) from None
        stated = self.record.result
        if stated is None or stated.code in OUTSIDE_ENDINGS or _agree(stated, by_rules):
            return self.record
        really = str(by_rules) if by_rules else "still open"
        raise Malformed(
            self._result_at,
            f"The stated result is {str(stated)!r}, but by the rules it is {really!r}.",
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
    """The result in an event; None if the event takes a result back."""
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
