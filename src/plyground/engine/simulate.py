"""Perft and random games, run in the core."""

from dataclasses import dataclass

from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.spec import MAX_DEPTH

MAX_PLIES = 10_000


@dataclass(frozen=True)
class RandomGames:
    """The results of many random games.

    >>> import plyground
    >>> many = plyground.random_games(plyground.game("othello").start(), 100, seed=1)
    >>> many.black_wins + many.white_wins + many.draws
    100
    """

    games: int
    black_wins: int
    white_wins: int
    draws: int
    unfinished: int  # stopped by the limit on plies
    plies: int


def perft(position: Position, depth: int, *, passes: bool = True) -> int:
    """The number of move sequences of exactly `depth` plies, with or without passes.

    >>> import plyground
    >>> plyground.perft(plyground.game("othello").start(), 5)
    1396
    >>> plyground.perft(plyground.game("go", size=3).start(), 3, passes=False)
    504
    """
    return core_state(position).perft(_depth(depth), bool(passes))


def divide(position: Position, depth: int, *, passes: bool = True) -> dict[str, int]:
    """Perft split by first move, to find where two programs differ.

    >>> import plyground
    >>> plyground.divide(plyground.game("dobutsu").start(), 2)
    {'b2b3': 5, 'b1a2': 4, 'b1c2': 4, 'c1c2': 4}
    """
    if _depth(depth) == 0:
        raise ValueError("A count by first move needs a depth of at least 1.")
    counts: dict[str, int] = {}
    for move, leaves in core_state(position).divide(depth, passes):
        counts[move] = counts.get(move, 0) + leaves  # equal pieces in hand share a text
    return counts


def random_game(position: Position, seed: int = 0, *, max_plies: int = MAX_PLIES) -> Position:
    """The last position of a random game, in which all legal moves are equally likely.

    >>> import plyground
    >>> end = plyground.random_game(plyground.game("othello").start(), seed=7)
    >>> end.result() is not None
    True
    """
    end = core_state(position).random_game(_seed(seed), _count("max_plies", max_plies))
    return Position(position.game, end, position._origin)  # noqa: SLF001 - of the same package


def random_games(
    position: Position, n: int, seed: int = 0, *, max_plies: int = MAX_PLIES
) -> RandomGames:
    """Plays n random games and counts the results. The first is the game that random_game() plays.

    >>> import plyground
    >>> plyground.random_games(plyground.game("go", size=5).start(), 10, seed=3).games
    10
    """
    limit = _count("max_plies", max_plies)
    many = core_state(position).random_games(_count("n", n), _seed(seed), limit)
    return RandomGames(
        many.games, many.black_wins, many.white_wins, many.draws, many.unfinished, many.plies
    )


def light_playouts(position: Position, n: int, seed: int) -> float:
    """Black's mean share of `n` uniformly random games, played without history: for benchmarks.

    >>> import plyground
    >>> 0 < light_playouts(plyground.game("go", size=5).start(), 10, seed=1) < 1
    True
    """
    return core_state(position).light_playouts(_count("n", n), _seed(seed))


def _depth(depth: int) -> int:
    if not _is_whole(depth) or not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"A depth is a whole number from 0 to {MAX_DEPTH}, not {depth}.")
    return depth


def _count(name: str, count: int) -> int:
    if not _is_whole(count) or not 0 <= count <= 10**15:
        raise ValueError(f"{name} is a whole number from 0 to 10**15, not {count}.")
    return count


def _seed(seed: int) -> int:
    if not _is_whole(seed):
        raise ValueError(f"A seed is a whole number, not {seed}.")
    return seed & ((1 << 64) - 1)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
