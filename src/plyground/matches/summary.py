"""The result of a match so far, in numbers and in words."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plyground.engine.view import Turn
from plyground.matches.settings import Match
from plyground.matches.stats import Estimate, Tally, estimate, pentanomial
from plyground.records.record import Record

FORFEITS = ("illegal_move", "misunderstood", "no_answer", "crashed", "time")


@dataclass(frozen=True)
class Effort:
    """A player's effort: moves, seconds of wall time and seconds of CPU time.

    >>> (Effort(10, 5.0, 2.0) + Effort(10, 1.0, 2.0)).seconds_a_move
    0.3
    """

    moves: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def __add__(self, other: "Effort") -> "Effort":
        return Effort(
            self.moves + other.moves,
            self.seconds + other.seconds,
            self.cpu_seconds + other.cpu_seconds,
        )

    @property
    def seconds_a_move(self) -> float:
        """Wall time."""
        return self.seconds / max(1, self.moves)

    @property
    def cpu_seconds_a_move(self) -> float:
        """Processor time."""
        return self.cpu_seconds / max(1, self.moves)


@dataclass(frozen=True)
class Row:
    """One game, from the first player's point of view."""

    number: int
    pair: int
    color: Turn
    points: float
    code: str
    ending: str
    plies: int
    efforts: tuple[Effort, Effort]
    disputed: bool = False

    @classmethod
    def of(cls, record: Record) -> "Row":
        """The row of a match's record."""
        result = record.outcome()
        if result is None:
            raise ValueError("A game without a result counts for nothing.")
        color: Turn = "white" if record.info["first"] == "white" else "black"
        points = 0.5 if result.winner is None else float(result.winner == color)
        mine, theirs = Effort(), Effort()
        begin = record.root.position.turn
        for ply, node in enumerate(record.main_line()):
            if node.seconds is None:  # plies of the opening
                continue
            spent = Effort(1, node.seconds, node.cpu_seconds or 0.0)
            if (color == begin) == (ply % 2 == 0):
                mine += spent
            else:
                theirs += spent
        return cls(
            int(record.info["number"]),
            int(record.info["pair"]),
            color,
            points,
            result.code,
            str(result),
            len(record.moves),
            (mine, theirs),
            "disputed" in record.info,
        )


@dataclass(frozen=True)
class Failure:
    """A game that could not be played."""

    number: int
    sentence: str


@dataclass
class Summary:
    """The games of a match so far. It grows while the match runs."""

    match: Match
    rows: dict[int, Row] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def is_finished(self) -> bool:
        """Whether every game was played."""
        return len(self.rows) >= self.match.games

    def pairs(self) -> list[tuple[float, ...]]:
        """The first player's points for each opening."""
        points: defaultdict[int, list[float]] = defaultdict(list)
        for number in sorted(self.rows):
            points[self.rows[number].pair].append(self.rows[number].points)
        return [tuple(pair) for pair in points.values()]

    def tally(self, color: Turn | None = None) -> Tally:
        """The first player's results, in all games or in those with one colour."""
        return Tally.of(row.points for row in self.rows.values() if color in (None, row.color))

    def estimate(self) -> Estimate:
        """The estimate of the first player's strength."""
        return estimate(self.pairs())

    def effort(self, place: int) -> Effort:
        """The effort of the first player (0) or the second (1)."""
        return sum((row.efforts[place] for row in self.rows.values()), Effort())

    def forfeits(self, place: int) -> dict[str, list[str]]:
        """The games that a player forfeited: the endings, by code."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for _, row in sorted(self.rows.items()):
            if row.code in FORFEITS and row.points == place:
                found[row.code].append(row.ending)
        return dict(found)

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data; an open end of the Elo is null."""
        rows = self.rows.values()
        return {
            "match": self.match.as_json(),
            "finished": self.is_finished,
            "games": len(rows),
            **vars(self.tally()),
            "as_black": vars(self.tally("black")),
            "as_white": vars(self.tally("white")),
            **self.estimate().as_json(),
            "pentanomial": pentanomial(self.pairs()),
            "players": {
                "first": self._player_json(0, self.match.first),
                "second": self._player_json(1, self.match.second),
            },
            "endings": dict(Counter(row.code for row in rows)),
            "plies_a_game": sum(row.plies for row in rows) / max(1, len(rows)),
            "disputed": sum(row.disputed for row in rows),
            "failures": [vars(failure) for failure in self.failures],
        }

    def _player_json(self, place: int, name: str) -> dict[str, Any]:
        effort = self.effort(place)
        return {
            "name": name,
            "moves": effort.moves,
            "seconds_a_move": effort.seconds_a_move,
            "cpu_seconds_a_move": effort.cpu_seconds_a_move,
            "forfeits": {code: len(all_) for code, all_ in self.forfeits(place).items()},
        }

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def _lines(summary: Summary) -> Iterable[str]:
    match, total, found = summary.match, summary.tally(), summary.estimate()
    yield f"{match.game.title}: {match.first} against {match.second}"
    yield f"{total.games} of {match.games} games: {total.points:g} points, {found.share:.1%}"
    if total.games:
        yield f"  95 % from {found.low:.1%} to {found.high:.1%}: {found}"
        yield f"  likelihood that the first is stronger: {_percent(found.superiority)}"
    yield ""
    yield f"  {'':10} {'won':>6} {'drawn':>6} {'lost':>6}"
    rows = {"all": total, "as black": summary.tally("black"), "as white": summary.tally("white")}
    for name, tally in rows.items():
        yield f"  {name:10} {tally.wins:6} {tally.draws:6} {tally.losses:6}"
    yield ""
    yield f"  {'a move':10} {'wall s':>9} {'CPU s':>9}"
    for place, name in enumerate(("first", "second")):
        effort = summary.effort(place)
        yield f"  {name:10} {effort.seconds_a_move:9.4f} {effort.cpu_seconds_a_move:9.4f}"
    yield from _trouble(summary)


def _percent(likelihood: float) -> str:
    """Never 0 or 100 %, because games prove nothing for certain."""
    if likelihood > 0.999:
        return "more than 99.9%"
    return "less than 0.1%" if likelihood < 0.001 else f"{likelihood:.1%}"


def _trouble(summary: Summary) -> Iterable[str]:
    for place, name in enumerate(("first", "second")):
        for code, endings in summary.forfeits(place).items():
            yield f"  The {name} forfeited {len(endings)} ({code}), the last: {endings[-1]}"
    if disputed := sum(row.disputed for row in summary.rows.values()):
        counted = f"  In {disputed} games a program counted another winner."
        yield f"{counted} Check that it uses the same rules."
    for failure in summary.failures:
        yield f"  Game {failure.number} could not be played: {failure.sentence}"
