"""A board as an SVG picture, for notebooks: everything comes from the view."""

from collections.abc import Iterator
from html import escape

from plyground.engine.view import PieceView, View, gaps, indent, stack

_SQUARE = 36  # pixels
_MARGIN = 22  # for the labels of rows and columns
_ROUND = {"stone", "disc"}
_GROUND = {
    "squares": "#3f7d58",
    "points": "#dcb471",
    "holes": "#2f5fa8",
    "pits": "#dcb471",
    "hexagons": "none",
}
# The cells of other boards than grids: colour, edge, and the radius as a share of a square
_CELLS = {
    "holes": ("#16325c", "none", 0.4),
    "pits": ("#8a6431", "none", 0.44),
    "hexagons": ("#efe3c8", "#7a6a4a", 0.5),
}
_COLOURS = {"black": ("#16181b", "#f4f4f2"), "white": ("#fbfbf9", "#16181b")}  # piece, letter
_MARKED = {"line": "#d6336c", "dead": "#e8590c", "ko": "#e8590c", "forbidden": "#c92a2a"}


def board_svg(view: View) -> str:
    """Draws a position: board, pieces, the last move, hands, and the side to move.

    >>> import plyground
    >>> picture = board_svg(plyground.game("othello", size=4).start().play("b1").view())
    >>> picture.startswith("<svg"), picture.count("<circle"), "white to move" in picture
    (True, 6, True)
    """
    width = _across(view) + 2 * _MARGIN
    hands = list(_hands(view))
    height = len(view["rows"]) * _SQUARE + 2 * _MARGIN + 18 * (1 + len(hands))
    state = _state(view)
    below = len(view["rows"]) * _SQUARE + 2 * _MARGIN + 12
    words = "".join(
        _text(width / 2, below + 18 * number, line) for number, line in enumerate([state, *hands])
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" aria-label="{escape(view["game"])}, {escape(state)}"'
        ' font-family="sans-serif" font-size="13" text-anchor="middle">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
        f"{''.join(_board(view))}{''.join(_labels(view))}{''.join(_pieces(view))}{words}</svg>"
    )


def _centre(view: View, at: str) -> tuple[float, float]:
    """The middle of the square with this label."""
    column = next(each for each in view["columns"] if at.startswith(each) and at[len(each) :])
    row = view["rows"].index(at[len(column) :])
    x = (
        _MARGIN
        + (view["columns"].index(column) + 0.5 + indent(view, at[len(column) :]) / 2) * _SQUARE
    )
    return x, _MARGIN + (row + 0.5) * _SQUARE


def _across(view: View) -> float:
    """The width of the board itself."""
    return (len(view["columns"]) + indent(view, view["rows"][-1]) / 2) * _SQUARE


def _board(view: View) -> Iterator[str]:
    wide, high = _across(view), len(view["rows"]) * _SQUARE
    ground = _GROUND[view["shape"]]
    yield f'<rect x="{_MARGIN}" y="{_MARGIN}" width="{wide}" height="{high}" fill="{ground}"/>'
    if view["shape"] in _CELLS:
        missing = gaps(view)
        labels = (column + row for row in view["rows"] for column in view["columns"])
        for at in labels:
            if at not in missing:
                fill, edge, size = _CELLS[view["shape"]]
                yield _circle(*_centre(view, at), fill, edge, size)
        return
    # Lines run between squares, or through the points for stones.
    inset = _SQUARE / 2 if view["shape"] == "points" else 0
    lines = 0 if inset else 1
    for number in range(len(view["columns"]) + lines):
        x = _MARGIN + inset + number * _SQUARE
        yield _line(x, _MARGIN + inset, x, _MARGIN + high - inset)
    for number in range(len(view["rows"]) + lines):
        y = _MARGIN + inset + number * _SQUARE
        yield _line(_MARGIN + inset, y, _MARGIN + wide - inset, y)
    for mark in view["marks"]:
        for at in mark["at"] if mark["kind"] == "star" else ():
            yield _circle(*_centre(view, at), "#1f2a24", "none", 0.08)


def _labels(view: View) -> Iterator[str]:
    for column in view["columns"]:
        x, _ = _centre(view, column + view["rows"][0])
        yield _text(x, _MARGIN - 7, column)
    for row in view["rows"]:
        _, y = _centre(view, view["columns"][0] + row)
        yield _text(_MARGIN / 2, y + 4, row)


def _pieces(view: View) -> Iterator[str]:
    for piece in view["pieces"]:
        yield from _piece(view, piece)
    for mark in view["marks"]:
        if colour := _MARKED.get(mark["kind"]):
            for at in mark["at"]:
                yield _circle(*_centre(view, at), "none", colour, 0.26)
    last = view["last_move"]
    if last is not None and last["to"]:
        yield _circle(*_centre(view, last["to"]), "none", "#e03131", 0.34)


def _piece(view: View, piece: PieceView) -> Iterator[str]:
    x, y = _centre(view, piece["at"])
    fill, ink = _COLOURS[piece["owner"]]
    yield _circle(x, y, fill, "#16181b", 0.42)
    if piece["kind"] not in _ROUND:
        count, one = stack(piece["kind"])
        yield _text(x, y + 5, one[0].upper() if count is None else str(count), ink)


def _hands(view: View) -> Iterator[str]:
    """The pieces in hand of each side, in words."""
    for owner in ("black", "white"):
        held = [hand for hand in view["hands"] if hand["owner"] == owner and hand["count"]]
        if held:
            yield f"{owner} holds " + ", ".join(f"{one['count']} {one['kind']}" for one in held)


def _state(view: View) -> str:
    """The side to move, or how the game ended."""
    result = view["result"]
    if result is None:
        return f"{view['turn']} to move"
    return f"{result['winner'] or 'nobody'} wins: {result['reason']}"


def _circle(x: float, y: float, fill: str, stroke: str, size: float) -> str:
    radius = round(size * _SQUARE, 1)
    place = f'cx="{x}" cy="{y}" r="{radius}"'
    return f'<circle {place} fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x} {y}L{to_x} {to_y}" stroke="#1f2a24" stroke-opacity="0.6"/>'


def _text(x: float, y: float, words: str, fill: str = "#16181b") -> str:
    return f'<text x="{x}" y="{y}" fill="{fill}">{escape(words)}</text>'
