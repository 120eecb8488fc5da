"""How levels choose a move by playouts: candidates from a small tree, with a level's errors.

Every game that favours playouts can use it. Go adds to it when to pass (`games/go/pondering.py`).
"""

import random

from plyground.engine.game import Position
from plyground.engine.report import Line, Report
from plyground.engine.request import playout_search
from plyground.engine.search import search
from plyground.engine.stop import Stop
from plyground.players.level.rows import Row, nodes_for
from plyground.players.level.thought import Look, Thought, choice, notice, only

_OWN_VISITS = 8  # after this many visits, a candidate's own result counts half
_RANK = 0.02  # the value of a rank, in winning chance


def by_playouts(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Look:
    """Candidates from the row's playouts.

    A win with the next move is never overlooked, neither its own nor, if there is a way to stop it,
    the other side's.
    """
    win = _winning_move(position)
    if win is not None:
        return only(Report((Line(win, 0.0, 1.0, 1, exact=True, pv=(win,)),), 1, 1, 0.0))
    report = play_out(position, row, dice, stop)
    if len(report.lines) == 1:
        return only(report)
    # the tree's own choice is more reliable than its winning chances
    if report.mate == 1 or dice.random() >= row.lapse:
        found = only(report)
    else:
        found = candidates(position, report, list(report.lines), row, dice)
    safe = _safe_line(position, report, choice(found.thoughts, row).line, dice)
    if safe is None:
        return found
    return only(Report((safe,), report.depth, report.nodes, report.seconds))


def _safe_line(
    position: Position, report: Report, chosen: Line, dice: random.Random
) -> Line | None:
    """Another line if the other side wins at once after the chosen one.

    If it wins after every move, the line takes the point that it would win by.
    """
    threat = _winning_move(position.play(chosen.move))
    if threat is None:
        return None
    others = [line for line in report.lines if line.move != chosen.move]
    others.sort(key=lambda line: (line.move != threat, -line.visits, dice.random()))
    safe = (line for line in others if _winning_move(position.play(line.move)) is None)
    parry = others[0] if others[0].move == threat else None
    return next(safe, parry)


def play_out(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Report:
    """A search with the row's playouts, with all moves."""
    spec = f"{playout_search(position, dice.getrandbits(32))},memory=8"
    playouts = nodes_for(row, position)
    return search(position, f"{spec},playouts={playouts}", lines=1000, stop=stop)


def candidates(
    position: Position, report: Report, lines: list[Line], row: Row, dice: random.Random
) -> Look:
    """Candidates in the tree's order, which after few playouts says more than their results."""
    by_move = {line.move: line for line in lines}
    thoughts = []
    for move in notice(position, list(by_move), row, dice):
        line, rank = by_move[move], list(by_move).index(move)
        expected = report.win_chance - _RANK * rank
        trust = line.visits / (line.visits + _OWN_VISITS)
        worth = trust * line.win_chance + (1 - trust) * expected
        thoughts.append(Thought(line, worth, worth + dice.gauss(0, row.slip)))
    return Look(thoughts, report.nodes, report.depth)


def _winning_move(position: Position) -> str | None:
    """A move that wins at once."""
    if position.result() is not None:
        return None
    for move in position.moves():
        result = position.play(move).result()
        if result is not None and result.winner == position.turn:
            return move
    return None
