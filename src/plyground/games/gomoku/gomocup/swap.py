"""Swap2, the fair opening: one side places three stones, the other chooses a side or adds two.

All choices use the same short search: how good is this for White to move?
"""

from collections.abc import Callable, Iterator

from plyground.engine.game import Game, Position
from plyground.engine.report import Report
from plyground.engine.search import search
from plyground.games.gomoku.gomocup.points import size_of

_QUICK = "search:nodes=10000"
_EVEN = 0.12  # a winning chance this close to one half leaves the choice to the other side

# The second and third stones relative to the first; the first stone's distance from the middle.
_SHAPES = (
    ((0, 0), (1, 1), (3, -1)),
    ((0, 0), (1, 0), (-2, 3)),
    ((0, 0), (2, 1), (-1, 3)),
    ((-3, -3), (1, 0), (3, 4)),
    ((-4, 0), (1, 1), (4, -1)),
    ((-5, -5), (1, 0), (4, 2)),
    ((0, -5), (1, 1), (-4, 1)),
    ((4, 4), (-1, 0), (-3, 2)),
)


def proposals(game: Game) -> Iterator[list[str]]:
    """Openings of three stones that fit on the board."""
    size = size_of(game)
    middle = size // 2
    for (x, y), second, third in _SHAPES:
        column, row = middle + x, middle + y
        points = [(column, row), (column + second[0], row + second[1])]
        points.append((column + third[0], row + third[1]))
        if all(0 <= at < size for point in points for at in point):
            yield [f"{chr(ord('a') + column)}{row + 1}" for column, row in points]


def propose(game: Game) -> list[str]:
    """Three stones that seem to favour neither side; ValueError if the board has no room.

    >>> import plyground
    >>> len(set(propose(plyground.game("gomoku", size=9))))
    3
    """
    found = [stones for stones in proposals(game) if _is_open(game.start().play_all(stones))]
    if not found:
        raise ValueError("The board is too small for swap2.")
    return min(found, key=lambda stones: _unevenness(game.start().play_all(stones)))


def answer(position: Position, think: Callable[[Position], Report]) -> list[str]:
    """The choice after three or five stones: no moves to swap, one to stay, two to ask back."""
    report = think(position)
    chance = report.win_chance
    if position.ply == 3 and abs(chance - 0.5) < _EVEN and (pair := _pair(position)):
        return pair
    if chance < 0.5 or report.move is None:
        return []
    return [report.move]


def _pair(position: Position) -> list[str]:
    """A white and a black stone after which neither side seems better."""
    best: tuple[float, list[str]] = (_EVEN, [])
    for line in search(position, _QUICK, lines=3).lines:
        after = position.play(line.move)
        for reply in search(after, _QUICK, lines=3).lines:
            end = after.play(reply.move)
            if _is_open(end):
                best = min(best, (_unevenness(end), [line.move, reply.move]))
    return best[1]


def _is_open(position: Position) -> bool:
    return position.result() is None


def _unevenness(position: Position) -> float:
    return abs(search(position, _QUICK).win_chance - 0.5)
