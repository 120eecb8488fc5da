"""The first drawing of a board, which is part of the page and visible until the code has loaded.

It has the dimensions of `board/geometry.js`, so nothing moves when the board replaces it.
"""

from collections import defaultdict
from collections.abc import Mapping

from django.utils.html import escape
from django.utils.safestring import SafeString

from plyground.engine.view import View

_CELL, _HAND, _GAP = 100, 70, 8
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
        return {"points": "wood", "holes": "holes"}[view["shape"]]
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
        self.left, self.top = self.margin, self.margin + self.plank
        self.across, self.down = len(self.columns) * _CELL, len(self.rows) * _CELL
        self.width, self.height = self.across + 2 * self.left, self.down + 2 * self.top

    def svg(self, more: str = "") -> str:
        parts = [self._frame(), self._grid(), *self._coordinates(), *self._pieces(), more]
        box = f"0 0 {self.width} {self.height}"
        return (
            f'<div class="board"><svg class="board-svg board-{_look(self.view)}" viewBox="{box}"'
            f' aria-hidden="true">{"".join(parts)}</svg></div>'
        )

    def links(self, targets: Mapping[str, str]) -> str:
        """An invisible square with a link for each of these places."""
        half = _CELL // 2
        return "".join(
            f'<a href="{escape(targets[column + row])}" tabindex="-1">'
            f'<rect x="{self._x(x) - half}" y="{self._y(y) - half}" width="{_CELL}"'
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
        if self.view["shape"] == "holes":
            holes = (
                self._circle(column, row, 44)
                for column in range(len(self.columns))
                for row in range(len(self.rows))
            )
            return f'<path d="{"".join(holes)}" class="board-hole"/>'
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

    def _coordinates(self) -> list[str]:
        """Below and to the left, where every board has them."""
        low = self.height - self.plank - self.margin / 2
        columns = [self._text(word, self._x(i), low) for i, word in enumerate(self.columns)]
        rows = [self._text(word, self.margin / 2, self._y(i)) for i, word in enumerate(self.rows)]
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
                at = f"translate({self._x(x)} {self._y(y)}) rotate({turn})"
                tile = f'<path d="{_TILE}" class="board-body" transform="{at}"/>'
                tiles.append(f'<g class="board-{owner}">{tile}</g>')
        round_ones = [
            f'<path d="{"".join(shapes)}" fill="{_PAINT[owner]}" class="board-round"/>'
            for owner, shapes in paths.items()
        ]
        return round_ones + tiles

    def _circle(self, column: int, row: int, r: int) -> str:
        half = f"a{r} {r} 0 1 0"
        return f"M{self._x(column) - r} {self._y(row)}{half} {2 * r} 0{half}-{2 * r} 0Z"

    def _x(self, column: int) -> int:
        return self.left + column * _CELL + _CELL // 2

    def _y(self, row: int) -> int:
        return self.top + row * _CELL + _CELL // 2
