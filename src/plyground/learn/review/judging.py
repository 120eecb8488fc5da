"""Makes a review: searches every position of a game once, from the last to the first.

All searches look at the same number of nodes, or in Go playouts, so that the same game has the same
review on every machine. What a move is worth is what the search says of the position after it; if
the search before it preferred another, that one is looked at in the same way, so that both are
seen from equally far.
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

OnProgress = Callable[[int, int], None]  # so many positions of so many are done

EFFORT = 7  # as much as level 7 looks at for a move

_SHOWN = 8  # moves of a line
_TELLING = 3  # heuristics worth naming
_GAIN = 0.05  # that is worth naming
_TRIED = 3  # lines to look for one that was played out
_LOOKS = 1.5  # searches a position, on the average
_UNSURE = 0.001  # of winning chance: what is not proven is never all or nothing


@dataclass(frozen=True)
class _Worth:
    """What a position is worth to the side to move, and how it goes on."""

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
    """Judges every move of the game itself. `effort` is that of a level, from 1 to 8.

    `most` is how many seconds of a usual machine all of it may take at most: of a long game on a
    large board every position then gets less. `stop` ends it, by Stopped.

    Of a game that sets a position up in its midst, what comes after the last such position.
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
    """Where the game begins, after the last position that was set up, and its moves."""
    line = record.main_line()
    begin = max((i + 1 for i, node in enumerate(line) if node.setup), default=0)
    start = line[begin - 1].position if begin else record.root.position
    return start, tuple(node.move for node in line[begin:] if node.move is not None)


def _outcome_at_end(record: Record) -> Result | None:
    """How the board at the end decides; Go's count with the stones agreed to be dead.

    A resignation, a clock or an agreement say nothing of the board.
    """
    end = record.end.position
    return (end.mark_dead(record.dead) if record.dead else end).result()


class _Judge:
    """Searches with one memory, for positions that follow on each other."""

    def __init__(self, effort: int, most: float | None, stop: Stop | None) -> None:
        self._effort = effort
        self._most = most  # microseconds a search
        self._stop = stop
        self._memory = Memory()

    def last(self, position: Position, outcome: Result | None) -> _Worth:
        """The end of the game: as the rules say, or else as a search does."""
        return self._search(position) if outcome is None else _decided(position, outcome)

    def move(self, ply: int, position: Position, move: str, after: _Worth) -> tuple[Judged, _Worth]:
        """A move judged, given what the position after it is worth; and what this one is worth."""
        played = _turned(after, move)
        if len(position.moves()) == 1:
            return _judged(ply, position, move, played, played, forced=True), played
        found = self._search(position)
        best = self._best(position, move, played, found)
        return _judged(ply, position, move, played, best), _of_all(best, found)

    def _best(self, position: Position, move: str, played: _Worth, found: _Worth) -> _Worth:
        """The better move with its worth; the played one where there is none."""
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
        if position.runs_python:  # a node there can cost any amount of time
            limits["seconds"] = EFFORTS[LEVELS - 1] / 1e6
        playouts = position.favours_monte_carlo
        # A tree of playouts knows nothing of what came before it; a table does.
        memory = None if playouts else self._memory
        lines = _TRIED if playouts else 1
        report = search(position, "search", lines=lines, memory=memory, stop=self._stop, **limits)
        if self._stop is not None and self._stop.is_set():
            raise Stopped
        # A pass that is played because nothing is left to do was not played out.
        searched = next((line for line in report.lines if line.visits), report.lines[0])
        line = report.pv if searched is report.lines[0] else report.pv[:1]
        return _Worth(searched.win_chance, searched.score, searched.mate, searched.exact, line)


def nodes(effort: int, position: Position) -> int:
    """How many nodes, or in Go playouts, a search of this effort looks at.

    >>> import plyground
    >>> start = plyground.game("othello").start()
    >>> nodes(5, start) < nodes(7, start) < nodes(8, start)
    True
    """
    if effort in EFFORTS:
        return long_search(effort, position)
    return nodes_for(row_for(effort, position), position)


def _decided(position: Position, outcome: Result) -> _Worth:
    """A game that is over, for the side whose turn it would be."""
    if outcome.winner is None:
        return _Worth(0.5, 0.0, None, exact=True)
    won = outcome.winner == position.turn
    margin = WON if outcome.margin is None else float(outcome.margin)
    return _Worth(float(won), margin if won else -margin, 0, exact=True)


def _gains_more(found: _Worth, played: _Worth) -> bool:
    """Whether a move is proven to win by more, or to lose by less, than another with this end."""
    if not (found.exact and played.exact and found.chance == played.chance):
        return False
    return abs(found.score) < WON and found.score > played.score


def _of_all(best: _Worth, found: _Worth) -> _Worth:
    """What a position is worth, by its best move and by the search of it.

    A move that is proven to lose, or to win by so much, does not prove that others are no better.
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
    """What a move is worth to who plays it, if the position after it is worth this to the other."""
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
        graded = "good"  # who wins is the same, but not by how much
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
    )


def _reasons(
    position: Position, better: tuple[str, ...], played: tuple[str, ...]
) -> tuple[Reason, ...]:
    """What the heuristics see more of at the end of the better line than of the played one."""
    length = min(len(better), len(played), _SHOWN)
    length = length // 2 * 2 or length  # with the reply, for the same turn
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
