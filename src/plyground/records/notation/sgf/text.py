"""The syntax of SGF: trees, nodes, properties and values, read and written.

Nothing here depends on a game. Values stay as they are written, with their escapes; `text_of` and
`escaped` convert them. No function is recursive, so the depth of a tree does not matter.
"""

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from plyground.records.notation.apart import Piece
from plyground.records.record import MAX_NODES, Malformed

MAX_NODES_IN_FILE = 500_000
_MOST_IN_VAIN = 4_000_000  # characters searched for the ends of unterminated games

Properties = dict[str, list[str]]

_START = re.compile(r"\(\s*;")
# Properties that a game's root has and a variation does not.
_ROOT = re.compile(r"\(\s*;(?=[^;()]{0,400}?\b(?:GM|FF|SZ|CA|AP|PB|PW|KM)\s*\[)")
_LINE_ROOT = re.compile(r"^\(\s*;\s*(?:GM|FF|SZ|CA|AP)\s*\[", re.MULTILINE)
_BLANK = re.compile(r"[\s\0\ufeff]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VALUE = re.compile(r"[\s\0]*\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)


class Blamed(ValueError):  # noqa: N818 - says what is wrong
    """An error in the property with this name."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name


@contextmanager
def blaming(name: str) -> Iterator[None]:
    """Attributes errors raised inside to this property."""
    try:
        yield
    except Blamed:
        raise
    except ValueError as error:
        raise Blamed(name, str(error)) from None


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node as in the file. `at` is where it begins, `places` where its properties begin."""

    at: int
    properties: Properties = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    children: list["SgfNode"] = field(default_factory=list, repr=False)


class SgfText:
    """A file's text, and its lines and columns."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"\r\n?|\n\r", "\n", text)
        self._starts: list[int] | None = None

    def place(self, at: int) -> str:
        """The line and column, for people."""
        line, column = self._line_and_column(at)
        return f"line {line}, column {column}"

    def _line_and_column(self, at: int) -> tuple[int, int]:
        if self._starts is None:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def wrong(self, at: int, reason: str) -> Malformed:
        """The error for a mistake at this place."""
        return Malformed(self.place(min(at, len(self.text))), reason)

    def blame(self, node: SgfNode, error: ValueError, *likely: str) -> Malformed:
        """The error for a node: at the property to blame, or at the last of the likely ones."""
        if isinstance(error, Blamed) and error.name in node.places:
            likely = (error.name,)
        places = [node.places[name] for name in likely if name in node.places]
        return self.wrong(max(places, default=node.at), str(error))

    def games(self) -> Iterator[SgfNode]:
        """The roots of all games; text before, between and after them is skipped."""
        at = nodes = games = 0
        while start := _START.search(self.text, at):
            try:
                root, at, count = self._tree(start.start())
            except Malformed as wrong:
                raise in_game(wrong, games + 1) from None
            nodes, games = nodes + count, games + 1
            if nodes > MAX_NODES_IN_FILE:
                raise self.wrong(at, f"A file holds at most {MAX_NODES_IN_FILE} nodes.")
            yield root

    def pieces(self) -> Iterator[Piece]:
        """Each game separately. An unterminated game ends at the next root.

        So does a game that contains another root at the beginning of a line, because a bracket is
        missing.
        """
        roots = [match.start() for match in _LINE_ROOT.finditer(self.text)]
        for begin, end in itertools.pairwise([0, *roots, len(self.text)]):
            for at, text in SgfText(self.text[begin:end])._games_apart():  # noqa: SLF001
                line, column = self._line_and_column(begin + at)
                yield Piece(line, text, column)

    def _games_apart(self) -> Iterator[tuple[int, str]]:
        """Where games begin, and their texts, by their parentheses."""
        at = in_vain = 0
        while start := _START.search(self.text, at):
            begin = start.start()
            try:
                _, at, _ = self._tree(begin)
            except Malformed:
                root = None
                if in_vain < _MOST_IN_VAIN:
                    root = _ROOT.search(self.text, start.end())
                    in_vain += len(self.text) - begin
                at = root.start() if root else len(self.text)
            yield begin, self.text[begin:at]

    def _tree(self, at: int) -> tuple[SgfNode, int, int]:
        """A whole game from its first parenthesis: root, end, number of nodes."""
        root: SgfNode | None = None
        current: SgfNode | None = None
        open_at: list[SgfNode | None] = []
        count = 0
        begin, fresh = at, False
        while True:
            at = self._skip(at)
            sign = self.text[at : at + 1]
            if sign == "(":
                open_at.append(current)
                fresh = True
            elif sign == ")":
                current, fresh = open_at.pop(), False
                if not open_at:
                    break
            elif sign == ";":
                count += 1
                if count > MAX_NODES:
                    raise self.wrong(at, f"A game holds at most {MAX_NODES} nodes.")
                node, at = self._node(at)
                if current is not None:
                    current.children.append(node)
                root, current, fresh = root or node, node, False
                continue
            else:
                raise self._unexpected(begin, at, fresh)
            at += 1
        assert root is not None, "a tree begins with a node"
        return root, at + 1, count

    def _node(self, at: int) -> tuple[SgfNode, int]:
        """A node from its semicolon, and where it ends."""
        node = SgfNode(at)
        at += 1
        while True:
            at = self._skip(at)
            match = _NAME.match(self.text, at)
            if match is None:
                return node, at
            # Until FF[3] names could be written in full; only their capital letters count.
            name = re.sub(r"[a-z]", "", match.group()) or match.group().upper()
            values, end = self._values(match.end())
            if not values:
                raise self.wrong(at, f"A value in brackets must follow {match.group()[:20]}.")
            node.properties.setdefault(name, []).extend(values)
            node.places.setdefault(name, at)
            at = end

    def _values(self, at: int) -> tuple[list[str], int]:
        values: list[str] = []
        while match := _VALUE.match(self.text, at):
            values.append(match.group(1))
            at = match.end()
        start = self._skip(at)
        if self.text.startswith("[", start):
            raise self.wrong(start, "This value has no closing bracket.")
        return values, at

    def _skip(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def _unexpected(self, begin: int, at: int, fresh: bool) -> Malformed:
        if at >= len(self.text):
            return self.wrong(begin, "The game that begins here has no end: a ')' is missing.")
        allowed = "a ';'" if fresh else "'(', ')', ';' or a property"
        return self.wrong(at, f"Expected {allowed}, not {self.text[at]!r}.")


def in_game(wrong: Malformed, number: int, total: int | None = None) -> Malformed:
    """The error with the number of the game, if a file has or may have several.

    >>> print(in_game(Malformed("line 3", "It is full."), 2, 5))
    game 2 of 5, line 3: It is full.
    """
    if total == 1 or (total is None and number == 1):
        return wrong
    which = f"game {number}" + (f" of {total}" if total else "")
    return Malformed(f"{which}, {wrong.place}", wrong.reason)


_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


def text_of(value: str) -> str:
    r"""The text of a value: escapes undone, soft line breaks removed.

    >>> text_of("so\\]far \\\nand no further")
    'so]far and no further'
    """
    return _ESCAPED.sub(lambda match: match.group(1).strip("\n"), value)


def simple_text_of(value: str) -> str:
    r"""The same for values of one line: every remaining line break becomes a space.

    >>> simple_text_of(" Ada\nof London ")
    'Ada of London'
    """
    return text_of(value).replace("\n", " ").strip()


def escaped(text: str) -> str:
    r"""A text as a value.

    >>> escaped("a]b")
    'a\\]b'
    """
    return re.sub(r"([\]\\])", r"\\\1", text)


def is_value(raw: str) -> bool:
    r"""Whether this is valid between the brackets of a value.

    >>> is_value("a\\]b"), is_value("a]b")
    (True, False)
    """
    return _VALUE.fullmatch(f"[{raw}]") is not None


def written(properties: Properties) -> str:
    """A node.

    >>> written({"B": ["dd"], "C": ["well"]})
    ';B[dd]C[well]'
    """
    parts = [name + "".join(f"[{value}]" for value in properties[name]) for name in properties]
    return ";" + "".join(parts)
