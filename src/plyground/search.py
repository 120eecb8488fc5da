"""Searching a position: limits, reports while it runs, and traces of how it went."""

import math
import queue
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from plyground import _core
from plyground.game import Position
from plyground.spec import MAX_DEPTH, Spec, read_spec

DEFAULT = "deepening:seconds=1"
WON = 10_000.0  # the score of a proven win in a game that has no margin

Evaluate = Callable[[Position], float]


@dataclass(frozen=True)
class Line:
    """One way to play on: what it is worth to the side to move, and the moves."""

    move: str
    score: float
    win_chance: float
    mate: int | None
    exact: bool
    pv: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """What a search has found so far; the best line is also at hand directly.

    `score` is for the side to move in the game's own unit, `win_chance` from 0 to 1, `mate` in
    plies for a proven win (or, below 0, a proven loss), `exact` where the value is proven.

    >>> import plyground
    >>> gomoku = plyground.game("gomoku", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 a4")
    >>> report = plyground.search(gomoku, "alphabeta:depth=2")
    >>> report.move in ("e9", "e4"), report.mate, report.exact
    (True, 1, True)
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """How fast it is going."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def move(self) -> str | None:
        """The best move; None only where the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def score(self) -> float:
        """The score of the best line."""
        return self.lines[0].score if self.lines else 0.0

    @property
    def win_chance(self) -> float:
        """The winning chance of the best line."""
        return self.lines[0].win_chance if self.lines else 0.5

    @property
    def mate(self) -> int | None:
        """Plies to a proven end of the best line, if there is one."""
        return self.lines[0].mate if self.lines else None

    @property
    def exact(self) -> bool:
        """Whether the value of the best line is proven."""
        return bool(self.lines) and self.lines[0].exact

    @property
    def pv(self) -> tuple[str, ...]:
        """The best line."""
        return self.lines[0].pv if self.lines else ()


@dataclass(frozen=True)
class _Job:
    """A search that is ready to run."""

    position: Position
    request: _core.SearchRequest
    evaluate: Callable[[_core.State], float] | None

    def run(
        self,
        stop: _core.Stop,
        on_report: Callable[[Report], None],
        trace: _core.Trace | None = None,
    ) -> Report:
        state = self.position._state  # noqa: SLF001 - of the same package

        def tell(report: _core.TextReport) -> None:
            on_report(_read_report(self.position, report))

        final = state.search(self.request, self.evaluate, stop, tell, trace)
        return _read_report(self.position, final)


def search(
    position: Position,
    spec: str | Spec = DEFAULT,
    *,
    evaluate: Evaluate | None = None,
    lines: int = 1,
    **limits: Any,
) -> Report:
    """Searches and returns the final report. Limits given here go before those of the spec.

    Limits are `depth`, `nodes`, `seconds` and `clock` (seconds left and increment), in any
    combination. `evaluate` is a function of a position that gives black's advantage.

    >>> import plyground
    >>> start = plyground.game("dobutsu", try_="entry", hand="distinct").start()
    >>> plyground.search(start, "minimax:depth=5,repetition=off").nodes
    9243
    """
    spec = _as_spec(spec)
    if spec.algorithm == "random":
        _read_limits(limits)
        return _random_report(position, spec)
    return _job(position, spec, evaluate, lines, limits).run(_core.Stop(), lambda _: None)


class Analysis:
    """A running search: iterate over its reports, the last of which is final; stop() ends it.

    >>> import plyground
    >>> with plyground.analyse(plyground.game("othello").start(), "deepening:depth=4") as analysis:
    ...     [report.depth for report in analysis]
    [1, 2, 3, 4]
    """

    def __init__(self, job: _Job) -> None:
        self._stop = _core.Stop()
        self._reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        self._over = False
        self._thread = threading.Thread(target=self._run, args=(job,), daemon=True)
        self._thread.start()

    def _run(self, job: _Job) -> None:
        try:
            self._reports.put(job.run(self._stop, self._reports.put))
        except BaseException as error:  # noqa: BLE001 - it is raised again where the reports are read
            self._reports.put(error)
        self._reports.put(None)

    def __iter__(self) -> Iterator[Report]:
        while not self._over:
            report = self._reports.get()
            self._over = report is None
            if isinstance(report, BaseException):
                raise report
            if report is not None:
                yield report

    def stop(self) -> None:
        """Asks the search to end; its final report still comes, within a few milliseconds."""
        self._stop.ask()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._thread.join()


def analyse(
    position: Position,
    spec: str | Spec = DEFAULT,
    *,
    evaluate: Evaluate | None = None,
    lines: int = 1,
    **limits: Any,
) -> Analysis:
    """Starts a search in the background; see Analysis. Arguments as in search().

    >>> import plyground
    >>> list(plyground.analyse(plyground.game("go", size=5).start(), "alphabeta:depth=1"))[-1].depth
    1
    """
    return Analysis(_job(position, _as_spec(spec), evaluate, lines, limits))


def trace(
    position: Position, spec: str | Spec, *, most: int = 10_000, **limits: Any
) -> dict[str, Any]:
    """Runs a search and records its tree: every node in the order visited, up to `most`.

    >>> import plyground
    >>> tree = plyground.trace(plyground.game("othello", size=4).start(), "minimax:depth=2")
    >>> len(tree["nodes"]), tree["nodes"][1]["move"], tree["nodes"][1]["parent"]
    (17, 'b1', 0)
    """
    if not 1 <= most <= 1_000_000:
        raise ValueError(f"A trace holds from 1 to 1000000 nodes, not {most}.")
    spec = _as_spec(spec)
    recorder = _core.Trace(most)
    job = _job(position, spec, None, 1, limits)
    if job.request.deepening:
        raise ValueError("A trace needs a search at one depth: minimax or alphabeta.")
    report = job.run(_core.Stop(), lambda _: None, recorder)
    return {
        "game": position.game.name,
        "options": dict(position.game.values),
        "position": position.to_text(),
        "spec": str(spec),
        "move": report.move,
        "searched": report.nodes,
        "left_out": recorder.left_out,
        "nodes": [_trace_node(node) for node in recorder.nodes()],
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
        "why": _why_cut(node),
    }


def _why_cut(node: _core.TraceNode) -> str | None:
    """Why the rest of a node's moves could not matter, in words."""
    if not node.cut or node.value is None:
        return None
    if node.value >= node.beta:
        return f"white already has {node.beta:g} elsewhere, and black gets {node.value:g} here"
    return f"black already has {node.alpha:g} elsewhere, and white holds it to {node.value:g} here"


def _finite(value: float) -> float | None:
    """JSON has no infinity: an open end of the window is null."""
    return value if math.isfinite(value) else None


def _as_spec(spec: str | Spec) -> Spec:
    return spec if isinstance(spec, Spec) else read_spec(spec)


_LIMITS = ("depth", "nodes", "seconds", "clock")


def _job(
    position: Position, spec: Spec, evaluate: Evaluate | None, lines: int, limits: dict[str, Any]
) -> _Job:
    if spec.algorithm == "random":
        raise ValueError("A random player does not search; choose minimax, alphabeta or deepening.")
    settings = {**spec.settings, **_read_limits(limits)}
    _check_terms(position, settings.get("eval", ()))
    request = _core.SearchRequest()
    request.prunes = spec.algorithm != "minimax"
    request.deepening = spec.algorithm == "deepening"
    request.ordered = settings.get("order") == "on"
    request.original_list = settings.get("list") == "original"
    request.repetition = settings.get("repetition") != "off"
    request.first_depth = settings.get("first", 1)
    request.nodes = settings.get("nodes")
    request.seconds = settings.get("seconds")
    request.terms = list(settings.get("eval", ()))
    request.lines = _whole("lines", lines, 1, 1000)
    request.depth = _depth(spec, settings)
    return _Job(position, request, _wrapped(position, evaluate))


def _depth(spec: Spec, settings: dict[str, Any]) -> int:
    if "depth" in settings:
        return int(settings["depth"])
    if spec.algorithm == "deepening" and ("seconds" in settings or "nodes" in settings):
        return MAX_DEPTH
    need = "depth" if spec.algorithm != "deepening" else "seconds, nodes or depth"
    raise ValueError(f"The search {str(spec)!r} needs a limit: {need}.")


def _read_limits(limits: dict[str, Any]) -> dict[str, Any]:
    for name in limits:
        if name not in _LIMITS:
            raise ValueError(f"There is no limit {name!r}; the limits are: {', '.join(_LIMITS)}.")
    given = {name: value for name, value in limits.items() if value is not None}
    if "depth" in given:
        given["depth"] = _whole("depth", given["depth"], 1, MAX_DEPTH)
    if "nodes" in given:
        given["nodes"] = _whole("nodes", given["nodes"], 1, 10**12)
    if "seconds" in given:
        given["seconds"] = _positive("seconds", given["seconds"])
    if "clock" in given:
        share = _share_of(given.pop("clock"))
        given["seconds"] = min(share, given.get("seconds", math.inf))
    return given


def _share_of(clock: object) -> float:
    """The seconds one move may take of a clock with an increment."""
    if not isinstance(clock, tuple | list) or len(clock) != 2:
        raise ValueError(f"clock is a pair of seconds left and increment, not {str(clock)[:40]}.")
    left = _positive("clock", clock[0])
    increment = 0.0 if clock[1] == 0 else _positive("clock's increment", clock[1])
    return min(left / 25 + 0.75 * increment, 0.8 * left)


def _whole(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} can be a whole number from {low} to {high}, not {value}.")
    return value


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 86_400:
        shown = str(value)[:40]
        raise ValueError(f"{name} can be a number of seconds above 0, at most 86400, not {shown}.")
    return float(value)


def _check_terms(position: Position, terms: tuple[tuple[str, float], ...]) -> None:
    known = [term.name for term in position.explain_score()]
    for name, _ in terms:
        if name not in known:
            raise ValueError(
                f"{position.game.name} has no heuristic {name!r}; its heuristics are:"
                f" {', '.join(known)}."
            )


def _wrapped(
    position: Position, evaluate: Evaluate | None
) -> Callable[[_core.State], float] | None:
    if evaluate is None:
        return None
    return lambda state: float(evaluate(Position(position.game, state, None)))


def _random_report(position: Position, spec: Spec) -> Report:
    moves = position.moves()
    if not moves:
        return Report((), 0, 0, 0.0)
    seed = spec.settings.get("seed")
    dice = random.Random() if seed is None else random.Random(f"{seed} {position.to_text()}")
    move = dice.choice(moves)
    return Report((Line(move, 0.0, 0.5, None, exact=False, pv=(move,)),), 0, 1, 0.0)


def _read_report(position: Position, report: _core.TextReport) -> Report:
    lines = tuple(_read_line(position, line) for line in report.lines)
    return Report(lines, report.depth, report.nodes, report.seconds)


def _read_line(position: Position, line: _core.TextLine) -> Line:
    value = (line.value if position.turn == "black" else -line.value) + 0.0  # never -0.0
    won = abs(value) >= _core.WIN_VALUE
    beyond = abs(value) - _core.WIN_VALUE
    mate: int | None = None
    score = value
    if won and position._state.counts_margin:  # noqa: SLF001 - of the same package
        score, mate = math.copysign(beyond, value), len(line.moves)
    elif won:
        score, mate = math.copysign(WON, value), round(_core.MAX_PLY - beyond)
    if mate is not None and value < 0:
        mate = -mate
    chance = _win_chance(position, value, won, line.exact)
    return Line(line.moves[0], score, chance, mate, line.exact, tuple(line.moves))


def _win_chance(position: Position, value: float, won: bool, exact: bool) -> float:
    if won or (exact and value == 0):
        return 0.5 + 0.5 * ((value > 0) - (value < 0))
    scale = position._state.win_scale  # noqa: SLF001 - of the same package
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value / scale))))
