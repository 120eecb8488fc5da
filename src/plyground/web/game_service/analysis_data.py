"""Positions, results and reports as plain data, ready for JSON."""

from plyground.engine.game import Game, Position
from plyground.engine.report import Line, Report
from plyground.engine.results import Result
from plyground.engine.tablebase import Tablebase
from plyground.engine.view import ResultView, View
from plyground.players.player import Answer
from plyground.records import notation
from plyground.records.record import Evaluation
from plyground.session.advice import gains
from plyground.session.session import Session
from plyground.session.threats import is_forced_win, threats_along
from plyground.web.contract.boards import Analysis, AnalysisLine, Seen
from plyground.web.contract.boards import Evaluation as EvaluationData
from plyground.web.contract.games import ValueRow, Values
from plyground.web.contract.jobs import HintData, Thinking
from plyground.web.contract.rules import Description
from plyground.web.contract.service import Chosen

_SHOWN = 8  # moves of a line
_LONGEST = 60  # moves of a forced win
_NEAR = 1  # the size of the area around the best move in a first hint
_ALL = 1000  # no position of a solved game has this many moves


def described(game: Game) -> Description:
    """A game's description for pages: title, rules, options, notations, the first view."""
    return {
        "name": game.name,
        "title": str(game.title),  # an author may have given anything
        "rules": str(game.rules),
        "options": [
            {
                "name": option.name,
                "type": option.type,
                "default": option.default,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "may_be_none": option.may_be_none,
                "sentence": option.sentence,
                "allowed": option.allowed,
            }
            for option in game.options
        ],
        "formats": {
            row.name: {"sentence": row.sentence, "extension": row.extensions[0]}
            for row in notation.formats().values()
            if row.holds(game)
        },
        "view": game.start().view(),
    }


def seen(session: Session, position: Position) -> Seen:
    """The visible data of a position."""
    score = position.score()
    captured = session.captured()
    return {
        "view": {**position.view()},
        "position": position.to_text(),
        "aids": [{**aid} for aid in position.aids()],
        "score": None
        if score is None
        else {
            "black": score.black,
            "white": score.white,
            "unit": score.unit,
            "shown": session.shows_score(),
        },
        "captured": {"black": captured["black"], "white": captured["white"]}
        if any(captured.values())
        else None,
    }


def thinking(position: Position, report: Report) -> Thinking:
    """An interim report of a search."""
    return {
        "side": position.turn,
        "depth": report.depth,
        "move": report.move,
        "pv": list(report.pv[:_SHOWN]),
        "win_chance": report.win_chance,
        "mate": report.mate,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
    }


def analysed(position: Position, report: Report) -> Analysis:
    """A search's complete result: its lines, the best first."""
    return {
        "lines": [_analysed_line(position, line, report.depth) for line in report.lines],
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
    }


def _analysed_line(position: Position, line: Line, depth: int) -> AnalysisLine:
    found: AnalysisLine = {
        "move": line.move,
        "pv": list(line.pv),
        "score": line.score,
        "win_chance": line.win_chance,
        "mate": line.mate,
        "exact": line.exact,
        "depth": depth,
    }
    threats = threats_along(position, line.pv[:_LONGEST])
    if any(threats):
        found["threats"] = threats
    return found


def true_values(table: Tablebase | None, position: Position) -> Values:
    """The tablebase's values of a position and of every move, the best first; None without one.

    `exact` as in a report: false for a win or a loss that a third repetition could turn into a
    draw.
    """
    report = None if table is None else table.report(position, lines=_ALL)
    lines = () if report is None else report.lines
    moves: list[ValueRow] = [
        {"text": line.move, "value": line.mate or 0, "exact": line.exact}  # no mate: a draw
        for line in lines
    ]
    return {
        "side": position.turn,
        "value": moves[0]["value"] if moves else None,
        "exact": bool(moves) and moves[0]["exact"],
        "moves": moves,
    }


def answer_data(answer: Answer) -> Chosen:
    """A player's answer: the move, or None to resign, and its evaluation."""
    thought = Evaluation.of(answer.report)
    return {"move": answer.move, "evaluation": evaluation_data(thought)}


def evaluation_data(thought: Evaluation | None) -> EvaluationData | None:
    """A player's evaluation of its move."""
    if thought is None:
        return None
    return {
        "score": thought.score,
        "win_chance": thought.win_chance,
        "mate": thought.mate,
        "exact": thought.exact,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "pv": list(thought.pv),
    }


def thought_of(data: EvaluationData) -> Evaluation:
    """The inverse; rows of earlier versions have fewer fields."""
    return Evaluation(
        data["score"],
        data["win_chance"],
        data.get("mate"),
        data.get("exact", False),
        data.get("depth", 0),
        data.get("nodes", 0),
        tuple(data.get("pv", ())),
    )


def result_data(result: Result) -> ResultView:
    """How a game ended."""
    return {
        "winner": result.winner,
        "margin": result.margin,
        "code": result.code,
        "reason": result.reason,
    }


def hint_data(position: Position, report: Report) -> HintData:
    """The recommended move, the area to look at first, and the gains in the heuristics' terms."""
    parts = next(move for move in position.view()["moves"] if move["text"] == report.move)
    threats = threats_along(position, report.pv[:_LONGEST])
    shown = _LONGEST if is_forced_win(report.mate, threats) else _SHOWN
    return {
        "side": position.turn,
        "move": parts["text"],
        "kind": parts["kind"],
        "piece": parts["piece"],
        "from": parts["from"],
        "to": parts["to"],
        "area": _area(position.view(), parts["from"] or parts["to"]),
        "chance": report.win_chance,
        "mate": report.mate,
        "exact": report.exact,
        "depth": report.depth,
        "pv": list(report.pv[:shown]),
        "threats": list(threats[:shown]),
        "why": [
            {"name": term.name, "sentence": term.sentence, "gain": round(gain, 2)}
            for term, gain in gains(position, report)
        ],
    }


def _area(view: View, at: str | None) -> list[str]:
    """The area of a hint: a piece that moves alone, or else the neighbourhood of a point."""
    if at is None:
        return []
    columns, rows = view["columns"], view["rows"]
    places = {c + r: (x, y) for y, r in enumerate(rows) for x, c in enumerate(columns)}
    if at not in places:  # a game written in Python may name points off the board
        return []
    if any(move["from"] == at for move in view["moves"]):
        return [at]
    reach = _NEAR + (max(len(columns), len(rows)) > 9)
    x, y = places[at]
    return [
        label
        for label, (column, row) in places.items()
        if abs(column - x) <= reach and abs(row - y) <= reach
    ]
