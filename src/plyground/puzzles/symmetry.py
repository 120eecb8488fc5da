"""Symmetry: turned or mirrored boards count as the same puzzle."""

from collections.abc import Iterator, Sequence

from plyground.engine.game import Position
from plyground.engine.view import View

Picture = tuple[tuple[object, ...], ...]


def outline(position: Position) -> Picture:
    """A key that all turned and mirrored images of a position share.

    >>> import plyground
    >>> go = plyground.game("go", size=3)
    >>> outline(go.position("x2/3/2o b")) == outline(go.position("2x/3/o2 b"))
    True
    >>> outline(go.position("x2/3/2o b")) == outline(go.position("x2/3/1o1 b"))
    False
    """
    view = position.view()
    places, right, low = _places(view)
    hands = [(hand["owner"], hand["kind"], hand["count"]) for hand in view["hands"]]
    rest = tuple(sorted(map(str, [*hands, position.turn])))
    images = []
    for turn in range(8 if right == low else 4):
        rows = []
        for piece in view["pieces"]:
            image = _images(*places[piece["at"]], right, low)[turn]
            rows.append((piece["owner"], piece["kind"], *image))
        images.append(tuple(sorted(rows)))
    return (*min(images), rest)


def way(position: Position, line: Sequence[str]) -> Picture:
    """A key that all images of a line's points share, for the points of the side to move.

    >>> import plyground
    >>> start = plyground.game("gomoku", size=3, line=3).start()
    >>> way(start, ["a1", "b2", "a2"]) == way(start, ["c3", "a1", "b3"])
    True
    """
    points = []
    places, right, low = _places(position.view())
    for number, move in enumerate(line):
        if number % 2 == 0:
            views = {row["text"]: row for row in position.view()["moves"]}
            ends = [views[move]["from"], views[move]["to"]] if move in views else []
            points += [places[end] for end in ends if end is not None]
        position = position.play(move)
    turns = range(8 if right == low else 4)
    return min(tuple(_images(*point, right, low)[turn] for point in points) for turn in turns)


def _places(view: View) -> tuple[dict[str, tuple[int, int]], int, int]:
    """The columns and rows of the points, by their labels, and the last column and row."""
    places = {
        column + row: (x, y)
        for x, column in enumerate(view["columns"])
        for y, row in enumerate(view["rows"])
    }
    return places, len(view["columns"]) - 1, len(view["rows"]) - 1


def _images(x: int, y: int, right: int, low: int) -> list[tuple[int, int]]:
    """A point in all images of the board; the first four do not exchange columns and rows."""
    return [*_mirrored(x, y, right, low), *_mirrored(y, x, right, low)]


def _mirrored(x: int, y: int, right: int, low: int) -> Iterator[tuple[int, int]]:
    yield from ((x, y), (right - x, y), (x, low - y), (right - x, low - y))
