"""The first drawing of a board, which is part of the page and visible until the code has loaded.

It has the dimensions of `board/geometry.js`, so nothing moves when the board replaces it.
"""

from collections import defaultdict
from collections.abc import Mapping

from django.utils.html import escape
from django.utils.safestring import SafeString

from plyground.engine.view import View, gaps

_CELL, _HAND, _GAP = 100, 70, 8
_HEXAGON_ROW = 87
_HEXAGON = "m0-57.7l50 28.9v57.7l-50 28.9l-50-28.9v-57.7Z"
_ROUND = {"stone": 47, "disc": 41}
_TOKEN = 39
_TILE = "M0-46L31-39Q38-37 39-29L43 34Q43 43 35 43H-35Q-43 43-43 34L-39-29Q-38-37-31-39Z"
_PAINT = {"black": "#23262b", "white": "#f2efe8"}


def first_drawing(view: View, *, turned: bool = False) -> SafeString:
    """The board with its coordinates and pieces, as SVG; `turned`: seen from White's end."""
    return SafeString(_Drawing(view, turned=turned).svg())


def links_on_board(view: View, targets: Mapping[str, str]) -> SafeString:
    """The board, and a link on each of these squares. The links are for the pointer only."""
    drawing = _Drawing(view, turned=False)
    return SafeString(drawing.svg(drawing.links(targets)))


def _look(view: View) -> str:
    """The same as `lookOf` in board/paint.js."""
    if view["shape"] != "squares":
        return "wood" if view["shape"] == "points" else view["shape"]
    return "felt" if any(piece["kind"] == "disc" for piece in view["pieces"]) else "plain"


class _Drawing:
    def __init__(self, view: View, *, turned: bool) -> None:
        self.view, self.turned = view, turned
        upright = view["shape"] == "holes"
        self.columns = view["columns"][::-1] if turned else view["columns"]
        self.rows = view["rows"][::-1] if turned and not upright else view["rows"]
        self.has_tiles = any(piece["kind"] not in _ROUND for piece in view["pieces"])
        self.font = max(10.5, 2.5 * len(self.columns))
        self.margin = int(self.font * (1.45 if view["shape"] == "points" else 1.75) + 0.5)
        self.plank = _HAND + _GAP if self.has_tiles else 0
        self.slant = _CELL // 2 if view["shape"] == "hexagons" else 0
        self.high = _HEXAGON_ROW if self.slant else _CELL
        tips = 2 * _CELL / 3**0.5 - _HEXAGON_ROW if self.slant else 0
        self.left, self.top = self.margin, self.margin + self.plank + tips / 2
        self.across = len(self.columns) * _CELL + (len(self.rows) - 1) * self.slant
        self.down = len(self.rows) * self.high
        self.width, self.height = self.across + 2 * self.left, self.down + 2 * self.top

    def svg(self, more: str = "") -> str:
        parts = [self._frame(), self._grid(), *self._coordinates(), *self._pieces(), more]
        box = f"0 0 {self.width:g} {self.height:g}"
        return (
            f'<div class="board"><svg class="board-svg board-{_look(self.view)}" viewBox="{box}"'
            f' aria-hidden="true">{"".join(parts)}</svg></div>'
        )

    def links(self, targets: Mapping[str, str]) -> str:
        """An invisible square with a link for each of these places."""
        half = _CELL // 2
        return "".join(
            f'<a href="{escape(targets[column + row])}" tabindex="-1">'
            f'<rect x="{self._x(x, y) - half:g}" y="{self._y(y) - half:g}" width="{_CELL}"'
            f' height="{_CELL}" class="board-link"><title>{escape(column + row)}</title></rect></a>'
            for x, column in enumerate(self.columns)
            for y, row in enumerate(self.rows)
            if column + row in targets
        )

    def _frame(self) -> str:
        high = self.height - 2 * self.plank
        frame = f'<rect y="{self.plank}" width="{self.width}" height="{high}" class="board-frame"/>'
        if self.view["shape"] == "points":
            return frame
        place = f'x="{self.left}" y="{self.top}" width="{self.across}" height="{self.down}"'
        return f'{frame}<rect {place} class="board-field"/>'

    def _grid(self) -> str:
        if self.view["shape"] in ("holes", "pits", "hexagons"):
            return self._cells()
        points = self.view["shape"] == "points"
        shift, more = (_CELL // 2, 0) if points else (0, 1)
        left, top = self.left + shift, self.top + shift
        down = (
            f"M{left + i * _CELL} {top}v{self.down - 2 * shift}"
            for i in range(len(self.columns) + more)
        )
        across = (
            f"M{left} {top + i * _CELL}h{self.across - 2 * shift}"
            for i in range(len(self.rows) + more)
        )
        return f'<path d="{"".join([*down, *across])}" class="board-lines"/>'

    def _cells(self) -> str:
        """Separate cells: holes, pits or hexagons."""
        missing = gaps(self.view)
        cells = [
            (x, y)
            for y, row in enumerate(self.rows)
            for x, column in enumerate(self.columns)
            if column + row not in missing
        ]
        if self.slant:
            shapes = [f"M{self._x(x, y):g} {self._y(y):g}{_HEXAGON}" for x, y in cells]
            return f'<path d="{"".join(shapes)}" class="board-hexagon"/>'
        return f'<path d="{"".join(self._circle(*at, 44) for at in cells)}" class="board-hole"/>'

    def _coordinates(self) -> list[str]:
        """Below and to the left, where every board has them."""
        low = self.height - self.plank - self.margin / 2
        last = len(self.rows) - 1
        columns = [self._text(word, self._x(i, last), low) for i, word in enumerate(self.columns)]
        rows = [
            self._text(word, self.margin / 2 + i * self.slant, self._y(i))
            for i, word in enumerate(self.rows)
        ]
        return columns + rows

    def _text(self, word: str, x: float, y: float) -> str:
        place = f'x="{x:g}" y="{y + self.font * 0.36:g}" font-size="{self.font:g}"'
        return f'<text {place} class="board-coordinate">{escape(word)}</text>'

    def _pieces(self) -> list[str]:
        """All equal pieces in one path."""
        places = {
            column + row: (x, y)
            for x, column in enumerate(self.columns)
            for y, row in enumerate(self.rows)
        }
        paths: dict[str, list[str]] = defaultdict(list)
        tiles = []
        for piece in self.view["pieces"]:
            x, y = places[piece["at"]]
            owner, kind = piece["owner"], piece["kind"]
            if kind in _ROUND or not self.has_tiles:
                paths[owner].append(self._circle(x, y, _ROUND.get(kind, _TOKEN)))
            else:
                turn = 180 if (owner == "white") != self.turned else 0
                at = f"translate({self._x(x, y):g} {self._y(y):g}) rotate({turn})"
                tile = f'<path d="{_TILE}" class="board-body" transform="{at}"/>'
                tiles.append(f'<g class="board-{owner}">{tile}</g>')
        round_ones = [
            f'<path d="{"".join(shapes)}" fill="{_PAINT[owner]}" class="board-round"/>'
            for owner, shapes in paths.items()
        ]
        return round_ones + tiles

    def _circle(self, column: int, row: int, r: int) -> str:
        half = f"a{r} {r} 0 1 0"
        x, y = self._x(column, row) - r, self._y(row)
        return f"M{x:g} {y:g}{half} {2 * r} 0{half}-{2 * r} 0Z"

    def _x(self, column: int, row: int) -> float:
        return self.left + (column + 0.5) * _CELL + row * self.slant

    def _y(self, row: int) -> float:
        return self.top + (row + 0.5) * self.high
