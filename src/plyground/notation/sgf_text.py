"""The outer form of SGF: trees of nodes, nodes of properties, properties of values; and back.

Nothing here knows a game. Values stay as they are written, escapes and all; `text_of` and
`escaped` go to and fro. No function calls itself, so the depth of a tree does not matter.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.record import MAX_NODES, Malformed

MAX_NODES_IN_FILE = 500_000

Properties = dict[str, list[str]]

_START = re.compile(r"\(\s*;")
_BLANK = re.compile(r"[\s\0\ufeff]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VALUE = re.compile(r"[\s\0]*\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node as the file has it. `at` is where it begins, `places` where its properties do."""

    at: int
    properties: Properties = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    children: list["SgfNode"] = field(default_factory=list, repr=False)


class SgfText:
    """A file's text, and the lines and columns in it."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"\r\n?|\n\r", "\n", text)
        self._starts: list[int] | None = None

    def place(self, at: int) -> str:
        """Where that is, for people."""
        if self._starts is None:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        line = bisect_right(self._starts, at)
        return f"line {line}, column {at - self._starts[line - 1] + 1}"

    def wrong(self, at: int, reason: str) -> Malformed:
        """The error for something wrong at this place."""
        return Malformed(self.place(min(at, len(self.text))), reason)

    def games(self) -> Iterator[SgfNode]:
        """The roots of all games; what stands before, between and after them is passed over."""
        at = nodes = 0
        while start := _START.search(self.text, at):
            root, at, count = self._tree(start.start())
            nodes += count
            if nodes > MAX_NODES_IN_FILE:
                raise self.wrong(at, f"A file holds at most {MAX_NODES_IN_FILE} nodes.")
            yield root

    def _tree(self, at: int) -> tuple[SgfNode, int, int]:
        """A whole game from its first parenthesis on: root, end, number of nodes."""
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
        """A node from its semicolon on, and where it ends."""
        node = SgfNode(at)
        at += 1
        while True:
            at = self._skip(at)
            match = _NAME.match(self.text, at)
            if match is None:
                return node, at
            # Until FF[3] a name could be written out, and only its capitals counted.
            name = re.sub(r"[a-z]", "", match.group()) or match.group().upper()
            values, end = self._values(match.end())
            if not values:
                raise self.wrong(at, f"After {match.group()[:20]} comes a value in brackets.")
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
        return self.wrong(at, f"Here may stand {allowed}, not {self.text[at]!r}.")


_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)


def text_of(value: str) -> str:
    r"""What a value says: escapes undone, soft line breaks closed.

    >>> text_of("so\\]far \\\nand no further")
    'so]far and no further'
    """
    return _ESCAPED.sub(lambda match: match.group(1).strip("\n"), value)


def simple_text_of(value: str) -> str:
    r"""The same for values of one line: every line break that is left is a blank.

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
    r"""Whether this could have stood between the brackets of a value just so.

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
