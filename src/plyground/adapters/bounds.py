"""The number of plies after which an adapter cuts a game off."""

from plyground.engine.actions import squares_of
from plyground.engine.game import Game


def ply_bound(game: Game, wanted: object) -> int:
    """The given number of plies; if None, four for each square, and at least 512.

    >>> import plyground
    >>> ply_bound(plyground.game("go"), None), ply_bound(plyground.game("dobutsu"), None)
    (1444, 512)
    >>> ply_bound(plyground.game("go"), 0)
    Traceback (most recent call last):
        ...
    ValueError: max_plies is a whole number from 1 on, not 0.
    """
    if wanted is None:
        return max(512, 4 * len(squares_of(game)))
    if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted < 1:
        raise ValueError(f"max_plies is a whole number from 1 on, not {wanted!r}.")
    return wanted
