"""Recorded searches to watch: small ones, as columns that a page can replay step by step.

`plyground.learn.recording` describes the parts of a recording.
"""

import math
import time
from collections.abc import Iterable
from typing import Any

from plyground import _core
from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.search import record as run
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import Stop, check_stop
from plyground.engine.tracing import trace
from plyground.learn.recording import (
    Glance,
    PlayoutRecording,
    StepColumns,
    TermValue,
    TreeColumns,
    TreePass,
    TreeRecording,
    Worth,
)

_Playout = dict[str, Any]  # as `trace` gives it

MOST_NODES = 60_000
MOST_SECONDS = 5.0
MOST_PLAYOUTS = 2_000
MOST_DEPTH = 12
MOST_LINES = 64  # boards per request

_TEXTBOOK = frozenset({"depth", "order", "eval", "repetition"})
SETTINGS: dict[str, frozenset[str]] = {
    "minimax": _TEXTBOOK,
    "alphabeta": _TEXTBOOK,
    "deepening": _TEXTBOOK | {"first"},
    "mcts": frozenset(
        {"playouts", "eval", "rave", "priors", "bias", "solver", "policy"}
        | {"exploration", "fpu", "seed", "net", "root", "specialist"}
    ),
}

_KINDS = {"inner": 0, "leaf": 1, "over": 2}
_CUT = 4  # added to the kind
_HOW = {"proven": 0, "over": 1, "played": 2}
_PROVEN = {None: 0, "loss": 1, "draw": 2, "win": 3}
_DIGITS = 4  # of shares


_SENTENCES = {
    "unreadable": "%(reason)s",
    "algorithm": "Only these searches can be watched: %(names)s.",
    "setting": "A search to watch has no setting %(name)s. Its settings are: %(names)s.",
    "depth": "The depth can be a whole number from 1 to %(most)s.",
    "playouts": "The playouts can be a whole number from 1 to %(most)s.",
}


class Unwatchable(ValueError):  # noqa: N818 - a limit, not an error
    """A search that cannot be shown.

    `code` and `values` give the reason, for callers with their own wording.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(_SENTENCES[code] % values)
        self.code = code
        self.values = values


def read(text: str) -> Spec:
    """The search that a text names; raises Unwatchable if it cannot be shown.

    >>> str(read("alphabeta:depth=3,order=on"))
    'alphabeta:depth=3,order=on'
    >>> read("minimax:depth=13")
    Traceback (most recent call last):
    plyground.learn.watch.Unwatchable: The depth can be a whole number from 1 to 12.
    """
    name = text.partition(":")[0].strip()
    if name not in SETTINGS:
        raise Unwatchable("algorithm", names=", ".join(SETTINGS))
    try:
        spec = read_spec(text)
    except ValueError as error:
        raise Unwatchable("unreadable", reason=str(error)) from None
    for setting in spec.settings:
        if setting not in SETTINGS[name]:
            known = ", ".join(sorted(SETTINGS[name]))
            raise Unwatchable("setting", name=setting, names=known)
    limit, most = ("playouts", MOST_PLAYOUTS) if name == "mcts" else ("depth", MOST_DEPTH)
    if not 1 <= spec.settings.get(limit, 0) <= most:
        raise Unwatchable(limit, most=most)
    return spec


def record(
    position: Position, text: str, stop: Stop | None = None
) -> TreeRecording | PlayoutRecording:
    """Runs the search and records it, as far as the limits and `stop` allow.

    >>> import plyground
    >>> start = plyground.game("gomoku", size=3, line=3).start()
    >>> found = record(start, "alphabeta:depth=2")
    >>> found["searched"], found["columns"]["depth"][:4], found["moves"][:3]
    (36, [0, 1, 2, 2], ['a3', 'b3', 'c3'])
    """
    check_stop(stop)
    spec = read(text)
    make = _playouts if spec.algorithm == "mcts" else _tree
    return make(position, spec, stop or Stop())


def look(position: Position, lines: Iterable[Iterable[str]], text: str = "") -> list[Glance]:
    """The boards after each line of moves, and the terms of their evaluation."""
    weights = dict(read(text).settings.get("eval", ())) if text else {}
    return [_seen(position.play_all(list(line)), weights) for line in list(lines)[:MOST_LINES]]


def _seen(position: Position, weights: dict[str, float]) -> Glance:
    rows = position.explain_score()
    result = position.result()
    terms: list[TermValue] = [
        {"name": row.name, "sentence": row.sentence, "value": row.value, "weight": weight}
        for row in rows
        if (weight := weights.get(row.name, 0.0) if weights else row.weight)
    ]
    return {"view": position.view(), "terms": [] if result else terms}


# Minimax and alpha-beta


class _Table:
    """Unique texts or numbers, addressed by index."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """Its index; -1 for none."""
        if value is None:
            return -1
        found = self._numbers.setdefault(value, len(self.rows))
        if found == len(self.rows):
            self.rows.append(value)
        return found


def _tree(position: Position, spec: Spec, stop: Stop) -> TreeRecording:
    """The nodes of a search at one depth, or of several searches with increasing depth."""
    moves, values = _Table(), _Table()
    columns = _no_nodes()
    passes: list[TreePass] = []
    searched = 0
    until = time.monotonic() + MOST_SECONDS
    for depth in _depths(spec):
        seconds = max(0.01, until - time.monotonic())
        report, nodes = _one_depth(position, spec, depth, MOST_NODES - searched, seconds, stop)
        begin = len(columns["depth"])
        _add_nodes(columns, nodes, moves, values)
        searched += report.nodes
        value = nodes[0].value
        stopped = value is None
        passes.append(
            {
                "depth": depth,
                "begin": begin,
                "searched": report.nodes,
                "move": report.move,
                "value": values.number(value),
            }
        )
        if stopped or report.exact or searched >= MOST_NODES:
            break
    return {
        "kind": "tree",
        "spec": str(spec),
        "move": report.move,
        "turn": position.turn,
        "searched": searched,
        "left_out": searched - len(columns["depth"]),
        "stopped": stopped,
        "moves": moves.rows,
        "values": [_worth(position, value) for value in values.rows],
        "columns": columns,
        "passes": passes,
    }


def _no_nodes() -> TreeColumns:
    return {
        "depth": [],
        "move": [],
        "alpha": [],
        "beta": [],
        "value": [],
        "kind": [],
        "offered": [],
        "black": [],
    }


def _depths(spec: Spec) -> range:
    last = int(spec.settings["depth"])
    first = int(spec.settings.get("first", 1)) if spec.algorithm == "deepening" else last
    return range(min(first, last), last + 1)


def _one_depth(
    position: Position, spec: Spec, depth: int, nodes: int, seconds: float, stop: Stop
) -> tuple[Report, list[_core.TraceNode]]:
    kept = {name: value for name, value in spec.settings.items() if name in _TEXTBOOK}
    name = "minimax" if spec.algorithm == "minimax" else "alphabeta"
    plain = Spec(str(spec), name, {**kept, "depth": depth})
    recorder = _core.Trace(nodes)
    report = run(position, plain, recorder, stop, nodes=nodes, seconds=seconds)
    return report, recorder.nodes()


def _add_nodes(
    columns: TreeColumns, nodes: list[_core.TraceNode], moves: _Table, values: _Table
) -> None:
    """There may be many nodes, so each value is read once."""
    depths: list[int] = []
    for node in nodes:
        parent = node.parent
        depths.append(0 if parent is None else depths[parent] + 1)
        columns["kind"].append(_KINDS[node.kind] + (_CUT if node.cut else 0))
    columns["depth"] += depths
    columns["move"] += [moves.number(node.move or None) for node in nodes]
    columns["alpha"] += [values.number(_finite(node.alpha)) for node in nodes]
    columns["beta"] += [values.number(_finite(node.beta)) for node in nodes]
    columns["value"] += [values.number(node.value) for node in nodes]
    columns["offered"] += [node.moves for node in nodes]
    columns["black"] += [int(node.black) for node in nodes]


def _finite(value: float) -> float | None:
    """An open end of the window becomes None."""
    return value if math.isfinite(value) else None


def _worth(position: Position, value: float) -> Worth:
    if abs(value) < _core.WIN_VALUE:
        return round(value, _DIGITS) + 0.0, 0, None
    beyond = abs(value) - _core.WIN_VALUE
    sign = 1 if value > 0 else -1
    if position.counts_margin:
        return math.copysign(beyond, value), sign, None
    return 0, sign, round(_core.MAX_PLY - beyond)


# Monte Carlo


def _playouts(position: Position, spec: Spec, stop: Stop) -> PlayoutRecording:
    found = trace(position, spec, most=MOST_NODES, stop=stop, seconds=MOST_SECONDS)
    moves = _Table()
    playouts = found["playouts"]
    # If the value is proven before any playout, there is still a root.
    root = {"parent": None, "move": None, "black": position.turn == "white"}
    nodes = found["nodes"] or [root]
    steps = _steps(playouts, moves)
    ended = found["searched"] >= spec.settings["playouts"] or found["exact"]
    return {
        "kind": "playouts",
        "spec": str(spec),
        "move": found["move"],
        "turn": position.turn,
        "searched": found["searched"],
        "left_out": found["left_out"],
        "stopped": not ended and not _is_proven(playouts),
        "nodes": {
            "parent": [-1 if row["parent"] is None else row["parent"] for row in nodes],
            "move": [moves.number(row["move"]) for row in nodes],
            "black": [int(row["black"]) for row in nodes],
        },
        "playouts": {
            "leaf": [one["path"][-1] for one in playouts],
            "how": [_HOW[one["how"]] for one in playouts],
            "black": [_short(one["black"]) for one in playouts],
            "opinion": [_short_or_none(one["opinion"]) for one in playouts],
            "played": [_short_or_none(one["played"]) for one in playouts],
            "mix": [_short(one["mix"]) for one in playouts],
            "plies": [one["plies"] for one in playouts],
        },
        "steps": steps,
        "moves": moves.rows,
    }


def _steps(playouts: list[_Playout], moves: _Table) -> StepColumns:
    """The steps of every playout from the root on; the root itself was not chosen."""
    nothing = {"mean": None, "rave": None, "explore": None, "second": None, "instead": None}
    choices = [choice for one in playouts for choice in (nothing, *one["choices"])]
    return {
        "share": [_short(share) for one in playouts for share in one["shares"]],
        "proven": [_PROVEN[outcome] for one in playouts for outcome in one["proven"]],
        "mean": [_short_or_none(choice["mean"]) for choice in choices],
        "rave": [_short_or_none(choice["rave"]) for choice in choices],
        "explore": [_short_or_none(choice["explore"]) for choice in choices],
        "second": [_short_or_none(choice["second"]) for choice in choices],
        "instead": [moves.number(choice["instead"]) for choice in choices],
    }


def _is_proven(playouts: list[_Playout]) -> bool:
    return bool(playouts) and playouts[-1]["proven"][0] is not None


def _short(number: float) -> float:
    """Fewer digits: a page shows no more, and the data is smaller."""
    return round(number, _DIGITS)


def _short_or_none(number: float | None) -> float | None:
    return None if number is None else _short(number)
