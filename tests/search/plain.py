"""The slow referee of every search: plain minimax on a position's public data.

A value is Black's, as in the core: a heuristic value, or for a finished game `WIN_VALUE` plus the
margin or, in games without margins, `MAX_PLY` minus the ply at which the game ended.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import plyground
from plyground import Line, Position
from plyground._core import MAX_PLY, WIN_VALUE
from tests.conftest import scaled
from tests.games.cases import EXAMPLES

Evaluate = Callable[[Position], float]
MovesOf = Callable[[Position], list[str]]


@dataclass
class Found:
    """A value, its number of nodes, and whether any of them was estimated."""

    value: float
    nodes: int
    guessed: bool


def final_value(position: Position, ply: int) -> float | None:
    result = position.result()
    if result is None:
        return None
    if result.winner is None:
        return 0.0
    size = WIN_VALUE + (MAX_PLY - ply if result.margin is None else result.margin)
    return size if result.winner == "black" else -size


def default_opinion(position: Position) -> float:
    """The heuristics of the game with their own weights."""
    total = 0.0
    for term in position.explain_score():
        total += term.weight * term.value
    return max(1 - WIN_VALUE, min(WIN_VALUE - 1, total))


def whim(position: Position) -> float:
    """A pseudo-random evaluation, so that a smooth one cannot hide wrong cuts."""
    return float(position.key % 201) - 100


def legal(position: Position) -> list[str]:
    return position.moves()


def in_order(position: Position) -> list[str]:
    """The moves in the order of an ordered search; a game may leave some out."""
    return position.ordered_moves()


def minimax(
    position: Position, depth: int, evaluate: Evaluate, moves_of: MovesOf = legal, ply: int = 0
) -> Found:
    final = final_value(position, ply)
    if final is not None:
        return Found(final, 1, guessed=False)
    if depth == 0:
        return Found(evaluate(position), 1, guessed=True)
    below = [
        minimax(position.play(move), depth - 1, evaluate, moves_of, ply + 1)
        for move in moves_of(position)
    ]
    best = (max if position.turn == "black" else min)(found.value for found in below)
    nodes = 1 + sum(found.nodes for found in below)
    return Found(best, nodes, any(found.guessed for found in below))


def value_of(position: Position, line: Line) -> float:
    """The core's value for a line of a report."""
    own = line.score
    if line.mate is not None and position.counts_margin:
        own = WIN_VALUE + abs(line.score)
    elif line.mate is not None:
        own = WIN_VALUE + MAX_PLY - abs(line.mate)
    if line.mate is not None and line.mate < 0:
        own = -own
    return own if position.turn == "black" else -own


def forced_win(position: Position, plies: int) -> bool:
    """Whether the side to move can win within this many plies against every defence."""
    if position.result() is not None or plies <= 0:
        return False
    return any(_wins_by(position, move, plies) for move in position.moves())


def _wins_by(position: Position, move: str, plies: int) -> bool:
    after = position.play(move)
    result = after.result()
    return result.winner == position.turn if result else forced_loss(after, plies - 1)


def forced_loss(position: Position, plies: int) -> bool:
    """Whether the side to move loses within this many plies, whatever it does."""
    if position.result() is not None or plies <= 0:
        return False
    return all(_loses_by(position, move, plies) for move in position.moves())


def _loses_by(position: Position, move: str, plies: int) -> bool:
    after = position.play(move)
    result = after.result()
    if result is None:
        return forced_win(after, plies - 1)
    return result.winner is not None and result.winner != position.turn


def mate_within(position: Position, plies: int) -> int | None:
    """The fastest win, or as a negative number the latest loss, within at most this many plies."""
    for distance in range(1, plies + 1):
        if forced_win(position, distance):
            return distance
        if forced_loss(position, distance):
            return -distance
    return None


def random_positions(game: plyground.Game, count: int, name: str) -> Iterator[Position]:
    """Unfinished positions from random play, early and late."""
    dice = random.Random(f"{name} {game!r}")
    while count > 0:
        seed = dice.randrange(2**32)
        length = plyground.random_game(game.start(), seed).ply
        plies = dice.randrange(length)
        yield plyground.random_game(game.start(), seed, max_plies=plies)
        count -= 1


def how_many(game: plyground.Game, count: int) -> int:
    """A sample size; a tenth of it if the board is large or the game is written in Python."""
    is_slow = len(game.start().moves()) > 100 or game.name in EXAMPLES
    return scaled(max(1, count // 10) if is_slow else count)


def depth_that_fits(position: Position, nodes: int, most: int) -> int:
    """The depth of a full tree with about this many nodes."""
    width = max(2, len(position.moves()))
    depth = 1
    while depth < most and width ** (depth + 1) <= nodes:
        depth += 1
    return depth
