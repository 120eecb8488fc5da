"""Turns search results into hints and evaluations in words.

Hints and the teacher use the same search, `Adviser`. It looks at a fixed number of positions, so
that the same question gets the same answer, and the teacher never warns against a hint.
"""

import time
from collections.abc import Sequence

from plyground.engine.game import Position
from plyground.engine.game_guide import guide_of
from plyground.engine.report import Report
from plyground.engine.request import playout_search
from plyground.engine.results import Term
from plyground.engine.search import search
from plyground.engine.stop import Stop
from plyground.players.level.rows import nodes_within
from plyground.players.player import Answer, Clock, OnReport, Player
from plyground.session.threats import WORDS, Threat, by_turns, is_forced_win, threats_along

EFFORT = 250_000  # microseconds for a position on a typical machine
EFFORT_IN_PYTHON = 30_000  # there a node may cost many times the estimate
MOST_SECONDS = 3.0  # a limit for slow machines; then the answer may differ
EVALUATION = "search:seconds=0.5"
_SHOWN = 8  # moves of a line
_TELLING = 3  # heuristics worth mentioning


class Adviser(Player):
    """The player behind hints: strong, fast and deterministic.

    >>> import plyground
    >>> start = plyground.game("dobutsu", try_="entry").start()
    >>> advise(start).lines == advise(start).lines
    True
    """

    def __init__(self) -> None:
        super().__init__("adviser")

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,  # noqa: ARG002 - it is as fast with one
        on_report: OnReport | None = None,
        stop: Stop | None = None,
    ) -> Answer:
        """The best move it finds; it never resigns."""
        begin = time.process_time()
        # No memory of earlier searches, or the answer would depend on the path to the position.
        report = search(
            position,
            _spec_of(position),
            nodes=_nodes(position),
            seconds=MOST_SECONDS,
            on_report=on_report,
            stop=stop,
        )
        self.cpu_seconds += time.process_time() - begin
        if report.move is None:
            raise ValueError("The game is over; there is nothing to play.")
        return Answer(report.move, report)


def advise(position: Position) -> Report:
    """The adviser's analysis of an unfinished position."""
    report = Adviser().choose(position).report
    assert report is not None, "a search always reports"
    return report


def _spec_of(position: Position) -> str:
    """The strong search of the game, with a fixed seed if it uses playouts."""
    return playout_search(position, 1) if position.favours_monte_carlo else "search"


def _nodes(position: Position) -> int:
    in_python = position.runs_python and not position.favours_monte_carlo
    return nodes_within(EFFORT_IN_PYTHON if in_python else EFFORT, position)


def hint_words(position: Position, report: Report) -> str:
    """The move to try, its value, the expected line, and for an estimate what it gains."""
    if report.move is None:
        return "The game is over."
    parts = [f"Try {report.move}: {_promise(report)}"]
    if report.exact and report.mate != 1:
        parts.append(f"This is {_how_sure(report)}.")
    threats = threats_along(position, report.pv)
    if threats[0]:
        parts.append(f"It makes {WORDS[threats[0]]}.")
    if is_forced_win(report.mate, threats):
        parts.append(f"The win by force: {_forced_line(report.pv, threats)}.")
    elif len(report.pv) > 1:
        parts.append(f"Expected: {' '.join(report.pv[:_SHOWN])}.")
    # An exact value needs no reasons: "every move loses. It gains ..." would contradict itself.
    if not report.exact and (gains := _gains(position, report)):
        parts.append(f"It gains {gains}.")
    return " ".join(parts)


def _forced_line(moves: Sequence[str], threats: Sequence[Threat]) -> str:
    """The winning moves with what they make, each with the forced reply."""
    return ", ".join(
        f"{move} ({WORDS[threat]}) {reply}".rstrip() if threat else f"{move} {reply}".rstrip()
        for move, threat, reply in by_turns(moves, threats)
    )


def _how_sure(report: Report) -> str:
    """How certain the value is.

    A tablebase knows the number of plies; a search proves the winner, but maybe not the quickest
    way.
    """
    return "proven" if report.nodes else "exact"


def _promise(report: Report) -> str:
    if report.mate is not None and report.mate > 0:
        return "it wins at once." if report.mate == 1 else f"it wins in {report.mate} plies."
    if report.mate is not None:
        return f"every move loses, this one in {-report.mate} plies."
    if report.exact and report.win_chance == 0.5:
        return "it holds the draw."
    return f"a winning chance of about {report.win_chance:.0%}."


def _gains(position: Position, report: Report) -> str:
    reasons = [
        f"{term.name.replace('_', ' ')} {gain:+.1f}" for term, gain in gains(position, report)
    ]
    return ", ".join(reasons)


def gains(position: Position, report: Report) -> list[tuple[Term, float]]:
    """The heuristics that the line improves most for the mover, and by how much."""
    shown = report.pv[:_SHOWN]  # a line from a tablebase goes on to the end of the game
    moves = shown[: len(shown) // 2 * 2] or shown  # with the reply, so that the turn is the same
    after = position.play_all(moves)
    if after.result() is not None:
        return []
    sign = 1 if position.turn == "black" else -1
    before = worths(position)
    now = worths(after)
    changes = [
        (term, sign * (now[term.name] - before.get(term.name, 0.0)))
        for term in after.explain_score()
    ]
    best = sorted(changes, key=lambda change: change[1], reverse=True)[:_TELLING]
    return [(term, gain) for term, gain in best if gain >= 0.05]


def worths(position: Position) -> dict[str, float]:
    """The contribution of each heuristic to the evaluation, or its value in familiar units."""
    readable = guide_of(position.game.name).readable_terms
    return {
        term.name: term.value * (term.weight if readable is None else float(term.name in readable))
        for term in position.explain_score()
    }


def black_chance(position: Position, report: Report) -> float:
    """Black's winning chance, whoever is to move."""
    return report.win_chance if position.turn == "black" else 1 - report.win_chance


def evaluation_words(position: Position, report: Report) -> str:
    """The side that stands better, how certain that is, and the expected line."""
    chance = black_chance(position, report)
    side = "black" if chance >= 0.5 else "white"
    share = max(chance, 1 - chance)
    ahead = "even" if share < 0.505 else f"{side} {share:.0%}"
    if report.mate is not None:
        winner = position.turn if report.mate > 0 else _other(position.turn)
        ahead = f"{winner} wins in {abs(report.mate)}"
    line = " ".join(report.pv[:_SHOWN])
    sure = _how_sure(report) if report.exact else f"depth {report.depth}"
    return f"{ahead}, {sure}: {line}" if line else ahead


def _other(turn: str) -> str:
    return "white" if turn == "black" else "black"
