"""The result of a search: moves, scores, winning chances."""

import math
from dataclasses import dataclass
from html import escape

from plyground import _core
from plyground.engine.game import Position

WON = 10_000.0  # the score of a proven win in a game without a margin


@dataclass(frozen=True)
class Line:
    """One line of play: its moves, and its value for the side to move."""

    move: str
    score: float
    win_chance: float
    mate: int | None
    exact: bool
    pv: tuple[str, ...]
    visits: int = 0  # Monte Carlo: the number of playouts that began with this move


@dataclass(frozen=True)
class Report:
    """The result of a search so far, with shortcuts to the best line.

    `score` is for the side to move in the game's own unit, `win_chance` from 0 to 1, `mate` in
    plies for a proven win (or, below 0, a proven loss), `exact` is true if the value is proven.

    >>> import plyground
    >>> gomoku = plyground.game("gomoku", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 a4")
    >>> report = plyground.search(gomoku, "alphabeta:depth=2")
    >>> report.move in ("e9", "e4"), report.mate, report.exact
    (True, 1, True)
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """The speed of the search."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def move(self) -> str | None:
        """The best move; None only if the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def score(self) -> float:
        """The score of the best line."""
        return self.lines[0].score if self.lines else 0.0

    @property
    def win_chance(self) -> float:
        """The winning chance of the best line."""
        return self.lines[0].win_chance if self.lines else 0.5

    @property
    def mate(self) -> int | None:
        """Plies to a proven end of the best line, if there is one."""
        return self.lines[0].mate if self.lines else None

    @property
    def exact(self) -> bool:
        """Whether the value of the best line is proven."""
        return bool(self.lines) and self.lines[0].exact

    @property
    def pv(self) -> tuple[str, ...]:
        """The best line."""
        return self.lines[0].pv if self.lines else ()

    def _repr_html_(self) -> str:
        """A table of the lines, which notebooks show."""
        rows = "".join(
            f"<tr><td>{escape(line.move)}</td><td>{line.score:+g}</td>"
            f"<td>{line.win_chance:.0%}</td><td>{escape(' '.join(line.pv))}</td></tr>"
            for line in self.lines
        )
        return (
            f"<table><caption>depth {self.depth}, {self.nodes} nodes</caption>"
            "<thead><tr><th>move</th><th>score</th><th>chance</th><th>line</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


def read_report(position: Position, report: _core.TextReport) -> Report:
    """A report of the core, from the point of view of the side to move."""
    lines: dict[str, Line] = {}
    for line in report.lines:
        # after an end in the middle of a depth, an old line may begin with the same move
        lines.setdefault(line.moves[0], _read_line(position, line))
    return Report(tuple(lines.values()), report.depth, report.nodes, report.seconds)


def _read_line(position: Position, line: _core.TextLine) -> Line:
    value = (line.value if position.turn == "black" else -line.value) + 0.0  # never -0.0
    won = abs(value) >= _core.WIN_VALUE
    beyond = abs(value) - _core.WIN_VALUE
    mate: int | None = None
    score = value
    if won and position.counts_margin:
        score = math.copysign(beyond, value)
        mate = len(line.moves) if position.play_all(line.moves).result() else None
    elif won:
        score, mate = math.copysign(WON, value), round(_core.MAX_PLY - beyond)
    if mate is not None and value < 0:
        mate = -mate
    chance = _win_chance(position, value, won, line.exact)
    return Line(line.moves[0], score, chance, mate, line.exact, tuple(line.moves), line.visits)


def _win_chance(position: Position, value: float, won: bool, exact: bool) -> float:
    if won or (exact and value == 0):
        return 0.5 + 0.5 * ((value > 0) - (value < 0))
    return chance_of(position, value)


def chance_of(position: Position, score: float) -> float:
    """The winning chance, from 0 to 1, for a score in the game's own unit.

    >>> import plyground
    >>> chance_of(plyground.game("othello").start(), 0.0)
    0.5
    """
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, score / position.win_scale))))
