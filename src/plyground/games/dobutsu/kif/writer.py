# ruff: noqa: RUF001, RUF002 - the full-width signs are KIF's own
"""Writes KIF-like text: the counterpart of reader.py."""

from collections.abc import Iterable, Iterator
from typing import Any

from plyground.engine.view import Turn
from plyground.games.dobutsu.kif.words import (
    GAME,
    PIECES,
    TITLE,
    VARIATION,
    WRITTEN_HEADS,
    WRITTEN_INFO,
    read_ending,
    write_ending,
    write_summary,
)
from plyground.games.dobutsu.usi import to_usi
from plyground.records import journal
from plyground.records.notation import ours
from plyground.records.record import Node, Record

_NAMES = {kind: name for name, kind in reversed(PIECES.items())}
_FILES = str.maketrans("123", "１２３")
_RANKS = str.maketrans("abcd", "一二三四")
_NUMBERS = str.maketrans("abcd", "1234")


def write(records: Iterable[Record]) -> str:
    """The records with all their content.

    >>> from plyground.engine.registry import game
    >>> record = Record(game("dobutsu"), players={"black": "Ada", "white": "Bob"})
    >>> node = record.play("b2b3")
    >>> print(write([record]), end="")
    手合割：どうぶつしょうぎ
    先手：Ada
    後手：Bob
    手数----指手---------消費時間--
       1 ２二ひ(23)
    """
    return "\n".join("\n".join(_Writer(record).lines()) + "\n" for record in records)


class _Writer:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        if any(node.move is None for node in record.nodes if node.parent is not None):
            raise ValueError("KIF can't hold a position that was set up during a game.")
        self._record = record
        self._end = record.end
        self._spent: dict[Turn, float] = {"black": 0.0, "white": 0.0}

    def lines(self) -> Iterator[str]:
        """The whole text."""
        yield from self._head()
        yield "手数----指手---------消費時間--"
        waiting: list[tuple[Node, int]] = []
        yield from self._branch(self._record.root, 0, waiting)
        while waiting:
            node, number = waiting.pop()
            yield ""
            yield f"{VARIATION}：{number}手"
            yield from self._node(node, number)
            yield from self._branch(node, number, waiting)

    def _branch(self, node: Node, number: int, waiting: list[tuple[Node, int]]) -> Iterator[str]:
        """The line from a node on; branches are put off and written from the end back."""
        while node.children:
            number += 1
            waiting += [(child, number) for child in reversed(node.children[1:])]
            node = node.children[0]
            yield from self._node(node, number)
        if node is self._end:
            yield from self._ending(number)

    def _ending(self, number: int) -> Iterator[str]:
        result = self._record.outcome()
        if result is not None:
            yield f"{number + 1:4} {write_ending(result)}"
            yield write_summary(result, number)

    def _head(self) -> Iterator[str]:
        record = self._record
        shown: dict[str, Any] = {key: record.info.get(key) for key in WRITTEN_INFO}
        shown |= dict(record.players.items())
        shown["position"] = record.start
        yield f"{TITLE}：{GAME}"
        written: set[str] = set()
        for name, key in WRITTEN_HEADS.items():
            value = shown[key]
            if isinstance(value, str) and value.strip().splitlines() == [value]:
                yield f"{name}：{value}"
                written.add(key)
        known: dict[str, Any] = {}
        if record.game.changed:
            known["options"] = dict(record.game.changed)
        players = {
            side: name for side, name in record.players.items() if name and side not in written
        }
        if players:
            known["players"] = players
        kept = written.intersection(WRITTEN_INFO)
        info = {key: value for key, value in record.info.items() if key not in kept}
        if info:
            known["info"] = info
        yield from self._remarks(record.root, known | self._known_end())

    def _known_end(self) -> dict[str, Any]:
        """The result and the current position, if the moves and the last line do not show them."""
        record, known = self._record, {}
        outcome = record.outcome()
        read_as = read_ending(write_ending(outcome), record) if outcome else None
        if read_as != record.result:
            known["result"] = ours.result_of(record)["result"]
        if record.current is not self._end:
            known["current"] = len(list(record.current.line()))
        return known

    def _node(self, node: Node, number: int) -> Iterator[str]:
        took = node.seconds
        is_whole = took is not None and took == int(took) and 0 <= took < 60_000
        text = f"{number:4} {self._move(node)}"
        yield f"{text}   {self._time(node, int(took or 0))}" if is_whole else text
        yield from self._remarks(
            node, {"seconds": took} if took is not None and not is_whole else {}
        )

    def _time(self, node: Node, took: int) -> str:
        """The time of a move and of all moves of its side so far on the line."""
        side = node.parent.position.turn if node.parent else "black"
        self._spent[side] += took
        total = int(self._spent[side])
        return (
            f"({took // 60:2}:{took % 60:02}/"
            f"{total // 3600:02}:{total // 60 % 60:02}:{total % 60:02})"
        )

    def _move(self, node: Node) -> str:
        assert node.parent is not None, "the root has no move"
        before = node.parent.position.view()
        move = next(move for move in before["moves"] if move["text"] == node.move)
        usi = to_usi(move["to"] or "")
        piece = _NAMES[move["piece"] or ""]
        to = usi[0].translate(_FILES) + usi[1].translate(_RANKS)
        if move["from"] is None:
            return f"{to}{piece}打"
        promotes = "成" if move["text"].endswith("+") else ""
        return f"{to}{piece}{promotes}({to_usi(move['from']).translate(_NUMBERS)})"

    def _remarks(self, node: Node, known: dict[str, Any]) -> Iterator[str]:
        remarks = journal.remarks_of(node)
        remarks.pop("seconds", None)
        if node.comment and "\r" not in node.comment:
            yield from (f"*{line}" for line in node.comment.split("\n"))
            del remarks["comment"]
        if node.parent is None and node.seconds is not None:
            known["seconds"] = node.seconds
        if known or remarks:
            yield f"#{ours.NAME} {ours.to_json({**known, **remarks})}"
