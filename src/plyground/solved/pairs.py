"""Finds pairs that hold a draw, for certificates. The checker examines them again."""

from collections.abc import Iterable, Iterator

from plyground.engine.game import Position

_MOST_TRIES = 500
_MANY = 40  # sets: for fewer, a search is quick
Pair = frozenset[str]


def find_pairs(position: Position, owner: str) -> list[Pair] | None:
    """Pairs of empty points, one in every set that the other side of `owner` could still fill."""
    own = {piece["at"] for piece in position.pieces() if piece["owner"] == owner}
    taken = {piece["at"] for piece in position.pieces()}
    sets = [frozenset(one) - taken for one in position.winning_sets() if not own.intersection(one)]
    if any(len(one) < 2 for one in sets):
        return None
    for pairs in _patterns(position, taken) if len(sets) >= _MANY else ():
        held = [pair for pair in pairs if any(pair <= one for one in sets)]
        if all(any(pair <= one for pair in held) for one in sets):
            return held
    if len(sets) > 2 * len(position.coordinates()):
        return None
    return _search(sets, [_MOST_TRIES])


def _patterns(position: Position, taken: set[str]) -> Iterator[list[Pair]]:
    """Blocks of two by two points, lying and standing in turn, in all 16 places."""
    at = {cell: point for point, cell in position.coordinates().items()}
    for shift in range(16):
        pairs = (
            frozenset((point, at.get(_partner(cell, shift), point))) for cell, point in at.items()
        )
        yield [pair for pair in dict.fromkeys(pairs) if len(pair) == 2 and not pair & taken]


def _partner(cell: tuple[int, int], shift: int) -> tuple[int, int]:
    x, y = cell
    column, row = (x + shift // 4) % 4, (y + shift % 4) % 4
    if (row < 2) == (column < 2):
        return x + 1 - 2 * (column % 2), y
    return x, y + 1 - 2 * (row % 2)


def _search(sets: Iterable[frozenset[str]], tries: list[int]) -> list[Pair] | None:
    """Pairs for these sets of empty points: the smallest set first."""
    left = list(sets)
    if not left:
        return []
    tightest = min(left, key=len)
    if len(tightest) < 2:
        return None
    points = sorted(tightest)
    pairs = [frozenset((a, b)) for i, a in enumerate(points) for b in points[i + 1 :]]
    pairs.sort(key=lambda pair: -sum(8 if pair <= one else -len(pair & one) for one in left))
    for pair in pairs:
        tries[0] -= 1
        if tries[0] < 0:
            return None
        rest = _search([one - pair for one in left if not pair <= one], tries)
        if rest is not None:
            return [pair, *rest]
    return None
