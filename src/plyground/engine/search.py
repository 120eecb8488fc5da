"""Searches a position within limits, with reports while the search runs."""

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.report import WON, Line, Report, read_report
from plyground.engine.request import make_request, read_limits
from plyground.engine.solution import solve
from plyground.engine.spec import Spec, read_spec
from plyground.engine.stop import Running, Stop, check_stop
from plyground.engine.tablebase import Tablebase, find

DEFAULT = "search:seconds=1"

Evaluate = Callable[[Position], float]
OnReport = Callable[[Report], None]


class Memory:
    """The memory of a player between searches: its transposition table, its tree.

    Pass the same memory to every search of a player. It empties itself if the game or the
    evaluation changes. Only one search at a time may use it.

    >>> import plyground
    >>> memory, position = plyground.Memory(), plyground.game("othello").start()
    >>> first = plyground.search(position, "search:depth=6", memory=memory)
    >>> again = plyground.search(position, "search:depth=6", memory=memory)
    >>> again.score == first.score, again.nodes < first.nodes
    (True, True)
    """

    def __init__(self) -> None:
        self._kept = _core.Memory()
        self._about: tuple[object, ...] = ()
        self._free = threading.Lock()

    @contextmanager
    def borrowed(self, about: tuple[object, ...]) -> Iterator[_core.Memory]:
        """The memory for one search about this game and evaluation."""
        if not self._free.acquire(blocking=False):
            raise ValueError(
                "A memory can be used by one search at a time, and this one is in use."
            )
        try:
            if about != self._about:
                self._kept, self._about = _core.Memory(), about
            yield self._kept
        finally:
            self._free.release()


@dataclass(frozen=True)
class _Job:
    """A search that is ready to run."""

    position: Position
    request: _core.SearchRequest
    evaluate: Callable[[_core.State], float] | None
    memory: Memory
    about: tuple[object, ...]

    def run(
        self,
        stop: _core.Stop,
        on_report: OnReport | None = None,
        trace: _core.Trace | None = None,
    ) -> Report:
        """The last report; earlier ones go to `on_report`."""
        state = core_state(self.position)
        on_core_report = on_report and self._teller(on_report)
        with self.memory.borrowed(self.about) as kept, Running(stop):
            final = state.search(self.request, self.evaluate, stop, on_core_report, kept, trace)
        return read_report(self.position, final)

    def _teller(self, on_report: OnReport) -> Callable[[_core.TextReport], None]:
        return lambda report: on_report(read_report(self.position, report))


@dataclass(frozen=True)
class _ProofJob:
    """A proof, run like a search: its only report is the last."""

    position: Position
    spec: Spec
    limits: dict[str, Any]

    def run(self, stop: _core.Stop, on_report: OnReport | None = None) -> Report:  # noqa: ARG002
        return _proven_report(self.position, self.spec, self.limits, stop)


@dataclass(frozen=True)
class _TablebaseJob:
    """A position in a tablebase, which needs no search."""

    position: Position
    table: Tablebase
    lines: int
    otherwise: _Job

    def run(self, stop: _core.Stop, on_report: OnReport | None = None) -> Report:
        begin = time.perf_counter()
        report = self.table.report(self.position, self.lines)
        if report is None:
            return self.otherwise.run(stop, on_report)
        return replace(report, seconds=time.perf_counter() - begin)


_AnyJob = _Job | _TablebaseJob | _ProofJob


def search(
    position: Position,
    spec: str | Spec = DEFAULT,
    *,
    evaluate: Evaluate | None = None,
    lines: int = 1,
    memory: Memory | None = None,
    on_report: OnReport | None = None,
    stop: Stop | None = None,
    **limits: Any,
) -> Report:
    """Searches and returns the final report. Limits given here override those of the spec.

    Limits are `depth`, `nodes`, `seconds` and `clock` (seconds left and increment), in any
    combination. `evaluate` is a function of a position that returns Black's advantage. A `memory`
    keeps results for the player's next search. `on_report` is called with every report, including
    the final one, while the search waits for it. A `stop` ends the search early.

    >>> import plyground
    >>> start = plyground.game("dobutsu", try_="entry", hand="distinct").start()
    >>> plyground.search(start, "minimax:depth=5,repetition=off").nodes
    9243
    """
    check_stop(stop)
    spec = _as_spec(spec)
    if spec.algorithm == "random":
        read_limits(limits)
        report = _random_report(position, spec)
    else:
        job = _any_job(position, spec, evaluate, lines, limits, memory)
        report = job.run(stop or _core.Stop(), on_report)
    if on_report:
        on_report(report)
    return report


class Analysis:
    """A running search. Iterate over its reports, of which the last is final; stop() ends it.

    >>> import plyground
    >>> with plyground.analyse(plyground.game("othello").start(), "deepening:depth=4") as analysis:
    ...     [report.depth for report in analysis]
    [1, 2, 3, 4]
    """

    def __init__(self, job: _AnyJob, stop: Stop | None = None) -> None:
        self._stop = _core.Stop()
        self._asked = stop  # given by the caller, who may stop other work with it
        self._reports: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        self._over = False
        self._thread = threading.Thread(target=self._run, args=(job,), daemon=True)
        self._thread.start()

    def _run(self, job: _AnyJob) -> None:
        try:
            with self._asked.calling(self._stop.set) if self._asked else nullcontext():
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
        """Asks the search to end; its final report still arrives, within a few milliseconds."""
        self._stop.set()

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
    memory: Memory | None = None,
    stop: Stop | None = None,
    **limits: Any,
) -> Analysis:
    """Starts a search in the background; see Analysis.

    Takes the arguments of search() except `on_report`.

    >>> import plyground
    >>> list(plyground.analyse(plyground.game("go", size=5).start(), "alphabeta:depth=1"))[-1].depth
    1
    """
    check_stop(stop)
    return Analysis(_any_job(position, _as_spec(spec), evaluate, lines, limits, memory), stop)


def record(
    position: Position, spec: str | Spec, recorder: _core.Trace, stop: _core.Stop, **limits: Any
) -> Report:
    """The search of a trace: its nodes or playouts are in the recorder afterwards."""
    job = _job(position, _as_spec(spec), None, 1, limits)
    if job.request.engine == _core.Engine.strong or job.request.deepening:
        raise ValueError("A trace needs minimax or alphabeta, at one depth, or mcts.")
    return job.run(stop, trace=recorder)


def _as_spec(spec: str | Spec) -> Spec:
    if not isinstance(spec, str | Spec):
        raise ValueError(f"A search needs a spec such as 'search:seconds=1', not {spec!r}.")
    spec = spec if isinstance(spec, Spec) else read_spec(spec)
    if spec.algorithm in ("level", "maximum"):
        raise ValueError(
            f"{str(spec)!r} is a player, not a search; a search is, for example, search:seconds=1."
        )
    return spec


def _job(
    position: Position,
    spec: Spec,
    evaluate: Evaluate | None,
    lines: int,
    limits: dict[str, Any],
    memory: Memory | None = None,
) -> _Job:
    if spec.algorithm == "random":
        raise ValueError(
            "A random player does not search; choose search, mcts, minimax or alphabeta."
        )
    if memory is not None and not isinstance(memory, Memory):
        raise ValueError(
            f"memory is a plyground.Memory(), not {memory!r}; put megabytes into the spec."
        )
    request = make_request(position, spec, lines, limits, own_evaluation=evaluate is not None)
    about = (
        position.game.name,
        tuple(position.game.values.items()),
        tuple(request.terms),
        request.judge,
        request.patterns,
        evaluate,
    )
    return _Job(position, request, _wrapped(position, evaluate), memory or Memory(), about)


def _any_job(
    position: Position,
    spec: Spec,
    evaluate: Evaluate | None,
    lines: int,
    limits: dict[str, Any],
    memory: Memory | None,
) -> _AnyJob:
    if spec.algorithm == "proof":
        return _ProofJob(position, spec, read_limits(limits))
    return _quickest_job(position, spec, evaluate, lines, limits, memory)


def _quickest_job(
    position: Position,
    spec: Spec,
    evaluate: Evaluate | None,
    lines: int,
    limits: dict[str, Any],
    memory: Memory | None,
) -> _Job | _TablebaseJob:
    """The search; or the tablebase's answer, if there is one and the spec allows it."""
    job = _job(position, spec, evaluate, lines, limits, memory)
    settings = {**spec.settings, **limits}
    plain = settings.get("extras") == "off" or settings.get("tablebase") == "off"
    own = evaluate is not None or "eval" in settings or settings.get("method", "auto") != "auto"
    if spec.algorithm != "search" or plain or own or settings.get("depth") is not None:
        return job
    table = find(position.game.name)
    return job if table is None else _TablebaseJob(position, table, lines, job)


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
    seed_text = None if seed is None else f"{seed} {position.to_text()}"
    dice = random.Random(seed_text)  # noqa: S311 - for games
    move = dice.choice(moves)
    return Report((Line(move, 0.0, 0.5, None, exact=False, pv=(move,)),), 0, 1, 0.0)


def _proven_report(
    position: Position, spec: Spec, limits: dict[str, Any], stop: _core.Stop
) -> Report:
    """A proof as a report. If nothing was proven, the move comes from a quick search."""
    settings = {**spec.settings, **limits}
    if not {"seconds", "nodes"} & set(settings):
        raise ValueError(f"The search {str(spec)!r} needs a limit: seconds or nodes.")
    solution = solve(
        position,
        seconds=settings.get("seconds"),
        nodes=settings.get("nodes"),
        memory=settings.get("memory", 256),
        stop=stop,
    )
    if not solution.line:
        hurry = read_spec("search:nodes=2000,seconds=0.05")
        quick = _job(position, hurry, None, 1, {}).run(stop)
        seconds = solution.seconds + quick.seconds
        return replace(quick, nodes=solution.nodes + quick.nodes, seconds=seconds)
    value = solution.margin or 0.0
    chance = {"win": 1.0, "draw": 0.5, "loss": 0.0}[solution.verdict]
    counts = position.counts_margin
    score = value if counts else value * WON
    mate = None if solution.verdict == "draw" else len(solution.line) * (1 if value > 0 else -1)
    line = Line(solution.line[0], score, chance, mate, exact=True, pv=solution.line)
    return Report((line,), len(solution.line), solution.nodes, solution.seconds)
