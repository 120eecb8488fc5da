"""Counting in Go: who owns each point and which stones are dead, estimated by playouts."""

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of
from plyground.engine.request import whole

PLAYOUTS = 400  # enough to be certain of settled points, in some hundredths of a second
_MOST_PLAYOUTS = 100_000
_MOST_SEED = 2**63


def needs_count(position: Position) -> bool:
    """Whether both sides have passed and dead stones must be marked before the count, as in Go.

    >>> import plyground
    >>> go = plyground.game("go", size=5).start()
    >>> needs_count(go.play("pass")), needs_count(go.play_all("pass pass"))
    (False, True)
    """
    result = position.result() if guide_of(position.game.name).marks_dead else None
    return result is not None and result.code == "two_passes"


def ownership(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> dict[str, float]:
    """Go: for every point, the estimated owner at the end, from White (-1.0) to Black (1.0).

    The estimate plays the game to its end many times from the current board, even if it is over.

    >>> import plyground
    >>> go = plyground.game("go", size=5)
    >>> owners = ownership(go.position("1x1xo/xxxxo/ooooo/5/1o1o1 b passes=2"))
    >>> len(owners), owners["A5"], owners["C5"], owners["E5"]
    (25, 1.0, 1.0, -1.0)
    """
    return dict(_survey(position, playouts, seed).points)


def dead_stones(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> list[str]:
    """Go: the stones that are as good as captured, for `position.mark_dead`; whole groups.

    Use it when all borders are closed. While a fight is undecided, the result is a guess.

    >>> import plyground
    >>> dead_stones(plyground.game("go", size=5).position("2x2/1oxxx/2x2/xxx2/5 b passes=2"))
    ['B4']
    """
    return _survey(position, playouts, seed).dead


def counted(position: Position, *, playouts: int = PLAYOUTS, seed: int = 1) -> Position:
    """Go: the same position with the dead stones marked, so that its score is the final score.

    >>> import plyground
    >>> end = plyground.game("go", size=5, komi=0).position("2x2/1oxxx/2x2/xxx2/5 b passes=2")
    >>> end.score()
    Score(black=19.0, white=1.0, unit='points')
    >>> counted(end).score()
    Score(black=25.0, white=0.0, unit='points')
    """
    dead = dead_stones(position, playouts=playouts, seed=seed)
    return position.mark_dead(dead)


def _survey(position: Position, playouts: int, seed: int) -> _core.Ownership:
    if not isinstance(position, Position):
        raise ValueError(f"Counting needs a position of Go, not {type(position).__name__}.")
    whole("playouts", playouts, 1, _MOST_PLAYOUTS)
    whole("seed", seed, 0, _MOST_SEED)
    return core_state(position).ownership(playouts, seed)
