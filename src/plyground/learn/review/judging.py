"""Makes a review: searches every position of a game once, from the last to the first.

All searches use the same number of nodes, or in Go playouts, so that a game has the same review on
every machine. The value of a move is the search result for the position after it. If the search
before it preferred another move, that one is searched in the same way, so that both are seen from
the same distance.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from plyground.engine.game import Position
from plyground.engine.report import WON
from plyground.engine.request import whole
from plyground.engine.results import Result
from plyground.engine.search import Memory, search
from plyground.engine.spec import LEVELS
from plyground.engine.stop import Stop, Stopped, check_stop
from plyground.learn.grading import BEST, grade
from plyground.learn.review.model import Judged, Reason, Review
from plyground.players.level.rows import EFFORTS, long_search, nodes_for, nodes_within, row_for
from plyground.records.record import Record
from plyground.session.advice import worths
from plyground.session.threats import threat_of

OnProgress = Callable[[int, int], None]  # the number of finished positions, and of all

EFFORT = 7  # as much as level 7 uses for a move

_SHOWN = 8  # moves of a line
_TELLING = 3  # heuristics worth mentioning
_GAIN = 0.05  # a difference worth mentioning
_TRIED = 3  # lines to search for the move played
_LOOKS = 1.5  # searches per position, on average
_UNSURE = 0.001  # winning chance: an unproven one is never all or nothing


@dataclass(frozen=True)
class _Worth:
    """The value of a position for the side to move, and the line that follows."""

    chance: float
    score: float
    mate: int | None
    exact: bool
    line: tuple[str, ...] = ()


def review(
    record: Record,
    *,
    effort: int = EFFORT,
    most: float | None = None,
    on_progress: OnProgress | None = None,
    stop: Stop | None = None,
) -> Review:
    """Judges every move of the main line. `effort` is that of a level, from 1 to 8.

    `most` is the largest total time in seconds of a typical machine: in a long game on a large
    board every position then gets less. `stop` ends it by raising Stopped.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("gomoku", size=5, line=4))
    >>> record.play_all(["c3", "a1", "c2"])
    >>> [(move.side, move.move) for move in review(record, effort=1).moves]
    [('black', 'c3'), ('white', 'a1'), ('black', 'c2')]

    If a position is set up in the middle of a game, only the moves after the last such position
    count.
    """
    check_stop(stop)
    whole("effort", effort, 1, LEVELS)
    start, moves = game_of(record)
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    total = len(positions)
    judge = _Judge(effort, None if most is None else 1e6 * most / total / _LOOKS, stop)
    judged: list[Judged] = []
    after = judge.last(positions[-1], _outcome_at_end(record))
    for ply in range(len(moves), 0, -1):
        if on_progress:
            on_progress(total - ply, total)
        one, after = judge.move(ply, positions[ply - 1], moves[ply - 1], after)
        judged.append(one)
    if on_progress:
        on_progress(total, total)
    return Review(
        record.game.name, dict(record.game.changed), start.origin, effort, tuple(judged[::-1])
    )


def game_of(record: Record) -> tuple[Position, tuple[str, ...]]:
    """The start of the game, after the last position that was set up, and its moves."""
    line = record.main_line()
    begin = max((i + 1 for i, node in enumerate(line) if node.setup), default=0)
    start = line[begin - 1].position if begin else record.root.position
    return start, tuple(node.move for node in line[begin:] if node.move is not None)


def _outcome_at_end(record: Record) -> Result | None:
    """The result by the final board; in Go the count with the agreed dead stones.

    A resignation, a clock or an agreement does not depend on the board.
    """
    end = record.end.position
    return (end.mark_dead(record.dead) if record.dead else end).result()


class _Judge:
    """Searches consecutive positions with one memory."""

    def __init__(self, effort: int, most: float | None, stop: Stop | None) -> None:
        self._effort = effort
        self._most = most  # microseconds per search
        self._stop = stop
        self._memory = Memory()

    def last(self, position: Position, outcome: Result | None) -> _Worth:
        """The end of the game: by the rules, or else by a search."""
        return self._search(position) if outcome is None else _decided(position, outcome)

    def move(self, ply: int, position: Position, move: str, after: _Worth) -> tuple[Judged, _Worth]:
        """A judged move, given the value of the position after it; and this position's value."""
        played = _turned(after, move)
        if len(position.moves()) == 1:
            return _judged(ply, position, move, played, played, forced=True), played
        found = self._search(position)
        best = self._best(position, move, played, found)
        return _judged(ply, position, move, played, best), _of_all(best, found)

    def _best(self, position: Position, move: str, played: _Worth, found: _Worth) -> _Worth:
        """The better move with its value; the move played if there is none."""
        if found.line[:1] != (move,) and _gains_more(found, played):
            return found
        if found.line[:1] == (move,) or found.chance <= played.chance + BEST:
            return played
        if found.exact:
            return found
        choice = found.line[0]
        then = position.play(choice)
        checked = _turned(self.last(then, then.result()), choice)
        return checked if checked.chance > played.chance + BEST else played

    def _search(self, position: Position) -> _Worth:
        if (outcome := position.result()) is not None:
            return _decided(position, outcome)
        limits: dict[str, Any] = {"nodes": nodes(self._effort, position)}
        if self._most is not None:
            limits["nodes"] = min(limits["nodes"], nodes_within(self._most, position))
        if position.runs_python:  # a node of such a game may take any amount of time
            longest = LEVELS if position.favours_monte_carlo else LEVELS - 1
            limits["seconds"] = EFFORTS[longest] / 1e6
        playouts = position.favours_monte_carlo
        # A tree of playouts is of no use for an earlier position; a table is.
        memory = None if playouts else self._memory
        lines = _TRIED if playouts else 1
        report = search(position, "search", lines=lines, memory=memory, stop=self._stop, **limits)
        if self._stop is not None and self._stop.is_set():
            raise Stopped
        # A pass in front because nothing is left to do may have had no playouts.
        searched = next((line for line in report.lines if line.visits), report.lines[0])
        line = report.pv if searched is report.lines[0] else report.pv[:1]
        return _Worth(searched.win_chance, searched.score, searched.mate, searched.exact, line)


def nodes(effort: int, position: Position) -> int:
    """The number of nodes, or in Go playouts, of a search with this effort.

    >>> import plyground
    >>> start = plyground.game("othello").start()
    >>> nodes(5, start) < nodes(7, start) < nodes(8, start)
    True
    """
    if effort in EFFORTS:
        return long_search(effort, position)
    return nodes_for(row_for(effort, position), position)


def _decided(position: Position, outcome: Result) -> _Worth:
    """The value of a finished game, for the side whose turn it would be."""
    if outcome.winner is None:
        return _Worth(0.5, 0.0, None, exact=True)
    won = outcome.winner == position.turn
    margin = WON if outcome.margin is None else float(outcome.margin)
    return _Worth(float(won), margin if won else -margin, 0, exact=True)


def _gains_more(found: _Worth, played: _Worth) -> bool:
    """Whether a move is proven to win by more, or lose by less, than one with the same result."""
    if not (found.exact and played.exact and found.chance == played.chance):
        return False
    return abs(found.score) < WON and found.score > played.score


def _of_all(best: _Worth, found: _Worth) -> _Worth:
    """The value of a position, from its best move and its search.

    A proof that one move loses, or wins by this much, does not prove that others are no better.
    """
    if found.exact:
        return found
    if best.chance == 1:
        return best if best.score >= WON else replace(best, exact=False, mate=None)
    if best.chance == found.chance:
        return replace(best, exact=False)
    chance = min(1 - _UNSURE, max(_UNSURE, best.chance))
    return replace(best, chance=chance, exact=False, mate=None)


def _turned(after: _Worth, move: str) -> _Worth:
    """The value of a move, from the next position's value for the other side."""
    mate = None if after.mate is None else abs(after.mate) + 1
    if mate is not None and after.chance == 1:
        mate = -mate
    return _Worth(1 - after.chance, -after.score + 0.0, mate, after.exact, (move, *after.line))


def _judged(
    ply: int,
    position: Position,
    move: str,
    played: _Worth,
    best: _Worth,
    *,
    forced: bool = False,
) -> Judged:
    loss = round(max(0.0, best.chance - played.chance), 4)
    graded = grade(loss)
    if graded == "best" and best is not played:
        graded = "good"  # the winner is the same, but not the margin
    reasons = _reasons(position, best.line, played.line) if best is not played else ()
    return Judged(
        ply=ply,
        side=position.turn,
        move=move,
        best=best.line[0],
        best_line=best.line[:_SHOWN],
        refutation=played.line[1 : 1 + _SHOWN],
        chance_before=round(best.chance, 4),
        chance=round(played.chance, 4),
        score_before=round(best.score, 2),
        score=round(played.score, 2),
        mate=played.mate,
        exact=played.exact,
        loss=loss,
        grade=graded,
        forced=forced,
        why=reasons,
        makes=threat_of(position, best.line[0]),
    )


def _reasons(
    position: Position, better: tuple[str, ...], played: tuple[str, ...]
) -> tuple[Reason, ...]:
    """The heuristics that grow more at the end of the better line than of the line played."""
    length = min(len(better), len(played), _SHOWN)
    length = length // 2 * 2 or length  # with the reply, so that the turn is the same
    ends = [position.play_all(line[:length]) for line in (better, played)]
    if any(end.result() is not None for end in ends):
        return ()
    sign = 1 if position.turn == "black" else -1
    good, bad = (worths(end) for end in ends)
    gains = [
        Reason(term.name, term.sentence, round(sign * (good[term.name] - bad[term.name]), 2))
        for term in ends[0].explain_score()
    ]
    best = sorted(gains, key=lambda reason: -reason.gain)[:_TELLING]
    return tuple(reason for reason in best if reason.gain >= _GAIN)
