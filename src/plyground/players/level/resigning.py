"""When a level resigns."""

from plyground.engine.game import Position
from plyground.engine.report import Report
from plyground.engine.spec import Spec
from plyground.players.player import Resignation

_FRIENDLY = 2  # levels up to this one play on longer
_LOST_PLAYOUTS = 300  # at least this many playouts without a win are hopeless


class LevelResignation(Resignation):
    """Resigns after several hopeless reports in a row, and never in the opening."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        self._friendly = spec.settings["level"] <= _FRIENDLY
        self._lost = 0
        self._playouts = 0

    def is_due_at(self, position: Position, report: Report) -> bool:
        """Counts this report, and returns whether to resign."""
        if position.favours_monte_carlo:
            lost = report.win_chance < 0.03
            visits = report.lines[0].visits
            self._playouts = self._playouts + visits if lost else 0
        else:
            lost = report.win_chance < self.CHANCE and not self.is_distant_end(report)
            self._playouts = _LOST_PLAYOUTS
        self._lost = self._lost + 1 if lost else 0
        times = 4 * self.TIMES if self._friendly else self.TIMES
        sure = self._lost >= times and self._playouts >= _LOST_PLAYOUTS
        return self._wanted and sure and not _is_opening(position)

    def reset(self) -> None:
        """Starts a new game."""
        super().reset()
        self._lost = self._playouts = 0


def _is_opening(position: Position) -> bool:
    """Fewer plies than the board has rows and columns: too soon."""
    sides = len(position.columns) + len(position.rows)
    return position.origin is None and position.ply < sides
