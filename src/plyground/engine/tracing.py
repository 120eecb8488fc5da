"""Records searches node by node, or playout by playout."""

import math
from typing import Any

from plyground import _core
from plyground.engine.game import Position
from plyground.engine.search import record
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import check_stop


def trace(
    position: Position,
    spec: str | Spec,
    *,
    most: int = 10_000,
    stop: _core.Stop | None = None,
    **limits: Any,
) -> dict[str, Any]:
    """Runs a search and records its tree: every node in the order visited, up to `most`.

    A Monte Carlo search also has `playouts`: the path and the result of each. A `plyground.Stop()`
    ends it early, from another thread.

    >>> import plyground
    >>> tree = plyground.trace(plyground.game("othello", size=4).start(), "minimax:depth=2")
    >>> len(tree["nodes"]), tree["nodes"][1]["move"], tree["nodes"][1]["parent"]
    (17, 'b1', 0)
    >>> tree = plyground.trace(plyground.game("othello", size=4).start(), "mcts:playouts=9")
    >>> len(tree["playouts"]), tree["playouts"][0]["path"]
    (9, [0, 1])
    """
    if not 1 <= most <= 1_000_000:
        raise ValueError(f"A trace has from 1 to 1000000 nodes, not {most}.")
    check_stop(stop)
    spec = spec if isinstance(spec, Spec) else read_spec(spec)
    recorder = _core.Trace(most)
    report = record(position, spec, recorder, stop or _core.Stop(), **limits)
    by_playouts = spec.algorithm in ("mcts", "search")
    found = {
        "game": position.game.name,
        "options": dict(position.game.values),
        "position": position.to_text(),
        "spec": str(spec),
        "move": report.move,
        "exact": report.exact,
        "searched": report.nodes,
    }
    if by_playouts:
        rows = [
            {"parent": row.parent, "move": row.move or None, "black": row.black}
            for row in recorder.rows()
        ]
        playouts = [_trace_playout(playout) for playout in recorder.playouts()]
        return {
            **found,
            "left_out": recorder.playouts_left_out,
            "nodes": rows,
            "playouts": playouts,
        }
    nodes = [_trace_node(node) for node in recorder.nodes()]
    return {**found, "left_out": recorder.left_out, "nodes": nodes}


_OUTCOMES = (None, "loss", "draw", "win")


def _trace_playout(playout: _core.Playout) -> dict[str, Any]:
    steps = playout.steps
    return {
        "path": [step.node for step in steps],
        "choices": [
            {
                "mean": step.mean,
                "rave": step.rave,
                "explore": step.explore,
                "instead": step.instead or None,
                "second": step.second,
            }
            for step in steps[1:]
        ],
        "shares": [step.share for step in steps],
        "proven": [_OUTCOMES[step.outcome] for step in steps],
        "how": playout.how,
        "black": playout.black,
        "opinion": playout.opinion,
        "mix": playout.mix,
        "played": playout.played,
        "plies": playout.plies,
    }


def _trace_node(node: _core.TraceNode) -> dict[str, Any]:
    return {
        "parent": node.parent,
        "move": node.move or None,
        "alpha": _finite(node.alpha),
        "beta": _finite(node.beta),
        "value": node.value,
        "kind": node.kind,
        "cut": node.cut,
        "moves": node.moves,
        "black": node.black if node.moves else None,
        "why": _why_cut(node),
    }


def _why_cut(node: _core.TraceNode) -> str | None:
    """Why the remaining moves of a node could not matter, in words."""
    if not node.cut or node.value is None:
        return None
    if node.value >= node.beta:
        return f"white already has {node.beta:g} elsewhere, and black gets {node.value:g} here"
    return f"black already has {node.alpha:g} elsewhere, and white holds it to {node.value:g} here"


def _finite(value: float) -> float | None:
    """JSON has no infinity: an open end of the window becomes null."""
    return value if math.isfinite(value) else None
