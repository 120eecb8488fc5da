"""Samples a game's moves and kinds of pieces from random games, always the same ones."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground import _core

PLIES = 4_000  # enough random play to see every kind of move; a game of the core takes milliseconds


@dataclass(frozen=True)
class Seen:
    """The moves that were played or could begin the game, and the kinds of pieces."""

    moves: frozenset[str]
    on_board: tuple[str, ...]
    in_hand: tuple[str, ...]


def sample_games(start: _core.State, named: Iterable[str]) -> Seen:
    """Moves and kinds from some random games; `named` are kinds that the author names anyway."""
    moves = set(start.moves())
    kinds = {parts.piece for parts in start.move_parts() if parts.piece}
    kinds.update(named)
    held: set[str] = set()
    for state in (start, *_random_ends(start)):
        moves.update(state.played())
        kinds.update(piece.kind for piece in state.pieces())
        held.update(hand.kind for hand in state.hands())
    return Seen(frozenset(moves), tuple(sorted(kinds)), tuple(sorted(held)))


def _random_ends(start: _core.State) -> Iterator[_core.State]:
    plies = 0
    for seed in itertools.count():
        end = start.random_game(seed, PLIES)
        yield end
        plies += max(1, end.ply)
        if plies >= PLIES:
            return
