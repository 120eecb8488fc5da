"""Solves a position: its exact value, with a proof that was checked and can be replayed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from plyground import _core
from plyground.engine.base_position import core_state
from plyground.engine.game import Position
from plyground.engine.request import read_limits, whole
from plyground.engine.stop import Running, check_stop

Verdict = Literal["win", "loss", "draw", "unknown"]


@dataclass(frozen=True)
class Progress:
    """The progress of a proof: nodes, and the bounds that are already certain."""

    nodes: int
    lower: float
    upper: float


@dataclass(frozen=True)
class Solution:
    """The value of a position for the side to move, or "unknown" if it was not proven.

    `margin` is the margin of the result or, in games without margins, 1, 0 or -1; `lower` and
    `upper` are certain even if the verdict is unknown. Before anything is returned, a separate
    check has replayed the proof's moves against every reply, by the rules (`checked_nodes`). At
    `trusted_leaves` ends it relies on the game's specialist, unless `trust` was off.

    >>> import plyground
    >>> solution = plyground.solve(plyground.game("gomoku", size=4, line=3).start())
    >>> solution.verdict, solution.line[0] == solution.reply([])
    ('win', True)
    """

    verdict: Verdict
    margin: float | None
    lower: float
    upper: float
    line: tuple[str, ...]
    nodes: int
    checked_nodes: int
    rejected: int
    trusted_leaves: int
    seconds: float
    _proof: _core.TextSolution = field(repr=False, compare=False)

    def reply(self, moves: Sequence[str]) -> str | None:
        """The proof's move after these moves from its start; None if it has none."""
        return self._proof.reply(list(moves))


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = 256,
    trust: bool = True,
    specialist: bool = True,
    stop: _core.Stop | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Determines whether the side to move wins, loses or draws, and proves it.

    `memory` is in megabytes. With `trust` off, the proof follows every game to its end and does not
    rely on the game's specialist, which may know that a side can no longer win, or the value of an
    ending. A `plyground.Stop()` ends it early; results shown by then remain.

    >>> import plyground
    >>> plyground.solve(plyground.game("othello", size=4).start()).margin
    -10.0
    """
    limits = read_limits({"seconds": seconds, "nodes": nodes})
    request = _core.SolveRequest()
    request.seconds, request.nodes = limits.get("seconds"), limits.get("nodes")
    request.memory_mb = whole("memory", memory, 1, 65_536)
    request.trust, request.specialist = trust, specialist

    def report_progress(*figures: float) -> None:
        if on_progress is not None:
            on_progress(Progress(int(figures[0]), figures[1], figures[2]))

    check_stop(stop)
    stop = stop or _core.Stop()
    with Running(stop):
        proof = core_state(position).solve(request, stop, report_progress)
    known = proof.verdict != "unknown"
    return Solution(
        cast("Verdict", proof.verdict),
        proof.margin if known and math.isfinite(proof.margin) else None,
        proof.lower,
        proof.upper,
        tuple(proof.line),
        proof.nodes,
        proof.checked_nodes,
        proof.rejected,
        proof.trusted_leaves,
        proof.seconds,
        proof,
    )
