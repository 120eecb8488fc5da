"""A review as data: every move of a game with its value and the better move."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from plyground.engine.options import Value
from plyground.engine.view import Turn
from plyground.learn.grading import GRADES, Grade, accuracy
from plyground.session.threats import Threat

Data = dict[str, Any]

FORMAT = 1  # the version of the plain data; other versions are made again


@dataclass(frozen=True)
class Reason:
    """A heuristic that the better line improves, and by how much, for the side that moved."""

    name: str
    sentence: str
    gain: float


@dataclass(frozen=True)
class Judged:
    """A move with its value. All chances, scores and mates are the mover's.

    `chance_before` is the chance of the best move, `chance` that of the move played, and `loss` the
    difference, never negative. `best` is the move played if no better one was found. An only move
    is `forced`: it has no loss, and does not count for accuracy.
    """

    ply: int  # from 1
    side: Turn
    move: str
    best: str
    best_line: tuple[str, ...]  # begins with `best`
    refutation: tuple[str, ...]  # the expected line after the move played
    chance_before: float
    chance: float
    score_before: float  # in the game's own unit; 10000 for a proven win without a margin
    score: float
    mate: int | None  # plies to a proven end after the move played, negative for a loss
    exact: bool  # whether the value of the move played is proven
    loss: float
    grade: Grade
    forced: bool = False
    why: tuple[Reason, ...] = ()
    makes: Threat = ""  # what `best` makes, in a game of five in a row

    @property
    def black_chance(self) -> float:
        """Black's winning chance after the move."""
        return self.chance if self.side == "black" else 1 - self.chance

    @property
    def black_score(self) -> float:
        """Black's score after the move."""
        return (self.score if self.side == "black" else -self.score) + 0.0

    def plain(self) -> Data:
        """As plain data, ready for JSON."""
        return {
            **vars(self),
            "best_line": list(self.best_line),
            "refutation": list(self.refutation),
            "why": [dict(vars(reason)) for reason in self.why],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `plain`."""
        named = {"makes": "", **data}  # a review of version 0.1 does not have it
        known = {field.name: named[field.name] for field in fields(cls)}
        why = tuple(Reason(**reason) for reason in known["why"])
        lines = {name: tuple(known[name]) for name in ("best_line", "refutation")}
        return cls(**{**known, **lines, "why": why})


@dataclass(frozen=True)
class Review:
    """The value of every move of a game.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("gomoku", size=5, line=4))
    >>> record.play_all("c3 a1 b3 a2 d3 a3 e3".split())
    >>> from plyground.learn.review import review
    >>> found = review(record, effort=5)
    >>> found.moves[-1].grade, found.accuracy("black") > found.accuracy("white")
    ('best', True)
    >>> Review.of(found.plain()) == found
    True
    """

    game: str
    options: dict[str, Value]  # options that differ from the game's defaults
    start: str | None  # the text of the first position; None: the game's start
    effort: int
    moves: tuple[Judged, ...]

    def of_side(self, side: Turn) -> tuple[Judged, ...]:
        """The moves of one side."""
        return tuple(move for move in self.moves if move.side == side)

    def accuracy(self, side: Turn) -> float | None:
        """From 0 to 100; None if a side had no choices."""
        return accuracy(move.loss for move in self.of_side(side) if not move.forced)

    def counts(self, side: Turn) -> dict[Grade, int]:
        """The number of moves of each grade; only moves have no grade."""
        grades = [move.grade for move in self.of_side(side) if not move.forced]
        return {grade: grades.count(grade) for grade in GRADES}

    def mistakes(self, side: Turn | None = None) -> list[Judged]:
        """The moves with a loss worth mentioning, the largest first."""
        found = [
            move
            for move in self.moves
            if move.grade not in ("best", "good") and side in (None, move.side)
        ]
        return sorted(found, key=lambda move: (-move.loss, move.ply))

    def plain(self) -> Data:
        """As plain data, ready for JSON: for a database, for another process."""
        return {
            "format": FORMAT,
            **vars(self),
            "moves": [move.plain() for move in self.moves],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `plain`; ValueError for another version."""
        if data.get("format") != FORMAT:
            raise ValueError("This review is from another version. Create it again.")
        known = {field.name: data[field.name] for field in fields(cls)}
        return cls(**{**known, "moves": tuple(map(Judged.of, known["moves"]))})
