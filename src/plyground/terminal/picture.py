"""Draws a board as characters on a grid, in several sizes, from its view.

The picture says what is on each square and what each character shows. Colours are added later, and
nothing depends on them: every mark has its own characters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.engine.view import PieceView, View
from plyground.terminal.glyphs import DRAWN, Glyphs
from plyground.terminal.stamps import letters, outline, stamp
from plyground.terminal.tablebase_text import sign, word

_ROUND = ("stone", "disc")


class Ink(NamedTuple):
    """A character, its part, and its background."""

    char: str
    part: str
    ground: str


class Scale(NamedTuple):
    """Columns and lines from one square to the next."""

    width: int
    height: int


_POINTS = (Scale(6, 3), Scale(4, 2), Scale(2, 1))
_DISCS = (Scale(10, 5), Scale(8, 4), Scale(6, 3), Scale(4, 2), Scale(4, 1))
_NAMED = (Scale(13, 6), Scale(12, 5), Scale(11, 4), Scale(11, 3), Scale(6, 2), Scale(4, 1))


@dataclass(frozen=True)
class Pointer:
    """The cursor, and the piece that was picked up."""

    cursor: str | None = None
    selected: str | None = None  # a square
    piece: str | None = None  # a piece in hand
    show_moves: bool = False


def scales(view: View) -> tuple[Scale, ...]:
    """The available sizes of this board, the largest first."""
    if view["shape"] == "points":
        return _POINTS
    named = any(piece["kind"] not in _ROUND for piece in view["pieces"])
    return _NAMED if named else _DISCS


def extent(view: View, scale: Scale) -> tuple[int, int]:
    """The columns and lines of a picture of this scale."""
    columns, rows = len(view["columns"]), len(view["rows"])
    left = _left(view, scale)
    if view["shape"] == "points":
        return (
            left + (columns - 1) * scale.width + 1 + _side(scale),
            2 + (rows - 1) * scale.height + 2 * _above(scale),
        )
    return left + columns * scale.width + 1, 1 + rows * scale.height + (scale.height > 1)


def fit(view: View, width: int, height: int) -> Scale | None:
    """The largest scale that fits; None if not even the smallest does."""
    for scale in scales(view):
        needed = extent(view, scale)
        if needed[0] <= width and needed[1] <= height:
            return scale
    return None


def targets(view: View, pointer: Pointer) -> dict[str, str]:
    """The squares where the person may play now, and the kind of each move."""
    if pointer.piece is not None:
        drops = [move for move in view["moves"] if move["kind"] == "drop"]
        moves = [move for move in drops if move["piece"] == pointer.piece]
    elif pointer.selected is not None:
        moves = [move for move in view["moves"] if move["from"] == pointer.selected]
    else:
        moves = [move for move in view["moves"] if move["kind"] == "place" and pointer.show_moves]
    return {move["to"]: move["kind"] for move in moves if move["to"]}


def _left(view: View, scale: Scale) -> int:
    labels = max(map(len, view["rows"])) + 1
    return labels + (_side(scale) if view["shape"] == "points" else 0)


def _above(scale: Scale) -> int:
    """Lines of board beyond the outermost intersections, for stones taller than a line."""
    return 1 if scale.height > 2 else 0


def _side(scale: Scale) -> int:
    return 1 if scale.width == 2 else scale.width // 2


@dataclass
class Picture:
    """A drawn board: `rows` of ink, and the place of each square."""

    view: View
    scale: Scale
    glyphs: Glyphs = DRAWN
    solid: bool = True  # stones as filled shapes, which need colours to be distinguished
    flipped: bool = False
    rows: list[list[Ink]] = field(default_factory=list)

    def __post_init__(self) -> None:
        turned = slice(None, None, -1 if self.flipped else 1)
        self._columns, self._rows = self.view["columns"][turned], self.view["rows"][turned]
        self._places = {
            column + row: (x, y)
            for y, row in enumerate(self._rows)
            for x, column in enumerate(self._columns)
        }
        self._origin = _left(self.view, self.scale)
        width, height = extent(self.view, self.scale)
        self.rows = [[Ink(" ", "label", "page")] * width for _ in range(height)]
        self.is_points = self.view["shape"] == "points"
        self.solid = self.solid and self.glyphs is DRAWN

    def centre(self, label: str) -> tuple[int, int]:
        """The middle of a square, as column and line."""
        column, row = self._place(label)
        if self.is_points:
            top = 1 + _above(self.scale)
            return self._origin + column * self.scale.width, top + row * self.scale.height
        left, top = self._corner(column, row)
        return left + self.scale.width // 2, top + max(0, self.scale.height // 2)

    def label_at(self, x: int, y: int) -> str | None:
        """The square at a column and line of the picture, for clicks."""
        width, height = self.scale
        if self.is_points:
            column = (x - self._origin + width // 2) // width
            row = (y - 1 - _above(self.scale) + height // 2) // height
        else:
            column = (x - self._origin) // width
            row = (y - 1) // height
        inside = 0 <= column < len(self._columns) and 0 <= row < len(self._rows)
        return self._columns[column] + self._rows[row] if inside else None

    def step(self, label: str, right: int, down: int) -> str:
        """The square this many steps away on the screen, or at the edge."""
        column, row = self._place(label)
        column = min(max(0, column + right), len(self._columns) - 1)
        row = min(max(0, row + down), len(self._rows) - 1)
        return self._columns[column] + self._rows[row]

    def middle(self) -> str:
        """The square in the middle of the board."""
        return self._columns[len(self._columns) // 2] + self._rows[len(self._rows) // 2]

    def _place(self, label: str) -> tuple[int, int]:
        return self._places[label]

    def _corner(self, column: int, row: int) -> tuple[int, int]:
        """The top left of a square, including its border."""
        return self._origin + column * self.scale.width, 1 + row * self.scale.height

    # Drawing

    def paint(self, pointer: Pointer, values: Mapping[str, int] | None = None) -> "Picture":
        """Draws everything, with values on squares if there are any; returns the picture."""
        self._labels()
        if self.is_points:
            self._lines()
        else:
            self._boxes()
        marks = {at: mark["kind"] for mark in self.view["marks"] for at in mark["at"]}
        for at, kind in marks.items():
            self._mark_empty(at, kind)
        places = targets(self.view, pointer)
        for at, kind in places.items():
            self._put(*self.centre(at), self._target_glyph(kind), f"target-{kind}")
        if pointer.cursor is not None:
            self._ground(pointer.cursor, "cursor")
        for piece in self.view["pieces"]:
            self._piece(piece, marks.get(piece["at"]), pointer)
        for at, value in (values or {}).items():
            self._value(at, value)
        for at, sides, part in self._surrounds(marks, places, pointer):
            self._surround(at, sides, part)
        return self

    def _put(self, x: int, y: int, char: str, part: str, ground: str | None = None) -> None:
        if 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y]):
            self.rows[y][x] = Ink(char, part, ground or self.rows[y][x].ground)

    def _labels(self) -> None:
        for column in self._columns:
            x, _ = self.centre(column + self._rows[0])
            for offset, char in enumerate(column):
                self._put(x + offset, 0, char, "label")
        margin = max(map(len, self._rows))
        for row in self._rows:
            _, y = self.centre(self._columns[0] + row)
            for offset, char in enumerate(f"{row:>{margin}}"):
                self._put(offset, y, char, "label")

    def _lines(self) -> None:
        """The lines of a board that is played on intersections."""
        width, height = self.scale
        first_x, first_y = self.centre(self._columns[0] + self._rows[0])
        last_x, last_y = self.centre(self._columns[-1] + self._rows[-1])
        side, above = _side(self.scale), _above(self.scale)
        drawn = self.glyphs is DRAWN
        for y in range(first_y - above, last_y + above + 1):
            for x in range(first_x - side, last_x + side + 1):
                inside = first_x <= x <= last_x and first_y <= y <= last_y
                on_row, on_column = (y - first_y) % height == 0, (x - first_x) % width == 0
                char = " "
                if inside and on_row and on_column:
                    char = self._crossing((x - first_x) // width, (y - first_y) // height)
                elif inside and drawn and (on_row or on_column):
                    char = self.glyphs.across if on_row else self.glyphs.down
                self._put(x, y, char, "grid", "board")

    def _crossing(self, column: int, row: int) -> str:
        return self.glyphs.crossings[
            3 * _edge(row, len(self._rows)) + _edge(column, len(self._columns))
        ]

    def _boxes(self) -> None:
        """The borders of a board of squares; the flattest boards have none between rows."""
        width, height = self.scale
        bottom = len(self.rows)
        across = len(self._columns) * width
        for y in range(1, bottom):
            for x in range(across + 1):
                on_row = height > 1 and (y - 1) % height == 0
                on_column = x % width == 0
                char = " "
                if on_row and on_column:
                    at = _edge((y - 1) // height, len(self._rows) + 1)
                    char = self.glyphs.box[3 * at + _edge(x // width, len(self._columns) + 1)]
                elif on_row:
                    char = self.glyphs.across
                elif on_column:
                    char = self.glyphs.down
                self._put(self._origin + x, y, char, "grid", "board")

    def _mark_empty(self, at: str, kind: str) -> None:
        glyph = getattr(self.glyphs, kind, self.glyphs.mark)
        part = "grid" if kind == "star" else f"mark-{kind}"
        self._put(*self.centre(at), glyph, part)

    def _target_glyph(self, kind: str) -> str:
        return {"drop": self.glyphs.drop, "capture": self.glyphs.capture}.get(
            kind, self.glyphs.place
        )

    def _inner(self, at: str) -> list[tuple[int, int]]:
        """The characters that belong to a single square."""
        if self.is_points:
            x, y = self.centre(at)
            reach = self._reach()
            return [(x + offset, y) for offset in range(-reach, reach + 1)]
        left, top = self._corner(*self._place(at))
        lines = [top] if self.scale.height == 1 else range(top + 1, top + self.scale.height)
        return [(x, y) for y in lines for x in range(left + 1, left + self.scale.width)]

    def _ground(self, at: str, ground: str) -> None:
        for x, y in self._inner(at):
            self._put(x, y, self.rows[y][x].char, self.rows[y][x].part, ground)

    def _piece(self, piece: PieceView, mark: str | None, pointer: Pointer) -> None:
        at, owner = piece["at"], piece["owner"]
        x, y = self.centre(at)
        shape = self._shape(owner)
        if piece["kind"] not in _ROUND:
            self._named(piece, pointer)
        elif shape is not None:
            top = y - len(shape) // 2 if self.is_points else self._inner(at)[0][1]
            self._text(x, top, shape, f"piece-{owner}")
            if glyph := self._inside(at, mark):
                ground = f"piece-{owner}" if self.solid else None
                self._put(x, y, glyph, f"on-{owner}", ground)
        else:
            dead = mark == "dead" and self.solid
            glyph = self.glyphs.black if self.solid else getattr(self.glyphs, owner)
            self._put(x, y, self.glyphs.dead if dead else glyph, f"piece-{owner}")

    def _shape(self, owner: str) -> tuple[str, ...] | None:
        """The shape of an owner's stone or disc; None if it is a single character."""
        shape = stamp(self.scale, points=self.is_points)
        if shape is None or self.solid:
            return shape
        if self.scale.height < 3:
            return None
        if self.glyphs is not DRAWN:
            return letters(shape, getattr(self.glyphs, owner))
        return shape if owner == "black" else outline(shape)

    def _text(self, x: int, top: int, lines: Sequence[str], part: str) -> None:
        """Lines of text below one another, each centred at x."""
        for down, line in enumerate(lines):
            for right, char in enumerate(line):
                self._put(x - len(line) // 2 + right, top + down, char, part)

    def _inside(self, at: str, mark: str | None) -> str | None:
        """The mark on a large stone."""
        if mark in ("dead", "line"):
            return str(getattr(self.glyphs, mark))
        last = self.view["last_move"]
        return self.glyphs.last if last and last["to"] == at else None

    def _named(self, piece: PieceView, pointer: Pointer) -> None:
        """A named piece: a tile with an arrow that points away from its owner."""
        at, owner = piece["at"], piece["owner"]
        pointed_at = at == pointer.cursor
        if self.solid:
            self._ground(at, "cursor" if pointed_at else f"tile-{owner}")
        faces_up = (owner == "black") != self.flipped
        arrow = self.glyphs.up_arrow if faces_up else self.glyphs.down_arrow
        room = self.scale.width - 1
        name = piece["kind"].upper() if owner == "black" else piece["kind"]
        if self.scale.height < 3:
            lines = [arrow + name[0]] if faces_up else [name[0] + arrow]
        else:
            lines = [arrow, name[:room]] if faces_up else [name[:room], arrow]
        inner = self._inner(at)
        spare = max(0, self.scale.height - 1 - len(lines))
        top = inner[0][1] + (spare // 2 if faces_up else (spare + 1) // 2)
        part = "named-cursor" if pointed_at else f"named-{owner}"
        for down, line in enumerate(lines):
            spare = room - len(line)
            self._text(inner[0][0] + spare // 2 + len(line) // 2, top + down, [line], part)

    # Marks beside a piece

    def _value(self, at: str, value: int) -> None:
        """An exact value, in the lowest line of a square with room; flat squares may have none."""
        text, part = sign(value), f"value-{word(value)}"
        inner = self._inner(at)
        right = inner[-1][0] + 1
        empty = all(piece["at"] != at for piece in self.view["pieces"])
        for y in sorted({y for _, y in inner}, reverse=True):
            chars = [self.rows[y][x].char for x, line in inner if line == y]
            if empty and len(chars) == len(inner):  # a flat square has no more room
                text = f"{text:^{len(chars)}}"
            if len(text) <= len(chars) and (empty or not "".join(chars[-len(text) :]).strip()):
                for x, char in enumerate(text, right - len(text)):
                    self._put(x, y, char, part, part)
                return

    def _surrounds(
        self, marks: dict[str, str], places: dict[str, str], pointer: Pointer
    ) -> list[tuple[str, str, str]]:
        """Brackets around squares, later ones over earlier ones."""
        owners = {piece["at"] for piece in self.view["pieces"]}
        found: list[tuple[str, str, str]] = []
        if self._shape("black") is None:
            found += [(at, "==", "mark-line") for at, kind in marks.items() if kind == "line"]
            if not self.solid:
                found += [(at, "{}", "mark-dead") for at, kind in marks.items() if kind == "dead"]
            last = self.view["last_move"]
            found += [(last["to"], "()", "mark-last")] if last and last["to"] else []
        captures = [at for at, kind in places.items() if kind == "capture" or at in owners]
        found += [(at, self.glyphs.capture * 2, "target-capture") for at in captures]
        if pointer.selected is not None:
            found.append((pointer.selected, "<>", "selected"))
        if pointer.cursor is not None:
            found.append((pointer.cursor, "[]", "brackets"))
        return found

    def _reach(self) -> int:
        """The distance of a stone's edge from its middle, to either side."""
        shape = self._shape("black")
        return len(shape[0]) // 2 if shape else 0

    def _surround(self, at: str, sides: str, part: str) -> None:
        if self.is_points:
            x, y = self.centre(at)
            reach = self._reach() + 1
            spots = [(x - reach, x + reach, y)]
        else:
            left, top = self._corner(*self._place(at))
            lines = [top] if self.scale.height == 1 else range(top + 1, top + self.scale.height)
            spots = [(left, left + self.scale.width, y) for y in lines]
        for left, right, y in spots:
            self._put(left, y, sides[0], part)
            self._put(right, y, sides[1], part)


def _edge(index: int, count: int) -> int:
    """0 at the beginning, 2 at the end, 1 between."""
    return 0 if index == 0 else 2 if index == count - 1 else 1
