"""Simulated results instead of games: pairings of players with known strengths."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from plyground.lab.ratings import Pairing
from plyground.matches.stats import expected_share


def throw_games(
    dice: np.random.Generator, shares: Sequence[float], count: int, draws: float, shared: float
) -> list[tuple[float, float]]:
    """The first player's points in this many pairs, given its shares as Black and as White.

    `draws` is the share of drawn games among even ones. A part of the pairs, `shared`, is decided
    by one random draw: openings that favour a player or, for a negative part, a colour.
    """
    thrown = dice.random((count, 2))
    same = dice.random(count) < abs(shared)
    thrown[same, 1] = thrown[same, 0] if shared > 0 else 1 - thrown[same, 0]
    points = np.empty((count, 2))
    for color, share in enumerate(shares):
        drawn = draws * min(share, 1 - share)  # half of the drawn games
        won, lost = thrown[:, color] < share - drawn, thrown[:, color] >= share + drawn
        points[:, color] = np.where(won, 1.0, np.where(lost, 0.0, 0.5))
    return [(first, second) for first, second in points.tolist()]


def same_openings(
    dice: np.random.Generator, players: int, count: int, *, colour: float, style: float
) -> list[Pairing]:
    """Equal players who all play the same openings.

    An opening is worth a random amount of Elo to Black (`colour`), and to a player (`style`).
    """
    black, suits = dice.normal(0, colour, count), dice.normal(0, style, (players, count))
    found: list[Pairing] = []
    for first, second in combinations(range(players), 2):
        for place, better in enumerate(suits[first] - suits[second]):
            shares = [expected_share(better + sign * black[place]) for sign in (1, -1)]
            (points,) = throw_games(dice, shares, 1, 0, 0)
            found.append(Pairing(str(first), str(second), points, place))
    return found


def round_robin(
    dice: np.random.Generator,
    elos: Sequence[float],
    count: int,
    *,
    first_move: float = 0,
    draws: float = 0,
    shared: float = 0,
) -> list[Pairing]:
    """Everyone against everyone, with this many pairs each; players are named by their numbers."""
    found: list[Pairing] = []
    for first, second in combinations(range(len(elos)), 2):
        difference = elos[first] - elos[second]
        shares = expected_share(difference + first_move), expected_share(difference - first_move)
        thrown = throw_games(dice, shares, count, draws, shared)
        found += [Pairing(str(first), str(second), points) for points in thrown]
    return found
