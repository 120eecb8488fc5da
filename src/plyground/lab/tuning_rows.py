"""The games of a study as rows for tuning, which takes no extra package.

Every position after the opening is a row: what each heuristic says of it, and how the game ended.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyground.engine.registry import game as find_game
from plyground.lab.store import Record, Written
from plyground.matches import Opening

DIGITS = 3  # of a weight that is proposed


@dataclass(frozen=True)
class Rows:
    """Positions in columns: by place, all belong together."""

    names: tuple[str, ...]  # of the heuristics
    values: Sequence[Sequence[float]]  # black's advantage, a list a position
    turns: Sequence[int]  # 1 where black is to move, -1 where white is
    points: Sequence[float]  # black's, at the end of the game
    openings: Sequence[int]  # games from one opening are not independent of each other
    players: Sequence[tuple[str, str]]  # black and white
    games: int  # different ones


_Row = tuple[list[float], int, float, int, tuple[str, str]]


def rows_of(study: Written) -> Rows:
    """The positions of a study's games; a game that was played twice counts once."""
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
    """The positions of a game, from the opening to the last one that is not over."""
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
    """A weight as it is proposed.

    >>> rounded(0.123456), rounded(1234.5), rounded(-0.0000001)
    (0.123, 1230.0, -0.0)
    """
    return round(float(f"{weight:.{DIGITS}g}"), 6)
