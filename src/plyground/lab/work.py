"""Carries out one task of a study: plays games, counts or times a search, plays random games.

Values that depend on the machine are under `spent`, so that two runs can be compared without them.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from plyground.engine.game import Position
from plyground.engine.registry import blame
from plyground.engine.registry import game as find_game
from plyground.engine.results import Result
from plyground.engine.search import search
from plyground.engine.simulate import random_game
from plyground.engine.view import Turn, other
from plyground.lab.plan import Task
from plyground.matches import Match, Opening
from plyground.matches.seats import Seats
from plyground.records.record import Record


def run_task(task: Task) -> dict[str, Any]:
    """Does a task; the record has its id, its kind and its results, all as plain data.

    >>> task = Task("count|0|3|plain", "count", {
    ...     "player": "plain", "spec": "minimax", "case": 0, "title": "", "game": "othello",
    ...     "options": {}, "opening": {"moves": [], "position": None}, "depth": 3, "repeat": 0})
    >>> run_task(task)["nodes"]
    73
    """
    return {"task": task.id, "kind": task.kind, **_WORK[task.kind](task.data)}


def why(error: Exception) -> str:
    """The reason that a task failed, in a sentence.

    Games written in Python and programs may raise any error.
    """
    plain = isinstance(error, ValueError | OSError) and str(error)
    return blame(error) or plain or f"{type(error).__name__}: {error}"


def _pair(data: Mapping[str, Any]) -> dict[str, Any]:
    match, opening = Match.of_json(data["match"]), Opening.of_json(data["opening"])
    numbers = (2 * data["pair"], 2 * data["pair"] + 1)
    with Seats(match) as seats:
        games = [_game(seats.play(number, opening)) for number in numbers]
    return {
        "first": data["first"],
        "second": data["second"],
        "pair": data["pair"],
        "opening": data["opening"],
        "games": games,
    }


def _game(record: Record) -> dict[str, Any]:
    """A game in the form of a study: the moves, the ending, and both players' effort."""
    result = record.outcome()
    assert result is not None, "it was played to its end"
    first: Turn = "white" if record.info["first"] == "white" else "black"
    return {
        "first": first,
        "winner": result.winner,
        "points": 0.5 if result.winner is None else float(result.winner == first),
        "ending": result.code,
        "reason": result.reason,
        "margin": _margin(result, first),
        "plies": len(record.moves),
        "moves": " ".join(record.moves),
        "nodes": {"first": _nodes(record, first), "second": _nodes(record, other(first))},
        "spent": {"first": _effort(record, first), "second": _effort(record, other(first))},
        **({"disputed": record.info["disputed"]} if "disputed" in record.info else {}),
    }


def _margin(result: Result, first: Turn) -> float | None:
    """The first player's margin, negative for a loss; None in games without a margin."""
    if result.margin is None:
        return None
    return result.margin if result.winner == first else -result.margin


def _nodes(record: Record, side: Turn) -> int:
    """The total nodes of a player's searches."""
    return sum(
        node.evaluation.nodes
        for node in record.main_line()
        if node.evaluation and node.parent and node.parent.position.turn == side
    )


def _effort(record: Record, side: Turn) -> dict[str, Any]:
    nodes = [
        node
        for node in record.main_line()
        if node.seconds is not None and node.parent and node.parent.position.turn == side
    ]
    return {
        "moves": len(nodes),
        "seconds": round(sum(node.seconds or 0.0 for node in nodes), 6),
        "cpu_seconds": round(sum(node.cpu_seconds or 0.0 for node in nodes), 6),
    }


def _search(data: Mapping[str, Any]) -> dict[str, Any]:
    position = Opening.of_json(data["opening"]).play(find_game(data["game"], **data["options"]))
    limits = {} if data["depth"] is None else {"depth": data["depth"]}
    begin, cpu = time.perf_counter(), time.process_time()
    report = search(position, data["spec"], **limits)
    cpu_seconds, seconds = time.process_time() - cpu, time.perf_counter() - begin
    given = ("player", "spec", "case", "title", "options", "opening", "depth", "repeat")
    return {
        **{name: data[name] for name in given},
        "reached": report.depth,
        "nodes": report.nodes,
        "move": report.move,
        "score": report.score,
        "exact": report.exact,
        "spent": {"seconds": round(seconds, 6), "cpu_seconds": round(cpu_seconds, 6)},
    }


def _random(data: Mapping[str, Any]) -> dict[str, Any]:
    game = find_game(data["game"], **data["options"])
    start, winners, plies, captures = game.start(), Counter[str](), [], []
    counts = _places_stones(start)
    begin = time.process_time()
    for number in range(data["games"]):
        end = random_game(start, data["seed"] + number, max_plies=data["max_plies"])
        result = end.result()
        winners["unfinished" if result is None else result.winner or "draw"] += 1
        plies.append(end.ply)
        if counts:
            captures.append(end.ply - _passes(end) - len(end.view()["pieces"]))
    return {
        "case": data["case"],
        "options": data["options"],
        "games": data["games"],
        **{name: winners[name] for name in ("black", "white", "draw", "unfinished")},
        "plies": plies,
        "captures": captures if counts else None,
        "spent": {"cpu_seconds": round(time.process_time() - begin, 6)},
    }


def _passes(position: Position) -> int:
    return sum(move == "pass" for move in position.played)


def _places_stones(start: Position) -> bool:
    """Whether stones are placed on an empty board and stay in place until they are captured."""
    view = start.view()
    return not view["pieces"] and all(move["kind"] in ("place", "pass") for move in view["moves"])


_WORK: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "pair": _pair,
    "count": _search,
    "time": _search,
    "random": _random,
}
