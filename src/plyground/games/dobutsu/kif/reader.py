# ruff: noqa: RUF001 - the full-width signs are KIF's own
"""Reads KIF-like text, line by line."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plyground.engine.game import Game, Position
from plyground.engine.registry import game as find_game
from plyground.engine.results import Result
from plyground.games.dobutsu.kif.words import (
    ENDINGS,
    HEADS,
    PIECES,
    TITLE,
    VARIATION,
    read_ending,
    read_summary,
)
from plyground.games.dobutsu.usi import from_usi
from plyground.records import journal
from plyground.records.notation import ours
from plyground.records.notation.apart import Piece, cut
from plyground.records.record import Malformed, Node, Record

_HEAD = re.compile(r"([^\s*#:：0-9(][^:：0-9(]{0,30})[:：](.*)")
_NUMBERED = re.compile(r"\s*(\d{1,6})\s*[.:：)]?\s+(\S.*)")
_TIME = re.compile(r"\s*\(\s*(?:(\d{1,6}):)?(\d{1,6}):(\d{1,6})\s*(?:/[\d:\s]*)?\)\s*\+?$")
_VARIATION = re.compile(rf"{VARIATION}\s*[:：]\s*(\d{{1,6}})\s*手?.*")
_NAMES = "|".join(sorted(map(re.escape, PIECES), key=len, reverse=True))
_MOVE = re.compile(
    rf"[▲△☗☖▼▽]?\s*(同|[1-3][一二三四]|[1-3][1-4]|[1-3][a-d]|[a-c][1-4])[\s　]*"
    rf"({_NAMES})?\s*(成|不成|打|\+)?\s*(?:\(([1-3][1-4]|[a-c][1-4])\))?"
)
_DIGITS = str.maketrans("１２３４５６７８９０：", "1234567890:")
_RANKS = str.maketrans("一二三四", "abcd")
_NUMBERS = str.maketrans("1234", "abcd")


def read(text: str, game: Game | None = None) -> list[Record]:
    r"""All games of a text.

    >>> read("1 b2b3\n* at once\n2 c4b3")[0].main_line()[0].comment
    ' at once'
    """
    records: list[Record] = []
    reader: _Reader | None = None
    for number, line in enumerate(re.sub(r"\r\n?", "\n", text).split("\n"), 1):
        head = _HEAD.fullmatch(line) if not _VARIATION.match(line) else None
        if reader is None or (head and reader.ends_before(head.group(1).strip())):
            if reader:
                records.append(reader.finished())
            reader = _Reader(game)
        try:
            reader.take(line, head)
        except ValueError as error:
            raise Malformed(f"line {number}", str(error)) from None
    assert reader is not None, "a text has at least one line"
    records.append(reader.finished())
    return records


def split(text: str) -> Iterator[Piece]:
    """The games of a text, one by one; a header after moves begins the next."""
    text = re.sub(r"\r\n?", "\n", text)
    return cut(text, _beginnings(text.split("\n")))


def _beginnings(lines: list[str]) -> Iterator[bool]:
    started = titled = False
    for line in lines:
        head = _HEAD.fullmatch(line) if not _VARIATION.match(line) else None
        is_title = head is not None and head.group(1).strip() == TITLE
        begins = head is not None and (started or (is_title and titled))
        started, titled = (False, is_title) if begins else (started, titled or is_title)
        started = started or (head is None and _NUMBERED.match(line.translate(_DIGITS)) is not None)
        yield begins


@dataclass
class _Head:
    """The lines before the moves."""

    words: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    known: dict[str, Any] = field(default_factory=dict)


class _Reader:
    """Reads one game line by line."""

    def __init__(self, given: Game | None) -> None:
        self._given = given
        self._head = _Head()
        self._record: Record | None = None
        self._line: list[Node] = []  # nodes of the current line, by number of moves
        self._comments: dict[Node, list[str]] = {}
        self._stated: Result | None = None
        self.started = False
        self._titled = False

    def ends_before(self, name: str) -> bool:
        """Whether a header with this name belongs to the next game."""
        return self.started or (name == TITLE and self._titled)

    def take(self, line: str, head: re.Match[str] | None) -> None:
        """Reads a line."""
        if line.startswith("*"):
            self._comment(line[1:])
        elif line.startswith(f"#{ours.NAME} "):
            self._take_known(ours.from_json(line.partition(" ")[2]))
        elif head and not self.started:
            self._take_head(head.group(1).strip(), head.group(2).strip())
        elif match := _VARIATION.fullmatch(line.translate(_DIGITS)):
            self._branch(int(match.group(1)))
        elif line.startswith("まで"):
            self._stated = self._stated or read_summary(line, self.record)
        elif line.strip() and line[0] not in "#&" and not line.startswith("手数"):
            self._take_move(line)

    def _take_head(self, name: str, value: str) -> None:
        if name == TITLE:
            self._titled = True
        elif value:
            self._head.words[HEADS.get(name.lower(), name)] = value

    @property
    def record(self) -> Record:
        """The record, created from the headers so far."""
        if self._record is None:
            head = self._head
            known, words = head.known, dict(head.words)
            options = known.get("options", {})
            if not isinstance(options, dict):
                raise ValueError("The options are a JSON object, {...}.")
            record = Record(
                self._given or find_game("dobutsu", **options),
                words.pop("position", None),
                players={"black": words.pop("black", ""), "white": words.pop("white", "")},
                info={**words, **_typed(known, "info")},
            )
            for side in record.players:
                record.players[side] = str(_typed(known, "players").get(side, record.players[side]))
            remarks = {"comment": "\n".join(head.comments), **journal.read_remarks(known)}
            for name, value in remarks.items():
                setattr(record.root, name, value)
            self._record, self._line, self.started = record, [record.root], True
        return self._record

    def _comment(self, text: str) -> None:
        if not self.started:
            self._head.comments.append(text)
            return
        self._comments.setdefault(self._line[-1], []).append(text)

    def _take_known(self, known: dict[str, Any]) -> None:
        if not self.started:
            self._head.known |= known
            return
        if "comment" in known:  # verbatim, replacing the lines above
            self._comments.pop(self._line[-1], None)
        for name, value in journal.read_remarks(known).items():
            setattr(self._line[-1], name, value)

    def _branch(self, number: int) -> None:
        if not 1 <= number <= len(self._line):
            raise ValueError(f"There is no move {number} that a variation could replace.")
        del self._line[number:]

    def _take_move(self, line: str) -> None:
        text = line.translate(_DIGITS).strip()
        seconds = None
        if time := _TIME.search(text):
            hours, minutes, rest = (int(part or 0) for part in time.groups())
            seconds = float(3600 * hours + 60 * minutes + rest)
            text = text[: time.start()].rstrip()
        numbered = _NUMBERED.fullmatch(text)
        word = numbered.group(2).strip() if numbered else text
        record, parent = self.record, self._line[-1]
        if word in ENDINGS:
            on_main_line = parent is record.end
            self._stated = read_ending(word, record) if on_main_line else self._stated
            return
        if numbered and int(numbered.group(1)) != len(self._line):
            raise ValueError(f"Expected move {len(self._line)}, not {numbered.group(1)}.")
        node = record.add(parent, _read_move(word, parent.position))
        node.seconds = seconds
        self._line.append(node)

    def finished(self) -> Record:
        """The whole record."""
        try:
            record = self.record
            for node, lines in self._comments.items():
                node.comment = "\n".join(lines)
            known = self._head.known
            current = known.get("current")
            line = [record.root, *record.main_line()]
            if isinstance(current, int) and 0 <= current < len(line):
                record.go_to(line[current])
            record.finish(self._stated)
            if "result" in known:
                record.finish(ours.read_result(known)[0])
        except ValueError as error:
            raise Malformed("the head", str(error)) from None
        return record


def _typed(known: dict[str, Any], name: str) -> dict[str, Any]:
    value = known.get(name, {})
    if not isinstance(value, dict):
        raise ValueError(f"{name!r} is a JSON object, {{...}}.")
    return value


def _read_move(word: str, position: Position) -> str:
    """A move in our own notation, from any supported notation."""
    plain = word.replace(" ", "")
    refusal = position.explain(plain)
    if refusal is None or refusal.code != "unreadable":
        return plain
    match = _MOVE.fullmatch(word)
    if match is None:
        raise ValueError(f"A move looks like '２二ひ(23)' or 'b2b3', not {word[:20]!r}.")
    to, name, mark, origin = match.groups()
    square = _last_square(position) if to == "同" else _square(to)
    kind = PIECES.get(name or "")
    fits = [
        move["text"]
        for move in position.view()["moves"]
        if move["to"] == square
        and (kind is None or move["piece"] == kind)
        and (origin is None or move["from"] == _square(origin))
        and (mark != "打" or move["kind"] == "drop")
    ]
    moved = [text for text in fits if "*" not in text]
    # a drop is marked only if it could also be a move
    fits = moved if moved and mark != "打" else fits
    if len(set(fits)) != 1:
        which = "No legal move is" if not fits else "More than one legal move could be"
        raise ValueError(f"{which} {word[:20]!r}.")
    return fits[0]


def _square(text: str) -> str:
    if text[0] in "abc":
        return text
    return from_usi(text[0] + text[1].translate(_RANKS).translate(_NUMBERS))


def _last_square(position: Position) -> str | None:
    last = position.view()["last_move"]
    return last["to"] if last else None


def is_like(text: str) -> bool:
    """Whether the text has the typical marks of this format."""
    marks: Iterable[Callable[[str], object]] = (
        lambda line: line.startswith(("手数", "手合割", "先手：", "後手：", f"#{ours.NAME}")),
        lambda line: re.match(r"(sente|gote)\s*[:：]", line, re.IGNORECASE),
        lambda line: re.match(r"\s*1\s*[.)]?\s*[▲☗]?\s*[１-３1-3]\s*[一二三四]", line),
    )
    return any(mark(line) for line in text.split("\n")[:50] for mark in marks)
