"""Writes SGF: the counterpart of reader.py."""

import functools
import importlib.metadata
import re
from collections.abc import Iterable, Iterator
from typing import Any

from plyground.engine.view import Turn, other
from plyground.records import journal
from plyground.records.notation import ours
from plyground.records.notation.grid import Grid, point_of
from plyground.records.notation.sgf.head import CONSUMED, absent, head_properties, read_head
from plyground.records.notation.sgf.nodes import (
    CLOCKS,
    SETUP,
    seconds_of,
    set_up,
    sgf_of,
    stones_put,
    value_of,
    write_point,
)
from plyground.records.notation.sgf.result import read_result, write_result
from plyground.records.notation.sgf.text import Properties, escaped, is_value, written
from plyground.records.record import Node, Record

_NODES_A_LINE = 10


def write(records: Iterable[Record]) -> str:
    r"""The records as a collection.

    >>> from plyground.records.notation.sgf import read
    >>> write(read("(;SZ[9]KM[7];B[ee];W[tt])"))  # doctest: +ELLIPSIS
    '(;GM[1]FF[4]CA[UTF-8]AP[Plyground:...]SZ[9]KM[7]\n;B[ee];W[])\n'
    """
    return "".join(_Writer(record).text() + "\n" for record in records)


@functools.cache
def _version() -> str:
    return importlib.metadata.version("plyground")


class _Writer:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        # The side to move after each node; computing it from the position would replay the moves.
        self._turns: dict[Node, Turn] = {record.root: record.root.position.turn}

    def text(self) -> str:
        """The whole game."""
        parts: list[str] = []
        waiting: list[Node | str] = [")", self.record.root, "("]
        in_line = 0
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                parts.append("\n(" if item == "(" and parts else item)
                continue
            node = self._node(item)
            in_line = 0 if item is self.record.root or "C[" in node else in_line + bool(node)
            breaks = in_line % _NODES_A_LINE == 1 and node and parts[-1] != "\n("
            parts.append(f"\n{node}" if breaks else node)
            if len(item.children) == 1:
                waiting.append(item.children[0])
            else:
                for child in reversed(item.children):
                    waiting += [")", child, "("]
        return "".join(parts)

    def _node(self, node: Node) -> str:
        side = None if node.parent is None else self._turns[node.parent]
        if node.move is not None and side is not None:
            self._turns[node] = other(side)
        elif side is not None:
            self._turns[node] = Grid.of(node.setup).turn if node.setup else side
        if self._is_implied(node):
            return ""
        if side is None:
            properties, known = self._root()
        elif node.move is not None:
            name = "B" if side == "black" else "W"
            properties, known = {name: [self._point(node.move)]}, {}
        else:
            properties, known = self._setup(node)
        mover = side if node.move is not None else None
        return written(self._remark(node, mover, properties, known))

    def _is_implied(self, node: Node) -> bool:
        """Whether a reader infers this set-up itself: moves follow, and it has no remarks."""
        has_remarks = journal.remarks_of(node) != {"extra": {ours.IMPLIED: True}}
        return not has_remarks and all(child.move is not None for child in node.children)

    def _point(self, move: str) -> str:
        game = self.record.game
        if move == "pass":
            return sgf_of(game).written_pass
        return write_point(game, *point_of(game, move))

    def _inferred(self, node: Node) -> Turn | None:
        """The side to move after this node that a reader infers from the following moves."""
        turn = self._turns[node]
        while node.children:
            node = node.children[0]
            if node.move is not None:
                return turn
            if node.setup and self._is_implied(node):
                turn = Grid.of(node.setup).turn
            elif node.setup or any(name in node.extra for name in SETUP):
                return None
        return None

    def _setup(self, node: Node) -> tuple[Properties, dict[str, Any]]:
        assert node.parent is not None, "the root is no set-up"
        if not node.setup:
            return {}, {}
        game, before = self.record.game, node.parent.position.to_text()
        after = Grid.of(node.setup)
        properties = stones_put(game, Grid.of(before), after)
        first = self._inferred(node)
        if not properties or Grid.of(set_up(game, before, properties, first)).turn != after.turn:
            properties["PL"] = [after.turn[0].upper()]
        read_as = set_up(game, before, properties, first)
        exact = read_as == node.setup and read_as != before
        return properties, {} if exact else {"setup": node.setup}

    def _root(self) -> tuple[Properties, dict[str, Any]]:
        record = self.record
        properties = head_properties(record, _version())
        if self._has_foreign_handicap():
            properties["HA"] = record.root.extra["HA"]
        first = self._inferred(record.root)
        known: dict[str, Any] = {}
        head = read_head(properties, known, first, None)
        if head.game != record.game:
            known |= {"game": record.game.name, "options": dict(record.game.changed)}
            head = read_head(properties, known, first, None)
        turn = record.root.position.turn
        if Grid.of(head.start or head.game.start().to_text()).turn != turn:
            properties["PL"] = [turn[0].upper()]
            head = read_head(properties, known, first, None)
        if head.start != record.start:
            known["position"] = record.root.position.to_text()
        if head.players != record.players:
            known["players"] = dict(record.players)
        info = dict(record.info)
        if record.result is not None:  # the rules' result is not stated in the record yet
            properties["RE"] = [write_result(record.result)]
        elif isinstance(stated := info.get("result"), str) and self._is_unreadable(stated):
            properties["RE"] = [escaped(stated)]
            del info["result"]
        if head.info != info:
            known["info"] = record.info
        self._add_end(properties, known)
        return properties, known

    def _has_foreign_handicap(self) -> bool:
        """Whether a kept number of handicap stones differs from the game's option."""
        root, option = self.record.root, self.record.game.values.get("handicap")
        return not option and self._is_standard(root, None, "HA", root.extra.get("HA"))

    def _is_unreadable(self, stated: str) -> bool:
        """Whether a reader would keep this text of the result as it is."""
        one_line = stated == " ".join(stated.split()) and stated != ""
        return one_line and read_result(stated, self.record) is None

    def _add_end(self, properties: Properties, known: dict[str, Any]) -> None:
        """Adds the result and the current position, if a reader would not infer them."""
        record = self.record
        stated = properties.get("RE", [""])[0]
        if record.dead or (read_result(stated, record) if stated else None) != record.result:
            known |= ours.result_of(record)
        if record.current is not record.end:
            known["current"] = next(
                number for number, node in enumerate(_in_order(record)) if node is record.current
            )

    def _remark(
        self, node: Node, mover: Turn | None, properties: Properties, known: dict[str, Any]
    ) -> Properties:
        """Adds the remarks of a node, in SGF's own properties if there are any."""
        remarks = journal.remarks_of(node)
        if node.comment:
            properties["C"] = [escaped(node.comment)]
            if "\r" not in node.comment:
                del remarks["comment"]
        if mover and node.clock is not None and seconds_of(f"{node.clock:.9g}") == node.clock:
            properties[CLOCKS[mover]] = [f"{node.clock:.9g}"]
            del remarks["clock"]
        if value := value_of(node.evaluation, mover):
            properties["V"] = [value]
        foreign = dict(remarks.pop("extra", {}))
        if node.parent is None:
            self._remove_standard_properties(foreign, properties)
        for name in list(foreign):
            if self._is_standard(node, mover, name, foreign[name]) and name not in properties:
                properties[name] = foreign.pop(name)
        if foreign:
            remarks["extra"] = foreign
        known |= remarks
        if known:
            properties[ours.NAME] = [escaped(ours.to_json(known))]
        return properties

    def _remove_standard_properties(self, foreign: dict[str, Any], properties: Properties) -> None:
        """Removes properties that the file's head already expresses."""
        if self._has_foreign_handicap():
            del foreign["HA"]
        if foreign.get(ours.ABSENT) == absent(properties, self.record.game):
            del foreign[ours.ABSENT]

    def _is_standard(self, node: Node, mover: Turn | None, name: str, values: object) -> bool:
        """Whether a foreign property can be written so that it reads back unchanged."""
        if not re.fullmatch(r"[A-Z][A-Z0-9]*", name) or name in (ours.NAME, "B", "W", "C"):
            return False
        if not isinstance(values, list) or not values:
            return False
        if not all(isinstance(v, str) and "\r" not in v and is_value(v) for v in values):
            return False
        if node.parent is None:
            return name == "HA" or name not in CONSUMED
        if name in SETUP:  # these change nothing, or they would have become a set-up
            return node.setup == "" and self._changes_nothing(node, name, values)
        return not (mover and name == CLOCKS[mover] and seconds_of(values[0]) is not None)

    def _changes_nothing(self, node: Node, name: str, values: list[str]) -> bool:
        assert node.parent is not None, "the root was looked at before"
        before = node.parent.position.to_text()
        try:
            after = set_up(self.record.game, before, {name: values}, self._inferred(node))
        except ValueError:
            return False
        return before == after


def _in_order(record: Record) -> Iterator[Node]:
    """All nodes in writing order."""
    waiting = [record.root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.children[::-1]
