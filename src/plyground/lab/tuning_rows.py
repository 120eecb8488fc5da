"""The games of a study as rows for tuning, without optional packages.

Every position after the opening is a row: the value of each heuristic, and the result of the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.engine.registry import game as find_game
from plyground.lab.store import Record, Written
from plyground.matches import Opening

DIGITS = 3  # digits of a proposed weight


@dataclass(frozen=True)
class Rows:
    """Positions in columns: equal indexes belong together."""

    names: tuple[str, ...]  # of the heuristics
    values: Sequence[Sequence[float]]  # Black's advantage, one list per position
    turns: Sequence[int]  # 1 if Black is to move, -1 if White is
    points: Sequence[float]  # Black's share at the end of the game
    openings: Sequence[int]  # games from one opening are not independent of each other
    players: Sequence[tuple[str, str]]  # players of Black and White
    games: int  # distinct games


_Row = tuple[list[float], int, float, int, tuple[str, str]]


def rows_of(study: Written) -> Rows:
    """The positions of a study's games; a repeated game counts once."""
    names = tuple(study.head["tuning"]["terms"])
    seen: set[tuple[object, ...]] = set()
    found: list[_Row] = []
    for record in study.records:
        for played in record["games"]:
            key = (record["opening"]["position"], played["moves"], played["winner"])
            if key not in seen:
                seen.add(key)
                found += _positions(study.head, record, played, names)
    return Rows(
        names,
        [row[0] for row in found],
        [row[1] for row in found],
        [row[2] for row in found],
        [row[3] for row in found],
        [row[4] for row in found],
        len(seen),
    )


def _positions(
    head: Mapping[str, Any], record: Record, played: Mapping[str, Any], names: Sequence[str]
) -> Iterator[_Row]:
    """The positions of a game, from the opening to the last unfinished one."""
    opening = Opening.of_json(record["opening"])
    position = opening.play(find_game(head["game"], **head["options"]))
    players = (record["first"], record["second"])
    if played["first"] == "white":
        players = (record["second"], record["first"])
    points = 0.5 if played["winner"] is None else float(played["winner"] == "black")
    for move in played["moves"].split()[len(opening.moves) :]:
        values = {term.name: term.value for term in position.explain_score()}
        turn = 1 if position.turn == "black" else -1
        yield [values[name] for name in names], turn, points, record["pair"], players
        position = position.play(move)


def rounded(weight: float) -> float:
    """A weight, rounded for a proposal.

    >>> rounded(0.123456), rounded(1234.5), rounded(-0.0000001)
    (0.123, 1230.0, -0.0)
    """
    return round(float(f"{weight:.{DIGITS}g}"), 6)
