"""How levels choose a move in Go: candidates from a small tree of playouts, and when to pass."""

import random

from plyground.engine.counting import dead_stones, ownership
from plyground.engine.game import Position
from plyground.engine.report import Line, Report
from plyground.engine.stop import Stop
from plyground.players.level.playouts import candidates, play_out
from plyground.players.level.rows import Row, points_of, units
from plyground.players.level.thought import PASS, Look, Thought, only

_SURVEY_FROM = 0.35  # the share of points with stones from which passing is considered
_SURVEY = 4000  # microseconds, at most
_MOST = 32  # playouts
_SURE = 0.9


def ponder(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Look:
    """Candidates from a few playouts; the pass if everything is settled."""
    open_points = unsettled(position, dice)
    if open_points is not None and not open_points:
        return _end(position, row, dice, stop)
    report = play_out(position, row, dice, stop)
    stones = [line for line in report.lines if line.move != PASS]
    too_soon = open_points is None and bool(stones)  # with few playouts, this may be wrong
    if (report.move == PASS and not too_soon) or report.mate == 1:
        return only(report)
    if open_points:
        stones = [line for line in stones if line.move in open_points] or stones
    # the tree's own choice is more reliable than its winning chances
    if dice.random() >= row.lapse:
        return only(Report((stones[0],), report.depth, report.nodes, report.seconds))
    return candidates(position, report, stones, row, dice)


def unsettled(position: Position, dice: random.Random) -> set[str] | None:
    """The points with an uncertain owner if the other side moves now; None: too early."""
    stones = len(position.pieces())
    passed = position.last_move == PASS
    if stones < _SURVEY_FROM * points_of(position) and not passed:
        return None
    after = position.play(PASS)
    seed = dice.getrandbits(32)
    owners = ownership(after, playouts=_look_around(position), seed=seed)
    return {point for point, owner in owners.items() if abs(owner) < _SURE}


def _look_around(position: Position) -> int:
    return min(_MOST, units(_SURVEY, position))


def _end(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Look:
    """Everything is settled: passes, unless dead stones must first be captured for the count."""
    mine = position.turn
    end = position.play(PASS)
    end = end if end.result() else end.play(PASS)
    wins = _winner(end) == mine
    if not wins and position.game.values["scoring"] == "area":
        dead = set(dead_stones(end, playouts=_look_around(position)))
        theirs = {piece["at"] for piece in end.pieces() if piece["owner"] != mine}
        if dead & theirs and _winner(end.mark_dead(dead)) == mine:
            return _take(position, dead & theirs, row, dice, stop)
    chance = 0.99 if wins else 0.01
    line = Line(PASS, 0.0, chance, None, exact=False, pv=(PASS,))
    return Look([Thought(line, chance, chance)], 0, 0)


def _winner(end: Position) -> str | None:
    result = end.result()
    return result.winner if result else None


def _take(
    position: Position, dead: set[str], row: Row, dice: random.Random, stop: Stop | None
) -> Look:
    """The best move next to dead stones."""
    report = play_out(position, row, dice, stop)
    at = position.coordinates()

    def touches(move: str) -> bool:
        x, y = at[move]
        return any(abs(x - at[other][0]) + abs(y - at[other][1]) == 1 for other in dead)

    stones = [line for line in report.lines if line.move != PASS]
    taking = [line for line in stones if touches(line.move)] or stones or list(report.lines)
    return only(Report(tuple(taking[:1]), report.depth, report.nodes, report.seconds))
