"""Rates the networks of a run, from all games in its log."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from plyground.lab.ratings import Pairing, rate
from plyground.matches.stats import Pair
from plyground.train.progress import Elo

Games = tuple[str, str, Sequence[Pair]]  # two players, and the first one's points


def games_of(log: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> list[Games]:
    """All games of the log's networks against others and each other."""
    return [
        (names[row["generation"]], score["opponent"], score["pairs"])
        for row in log
        for score in row.get("scores", ())
        if score.get("pairs")
    ]


def rate_all(games: Iterable[Games], anchor: str) -> list[Elo]:
    """Ratings by the model of Bradley and Terry, the best first; the anchor has 0.

    Each pair of opponents gets two additional drawn games. So a player that won all of its games
    also has a rating, which grows with their number.
    """
    pairings = []
    for first, second, pairs in games:
        pairings.append(Pairing(first, second, (0.5, 0.5)))
        for pair in pairs:
            points = (*pair, None)[:2]
            pairings.append(Pairing(first, second, (points[0], points[1])))
    if not pairings:
        return []
    names = {name for each in pairings for name in (each.first, each.second)}
    found = rate(pairings, anchor=anchor if anchor in names else None, first_move=False)
    return [
        {
            "player": each.player,
            "elo": round(each.elo, 1),
            "low": round(each.estimate.elo_low or each.elo, 1),
            "high": round(each.estimate.elo_high or each.elo, 1),
        }
        for each in found.ratings
        if each.elo is not None
    ]
