"""A level's view of a position: candidate moves, their values, and its errors about them."""

import random
from dataclasses import dataclass

from plyground.engine.game import Position
from plyground.engine.report import Line, Report
from plyground.engine.search import search
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import Stop
from plyground.players.level.rows import Row, reading_for

PASS = "pass"  # noqa: S105 - a move
_GLANCE = "alphabeta:depth=1"
_READ = "deepening:order=on"
_NEAR = 2  # steps


@dataclass(frozen=True)
class Thought:
    """A candidate: its line as far as it was read, its winning chance, and the estimate of it."""

    line: Line
    worth: float
    seems: float


@dataclass(frozen=True)
class Look:
    """All candidates of a position, and their cost."""

    thoughts: list[Thought]
    nodes: int
    depth: int
    parries: bool = False  # whether the candidates are the other side's winning moves


def weigh(position: Position, row: Row, dice: random.Random, stop: Stop | None) -> Look:
    """Glances at all moves, notices a few and reads those."""
    glance = search(position, with_eyes(_GLANCE, row), lines=1000, stop=stop)
    if glance.mate == 1 or len(glance.lines) == 1 or (stop and stop.is_set()):
        return only(glance)
    width, share = reading_for(row, position, len(glance.lines))
    spec = with_eyes(_READ, row)
    noticed = notice(position, ranked(position, glance, dice), row, dice)[:width]
    readings = [_read(position, move, spec, share, stop) for move in noticed]
    nodes = glance.nodes + sum(reading.nodes for reading in readings)
    defences: list[str] = []
    if all(is_doomed(reading.line) for reading in readings):
        # A person would play one of these even if it does not help.
        defences = _defences(readings, {line.move for line in glance.lines})
        readings = [_read(position, move, spec, share, stop) for move in defences] or readings
        nodes += sum(reading.nodes for reading in readings)
    thoughts = [_thought(reading, row, dice) for reading in readings]
    return Look(thoughts, nodes, depth=2, parries=bool(defences))


def _defences(readings: list["_Reading"], legal: set[str]) -> list[str]:
    """The other side's winning replies that are also legal here, to be tried first."""
    threats = [reading.line.pv[1] for reading in readings if len(reading.line.pv) > 1]
    return sorted(legal.intersection(threats))


def with_eyes(search: str, row: Row) -> Spec:
    """A search with the level's evaluation."""
    return read_spec(f"{search},eval={row.eyes}" if row.eyes else search)


def only(report: Report) -> Look:
    """Only the best move: it wins, or there is no other."""
    line = report.lines[0]
    return Look([Thought(line, line.win_chance, line.win_chance)], report.nodes, report.depth)


def ranked(position: Position, glance: Report, dice: random.Random) -> list[str]:
    """The moves by their value at first glance; equal moves in the game's promising order."""
    moves = position.moves() if position.runs_python else position.ordered_moves()
    if position.runs_python:
        dice.shuffle(moves)
    order = {move: at for at, move in enumerate(moves)}
    chances = {line.move: round(line.win_chance, 2) for line in reversed(glance.lines)}
    if len(chances) > 1:
        chances.pop(PASS, None)
    return sorted(chances, key=lambda move: (-chances[move], order.get(move, len(order))))


def notice(position: Position, moves: list[str], row: Row, dice: random.Random) -> list[str]:
    """The moves that the level notices; moves near the last one are noticed more easily."""
    pool = moves[: row.pool]
    near = _near_last(position, set(pool))
    easily = (1 + row.eye) / 2
    noticed = [move for move in pool if dice.random() < (easily if move in near else row.eye)]
    return (noticed or moves[:1])[: row.width]


def _near_last(position: Position, moves: set[str]) -> set[str]:
    """The moves that end close to the last one."""
    last = position.last_move_view()
    if last is None or not last["to"]:
        return set()
    at = position.coordinates()
    here = at[last["to"]]
    return {
        move["text"]
        for move in position.move_views()
        if move["text"] in moves and move["to"] and _steps(at[move["to"]], here) <= _NEAR
    }


def _steps(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


@dataclass(frozen=True)
class _Reading:
    """The result for a candidate, and its chance if the best reply is overlooked."""

    line: Line
    hopeful: float
    nodes: int


def _read(position: Position, move: str, spec: Spec, nodes: int, stop: Stop | None) -> _Reading:
    """Reads the replies to a candidate."""
    after = position.play(move)
    if result := after.result():
        chance = 0.5 if result.winner is None else float(result.winner == position.turn)
        mate = None if result.winner is None else (1 if chance else -1)
        return _Reading(Line(move, 0.0, chance, mate, exact=True, pv=(move,)), chance, 1)
    reply = search(after, spec, lines=2, nodes=nodes, stop=stop)
    best, other = reply.lines[0], reply.lines[-1]
    mate = None if best.mate is None else -(best.mate + (1 if best.mate > 0 else -1))
    pv = (move, *best.pv)
    line = Line(move, 0.0 - best.score, 1 - best.win_chance, mate, exact=best.exact, pv=pv)
    return _Reading(line, 1 - min(best.win_chance, other.win_chance), reply.nodes)


def _thought(reading: _Reading, row: Row, dice: random.Random) -> Thought:
    slip, overlooks = dice.gauss(0, row.slip), dice.random() < row.blind
    worth = reading.line.win_chance
    if is_doomed(reading.line):  # no player overlooks that
        return Thought(reading.line, worth - 1, worth - 1)
    return Thought(reading.line, worth, (reading.hopeful if overlooks else worth) + slip)


def is_doomed(line: Line) -> bool:
    """Whether the other side wins with its next move, or the game is lost at once."""
    return line.mate in (-1, -2)


def choice(thoughts: list[Thought], row: Row) -> Thought:
    """The candidate that seems best, among those that do not give too much away."""
    best = max(thought.worth for thought in thoughts)
    fair = [thought for thought in thoughts if thought.worth >= best - row.floor]
    return max(fair, key=lambda thought: thought.seems)
