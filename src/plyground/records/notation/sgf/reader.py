"""Reads SGF: turns the nodes of a file into records."""

import re
from collections.abc import Iterator
from typing import Any

from plyground.engine.counting import needs_count
from plyground.engine.game import Game
from plyground.engine.view import Turn
from plyground.records import journal
from plyground.records.notation import ours
from plyground.records.notation.apart import Piece
from plyground.records.notation.grid import Grid, point_label
from plyground.records.notation.sgf.head import read_head
from plyground.records.notation.sgf.nodes import (
    CLOCKS,
    SETUP,
    SIDES,
    read_point,
    seconds_of,
    set_up,
    sgf_of,
    value_of,
)
from plyground.records.notation.sgf.result import read_result
from plyground.records.notation.sgf.text import (
    Properties,
    SgfNode,
    SgfText,
    blaming,
    in_game,
    simple_text_of,
    text_of,
)
from plyground.records.record import Malformed, Node, Record


def read(text: str, game: Game | None = None) -> list[Record]:
    """All games of a file; a given game determines the kind of game and overrides its options.

    >>> read("(;SZ[9];B[ee];W[];B[ge](;W[cc])(;W[gc]))")[0].moves
    ('E5', 'pass', 'G5', 'C7')
    """
    file = SgfText(text)
    roots = list(file.games())
    if not roots:
        raise Malformed("line 1", "There is no game here; one begins with '(;'.")
    records = []
    for number, root in enumerate(roots, 1):
        try:
            records.append(_Reader(file, root, game).record)
        except Malformed as wrong:
            raise in_game(wrong, number, len(roots)) from None
    return records


def split(text: str) -> Iterator[Piece]:
    """The games of a file, one by one."""
    return SgfText(text).pieces()


class _Reader:
    """Builds a record from a game's nodes."""

    def __init__(self, file: SgfText, root: SgfNode, given: Game | None) -> None:
        self._file = file
        try:
            self._known = _private(root.properties)
            head = read_head(root.properties, self._known, _first(root), given)
            self.record = Record(head.game, head.start, players=head.players, info=head.info)
        except ValueError as error:
            raise file.blame(root, error, *SETUP) from None
        commented = {"C": root.properties["C"]} if "C" in root.properties else {}
        try:
            remarks = self._remarks({**head.extra, **commented}, None)
        except ValueError as error:
            raise file.blame(root, error) from None
        for name, value in remarks.items():
            setattr(self.record.root, name, value)
        self._read_nodes(root)
        self._finish(root)

    def _read_nodes(self, root: SgfNode) -> None:
        waiting: list[tuple[SgfNode, Node | None]] = [(root, None)]
        while waiting:
            raw, parent = waiting.pop()
            try:
                # Older programs put a move into the root.
                node = self._add(raw, parent) if parent else self._moves(raw, self.record.root, {})
            except ValueError as error:
                raise self._file.blame(raw, error, *SETUP, "B", "W") from None
            waiting += [(child, node) for child in reversed(raw.children)]

    def _add(self, raw: SgfNode, parent: Node) -> Node:
        """Adds a node of the file, which may become several of ours: a set-up, then a move."""
        moves = "B" in raw.properties or "W" in raw.properties
        node = parent
        puts = any(name in raw.properties for name in SETUP)
        text = self._setup(raw, parent) if puts else None
        if text is not None:
            remarks = {} if moves else self._remarks(raw.properties, None)
            node = self.record.set_up(node, text, **remarks)
        elif not moves:
            remarks = self._remarks(raw.properties, None, ignored=SETUP)
            node = self.record.set_up(node, "", **remarks)
        return self._moves(raw, node, None)

    def _setup(self, raw: SgfNode, parent: Node) -> str | None:
        """The position that the node sets up; None if it does not change."""
        before = parent.position.to_text()
        text = set_up(self.record.game, before, raw.properties, _first(raw))
        ours_says = _private(raw.properties).get("setup")
        if isinstance(ours_says, str):
            with blaming(ours.NAME):
                exact = self.record.game.position(ours_says).to_text()
            if Grid.of(exact).rows == Grid.of(text).rows:
                return exact
        return None if text == before else text

    def _moves(self, raw: SgfNode, node: Node, remarks: dict[str, Any] | None) -> Node:
        """The node's moves; older files may have one of each colour in a node."""
        names = sorted(set(raw.places) & set(SIDES), key=raw.places.__getitem__)
        for name in names:
            move = self._move(raw.properties[name][0])
            node = self._before(node, SIDES[name])
            if remarks is None:
                own = self._remarks(raw.properties, SIDES[name]) if name == names[-1] else {}
            node = self.record.add(node, move, **(own if remarks is None else remarks))
        return node

    def _move(self, value: str) -> str:
        game, word = self.record.game, simple_text_of(value).strip()
        passes: tuple[str, ...] = ("", "tt") if game.values["size"] <= 19 else ("",)  # type: ignore[operator]
        passes += sgf_of(game).passes
        if word.lower() in passes:
            return "pass"
        return point_label(game, *read_point(game, word))

    def _before(self, node: Node, side: Turn) -> Node:
        """The node to move from: a set-up is inserted where the rules would stop the game here.

        This happens if a side moves twice in a row, or if play goes on after two passes.
        """
        position = node.position
        if position.turn == side and not needs_count(position):
            return node
        grid = Grid.of(position.to_text())
        grid.turn = side
        grid.without("passes", "ko", "dead")
        return self.record.set_up(node, grid.to_text(), extra={ours.IMPLIED: True})

    def _remarks(
        self, properties: Properties, side: Turn | None, ignored: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Comment, clock, evaluation, and everything else verbatim."""
        left = dict(properties)
        known = _private(left)
        left.pop(ours.NAME, None)
        remarks: dict[str, Any] = {"extra": {}}
        if "C" in left:
            remarks["comment"] = "\n".join(text_of(value) for value in left.pop("C"))
        for name in {*SETUP, "B", "W"}.difference(ignored):
            left.pop(name, None)
        clock = left.get(CLOCKS[side], [""])[0] if side else ""
        if side and (seconds := seconds_of(clock)) is not None:
            remarks["clock"] = seconds
            del left[CLOCKS[side]]
        with blaming(ours.NAME):
            remarks |= journal.read_remarks(known)
        value = value_of(remarks.get("evaluation"), side)
        if value and left.get("V") == [value]:
            del left["V"]
        remarks["extra"] = {**left, **remarks["extra"]}
        return remarks

    def _finish(self, root: SgfNode) -> None:
        record, known = self.record, self._known
        try:
            current = known.get("current")
            if isinstance(current, int) and 0 <= current < len(record.nodes):
                record.go_to(record.nodes[current])
            stated = simple_text_of(root.properties.get("RE", [""])[0])
            result = read_result(stated, record) if stated else None
            if stated and result is None:
                record.info["result"] = stated
            record.finish(result)
            if "result" in known:
                with blaming(ours.NAME):
                    record.finish(*ours.read_result(known))
                    record.position.result()  # refuses points that can't be marked as dead
        except ValueError as error:
            raise self._file.blame(root, error, "RE") from None


def _private(properties: Properties) -> dict[str, Any]:
    values = properties.get(ours.NAME)
    with blaming(ours.NAME):
        return ours.from_json(text_of(values[0])) if values else {}


def _first(raw: SgfNode) -> Turn | None:
    """The side that moves first in this node or after it, if no set-up comes before."""
    node = raw
    while True:
        for name in node.places:
            if name in SIDES:
                return SIDES[name]
        if not node.children:
            return None
        node = node.children[0]
        if any(name in node.properties for name in SETUP):
            return None


def is_like(text: str) -> bool:
    """Whether the text contains a game in SGF's form, perhaps after other lines."""
    return re.search(r"\(\s*;", text[:100_000]) is not None
